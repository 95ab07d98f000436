//! What is found out about one case or law.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

use crate::rule::RuleId;
use crate::subject::{FaultKind, Request};

/// The result of one case or law.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The case or law.
    pub id: String,
    /// Which of the two.
    pub kind: Kind,
    /// The rules that it stands for.
    pub rules: Vec<RuleId>,
    /// The verdict.
    pub verdict: Verdict,
    /// What happened, unless it passed.
    pub detail: Option<Detail>,
    /// The behaviours that the subject showed at open rules.
    pub choices: BTreeMap<RuleId, String>,
    /// How a law was searched; `None` for a case.
    pub search: Option<Search>,
}

/// How a law was searched for a counterexample.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// How many inputs were judged; for a broken law, up to and with the first that breaks it.
    pub inputs: usize,
    /// A digest of these inputs, in order.
    pub digest: String,
    /// The smallest input that was found to break the law.
    pub smallest: Option<Value>,
    /// How many smaller inputs were tried.
    pub shrink_steps: usize,
    /// The requests that were sent for the smallest input.
    pub requests: Vec<Request>,
}

/// What a finding is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A golden vector.
    Case,
    /// An invariant, checked on random inputs.
    Law,
}

/// The result in a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// As expected.
    Pass,
    /// Not as a SHOULD asks: a wrong reject code, or a rule that only recommends.
    Warn,
    /// Not as a MUST asks.
    Fail,
    /// The subject does not have the operation.
    Unsupported,
    /// The subject gave no answer that could be judged.
    Errored,
}

/// What happened, and what should have.
#[derive(Debug, Clone, PartialEq)]
pub struct Detail {
    /// In a word or a sentence.
    pub message: String,
    /// The step that it happened at, from 0, where there are several.
    pub step: Option<usize>,
    /// The operation.
    pub operation: String,
    /// Its input.
    pub input: Value,
    /// What was expected.
    pub expected: Option<Value>,
    /// What came.
    pub actual: Option<Value>,
    /// What kind of fault it was, if there is no reply because of one.
    pub fault: Option<FaultKind>,
}

impl Verdict {
    /// All verdicts, in the order of reports.
    pub const ALL: [Self; 5] = [
        Self::Pass,
        Self::Warn,
        Self::Fail,
        Self::Unsupported,
        Self::Errored,
    ];

    /// The verdict as reports write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Warn => "warn",
            Self::Fail => "fail",
            Self::Unsupported => "unsupported",
            Self::Errored => "errored",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Kind {
    /// The kind as reports write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Case => "case",
            Self::Law => "law",
        }
    }
}

impl Finding {
    /// Whether the subject was not asked at all, or not to the end: nothing is known about it, good or bad.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        let fault = self.detail.as_ref().and_then(|detail| detail.fault);
        fault == Some(FaultKind::Abandoned)
    }

    /// The domain: the first part of the id.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }
}
