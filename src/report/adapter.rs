//! The examination of an adapter, for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::layout::wrapped;
use super::visible::{shortened, visible};
use crate::adapter::{Checked, Complaint, Examination, Outcome};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();
const MEH: Style = AnsiColor::Yellow.on_default();

/// Writes what was found, a line a check, and below each that failed the likely mistake and its remedy.
///
/// # Errors
///
/// If `out` fails.
pub fn write(examination: &Examination, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let mut told: Vec<&str> = Vec::new();
    for checked in &examination.checks {
        line(checked, out)?;
        if let Outcome::Unsound(complaint) = &checked.outcome {
            let again = told.contains(&complaint.cause);
            told.push(complaint.cause);
            explain(complaint, again, width, out)?;
        }
    }
    let count = |wanted: fn(&Outcome) -> bool| {
        let checks = examination.checks.iter();
        checks.filter(|it| wanted(&it.outcome)).count()
    };
    let counts = [
        (count(|it| matches!(it, Outcome::Sound(_))), "sound"),
        (count(|it| matches!(it, Outcome::Unsound(_))), "unsound"),
        (
            count(|it| matches!(it, Outcome::NotCovered(_))),
            "not covered",
        ),
        (count(|it| matches!(it, Outcome::NotReached)), "not reached"),
    ];
    let shown = counts.iter().enumerate();
    let shown = shown.filter(|(at, (count, _))| *at < 2 || *count > 0);
    let shown: Vec<String> = shown
        .map(|(_, (count, word))| format!("{count} {word}"))
        .collect();
    let name = examination
        .hello
        .as_ref()
        .map_or("the adapter", |hello| &hello.name);
    let (style, verdict) = if examination.is_sound() {
        (GOOD, "is a sound adapter")
    } else {
        (BAD, "is not a sound adapter")
    };
    writeln!(
        out,
        "\n{style}{} {verdict}{style:#}: {}",
        visible(name),
        shown.join(", ")
    )
}

fn line(checked: &Checked, out: &mut dyn Write) -> io::Result<()> {
    let (style, word, seen) = match &checked.outcome {
        Outcome::Sound(seen) => (GOOD, "ok", seen.as_str()),
        Outcome::Unsound(_) => (BAD, "FAIL", ""),
        Outcome::NotCovered(why) => (MEH, "not covered", why.as_str()),
        // They are counted at the end.
        Outcome::NotReached => return Ok(()),
    };
    let (rule, name) = (checked.rule, checked.name);
    if seen.is_empty() {
        return writeln!(out, "{style}{word:<11}{style:#} {rule} {name}");
    }
    let seen = visible(seen);
    writeln!(
        out,
        "{style}{word:<11}{style:#} {rule} {name:<18} {DIM}{seen}{DIM:#}"
    )
}

/// What was seen, and what to do. A cause that was told before is not told again.
fn explain(
    complaint: &Complaint,
    again: bool,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let most = if again { 1 } else { usize::MAX };
    for (at, seen) in complaint.saw.lines().take(most).enumerate() {
        let label = if at == 0 { "seen" } else { "" };
        writeln!(
            out,
            "  {BOLD}{label:<8}{BOLD:#} {}",
            shortened(&visible(seen))
        )?;
    }
    if again {
        return writeln!(out, "  {BOLD}{:<8}{BOLD:#} as above", "likely");
    }
    for (label, text) in [("likely", complaint.cause), ("mend it", complaint.remedy)] {
        for (at, text) in wrapped(text, width.saturating_sub(11)).iter().enumerate() {
            let label = if at == 0 { label } else { "" };
            writeln!(out, "  {BOLD}{label:<8}{BOLD:#} {text}")?;
        }
    }
    Ok(())
}
