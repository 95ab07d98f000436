//! The mutants that would not be caught any more.

use super::{Fate, Proposal, rehearsal_effort};
use crate::generate::requests;
use crate::law::{self, Effort, Law, Oracle};
use crate::mutant::{self, Mutant};
use crate::rule::Registry;
use crate::runner::matrix::{Depth, Kill, kills};
use crate::runner::selection::Plan;
use crate::subject::{Reply, Request};
use crate::vector::Case;

/// How many inputs of each law are asked to tell two subjects apart.
const INPUTS: usize = 32;

/// The fate of each mutant of a domain that is not caught by its cases, as they would be, nor by its laws.
pub(super) fn fates(
    cases: Vec<Case>,
    proposal: Proposal,
    registry: &Registry,
) -> Vec<(&'static str, Fate)> {
    let domain = cases.first().map(|case| case.domain().to_owned());
    let Some(domain) = domain else {
        return Vec::new();
    };
    let proposed = match proposal {
        Proposal::Model => None,
        Proposal::As(mutant) => Some(mutant.id),
    };
    let mutants: Vec<&'static Mutant> = mutant::all()
        .filter(|mutant| mutant.domain() == domain && proposed != Some(mutant.id))
        .collect();
    let of_domain = |law: &&Law| law.domain() == domain;
    // Those that compare with the model know the one of this binary only; what they would notice is asked below.
    let faithful = |law: &&Law| proposed.is_none() || law.oracle == Oracle::Itself;
    let plan = Plan {
        cases,
        laws: law::all().filter(of_domain).filter(faithful).collect(),
        ..Plan::default()
    };
    let effort = Effort {
        cases: INPUTS,
        ..rehearsal_effort()
    };
    let Ok(kills) = kills(
        &mutants,
        &plan,
        Depth::FirstKiller,
        &effort,
        registry,
        &|| (),
    ) else {
        unreachable!("mutants are in this process, and can always be asked")
    };
    let survivors = kills.into_iter().filter(Kill::survived);
    let mut fates: Vec<(&'static str, Fate)> = proposed
        .into_iter()
        .map(|id| (id, Fate::Proposed))
        .collect();
    let scripts = Scripts {
        cases: plan
            .cases
            .iter()
            .map(|case| requests(case).collect())
            .collect(),
        laws: law::all().filter(of_domain).collect(),
    };
    for survivor in survivors.map(|kill| kill.mutant) {
        // Laws that compare with the model would compare with the proposed one.
        if proposed.is_none() || !scripts.noticed(survivor, proposal) {
            fates.push((survivor.id, scripts.fate(survivor, proposal)));
        }
    }
    fates
}

/// All that a suite can ask.
struct Scripts {
    cases: Vec<Vec<Request>>,
    laws: Vec<&'static Law>,
}

impl Scripts {
    /// Whether a law that compares with the model sees a difference. Codes are the business of cases.
    fn noticed(&self, mutant: &Mutant, proposal: Proposal) -> bool {
        let laws = self.laws.iter();
        let mut scripts = laws
            .filter(|law| law.oracle == Oracle::Model)
            .flat_map(|law| law.first_requests(INPUTS));
        scripts.any(|script| differs(mutant, proposal, &script, Codes::Ignored))
    }

    fn fate(&self, mutant: &Mutant, proposal: Proposal) -> Fate {
        let by_laws = self.laws.iter().flat_map(|law| law.first_requests(INPUTS));
        let mut scripts = by_laws.chain(self.cases.iter().cloned());
        if scripts.any(|script| differs(mutant, proposal, &script, Codes::Compared)) {
            Fate::Survives
        } else {
            Fate::Equivalent
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Codes {
    Compared,
    Ignored,
}

/// Whether the mutant answers otherwise than the proposed model.
fn differs(mutant: &Mutant, proposal: Proposal, script: &[Request], codes: Codes) -> bool {
    let (mut mutant, mut model) = (mutant.subject(), proposal.subject());
    let mut requests = script.iter();
    requests.any(
        |request| match (mutant.call(request), model.call(request)) {
            (Reply::Reject { .. }, Reply::Reject { .. }) if codes == Codes::Ignored => false,
            (Reply::Reject { code: own, .. }, Reply::Reject { code: right, .. }) => own != right,
            (own, right) => own != right,
        },
    )
}
