//! `proofmark explain`

use std::io::{self, Write};

use clap::Args;
use serde_json::Value;

use super::closest::closest;
use super::{exit, print, width};
use crate::error::Error;
use crate::law::{self, Effort, Law};
use crate::mutant;
use crate::report::layout::wrapped;
use crate::report::visible::{compact, visible};
use crate::rule::{Registry, Rule, RuleId};
use crate::runner::{Depth, Kill, Selection, kills};
use crate::vector::{Case, Expectation, Library, Outcome, Topic};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A rule (`PK-012`), a case (`partition_key/parse/base64-padding-one`), a law, a mutant or a reject code (`empty_key`)
    id: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let registry = Registry::embedded();
    let id = arguments.id.as_str();
    let library = Library::embedded();
    if let Some(rule) = id.parse::<RuleId>().ok().and_then(|id| registry.rule(id)) {
        let topics = library.topics(registry)?;
        print(|out| explain_rule(rule, registry, &topics, out))?;
        return Ok(exit::CONFORMS);
    }
    if let Some(law) = law::all().find(|law| law.id == id) {
        print(|out| explain_law(law, registry, out))?;
        return Ok(exit::CONFORMS);
    }
    if let Some(mutant) = mutant::all().find(|mutant| mutant.id == id) {
        let plan = Selection::default().plan(&library, registry)?;
        let kill = kills(
            &[mutant],
            &plan,
            Depth::Everything,
            &Effort::default(),
            registry,
            &|| (),
        )?
        .remove(0);
        print(|out| explain_mutant(&kill, registry, out))?;
        return Ok(exit::CONFORMS);
    }
    let source = library
        .sources()
        .iter()
        .find(|source| id.starts_with(&format!("{}/", source.name)));
    if let Some(source) = source {
        let topic = source.parse(registry)?;
        if let Some(case) = topic.cases.iter().find(|case| case.id == id) {
            print(|out| explain_case(case, &topic, registry, out))?;
            return Ok(exit::CONFORMS);
        }
    }
    let codes: Vec<_> = registry
        .pages()
        .iter()
        .filter_map(|page| Some((page, registry.code(&page.domain, id)?)))
        .collect();
    if !codes.is_empty() {
        print(|out| {
            for (page, code) in &codes {
                writeln!(
                    out,
                    "{id}  reject code of {} ({})\n  {}",
                    page.domain,
                    code.level.as_str(),
                    code.meaning
                )?;
            }
            Ok(())
        })?;
        return Ok(exit::CONFORMS);
    }
    Err(unknown(id, registry, &library))
}

fn unknown(id: &str, registry: &Registry, library: &Library) -> Error {
    let topics = library.topics(registry).unwrap_or_default();
    let rules = registry.rules().map(|rule| rule.id.to_string());
    let cases = topics
        .iter()
        .flat_map(|topic| &topic.cases)
        .map(|case| case.id.clone());
    let codes = registry
        .pages()
        .iter()
        .flat_map(|page| &page.codes)
        .map(|code| code.name.clone());
    let laws = law::all().map(|law| law.id.to_owned());
    let mutants = mutant::all().map(|mutant| mutant.id.to_owned());
    let close = closest(
        id,
        rules.chain(cases).chain(codes).chain(laws).chain(mutants),
    );
    let hint = if close.is_empty() {
        ": `proofmark list rules` and `proofmark list cases` show the ids".to_owned()
    } else {
        format!("; did you mean {}?", close.join(", "))
    };
    Error::Usage(format!(
        "`{id}` is no rule, case, law, mutant or reject code{hint}"
    ))
}

