//! `proofmark serve`

use std::io;

use clap::Args;

use super::builtin::Builtin;
use super::closest::closest;
use super::{broken_pipe, exit};
use crate::error::Error;
use crate::subject::serve;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Serve this mutant instead, which breaks one rule: `proofmark list mutants` shows them
    #[arg(long, value_name = "ID", value_parser = mutant)]
    mutant: Option<Builtin>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let served = arguments.mutant.unwrap_or(Builtin::Reference);
    let mut implementation = served.implementation();
    serve(&mut implementation, io::stdin(), io::stdout().lock())
        .map(|()| exit::CONFORMS)
        .or_else(|error| broken_pipe(&error))
}

fn mutant(id: &str) -> Result<Builtin, String> {
    Builtin::named(id).ok_or_else(|| {
        let close = closest(id, Builtin::names());
        if close.is_empty() {
            "there is no such mutant".to_owned()
        } else {
            format!("did you mean {}?", close.join(", "))
        }
    })
}
