//! The traceability matrix, written down: by rule and by sentence.

use std::fmt::Write as _;

use crate::rule::{Document, RuleId};
use crate::runner::Coverage;

/// What stands for each rule: a line each.
#[must_use]
pub fn rules_text(rows: &[Coverage<'_>]) -> String {
    let mut out =
        "rule    level   basis    model  accept  reject  laws  mutants  title\n".to_owned();
    for row in rows {
        let (id, title) = (row.rule.id, &row.rule.title);
        let (level, basis) = (row.rule.level.as_str(), row.rule.basis.as_str());
        let (accepting, rejecting, laws) = (row.accepting, row.rejecting, row.laws.len());
        let (model, mutants) = (model(row), mutants(row));
        _ = writeln!(
            out,
            "{id}  {level:<6}  {basis:<7}  {model:<5}  {accepting:>6}  {rejecting:>6}  {laws:>4}  {mutants:>7}  {title}"
        );
    }
    out
}

/// The same as Markdown, with the sentences that lead to each rule.
#[must_use]
pub fn rules_markdown(rows: &[Coverage<'_>], documents: &[Document]) -> String {
    let mut out = "# Rules, and what stands for them\n\n\
        | rule | level | basis | sentences | model | accept | reject | laws | mutants |\n\
        |---|---|---|---|---|---|---|---|---|\n"
        .to_owned();
    for row in rows {
        let (id, title) = (row.rule.id, row.rule.title.replace('|', "\\|"));
        let (level, basis) = (row.rule.level.as_str(), row.rule.basis.as_str());
        let (accepting, rejecting, laws) = (row.accepting, row.rejecting, row.laws.len());
        let (model, mutants) = (model(row), mutants(row));
        let sentences = sentences(id, documents);
        _ = writeln!(
            out,
            "| {id} {title} | {level} | {basis} | {sentences} | {model} | {accepting} | {rejecting} | {laws} | {mutants} |"
        );
    }
    out
}

/// What each sentence asks, and what stands for the rules that test it.
#[must_use]
pub fn sentences_text(rows: &[Coverage<'_>], documents: &[Document]) -> String {
    let mut out = String::new();
    for document in documents {
        let mut section = "";
        for (place, sentence) in document.sentences() {
            if !shown(&sentence.rules, rows) {
                continue;
            }
            if place.section.name != section {
                section = &place.section.name;
                _ = writeln!(out, "{}, {section}", document.name);
            }
            _ = writeln!(
                out,
                "  {}. {} {}",
                place.number, sentence.words, sentence.asks
            );
            if let Some(reason) = &sentence.untestable {
                _ = writeln!(out, "     not tested: {reason}");
            }
            for row in rows
                .iter()
                .filter(|row| sentence.rules.contains(&row.rule.id))
            {
                _ = writeln!(out, "     {}  {}", row.rule.id, standing(row));
            }
        }
    }
    out
}

/// The same as Markdown.
#[must_use]
pub fn sentences_markdown(rows: &[Coverage<'_>], documents: &[Document]) -> String {
    let mut out = "# Sentences, and what stands for them\n".to_owned();
    for document in documents {
        let mut section = "";
        for (place, sentence) in document.sentences() {
            if !shown(&sentence.rules, rows) {
                continue;
            }
            if place.section.name != section {
                section = &place.section.name;
                _ = write!(
                    out,
                    "\n## {}, {section}\n\n| | words | what it asks | rules |\n|---|---|---|---|\n",
                    document.name
                );
            }
            let rules = match &sentence.untestable {
                Some(reason) => format!("none: {reason}"),
                None => {
                    let own = rows
                        .iter()
                        .filter(|row| sentence.rules.contains(&row.rule.id));
                    let own = own.map(|row| format!("{}: {}", row.rule.id, standing(row)));
                    own.collect::<Vec<_>>().join("<br>")
                }
            };
            let (words, asks) = (&sentence.words, &sentence.asks);
            _ = writeln!(out, "| {} | {words} | {asks} | {rules} |", place.number);
        }
    }
    out
}

/// Whether a sentence belongs to what is shown: all do, unless only some rules are.
fn shown(rules: &[RuleId], rows: &[Coverage<'_>]) -> bool {
    rules.is_empty() || rows.iter().any(|row| rules.contains(&row.rule.id))
}

fn standing(row: &Coverage<'_>) -> String {
    let (accepting, rejecting, laws) = (row.accepting, row.rejecting, row.laws.len());
    let (model, mutants) = (model(row), mutants(row));
    format!(
        "model {model}, {accepting} cases accepted, {rejecting} rejected, {laws} laws, {mutants} mutants"
    )
}

fn model(row: &Coverage<'_>) -> &'static str {
    if row.model { "yes" } else { "NO" }
}

fn mutants(row: &Coverage<'_>) -> String {
    match row.rule.not_isolated {
        Some(_) => "(-)".to_owned(),
        None => row.mutants.len().to_string(),
    }
}

fn sentences(rule: RuleId, documents: &[Document]) -> String {
    let all = documents.iter().flat_map(Document::sentences);
    let own = all.filter(|(_, sentence)| sentence.rules.contains(&rule));
    let places = own.map(|(place, _)| place.to_string());
    places.collect::<Vec<_>>().join("; ")
}
