//! Two published encoders, judged by laws alone: one keeps the order, the other does not.

mod support;

#[path = "../examples/published_encoders/encoders.rs"]
mod encoders;

use encoders::{Encoder, Keys, Memcomparable, Ordcode};
use proofmark::law::Effort;
use proofmark::rule::Registry;
use proofmark::runner::{Run, Selection, run};
use proofmark::subject::InProcess;
use proofmark::vector::{Expectation, Library, Outcome, Step};
use proofmark::verdict::{Finding, Kind, Verdict};
use serde_json::Value;

fn judged<E: Encoder>(encoder: E) -> Run {
    let registry = Registry::embedded();
    let everything = Selection {
        only: vec!["index_key/*".to_owned()],
        ..Selection::default()
    };
    let plan = everything.plan(&Library::embedded(), registry).unwrap();
    let mut subject = InProcess(Keys(encoder));
    run(&plan, &mut subject, &Effort::default(), registry, &mut ()).unwrap()
}

fn finding<'a>(run: &'a Run, law: &str) -> &'a Finding {
    let id = format!("index_key/law/{law}");
    run.findings
        .iter()
        .find(|finding| finding.id == id)
        .unwrap()
}

#[test]
fn memcomparable_keeps_the_laws() {
    let run = judged(Memcomparable);
    let broken = run
        .findings
        .iter()
        .filter(|finding| ![Verdict::Pass, Verdict::Unsupported].contains(&finding.verdict));
    let broken: Vec<_> = broken
        .map(|finding| (&finding.id, &finding.detail))
        .collect();
    assert!(broken.is_empty(), "{broken:#?}");
    for law in [
        "order-of-null",
        "order-of-bool",
        "order-of-int",
        "order-of-uint",
        "order-of-float",
        "order-of-string",
        "order-of-bytes",
        "order-of-rows",
        "order-of-rows-with-directions",
        "tuple-prefix-is-byte-prefix",
        "bounds-select",
        "bounds-select-in-both-directions",
        "starts-with-selects-texts",
        "starts-with-selects-bytes",
        "neighbours-never-bleed",
    ] {
        assert_eq!(finding(&run, law).verdict, Verdict::Pass, "{law}");
    }
}

#[test]
fn what_an_encoder_does_not_have_is_not_covered() {
    let run = judged(Memcomparable);
    for law in [
        "order-of-decimal",
        "order-of-enum",
        "encode-agrees",
        "round-trip-of-int",
    ] {
        assert_eq!(finding(&run, law).verdict, Verdict::Unsupported, "{law}");
    }
}

#[test]
fn no_golden_bytes_apply_to_bytes_of_another_design() {
    let run = judged(Memcomparable);
    let cases = support::cases();
    let judged = run
        .findings
        .iter()
        .filter(|finding| finding.kind == Kind::Case && finding.verdict != Verdict::Unsupported);
    let judged: Vec<_> = judged.collect();
    for finding in &judged {
        let case = cases.iter().find(|case| case.id == finding.id).unwrap();
        let refused =
            |step: &Step| matches!(step.expect, Some(Expectation::One(Outcome::Reject(_))));
        assert!(case.steps.iter().all(refused), "{}", case.id);
    }
    assert!(!judged.is_empty(), "refusals do not depend on bytes");
}

/// It writes texts without an end and their lengths behind everything, so a text runs into what follows it.
#[test]
fn ordcode_breaks_the_order_of_tuples_and_the_counterexample_is_small() {
    let run = judged(Ordcode);
    let broken = finding(&run, "order-of-rows");
    assert_eq!(broken.verdict, Verdict::Fail);
    assert_eq!(broken.rules[0].to_string(), "IK-035");
    let smallest = broken.search.as_ref().unwrap().smallest.as_ref().unwrap();
    let components = smallest["index"]["components"].as_array().unwrap();
    assert!(components.len() <= 2, "{smallest}");
    let texts = texts(smallest);
    assert!(
        texts.iter().map(|text| text.chars().count()).sum::<usize>() <= 4,
        "{smallest}"
    );
    // The primary key is an integer, or an empty text; without a text before it nothing would be wrong.
    assert!(texts.iter().any(|text| !text.is_empty()), "{smallest}");
}

#[test]
fn ordcode_breaks_the_prefix_law_and_keeps_the_order_of_single_numbers() {
    let run = judged(Ordcode);
    assert_eq!(
        finding(&run, "tuple-prefix-is-byte-prefix").verdict,
        Verdict::Fail
    );
    for law in ["order-of-bool", "order-of-int", "order-of-uint"] {
        assert_eq!(finding(&run, law).verdict, Verdict::Pass, "{law}");
    }
}

/// All texts within an input.
fn texts(input: &Value) -> Vec<&str> {
    let rows = input["rows"].as_array().unwrap().iter();
    let values = rows.flat_map(|row| {
        let components = row["components"].as_array().unwrap().iter();
        components.chain([&row["primary_key"]])
    });
    values
        .filter_map(|value| value["string"].as_str())
        .collect()
}
