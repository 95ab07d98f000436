//! The cases whose expectation would be another.

use super::{ChangedCase, Held, Proposal};
use crate::generate::{expectations, requests};
use crate::rule::Registry;
use crate::subject::{InProcess, Reply, Subject as _};
use crate::vector::{Case, Expectation, Outcome, Promises, Topic};
use crate::verdict::{Verdict, judge};

/// What changes, and all cases as they would be.
pub(super) fn changes(
    topics: &[&Topic],
    proposal: Proposal,
    promises: Option<&Promises>,
    registry: &Registry,
) -> (Vec<ChangedCase>, Vec<Case>) {
    let (mut changed, mut proposed) = (Vec::new(), Vec::new());
    let cases = topics.iter().flat_map(|topic| &topic.cases);
    for case in cases.filter(|case| !case.versions.are_over()) {
        let expected = match proposal {
            Proposal::Model => expectations(case).ok(),
            Proposal::As(_) => answers(case, proposal, registry),
        };
        let Some(expected) = expected else {
            proposed.push(case.clone());
            continue;
        };
        let mut new = case.clone();
        for (step, expected) in new.steps.iter_mut().zip(expected) {
            step.expect = Some(expected);
        }
        changed.extend(change(case, &new, promises));
        proposed.push(new);
    }
    (changed, proposed)
}

fn change(case: &Case, new: &Case, promises: Option<&Promises>) -> Option<ChangedCase> {
    let steps = case.steps.iter().zip(&new.steps).enumerate();
    let mut different = steps.filter(|(_, (before, now))| before.expect != now.expect);
    let (at, (step, now)) = different.next()?;
    let frozen = promises.and_then(|promises| promises.released_with(&case.id));
    let pinned = case.pinned.clone().map(Held::Pinned);
    Some(ChangedCase {
        id: case.id.clone(),
        rules: case.rules.clone(),
        step: case.is_scenario().then_some(at),
        before: step.expect.as_ref().map(Expectation::value),
        now: now
            .expect
            .as_ref()
            .map(Expectation::value)
            .unwrap_or_default(),
        held: frozen.map(Held::Frozen).or(pinned),
        cases: Box::new([case.clone(), new.clone()]),
    })
}

/// What would be expected if the one who answers were the model: its answers, where they are not expected anyway.
fn answers(case: &Case, proposal: Proposal, registry: &Registry) -> Option<Vec<Expectation>> {
    let script: Vec<_> = requests(case).collect();
    let answers = InProcess(proposal.subject()).answer(&script);
    if judge(case, &answers, registry).verdict == Verdict::Pass {
        return case.steps.iter().map(|step| step.expect.clone()).collect();
    }
    let steps = case.steps.iter().zip(answers);
    let expected = steps.map(|(step, answer)| {
        let outcome = match answer {
            Ok(Reply::Ok(value)) => Outcome::Ok(value),
            Ok(Reply::Reject { code, .. }) => Outcome::Reject(code),
            _ => return None,
        };
        match &step.expect {
            Some(expect) if expect.outcomes().any(|known| *known == outcome) => {
                Some(expect.clone())
            }
            _ => Some(Expectation::One(outcome)),
        }
    });
    expected.collect()
}
