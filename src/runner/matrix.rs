//! The kill matrix: which cases and laws catch which mutant.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::error::Error;
use crate::law::Effort;
use crate::mutant::Mutant;
use crate::rule::Registry;
use crate::runner::run::{Run, run};
use crate::runner::selection::Plan;
use crate::subject::InProcess;
use crate::verdict::{Finding, Kind, Verdict};

/// What became of one mutant. Measured, never written down.
#[derive(Debug)]
pub struct Kill {
    /// The mutant.
    pub mutant: &'static Mutant,
    /// The cases that catch it.
    pub cases: Vec<Killer>,
    /// The laws that catch it.
    pub laws: Vec<Killer>,
}

/// A case or law that catches a mutant.
#[derive(Debug)]
pub struct Killer {
    /// Its id.
    pub id: String,
    /// Whether it stands for the rule that the mutant breaks.
    pub cites: bool,
    /// For a law: after how many inputs.
    pub inputs: usize,
}

impl Kill {
    /// Whether nothing catches it.
    #[must_use]
    pub fn survived(&self) -> bool {
        self.cases.is_empty() && self.laws.is_empty()
    }

    /// Whether it is caught, but by nothing that stands for its rule.
    #[must_use]
    pub fn for_the_wrong_reason(&self) -> bool {
        !self.survived()
            && self
                .cases
                .iter()
                .chain(&self.laws)
                .all(|killer| !killer.cites)
    }

    /// After how many inputs the quickest law catches it.
    #[must_use]
    pub fn inputs(&self) -> Option<usize> {
        self.laws.iter().map(|killer| killer.inputs).min()
    }
}

/// Runs everything that is planned against each mutant. Counterexamples are not shrunk: only whether they exist counts.
///
/// # Errors
///
/// Never for mutants in this process; the runner's own error otherwise.
pub fn kills(
    mutants: &[&'static Mutant],
    plan: &Plan,
    effort: &Effort,
    registry: &Registry,
    done: &(dyn Fn() + Sync),
) -> Result<Vec<Kill>, Error> {
    let effort = Effort {
        shrink_steps: 0,
        ..effort.clone()
    };
    let plans = by_domain(mutants, plan);
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<(usize, Result<Run, Error>)>> = Mutex::new(Vec::new());
    let workers = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(mutants.len().max(1));
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(mutant) = mutants.get(at) else {
                        return;
                    };
                    let plan = &plans[mutant.domain()];
                    let result = run(
                        plan,
                        &mut InProcess(mutant.subject()),
                        &effort,
                        registry,
                        &mut (),
                    );
                    results
                        .lock()
                        .expect("no worker panics while it holds the lock")
                        .push((at, result));
                    done();
                }
            });
        }
    });
    let mut results = results.into_inner().expect("all workers have ended");
    results.sort_by_key(|(at, _)| *at);
    results
        .into_iter()
        .map(|(at, run)| Ok(kill(mutants[at], &run?)))
        .collect()
}

fn kill(mutant: &'static Mutant, run: &Run) -> Kill {
    let killers = |kind: Kind| {
        // A mutant that gives no answer is not caught, but broken.
        let caught = |finding: &&Finding| finding.kind == kind && finding.verdict == Verdict::Fail;
        let killer = |finding: &Finding| Killer {
            id: finding.id.clone(),
            cites: finding.rules.contains(&mutant.rule),
            inputs: finding.search.as_ref().map_or(0, |search| search.inputs),
        };
        run.findings.iter().filter(caught).map(killer).collect()
    };
    Kill {
        mutant,
        cases: killers(Kind::Case),
        laws: killers(Kind::Law),
    }
}

/// A mutant deviates within its domain, so nothing else needs to be asked.
fn by_domain(mutants: &[&'static Mutant], plan: &Plan) -> BTreeMap<&'static str, Plan> {
    let domains: BTreeSet<&'static str> = mutants.iter().map(|mutant| mutant.domain()).collect();
    let of_domain = |domain: &'static str| {
        let cases = plan.cases.iter().filter(|case| case.domain() == domain);
        let laws = plan.laws.iter().filter(|law| law.domain() == domain);
        let plan = Plan {
            cases: cases.cloned().collect(),
            laws: laws.copied().collect(),
            ..Plan::default()
        };
        (domain, plan)
    };
    domains.into_iter().map(of_domain).collect()
}
