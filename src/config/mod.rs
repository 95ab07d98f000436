//! `proofmark.yaml`: what a project wants to have checked, so that nobody has to type it.

mod builtin;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde::Deserialize;
use serde_saphyr::Spanned;

pub use builtin::Builtin;

use crate::error::{Error, SourceError};
use crate::report::Format;
use crate::vector::{Comments, from_commented_yaml};

/// A configuration that checks the reference and explains every key: what `proofmark init` writes. A test keeps it in
/// step with the schema.
pub const TEMPLATE: &str = include_str!("template.yaml");

/// The name of the file that is looked for.
pub const NAME: &str = "proofmark.yaml";

/// A configuration. Flags take precedence over each of its keys.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The implementations.
    pub subjects: Vec<Subject>,
    /// Domains of which nothing may be missing.
    pub require: Vec<String>,
    /// What the rules rest on.
    pub basis: Option<Basis>,
    /// A folder of vectors instead of the embedded ones.
    pub vectors: Option<PathBuf>,
    /// How many random inputs each law gets.
    pub cases: Option<usize>,
    /// What the random inputs are drawn from.
    pub seed: Option<u64>,
    /// The reports that every run writes.
    pub reports: BTreeMap<Format, Files>,
    /// How long things may take.
    pub limits: Limits,
    /// The file it was read from, as it was named.
    #[serde(skip)]
    pub file: Option<PathBuf>,
}

/// An implementation to check.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Subject {
    /// What reports call it.
    pub(crate) name: Spanned<String>,
    /// The adapter and its arguments.
    #[serde(default)]
    pub command: Vec<String>,
    /// Instead of a command: what is built in.
    pub builtin: Option<String>,
    /// The folder that the command runs in.
    pub folder: Option<PathBuf>,
    /// Variables that the command gets.
    #[serde(default)]
    pub environment: BTreeMap<String, String>,
    /// What the implementation declares of itself.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The list of known failures.
    pub known: Option<PathBuf>,
}

/// Where a report goes: to one file, or to several.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "expected a file, or a list of files")]
pub enum Files {
    /// One file.
    One(PathBuf),
    /// All of these.
    Several(Vec<PathBuf>),
}

/// What the rules rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Basis {
    /// Only what the documents say, or what follows from it.
    Stated,
    /// Decisions of this project too.
    All,
}

/// How long things may take, in seconds, and how often they may break.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// How many adapters work at the same time.
    pub jobs: Option<std::num::NonZeroUsize>,
    /// For an adapter to start and answer `hello`.
    pub hello: Option<f64>,
    /// For an adapter to stay silent while requests are waiting.
    pub reply: Option<f64>,
    /// For everything together.
    pub run: Option<f64>,
    /// How often an adapter may break.
    pub restarts: Option<usize>,
}

impl Config {
    /// The configuration that is named, or the nearest one from this folder upwards, or an empty one.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, or makes no sense, with the place.
    pub fn find(named: Option<&Path>) -> Result<Self, Error> {
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

    /// The reports that every run writes, and their files.
    #[must_use]
    pub fn reports(&self) -> Vec<(Format, PathBuf)> {
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
    #[must_use]
    pub fn folder(&self) -> &Path {
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
