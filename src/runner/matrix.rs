//! The kill matrix: which cases and laws catch which mutant.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::error::Error;
use crate::law::{Effort, Law};
use crate::mutant::Mutant;
use crate::rule::Registry;
use crate::runner::run::{Run, run};
use crate::runner::selection::Plan;
use crate::subject::InProcess;
use crate::vector::Case;
use crate::verdict::{Kind, Verdict};

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
        !self.survived() && self.killers().all(|killer| !killer.cites)
    }

    /// After how many inputs the quickest law catches it.
    #[must_use]
    pub fn inputs(&self) -> Option<usize> {
        self.laws.iter().map(|killer| killer.inputs).min()
    }

    fn killers(&self) -> impl Iterator<Item = &Killer> {
        self.cases.iter().chain(&self.laws)
    }

    /// Adds who killed it in a run. A law that runs again, with more inputs, says the same of it as before.
    fn add(&mut self, run: &Run) {
        // A mutant that gives no answer is not caught, but broken.
        for finding in run
            .findings
            .iter()
            .filter(|finding| finding.verdict == Verdict::Fail)
        {
            let killer = Killer {
                id: finding.id.clone(),
                cites: finding.rules.contains(&self.mutant.rule),
                inputs: finding.search.as_ref().map_or(0, |search| search.inputs),
            };
            match finding.kind {
                Kind::Case => self.cases.push(killer),
                Kind::Law if self.laws.iter().any(|law| law.id == killer.id) => {}
                Kind::Law => self.laws.push(killer),
            }
        }
    }
}

/// How much is run against each mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// All that is planned: *what* kills it is the question.
    Everything,
    /// What stands for its rule first, and nothing more once that kills it: *whether* it dies is the question.
    FirstKiller,
}

/// Runs what is planned against each mutant. Counterexamples are not shrunk: only whether they exist counts.
///
/// # Errors
///
/// Never for mutants in this process; the runner's own error otherwise.
pub fn kills(
    mutants: &[&'static Mutant],
    plan: &Plan,
    depth: Depth,
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
    let results: Mutex<Vec<(usize, Result<Kill, Error>)>> = Mutex::new(Vec::new());
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
                    let result = hunt(mutant, &plans[mutant.domain()], depth, &effort, registry);
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
    results.into_iter().map(|(_, kill)| kill).collect()
}

/// Runs the plan against one mutant, as far as the depth asks for.
fn hunt(
    mutant: &'static Mutant,
    plan: &Plan,
    depth: Depth,
    effort: &Effort,
    registry: &Registry,
) -> Result<Kill, Error> {
    let mut kill = Kill {
        mutant,
        cases: Vec::new(),
        laws: Vec::new(),
    };
    for (part, cases) in stages(plan, mutant, depth, effort.cases) {
        let effort = Effort {
            cases,
            ..effort.clone()
        };
        let subject = &mut InProcess(mutant.subject());
        kill.add(&run(&part, subject, &effort, registry, &mut ())?);
        if depth == Depth::FirstKiller && kill.killers().any(|killer| killer.cites) {
            break;
        }
    }
    Ok(kill)
}

/// What is run against the mutant, one after the other, and with how many inputs for each law.
///
/// Where the first killer is looked for, cases that stand for the rule come first, and laws get few inputs before they
/// get many: which law is the quickest comes out the same, and most mutants are dead before the many are drawn.
fn stages<'a>(
    plan: &'a Plan,
    mutant: &Mutant,
    depth: Depth,
    cases: usize,
) -> Vec<(Cow<'a, Plan>, usize)> {
    if depth == Depth::Everything {
        return vec![(Cow::Borrowed(plan), cases)];
    }
    let near = |case: &Case| case.rules.contains(&mutant.rule);
    let mut depths = vec![32.min(cases), 256.min(cases), cases];
    depths.dedup();
    let mut stages = vec![(Cow::Owned(part(plan, near, |_| false)), cases)];
    for depth in depths {
        stages.push((Cow::Owned(part(plan, |_| false, |_| true)), depth));
    }
    stages.push((Cow::Owned(part(plan, |case| !near(case), |_| false)), cases));
    stages
}

/// The part of a plan that holds these cases and laws.
fn part(plan: &Plan, case: impl Fn(&Case) -> bool, law: impl Fn(&Law) -> bool) -> Plan {
    Plan {
        cases: plan.cases.iter().filter(|it| case(it)).cloned().collect(),
        laws: plan.laws.iter().filter(|it| law(it)).copied().collect(),
        ..Plan::default()
    }
}

/// A mutant deviates within its domain, so nothing else needs to be asked.
fn by_domain(mutants: &[&'static Mutant], plan: &Plan) -> BTreeMap<&'static str, Plan> {
    let domains: BTreeSet<&'static str> = mutants.iter().map(|mutant| mutant.domain()).collect();
    let of_domain = |domain: &'static str| {
        let plan = part(
            plan,
            |case| case.domain() == domain,
            |law| law.domain() == domain,
        );
        (domain, plan)
    };
    domains.into_iter().map(of_domain).collect()
}
