//! The traceability matrix as it was last accepted, `spec/matrix.md`: so that nothing that stood for a rule is lost
//! without anyone noticing, even where something else still stands for it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use super::Coverage;
use crate::error::SourceError;
use crate::rule::{Document, Registry, RuleId};

const HEAD: &str = "\
# The traceability matrix

Which sentences lead to each rule, and what stands for it. Written by `proofmark coverage --write`, never by hand: `proofmark coverage` fails if anything
that is listed here is gone, or anything that is there is not listed. Sentences are cited by section and number, as in [sources/](sources/); cases by the file they stand in, laws by their names.
";

/// What stood for each rule.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record(BTreeMap<RuleId, Entry>);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Entry {
    sentences: String,
    topics: BTreeSet<String>,
    laws: BTreeSet<String>,
    mutants: usize,
}

/// A difference between what stood for a rule and what stands for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The rule.
    pub rule: RuleId,
    /// What happened to it.
    pub what: String,
}

impl Record {
    /// What stands for each rule.
    #[must_use]
    pub fn of<'r>(
        rows: impl IntoIterator<Item = &'r Coverage<'r>>,
        documents: &[Document],
    ) -> Self {
        let entry = |row: &'r Coverage<'r>| {
            let laws = row.laws.iter();
            let laws = laws.filter_map(|law| law.rsplit('/').next());
            let entry = Entry {
                sentences: sentences(row.rule.id, documents),
                topics: row.topics.clone(),
                laws: laws.map(str::to_owned).collect(),
                mutants: row.mutants.len(),
            };
            (row.rule.id, entry)
        };
        Self(rows.into_iter().map(entry).collect())
    }

    /// Reads the matrix. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// A row that is none, with its line.
    pub fn read(file: &str, text: &str) -> Result<Self, SourceError> {
        let mut entries = BTreeMap::new();
        for (at, line) in text.lines().enumerate() {
            let Some(cells) = line.strip_prefix("| ").and_then(|it| it.strip_suffix(" |")) else {
                continue;
            };
            let cells: Vec<&str> = cells.split(" | ").collect();
            let Ok(rule) = cells[0].parse::<RuleId>() else {
                continue;
            };
            let entry = entry(&cells[1..]).ok_or_else(|| {
                let message = "expected rule, sentences, cases, laws and the number of mutants";
                SourceError::new(file, text, at + 1, 1, message)
            })?;
            entries.insert(rule, entry);
        }
        Ok(Self(entries))
    }

    /// The matrix as a page.
    #[must_use]
    pub fn to_markdown(&self, registry: &Registry) -> String {
        let mut out = HEAD.to_owned();
        for page in registry.pages() {
            let own = self.0.iter().filter(|(id, _)| id.prefix() == page.prefix);
            let mut own = own.peekable();
            if own.peek().is_none() {
                continue;
            }
            _ = write!(out, "\n## {}\n\n", page.domain);
            out.push_str("| rule | sentences | cases | laws | mutants |\n|---|---|---|---|---|\n");
            for (id, entry) in own {
                let (sentences, mutants) = (&entry.sentences, entry.mutants);
                let (topics, laws) = (listed(&entry.topics), listed(&entry.laws));
                _ = writeln!(
                    out,
                    "| {id} | {sentences} | {topics} | {laws} | {mutants} |"
                );
            }
        }
        out
    }

    /// How what stands for the rules differs from this record.
    #[must_use]
    pub fn losses(&self, now: &Self) -> Vec<Loss> {
        let none = Entry::default();
        let rules: BTreeSet<&RuleId> = self.0.keys().chain(now.0.keys()).collect();
        let mut losses = Vec::new();
        for rule in rules {
            let before = self.0.get(rule).unwrap_or(&none);
            let now = now.0.get(rule).unwrap_or(&none);
            let mut lose = |what: String| losses.push(Loss { rule: *rule, what });
            for topic in before.topics.difference(&now.topics) {
                lose(format!("it has lost its cases in `{topic}`"));
            }
            for law in before.laws.difference(&now.laws) {
                lose(format!("it has lost the law `{law}`"));
            }
            if now.mutants < before.mutants {
                let (now, before) = (now.mutants, before.mutants);
                lose(format!("it has {now} mutants, and had {before}"));
            }
            let grown = before.topics.is_subset(&now.topics)
                && before.laws.is_subset(&now.laws)
                && before.mutants <= now.mutants;
            if grown && before != now {
                lose("spec/matrix.md does not list all of it: `proofmark coverage --write`".into());
            }
        }
        losses
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.rule, self.what)
    }
}

fn entry(cells: &[&str]) -> Option<Entry> {
    let [sentences, topics, laws, mutants] = cells else {
        return None;
    };
    let names = |cell: &str| -> BTreeSet<String> {
        let names = cell.split(", ").filter(|name| *name != "–");
        names.map(str::to_owned).collect()
    };
    Some(Entry {
        sentences: (*sentences).to_owned(),
        topics: names(topics),
        laws: names(laws),
        mutants: mutants.parse().ok()?,
    })
}

/// The sentences that lead to a rule, by section and number.
fn sentences(rule: RuleId, documents: &[Document]) -> String {
    let all = documents.iter().flat_map(Document::sentences);
    let own = all.filter(|(_, sentence)| sentence.rules.contains(&rule));
    let places = own.map(|(place, _)| format!("{}, {}", place.section.name, place.number));
    places.collect::<Vec<_>>().join("; ")
}

fn listed(names: &BTreeSet<String>) -> String {
    if names.is_empty() {
        return "–".to_owned();
    }
    names.iter().cloned().collect::<Vec<_>>().join(", ")
}
