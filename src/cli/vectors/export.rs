//! `proofmark vectors export`

use std::fs;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::{exit, print};
use crate::error::Error;
use crate::report::export;
use crate::rule::Registry;
use crate::vector::Library;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder, which must not exist or be empty
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// How the data is written
    #[arg(long, value_enum, default_value_t = Format::Json)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Yaml,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let folder = &arguments.folder;
    if fs::read_dir(folder).is_ok_and(|mut entries| entries.next().is_some()) {
        let folder = folder.display();
        return Err(Error::Usage(format!(
            "{folder} is not empty: what an earlier version left there would be taken for ours"
        )));
    }
    let format = match arguments.format {
        Format::Yaml => export::Format::Yaml,
        Format::Json => export::Format::Json,
    };
    let files = export::files(&Library::embedded(), Registry::embedded(), format)?;
    for (name, text) in &files {
        let path = folder.join(name);
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|source| Error::write(parent, source))?;
        fs::write(&path, text).map_err(|source| Error::write(&path, source))?;
    }
    print(|out| writeln!(out, "{} files in {}", files.len(), folder.display()))?;
    Ok(exit::CONFORMS)
}
