//! The kill matrix, written down.

use std::fmt::Write as _;

use serde::Serialize;

use crate::rule::RuleId;
use crate::runner::{Kill, Killer};

/// The matrix as text: a line a mutant, then a summary.
#[must_use]
pub fn text(kills: &[Kill]) -> String {
    let width = kills
        .iter()
        .map(|kill| kill.mutant.id.len())
        .max()
        .unwrap_or(0);
    let mut out = format!(
        "{:<width$}  rule    cases  laws  after  first killers\n",
        "mutant"
    );
    for kill in kills {
        let after = kill
            .inputs()
            .map_or_else(|| "-".to_owned(), |inputs| inputs.to_string());
        let (id, rule) = (kill.mutant.id, kill.mutant.rule);
        let (cases, laws) = (kill.cases.len(), kill.laws.len());
        _ = writeln!(
            out,
            "{id:<width$}  {rule}  {cases:>5}  {laws:>4}  {after:>5}  {}",
            first_killers(kill)
        );
    }
    out.push('\n');
    for kill in kills.iter().filter(|kill| kill.survived()) {
        _ = writeln!(
            out,
            "SURVIVED {} ({}): {}",
            kill.mutant.id, kill.mutant.rule, kill.mutant.about
        );
    }
    for kill in kills.iter().filter(|kill| kill.for_the_wrong_reason()) {
        let rule = kill.mutant.rule;
        _ = writeln!(
            out,
            "warning: {} breaks {rule}, but nothing that kills it cites {rule}",
            kill.mutant.id
        );
    }
    out.push_str(&summary(kills));
    out
}

/// The matrix as a Markdown table.
#[must_use]
pub fn markdown(kills: &[Kill]) -> String {
    let mut out = String::from(
        "# Kill matrix\n\n| mutant | rule | what is wrong | cases | laws | after inputs |\n|---|---|---|---|---|---|\n",
    );
    for kill in kills {
        let after = kill
            .inputs()
            .map_or_else(|| "–".to_owned(), |inputs| inputs.to_string());
        let mark = if kill.survived() { "**survived** " } else { "" };
        let about = kill.mutant.about.replace('|', "\\|");
        let (id, rule) = (kill.mutant.id, kill.mutant.rule);
        _ = writeln!(
            out,
            "| {mark}`{id}` | {rule} | {about} | {} | {} | {after} |",
            kill.cases.len(),
            laws(kill)
        );
    }
    _ = write!(out, "\n{}", summary(kills));
    out
}

/// The whole matrix as JSON: every killer of every mutant.
#[must_use]
pub fn json(kills: &[Kill], seed: u64, cases: usize) -> String {
    #[derive(Serialize)]
    struct Report<'a> {
        format: u32,
        proofmark: &'static str,
        seed: u64,
        cases: usize,
        survivors: usize,
        mutants: Vec<Row<'a>>,
    }
    #[derive(Serialize)]
    struct Row<'a> {
        id: &'a str,
        rule: String,
        about: &'a str,
        killed: bool,
        cited: bool,
        cases: Vec<&'a str>,
        laws: Vec<Law<'a>>,
    }
    #[derive(Serialize)]
    struct Law<'a> {
        id: &'a str,
        inputs: usize,
    }
    let row = |kill: &'_ Kill| Row {
        id: kill.mutant.id,
        rule: RuleId::to_string(&kill.mutant.rule),
        about: kill.mutant.about,
        killed: !kill.survived(),
        cited: !kill.survived() && !kill.for_the_wrong_reason(),
        cases: Vec::new(),
        laws: Vec::new(),
    };
    let mut mutants: Vec<Row<'_>> = Vec::new();
    for kill in kills {
        let mut row = row(kill);
        row.cases = kill.cases.iter().map(|killer| killer.id.as_str()).collect();
        row.laws = kill
            .laws
            .iter()
            .map(|killer| Law {
                id: &killer.id,
                inputs: killer.inputs,
            })
            .collect();
        mutants.push(row);
    }
    let survivors = kills.iter().filter(|kill| kill.survived()).count();
    let report = Report {
        format: 1,
        proofmark: env!("CARGO_PKG_VERSION"),
        seed,
        cases,
        survivors,
        mutants,
    };
    let mut text =
        serde_json::to_string_pretty(&report).expect("texts and numbers always serialize");
    text.push('\n');
    text
}

fn summary(kills: &[Kill]) -> String {
    let survivors = kills.iter().filter(|kill| kill.survived()).count();
    let mut inputs: Vec<usize> = kills.iter().filter_map(Kill::inputs).collect();
    inputs.sort_unstable();
    let median = inputs.get(inputs.len() / 2).copied().unwrap_or(0);
    let slowest = inputs.last().copied().unwrap_or(0);
    format!(
        "{} mutants: {} killed, {survivors} survived; {} by laws, after {median} inputs in the median and {slowest} at most\n",
        kills.len(),
        kills.len() - survivors,
        inputs.len(),
    )
}

/// A case and a law that kill, those that cite the rule before others.
fn first_killers(kill: &Kill) -> String {
    let first = |killers: &[Killer]| {
        killers
            .iter()
            .find(|killer| killer.cites)
            .or(killers.first())
            .map(|killer| killer.id.clone())
    };
    let found: Vec<String> = [first(&kill.cases), first(&kill.laws)]
        .into_iter()
        .flatten()
        .collect();
    if found.is_empty() {
        "none".to_owned()
    } else {
        found.join(", ")
    }
}

fn laws(kill: &Kill) -> String {
    let names = kill
        .laws
        .iter()
        .map(|killer| killer.id.rsplit('/').next().unwrap_or_default());
    let names: Vec<&str> = names.collect();
    if names.is_empty() {
        "–".to_owned()
    } else {
        names.join(", ")
    }
}
