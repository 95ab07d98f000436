//! A case: what it shows, what is asked and expected, its bytes, and what nothing else would catch.

use std::io::{self, Write};

use serde_json::Value;

use super::headline;
use crate::cli::{print, width};
use crate::error::Error;
use crate::report::layout::wrapped;
use crate::report::reading::readings;
use crate::report::visible::{compact, shortened, visible};
use crate::rule::Registry;
use crate::runner::{Sole, sole};
use crate::vector::{Case, Expectation, Library, Outcome, Topic, Versions};

/// A case, and the file that it stands in.
pub(super) struct Found {
    case: Case,
    topic: Topic,
}

pub(super) fn find(
    id: &str,
    library: &Library,
    registry: &Registry,
) -> Result<Option<Found>, Error> {
    let mut sources = library.sources().iter();
    let source = sources.find(|source| id.starts_with(&format!("{}/", source.name)));
    let Some(source) = source else {
        return Ok(None);
    };
    let topic = source.parse(registry)?;
    let case = topic.cases.iter().find(|case| case.id == id).cloned();
    Ok(case.map(|case| Found { case, topic }))
}

pub(super) fn explain(found: &Found, library: &Library, registry: &Registry) -> Result<(), Error> {
    let soles = if found.case.versions.are_over() {
        None
    } else {
        Some(sole(&found.case, library, registry)?)
    };
    print(|out| {
        told_of(&found.case, &found.topic, registry, out)?;
        bytes(&found.case, out)?;
        soles.map_or(Ok(()), |soles| kills(&soles, out))
    })
}

fn told_of(case: &Case, topic: &Topic, registry: &Registry, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}\n  {}:{}", case.id, topic.file, case.line)?;
    let Versions { since, until } = case.versions;
    if let Some(since) = since {
        writeln!(out, "  since version {since}")?;
    }
    if let Some(until) = until {
        writeln!(out, "  until version {until}")?;
    }
    writeln!(out)?;
    if let Some(note) = &case.note {
        writeln!(out, "{note}\n")?;
    }
    for rule in case.rules.iter().filter_map(|id| registry.known(*id)) {
        writeln!(out, "{}", headline(rule))?;
        for line in wrapped(&rule.text, width().saturating_sub(2)) {
            writeln!(out, "{}", format!("  {line}").trim_end())?;
        }
    }
    for (at, step) in case.steps.iter().enumerate() {
        writeln!(out)?;
        if case.is_scenario() {
            write!(out, "{}. ", at + 1)?;
        }
        writeln!(out, "{} {}", step.operation, compact(&step.input))?;
        match &step.expect {
            Some(Expectation::One(outcome)) => told(outcome, "", case, registry, out)?,
            Some(Expectation::AnyOf(alternatives)) => {
                for alternative in alternatives {
                    let choice = alternative.choice.iter();
                    let choice: Vec<String> = choice
                        .map(|(rule, name)| format!("{rule} {name}"))
                        .collect();
                    let condition = format!("if {}: ", choice.join(", "));
                    told(&alternative.outcome, &condition, case, registry, out)?;
                }
            }
            None => writeln!(out, "   → not generated yet")?,
        }
    }
    if let Some(source) = &case.pinned {
        writeln!(out, "\nPinned: {}", visible(source))?;
    }
    Ok(())
}

/// What the bytes hold, field by field.
fn bytes(case: &Case, out: &mut dyn Write) -> io::Result<()> {
    for reading in readings(case) {
        writeln!(
            out,
            "\n{} {}",
            reading.field,
            shortened(&visible(&reading.text))
        )?;
        let widths = reading.parts.iter().map(|(text, _)| text.chars().count());
        let width = widths.max().unwrap_or(0).min(34);
        for (text, what) in &reading.parts {
            writeln!(out, "  {:<width$}  {what}", shortened(&visible(text)))?;
        }
    }
    Ok(())
}

/// What it kills, and what no other case would.
fn kills(sole: &Sole, out: &mut dyn Write) -> io::Result<()> {
    let (all, alone) = (sole.killed.len(), sole.alone.len());
    match (all, alone) {
        (0, _) => writeln!(out, "\nkills no mutant"),
        (_, 0) => writeln!(
            out,
            "\nkills {all} mutants, all of which other cases kill too"
        ),
        _ => {
            writeln!(
                out,
                "\nkills {all} mutants, {alone} of which no other case kills"
            )?;
            let mut ids = sole.alone.iter();
            ids.try_for_each(|id| writeln!(out, "  {id}"))
        }
    }
}

/// An outcome, under a condition or none: in a scenario, a line for each field of a result.
fn told(
    outcome: &Outcome,
    condition: &str,
    case: &Case,
    registry: &Registry,
    out: &mut dyn Write,
) -> io::Result<()> {
    match outcome {
        Outcome::Ok(Value::Object(fields)) if case.is_scenario() && !fields.is_empty() => {
            let mut lines = Vec::new();
            for (name, value) in fields {
                field(name, value, &mut lines);
            }
            let (first, others) = lines.split_first().expect("there is a field");
            writeln!(out, "   → {condition}{first}")?;
            others
                .iter()
                .try_for_each(|line| writeln!(out, "     {line}"))
        }
        Outcome::Ok(value) => writeln!(out, "   → {condition}{}", compact(value)),
        Outcome::Reject(code) => {
            let meaning = registry
                .code(case.domain(), code)
                .map_or("", |code| code.meaning.as_str());
            writeln!(out, "   → {condition}rejected with {code}: {meaning}")
        }
    }
}

/// A field of a result: what holds several things is told one by one, and what holds nothing is called so.
fn field(name: &str, value: &Value, lines: &mut Vec<String>) {
    let name = visible(name);
    let nested = |value: &Value| value.is_object() || value.is_array();
    match value {
        Value::Array(list) if list.iter().any(nested) => {
            lines.push(format!("{name}:"));
            lines.extend(list.iter().map(|item| format!("  {}", compact(item))));
        }
        Value::Object(map) if map.values().any(Value::is_array) && map.values().all(nested) => {
            lines.push(format!("{name}:"));
            let mut inner = Vec::new();
            for (name, value) in map {
                field(name, value, &mut inner);
            }
            lines.extend(inner.into_iter().map(|line| format!("  {line}")));
        }
        Value::Array(list) if list.is_empty() => lines.push(format!("{name}: none")),
        Value::Object(map) if map.is_empty() => lines.push(format!("{name}: none")),
        value => lines.push(format!("{name}: {}", compact(value))),
    }
}
