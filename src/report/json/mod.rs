//! The report for machines, as JSON: `--report json=FILE`.
//!
//! [`Report`] is the whole of it. Other reports of the same [`FORMAT`] may have more fields, never fewer, and none with
//! another meaning.

mod merge;
mod of_run;

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

pub use merge::merge;
pub use of_run::render;

use crate::error::Error;
use crate::subject::Hello;

/// The version of the report's format.
pub const FORMAT: u32 = 1;

/// A run, or one shard of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The version of this format.
    pub format: u32,
    /// The version of proofmark.
    pub proofmark: String,
    /// What the subject said of itself.
    pub subject: Hello,
    /// The adapter and its arguments; empty for the reference.
    pub command: Vec<String>,
    /// What was asked for.
    pub selection: Selected,
    /// What the random inputs were drawn from.
    pub seed: u64,
    /// How many random inputs each law got.
    pub cases: usize,
    /// Which part of a run this is; absent for a whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Whether the subject conforms.
    pub conforms: bool,
    /// How many there are of each verdict.
    pub summary: Counts,
    /// The same, domain by domain.
    pub domains: BTreeMap<String, Counts>,
    /// What the subject does where rules are open.
    pub choices: Vec<Choice>,
    /// What broke without any case or law to blame for it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breakdowns: Vec<String>,
    /// What else is worth telling about the subject. It is not held against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Every case, file by file, and then every law.
    pub verdicts: Vec<Entry>,
    /// How long it took; for several shards, all of them together.
    pub seconds: f64,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Selected {
    /// Patterns of ids; none: everything.
    pub only: Vec<String>,
    /// Patterns of ids that were left out.
    pub skip: Vec<String>,
    /// `all`, or `stated` where decisions of this project were left out.
    pub basis: String,
    /// Domains of which nothing may be missing.
    pub require: Vec<String>,
    /// Those of them of which something is.
    pub missing: Vec<String>,
    /// How many cases and laws `--skip` left out.
    pub skipped: usize,
    /// How many cases and laws `--basis` left out.
    pub left_out_by_basis: usize,
}

/// One part of a run that was split.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Which part, from 1.
    pub index: usize,
    /// Of how many.
    pub of: usize,
    /// How many cases and laws the whole run has.
    pub total: usize,
    /// The places that this part's verdicts have among those of the whole run, from 0.
    pub places: Vec<usize>,
}

/// Verdicts, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// How many there are of each.
    #[serde(flatten)]
    pub verdicts: BTreeMap<String, usize>,
    /// How many there are in all.
    pub total: usize,
}

/// What the subject does where a rule is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The rule's id.
    pub rule: String,
    /// The rule's title.
    pub title: String,
    /// The behaviours that were seen, and how often.
    pub choices: BTreeMap<String, usize>,
}

/// One case or law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The case or law.
    pub id: String,
    /// `case` or `law`.
    pub kind: String,
    /// The rules that it stands for; of a broken law, the broken one first.
    pub rules: Vec<String>,
    /// `pass`, `warn`, `fail`, `unsupported` or `errored`.
    pub verdict: String,
    /// For a law: how many inputs were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<usize>,
    /// For a law: a digest of these inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// What happened, unless it passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// At which step of a scenario, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The operation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// Its input.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub input: Option<Value>,
    /// What was expected.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub expected: Option<Value>,
    /// What came.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub actual: Option<Value>,
    /// Why there is no reply: `crashed`, `hung`, `protocol`, or `abandoned` if it was not asked to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// A field that is there has a value, be it null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Report {
    /// Reads a report. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// What is no report of this format.
    pub fn read(file: &str, text: &str) -> Result<Self, Error> {
        let report: Self = serde_json::from_str(text)
            .map_err(|error| Error::Usage(format!("{file} is no report of proofmark: {error}")))?;
        if report.format != FORMAT {
            let (theirs, ours) = (report.format, FORMAT);
            return Err(Error::Usage(format!(
                "{file} has version {theirs} of the report's format; expected version {ours}"
            )));
        }
        Ok(report)
    }

    /// The report as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text =
            serde_json::to_string_pretty(self).expect("texts and numbers always serialize");
        text.push('\n');
        text
    }

    /// Whether anything could be judged at all, if there was anything to judge.
    #[must_use]
    pub fn judged_anything(&self) -> bool {
        let nothing = self.summary.of("unsupported") + self.summary.of("errored");
        self.summary.total == 0 || self.summary.total > nothing
    }
}

impl Counts {
    /// How many have this verdict.
    #[must_use]
    pub fn of(&self, verdict: &str) -> usize {
        self.verdicts.get(verdict).copied().unwrap_or_default()
    }
}
