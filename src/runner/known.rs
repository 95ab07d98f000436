//! Known failures: what is borne for now, and why. They are run, and must still fail in the way that is written down.

use std::fs;
use std::path::Path;

use globset::GlobSet;
use serde::Deserialize;
use serde_saphyr::Spanned;

use super::selection::globs;
use crate::error::{Error, SourceError};
use crate::vector::{Comments, Manifest, from_commented_yaml, prose};
use crate::verdict::{Failure, Finding, Known, Verdict};

/// The reason of an entry that nobody has explained yet.
pub const UNEXPLAINED: &str = "not explained yet";

/// A list of known failures.
#[derive(Debug, Clone, Default)]
pub struct KnownFailures {
    file: String,
    text: String,
    entries: Vec<Entry>,
    /// The ids of the entries, in their order.
    patterns: GlobSet,
}

/// Failures that are known, all for the same reason.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    /// A case or a law, or a pattern of such ids.
    id: String,
    known: Known,
    /// Where it stands.
    line: usize,
    column: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    id: Spanned<String>,
    fails: OneOrMore,
    reason: Spanned<String>,
    link: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a kind of failure, or a list of them")]
enum OneOrMore {
    One(Failure),
    More(Vec<Failure>),
}

impl KnownFailures {
    /// Reads a list from its file.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, and like [`KnownFailures::read`].
    pub fn load(file: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(file).map_err(|source| Error::read(file, source))?;
        Self::read(&file.display().to_string(), &text)
    }

    /// Reads a list. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// Anything but a list of entries, with its place.
    pub fn read(file: &str, text: &str) -> Result<Self, Error> {
        let comments = Comments::BelongInto("reason");
        let raw: Vec<RawEntry> = from_commented_yaml(file, text, comments)?;
        let mut entries: Vec<Entry> = Vec::new();
        for RawEntry {
            id,
            fails,
            reason,
            link,
        } in raw
        {
            let at = |spanned: &Spanned<String>| {
                let place = spanned.referenced;
                let number = |n| usize::try_from(n).unwrap_or(1);
                (number(place.line()), number(place.column()))
            };
            let (line, column) = at(&id);
            let fault =
                |message: String| SourceError::new(file, text, line, column, message).into();
            let id = id.value;
            if entries.iter().any(|entry| entry.id == id) {
                return Err(fault(format!("`{id}` is listed twice")));
            }
            if reason.value.trim().is_empty() {
                return Err(fault(format!(
                    "`{id}` has no reason: write down why it is borne"
                )));
            }
            let mut fails = match fails {
                OneOrMore::One(one) => vec![one],
                OneOrMore::More(more) => more,
            };
            fails.sort_unstable();
            fails.dedup();
            if fails.is_empty() {
                return Err(fault(format!("`{id}` does not say how it fails")));
            }
            let known = Known {
                fails,
                reason: reason.value,
                link,
            };
            entries.push(Entry {
                id,
                known,
                line,
                column,
            });
        }
        Self::of(entries, file, text)
    }

    fn of(entries: Vec<Entry>, file: &str, text: &str) -> Result<Self, Error> {
        let patterns: Vec<String> = entries.iter().map(|entry| entry.id.clone()).collect();
        Ok(Self {
            file: file.to_owned(),
            text: text.to_owned(),
            entries,
            patterns: globs(&patterns)?,
        })
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether nothing is known to fail.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The same list, in which every case that has another id now is found under that one.
    ///
    /// # Errors
    ///
    /// An id that is no pattern.
    pub fn follow(mut self, manifest: &Manifest) -> Result<Self, Error> {
        for entry in &mut self.entries {
            entry.id = manifest.current(&entry.id).to_owned();
        }
        Self::of(self.entries, &self.file, &self.text)
    }

    /// Makes sure that every entry is about something, and nothing has two entries.
    ///
    /// # Errors
    ///
    /// The first entry that matches none of the ids, or one that another entry matches, with its place.
    pub fn match_against<'a>(&self, ids: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
        let mut used = vec![false; self.entries.len()];
        for id in ids {
            let matching = self.patterns.matches(id);
            if let [first, second, ..] = matching[..] {
                let message = format!(
                    "`{id}` has two entries: it also matches `{}`",
                    self.entries[first].id
                );
                return Err(self.fault(second, message));
            }
            for at in matching {
                used[at] = true;
            }
        }
        match used.iter().position(|used| !used) {
            Some(at) => Err(self.fault(
                at,
                format!(
                    "`{}` matches nothing: `proofmark list cases` and `proofmark list laws` show the ids",
                    self.entries[at].id
                ),
            )),
            None => Ok(()),
        }
    }

