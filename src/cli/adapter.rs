//! `proofmark adapter`

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use super::check::seconds;
use super::template::{self, Language};
use super::{exit, interrupt, print, width};
use crate::adapter::{Outcome, examine};
use crate::error::Error;
use crate::report;
use crate::rule::Registry;
use crate::subject::Stop;
use crate::subject::process::Limits;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write a working skeleton of an adapter, with an operation to fill in
    New {
        /// The language
        #[arg(value_enum)]
        language: Language,
        /// The folder, which is made if it is not there. Files that exist are not written over
        #[arg(value_name = "DIR")]
        folder: PathBuf,
    },
    /// Is an adapter sound, apart from the implementation behind it? Says of each fault what its cause most likely is
    Test(Test),
}

#[derive(Debug, Args)]
struct Test {
    /// How long the adapter may take to start and answer `hello`
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "30")]
    hello_limit: Duration,
    /// How long a reply may take
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    reply_limit: Duration,
    /// The adapter and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(super) fn run(arguments: Arguments) -> Result<u8, Error> {
    match arguments.command {
        Command::New { language, folder } => {
            template::create(language, &folder)?;
            print(|out| template::tell(language, &folder, out))?;
            Ok(exit::CONFORMS)
        }
        Command::Test(arguments) => test(arguments),
    }
}

/// Exits with 0 if the adapter is sound, 1 if it is not, and 3 if there was not even a handshake.
fn test(arguments: Test) -> Result<u8, Error> {
    let stop = Stop::default();
    interrupt::listen(&stop)?;
    let limits = Limits {
        handshake: arguments.hello_limit,
        request: arguments.reply_limit,
        ..Limits::default()
    };
    let examination = examine(
        arguments.command,
        limits,
        stop.clone(),
        Registry::embedded(),
    )?;
    print(|out| report::adapter::write(&examination, width(), out))?;
    let handshake = examination.checks.first().map(|it| &it.outcome);
    Ok(if stop.is_interrupted() {
        exit::INTERRUPTED
    } else if matches!(handshake, Some(Outcome::Unsound(_))) {
        exit::UNUSABLE
    } else if examination.is_sound() {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}
