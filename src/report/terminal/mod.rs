//! The report for people at a terminal.

mod besides;
mod block;
mod bytes;
mod difference;
mod pair;
mod sides;

use std::collections::BTreeSet;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

pub use self::pair::write as pair;

use self::besides::{abandoned, besides, choices, unsupported};
use super::groups::groups;
use super::json::{Counts, Entry, Report, Subject};
use super::visible::visible;
use crate::verdict::{Kind, Verdict};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const MEH: Style = AnsiColor::Yellow.on_default();

/// Writes the whole report into so many columns.
///
/// # Errors
///
/// If `out` fails.
pub fn write(report: &Report, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let [subject] = &report.subjects[..] else {
        return sides::write(report, width, out);
    };
    findings(report, subject, width, out)?;
    choices(report, subject, out)?;
    domains(subject, out)?;
    writeln!(out)?;
    missing(subject, out)?;
    last_line(report, subject, out)
}

/// What there is to say about a subject beside numbers.
fn findings(
    report: &Report,
    subject: &Subject,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    for group in groups(report, subject) {
        block::write(&group, subject, width, out)?;
    }
    abandoned(subject, out)?;
    besides(subject, out)?;
    unsupported(subject, out)
}

/// A blank line after a block, unless there was none.
fn end_of_block(empty: bool, out: &mut dyn Write) -> io::Result<()> {
    if empty { Ok(()) } else { writeln!(out) }
}

fn domains(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    for (domain, counts) in &subject.domains {
        let entries: Vec<&Entry> = subject
            .verdicts
            .iter()
            .filter(|entry| entry.domain() == domain)
            .collect();
        let rules = entries.iter().flat_map(|entry| &entry.rules);
        let rules: BTreeSet<&String> = rules.collect();
        let laws = entries.iter().filter(|entry| entry.kind == Kind::Law);
        let laws = laws.count();
        let inputs: usize = entries.iter().filter_map(|entry| entry.inputs).sum();
        let cases = entries.len() - laws;
        let inputs = format!("({inputs} inputs)");
        writeln!(
            out,
            "  {domain:<18} {:>3} rules {cases:>6} cases {laws:>3} laws {inputs:<14} {}",
            rules.len(),
            told(counts)
        )?;
    }
    Ok(())
}

fn missing(subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    if subject.missing.is_empty() {
        return Ok(());
    }
    writeln!(
        out,
        "{BAD}incomplete{BAD:#}: required, but not all of it was checked: {}",
        subject.missing.join(", ")
    )
}

fn last_line(report: &Report, subject: &Subject, out: &mut dyn Write) -> io::Result<()> {
    let style = if subject.conclusion.is_good() {
        GOOD
    } else {
        BAD
    };
    let laws = subject.verdicts.iter().any(|entry| entry.kind == Kind::Law);
    let seed = laws.then(|| format!("seed {}", report.seed));
    let shard = report.shard.as_ref();
    let shard = shard.map(|it| format!("shard {}/{}", it.index, it.of));
    let of: Vec<String> = seed.into_iter().chain(shard).collect();
    let of = if of.is_empty() {
        String::new()
    } else {
        format!(" ({})", of.join(", "))
    };
    let (name, sentence) = (visible(&subject.name), subject.conclusion.sentence());
    if subject.verdicts.is_empty() && report.shard.is_none() {
        return writeln!(out, "{style}{name} {sentence}{style:#}");
    }
    writeln!(
        out,
        "{style}{name} {sentence}{style:#}: {}{} in {:.2} s{of}",
        told(&subject.summary),
        left_out(report),
        subject.seconds
    )
}

/// What was not even asked for, and how much of it.
fn left_out(report: &Report) -> String {
    let left_out = [
        (report.selection.skipped, "skipped"),
        (report.selection.left_out_by_basis, "left out by --basis"),
    ];
    left_out
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, how)| format!(", {count} {how}"))
        .collect()
}

/// The verdicts that occur, with their counts; passes and failures always.
fn told(counts: &Counts) -> String {
    let shown = Verdict::ALL.into_iter().filter_map(|verdict| {
        let count = counts.count(verdict);
        let always = matches!(verdict, Verdict::Pass | Verdict::Fail);
        (always || count > 0).then(|| format!("{count} {verdict}"))
    });
    shown.collect::<Vec<_>>().join(", ")
}
