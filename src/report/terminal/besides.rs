//! What is told of a run beside its verdicts.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::{BAD, BOLD, MEH, end_of_block};
use crate::report::visible::visible;
use crate::runner::Run;

/// What was not judged, and why: nothing is known about it, so one line for a reason is enough.
pub(super) fn abandoned(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    let mut by_reason: BTreeMap<&str, usize> = BTreeMap::new();
    for finding in run.findings.iter().filter(|finding| finding.is_abandoned()) {
        let message = finding.detail.as_ref().map_or("", |it| it.message.as_str());
        *by_reason.entry(message).or_default() += 1;
    }
    for (reason, count) in &by_reason {
        let heading = format!("{BAD}ERROR{BAD:#} {BOLD}{count}{BOLD:#}");
        told(&heading, reason, out)?;
    }
    end_of_block(by_reason.is_empty(), out)
}

/// What is told of the subject beside the verdicts.
pub(super) fn besides(run: &Run, out: &mut dyn Write) -> io::Result<()> {
    for breakdown in &run.breakdowns {
        let heading =
            format!("{BAD}ERROR{BAD:#} {BOLD}no case or law is to blame for this{BOLD:#}:");
        told(&heading, breakdown, out)?;
    }
    for note in &run.notes {
        told(&format!("{MEH}note{MEH:#}"), note, out)?;
    }
    end_of_block(run.breakdowns.is_empty() && run.notes.is_empty(), out)
}

/// A text of several lines, behind a heading.
fn told(heading: &str, text: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = text.lines().map(visible);
    writeln!(out, "{heading} {}", lines.next().unwrap_or_default())?;
    lines.try_for_each(|line| writeln!(out, "  {line}"))
}
