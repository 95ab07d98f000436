//! What is frozen: the cases of released versions, and how a change breaks what was promised with them.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Write as _};

use super::{Case, Entry};
use crate::error::SourceError;

/// The cases of a released version, as they were released.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frozen {
    /// The version.
    pub version: u32,
    /// The digest of each case, by id.
    pub cases: BTreeMap<String, String>,
}

/// What a domain has promised of its cases.
#[derive(Debug, Clone, Default)]
pub struct Promises {
    /// The domain.
    pub entry: Entry,
    /// The versions that were released.
    pub released: Vec<Frozen>,
}

/// A promise that is broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Breach {
    /// The case, by the id it was released under.
    pub id: String,
    /// The version that it was released with.
    pub version: u32,
    /// In which way.
    pub kind: BreachKind,
}

/// The ways in which a promise can be broken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BreachKind {
    /// It asks or expects something else.
    Changed,
    /// It is not there any more; perhaps it has another id now.
    Gone(Option<String>),
    /// It no longer holds for the version that it was released with.
    Ended,
    /// It belongs to a topic that holds for ever, but was ended.
    NotForever,
}

impl Frozen {
    /// The cases that hold for a version, as they are now.
    #[must_use]
    pub fn of<'a>(version: u32, cases: impl IntoIterator<Item = &'a Case>) -> Self {
        let cases = cases.into_iter();
        let cases = cases.filter(|case| case.versions.include(version));
        Self {
            version,
            cases: cases.map(|case| (case.id.clone(), case.digest())).collect(),
        }
    }

    /// The name of the file that holds the cases of a version, in the folder of the domain.
    #[must_use]
    pub fn file(version: u32) -> String {
        format!("version-{version}.frozen")
    }

    /// The file's text: a line a case, its digest and its id.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        for (id, digest) in &self.cases {
            _ = writeln!(out, "{digest}  {id}");
        }
        out
    }

    /// Reads a file's text.
    ///
    /// # Errors
    ///
    /// A line that is not a digest and an id.
    pub fn read(version: u32, file: &str, text: &str) -> Result<Self, SourceError> {
        let mut cases = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let Some((digest, id)) = line.split_once("  ") else {
                let message = "expected the digest of a case and its id";
                return Err(SourceError::new(file, text, at + 1, 1, message));
            };
            cases.insert(id.to_owned(), digest.to_owned());
        }
        Ok(Self { version, cases })
    }
}

impl Promises {
    /// The last version that a case was released with; `None` if it was not, and may change.
    #[must_use]
    pub fn released_with(&self, id: &str) -> Option<u32> {
        let is_listed = |frozen: &&Frozen| {
            let renamed = self.entry.renamed.iter();
            let mut old = renamed.filter(|(_, new)| *new == id).map(|(old, _)| old);
            frozen.cases.contains_key(id) || old.any(|old| frozen.cases.contains_key(old))
        };
        let versions = self.released.iter().filter(is_listed);
        versions.map(|frozen| frozen.version).max()
    }

    /// Every promise that the cases of the domain break.
    #[must_use]
    pub fn breaches(&self, cases: &[&Case]) -> Vec<Breach> {
        let by_id: HashMap<&str, &Case> =
            cases.iter().map(|case| (case.id.as_str(), *case)).collect();
        let mut found = Vec::new();
        for frozen in &self.released {
            let version = frozen.version;
            for (id, digest) in &frozen.cases {
                let now = self.entry.renamed.get(id).unwrap_or(id);
                let kind = match by_id.get(now.as_str()) {
                    None => BreachKind::Gone(self.renamed(digest, cases)),
                    Some(case) if case.digest() != *digest => BreachKind::Changed,
                    Some(case) if !case.versions.include(version) => BreachKind::Ended,
                    Some(case) if case.versions.are_over() && self.entry.is_forever(now) => {
                        BreachKind::NotForever
                    }
                    Some(_) => continue,
                };
                let id = id.clone();
                found.push(Breach { id, version, kind });
            }
        }
        found
    }

    /// The one case that asks and expects the same, and that was never released under the id it has.
    fn renamed(&self, digest: &str, cases: &[&Case]) -> Option<String> {
        let mut alike = cases
            .iter()
            .filter(|case| case.digest() == digest && self.released_with(&case.id).is_none());
        match (alike.next(), alike.next()) {
            (Some(case), None) => Some(case.id.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, version, kind } = self;
        write!(f, "{id}: frozen with version {version}, ")?;
        match kind {
            BreachKind::Changed => write!(
                f,
                "but it asks or expects something else now: a change needs a new version of the page"
            ),
            BreachKind::Gone(Some(new)) => write!(
                f,
                "but gone: if it is {new} now, its old id belongs into `renamed` of manifest.yaml"
            ),
            BreachKind::Gone(None) => write!(f, "but gone: a released case is kept for ever"),
            BreachKind::Ended => write!(
                f,
                "but `since` and `until` say that it does not hold for that version"
            ),
            BreachKind::NotForever => write!(
                f,
                "and its topic holds in every later version, but it has `until`"
            ),
        }
    }
}
