//! Two releases of the vectors, compared by what they mean to an implementation.

mod cases;
mod kind;
mod rules;

use serde_json::Value;

pub use kind::{Kind, Weight};
pub use rules::RuleChange;

use super::{Case, Manifest, Release};
use crate::rule::{Registry, RuleId};

/// What is different.
#[derive(Debug)]
pub struct Comparison {
    /// Domains whose version is another: domain, before, now. 0 stands for a domain that is not there.
    pub versions: Vec<(String, u32, u32)>,
    /// Rules that changed, by id.
    pub rules: Vec<RuleChange>,
    /// Cases that changed, the gravest first.
    pub cases: Vec<CaseChange>,
}

/// A case that changed.
#[derive(Debug, Clone, PartialEq)]
pub struct CaseChange {
    /// The case, by the id that it has now, or had at last.
    pub id: String,
    /// The id that it had before, if that was another.
    pub was: Option<String>,
    /// In which way.
    pub kind: Kind,
    /// The step, from 0, where there are several.
    pub step: Option<usize>,
    /// The rules that it stands for.
    pub rules: Vec<RuleId>,
    /// Those of them that changed too.
    pub because: Vec<RuleId>,
    /// Where a hand-written expectation comes from.
    pub pinned: Option<String>,
    /// What there was, as far as it changed.
    pub before: Option<Value>,
    /// What there is, as far as it changed.
    pub now: Option<Value>,
}

/// The rules that changed between two sets of pages.
#[must_use]
pub fn rule_changes(old: &Registry, new: &Registry) -> Vec<RuleChange> {
    rules::changes(old, new)
}

/// Compares two releases.
#[must_use]
pub fn compare(old: &Release, new: &Release) -> Comparison {
    let rules = rules::changes(old.registry(), new.registry());
    let renamed = |id: &str| {
        let manifest: Option<&Manifest> = new.manifest.as_ref();
        manifest.map(|manifest| manifest.current(id).to_owned())
    };
    let mut cases = cases::changes(&all(old), &all(new), &renamed, new.registry());
    for case in &mut cases {
        let changed = |rule: &&RuleId| rules.iter().any(|change| change.id == **rule);
        case.because = case.rules.iter().filter(changed).copied().collect();
    }
    cases.sort_by(|a, b| a.kind.cmp(&b.kind).then_with(|| a.id.cmp(&b.id)));
    Comparison {
        versions: versions(old, new),
        rules,
        cases,
    }
}

impl Comparison {
    /// The gravest of all changes.
    #[must_use]
    pub fn weight(&self) -> Weight {
        let cases = self.cases.iter().map(|change| change.kind.weight());
        let rules = self.rules.iter().map(|change| change.weight);
        cases.chain(rules).max().unwrap_or(Weight::Compatible)
    }
}

fn all(release: &Release) -> Vec<&Case> {
    let topics = release.topics.iter();
    topics.flat_map(|topic| &topic.cases).collect()
}

fn versions(old: &Release, new: &Release) -> Vec<(String, u32, u32)> {
    let version = |release: &Release, domain: &str| {
        let page = release.registry().page(domain);
        page.map_or(0, |page| page.version)
    };
    let mut domains: Vec<&str> = new.registry().domains().collect();
    domains.extend(old.registry().domains());
    domains.sort_unstable();
    domains.dedup();
    let versions = domains.into_iter().map(|domain| {
        let (before, now) = (version(old, domain), version(new, domain));
        (domain.to_owned(), before, now)
    });
    versions.filter(|(_, before, now)| before != now).collect()
}
