//! The crate's error: what was expected, what came, and where.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Anything that stops the work before there is a verdict.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A fault in a file that a person wrote.
    #[error(transparent)]
    Source(#[from] Box<SourceError>),
    /// A file or folder that cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A file that cannot be written.
    #[error("cannot write {}: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// A request that makes no sense: a selection that matches nothing, an unknown id.
    #[error("{0}")]
    Usage(String),
    /// An adapter that cannot be used at all.
    #[error("{0}")]
    Unusable(String),
}

impl Error {
    /// A file or folder that cannot be read.
    pub fn read(path: impl AsRef<Path>, source: io::Error) -> Self {
        Self::Read {
            path: path.as_ref().to_owned(),
            source,
        }
    }

    /// A file that cannot be written.
    pub fn write(path: impl AsRef<Path>, source: io::Error) -> Self {
        Self::Write {
            path: path.as_ref().to_owned(),
            source,
        }
    }
}

impl From<SourceError> for Error {
    fn from(error: SourceError) -> Self {
        Self::Source(Box::new(error))
    }
}

/// A fault in a text file, with the place that it points at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// The file, as it was named.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected, and what came.
    pub message: String,
    /// The line's text, for showing it.
    pub excerpt: String,
}

impl SourceError {
    /// A fault at a place in a text.
    #[must_use]
    pub fn new(
        file: &str,
        text: &str,
        line: usize,
        column: usize,
        message: impl Into<String>,
    ) -> Self {
        let excerpt = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
        Self {
            file: file.to_owned(),
            line,
            column,
            message: message.into(),
            excerpt: excerpt.to_owned(),
        }
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}:{}:{}: {}",
            self.file, self.line, self.column, self.message
        )
    }
}

impl std::error::Error for SourceError {}
