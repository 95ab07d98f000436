//! What is expected of an implementation, beside the rules.

use std::path::Path;

use crate::config::Config;
use crate::error::Error;
use crate::law::Effort;
use crate::runner::KnownFailures;

/// What is required, what is known to fail, and how hard laws are searched.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Domains of which nothing may be missing.
    pub require: Vec<String>,
    /// What is known to fail, said in code.
    pub known_failures: Vec<KnownFailure>,
    /// What is known to fail, from a list, which also says how.
    pub known: KnownFailures,
    /// How hard laws are searched.
    pub effort: Effort,
}

impl Settings {
    /// What a `proofmark.yaml` says: domains that are required, how hard laws are searched, and the list of known
    /// failures of the subject of this name.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or makes no sense, and a subject that it does not have.
    pub fn read(file: impl AsRef<Path>, subject: &str) -> Result<Self, Error> {
        let config = Config::find(Some(file.as_ref()))?;
        let mut subjects = config.subjects.iter();
        let Some(subject) = subjects.find(|it| it.name.value == subject) else {
            let file = file.as_ref().display();
            return Err(Error::Usage(format!("{file} has no subject `{subject}`")));
        };
        let list = subject.known.as_ref().map(|it| config.folder().join(it));
        let usual = Effort::default();
        Ok(Self {
            require: config.require.clone(),
            known_failures: Vec::new(),
            known: list.map_or(Ok(KnownFailures::default()), |list| {
                KnownFailures::load(&list)
            })?,
            effort: Effort {
                seed: config.seed.unwrap_or(usual.seed),
                cases: config.cases.unwrap_or(usual.cases),
                ..usual
            },
        })
    }
}

/// Cases and laws that are known to fail. They are run, and must fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownFailure {
    /// A pattern of ids.
    pub pattern: String,
    /// Why they fail.
    pub reason: String,
}
