//! Servers that differ where they may conform, and every server that differs elsewhere is shown why in a few steps.

mod support;

use std::collections::BTreeMap;
use std::thread;

use proofmark::law::{self, Effort};
use proofmark::mutant::{self, Mutant};
use proofmark::rule::{Basis, Registry};
use proofmark::runner::{Run, Selection, run};
use proofmark::subject::{Hello, Implementation, InProcess, Reference, Reply, Request};
use proofmark::vector::Library;
use proofmark::verdict::Verdict;
use serde_json::{Value, json};

const DOMAIN: &str = "event_partitions";

/// All cases and laws of the domain, put to an implementation.
fn checked(implementation: impl Implementation) -> Run {
    let registry = Registry::embedded();
    let selection = Selection {
        only: vec![format!("{DOMAIN}/*")],
        ..Selection::default()
    };
    let plan = selection
        .plan(&Library::embedded(), registry)
        .expect("the selection matches");
    run(
        &plan,
        &mut InProcess(implementation),
        &Effort::default(),
        registry,
        &mut (),
    )
    .expect("it is in this process")
}

/// What does not pass.
fn complaints(run: &Run) -> Vec<String> {
    let bad = run
        .findings
        .iter()
        .filter(|finding| finding.verdict != Verdict::Pass);
    bad.map(|finding| format!("{}: {:?}", finding.id, finding.detail))
        .collect()
}

/// The reference, but its committed ids begin at 1000 and leave gaps.
#[derive(Default)]
struct Gaps(Reference);

impl Implementation for Gaps {
    fn hello(&self) -> Hello {
        self.0.hello()
    }

    fn call(&mut self, request: &Request) -> Reply {
        let mut reply = self.0.call(request);
        if let Reply::Ok(value) = &mut reply {
            renumber(value);
        }
        reply
    }
}

fn renumber(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                match value.as_str().and_then(|text| text.parse::<u64>().ok()) {
                    Some(number) if name == "committed_id" => {
                        *value = json!((1000 + number * number).to_string());
                    }
                    _ => renumber(value),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(renumber),
        _ => {}
    }
}

#[test]
fn a_server_whose_committed_ids_have_gaps_conforms() {
    assert_eq!(complaints(&checked(Gaps::default())), Vec::<String>::new());
}

/// The behaviours that were seen at each open rule, and those that were to be seen.
fn assert_choices(run: &Run, choice: fn(&[String]) -> Option<&String>) {
    let page = Registry::embedded().page(DOMAIN).expect("there is a page");
    let open = page.rules.iter().filter(|rule| rule.basis == Basis::Open);
    let expected = open.map(|rule| (rule.id, vec![choice(&rule.choices).expect("it lists some")]));
    let seen = run.choices();
    let seen = seen.iter();
    assert_eq!(
        seen.map(|(rule, names)| (*rule, names.keys().collect()))
            .collect::<BTreeMap<_, Vec<_>>>(),
        expected.collect()
    );
}

#[test]
fn the_choices_of_the_reference_are_recorded() {
    assert_choices(&checked(Reference::default()), <[String]>::first);
}

#[test]
fn a_server_that_chooses_otherwise_at_every_open_rule_conforms_and_its_choices_are_recorded() {
    let run = checked(Reference::with_stance(support::otherwise(DOMAIN)));
    assert_eq!(complaints(&run), Vec::<String>::new());
    assert_choices(&run, <[String]>::last);
}

/// How many steps the shortest counterexample has that a law finds; the search ends with one of six.
fn shortest(mutant: &Mutant) -> Option<usize> {
    let mut shortest = None;
    for law in law::all().filter(|law| law.domain() == DOMAIN) {
        let mut subject = InProcess(mutant.subject());
        let found = law::search(law, &mut subject, &Effort::default());
        if found.verdict == Verdict::Fail {
            let steps = found.search.map_or(0, |search| search.requests.len());
            shortest = Some(shortest.map_or(steps, |least: usize| least.min(steps)));
        }
        if shortest.is_some_and(|steps| steps <= 6) {
            break;
        }
    }
    shortest
}

#[test]
fn every_wrong_server_is_shown_by_six_steps_at_most() {
    let mutants: Vec<_> = mutant::all()
        .filter(|mutant| mutant.domain() == DOMAIN)
        .collect();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let shown = thread::scope(|scope| {
        let parts = mutants.chunks(mutants.len().div_ceil(workers));
        let parts: Vec<_> = parts
            .map(|part| {
                scope.spawn(|| {
                    let shown = part.iter().map(|mutant| (mutant.id, shortest(mutant)));
                    shown.collect::<Vec<_>>()
                })
            })
            .collect();
        let shown = parts
            .into_iter()
            .flat_map(|part| part.join().expect("no panic"));
        shown.collect::<Vec<_>>()
    });
    assert!(shown.len() >= 35);
    let long = |(_, steps): &&(&str, Option<usize>)| steps.is_none_or(|steps| steps > 6);
    assert_eq!(
        shown.iter().filter(long).collect::<Vec<_>>(),
        Vec::<&_>::new()
    );
}
