//! `proofmark report`

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{exit, output, print, width};
use crate::error::Error;
use crate::report::json::{Report, join, merge};
use crate::report::kills::Matrix;
use crate::report::{Format, terminal};

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    /// JSON reports, whose subjects are shown side by side
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Render as json, junit, markdown, github, badge or html, for example `html=report.html`; the file `-` is standard
    /// output. May be given again [default: what `check` prints]
    #[arg(long, value_name = "KIND=FILE", value_parser = output::parse::<Format>)]
    to: Vec<(Format, PathBuf)>,
    /// Add a kill matrix, as `proofmark mutants --report json=FILE` writes it
    #[arg(long, value_name = "FILE")]
    kills: Option<PathBuf>,
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

/// Exits as the run would have.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    if let Some(Command::Merge { files }) = &arguments.command {
        let whole = merge(read(files)?)?;
        print(|out| out.write_all(whole.to_text().as_bytes()))?;
        return Ok(exit::of(whole.conclusion));
    }
    let mut report = join(read(&arguments.files)?)?;
    if let Some(file) = &arguments.kills {
        let text = std::fs::read_to_string(file).map_err(|source| Error::read(file, source))?;
        report.kills = Some(Matrix::read(&file.display().to_string(), &text)?);
    }
    output::writable(arguments.to.iter().map(|(_, file)| file))?;
    for (format, file) in &arguments.to {
        output::write(file, &format.render(&report, file))?;
    }
    if arguments.to.is_empty() {
        print(|out| terminal::write(&report, width(), out))?;
    }
    Ok(exit::of(report.conclusion))
}

/// The reports, each with the name of its file.
fn read(files: &[PathBuf]) -> Result<Vec<(String, Report)>, Error> {
    let read = files.iter().map(|file| {
        let text = std::fs::read_to_string(file).map_err(|source| Error::read(file, source))?;
        let name = file.display().to_string();
        let report = Report::read(&name, &text)?;
        Ok((name, report))
    });
    read.collect()
}
