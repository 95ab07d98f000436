//! `proofmark coverage`

use clap::Args;

use super::{exit, print};
use crate::error::Error;
use crate::rule::Registry;
use crate::runner::{coverage, globs};
use crate::vector::Library;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only rules that match. May be given again
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let registry = Registry::embedded();
    let topics = Library::embedded().topics(registry)?;
    let cases: Vec<_> = topics.into_iter().flat_map(|topic| topic.cases).collect();
    let chosen = globs(&arguments.only)?;
    let mut rows = coverage(&cases, registry);
    rows.retain(|row| arguments.only.is_empty() || chosen.is_match(row.rule.id.to_string()));
    if rows.is_empty() {
        return Err(Error::Usage(
            "the selection is empty: `proofmark list rules` shows the ids".to_owned(),
        ));
    }
    let holes: Vec<String> = rows
        .iter()
        .flat_map(|row| {
            row.holes()
                .into_iter()
                .map(|hole| format!("{} {}: {hole}", row.rule.id, row.rule.title))
        })
        .collect();
    print(|out| {
        writeln!(
            out,
            "rule    level   basis    model  accept  reject  laws  mutants  title"
        )?;
        for row in &rows {
            writeln!(
                out,
                "{}  {:<6}  {:<7}  {:<5}  {:>6}  {:>6}  {:>4}  {:>7}  {}",
                row.rule.id,
                row.rule.level.as_str(),
                row.rule.basis.as_str(),
                if row.model { "yes" } else { "NO" },
                row.accepting,
                row.rejecting,
                row.laws.len(),
                if row.rule.not_isolated.is_some() {
                    "(-)".to_owned()
                } else {
                    row.mutants.len().to_string()
                },
                row.rule.title
            )?;
        }
        writeln!(out)?;
        for hole in &holes {
            writeln!(out, "HOLE {hole}")?;
        }
        writeln!(out, "{} rules, {} holes", rows.len(), holes.len())
    })?;
    Ok(if holes.is_empty() {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}
