//! Two answers to the same question.

use std::io::{self, Write};

use super::super::difference::differing;
use super::super::layout::{excerpt, wrapped};
use super::super::shell::quote;
use super::super::visible::{compact, visible};
use super::{BAD, BOLD, DIM, GOOD};
use crate::law::{Difference, Law};

/// How many of the requests before the last are shown.
const BEFORE: usize = 5;

/// Writes where two subjects differ: what they were asked, and what each of them answered. `others` are laws whose
/// inputs make them differ in the same operation.
///
/// # Errors
///
/// If `out` fails.
pub fn write(
    law: &Law,
    difference: &Difference,
    others: &[&Law],
    names: &[String; 2],
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let operation = difference.requests.last().map_or("", |it| &it.operation);
    writeln!(
        out,
        "{BAD}DIFFER{BAD:#} {BOLD}{operation}{BOLD:#} {DIM}on an input of {}{DIM:#}",
        law.id
    )?;
    let label = names.iter().map(|name| name.chars().count()).max();
    let label = label.unwrap_or(0).max(9);
    let hidden = difference.requests.len().saturating_sub(BEFORE + 1);
    if hidden > 0 {
        writeln!(out, "  {DIM}… {hidden} requests before{DIM:#}")?;
    }
    for request in &difference.requests[hidden..] {
        let operation = request.operation.rsplit('.').next().unwrap_or_default();
        writeln!(out, "  {operation:<label$}  {}", compact(&request.input))?;
    }
    let [a, b] = [0, 1].map(|at| visible(&difference.answers[at].to_string()));
    let (start, of_a, of_b) = differing(&a, &b);
    let room = width.saturating_sub(label + 4);
    for (name, answer, wrong, style) in [(&names[0], a, of_a, GOOD), (&names[1], b, of_b, BAD)] {
        let (shown, column) = excerpt(&answer, start, room);
        writeln!(out, "  {style}{name:<label$}{style:#}  {shown}")?;
        let marks = "^".repeat(wrong.clamp(1, room.saturating_sub(column).max(1)));
        writeln!(
            out,
            "{}{style}{marks}{style:#}",
            " ".repeat(label + 4 + column)
        )?;
    }
    writeln!(
        out,
        "  {DIM}which of them is right:{DIM:#} proofmark check --only {} --replay {} -- …",
        quote(law.id),
        visible(&quote(&difference.input.to_string()))
    )?;
    if !others.is_empty() {
        let ids: Vec<&str> = others.iter().map(|law| law.id).collect();
        let more = format!("also on inputs of {}", ids.join(", "));
        for line in wrapped(&more, width.saturating_sub(2)) {
            writeln!(out, "  {DIM}{line}{DIM:#}")?;
        }
    }
    writeln!(out)
}
