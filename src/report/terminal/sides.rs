//! Several subjects in one report: what is wrong with each, and then all of them side by side.

use std::io::{self, Write};

use anstyle::Style;

use super::super::json::{Report, Subject};
use super::super::layout::columns;
use super::super::sides::{Cell, agreement, choices, rules};
use super::super::visible::visible;
use super::{BAD, BOLD, DIM, GOOD, MEH, findings, last_line, missing};
use crate::verdict::Verdict;

pub(super) fn write(report: &Report, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for subject in &report.subjects {
        if subject.conclusion.is_good() && subject.notes.is_empty() {
            continue;
        }
        let name = visible(&subject.name);
        let rest = width.saturating_sub(name.chars().count() + 4).min(96);
        writeln!(
            out,
            "{DIM}──{DIM:#} {BOLD}{name}{BOLD:#} {DIM}{}{DIM:#}\n",
            "─".repeat(rest)
        )?;
        findings(report, subject, width, out)?;
    }
    domain_matrix(report, width, out)?;
    rule_matrix(report, width, out)?;
    choice_matrix(report, width, out)?;
    for subject in &report.subjects {
        missing(subject, out)?;
        last_line(report, subject, out)?;
    }
    let (same, other) = agreement(report);
    let good = report.subjects.iter().filter(|it| it.conclusion.is_good());
    let (good, all) = (good.count(), report.subjects.len());
    let style = if good == all { GOOD } else { BAD };
    writeln!(
        out,
        "\n{style}{good} of {all} subjects pass{style:#}; they agree on {same} cases and laws, and differ on {other}"
    )
}

/// The names of the subjects, as headings.
fn names(report: &Report, first: &str) -> Vec<(String, Style)> {
    let names = report
        .subjects
        .iter()
        .map(|subject: &Subject| visible(&subject.name));
    let names = names.map(|name| (name, BOLD));
    std::iter::once((first.to_owned(), DIM))
        .chain(names)
        .collect()
}

fn domain_matrix(report: &Report, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut table = vec![names(report, "domain")];
    for domain in report.domains() {
        let cell = |subject: &Subject| match subject.domains.get(domain) {
            None => ("–".to_owned(), DIM),
            Some(counts) => {
                let bad = [Verdict::Fail, Verdict::Errored, Verdict::UnexpectedPass];
                let bad = bad.iter().any(|verdict| counts.count(*verdict) > 0);
                (counts.told(), if bad { BAD } else { GOOD })
            }
        };
        let first = (domain.to_owned(), Style::new());
        table.push(
            std::iter::once(first)
                .chain(report.subjects.iter().map(cell))
                .collect(),
        );
    }
    columns(&table, width, out)
}

/// The rules on which something speaks against anyone.
fn rule_matrix(report: &Report, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let rows = rules(report);
    let clean = rows.iter().filter(|row| row.is_clean()).count();
    let mut table = vec![names(report, "rule")];
    for row in rows.iter().filter(|row| !row.is_clean()) {
        let first = (format!("{} {}", row.rule.id, row.rule.title), Style::new());
        let cells = row.cells.iter().map(|cell| (cell.shown(), style(*cell)));
        table.push(std::iter::once(first).chain(cells).collect());
    }
    if table.len() > 1 {
        columns(&table, width, out)?;
    }
    let others = if table.len() > 1 {
        "other rules"
    } else {
        "rules"
    };
    writeln!(out, "{DIM}on {clean} {others} nobody fails{DIM:#}\n")
}

fn style(cell: Cell) -> Style {
    match cell.worst {
        None | Some(Verdict::Unsupported) => DIM,
        Some(Verdict::Pass) => GOOD,
        Some(Verdict::Warn | Verdict::KnownFailure) => MEH,
        Some(Verdict::Fail | Verdict::Errored | Verdict::UnexpectedPass) => BAD,
    }
}

fn choice_matrix(report: &Report, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut table = vec![names(report, "choice")];
    for choice in choices(report) {
        let style = if choice.agree() { Style::new() } else { MEH };
        let first = (format!("{} {}", choice.rule, choice.title), Style::new());
        let cells = choice.names.iter().map(|names| {
            if names.is_empty() {
                ("–".to_owned(), DIM)
            } else {
                (visible(&names.join(" and ")), style)
            }
        });
        table.push(std::iter::once(first).chain(cells).collect());
    }
    if table.len() == 1 {
        return Ok(());
    }
    columns(&table, width, out)
}
