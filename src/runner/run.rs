//! A run: every selected case, asked and judged.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::error::Error;
use serde_json::{Value, json};

use crate::generate::requests;
use crate::law::{self, Effort};
use crate::rule::{Registry, RuleId};
use crate::runner::selection::Plan;
use crate::subject::{Hello, Request, Subject};
use crate::vector::Case;
use crate::verdict::{Detail, Finding, Kind, Verdict, judge};

/// How many cases are asked between two reports of progress.
const BATCH: usize = 256;

/// Everything that a run found out.
#[derive(Debug)]
pub struct Run {
    /// What the subject said of itself.
    pub hello: Hello,
    /// The findings, in the order of the plan.
    pub findings: Vec<Finding>,
    /// How hard laws were searched.
    pub effort: Effort,
    /// How many cases and laws `--skip` left out.
    pub skipped: usize,
    /// How many cases `--basis` left out.
    pub left_out_by_basis: usize,
    /// Required domains of which something is missing.
    pub missing: Vec<String>,
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

/// Checks a subject.
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
    let start = Instant::now();
    let hello = subject.hello()?;
    let mut findings = Vec::with_capacity(plan.cases.len());
    for batch in plan.cases.chunks(BATCH) {
        findings.extend(ask(batch, subject, &hello, registry));
        observer.judged(batch.len());
    }
    for law in &plan.laws {
        let lack = lack(
            law.needs.iter().copied(),
            law.operations.iter().copied(),
            &hello,
            registry,
        );
        findings.push(match lack {
            Some(lack) => unsupported(law.id, Kind::Law, law.rules, lack),
            None => law::search(law, subject, effort),
        });
        observer.judged(1);
    }
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
        skipped: plan.skipped,
        left_out_by_basis: plan.left_out_by_basis,
        missing: missing.into_iter().collect(),
        elapsed: start.elapsed(),
    })
}

/// Asks several cases at once, so that their requests share the pipe.
fn ask(
    cases: &[Case],
    subject: &mut dyn Subject,
    hello: &Hello,
    registry: &Registry,
) -> Vec<Finding> {
    let mut script: Vec<Request> = Vec::new();
    let mut ranges = Vec::new();
    for case in cases {
        let start = script.len();
        let operations = case.steps.iter().map(|step| step.operation.as_str());
        if let Some(lack) = lack(
            case.needs.iter().map(String::as_str),
            operations,
            hello,
            registry,
        ) {
            ranges.push(Err(lack));
            continue;
        }
        script.extend(requests(case));
        ranges.push(Ok(start..script.len()));
        script.extend(end(case, registry));
    }
    let answers = subject.answer(&script);
    let findings = cases.iter().zip(ranges).map(|(case, range)| match range {
        Ok(range) => judge(case, &answers[range], registry),
        Err(lack) => unsupported(&case.id, Kind::Case, &case.rules, lack),
    });
    findings.collect()
}

/// The request that ends the session of a case, if it has one.
fn end(case: &Case, registry: &Registry) -> Option<Request> {
    let request = requests(case).find(|request| request.session.is_some())?;
    let operation = format!("{}.end", case.domain());
    registry.operation(&operation)?;
    Some(Request {
        operation,
        session: request.session,
        input: json!({}),
    })
}

/// Why something is not asked at all.
struct Lack {
    operation: String,
    message: String,
}

/// What the subject lacks, by its own declaration, for something that has these needs and operations.
fn lack<'a>(
    mut needs: impl Iterator<Item = &'a str>,
    mut operations: impl Iterator<Item = &'a str> + Clone,
    hello: &Hello,
    registry: &Registry,
) -> Option<Lack> {
    let first = operations.clone().next().unwrap_or_default();
    if let Some(need) = needs.find(|need| !hello.meets(need, registry)) {
        let message = format!("the adapter does not declare {need}");
        return Some(Lack {
            operation: first.to_owned(),
            message,
        });
    }
    let operation = operations
        .find(|operation| !hello.has(operation))?
        .to_owned();
    Some(Lack {
        operation,
        message: "the adapter does not declare the operation".to_owned(),
    })
}

fn unsupported(id: &str, kind: Kind, rules: &[RuleId], lack: Lack) -> Finding {
    Finding {
        id: id.to_owned(),
        kind,
        rules: rules.to_vec(),
        verdict: Verdict::Unsupported,
        detail: Some(Detail {
            message: lack.message,
            step: None,
            operation: lack.operation,
            input: Value::Null,
            expected: None,
            actual: None,
        }),
        choices: BTreeMap::new(),
        search: None,
    }
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

    /// Whether the subject conforms: nothing failed, nothing broke, and nothing that is required is missing.
    #[must_use]
    pub fn conforms(&self) -> bool {
        let summary = self.summary();
        summary.count(Verdict::Fail) == 0
            && summary.count(Verdict::Errored) == 0
            && self.missing.is_empty()
    }

    /// Whether anything could be judged at all.
    #[must_use]
    pub fn judged_anything(&self) -> bool {
        let summary = self.summary();
        summary.total() > summary.count(Verdict::Unsupported) + summary.count(Verdict::Errored)
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
