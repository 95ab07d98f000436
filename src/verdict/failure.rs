//! How something fails, in a word that outlives the details.

use serde_json::Value;

use super::finding::{Detail, Finding, Kind, Verdict};
use super::words::words;
use crate::subject::FaultKind;

/// The kind of a failure. A known failure that changes its kind is another failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Failure {
    /// Accepted what should be rejected.
    Accepted,
    /// Rejected what should be accepted.
    Rejected,
    /// Rejected with a code that must be another one.
    Code,
    /// The result is another one.
    Result,
    /// A law does not hold.
    Broken,
    /// The adapter answered with an error.
    Error,
    /// The subject ended, or panicked.
    Crashed,
    /// The subject did not answer in time.
    Hung,
    /// The subject did not answer as the protocol asks.
    Protocol,
    /// The session was lost, again and again.
    Lost,
}

words!(pub Failure, "kind of failure", {
    Accepted = "accepted",
    Rejected = "rejected",
    Code = "code",
    Result = "result",
    Broken = "broken",
    Error = "error",
    Crashed = "crashed",
    Hung = "hung",
    Protocol = "protocol",
    Lost = "lost",
});

impl Finding {
    /// How it fails, if it does, known or not. What was not asked to the end has not failed: nothing is known about it.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        let detail = self.detail.as_ref()?;
        match (self.verdict, self.kind) {
            // Whoever made it a known one has left only this way of failing.
            (Verdict::KnownFailure, _) => self.known.as_ref()?.fails.first().copied(),
            (Verdict::Fail, Kind::Law) => Some(Failure::Broken),
            (Verdict::Fail, Kind::Case) => Some(of_case(detail)),
            (Verdict::Errored, _) => match detail.fault {
                None => Some(Failure::Error),
                Some(FaultKind::Crashed) => Some(Failure::Crashed),
                Some(FaultKind::Hung) => Some(Failure::Hung),
                Some(FaultKind::Protocol) => Some(Failure::Protocol),
                Some(FaultKind::Lost) => Some(Failure::Lost),
                Some(FaultKind::Abandoned) => None,
            },
            _ => None,
        }
    }
}

fn of_case(detail: &Detail) -> Failure {
    let is_reject = |value: &Value| value.get("reject").is_some();
    let rejected = detail.actual.as_ref().is_some_and(is_reject);
    let allowed = match &detail.expected {
        Some(expected) => match expected.get("any_of").and_then(Value::as_array) {
            Some(alternatives) => alternatives.iter().collect(),
            None => vec![expected],
        },
        None => Vec::new(),
    };
    let all = allowed.iter().all(|it| is_reject(it));
    let any = allowed.iter().any(|it| is_reject(it));
    match (rejected, all, any) {
        (true, _, true) => Failure::Code,
        (true, ..) => Failure::Rejected,
        (false, true, true) => Failure::Accepted,
        (false, ..) => Failure::Result,
    }
}
