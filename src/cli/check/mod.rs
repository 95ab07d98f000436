//! `proofmark check`

mod asking;
mod basics;
mod limits;
mod subjects;

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::Value;

pub(super) use self::asking::{Asking, known, refusal};
pub(super) use self::basics::Basics;
pub(super) use self::limits::{Bounds, seconds};
pub(super) use self::subjects::{Chosen, chosen, of_commands, of_names};

use super::config::Config;
use super::{exit, output, print, width};
use crate::error::Error;
use crate::law::{Effort, counterexamples};
use crate::report::json::{Checked, Report, Sources};
use crate::report::{Format, terminal};
use crate::rule::Registry;
use crate::runner::{Plan, Selection, Shard};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only ids that match; `*` stands for anything. May be given again
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Leave out ids that match. Every report says so. May be given again
    #[arg(long, value_name = "GLOB")]
    skip: Vec<String>,
    /// Fail unless everything in this domain is supported and checked. May be given again
    #[arg(long, value_name = "DOMAIN")]
    require: Vec<String>,
    /// For CI: refuse whatever would make the run say less than it seems to
    #[arg(long, conflicts_with_all = ["only", "skip", "replay"])]
    gate: bool,
    /// Check one law on this input only, as a failure prints it
    #[arg(long, value_name = "JSON")]
    replay: Option<String>,
    /// Write the smallest input of each broken law as cases, ready to be added to the vectors
    #[arg(long, value_name = "FILE")]
    save_failures: Option<PathBuf>,
    /// Also write a report: json, junit, markdown, github, badge or html, for example `html=report.html`; the file `-`
    /// is standard output. May be given again
    #[arg(long, value_name = "KIND=FILE", value_parser = output::parse::<Format>)]
    report: Vec<(Format, PathBuf)>,
    /// Check one part of what is selected, of N parts that cost about the same: `2/3`
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    #[command(flatten)]
    basics: Basics,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let (registry, basics) = (Registry::embedded(), &arguments.basics);
    let config = basics.configuration()?;
    if arguments.gate && basics.seed.is_some_and(|seed| seed.random) {
        return Err(Error::Usage(
            "--gate needs a fixed seed: with a random one, no two runs check the same".to_owned(),
        ));
    }
    let library = basics.library(&config)?;
    let selection = Selection {
        only: arguments.only.clone(),
        skip: arguments.skip.clone(),
        stated_only: basics.stated_only(&config),
        require: if arguments.require.is_empty() {
            config.require.clone()
        } else {
            arguments.require.clone()
        },
    };
    let plan = selection.plan(&library, registry)?;
    let effort = Effort {
        replay: arguments
            .replay
            .as_deref()
            .map(|text| replayed(text, &plan))
            .transpose()?,
        ..basics.effort(&config)
    };
    let plan = match arguments.shard {
        Some(shard) => plan.share(shard, &effort),
        None => plan,
    };
    let reports = reports(arguments, &config);
    let files = reports.iter().map(|(_, file)| file);
    output::writable(files.chain(&arguments.save_failures))?;
    let chosen = chosen(basics, &config)?;
    let known = known(&chosen, &library, registry)?;
    let pace = basics.limits.pace(&config.limits)?;
    let asking = Asking {
        plan: &plan,
        effort: &effort,
        limits: &basics.limits.limits(&config.limits)?,
        pace: &pace,
        registry,
    };
    let mut checked = match asking.all(&chosen) {
        Err(_) if pace.stop.is_interrupted() => return Ok(exit::INTERRUPTED),
        checked => checked?,
    };
    if let Some(file) = &arguments.save_failures {
        save(&checked, file)?;
    }
    for (checked, known) in checked.iter_mut().zip(&known) {
        let unfounded = known.apply(&mut checked.run.findings)?;
        checked.run.breakdowns.extend(unfounded);
    }
    let sources = Sources {
        registry,
        library: &library,
        selection: &selection,
        plan: &plan,
    };
    let report = Report::of_runs(&checked, &sources);
    let refusal = refusal(&checked);
    if refusal.is_none() {
        print(|out| terminal::write(&report, width(), out))?;
    }
    for (format, file) in &reports {
        output::write(file, &format.render(&report, file))?;
    }
    if let Some(refusal) = refusal {
        return Err(refusal);
    }
    if pace.stop.is_interrupted() {
        return Ok(exit::INTERRUPTED);
    }
    Ok(exit::of(report.conclusion))
}

/// The reports that the flags ask for, or else those of the configuration.
fn reports(arguments: &Arguments, config: &Config) -> Vec<(Format, PathBuf)> {
    if !arguments.report.is_empty() {
        return arguments.report.clone();
    }
    config.reports()
}

/// Writes the counterexamples of the only subject.
fn save(checked: &[Checked], file: &Path) -> Result<(), Error> {
    let [one] = checked else {
        return Err(Error::Usage(
            "--save-failures is for one subject: choose it with --subject".to_owned(),
        ));
    };
    output::write(file, &counterexamples(&one.run.findings).to_yaml())
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
