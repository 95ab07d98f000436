//! What every command that asks subjects needs to know.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;

use super::limits::Bounds;
use crate::cli::config::{Basis, Config};
use crate::cli::seed::Seed;
use crate::error::Error;
use crate::law::Effort;
use crate::vector::Library;

#[derive(Debug, Args)]
pub(in crate::cli) struct Basics {
    /// The configuration [default: the nearest `proofmark.yaml`, from this folder upwards]
    #[arg(long, value_name = "FILE", conflicts_with = "no_config")]
    pub(in crate::cli) config: Option<PathBuf>,
    /// Use no configuration
    #[arg(long)]
    pub(in crate::cli) no_config: bool,
    /// Only this subject of the configuration, or what is built in: `reference`, or a mutant by its id. May be given
    /// again
    #[arg(long, value_name = "NAME", conflicts_with = "command")]
    pub(in crate::cli) subject: Vec<String>,
    /// The list of known failures, for one subject
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) known: Option<PathBuf>,
    /// What the rules rest on: `stated` leaves out what this project decided [default: all]
    #[arg(long, value_enum)]
    basis: Option<Basis>,
    /// How many random inputs each law gets [default: 256]
    #[arg(long, value_name = "N")]
    cases: Option<usize>,
    /// What the random inputs are drawn from: a number, or `random` [default: 20250115]
    #[arg(long, value_name = "SEED")]
    pub(in crate::cli) seed: Option<Seed>,
    /// Take the vectors from this folder instead of the embedded ones
    #[arg(long, value_name = "FOLDER")]
    pub(in crate::cli) vectors: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) limits: Bounds,
    /// The adapter and its arguments [default: the subjects of the configuration, or else the built-in reference]
    #[arg(last = true, value_name = "COMMAND")]
    pub(in crate::cli) command: Vec<OsString>,
}

impl Basics {
    /// The configuration.
    pub(in crate::cli) fn configuration(&self) -> Result<Config, Error> {
        if self.no_config {
            Ok(Config::default())
        } else {
            Config::find(self.config.as_deref())
        }
    }

    /// The vectors.
    pub(in crate::cli) fn library(&self, config: &Config) -> Result<Library, Error> {
        let configured = config.vectors.as_ref();
        let configured = configured.map(|folder| config.folder().join(folder));
        match self.vectors.clone().or(configured) {
            Some(folder) => Library::folder(&folder),
            None => Ok(Library::embedded()),
        }
    }

    /// Whether what rests on decisions is left out.
    pub(in crate::cli) fn stated_only(&self, config: &Config) -> bool {
        self.basis.or(config.basis) == Some(Basis::Stated)
    }

    /// How hard laws are searched.
    pub(in crate::cli) fn effort(&self, config: &Config) -> Effort {
        let usual = Effort::default();
        Effort {
            seed: self
                .seed
                .map(|it| it.number)
                .or(config.seed)
                .unwrap_or(usual.seed),
            cases: self.cases.or(config.cases).unwrap_or(usual.cases),
            ..usual
        }
    }
}
