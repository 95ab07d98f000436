//! The suite catches every mutant, by something that stands for the rule which the mutant breaks; and no rule is
//! without cases, laws and mutants.

use std::collections::HashSet;

use proofmark::law::Effort;
use proofmark::mutant;
use proofmark::rule::Registry;
use proofmark::runner::{Depth, Kill, Selection, coverage, kills};
use proofmark::vector::Library;

#[test]
fn every_mutant_is_killed_by_something_that_cites_its_rule() {
    let registry = Registry::embedded();
    let plan = Selection::default()
        .plan(&Library::embedded(), registry)
        .unwrap();
    let mutants: Vec<_> = mutant::all().collect();
    // Few inputs: what laws find with more is for `proofmark mutants` to tell.
    let effort = Effort {
        cases: 32,
        ..Effort::default()
    };
    let kills = kills(
        &mutants,
        &plan,
        Depth::FirstKiller,
        &effort,
        registry,
        &|| (),
    )
    .unwrap();
    let named = |what: fn(&Kill) -> bool| {
        let of = kills.iter().filter(|kill| what(kill));
        of.map(|kill| format!("{} ({})", kill.mutant.id, kill.mutant.rule))
            .collect::<Vec<_>>()
    };
    assert_eq!(named(Kill::survived), Vec::<String>::new(), "these survive");
    assert_eq!(
        named(Kill::for_the_wrong_reason),
        Vec::<String>::new(),
        "nothing that kills these cites their rule"
    );
}

#[test]
fn no_rule_has_a_hole() {
    let registry = Registry::embedded();
    let topics = Library::embedded().topics(registry).unwrap();
    let cases: Vec<_> = topics.into_iter().flat_map(|topic| topic.cases).collect();
    let holes: Vec<String> = coverage(&cases, registry)
        .iter()
        .flat_map(|row| {
            row.holes()
                .into_iter()
                .map(|hole| format!("{}: {hole}", row.rule.id))
        })
        .collect();
    assert_eq!(holes, Vec::<String>::new());
}

#[test]
fn coverage_names_the_rule_that_lost_its_cases() {
    let registry = Registry::embedded();
    let topics = Library::embedded().topics(registry).unwrap();
    let cases = topics.into_iter().flat_map(|topic| topic.cases);
    let without: Vec<_> = cases
        .filter(|case| case.rules.iter().all(|rule| rule.to_string() != "TI-030"))
        .collect();
    let rows = coverage(&without, registry);
    let holed = rows.iter().filter(|row| row.rule.id.prefix() == "TI");
    let holed: Vec<_> = holed.filter(|row| !row.holes().is_empty()).collect();
    assert_eq!(holed.len(), 1);
    assert_eq!(holed[0].rule.id.to_string(), "TI-030");
    assert_eq!(holed[0].holes(), ["no case stands for it"]);
}

#[test]
fn ids_of_mutants_are_unique_and_name_their_domain() {
    let (registry, mut seen) = (Registry::embedded(), HashSet::new());
    for mutant in mutant::all() {
        assert!(seen.insert(mutant.id), "{} is there twice", mutant.id);
        let [domain, "mutant", name] = mutant.id.split('/').collect::<Vec<_>>()[..] else {
            panic!("{} is no id of a mutant", mutant.id)
        };
        assert!(
            name.bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-'),
            "{name}"
        );
        let page = registry
            .page(domain)
            .unwrap_or_else(|| panic!("{domain} is no domain"));
        assert_eq!(page.prefix, mutant.rule.prefix(), "{}", mutant.id);
        assert!(registry.rule(mutant.rule).is_some(), "{}", mutant.id);
        assert!(
            mutant.about.ends_with('.'),
            "{}: {}",
            mutant.id,
            mutant.about
        );
        assert_eq!(mutant.subject().hello().name, mutant.id);
    }
    assert!(seen.len() >= 40);
}
