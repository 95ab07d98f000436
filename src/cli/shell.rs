//! `proofmark completions` and `proofmark man`

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{exit, print};
use crate::error::Error;

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// For which shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, Args)]
pub(super) struct Manual {
    /// Write a page for each command into this folder instead
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Prints what a shell needs to complete our command line.
pub(super) fn completions(arguments: &Completions) -> Result<u8, Error> {
    let mut text = Vec::new();
    let mut command = super::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "proofmark", &mut text);
    print(|out| out.write_all(&text))?;
    Ok(exit::CONFORMS)
}

/// Prints the manual page, or writes all of them.
pub(super) fn manual(arguments: &Manual) -> Result<u8, Error> {
    let command = super::Arguments::command();
    match &arguments.folder {
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|source| Error::write(folder, source))?;
            clap_mangen::generate_to(command, folder)
                .map_err(|source| Error::write(folder, source))?;
        }
        None => print(|out| Man::new(command).render(out))?,
    }
    Ok(exit::CONFORMS)
}
