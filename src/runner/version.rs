//! Versions: a subject is asked what holds for the version of each domain that it follows.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::selection::Plan;
use crate::rule::Registry;
use crate::subject::Hello;
use crate::vector::Versions;

/// The part of a plan that is about the versions which the subject follows, and what was left out, in words.
///
/// Laws are about the current version: the model knows no other.
pub(super) fn followed<'p>(
    plan: &'p Plan,
    hello: &Hello,
    registry: &Registry,
) -> (Cow<'p, Plan>, Vec<String>) {
    let mut cases = plan.cases.iter();
    let unbound = cases.all(|case| case.versions == Versions::default());
    if unbound && !hello.options.keys().any(|name| name.ends_with(".version")) {
        return (Cow::Borrowed(plan), Vec::new());
    }
    let mut left_out: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut followed = plan.clone();
    followed.cases.retain(|case| {
        // Who follows an unknown version is asked nothing, and told why: the runner sees to it.
        let versions = hello.versions(case.domain(), registry).unwrap_or_default();
        let holds = versions.is_empty() || versions.iter().any(|it| case.versions.include(*it));
        if !holds {
            left_out.entry(case.domain().to_owned()).or_default().0 += 1;
        }
        holds
    });
    followed.laws.retain(|law| {
        let current = registry.page(law.domain()).map_or(1, |page| page.version);
        let versions = hello.versions(law.domain(), registry).unwrap_or_default();
        let holds = versions.is_empty() || versions.contains(&current);
        if !holds {
            left_out.entry(law.domain().to_owned()).or_default().1 += 1;
        }
        holds
    });
    let left_out = left_out.into_iter().map(|(domain, (cases, laws))| {
        let versions = hello.versions(&domain, registry).unwrap_or_default();
        let versions: Vec<String> = versions.iter().map(ToString::to_string).collect();
        let versions = versions.join(", ");
        format!(
            "{cases} cases and {laws} laws of {domain} are about other versions than {versions}, which the subject follows, and were left out"
        )
    });
    (Cow::Owned(followed), left_out.collect())
}
