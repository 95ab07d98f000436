//! Every case and law of the specification is a test of this crate.
//!
//! ```sh
//! cargo test --test conformance                            # all
//! cargo test --test conformance task_id/cloud              # those whose names hold this
//! cargo nextest run --test conformance --partition count:1/2
//! ```

use acme_tasks::Refusal;
use proofmark::Harness;
use proofmark::subject::{Hello, Implementation, PROTOCOL, Reply, Request};
use serde_json::{Value, json};

fn main() {
    Harness::new(|| Acme)
        .cases(64)
        // Not all of the domain is here, so it is not required: .require("task_id")
        // What is known to fail is run, and must fail: .known_failure("task_id/cloud/letter-*", "issue 12")
        .run()
}

/// This crate behind the operations of `spec/task_id.md`.
struct Acme;

impl Implementation for Acme {
    fn hello(&self) -> Hello {
        let operations = ["task_id.internal", "task_id.cloud"];
        Hello {
            protocol: PROTOCOL,
            name: "acme-tasks".to_owned(),
            operations: Some(operations.map(str::to_owned).to_vec()),
            ..Hello::default()
        }
    }

    fn call(&mut self, request: &Request) -> Reply {
        let answer = match request.operation.as_str() {
            "task_id.internal" => internal(&request.input["operation"]),
            "task_id.cloud" => cloud(&request.input),
            _ => return Reply::Unsupported { reason: None },
        };
        match answer {
            Some(Ok(result)) => Reply::Ok(result),
            Some(Err(refusal)) => Reply::reject(code(refusal)),
            None => Reply::Error {
                message: format!("no input for {}: {}", request.operation, request.input),
            },
        }
    }
}

/// `None` where a field is missing: a fault of the request, and not of the value.
fn internal(operation: &Value) -> Option<Result<Value, Refusal>> {
    let (form, parts) = operation.as_object()?.iter().next()?;
    let part = |name: &str| parts[name].as_str();
    let (run_id, task_key) = (part("run_id")?, part("task_key")?);
    let id = match form.as_str() {
        "dispatch" => acme_tasks::dispatch(run_id, task_key, part("attempt")?),
        "retry" => acme_tasks::retry(run_id, task_key, part("attempt")?, part("due_epoch")?),
        "heartbeat" => acme_tasks::heartbeat(run_id, task_key, part("check_epoch")?),
        _ => return None,
    };
    Some(id.map(|id| json!({ "internal_id": id })))
}

fn cloud(input: &Value) -> Option<Result<Value, Refusal>> {
    let (kind, internal_id) = (input["kind"].as_str()?, input["internal_id"].as_str()?);
    let id = acme_tasks::cloud(kind, internal_id);
    Some(id.map(|id| json!({ "cloud_task_id": id })))
}

fn code(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::EmptyComponent => "empty_component",
        Refusal::InvalidComponent => "invalid_component",
        Refusal::InvalidNumber => "invalid_number",
        Refusal::UnknownKind => "unknown_kind",
        Refusal::KindMismatch => "kind_mismatch",
    }
}
