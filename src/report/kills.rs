//! The kill matrix, written down.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};

use crate::error::Error;
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

/// The version of the matrix's format.
pub const FORMAT: u32 = 1;

/// The whole matrix as a value: every killer of every mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Matrix {
    /// The version of this format.
    pub format: u32,
    /// The version of proofmark.
    pub proofmark: String,
    /// What the random inputs were drawn from.
    pub seed: u64,
    /// How many random inputs each law got.
    pub cases: usize,
    /// How many mutants nothing kills.
    pub survivors: usize,
    /// The mutants.
    pub mutants: Vec<Row>,
}

/// A mutant, and what kills it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// The rule that it breaks.
    pub rule: String,
    /// What is wrong with it.
    pub about: String,
    /// Whether anything kills it.
    pub killed: bool,
    /// Whether anything that kills it cites its rule.
    pub cited: bool,
    /// The cases that kill it.
    pub cases: Vec<String>,
    /// The laws that kill it.
    pub laws: Vec<KillingLaw>,
}

/// A law that kills a mutant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KillingLaw {
    /// Its id.
    pub id: String,
    /// After how many inputs.
    pub inputs: usize,
}

impl Matrix {
    /// The matrix of kills.
    #[must_use]
    pub fn of(kills: &[Kill], seed: u64, cases: usize) -> Self {
        let ids = |killers: &[Killer]| killers.iter().map(|it| it.id.clone()).collect();
        let row = |kill: &Kill| Row {
            id: kill.mutant.id.to_owned(),
            rule: kill.mutant.rule.to_string(),
            about: kill.mutant.about.to_owned(),
            killed: !kill.survived(),
            cited: !kill.survived() && !kill.for_the_wrong_reason(),
            cases: ids(&kill.cases),
            laws: kill
                .laws
                .iter()
                .map(|killer| KillingLaw {
                    id: killer.id.clone(),
                    inputs: killer.inputs,
                })
                .collect(),
        };
        Self {
            format: FORMAT,
            proofmark: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            cases,
            survivors: kills.iter().filter(|kill| kill.survived()).count(),
            mutants: kills.iter().map(row).collect(),
        }
    }

    /// Reads a matrix. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// What is no matrix of this format.
    pub fn read(file: &str, text: &str) -> Result<Self, Error> {
        let matrix: Self = serde_json::from_str(text)
            .map_err(|error| Error::Usage(format!("{file} is no kill matrix: {error}")))?;
        match matrix.format {
            FORMAT => Ok(matrix),
            other => Err(Error::Usage(format!(
                "{file} has version {other} of the matrix's format; expected version {FORMAT}"
            ))),
        }
    }

    /// The matrix as JSON.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text =
            serde_json::to_string_pretty(self).expect("texts and numbers always serialize");
        text.push('\n');
        text
    }
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
