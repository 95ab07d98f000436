//! Coverage: what stands for each rule.

mod record;

use std::collections::{BTreeMap, BTreeSet};

pub use record::{Loss, Record};

use crate::law::{self, Law};
use crate::mutant;
use crate::rule::{Basis, Level, Registry, Rule, RuleId};
use crate::vector::{Case, Expectation, Outcome};

/// What stands for one rule.
#[derive(Debug)]
pub struct Coverage<'a> {
    /// The rule.
    pub rule: &'a Rule,
    /// Whether the model cites it.
    pub model: bool,
    /// How many of its cases are to be accepted, in some step at least.
    pub accepting: usize,
    /// How many of its cases are to be rejected, in some step at least.
    pub rejecting: usize,
    /// The topics that hold its cases.
    pub topics: BTreeSet<String>,
    /// The laws.
    pub laws: Vec<&'static str>,
    /// The mutants.
    pub mutants: Vec<&'static str>,
}

/// The coverage of every rule that implementations are tested on.
#[must_use]
pub fn coverage<'a>(cases: &[Case], registry: &'a Registry) -> Vec<Coverage<'a>> {
    coverage_with(cases, &law::all().collect::<Vec<_>>(), registry)
}

/// The same, by these laws only.
#[must_use]
pub fn coverage_with<'a>(
    cases: &[Case],
    laws: &[&'static Law],
    registry: &'a Registry,
) -> Vec<Coverage<'a>> {
    let mut counts: BTreeMap<RuleId, Count> = BTreeMap::new();
    // Cases that have ended show nothing of the rules in force.
    for case in cases.iter().filter(|case| !case.versions.are_over()) {
        let outcomes = || {
            case.steps
                .iter()
                .filter_map(|step| step.expect.as_ref())
                .flat_map(Expectation::outcomes)
        };
        let accepts = outcomes().any(|outcome| matches!(outcome, Outcome::Ok(_)));
        let rejects = outcomes().any(|outcome| matches!(outcome, Outcome::Reject(_)));
        let topic = case.id.split('/').nth(1).unwrap_or_default();
        for rule in &case.rules {
            let count = counts.entry(*rule).or_default();
            count.accepting += usize::from(accepts);
            count.rejecting += usize::from(rejects);
            if !count.topics.contains(topic) {
                count.topics.insert(topic.to_owned());
            }
        }
    }
    let tested = registry
        .pages()
        .iter()
        .filter(|page| page.domain != "protocol");
    let rules = tested
        .flat_map(|page| &page.rules)
        .filter(|rule| rule.retired.is_none());
    let of_rule = |rule: &'a Rule| {
        let count = counts.get(&rule.id).cloned().unwrap_or_default();
        Coverage {
            rule,
            model: crate::rule::cited_by_model(rule.id),
            accepting: count.accepting,
            rejecting: count.rejecting,
            topics: count.topics,
            laws: laws
                .iter()
                .filter(|law| law.rules.contains(&rule.id))
                .map(|law| law.id)
                .collect(),
            mutants: mutant::all()
                .filter(|mutant| mutant.rule == rule.id)
                .map(|mutant| mutant.id)
                .collect(),
        }
    };
    rules.map(of_rule).collect()
}

/// The cases of a rule.
#[derive(Debug, Clone, Default)]
struct Count {
    accepting: usize,
    rejecting: usize,
    topics: BTreeSet<String>,
}

impl Coverage<'_> {
    /// What is missing, each in a few words.
    #[must_use]
    pub fn holes(&self) -> Vec<&'static str> {
        let binding = self.rule.basis != Basis::Open;
        let isolated = self.rule.level == Level::Must && self.rule.not_isolated.is_none();
        let holes = [
            (!self.model, "the model does not cite it"),
            (
                self.accepting + self.rejecting == 0,
                "no case stands for it",
            ),
            (binding && self.laws.is_empty(), "no law stands for it"),
            (
                isolated && self.mutants.is_empty(),
                "no mutant breaks it, and it has no `Not isolated`",
            ),
        ];
        holes
            .into_iter()
            .filter(|(missing, _)| *missing)
            .map(|(_, what)| what)
            .collect()
    }
}
