//! Servers that differ where they may conform, and every server that differs elsewhere is shown why in a few steps.

mod support;

use proofmark::law::{self, Effort};
use proofmark::model::Stance;
use proofmark::mutant;
use proofmark::rule::{Basis, Registry};
use proofmark::runner::{Selection, run};
use proofmark::subject::{Hello, Implementation, InProcess, Reference, Reply, Request};
use proofmark::vector::Library;
use proofmark::verdict::Verdict;
use serde_json::{Value, json};

const DOMAIN: &str = "event_partitions";

/// What does not pass, of all cases and laws of the domain.
fn complaints(implementation: impl Implementation) -> Vec<String> {
    let registry = Registry::embedded();
    let selection = Selection {
        only: vec![format!("{DOMAIN}/*")],
        ..Selection::default()
    };
    let plan = selection
        .plan(&Library::embedded(), registry)
        .expect("the selection matches");
    let run = run(
        &plan,
        &mut InProcess(implementation),
        &Effort::default(),
        registry,
        &mut (),
    )
    .expect("it is in this process");
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
    assert_eq!(complaints(Gaps::default()), Vec::<String>::new());
}

#[test]
fn a_server_that_chooses_otherwise_at_every_open_rule_conforms() {
    let page = Registry::embedded().page(DOMAIN).expect("there is a page");
    let open: Vec<_> = page
        .rules
        .iter()
        .filter(|rule| rule.basis == Basis::Open)
        .collect();
    let stances = Stance::explore(|stance| {
        for rule in &open {
            stance.takes(rule.id, &rule.choices[0]);
        }
    });
    let (last, ()) = stances.last().expect("there is a stance");
    let choices = last.choices();
    assert!(choices.iter().all(|choice| {
        let rule = open.iter().find(|rule| rule.id == choice.rule);
        rule.and_then(|rule| rule.choices.last())
            .map(String::as_str)
            == Some(choice.name)
    }));
    assert_eq!(
        complaints(Reference::with_stance(last.clone())),
        Vec::<String>::new()
    );
}

#[test]
fn a_wrong_server_is_shown_by_six_steps_at_most() {
    let sessions: Vec<_> = law::all()
        .filter(|law| law.domain() == DOMAIN && law.operations.len() > 1)
        .collect();
    let mut long = Vec::new();
    for mutant in mutant::all().filter(|mutant| mutant.domain() == DOMAIN) {
        let mut least: Option<usize> = None;
        for law in &sessions {
            let mut subject = InProcess(mutant.subject());
            let found = law::search(law, &mut subject, &Effort::default());
            if found.verdict != Verdict::Fail {
                continue;
            }
            let steps = found.search.map_or(0, |search| search.requests.len());
            least = Some(least.map_or(steps, |least| least.min(steps)));
            if steps <= 6 {
                break;
            }
        }
        if let Some(steps) = least.filter(|steps| *steps > 6) {
            long.push(format!("{}: {steps} steps", mutant.id));
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}
