//! Known failures: what is borne for now, and why. They are run, and must still fail in the way that is written down.

use serde::Deserialize;
use serde_json::{Map, Value, json};
use serde_saphyr::Spanned;

use super::selection::globs;
use crate::error::{Error, SourceError};
use crate::vector::{Comments, from_commented_yaml, yaml};
use crate::verdict::{Failure, Finding, Known, Verdict};

/// The reason of an entry that nobody has explained yet.
pub const UNEXPLAINED: &str = "not explained yet";

/// A list of known failures.
#[derive(Debug, Clone, Default)]
pub struct KnownFailures {
    file: String,
    text: String,
    entries: Vec<Entry>,
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
                let place = spanned.referenced.clone();
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
                return Err(fault(format!("`{id}` has no reason: write down why it is borne")));
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
        Ok(Self {
            file: file.to_owned(),
            text: text.to_owned(),
            entries,
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

    /// Makes sure that every entry is about something, and nothing has two entries.
    ///
    /// # Errors
    ///
    /// The first entry that matches none of the ids, or one that another entry matches, with its place.
    pub fn match_against<'a>(&self, ids: impl IntoIterator<Item = &'a str>) -> Result<(), Error> {
        let patterns = globs(&self.patterns())?;
        let mut used = vec![false; self.entries.len()];
        for id in ids {
            let matching = patterns.matches(id);
            if let [first, second, ..] = matching[..] {
                let message = format!(
                    "`{id}` has two entries: it also matches `{}`",
                    self.entries[first].id
                );
                return Err(self.fault(second, message));
            }
            matching.into_iter().for_each(|at| used[at] = true);
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

    /// Judges findings in the light of what is known.
    ///
    /// # Errors
    ///
    /// A malformed pattern.
    pub fn apply(&self, findings: &mut [Finding]) -> Result<(), Error> {
        let patterns = globs(&self.patterns())?;
        for finding in findings {
            if let Some(at) = patterns.matches(&finding.id).first() {
                judge(finding, &self.entries[*at].known);
            }
        }
        Ok(())
    }

    /// The list that makes all failures of a whole run known. The findings are those that were not judged in the light of
    /// any list. What is explained already stays so.
    ///
    /// # Errors
    ///
    /// A malformed pattern.
    pub fn updated(&self, findings: &[Finding]) -> Result<Self, Error> {
        let patterns = globs(&self.patterns())?;
        // A pattern stays if all that it matches still fails so.
        let stays: Vec<bool> = (0..self.entries.len())
            .map(|at| {
                let mut matched = findings
                    .iter()
                    .filter(|finding| patterns.matches(&finding.id).contains(&at))
                    .peekable();
                matched.peek().is_some()
                    && matched.all(|finding| {
                        let fails = &self.entries[at].known.fails;
                        finding.failure().is_some_and(|how| fails.contains(&how))
                    })
            })
            .collect();
        let mut entries: Vec<Entry> = Vec::new();
        for finding in findings {
            let Some(fails) = finding.failure() else {
                continue;
            };
            let before = patterns.matches(&finding.id).first().copied();
            let entry = match before {
                Some(at) if stays[at] => self.entries[at].clone(),
                _ => Entry {
                    id: finding.id.clone(),
                    known: Known {
                        fails: vec![fails],
                        reason: before.map_or_else(
                            || UNEXPLAINED.to_owned(),
                            |at| self.entries[at].known.reason.clone(),
                        ),
                        link: before.and_then(|at| self.entries[at].known.link.clone()),
                    },
                    line: 0,
                    column: 0,
                },
            };
            if entries.iter().all(|other| other.id != entry.id) {
                entries.push(entry);
            }
        }
        Ok(Self {
            entries,
            ..Self::default()
        })
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
        let entries = self.entries.iter().map(|Entry { id, known, .. }| {
            let fails = match known.fails[..] {
                [one] => json!(one),
                _ => json!(known.fails),
            };
            let mut fields = Map::from_iter([
                ("id".to_owned(), json!(id)),
                ("fails".to_owned(), fails),
                ("reason".to_owned(), json!(known.reason)),
            ]);
            if let Some(link) = &known.link {
                fields.insert("link".to_owned(), json!(link));
            }
            Value::Object(fields)
        });
        yaml(&Value::Array(entries.collect()))
    }

    fn patterns(&self) -> Vec<String> {
        self.entries.iter().map(|entry| entry.id.clone()).collect()
    }

    fn fault(&self, at: usize, message: String) -> Error {
        let Entry { line, column, .. } = self.entries[at];
        SourceError::new(&self.file, &self.text, line, column, message).into()
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
