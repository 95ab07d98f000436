//! `proofmark init` and `proofmark schema`

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{exit, print};
use crate::config::{NAME, TEMPLATE};
use crate::error::Error;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The file to write
    #[arg(default_value = NAME)]
    file: PathBuf,
}

/// What there is a JSON Schema of.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Schema {
    /// `proofmark.yaml`
    Config,
    /// Lists of known failures
    Known,
    /// `--report json=FILE`
    Report,
    /// Files of golden vectors
    Vectors,
    /// `vectors/manifest.yaml`
    Manifest,
    /// The rules in an export of the vectors
    Rules,
}

/// Writes a commented configuration, but over nothing.
pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let file = &arguments.file;
    let mut options = OpenOptions::new();
    let opened = options.write(true).create_new(true).open(file);
    let written = opened.and_then(|mut opened| opened.write_all(TEMPLATE.as_bytes()));
    written.map_err(|source| Error::write(file, source))?;
    print(|out| {
        writeln!(
            out,
            "{} is written: put your adapter's command into it, and run `proofmark check`",
            file.display()
        )
    })?;
    Ok(exit::CONFORMS)
}

/// Prints a schema.
pub(super) fn schema(schema: Schema) -> Result<u8, Error> {
    let text = match schema {
        Schema::Config => include_str!("../../spec/schema/config.json"),
        Schema::Known => include_str!("../../spec/schema/known.json"),
        Schema::Report => include_str!("../../spec/schema/report.json"),
        Schema::Vectors => include_str!("../../spec/schema/vectors.json"),
        Schema::Manifest => include_str!("../../spec/schema/manifest.json"),
        Schema::Rules => include_str!("../../spec/schema/rules.json"),
    };
    print(|out| out.write_all(text.as_bytes()))?;
    Ok(exit::CONFORMS)
}
