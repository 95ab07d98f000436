//! `proofmark compare`

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::check::{Bounds, Chosen, of_commands, of_names};
use super::config::Config;
use super::progress::Bar;
use super::seed::Seed;
use super::{exit, print, width};
use crate::error::Error;
use crate::law::{self, Comparison, Difference, Effort, Law, compare};
use crate::report::terminal;
use crate::report::visible::visible;
use crate::rule::Registry;
use crate::runner::{Observer as _, globs};
use crate::subject::{Hello, Subject};

#[derive(Debug, Args)]
#[command(
    override_usage = "proofmark compare [OPTIONS] NAME NAME\n       proofmark compare [OPTIONS] NAME -- COMMAND [ARGS]...\n       proofmark compare [OPTIONS] -- COMMAND [ARGS]... -- COMMAND [ARGS]..."
)]
pub(super) struct Arguments {
    /// Only inputs of laws that match. May be given again
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Also tell where both reject, but with different codes
    #[arg(long)]
    codes: bool,
    /// How many random inputs are drawn for each law
    #[arg(long, value_name = "N", default_value_t = Effort::default().cases)]
    cases: usize,
    /// What the random inputs are drawn from: a number, or `random`
    #[arg(long, value_name = "SEED", default_value_t = Seed::default())]
    seed: Seed,
    /// The configuration that names are looked up in [default: the nearest `proofmark.yaml`, from this folder upwards]
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    limits: Bounds,
    /// Subjects of the configuration, or what is built in: `reference`, or a mutant by its id
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Adapters and their arguments, with `--` between them
    #[arg(last = true, value_name = "COMMAND")]
    commands: Vec<OsString>,
}

/// A law, and what came of its inputs.
struct Compared {
    law: &'static Law,
    comparison: Comparison,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let config = Config::find(arguments.config.as_deref())?;
    let two = two(arguments, &config)?;
    let laws = laws(&arguments.only)?;
    let effort = Effort {
        seed: arguments.seed.number,
        cases: arguments.cases,
        ..Effort::default()
    };
    let limits = arguments.limits.limits(&config.limits)?;
    let pace = arguments.limits.pace(&config.limits)?;
    let mut subjects = [&two[0], &two[1]].map(|one| one.subject(&limits, &pace.stop));
    let [a, b] = &mut subjects;
    let hellos = [a.hello()?, b.hello()?];
    let mut bar = Bar::new("", laws.len());
    let mut compared = Vec::new();
    for law in &laws {
        let comparison = asked(law, &mut subjects, &hellos, &effort, arguments.codes);
        if pace.stop.fault().is_some() {
            // What was asked last may have no answers.
            break;
        }
        compared.push(Compared { law, comparison });
        bar.judged(1);
    }
    bar.finish();
    drop(subjects);
    let names = names(&two, &hellos);
    let left = laws.len() - compared.len();
    print(|out| tell(&compared, left, &names, out))?;
    if pace.stop.is_interrupted() {
        return Ok(exit::INTERRUPTED);
    }
    Ok(conclusion(&compared, left))
}

/// The two that are compared.
fn two(arguments: &Arguments, config: &Config) -> Result<[Chosen; 2], Error> {
    let mut chosen = if arguments.names.is_empty() {
        Vec::new()
    } else {
        of_names(&arguments.names, config, arguments.config.as_deref())?
    };
    chosen.extend(of_commands(&arguments.commands));
    chosen.try_into().map_err(|chosen: Vec<Chosen>| {
        Error::Usage(format!(
            "two are compared, but {} given: proofmark compare NAME NAME, or -- COMMAND -- COMMAND",
            match chosen.len() {
                0 => "none is".to_owned(),
                1 => "one is".to_owned(),
                more => format!("{more} are"),
            }
        ))
    })
}