    /// Judges findings in the light of what is known, and says which entries have lost their ground: nothing that they
    /// match is supported any more, so that nobody can tell whether it would fail.
    pub fn apply(&self, findings: &mut [Finding]) -> Vec<String> {
        let (mut met, mut judged) = (vec![false; self.len()], vec![false; self.len()]);
        for finding in findings {
            let Some(at) = self.patterns.matches(&finding.id).first().copied() else {
                continue;
            };
            met[at] = true;
            if finding.verdict != Verdict::Unsupported {
                judged[at] = true;
                judge(finding, &self.entries[at].known);
            }
        }
        let unfounded = self.entries.iter().enumerate();
        let unfounded = unfounded.filter(|(at, _)| met[*at] && !judged[*at]);
        let told = unfounded.map(|(_, entry)| {
            let (file, line, id) = (&self.file, entry.line, &entry.id);
            format!("{file}:{line}: `{id}` is known to fail, but is not supported any more")
        });
        told.collect()
    }

    /// The list that makes all failures of a whole run known. The findings are those that were not judged in the light of
    /// any list. What is explained already stays so, and so does what the run was not about.
    ///
    /// # Errors
    ///
    /// A malformed pattern.
    pub fn updated(&self, findings: &[Finding]) -> Result<Self, Error> {
        let entry_of = |finding: &Finding| self.patterns.matches(&finding.id).first().copied();
        let matched: Vec<Option<usize>> = findings.iter().map(entry_of).collect();
        // An entry stays if all that it matches still fails so.
        let mut stays = vec![true; self.len()];
        for (finding, at) in findings.iter().zip(&matched) {
            let Some(at) = *at else { continue };
            let fails = &self.entries[at].known.fails;
            stays[at] &= finding.failure().is_some_and(|how| fails.contains(&how));
        }
        let (mut entries, mut written) = (Vec::new(), vec![false; self.len()]);
        for (finding, at) in findings.iter().zip(matched) {
            match (finding.failure(), at) {
                (None, _) => {}
                (Some(_), Some(at)) if written[at] => {}
                (Some(_), Some(at)) if stays[at] => {
                    entries.push(self.entries[at].clone());
                    written[at] = true;
                }
                (Some(fails), at) => {
                    let before = at.map(|at| &self.entries[at].known);
                    entries.push(Entry::new(&finding.id, fails, before));
                }
            }
        }
        let others = self.entries.iter().enumerate();
        let others = others.filter(|(at, _)| stays[*at] && !written[*at]);
        entries.extend(others.map(|(_, entry)| entry.clone()));
        Self::of(entries, &self.file, "")
    }

    /// How many entries nobody has explained yet.
    #[must_use]
    pub fn unexplained(&self) -> usize {
        let entries = self.entries.iter();
        entries
            .filter(|entry| entry.known.reason == UNEXPLAINED)
            .count()
    }

    /// The list as a file.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        if self.is_empty() {
            return "[]\n".to_owned();
        }
        self.entries.iter().map(Entry::to_yaml).collect()
    }

    fn fault(&self, at: usize, message: String) -> Error {
        let Entry { line, column, .. } = self.entries[at];
        SourceError::new(&self.file, &self.text, line, column, message).into()
    }
}

impl Entry {
    /// A line for each field, so that changes are easy to read.
    fn to_yaml(&self) -> String {
        let Known {
            fails,
            reason,
            link,
        } = &self.known;
        let fails = match &fails[..] {
            [one] => one.to_string(),
            several => {
                let words: Vec<&str> = several.iter().map(|it| it.as_str()).collect();
                format!("[{}]", words.join(", "))
            }
        };
        let (id, reason) = (prose(&self.id), prose(reason));
        let link = link
            .as_ref()
            .map(|link| format!("  link: {}\n", prose(link)));
        let link = link.unwrap_or_default();
        format!("- id: {id}\n  fails: {fails}\n  reason: {reason}\n{link}")
    }

    /// An entry that a run has written. It has the reason and the link of the one that was there before.
    fn new(id: &str, fails: Failure, before: Option<&Known>) -> Self {
        let reason = before.map_or(UNEXPLAINED, |known| &known.reason);
        Self {
            id: id.to_owned(),
            known: Known {
                fails: vec![fails],
                reason: reason.to_owned(),
                link: before.and_then(|known| known.link.clone()),
            },
            line: 0,
            column: 0,
        }
    }
}

fn judge(finding: &mut Finding, known: &Known) {
    finding.known = Some(known.clone());
    match (finding.verdict, finding.failure()) {
        (Verdict::Pass | Verdict::Warn, _) => {
            finding.verdict = Verdict::UnexpectedPass;
        }
        (_, Some(how)) if known.fails.contains(&how) => {
            finding.verdict = Verdict::KnownFailure;
            finding.known = Some(Known {
                fails: vec![how],
                ..known.clone()
            });
        }
        _ => {}
    }
}
