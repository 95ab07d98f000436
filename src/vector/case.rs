//! A case: an input or several steps, what is expected, and the rules it stands for.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use crate::rule::RuleId;

/// One golden vector.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The full id: domain, topic and name, joined by `/`.
    pub id: String,
    /// The rules that it stands for.
    pub rules: Vec<RuleId>,
    /// What a subject must have declared for the case to apply: `option=value`.
    pub needs: Vec<String>,
    /// The versions of its domain that it holds for.
    pub versions: Versions,
    /// Where a hand-written expectation comes from. The model must meet it and never overwrites it.
    pub pinned: Option<String>,
    /// What the id does not say.
    pub note: Option<String>,
    /// What is asked: one step for a pure operation, one or more in a session for stateful ones.
    pub steps: Vec<Step>,
    /// The line of the case in its file, from 1.
    pub line: usize,
}

/// The versions of a domain that a case holds for. By default all of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Versions {
    /// The first; `None` for the first of all.
    pub since: Option<u32>,
    /// The last; `None` while it holds.
    pub until: Option<u32>,
}

/// One request of a case, and what is expected of its reply.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The operation.
    pub operation: String,
    /// Its input. Shared with the requests that ask it: copying inputs was half of what a case cost.
    pub input: Arc<Value>,
    /// What is expected; `None` until the model has filled it in.
    pub expect: Option<Expectation>,
}

/// What is expected of a reply.
#[derive(Debug, Clone, PartialEq)]
pub enum Expectation {
    /// This and nothing else.
    One(Outcome),
    /// One of several, because a rule is open.
    AnyOf(Vec<Alternative>),
}

/// One of the outcomes that open rules allow.
#[derive(Debug, Clone, PartialEq)]
pub struct Alternative {
    /// The choices that lead to it, by rule.
    pub choice: BTreeMap<RuleId, String>,
    /// The outcome.
    pub outcome: Outcome,
}

/// A result or a refusal.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The result.
    Ok(Value),
    /// A refusal with this code.
    Reject(String),
}

impl Case {
    /// The domain: the first part of the id.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// The name within its file: the last part of the id.
    #[must_use]
    pub fn name(&self) -> &str {
        self.id.rsplit('/').next().unwrap_or_default()
    }

    /// Whether its steps share a session.
    #[must_use]
    pub fn is_scenario(&self) -> bool {
        self.steps.len() > 1
    }
}

impl Versions {
    /// Whether the case holds for this version.
    #[must_use]
    pub fn include(self, version: u32) -> bool {
        self.since.is_none_or(|since| since <= version)
            && self.until.is_none_or(|until| version <= until)
    }

    /// Whether the case is kept only for versions that others have followed.
    #[must_use]
    pub const fn are_over(self) -> bool {
        self.until.is_some()
    }
}

impl Expectation {
    /// The outcomes that are allowed.
    pub fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        let (one, many) = match self {
            Self::One(outcome) => (Some(outcome), &[][..]),
            Self::AnyOf(alternatives) => (None, &alternatives[..]),
        };
        one.into_iter()
            .chain(many.iter().map(|alternative| &alternative.outcome))
    }
}