fn laws(only: &[String]) -> Result<Vec<&'static Law>, Error> {
    let patterns = globs(only)?;
    let unused =
        (0..only.len()).find(|at| !law::all().any(|law| patterns.matches(law.id).contains(at)));
    if let Some(at) = unused {
        return Err(Error::Usage(format!(
            "`{}` matches no law: `proofmark list laws` shows the ids",
            only[at]
        )));
    }
    let chosen = law::all().filter(|law| only.is_empty() || patterns.is_match(law.id));
    Ok(chosen.collect())
}

fn asked(
    law: &Law,
    subjects: &mut [Box<dyn Subject>; 2],
    hellos: &[Hello],
    effort: &Effort,
    codes: bool,
) -> Comparison {
    let registry = Registry::embedded();
    let able = hellos.iter().all(|hello| {
        law.needs.iter().all(|need| hello.meets(need, registry))
            && law.operations.iter().all(|operation| hello.has(operation))
    });
    if able {
        compare(law, subjects, effort, codes)
    } else {
        Comparison::Unsupported
    }
}

/// What they are called: as the configuration says, or as they say, and told apart.
fn names(two: &[Chosen; 2], hellos: &[Hello]) -> [String; 2] {
    let name = |at: usize| {
        let own = || hellos[at].name.clone();
        visible(&two[at].name.clone().unwrap_or_else(own))
    };
    let [a, b] = [name(0), name(1)];
    if a == b {
        [format!("{a} (1)"), format!("{b} (2)")]
    } else {
        [a, b]
    }
}

/// For each operation the smallest input on which they differ, the smallest of these first, and a last line.
fn tell(
    compared: &[Compared],
    left: usize,
    names: &[String; 2],
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut differences: Vec<(&Law, &Difference)> = compared
        .iter()
        .filter_map(|it| match &it.comparison {
            Comparison::Differ(difference) => Some((it.law, difference.as_ref())),
            _ => None,
        })
        .collect();
    differences.sort_by_cached_key(|(_, it)| it.input.to_string().len());
    let operation = |it: &Difference| it.requests.last().map(|last| last.operation.clone());
    let mut told = BTreeSet::new();
    for (law, difference) in &differences {
        let asked = operation(difference);
        if told.insert(asked.clone()) {
            let others = differences
                .iter()
                .filter(|(other, it)| other.id != law.id && operation(it) == asked);
            let others: Vec<&Law> = others.map(|(law, _)| *law).collect();
            terminal::pair(law, difference, &others, names, width(), out)?;
        }
    }
    let inputs: usize = compared
        .iter()
        .map(|it| match &it.comparison {
            Comparison::Same(inputs) => *inputs,
            Comparison::Differ(difference) => difference.inputs,
            Comparison::Unsupported => 0,
        })
        .sum();
    let unsupported = compared.iter();
    let unsupported = unsupported.filter(|it| matches!(it.comparison, Comparison::Unsupported));
    let unsupported = unsupported.count();
    let asked = compared.len() - unsupported;
    let [a, b] = names;
    let mut last = match differences.len() {
        0 => format!("{a} and {b} gave the same answers to {inputs} inputs of {asked} laws"),
        many => format!(
            "{a} and {b} differ on inputs of {many} of {asked} laws; {inputs} inputs were asked"
        ),
    };
    for (count, what) in [
        (unsupported, "not supported by both"),
        (left, "not reached in time"),
    ] {
        if count > 0 {
            _ = write!(last, ", {count} laws {what}");
        }
    }
    writeln!(out, "{last}")
}

fn conclusion(compared: &[Compared], left: usize) -> u8 {
    let differ = |it: &Compared| matches!(it.comparison, Comparison::Differ(_));
    let unsupported = |it: &Compared| matches!(it.comparison, Comparison::Unsupported);
    if compared.iter().any(differ) || left > 0 {
        exit::DOES_NOT
    } else if compared.iter().all(unsupported) {
        exit::UNUSABLE
    } else {
        exit::CONFORMS
    }
}
