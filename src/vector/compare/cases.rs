//! The cases of two releases, matched and compared.

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::{Value, json};

use super::{CaseChange, Kind};
use crate::rule::{Level, Registry};
use crate::vector::{Case, Expectation, Outcome};

/// Every change of a case. `renamed` tells the id that the newer manifest knows for an older one.
pub(super) fn changes(
    old: &[&Case],
    new: &[&Case],
    renamed: &dyn Fn(&str) -> Option<String>,
    registry: &Registry,
) -> Vec<CaseChange> {
    let by_id: BTreeMap<&str, &Case> = new.iter().map(|case| (case.id.as_str(), *case)).collect();
    let known: BTreeMap<&str, &Case> = old.iter().map(|case| (case.id.as_str(), *case)).collect();
    // Who is asked the same under an id that was not there before.
    let mut alike: HashMap<String, Vec<&Case>> = HashMap::new();
    for case in new
        .iter()
        .filter(|case| !known.contains_key(case.id.as_str()))
    {
        alike.entry(case.question()).or_default().push(case);
    }
    let mut found = Vec::new();
    let mut matched: HashSet<&str> = HashSet::new();
    for before in old {
        let mapped = renamed(&before.id).filter(|id| *id != before.id);
        let now = match (by_id.get(before.id.as_str()), &mapped) {
            (Some(same), _) => Some((*same, None)),
            (None, Some(id)) => by_id
                .get(id.as_str())
                .map(|case| (*case, Some(Kind::Renamed))),
            (None, None) => {
                let copies = alike.get(&before.question()).map_or(&[][..], |list| list);
                let copy = copies
                    .iter()
                    .find(|case| !matched.contains(case.id.as_str()));
                copy.map(|case| (*case, Some(Kind::LostId)))
            }
        };
        let Some((now, moved)) = now else {
            found.push(change(before, Kind::Removed));
            continue;
        };
        matched.insert(&now.id);
        if let Some(kind) = moved {
            let mut moved = change(now, kind);
            moved.was = Some(before.id.clone());
            found.push(moved);
        }
        found.extend(differences(before, now, registry));
    }
    let is_new = |case: &&&Case| {
        !known.contains_key(case.id.as_str()) && !matched.contains(case.id.as_str())
    };
    found.extend(
        new.iter()
            .filter(is_new)
            .map(|case| change(case, Kind::Added)),
    );
    found
}

/// What is different about a case.
fn differences(old: &Case, new: &Case, registry: &Registry) -> Vec<CaseChange> {
    let mut found = Vec::new();
    if old.question() != new.question() && old.needs == new.needs {
        let asked = |case: &Case| -> Value {
            let steps = case.steps.iter();
            steps
                .map(|step| json!({&step.operation: *step.input}))
                .collect()
        };
        found.push(CaseChange {
            before: Some(asked(old)),
            now: Some(asked(new)),
            ..change(new, Kind::OtherQuestion)
        });
    } else {
        found.extend(expectation(old, new, registry));
    }
    if !old.versions.are_over() && new.versions.are_over() {
        found.push(change(new, Kind::Ended));
    }
    if old.needs != new.needs {
        let more = new.needs.iter().all(|need| old.needs.contains(need));
        let kind = if more {
            Kind::MoreAsked
        } else {
            Kind::FewerAsked
        };
        found.push(CaseChange {
            before: Some(json!(old.needs)),
            now: Some(json!(new.needs)),
            ..change(new, kind)
        });
    }
    if old.pinned != new.pinned {
        found.push(CaseChange {
            before: Some(json!(old.pinned)),
            now: Some(json!(new.pinned)),
            ..change(new, Kind::Pinned)
        });
    }
    if old.rules != new.rules {
        let cited = |case: &Case| -> Value {
            let rules = case.rules.iter();
            rules.map(|rule| json!(rule.to_string())).collect()
        };
        found.push(CaseChange {
            before: Some(cited(old)),
            now: Some(cited(new)),
            ..change(new, Kind::OtherRules)
        });
    }
    if old.note != new.note {
        found.push(change(new, Kind::OtherNote));
    }
    found
}

/// The gravest change among the expectations of the steps.
fn expectation(old: &Case, new: &Case, registry: &Registry) -> Option<CaseChange> {
    let steps = old.steps.iter().zip(&new.steps).enumerate();
    let changed = steps.filter_map(|(at, (before, now))| {
        let (before, now) = (before.expect.as_ref()?, now.expect.as_ref()?);
        let kind = otherwise(before, now, new.domain(), registry)?;
        Some(CaseChange {
            step: new.is_scenario().then_some(at),
            before: Some(before.value()),
            now: Some(now.value()),
            ..change(new, kind)
        })
    });
    changed.min_by_key(|change| change.kind)
}

/// How an expectation differs; `None` if it does not.
fn otherwise(
    old: &Expectation,
    new: &Expectation,
    domain: &str,
    registry: &Registry,
) -> Option<Kind> {
    if old == new {
        return None;
    }
    let (before, now): (Vec<_>, Vec<_>) = (old.outcomes().collect(), new.outcomes().collect());
    if before.iter().all(|outcome| now.contains(outcome)) {
        return Some(Kind::Widened);
    }
    if now.iter().all(|outcome| before.contains(outcome)) {
        return Some(Kind::Narrowed);
    }
    let rejects = |outcomes: &[&Outcome]| {
        let mut outcomes = outcomes.iter();
        outcomes.all(|outcome| matches!(outcome, Outcome::Reject(_)))
    };
    Some(match (rejects(&before), rejects(&now)) {
        (true, true) => {
            let demanded = now.iter().any(|outcome| match outcome {
                Outcome::Reject(code) => {
                    let code = registry.code(domain, code);
                    code.is_some_and(|code| code.level == Level::Must)
                }
                Outcome::Ok(_) => false,
            });
            if demanded {
                Kind::OtherCode
            } else {
                Kind::OtherAdvisedCode
            }
        }
        (true, false) => Kind::AcceptedNow,
        (false, true) => Kind::RejectedNow,
        (false, false) => Kind::OtherResult,
    })
}

fn change(case: &Case, kind: Kind) -> CaseChange {
    CaseChange {
        id: case.id.clone(),
        was: None,
        kind,
        step: None,
        rules: case.rules.clone(),
        because: Vec::new(),
        pinned: case.pinned.clone(),
        before: None,
        now: None,
    }
}
