//! What was found in a Parquet file, for people.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};

use super::visible::{shortened, visible};
use crate::parquet::{Checked, Finding};
use crate::rule::Registry;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();
const GOOD: Style = AnsiColor::Green.on_default();
const BAD: Style = AnsiColor::Red.on_default().bold();

/// Writes all that was found: a block for each finding, then a line that sums up.
///
/// # Errors
///
/// If `out` fails.
pub fn write(checked: &Checked, registry: &Registry, out: &mut dyn Write) -> io::Result<()> {
    let file = visible(&checked.file.display().to_string());
    for finding in checked.findings.told() {
        block(&file, finding, registry, out)?;
    }
    if !checked.others.is_empty() {
        let names: Vec<String> = checked.others.iter().map(|name| visible(name)).collect();
        writeln!(
            out,
            "{DIM}{file}: columns not judged: {}{DIM:#}",
            shortened(&names.join(", "))
        )?;
    }
    let what = match checked.table {
        Some(table) => format!("{}, {} judged", table.name(), counted(checked.rows, "row")),
        None => "nothing could be judged".to_owned(),
    };
    match checked.findings.count() {
        0 => writeln!(out, "{file} {GOOD}conforms{GOOD:#}: {what}"),
        count => writeln!(
            out,
            "{file} {BAD}does not conform{BAD:#}: {what}, {}",
            counted(count, "finding")
        ),
    }
}

fn counted(count: u64, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{s}")
}

fn block(
    file: &str,
    finding: &Finding,
    registry: &Registry,
    out: &mut dyn Write,
) -> io::Result<()> {
    let column = finding
        .column
        .as_deref()
        .map(|name| format!("column {}", visible(name)));
    let row = finding.row.map(|row| format!("row {row}"));
    let place = [column, row]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ");
    let place = if place.is_empty() {
        "the file".to_owned()
    } else {
        place
    };
    let rule = finding.rule.and_then(|id| registry.rule(id));
    match rule {
        Some(rule) => writeln!(
            out,
            "{BAD}FAIL{BAD:#} {BOLD}{file}, {place}{BOLD:#} {DIM}({} {}){DIM:#}",
            rule.id, rule.title
        )?,
        None => writeln!(out, "{BAD}FAIL{BAD:#} {BOLD}{file}, {place}{BOLD:#}")?,
    }
    writeln!(out, "  {}", shortened(&visible(&finding.problem)))?;
    writeln!(out, "  {DIM}{}{DIM:#}", finding.advice)?;
    if finding.more > 0 {
        writeln!(out, "  and so in {}", counted(finding.more, "more row"))?;
    }
    writeln!(out)
}
