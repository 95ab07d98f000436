//! `proofmark.yaml`: what a project wants to have checked, so that nobody has to type it.

mod template;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;
use serde_saphyr::Spanned;

pub(super) use template::TEMPLATE;

use super::builtin::Builtin;
use crate::error::{Error, SourceError};
use crate::report::Format;
use crate::vector::{Comments, from_commented_yaml};

/// The name of the file that is looked for.
pub(super) const NAME: &str = "proofmark.yaml";

/// A configuration. Flags take precedence over each of its keys.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Config {
    pub(super) subjects: Vec<Subject>,
    pub(super) require: Vec<String>,
    pub(super) basis: Option<Basis>,
    pub(super) vectors: Option<PathBuf>,
    pub(super) cases: Option<usize>,
    pub(super) seed: Option<u64>,
    pub(super) reports: BTreeMap<Format, Files>,
    pub(super) limits: Limits,
    /// The file it was read from, as it was named.
    #[serde(skip)]
    pub(super) file: Option<PathBuf>,
}

/// An implementation to check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Subject {
    pub(super) name: Spanned<String>,
    #[serde(default)]
    pub(super) command: Vec<String>,
    pub(super) builtin: Option<String>,
    pub(super) folder: Option<PathBuf>,
    #[serde(default)]
    pub(super) environment: BTreeMap<String, String>,
    #[serde(default)]
    pub(super) options: BTreeMap<String, String>,
    pub(super) known: Option<PathBuf>,
}

/// Where a report goes: to one file, or to several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a file, or a list of files")]
pub(super) enum Files {
    One(PathBuf),
    Several(Vec<PathBuf>),
}

/// What the rules rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(super) enum Basis {
    /// Only what the documents say, or what follows from it.
    Stated,
    /// Decisions of this project too.
    All,
}

/// How long things may take, in seconds, and how often they may break.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Limits {
    pub(super) jobs: Option<std::num::NonZeroUsize>,
    pub(super) hello: Option<f64>,
    pub(super) reply: Option<f64>,
    pub(super) run: Option<f64>,
    pub(super) restarts: Option<usize>,
}

impl Config {
    /// The configuration that is named, or the nearest one from this folder upwards, or an empty one.
    pub(super) fn find(named: Option<&Path>) -> Result<Self, Error> {
        match named {
            Some(file) => Self::read(file),
            None => match nearest()? {
                Some(file) => Self::read(&file),
                None => Ok(Self::default()),
            },
        }
    }

    fn read(file: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(file).map_err(|source| Error::read(file, source))?;
        let name = file.display().to_string();
        let config: Self = from_commented_yaml(&name, &text, Comments::Allowed)?;
        config.sensible(&name, &text)?;
        Ok(Self {
            file: Some(file.to_owned()),
            ..config
        })
    }

    /// What the types alone cannot say.
    fn sensible(&self, file: &str, text: &str) -> Result<(), Error> {
        for (at, subject) in self.subjects.iter().enumerate() {
            let place = &subject.name.referenced;
            let number = |n| usize::try_from(n).unwrap_or(1);
            let (line, column) = (number(place.line()), number(place.column()));
            let name = subject.name.value.as_str();
            let fault =
                |message: String| Err(SourceError::new(file, text, line, column, message).into());
            let before = &self.subjects[..at];
            if name.is_empty() {
                return fault("a subject needs a name".to_owned());
            }
            if before.iter().any(|other| other.name.value == name) {
                return fault(format!("there is another subject `{name}`"));
            }
            match (&subject.command[..], &subject.builtin) {
                ([], None) => {
                    return fault(format!(
                        "`{name}` needs a `command`, or `builtin: reference`"
                    ));
                }
                ([_, ..], Some(_)) => {
                    return fault(format!("`{name}` has both a `command` and a `builtin`"));
                }
                (_, Some(id)) if Builtin::named(id).is_none() => {
                    return fault(format!(
                        "`{id}` is neither `reference` nor a mutant: `proofmark list mutants` shows them"
                    ));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The reports that every run writes.
    pub(super) fn reports(&self) -> Vec<(Format, PathBuf)> {
        let mut all = Vec::new();
        for (format, files) in &self.reports {
            let files = match files {
                Files::One(file) => std::slice::from_ref(file),
                Files::Several(files) => &files[..],
            };
            all.extend(files.iter().map(|file| (*format, self.folder().join(file))));
        }
        all
    }

    /// The folder that its paths start from.
    pub(super) fn folder(&self) -> &Path {
        let folder = self.file.as_deref().and_then(Path::parent);
        folder.unwrap_or_else(|| Path::new(""))
    }
}

/// The file in this folder, or in the nearest one above it that has one. It is named as seen from here.
fn nearest() -> Result<Option<PathBuf>, Error> {
    let here = env::current_dir().map_err(|source| Error::read(".", source))?;
    let mut named = PathBuf::new();
    for folder in here.ancestors() {
        if folder.join(NAME).is_file() {
            return Ok(Some(named.join(NAME)));
        }
        named.push("..");
    }
    Ok(None)
}
