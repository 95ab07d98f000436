//! The report of a run.

use super::{Choice, Counts, Entry, FORMAT, Report, Selected, Shard};
use crate::rule::Registry;
use crate::runner::{Run, Selection, Summary};
use crate::verdict::{Finding, Verdict};

/// The report as JSON text.
#[must_use]
pub fn render(run: &Run, selection: &Selection, command: &[String], registry: &Registry) -> String {
    Report::of_run(run, selection, command, registry).to_text()
}

impl Report {
    /// The report of a run.
    #[must_use]
    pub fn of_run(
        run: &Run,
        selection: &Selection,
        command: &[String],
        registry: &Registry,
    ) -> Self {
        let domains = run.domains().into_iter().map(|domain| {
            let of_domain = |finding: &&Finding| finding.domain() == domain;
            let counts = Summary::of(run.findings.iter().filter(of_domain));
            (domain.to_owned(), counts.into())
        });
        let choices = run.choices().into_iter().map(|(rule, choices)| Choice {
            rule: rule.to_string(),
            title: registry
                .rule(rule)
                .map_or(String::new(), |rule| rule.title.clone()),
            choices,
        });
        Self {
            format: FORMAT,
            proofmark: env!("CARGO_PKG_VERSION").to_owned(),
            subject: run.hello.clone(),
            command: command.to_vec(),
            selection: selected(run, selection),
            seed: run.effort.seed,
            cases: run.effort.cases,
            shard: run.share.as_ref().map(|share| Shard {
                index: share.shard.index(),
                of: share.shard.of(),
                total: share.total,
                places: share.places.clone(),
            }),
            conforms: run.conforms(),
            summary: run.summary().into(),
            domains: domains.collect(),
            choices: choices.collect(),
            breakdowns: run.breakdowns.clone(),
            notes: run.notes.clone(),
            verdicts: run.findings.iter().map(entry).collect(),
            seconds: run.elapsed.as_secs_f64(),
        }
    }
}

fn selected(run: &Run, selection: &Selection) -> Selected {
    let basis = if selection.stated_only {
        "stated"
    } else {
        "all"
    };
    Selected {
        only: selection.only.clone(),
        skip: selection.skip.clone(),
        basis: basis.to_owned(),
        require: selection.require.clone(),
        missing: run.missing.clone(),
        skipped: run.skipped,
        left_out_by_basis: run.left_out_by_basis,
    }
}

fn entry(finding: &Finding) -> Entry {
    let (detail, search) = (finding.detail.as_ref(), finding.search.as_ref());
    Entry {
        id: finding.id.clone(),
        kind: finding.kind.as_str().to_owned(),
        rules: finding.rules.iter().map(ToString::to_string).collect(),
        verdict: finding.verdict.as_str().to_owned(),
        inputs: search.map(|search| search.inputs),
        digest: search.map(|search| search.digest.clone()),
        message: detail.map(|detail| detail.message.clone()),
        step: detail.and_then(|detail| detail.step),
        operation: detail.map(|detail| detail.operation.clone()),
        input: detail.map(|detail| detail.input.clone()),
        expected: detail.and_then(|detail| detail.expected.clone()),
        actual: detail.and_then(|detail| detail.actual.clone()),
        fault: detail.and_then(|detail| Some(detail.fault?.as_str().to_owned())),
    }
}

impl From<Summary> for Counts {
    fn from(summary: Summary) -> Self {
        let count = |verdict: Verdict| (verdict.as_str().to_owned(), summary.count(verdict));
        Self {
            verdicts: Verdict::ALL.into_iter().map(count).collect(),
            total: summary.total(),
        }
    }
}
