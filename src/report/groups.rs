//! Findings by the rule that they are about: one bug is one block, however many cases show it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::json::{Entry, Report, Rule, Subject};
use crate::verdict::{Kind, Verdict};

/// What speaks against a subject in one way, about one rule.
#[derive(Debug)]
pub(super) struct Group<'a> {
    pub(super) verdict: Verdict,
    pub(super) rule: Option<&'a Rule>,
    /// The one that says most with least.
    pub(super) clearest: &'a Entry,
    pub(super) others: Vec<&'a Entry>,
}

/// The verdicts that are worth a block, the worst first.
pub(super) const TOLD: [Verdict; 5] = [
    Verdict::Errored,
    Verdict::Fail,
    Verdict::UnexpectedPass,
    Verdict::Warn,
    Verdict::KnownFailure,
];

/// The groups of a subject, the worst first, and the greatest of these. What was abandoned is in none.
pub(super) fn groups<'a>(report: &'a Report, subject: &'a Subject) -> Vec<Group<'a>> {
    let mut all = Vec::new();
    for verdict in TOLD {
        let mut by_rule: BTreeMap<Option<&str>, Vec<&Entry>> = BTreeMap::new();
        let entries = subject.verdicts.iter();
        for entry in entries.filter(|it| it.verdict == verdict && !it.is_abandoned()) {
            let rule = entry.rules.first().map(String::as_str);
            by_rule.entry(rule).or_default().push(entry);
        }
        // What is wrong most often is most probably the cause of the rest.
        let mut by_rule: Vec<(Option<&str>, Vec<&Entry>)> = by_rule.into_iter().collect();
        by_rule.sort_by_key(|(_, entries)| Reverse(entries.len()));
        for (rule, mut entries) in by_rule {
            entries.sort_by_cached_key(|entry| clarity(entry));
            let clearest = entries.remove(0);
            all.push(Group {
                verdict,
                rule: rule.and_then(|id| report.rule(id)),
                clearest,
                others: entries,
            });
        }
    }
    all
}

impl Group<'_> {
    /// How many it holds.
    pub(super) fn len(&self) -> usize {
        1 + self.others.len()
    }
}

/// A case that someone wrote shows one thing; a law shows the smallest input that was found; a sample shows whatever
/// was drawn. Among equals, the smaller input is the clearer one.
fn clarity(entry: &Entry) -> (u8, usize) {
    let topic = entry.id.split('/').nth(1).unwrap_or_default();
    let rank = match entry.kind {
        Kind::Case if topic.starts_with("sample-") => 2,
        Kind::Case => 0,
        Kind::Law => 1,
    };
    let input = entry.input.as_ref();
    (rank, input.map_or(0, |input| input.to_string().len()))
}
