//! One block for each rule that is broken: its text, the clearest example, and the ids of the others.

use std::io::{self, Write};

use super::super::groups::Group;
use super::super::json::{Entry, Subject};
use super::super::layout::{chunks, wrapped};
use super::super::shell::again;
use super::super::visible::{compact, visible};
use super::{BAD, BOLD, DIM, MEH, bytes, difference};
use crate::verdict::Verdict;

/// How many further ids are named.
const NAMED: usize = 5;

/// The columns that labels take.
const LABEL: usize = "    expected  ".len();

pub(super) fn write(
    group: &Group<'_>,
    subject: &Subject,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    heading(group, out)?;
    if group.verdict == Verdict::KnownFailure {
        return known(group, out);
    }
    if let Some(rule) = group.rule {
        for line in wrapped(&rule.text, width.saturating_sub(4)) {
            let space = if line.is_empty() { "" } else { " " };
            writeln!(out, "  {DIM}│{DIM:#}{space}{line}")?;
        }
        writeln!(out)?;
    }
    example(group.clearest, subject, width, out)?;
    if !group.others.is_empty() {
        writeln!(out, "\n  {BOLD}and {} more{BOLD:#}", group.others.len())?;
        for entry in group.others.iter().take(NAMED) {
            writeln!(out, "    {}", visible(&entry.id))?;
        }
        if group.others.len() > NAMED {
            writeln!(out, "    …")?;
        }
    }
    writeln!(out)
}

fn heading(group: &Group<'_>, out: &mut dyn Write) -> io::Result<()> {
    let (style, word) = match group.verdict {
        Verdict::Errored => (BAD, "ERROR"),
        Verdict::UnexpectedPass => (BAD, "UNEXPECTED PASS"),
        Verdict::Warn => (MEH, "WARN"),
        Verdict::KnownFailure => (MEH, "known"),
        _ => (BAD, "FAIL"),
    };
    let Some(rule) = group.rule else {
        return Ok(());
    };
    writeln!(
        out,
        "{style}{word}{style:#} {BOLD}{} {}{BOLD:#} {DIM}({}, {}){DIM:#}",
        rule.id, rule.title, rule.level, rule.basis
    )
}

/// Known failures are told in a line for each reason.
fn known(group: &Group<'_>, out: &mut dyn Write) -> io::Result<()> {
    let mut reasons: Vec<(&str, Option<&str>, usize)> = Vec::new();
    for entry in std::iter::once(&group.clearest).chain(&group.others) {
        let Some(known) = &entry.known else { continue };
        match reasons.iter_mut().find(|it| it.0 == known.reason) {
            Some((_, _, count)) => *count += 1,
            None => reasons.push((&known.reason, known.link.as_deref(), 1)),
        }
    }
    for (reason, link, count) in reasons {
        let link = link.map_or(String::new(), |link| {
            format!(" {DIM}{}{DIM:#}", visible(link))
        });
        writeln!(out, "  {count} × {}{link}", visible(reason))?;
    }
    writeln!(out)
}

fn example(entry: &Entry, subject: &Subject, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let also = entry.rules.get(1..).unwrap_or_default();
    let also = match also {
        [] => String::new(),
        [named @ .., _] if named.len() >= NAMED => {
            let more = also.len() - NAMED;
            format!(" (also {} and {more} more)", also[..NAMED].join(", "))
        }
        _ => format!(" (also {})", also.join(", ")),
    };
    writeln!(out, "  {BOLD}{}{BOLD:#}{also}", visible(&entry.id))?;
    for line in entry.told().lines() {
        writeln!(out, "  {}", visible(line))?;
    }
    if entry.verdict == Verdict::UnexpectedPass {
        return writeln!(
            out,
            "  {DIM}`proofmark known update` takes it from the list{DIM:#}"
        );
    }
    if let Some(input) = &entry.input {
        let operation = entry.operation.as_deref().unwrap_or_default();
        let operation = operation.rsplit('.').next().unwrap_or_default();
        let (text, room) = (compact(input), width.saturating_sub(LABEL));
        for (at, line) in chunks(&text, room).iter().enumerate() {
            let label = if at == 0 { operation } else { "" };
            writeln!(out, "    {label:<9} {line}")?;
        }
    }
    difference::write(entry, width, out)?;
    bytes::write(entry, width, out)?;
    writeln!(
        out,
        "  {DIM}again:{DIM:#} {}",
        visible(&again(entry, subject))
    )
}
