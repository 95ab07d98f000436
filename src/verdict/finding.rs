//! What is found out about one case or law.

use std::collections::BTreeMap;

use serde_json::Value;

use super::failure::Failure;
use super::words::words;
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
    /// What the list of known failures says about it.
    pub known: Option<Known>,
}

/// What is known about a failure before the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// The ways in which it fails.
    pub fails: Vec<Failure>,
    /// Why that is borne.
    pub reason: String,
    /// Where to read more.
    pub link: Option<String>,
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
    /// Fails, as the list of known failures says.
    KnownFailure,
    /// Passes, although the list of known failures says otherwise.
    UnexpectedPass,
}

words!(pub Verdict, "verdict", {
    Pass = "pass",
    Warn = "warn",
    Fail = "fail",
    Unsupported = "unsupported",
    Errored = "errored",
    KnownFailure = "known-failure",
    UnexpectedPass = "unexpected-pass",
});

words!(pub Kind, "kind of finding", { Case = "case", Law = "law" });

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
