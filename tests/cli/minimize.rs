//! `proofmark mutants --minimize`

use std::collections::BTreeSet;

use proofmark::law::Effort;
use proofmark::mutant;
use proofmark::rule::Registry;
use proofmark::runner::{Depth, Plan, cover, kills};

use crate::support::{cases, proofmark, said};

/// The sanitizer's mutants, and the cases that are asked of them.
fn matrix() -> (Vec<&'static mutant::Mutant>, Plan) {
    let rules: Vec<_> = ["TI-029", "TI-030"].map(|id| id.parse().unwrap()).to_vec();
    let mutants = mutant::all().filter(|mutant| rules.contains(&mutant.rule));
    let cases = cases().into_iter();
    let cases = cases.filter(|case| case.id.starts_with("task_id/sanitize/"));
    let plan = Plan {
        cases: cases.collect(),
        ..Plan::default()
    };
    (mutants.collect(), plan)
}

#[test]
fn the_smallest_set_kills_all_that_any_case_kills() {
    let (mutants, plan) = matrix();
    let hunt = |plan: &Plan| {
        let effort = Effort::default();
        let registry = Registry::embedded();
        kills(&mutants, plan, Depth::Everything, &effort, registry, &|| ()).unwrap()
    };
    let matrix = hunt(&plan);
    let found = cover(&matrix);
    assert!(found.smallest);
    assert!(found.cases.len() < plan.cases.len() / 2, "{found:?}");
    let mut fewer = plan.clone();
    fewer.cases.retain(|case| found.cases.contains(&case.id));
    let killed = |kills: &[proofmark::runner::Kill]| -> BTreeSet<&str> {
        let killed = kills.iter().filter(|kill| !kill.survived());
        killed.map(|kill| kill.mutant.id).collect()
    };
    assert_eq!(killed(&hunt(&fewer)), killed(&matrix));
    // None of them can go.
    for id in &found.cases {
        let mut without = fewer.clone();
        without.cases.retain(|case| case.id != *id);
        assert_ne!(
            killed(&hunt(&without)),
            killed(&matrix),
            "{id} is superfluous"
        );
    }
    for id in found.alone.keys() {
        assert!(
            found.cases.contains(id),
            "{id} kills what nothing else does"
        );
        assert!(!found.replaceable.contains(id), "{id}");
    }
}

#[test]
fn the_set_and_the_replaceable_cases_are_told() {
    let mut command = proofmark();
    command.args(["mutants", "--minimize", "--only", "task_id/mutant/saniti*"]);
    let said = said(command.args(["--only", "task_id/sanitize/*"])).exits(0);
    assert!(said.out.contains("no smaller set does it"), "{}", said.out);
    assert!(said.out.contains("\ntask_id/sanitize  "), "{}", said.out);
    assert!(
        said.out
            .contains(" kill something, but nothing that no other kills; "),
        "{}",
        said.out
    );
}
