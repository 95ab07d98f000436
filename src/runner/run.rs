//! A run: every selected case, asked and judged.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use super::ask::Inquiry;
use super::pace::Pace;
use super::selection::Plan;
use super::shard::Share;
use super::version::followed;
use super::work::work;
use crate::error::Error;
use crate::law::Effort;
use crate::rule::{Registry, RuleId};
use crate::subject::{Hello, Subject};
use crate::verdict::{Conclusion, Finding, Verdict};

/// Everything that a run found out.
#[derive(Debug)]
pub struct Run {
    /// What the subject said of itself.
    pub hello: Hello,
    /// The findings, in the order of the plan.
    pub findings: Vec<Finding>,
    /// How hard laws were searched.
    pub effort: Effort,
    /// Which part of the selection was checked; `None` for all of it.
    pub share: Option<Share>,
    /// How many cases and laws `--skip` left out.
    pub skipped: usize,
    /// How many cases `--basis` left out.
    pub left_out_by_basis: usize,
    /// Required domains of which something is missing.
    pub missing: Vec<String>,
    /// What broke without any case or law to blame for it. A subject that breaks does not conform.
    pub breakdowns: Vec<String>,
    /// What else is worth telling about the subject. It is not held against it.
    pub notes: Vec<String>,
    /// How long it took.
    pub elapsed: Duration,
}

/// Counts of verdicts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Summary([usize; Verdict::ALL.len()]);

/// Someone who wants to know how far a run is.
pub trait Observer {
    /// So many cases and laws have been judged.
    fn judged(&mut self, count: usize);
}

impl Observer for () {
    fn judged(&mut self, _: usize) {}
}

/// Checks a subject, one thing after the other and to the end.
///
/// # Errors
///
/// If the subject cannot be used at all.
pub fn run(
    plan: &Plan,
    subject: &mut dyn Subject,
    effort: &Effort,
    registry: &Registry,
    observer: &mut dyn Observer,
) -> Result<Run, Error> {
    run_at(plan, subject, effort, &Pace::default(), registry, observer)
}

/// Checks a subject at a given pace. What is found does not depend on how many are asked at the same time.
///
/// # Errors
///
/// If the subject cannot be used at all.
pub fn run_at(
    plan: &Plan,
    subject: &mut dyn Subject,
    effort: &Effort,
    pace: &Pace,
    registry: &Registry,
    observer: &mut dyn Observer,
) -> Result<Run, Error> {
    let start = Instant::now();
    let hello = subject.hello()?;
    let inquiry = Inquiry {
        hello: &hello,
        effort,
        registry,
    };
    let (plan, left_out) = followed(plan, &hello, registry);
    let plan = plan.as_ref();
    let (findings, besides) = work(plan, subject, inquiry, pace, observer);
    let mut missing: BTreeSet<String> = plan.missing.iter().cloned().collect();
    for finding in findings
        .iter()
        .filter(|finding| finding.verdict == Verdict::Unsupported)
    {
        if plan.require.iter().any(|domain| domain == finding.domain()) {
            missing.insert(finding.domain().to_owned());
        }
    }
    Ok(Run {
        hello,
        findings,
        effort: effort.clone(),
        share: plan.share.clone(),
        skipped: plan.skipped,
        left_out_by_basis: plan.left_out_by_basis,
        missing: missing.into_iter().collect(),
        breakdowns: besides.breakdowns,
        notes: left_out.into_iter().chain(besides.notes).collect(),
        elapsed: start.elapsed(),
    })
}

impl Summary {
    /// Counts findings.
    pub fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Self {
        let mut counts = Self::default();
        for finding in findings {
            counts.0[finding.verdict as usize] += 1;
        }
        counts
    }

    /// How many have this verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.0[verdict as usize]
    }

    /// How many there are.
    #[must_use]
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }
}

impl Run {
    /// The counts over all findings.
    #[must_use]
    pub fn summary(&self) -> Summary {
        Summary::of(&self.findings)
    }

    /// What the findings come to.
    #[must_use]
    pub fn conclusion(&self) -> Conclusion {
        let verdicts = self.findings.iter();
        let flawless = self.missing.is_empty() && self.breakdowns.is_empty();
        Conclusion::of(
            verdicts.map(|finding| (finding.verdict, finding.is_abandoned())),
            flawless,
        )
    }

    /// Whether the subject conforms: nothing failed, nothing broke, and nothing that is required is missing.
    #[must_use]
    pub fn conforms(&self) -> bool {
        self.conclusion() == Conclusion::Conforms
    }

    /// Whether everything that was planned was asked to the end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        !self.findings.iter().any(Finding::is_abandoned)
    }

    /// The behaviours that the subject showed at open rules: usually one for each.
    #[must_use]
    pub fn choices(&self) -> BTreeMap<RuleId, BTreeMap<String, usize>> {
        let mut seen: BTreeMap<RuleId, BTreeMap<String, usize>> = BTreeMap::new();
        for (rule, name) in self.findings.iter().flat_map(|finding| &finding.choices) {
            *seen
                .entry(*rule)
                .or_default()
                .entry(name.clone())
                .or_default() += 1;
        }
        seen
    }

    /// The domains of the findings, in order.
    #[must_use]
    pub fn domains(&self) -> Vec<&str> {
        let mut domains: Vec<&str> = Vec::new();
        for finding in &self.findings {
            if !domains.contains(&finding.domain()) {
                domains.push(finding.domain());
            }
        }
        domains
    }
}
