//! The report as JSON, `--report json=FILE`, which is also the one value that all other reports are made of.
//!
//! [`Report`] is the whole of it, and `spec/schema/report.json` describes it. Other reports of the same [`FORMAT`] may
//! have more fields, never fewer, and none with another meaning.

mod blame;
mod entry;
mod join;
mod merge;
mod of_runs;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use entry::{Entry, Known};
pub use join::join;
pub use merge::merge;
pub use of_runs::{Checked, Sources};

use super::kills::Matrix;
use crate::error::Error;
use crate::subject::Hello;
use crate::verdict::{Conclusion, Verdict};

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
    /// What was asked for.
    pub selection: Selected,
    /// What the random inputs were drawn from.
    pub seed: u64,
    /// How many random inputs each law got.
    pub cases: usize,
    /// Which part of a run this is; absent for a whole one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// What the run comes to: the worst conclusion about any subject.
    pub conclusion: Conclusion,
    /// The subjects, in the order in which they were checked.
    pub subjects: Vec<Subject>,
    /// The rules of the domains that were checked.
    pub rules: Vec<Rule>,
    /// The kill matrix, where one was added.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kills: Option<Matrix>,
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

/// A subject, and what was found out about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// What the report calls it; no two have the same name.
    pub name: String,
    /// What it said of itself.
    pub hello: Hello,
    /// The adapter and its arguments; empty for what is built in.
    pub command: Vec<String>,
    /// The arguments of `proofmark check` that lead to it.
    pub arguments: Vec<String>,
    /// What the run comes to.
    pub conclusion: Conclusion,
    /// Required domains of which something is missing.
    pub missing: Vec<String>,
    /// How many there are of each verdict.
    pub summary: Counts,
    /// The same, domain by domain.
    pub domains: BTreeMap<String, Counts>,
    /// What the subject does where rules are open.
    pub choices: Vec<Choice>,
    /// What broke without any case or law to blame for it.
    pub breakdowns: Vec<String>,
    /// What else is worth telling about the subject. It is not held against it.
    pub notes: Vec<String>,
    /// Every case, file by file, and then every law.
    pub verdicts: Vec<Entry>,
    /// How long it took; for several shards, all of them together.
    pub seconds: f64,
}

/// Verdicts, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// How many there are of each.
    #[serde(flatten)]
    verdicts: BTreeMap<Verdict, usize>,
    /// How many there are in all.
    pub total: usize,
}

/// What the subject does where a rule is open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The rule's id.
    pub rule: String,
    /// The behaviours that were seen, and how often.
    pub choices: BTreeMap<String, usize>,
}

/// A rule, as its page has it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its id.
    pub id: String,
    /// Its domain.
    pub domain: String,
    /// Its title.
    pub title: String,
    /// `MUST`, `SHOULD` or `MAY`.
    pub level: String,
    /// `stated`, `implied`, `decided` or `open`.
    pub basis: String,
    /// What it says, in Markdown.
    pub text: String,
    /// How many mutants break it.
    pub mutants: usize,
}

impl Report {
    /// Reads a report. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// What is no report of this format.
    pub fn read(file: &str, text: &str) -> Result<Self, Error> {
        /// What every version of the format has.
        #[derive(Deserialize)]
        struct Versioned {
            format: u32,
        }
        let wrong = |error| Error::Usage(format!("{file} is no report of proofmark: {error}"));
        let Versioned { format } = serde_json::from_str(text).map_err(wrong)?;
        if format != FORMAT {
            return Err(Error::Usage(format!(
                "{file} has version {format} of the report's format; expected version {FORMAT}"
            )));
        }
        serde_json::from_str(text).map_err(wrong)
    }

    /// The report as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text =
            serde_json::to_string_pretty(self).expect("texts and numbers always serialize");
        text.push('\n');
        text
    }

    /// The rule with this id, if the report has it.
    #[must_use]
    pub fn rule(&self, id: &str) -> Option<&Rule> {
        let at = self.rules.binary_search_by(|rule| rule.id.as_str().cmp(id));
        at.ok().map(|at| &self.rules[at])
    }

    /// What the conclusions about subjects come to.
    #[must_use]
    pub fn worst(subjects: &[Subject]) -> Conclusion {
        let conclusions = subjects.iter().map(|subject| subject.conclusion);
        conclusions.max().unwrap_or(Conclusion::Unusable)
    }

    /// The domains that were checked, in order.
    #[must_use]
    pub fn domains(&self) -> Vec<&str> {
        let domains = self.subjects.iter().flat_map(|it| it.domains.keys());
        let domains: std::collections::BTreeSet<&str> = domains.map(String::as_str).collect();
        domains.into_iter().collect()
    }
}

impl Subject {
    /// Counts and concludes anew from the verdicts.
    fn recount(&mut self) {
        self.summary = Counts::of(self.verdicts.iter().map(|entry| entry.verdict));
        let mut domains: BTreeMap<String, Counts> = BTreeMap::new();
        for entry in &self.verdicts {
            let counts = domains.entry(entry.domain().to_owned());
            counts.or_default().add(entry.verdict);
        }
        for counts in domains.values_mut() {
            Verdict::ALL.into_iter().for_each(|it| counts.mention(it));
        }
        self.domains = domains;
        let verdicts = self.verdicts.iter();
        self.conclusion = Conclusion::of(
            verdicts.map(|entry| (entry.verdict, entry.is_abandoned())),
            self.missing.is_empty() && self.breakdowns.is_empty(),
        );
    }
}

impl Counts {
    /// Counts verdicts.
    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        let mut counts = Self::default();
        Verdict::ALL.into_iter().for_each(|it| counts.mention(it));
        verdicts.into_iter().for_each(|it| counts.add(it));
        counts
    }

    /// How many have this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.verdicts.get(&verdict).copied().unwrap_or_default()
    }

    /// The verdicts that occur, with their counts.
    #[must_use]
    pub fn told(&self) -> String {
        let shown = Verdict::ALL.into_iter().filter_map(|verdict| {
            let count = self.count(verdict);
            (count > 0).then(|| format!("{count} {verdict}"))
        });
        let told = shown.collect::<Vec<_>>().join(", ");
        match told.as_str() {
            "" => "no verdict".to_owned(),
            _ => told,
        }
    }

    fn mention(&mut self, verdict: Verdict) {
        self.verdicts.entry(verdict).or_default();
    }

    fn add(&mut self, verdict: Verdict) {
        *self.verdicts.entry(verdict).or_default() += 1;
        self.total += 1;
    }
}
