//! The loop: a JSON object a line in, one a line out, flushed at once.

use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use serde_json::{json, Value};

/// Takes the request's input. A stateful one keeps a state for each name of a session; the others have none.
pub type Operation = fn(input: &Value, session: Option<&str>) -> Result<Value, Failure>;

pub struct Adapter {
    pub name: &'static str,
    pub version: &'static str,
    pub operations: &'static [(&'static str, Operation)],
}

/// Why there is no result.
pub enum Failure {
    /// The implementation refuses the input, with a code of the operation's page.
    Reject(&'static str),
    /// The implementation lacks this.
    Unsupported(&'static str),
    /// The request is malformed, or the adapter failed. It is never a right answer.
    Error(String),
}

impl From<&str> for Failure {
    fn from(message: &str) -> Self {
        Self::Error(message.to_owned())
    }
}

/// A field that must be there.
pub fn field<'a>(input: &'a Value, name: &str) -> Result<&'a Value, Failure> {
    input.get(name).ok_or_else(|| Failure::Error(format!("the field `{name}` is missing")))
}

/// A field that must be a text.
pub fn text<'a>(input: &'a Value, name: &str) -> Result<&'a str, Failure> {
    let text = field(input, name)?.as_str();
    text.ok_or_else(|| Failure::Error(format!("the field `{name}` is no text")))
}

/// Answers line by line until the input ends. What your code prints to standard output would come between the replies:
/// use `eprintln!`.
pub fn serve(adapter: &Adapter) {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().split(b'\n') {
        let Ok(line) = line else { return };
        let reply = answer(adapter, &line);
        if writeln!(out, "{reply}").and_then(|()| out.flush()).is_err() {
            return; // Nobody listens any more.
        }
    }
}

fn answer(adapter: &Adapter, line: &[u8]) -> Value {
    let request: Value = match serde_json::from_slice(line) {
        Ok(request) => request,
        Err(error) => return json!({"id": null, "error": {"message": error.to_string()}}),
    };
    let Some(id) = request.get("id").and_then(Value::as_u64) else {
        return json!({"id": null, "error": {"message": "no id"}});
    };
    // A panic is answered too, and the loop goes on. Its message is on standard error.
    let outcome = catch_unwind(AssertUnwindSafe(|| outcome(adapter, &request)));
    match outcome.unwrap_or_else(|_| Err("it panicked".into())) {
        Ok(result) => json!({"id": id, "ok": result}),
        Err(Failure::Reject(code)) => json!({"id": id, "reject": {"code": code}}),
        Err(Failure::Unsupported(reason)) => json!({"id": id, "unsupported": {"reason": reason}}),
        Err(Failure::Error(message)) => json!({"id": id, "error": {"message": message}}),
    }
}

fn outcome(adapter: &Adapter, request: &Value) -> Result<Value, Failure> {
    let name = text(request, "op")?;
    if name == "hello" {
        let operations: Vec<&str> = adapter.operations.iter().map(|(name, _)| *name).collect();
        return Ok(json!({
            "protocol": 1, "name": adapter.name, "version": adapter.version, "language": "rust", "operations": operations,
        }));
    }
    let operation = adapter.operations.iter().find(|(own, _)| *own == name);
    let (_, operation) = operation.ok_or(Failure::Unsupported("no such operation"))?;
    let session = request.get("session").and_then(Value::as_str);
    operation(field(request, "input")?, session)
}
