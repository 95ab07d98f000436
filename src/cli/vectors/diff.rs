//! `proofmark vectors diff`

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::{exit, git, print};
use crate::error::Error;
use crate::report::diff;
use crate::vector::compare::{Weight, compare};
use crate::vector::{Release, release_files};

#[derive(Debug, Args)]
#[command(after_help = "Exit codes: 0 compatible, 4 additive, 1 breaking; 2 wrong usage.")]
pub(super) struct Arguments {
    /// What there was: a folder, an archive (.tar, .tar.gz) or a git revision
    old: String,
    /// What there is
    #[arg(default_value = ".")]
    new: String,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let comparison = compare(&release(&arguments.old)?, &release(&arguments.new)?);
    let text = match arguments.format {
        Format::Text => diff::text(&comparison),
        Format::Markdown => diff::markdown(&comparison),
        Format::Json => diff::json(&comparison),
    };
    print(|out| out.write_all(text.as_bytes()))?;
    Ok(match comparison.weight() {
        Weight::Compatible => exit::CONFORMS,
        Weight::Additive => exit::ADDITIVE,
        Weight::Breaking => exit::DOES_NOT,
    })
}

/// A folder if there is one of that name, an archive if there is such a file, and else a revision.
fn release(name: &str) -> Result<Release, Error> {
    let path = Path::new(name);
    let named = |error: Error| match error {
        Error::Usage(message) => Error::Usage(format!("{name}: {message}")),
        other => other,
    };
    let files = if path.is_dir() {
        release_files(path)?
    } else if path.is_file() {
        let bytes = fs::read(path).map_err(|source| Error::read(path, source))?;
        unpacked(&bytes).map_err(|source| Error::read(path, source))?
    } else {
        let bytes = git::archive(name)?;
        unpacked(&bytes).map_err(|source| Error::read(PathBuf::from(name), source))?
    };
    Release::from_files(&files).map_err(named)
}

/// The text files of an archive.
fn unpacked(bytes: &[u8]) -> std::io::Result<Vec<(String, String)>> {
    let is_compressed = bytes.starts_with(&[0x1f, 0x8b]);
    let mut plain = Vec::new();
    let bytes = if is_compressed {
        flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain)?;
        &plain
    } else {
        bytes
    };
    let mut files = Vec::new();
    for entry in tar::Archive::new(bytes).entries()? {
        let mut entry = entry?;
        let path = entry.path()?.to_string_lossy().replace('\\', "/");
        let wanted = ["md", "yaml", "json"].iter().any(|it| path.ends_with(it));
        if wanted && entry.header().entry_type().is_file() {
            let mut text = String::new();
            entry.read_to_string(&mut text)?;
            files.push((path, text));
        }
    }
    Ok(files)
}
