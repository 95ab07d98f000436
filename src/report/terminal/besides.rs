//! What is told of a subject beside its failures.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::super::json::{Report, Subject};
use super::super::visible::visible;
use super::{BAD, BOLD, DIM, MEH, end_of_block};
use crate::verdict::Verdict;

/// What was not judged, and why: nothing is known about it, so one line for a reason is enough.
pub(super) fn abandoned(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let mut by_reason: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in subject.verdicts.iter().filter(|it| it.is_abandoned()) {
        let message = entry.message.as_deref().unwrap_or_default();
        *by_reason.entry(message).or_default() += 1;
    }
    for (reason, count) in &by_reason {
        let heading = format!("{BAD}ERROR{BAD:#} {BOLD}{count}{BOLD:#}");
        told(&heading, reason, out)?;
    }
    end_of_block(by_reason.is_empty(), out)
}

/// What is told of the subject beside the verdicts.
pub(super) fn besides(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    for breakdown in &subject.breakdowns {
        let heading =
            format!("{BAD}ERROR{BAD:#} {BOLD}no case or law is to blame for this{BOLD:#}:");
        told(&heading, breakdown, out)?;
    }
    for note in &subject.notes {
        told(&format!("{MEH}note{MEH:#}"), note, out)?;
    }
    end_of_block(
        subject.breakdowns.is_empty() && subject.notes.is_empty(),
        out,
    )
}

/// A text of several lines, behind a heading.
fn told(heading: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = text.lines().map(visible);
    writeln!(out, "{heading} {}", lines.next().unwrap_or_default())?;
    lines.try_for_each(|line| writeln!(out, "  {line}"))
}

/// The operations that the subject does not have.
pub(super) fn unsupported(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let mut by_operation: BTreeMap<&str, usize> = BTreeMap::new();
    let entries = subject.verdicts.iter();
    for entry in entries.filter(|it| it.verdict == Verdict::Unsupported) {
        let operation = entry.operation.as_deref().unwrap_or_default();
        *by_operation.entry(operation).or_default() += 1;
    }
    for (operation, count) in &by_operation {
        let cases = if *count == 1 { "case" } else { "cases" };
        writeln!(out, "{MEH}not covered{MEH:#} {operation}: {count} {cases}")?;
    }
    end_of_block(by_operation.is_empty(), out)
}

/// What the subject does where rules are open.
pub(super) fn choices(report: &Report, subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    for choice in &subject.choices {
        let title = report.rule(&choice.rule).map_or("", |it| it.title.as_str());
        let names: Vec<&str> = choice.choices.keys().map(String::as_str).collect();
        let mixed = if names.len() > 1 {
            " (not the same everywhere)"
        } else {
            ""
        };
        writeln!(
            out,
            "{DIM}choice{DIM:#} {} {title}: {}{mixed}",
            choice.rule,
            names.join(" and ")
        )?;
    }
    end_of_block(subject.choices.is_empty(), out)
}
