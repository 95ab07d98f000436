//! `proofmark known`

use clap::{Args, Subcommand};

use super::check::{Asking, Basics, Chosen, chosen, known, refusal};
use super::{exit, output, print};
use crate::error::Error;
use crate::report::visible::visible;
use crate::rule::Registry;
use crate::runner::{KnownFailures, Run, Selection};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run everything, and write what fails into the list of known failures. Reasons and links are kept
    Update(Box<Basics>),
}

/// What became of a list.
struct Updated {
    subject: String,
    file: String,
    before: usize,
    after: KnownFailures,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let Command::Update(basics) = &arguments.command;
    let registry = Registry::embedded();
    let config = basics.configuration()?;
    let library = basics.library(&config)?;
    let selection = Selection {
        stated_only: basics.stated_only(&config),
        ..Selection::default()
    };
    let mut chosen = chosen(basics, &config)?;
    chosen.retain(|one| one.known.is_some());
    if chosen.is_empty() {
        return Err(Error::Usage(
            "there is no list to update: give --known FILE, or a subject of the configuration a `known`"
                .to_owned(),
        ));
    }
    for file in chosen.iter().filter_map(|one| one.known.as_ref()) {
        if !file.exists() {
            output::write(file, &KnownFailures::default().to_yaml())?;
        }
    }
    output::writable(chosen.iter().filter_map(|one| one.known.as_ref()))?;
    let lists = known(&chosen, &library, registry)
        .map_err(|error| Error::Usage(format!("{error}\nmend the list, or delete it")))?;
    let pace = basics.limits.pace(&config.limits)?;
    let asking = Asking {
        plan: &selection.plan(&library, registry)?,
        effort: &basics.effort(&config),
        limits: &basics.limits.limits(&config.limits)?,
        pace: &pace,
        registry,
    };
    let checked = asking.all(&chosen)?;
    if let Some(refusal) = refusal(&checked) {
        return Err(refusal);
    }
    for checked in &checked {
        complete(&checked.name, &checked.run)?;
    }
    if pace.stop.is_interrupted() {
        return Ok(exit::INTERRUPTED);
    }
    let mut all = Vec::new();
    for ((one, list), checked) in chosen.iter().zip(&lists).zip(&checked) {
        all.push(updated(one, list, &checked.name, &checked.run)?);
    }
    print(|out| all.iter().try_for_each(|it| writeln!(out, "{}", told(it))))?;
    Ok(exit::CONFORMS)
}

/// A list that is made of a part of a run would call everything else mended.
fn complete(name: &str, run: &Run) -> Result<(), Error> {
    if run.is_complete() && run.breakdowns.is_empty() && !run.findings.is_empty() {
        return Ok(());
    }
    Err(Error::Usage(format!(
        "{name} was not judged to the end, so the list stays as it is: `proofmark check` says why"
    )))
}

fn updated(one: &Chosen, list: &KnownFailures, name: &str, run: &Run) -> Result<Updated, Error> {
    let after = list.updated(&run.findings)?;
    let file = one.known.clone().unwrap_or_default();
    output::write(&file, &after.to_yaml())?;
    Ok(Updated {
        subject: visible(name),
        file: file.display().to_string(),
        before: list.len(),
        after,
    })
}

fn told(updated: &Updated) -> String {
    let Updated {
        subject,
        file,
        before,
        after,
    } = updated;
    let unexplained = match after.unexplained() {
        0 => String::new(),
        count => format!(", {count} of them not explained yet"),
    };
    let failures = if after.len() == 1 {
        "failure"
    } else {
        "failures"
    };
    format!(
        "{subject}: {} known {failures} in {file} (before: {before}){unexplained}",
        after.len()
    )
}
