//! The report for machines.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use crate::rule::Registry;
use crate::runner::{Run, Selection, Summary};
use crate::subject::Hello;
use crate::verdict::{Finding, Verdict};

/// The version of the report's format.
pub const FORMAT: u32 = 1;

#[derive(Serialize)]
struct Report<'a> {
    format: u32,
    proofmark: &'static str,
    subject: &'a Hello,
    command: &'a [String],
    selection: Selected<'a>,
    seed: u64,
    cases: usize,
    conforms: bool,
    summary: Counts,
    domains: BTreeMap<&'a str, Counts>,
    choices: Vec<Choice<'a>>,
    verdicts: Vec<Entry<'a>>,
    seconds: f64,
}

#[derive(Serialize)]
struct Selected<'a> {
    only: &'a [String],
    skip: &'a [String],
    basis: &'static str,
    require: &'a [String],
    missing: &'a [String],
    skipped: usize,
    left_out_by_basis: usize,
}

#[derive(Serialize)]
struct Counts {
    #[serde(flatten)]
    verdicts: BTreeMap<&'static str, usize>,
    total: usize,
}

#[derive(Serialize)]
struct Choice<'a> {
    rule: String,
    title: &'a str,
    choices: BTreeMap<String, usize>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    kind: &'static str,
    rules: Vec<String>,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digest: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    actual: Option<&'a Value>,
}

/// The report as JSON text.
#[must_use]
pub fn render(run: &Run, selection: &Selection, command: &[String], registry: &Registry) -> String {
    let domains = run.domains().into_iter().map(|domain| {
        let counts = Summary::of(
            run.findings
                .iter()
                .filter(|finding| finding.domain() == domain),
        );
        (domain, counts.into())
    });
    let choices = run.choices().into_iter().map(|(rule, choices)| Choice {
        rule: rule.to_string(),
        title: registry.rule(rule).map_or("", |rule| &rule.title),
        choices,
    });
    let report = Report {
        format: FORMAT,
        proofmark: env!("CARGO_PKG_VERSION"),
        subject: &run.hello,
        command,
        selection: Selected {
            only: &selection.only,
            skip: &selection.skip,
            basis: if selection.stated_only {
                "stated"
            } else {
                "all"
            },
            require: &selection.require,
            missing: &run.missing,
            skipped: run.skipped,
            left_out_by_basis: run.left_out_by_basis,
        },
        seed: run.effort.seed,
        cases: run.effort.cases,
        conforms: run.conforms(),
        summary: run.summary().into(),
        domains: domains.collect(),
        choices: choices.collect(),
        verdicts: run.findings.iter().map(entry).collect(),
        seconds: run.elapsed.as_secs_f64(),
    };
    let mut text =
        serde_json::to_string_pretty(&report).expect("texts and numbers always serialize");
    text.push('\n');
    text
}

fn entry(finding: &Finding) -> Entry<'_> {
    let detail = finding.detail.as_ref();
    Entry {
        id: &finding.id,
        kind: finding.kind.as_str(),
        rules: finding.rules.iter().map(ToString::to_string).collect(),
        verdict: finding.verdict.as_str(),
        inputs: finding.search.as_ref().map(|search| search.inputs),
        digest: finding.search.as_ref().map(|search| search.digest.as_str()),
        message: detail.map(|detail| detail.message.as_str()),
        step: detail.and_then(|detail| detail.step),
        operation: detail.map(|detail| detail.operation.as_str()),
        input: detail.map(|detail| &detail.input),
        expected: detail.and_then(|detail| detail.expected.as_ref()),
        actual: detail.and_then(|detail| detail.actual.as_ref()),
    }
}

impl From<Summary> for Counts {
    fn from(summary: Summary) -> Self {
        Self {
            verdicts: Verdict::ALL
                .into_iter()
                .map(|verdict| (verdict.as_str(), summary.count(verdict)))
                .collect(),
            total: summary.total(),
        }
    }
}
