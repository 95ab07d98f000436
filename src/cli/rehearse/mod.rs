//! `proofmark rehearse`

mod desk;
mod subjects;
mod watch;

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::{exit, print};
use crate::error::Error;
use crate::mutant::{self, Mutant};
use crate::report::rehearsal;
use crate::runner::{LawRecord, Proposal};
use desk::Desk;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Rehearse that the rule be as this mutant has it, instead of what this binary's model is
    #[arg(long = "as", value_name = "MUTANT")]
    mutant: Option<String>,
    /// Only this domain. May be given again
    #[arg(long, value_name = "DOMAIN")]
    only: Vec<String>,
    /// The folder of the vectors
    #[arg(long, value_name = "FOLDER", default_value = "vectors")]
    vectors: PathBuf,
    /// The folder of the pages
    #[arg(long, value_name = "FOLDER", default_value = "spec")]
    spec: PathBuf,
    /// The configuration with the subjects; without it, the nearest `proofmark.yaml` from here upwards
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Repeat it whenever a page, a vector or the program is saved
    #[arg(long, conflicts_with = "accept")]
    watch: bool,
    /// Do not build the program when a source of it is saved; it is still watched itself
    #[arg(long, requires = "watch")]
    no_build: bool,
    /// Put on record what the model answers to the laws' inputs now: writes `laws.yaml` of the vectors
    #[arg(long)]
    accept: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    if arguments.accept {
        return accept(arguments);
    }
    let proposal = match &arguments.mutant {
        Some(id) => Proposal::As(named(id)?),
        None => Proposal::Model,
    };
    let mut desk = Desk::new(arguments, proposal)?;
    if arguments.watch {
        return watch::run(arguments, desk);
    }
    let found = desk.rehearse()?;
    print(|out| out.write_all(rehearsal::text(&found).as_bytes()))?;
    Ok(if found.is_empty() {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}

fn accept(arguments: &Arguments) -> Result<u8, Error> {
    let file = arguments.vectors.join(LawRecord::FILE);
    let text = LawRecord::now().to_yaml();
    fs::write(&file, text).map_err(|source| Error::write(&file, source))?;
    print(|out| writeln!(out, "{} is written", file.display()))?;
    Ok(exit::CONFORMS)
}

fn named(id: &str) -> Result<&'static Mutant, Error> {
    let found = mutant::all().find(|mutant| mutant.id == id);
    found.ok_or_else(|| {
        let close = super::closest::closest(id, mutant::all().map(|it| it.id.to_owned()));
        let hint = if close.is_empty() {
            "`proofmark list mutants` shows the ids".to_owned()
        } else {
            format!("did you mean {}?", close.join(", "))
        };
        Error::Usage(format!("`{id}` is no mutant; {hint}"))
    })
}
