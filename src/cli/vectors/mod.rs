//! `proofmark vectors`

mod diff;
mod export;
mod freeze;
mod generate;
mod stock;
mod verify;

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{exit, print};
use crate::error::Error;
use crate::generate::{sample, sampled};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Write what the model expects into every file, except where it is pinned or frozen, and the manifest
    Generate(Place),
    /// Fail on any byte that `generate` would change, and on any broken promise
    Verify(Place),
    /// Compare two releases of pages and vectors, by what they mean to an implementation
    Diff(diff::Arguments),
    /// Write the vectors for those who want them without proofmark
    Export(export::Arguments),
    /// Release the domains as they are: from then on their cases are frozen
    Freeze(Freeze),
    /// Print a file of cases with random inputs for an operation
    Sample(Sample),
}

#[derive(Debug, Args)]
struct Sample {
    /// The operation, or `task_id.queue` for scenarios
    operation: String,
    /// How many cases
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// What they are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Args)]
struct Freeze {
    /// The domains; without any, all of them
    #[arg(value_name = "DOMAIN")]
    domains: Vec<String>,
    /// The folder of the vectors
    #[arg(long, value_name = "FOLDER", default_value = "vectors")]
    vectors: PathBuf,
    /// Take the pages from this folder instead of the embedded ones
    #[arg(long, value_name = "FOLDER")]
    spec: Option<PathBuf>,
}

/// Where vectors and pages are.
#[derive(Debug, Args)]
struct Place {
    /// The folder of the vectors
    #[arg(default_value = "vectors")]
    folder: PathBuf,
    /// Take the pages from this folder instead of the embedded ones
    #[arg(long, value_name = "FOLDER")]
    spec: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    match &arguments.action {
        Action::Generate(place) => generate::run(place),
        Action::Verify(place) => verify::run(place),
        Action::Diff(arguments) => diff::run(arguments),
        Action::Export(arguments) => export::run(arguments),
        Action::Freeze(arguments) => freeze::run(arguments),
        Action::Sample(Sample {
            operation,
            count,
            seed,
        }) => {
            let known = || sampled().collect::<Vec<_>>().join(", ");
            let topic = sample(operation, *count, *seed).ok_or_else(|| {
                Error::Usage(format!(
                    "`{operation}` cannot be sampled: expected one of {}",
                    known()
                ))
            })?;
            print(|out| out.write_all(topic.to_yaml().as_bytes()))?;
            Ok(exit::CONFORMS)
        }
    }
}
