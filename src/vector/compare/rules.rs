//! The rules of two releases, compared.

use super::Weight;
use crate::rule::{Level, Registry, Rule, RuleId};

/// A rule that changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleChange {
    /// The rule.
    pub id: RuleId,
    /// What changed, in words.
    pub what: Vec<String>,
    /// What it does to an implementation that passed before, if all cases stayed as they are.
    pub weight: Weight,
}

/// Every rule that changed.
pub(super) fn changes(old: &Registry, new: &Registry) -> Vec<RuleChange> {
    let all = |registry: &Registry| -> Vec<Rule> {
        let pages = registry.pages().iter();
        pages.flat_map(|page| page.rules.clone()).collect()
    };
    let (before, now) = (all(old), all(new));
    let mut found = Vec::new();
    for rule in &now {
        match before.iter().find(|known| known.id == rule.id) {
            Some(known) => found.extend(difference(known, rule)),
            None => found.push(RuleChange {
                id: rule.id,
                what: vec!["is new".to_owned()],
                weight: Weight::Additive,
            }),
        }
    }
    let gone = before
        .iter()
        .filter(|rule| now.iter().all(|known| known.id != rule.id));
    found.extend(gone.map(|rule| RuleChange {
        id: rule.id,
        what: vec!["is gone, although ids are kept for ever".to_owned()],
        weight: Weight::Breaking,
    }));
    found.sort_by_key(|change| (std::cmp::Reverse(change.weight), change.id));
    found
}

fn difference(old: &Rule, new: &Rule) -> Option<RuleChange> {
    let mut what = Vec::new();
    let mut weight = Weight::Compatible;
    if old.retired.is_none()
        && let Some(retired) = &new.retired
    {
        what.push(format!("is retired: {}", retired.why));
    }
    if old.level != new.level {
        let (before, now) = (old.level.as_str(), new.level.as_str());
        what.push(format!("is a {now}, was a {before}"));
        // What was a warning fails.
        if new.level == Level::Must {
            weight = Weight::Breaking;
        }
    }
    if old.basis != new.basis {
        let (before, now) = (old.basis.as_str(), new.basis.as_str());
        what.push(format!("is {now}, was {before}"));
    }
    if old.choices != new.choices {
        let lost = old
            .choices
            .iter()
            .any(|choice| !new.choices.contains(choice));
        if lost {
            weight = Weight::Breaking;
        }
        what.push(format!("allows {}", new.choices.join(", ")));
    }
    let others = [
        ("title", old.title != new.title),
        ("text", old.text != new.text),
        ("reason", old.reason != new.reason),
        ("source", old.source != new.source),
    ];
    let others = others.iter().filter(|(_, changed)| *changed);
    let others: Vec<&str> = others.map(|(name, _)| *name).collect();
    if !others.is_empty() {
        what.push(format!("has another {}", others.join(", ")));
    }
    (!what.is_empty()).then_some(RuleChange {
        id: new.id,
        what,
        weight,
    })
}
