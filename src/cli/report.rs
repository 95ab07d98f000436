//! `proofmark report`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{exit, print};
use crate::error::Error;
use crate::report::json::{Report, merge};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Make the report of one whole run of the JSON reports of all its shards, on standard output
    Merge {
        /// The reports, as `check --shard I/N --report json=FILE` writes them
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
}

/// Exits as the whole run would have.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let Command::Merge { files } = &arguments.command;
    let mut reports = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).map_err(|source| Error::read(file, source))?;
        let name = file.display().to_string();
        let report = Report::read(&name, &text)?;
        reports.push((name, report));
    }
    let whole = merge(reports)?;
    print(|out| out.write_all(whole.to_text().as_bytes()))?;
    Ok(if !whole.judged_anything() {
        exit::UNUSABLE
    } else if whole.conforms {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}
