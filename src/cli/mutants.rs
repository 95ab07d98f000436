//! `proofmark mutants`

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::progress::Bar;
use super::seed::Seed;
use super::{exit, print};
use crate::error::Error;
use crate::law::Effort;
use crate::mutant::{self, Mutant};
use crate::report::cover;
use crate::report::kills::{self, Matrix};
use crate::rule::Registry;
use crate::runner::{self, Depth, Plan, Selection, globs};
use crate::vector::{Case, Library};
use crate::verdict::words;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only mutants, cases and laws that match: a pattern that matches no mutant leaves all of them in, and one that
    /// matches no case or law likewise. May be given again
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Leave out mutants, cases and laws that match. May be given again
    #[arg(long, value_name = "GLOB")]
    skip: Vec<String>,
    /// Stop at the first case or law that kills a mutant and stands for its rule: tells whether all die, and not who
    /// else would have killed them
    #[arg(long)]
    first: bool,
    /// Print the smallest set of cases that still kills all that any case kills, and the cases that others could
    /// replace. It is information, and no reason to delete a case
    #[arg(long, conflicts_with_all = ["first", "cases"])]
    minimize: bool,
    /// How many random inputs each law gets
    #[arg(long, value_name = "N", default_value_t = Effort::default().cases)]
    cases: usize,
    /// What the random inputs are drawn from: a number, or `random`
    #[arg(long, value_name = "SEED", default_value_t = Seed::default())]
    seed: Seed,
    /// Also write the matrix, for example `json=matrix.json`. May be given again
    #[arg(long, value_name = "KIND=FILE", value_parser = super::output::parse::<Kind>)]
    report: Vec<(Kind, PathBuf)>,
}

#[derive(Debug, Clone, Copy)]
enum Kind {
    Json,
    Markdown,
}

words!(Kind, "kind of report", { Json = "json", Markdown = "markdown" });

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let registry = Registry::embedded();
    let (mutants, selection) = select(arguments)?;
    let plan = selection.plan(&Library::embedded(), registry)?;
    super::output::writable(arguments.report.iter().map(|(_, file)| file))?;
    let effort = Effort {
        seed: arguments.seed.number,
        cases: arguments.cases,
        ..Effort::default()
    };
    if arguments.minimize {
        return minimize(&mutants, plan, registry);
    }
    let depth = if arguments.first {
        Depth::FirstKiller
    } else {
        Depth::Everything
    };
    let bar = Bar::new("", mutants.len());
    let kills = runner::kills(&mutants, &plan, depth, &effort, registry, &|| {
        bar.advance(1);
    })?;
    bar.finish();
    for (kind, file) in &arguments.report {
        let text = match kind {
            Kind::Json => Matrix::of(&kills, effort.seed, effort.cases).to_text(),
            Kind::Markdown => kills::markdown(&kills),
        };
        fs::write(file, text).map_err(|source| Error::write(file, source))?;
    }
    print(|out| out.write_all(kills::text(&kills).as_bytes()))?;
    let survivors = kills.iter().any(runner::Kill::survived);
    Ok(if survivors {
        exit::DOES_NOT
    } else {
        exit::CONFORMS
    })
}

/// Laws draw what they like: which case is superfluous is a question of cases alone.
fn minimize(mutants: &[&'static Mutant], mut plan: Plan, registry: &Registry) -> Result<u8, Error> {
    plan.laws.clear();
    // What is asked of no mutant could be replaced by nothing.
    let asked = |case: &Case| mutants.iter().any(|it| it.domain() == case.domain());
    plan.cases.retain(asked);
    let bar = Bar::new("", mutants.len());
    let (depth, effort) = (Depth::Everything, Effort::default());
    let kills = runner::kills(mutants, &plan, depth, &effort, registry, &|| {
        bar.advance(1);
    })?;
    bar.finish();
    let text = cover::text(&runner::cover(&kills), &plan.cases, mutants.len());
    print(|out| out.write_all(text.as_bytes()))?;
    Ok(exit::CONFORMS)
}

/// The mutants, and the selection of cases and laws: each pattern says by its matches which of them it is about.
fn select(arguments: &Arguments) -> Result<(Vec<&'static Mutant>, Selection), Error> {
    let about_mutants = |pattern: &String| -> Result<bool, Error> {
        let set = globs(std::slice::from_ref(pattern))?;
        Ok(mutant::all().any(|mutant| set.is_match(mutant.id)))
    };
    let matching = |patterns: &[String]| -> Result<Vec<String>, Error> {
        let mut kept = Vec::new();
        for pattern in patterns {
            if about_mutants(pattern)? {
                kept.push(pattern.clone());
            }
        }
        Ok(kept)
    };
    let (only, skip) = (matching(&arguments.only)?, matching(&arguments.skip)?);
    let (only_set, skip_set) = (globs(&only)?, globs(&skip)?);
    let mutants = mutant::all().filter(|mutant| only.is_empty() || only_set.is_match(mutant.id));
    let mutants: Vec<_> = mutants
        .filter(|mutant| !skip_set.is_match(mutant.id))
        .collect();
    if mutants.is_empty() {
        return Err(Error::Usage(
            "the selection is empty: no mutant is left".to_owned(),
        ));
    }
    // A pattern of mutants alone says nothing about cases and laws.
    let beside = |patterns: &[String]| {
        patterns
            .iter()
            .filter(|pattern| !is_mutant_pattern(pattern))
            .cloned()
            .collect()
    };
    Ok((
        mutants,
        Selection {
            only: beside(&arguments.only),
            skip: beside(&arguments.skip),
            ..Selection::default()
        },
    ))
}

/// Whether a pattern can only be about mutants, because it names their part of the ids.
fn is_mutant_pattern(pattern: &str) -> bool {
    pattern.split('/').nth(1) == Some("mutant")
}
