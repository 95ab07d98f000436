//! Coverage: what stands for each rule.

use std::collections::BTreeMap;

use crate::law;
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
    /// The laws.
    pub laws: Vec<&'static str>,
    /// The mutants.
    pub mutants: Vec<&'static str>,
}

/// The coverage of every rule that implementations are tested on.
#[must_use]
pub fn coverage<'a>(cases: &[Case], registry: &'a Registry) -> Vec<Coverage<'a>> {
    let mut counts: BTreeMap<RuleId, (usize, usize)> = BTreeMap::new();
    for case in cases {
        let outcomes = || {
            case.steps
                .iter()
                .filter_map(|step| step.expect.as_ref())
                .flat_map(Expectation::outcomes)
        };
        let accepts = outcomes().any(|outcome| matches!(outcome, Outcome::Ok(_)));
        let rejects = outcomes().any(|outcome| matches!(outcome, Outcome::Reject(_)));
        for rule in &case.rules {
            let entry = counts.entry(*rule).or_default();
            entry.0 += usize::from(accepts);
            entry.1 += usize::from(rejects);
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
        let (accepting, rejecting) = counts.get(&rule.id).copied().unwrap_or_default();
        Coverage {
            rule,
            model: crate::rule::cited_by_model(rule.id),
            accepting,
            rejecting,
            laws: law::all()
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
