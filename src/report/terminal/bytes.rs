//! The keys of indexes as bytes, with their fields named under them.

use std::io::{self, Write};

use anstyle::Style;

use super::super::json::Entry;
use super::super::key_fields::{Field, Mismatch, mismatches};
use super::{BAD, DIM, GOOD};

/// The columns that labels take.
const LABEL: usize = "    expected  ".len();

/// The space between fields.
const GAP: usize = 2;

/// Where a key was expected and another one came, both of them field by field.
pub(super) fn write(entry: &Entry, width: usize, out: &mut dyn Write) -> io::Result<()> {
    for mismatch in mismatches(entry) {
        let Mismatch {
            name,
            expected,
            actual,
        } = mismatch;
        writeln!(out, "  {DIM}{name}, field by field:{DIM:#}")?;
        rows("expected", GOOD, &expected, &actual, width, out)?;
        rows("actual", BAD, &actual, &expected, width, out)?;
    }
    Ok(())
}

/// Bytes, and their names below them, on as many lines as they need. What differs from the other key is marked.
fn rows(
    label: &str,
    style: Style,
    key: &[Field],
    other: &[Field],
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let room = width.saturating_sub(LABEL).max(20);
    let (mut bytes, mut names, mut used) = (String::new(), String::new(), 0);
    let mut label = format!("    {style}{label:<10}{style:#}");
    for (at, field) in key.iter().enumerate() {
        let wide = field.hex.len().max(field.name.chars().count());
        if used > 0 && used + wide > room {
            line(&mut label, &mut bytes, &mut names, out)?;
            used = 0;
        }
        let mark = if other.get(at) == Some(field) {
            Style::new()
        } else {
            style
        };
        let pad = |length: usize| " ".repeat(wide - length + GAP);
        let (hex, name) = (&field.hex, &field.name);
        bytes += &format!("{mark}{hex}{mark:#}{}", pad(hex.len()));
        names += &format!("{name}{}", pad(name.chars().count()));
        used += wide + GAP;
    }
    line(&mut label, &mut bytes, &mut names, out)
}

fn line(
    label: &mut String,
    bytes: &mut String,
    names: &mut String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let indent = " ".repeat(LABEL);
    writeln!(out, "{label}{}", bytes.trim_end())?;
    writeln!(out, "{indent}{DIM}{}{DIM:#}", names.trim_end())?;
    *label = indent;
    (bytes.clear(), names.clear());
    Ok(())
}
