//! How the model says no.

use crate::rule::RuleId;

/// A refusal, as a specification demands it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rejection {
    /// The code, one of the domain's table.
    pub code: &'static str,
    /// The rule that demands the refusal.
    pub rule: RuleId,
}

impl Rejection {
    /// A refusal for the reason that `code` names, demanded by `rule`.
    #[must_use]
    pub const fn new(code: &'static str, rule: RuleId) -> Self {
        Self { code, rule }
    }
}

/// A result, or a refusal.
pub type Answer<T> = Result<T, Rejection>;