fn explain_rule(
    rule: &Rule,
    registry: &Registry,
    topics: &[Topic],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{} {}", rule.id, rule.title)?;
    writeln!(
        out,
        "  {}, {} · {}",
        rule.level.as_str(),
        rule.basis.as_str(),
        rule.source
    )?;
    let page = registry
        .pages()
        .iter()
        .find(|page| page.prefix == rule.id.prefix());
    if let Some(file) = page.and_then(|page| registry.file(&page.domain)) {
        writeln!(out, "  {file}:{}", rule.line)?;
    }
    paragraphs(&rule.text, out)?;
    if let Some(reason) = &rule.reason {
        paragraphs(&format!("Reason: {reason}"), out)?;
    }
    if !rule.choices.is_empty() {
        writeln!(out, "\nAllowed: {}", rule.choices.join(", "))?;
    }
    if let Some(why) = &rule.not_isolated {
        paragraphs(&format!("Not isolated: {why}"), out)?;
    }
    let cases: Vec<&Case> = topics
        .iter()
        .flat_map(|topic| &topic.cases)
        .filter(|case| case.rules.contains(&rule.id))
        .collect();
    let laws = law::all()
        .filter(|law| law.rules.contains(&rule.id))
        .map(|law| law.id);
    let mutants = mutant::all()
        .filter(|mutant| mutant.rule == rule.id)
        .map(|mutant| mutant.id);
    ids(
        out,
        "cases",
        &cases
            .iter()
            .map(|case| case.id.as_str())
            .collect::<Vec<_>>(),
    )?;
    ids(out, "laws", &laws.collect::<Vec<_>>())?;
    ids(out, "mutants", &mutants.collect::<Vec<_>>())?;
    Ok(())
}

/// A heading with a count, and the ids below it.
fn ids(out: &mut dyn Write, what: &str, ids: &[&str]) -> io::Result<()> {
    writeln!(out, "\n{} {what}", ids.len())?;
    ids.iter().try_for_each(|id| writeln!(out, "  {id}"))
}

fn explain_law(law: &Law, registry: &Registry, out: &mut dyn Write) -> io::Result<()> {
    writeln!(
        out,
        "{}\n  {}\n  {}; asks {}\n",
        law.id,
        law.about,
        law.oracle.as_str(),
        law.operations.join(", ")
    )?;
    for rule in law.rules.iter().filter_map(|id| registry.rule(*id)) {
        writeln!(
            out,
            "{} {} ({}, {})",
            rule.id,
            rule.title,
            rule.level.as_str(),
            rule.basis.as_str()
        )?;
    }
    writeln!(out, "\nthree of its inputs:")?;
    law.examples(3)
        .iter()
        .try_for_each(|input| writeln!(out, "  {}", compact(input)))
}

fn explain_mutant(kill: &Kill, registry: &Registry, out: &mut dyn Write) -> io::Result<()> {
    let mutant = kill.mutant;
    writeln!(out, "{}\n  {}\n", mutant.id, mutant.about)?;
    if let Some(rule) = registry.rule(mutant.rule) {
        writeln!(
            out,
            "breaks {} {} ({}, {})",
            rule.id,
            rule.title,
            rule.level.as_str(),
            rule.basis.as_str()
        )?;
        rule.text
            .lines()
            .try_for_each(|line| writeln!(out, "  {line}"))?;
    }
    ids(
        out,
        "cases kill it",
        &kill
            .cases
            .iter()
            .map(|killer| killer.id.as_str())
            .collect::<Vec<_>>(),
    )?;
    writeln!(out, "\n{} laws kill it", kill.laws.len())?;
    kill.laws
        .iter()
        .try_for_each(|killer| writeln!(out, "  {} after {} inputs", killer.id, killer.inputs))
}

/// Text that fits the terminal, after a blank line.
fn paragraphs(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    for line in wrapped(text, width()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn explain_case(
    case: &Case,
    topic: &Topic,
    registry: &Registry,
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{}\n  {}:{}\n", case.id, topic.file, case.line)?;
    if let Some(note) = &case.note {
        writeln!(out, "{note}\n")?;
    }
    for rule in case.rules.iter().filter_map(|id| registry.rule(*id)) {
        writeln!(
            out,
            "{} {} ({}, {})",
            rule.id,
            rule.title,
            rule.level.as_str(),
            rule.basis.as_str()
        )?;
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
