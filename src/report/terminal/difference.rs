//! Expected and actual, one above the other, with the part that differs marked.

use std::io::{self, Write};

use anstyle::Style;

use super::super::difference::Difference;
use super::super::json::Entry;
use super::super::layout::excerpt;
use super::{BAD, GOOD};

/// The columns that labels take.
const LABEL: usize = "    expected  ".len();

/// Of long texts, only the part around the difference is shown.
pub(super) fn write(entry: &Entry, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let difference = Difference::of(entry);
    let (start, wrong) = difference
        .at
        .map_or((0, 0), |(start, _, wrong)| (start, wrong.max(1)));
    let room = width.saturating_sub(LABEL);
    for (at, expected) in difference.expected.iter().enumerate() {
        let label = if at == 0 { "expected" } else { "      or" };
        let around = if difference.expected.len() == 1 {
            start
        } else {
            0
        };
        let (shown, _) = excerpt(expected, around, room);
        writeln!(out, "    {GOOD}{label}{GOOD:#}  {shown}")?;
    }
    let Some(actual) = &difference.actual else {
        return Ok(());
    };
    let (shown, column) = excerpt(actual, start, room);
    writeln!(out, "    {BAD}actual{BAD:#}    {shown}")?;
    if wrong > 0 {
        let length = wrong.min(room.saturating_sub(column)).max(1);
        marks(column, length, BAD, out)?;
    }
    Ok(())
}

fn marks(column: usize, length: usize, style: Style, out: &mut dyn Write) -> io::Result<()> {
    let marks = "^".repeat(length);
    writeln!(out, "{}{style}{marks}{style:#}", " ".repeat(LABEL + column))
}
