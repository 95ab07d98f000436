//! `proofmark check`

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use serde_json::Value;

use super::progress::Bar;
use super::seed::Seed;
use super::{exit, print, shell, width};
use crate::error::Error;
use crate::law::{Effort, counterexamples};
use crate::report::{json, terminal};
use crate::rule::Registry;
use crate::runner::{Plan, Selection, Shard, run_at};
use crate::subject::{InProcess, Process, Reference, Subject};
use crate::vector::Library;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only ids that match; `*` stands for anything. May be given again
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Leave out ids that match. May be given again
    #[arg(long, value_name = "GLOB")]
    skip: Vec<String>,
    /// What the rules rest on: `stated` leaves out what this project decided
    #[arg(long, value_enum, default_value_t = Basis::All)]
    basis: Basis,
    /// Fail unless everything in this domain is supported and checked. May be given again
    #[arg(long, value_name = "DOMAIN")]
    require: Vec<String>,
    /// How many random inputs each law gets
    #[arg(long, value_name = "N", default_value_t = Effort::default().cases)]
    cases: usize,
    /// What the random inputs are drawn from: a number, or `random`
    #[arg(long, value_name = "SEED", default_value_t = Seed::default())]
    seed: Seed,
    /// Check one law on this input only, as a failure prints it
    #[arg(long, value_name = "JSON")]
    replay: Option<String>,
    /// Write the smallest input of each broken law as cases, ready to be added to the vectors
    #[arg(long, value_name = "FILE")]
    save_failures: Option<PathBuf>,
    /// Also write a report, for example `json=report.json`. May be given again
    #[arg(long, value_name = "KIND=FILE", value_parser = super::reports::parse::<ReportKind>)]
    report: Vec<(ReportKind, PathBuf)>,
    /// Take the vectors from this folder instead of the embedded ones
    #[arg(long, value_name = "FOLDER")]
    vectors: Option<PathBuf>,
    /// Check one part of what is selected, of N parts that cost about the same: `2/3`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    limits: super::limits::Bounds,
    /// The adapter and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Basis {
    Stated,
    All,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ReportKind {
    Json,
}

pub(super) fn run(arguments: Arguments) -> Result<u8, Error> {
    let registry = Registry::embedded();
    let library = match &arguments.vectors {
        Some(folder) => Library::folder(folder)?,
        None => Library::embedded(),
    };
    let selection = Selection {
        only: arguments.only,
        skip: arguments.skip,
        stated_only: matches!(arguments.basis, Basis::Stated),
        require: arguments.require,
    };
    let plan = selection.plan(&library, registry)?;
    let effort = Effort {
        seed: arguments.seed.0,
        cases: arguments.cases,
        replay: arguments
            .replay
            .as_deref()
            .map(|text| replayed(text, &plan))
            .transpose()?,
        ..Effort::default()
    };
    let plan = match arguments.shard {
        Some(shard) => plan.share(shard, &effort),
        None => plan,
    };
    super::reports::writable(
        arguments
            .report
            .iter()
            .map(|(_, file)| file)
            .chain(&arguments.save_failures),
    )?;
    let command: Vec<String> = arguments
        .command
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let pace = arguments.limits.pace()?;
    let mut subject: Box<dyn Subject> = if arguments.command.is_empty() {
        Box::new(InProcess(Reference::default()))
    } else {
        let limits = arguments.limits.limits();
        Box::new(Process::new(arguments.command, limits).until(pace.stop.clone()))
    };
    let mut bar = Bar::new(plan.cases.len() + plan.laws.len());
    let finished = run_at(&plan, subject.as_mut(), &effort, &pace, registry, &mut bar);
    bar.finish();
    drop(subject);
    let finished = match finished {
        Err(_) if pace.stop.is_interrupted() => return Ok(exit::INTERRUPTED),
        finished => finished?,
    };
    for (kind, file) in &arguments.report {
        let text = match kind {
            ReportKind::Json => json::render(&finished, &selection, &command, registry),
        };
        fs::write(file, text).map_err(|source| Error::write(file, source))?;
    }
    if let Some(file) = &arguments.save_failures {
        let text = counterexamples(&finished.findings).to_yaml();
        fs::write(file, text).map_err(|source| Error::write(file, source))?;
    }
    let context = terminal::Context {
        registry,
        command: shell::quoted(&command),
        width: width(),
    };
    print(|out| terminal::write(&finished, &context, out))?;
    if pace.stop.is_interrupted() {
        return Ok(exit::INTERRUPTED);
    }
    Ok(exit::of_run(&finished))
}

/// The input of a replay. It only makes sense for one law.
fn replayed(text: &str, plan: &Plan) -> Result<Value, Error> {
    if plan.laws.len() != 1 || !plan.cases.is_empty() {
        return Err(Error::Usage(
            "--replay needs --only with the id of one law".to_owned(),
        ));
    }
    serde_json::from_str(text)
        .map_err(|error| Error::Usage(format!("--replay is no JSON: {error}")))
}
