//! Task ids: what people read, and what the queue accepts.
//!
//! This crate knows nothing of proofmark. What it promises is checked in `tests/conformance.rs`.

use sha2::{Digest, Sha256};

/// Why there is no id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// A run id or task key is empty.
    EmptyComponent,
    /// A run id or task key contains a colon.
    InvalidComponent,
    /// An attempt or epoch is no plain decimal number of 63 bits.
    InvalidNumber,
    /// The letter is neither `d` nor `t`.
    UnknownKind,
    /// The letter does not fit the internal id.
    KindMismatch,
}

/// The internal id of a dispatch.
pub fn dispatch(run_id: &str, task_key: &str, attempt: &str) -> Result<String, Refusal> {
    let (run_id, task_key) = (component(run_id)?, component(task_key)?);
    Ok(format!("dispatch:{run_id}:{task_key}:{}", number(attempt)?))
}

/// The internal id of a retry timer.
pub fn retry(run_id: &str, task_key: &str, attempt: &str, due: &str) -> Result<String, Refusal> {
    let (run_id, task_key) = (component(run_id)?, component(task_key)?);
    let (attempt, due) = (number(attempt)?, number(due)?);
    Ok(format!("timer:retry:{run_id}:{task_key}:{attempt}:{due}"))
}

/// The internal id of a heartbeat timer.
pub fn heartbeat(run_id: &str, task_key: &str, check: &str) -> Result<String, Refusal> {
    let (run_id, task_key) = (component(run_id)?, component(task_key)?);
    Ok(format!("timer:heartbeat:{run_id}:{task_key}:{}", number(check)?))
}

/// The id that the queue accepts: a letter, and 130 bits of a hash.
pub fn cloud(kind: &str, internal_id: &str) -> Result<String, Refusal> {
    let prefix = match kind {
        "d" => "dispatch:",
        "t" => "timer:",
        _ => return Err(Refusal::UnknownKind),
    };
    let of_other = ["dispatch:", "timer:"].iter().any(|other| internal_id.starts_with(other));
    if of_other && !internal_id.starts_with(prefix) {
        return Err(Refusal::KindMismatch);
    }
    let digest = Sha256::digest(internal_id);
    let text = base32::encode(base32::Alphabet::Rfc4648Lower { padding: false }, &digest);
    Ok(format!("{kind}_{}", &text[..26]))
}

fn component(text: &str) -> Result<&str, Refusal> {
    match text {
        "" => Err(Refusal::EmptyComponent),
        _ if text.contains(':') => Err(Refusal::InvalidComponent),
        _ => Ok(text),
    }
}

fn number(text: &str) -> Result<&str, Refusal> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let leading = text.len() > 1 && text.starts_with('0');
    match text.parse::<i64>() {
        Ok(_) if digits && !leading => Ok(text),
        _ => Err(Refusal::InvalidNumber),
    }
}
