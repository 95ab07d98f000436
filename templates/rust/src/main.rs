//! An adapter for proofmark: puts my implementation behind the protocol.
//!
//!     cargo build
//!     proofmark adapter test -- target/debug/my-adapter      is the adapter sound?
//!     proofmark check -- target/debug/my-adapter             does the implementation conform?
//!
//! EDIT marks each place that is yours. `protocol.rs` is the loop, and needs no changes. A crate that can take
//! proofmark as a dev-dependency needs no adapter at all: see `proofmark::harness`.

mod protocol;
mod value;

use protocol::{field, text, Adapter, Failure};
use serde_json::{json, Value as Json};
use value::Value;

fn main() {
    protocol::serve(&Adapter {
        // EDIT: the name and version of your implementation.
        name: "my-implementation",
        version: "0.1.0",
        operations: &[
            ("task_id.internal", internal_id),
            ("partition_key.encode", encode),
            // EDIT: a line for each further operation that you have. The pages in spec/ list them.
        ],
    });
}

/// A worked example. It checks its components itself; yours calls your code, and turns its refusals into `Reject`.
fn internal_id(input: &Json, _: Option<&str>) -> Result<Json, Failure> {
    let operation = field(input, "operation")?.as_object();
    let (form, parts) = operation.and_then(|it| it.iter().next()).ok_or("no operation")?;
    let (prefix, numbers): (_, &[&str]) = match form.as_str() {
        "dispatch" => ("dispatch", &["attempt"]),
        "retry" => ("timer:retry", &["attempt", "due_epoch"]),
        "heartbeat" => ("timer:heartbeat", &["check_epoch"]),
        _ => return Err("unknown form of operation".into()),
    };
    let mut id = prefix.to_owned();
    for name in ["run_id", "task_key"] {
        let part = text(parts, name)?;
        if part.is_empty() {
            return Err(Failure::Reject("empty_component"));
        }
        if part.contains(':') {
            return Err(Failure::Reject("invalid_component"));
        }
        id = format!("{id}:{part}");
    }
    for name in numbers {
        let digits = text(parts, name)?;
        let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
        let leading = digits.len() > 1 && digits.starts_with('0');
        if !plain || leading || digits.parse::<i64>().is_err() {
            return Err(Failure::Reject("invalid_number"));
        }
        id = format!("{id}:{digits}");
    }
    Ok(json!({ "internal_id": id }))
}

/// EDIT: an operation to fill in. Call your implementation where this one gives up.
fn encode(input: &Json, _: Option<&str>) -> Result<Json, Failure> {
    let dimensions = field(input, "dimensions")?.as_array().ok_or("no list of dimensions")?;
    let mut parts = Vec::new();
    for dimension in dimensions {
        let (key, value) = (text(dimension, "key")?, Value::read(field(dimension, "value")?)?);
        let value = match value {
            Value::Null => "n:null".to_owned(),
            Value::Bool(truth) => format!("b:{truth}"),
            Value::Int(digits) => format!("i:{digits}"),
            _ => return Err(Failure::Unsupported("still to be written")), // EDIT
        };
        parts.push(format!("{key}={value}"));
    }
    Ok(json!({ "canonical": parts.join(",") }))
}
