//! The suite catches every mutant, by a case that cites the rule which the mutant breaks.

use std::collections::{BTreeMap, HashSet};

use proofmark::law::Effort;
use proofmark::mutant::{self, Mutant};
use proofmark::rule::{Level, Registry};
use proofmark::runner::{self, Plan, Selection};
use proofmark::subject::{InProcess, Reference};
use proofmark::vector::Library;
use proofmark::verdict::Verdict;

/// The domains whose mutants are complete.
const DOMAINS: [&str; 2] = ["partition_key", "task_id"];

/// Every case, and no law: the cases must be enough.
fn plan() -> Plan {
    let plan = Selection::default().plan(&Library::embedded(), Registry::embedded());
    Plan {
        laws: Vec::new(),
        ..plan.expect("the embedded vectors can be read")
    }
}

#[test]
fn every_mutant_is_killed_by_a_case_that_cites_its_rule() {
    let mutants: Vec<&Mutant> = mutant::all().collect();
    let kills = runner::kills(
        &mutants,
        &plan(),
        &Effort::default(),
        Registry::embedded(),
        &|| (),
    )
    .expect("mutants are in this process");
    let mut complaints = Vec::new();
    println!("{:<63} rule     cited  cases", "mutant");
    for kill in &kills {
        let Mutant { id, rule, .. } = kill.mutant;
        let cited = kill.cases.iter().filter(|killer| killer.cites).count();
        println!("{id:<63} {rule} {cited:>6} {:>6}", kill.cases.len());
        let by = kill.cases.iter().map(|killer| killer.id.as_str());
        let by: Vec<&str> = by.take(3).collect();
        if kill.survived() {
            complaints.push(format!("{id} ({rule}) survives"));
        } else if kill.for_the_wrong_reason() {
            complaints.push(format!(
                "{id} ({rule}) dies only by cases that do not cite its rule: {by:?}"
            ));
        }
    }
    println!("{} mutants", kills.len());
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn the_reference_passes_where_mutants_fail() {
    let (plan, mut subject) = (plan(), InProcess(Reference::default()));
    let run = runner::run(
        &plan,
        &mut subject,
        &Effort::default(),
        Registry::embedded(),
        &mut (),
    );
    let mut verdicts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for finding in run.expect("it is in this process").findings {
        *verdicts.entry(finding.verdict).or_default() += 1;
    }
    assert_eq!(
        verdicts,
        BTreeMap::from([(Verdict::Pass, plan.cases.len())])
    );
}

#[test]
fn every_must_has_a_mutant_unless_it_cannot_be_broken_alone() {
    let broken: HashSet<_> = mutant::all().map(|mutant| mutant.rule).collect();
    let pages = DOMAINS.map(|domain| Registry::embedded().page(domain));
    let rules = pages.iter().flatten().flat_map(|page| &page.rules);
    let missing: Vec<_> = rules
        .filter(|rule| rule.retired.is_none() && rule.level == Level::Must)
        .filter(|rule| rule.not_isolated.is_none() && !broken.contains(&rule.id))
        .map(|rule| rule.id)
        .collect();
    assert!(missing.is_empty(), "no mutant breaks {missing:?}");
}

#[test]
fn no_mutant_breaks_a_rule_that_leaves_a_choice() {
    for mutant in mutant::all() {
        let rule = Registry::embedded().rule(mutant.rule);
        let level = rule.map(|rule| rule.level);
        assert_eq!(level, Some(Level::Must), "{}", mutant.id);
    }
}

#[test]
fn ids_are_unique_and_well_formed() {
    let mut seen = HashSet::new();
    for mutant in mutant::all() {
        let Mutant { id, rule, .. } = *mutant;
        assert!(seen.insert(id), "{id} occurs twice");
        assert_eq!(id, format!("{}/mutant/{}", mutant.domain(), mutant.name()));
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        assert!(mutant.name().chars().all(plain), "{id} is no id");
        let page = Registry::embedded().page(mutant.domain());
        let prefix = page.map(|page| page.prefix.clone());
        assert_eq!(prefix, Some(rule.prefix()), "{id} breaks a foreign rule");
    }
}

#[test]
fn a_mutant_says_its_mistake_and_its_name() {
    for mutant in mutant::all() {
        let Mutant { id, about, .. } = *mutant;
        assert!(about.ends_with('.'), "{id}: {about}");
        assert_eq!(mutant.subject().hello().name, id);
    }
}
