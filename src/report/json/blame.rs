//! Which rule a broken law is held against.

use std::collections::BTreeMap;

use super::Entry;
use crate::law;
use crate::verdict::{Kind, Verdict};

/// Puts the rule that is most probably broken first, for laws that compare everything with the model and cannot tell
/// themselves: of all their rules, the one that most cases fail on. That takes a whole run, not a shard.
pub(super) fn settle(entries: &mut [Entry]) {
    let mut failing: BTreeMap<String, usize> = BTreeMap::new();
    for entry in entries
        .iter()
        .filter(|it| it.kind == Kind::Case && fails(it))
    {
        if let Some(rule) = entry.rules.first() {
            *failing.entry(rule.clone()).or_default() += 1;
        }
    }
    for entry in entries.iter_mut().filter(|it| fails(it) && is_unsure(it)) {
        let count = |rule: &String| failing.get(rule).copied().unwrap_or(0);
        let most = entry.rules.iter().map(count).max().unwrap_or(0);
        let suspect = entry.rules.iter().position(|rule| count(rule) == most);
        if let Some(at) = suspect.filter(|_| most > 0) {
            entry.rules[..=at].rotate_right(1);
        }
    }
}

fn fails(entry: &Entry) -> bool {
    matches!(entry.verdict, Verdict::Fail | Verdict::KnownFailure)
}

/// A law that knows which of its rules is broken has put it first; the others have them in their own order.
fn is_unsure(entry: &Entry) -> bool {
    let law = law::all().find(|law| law.id == entry.id);
    law.is_some_and(|law| {
        let own = law.rules.iter().map(ToString::to_string);
        own.eq(entry.rules.iter().cloned())
    })
}
