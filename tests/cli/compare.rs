//! `proofmark compare`

use std::fs;

use crate::support::{Said, proofmark, said};

const MUTANT: &str = "task_id/mutant/letter-unchecked";

fn compare(arguments: &[&str]) -> Said {
    let mut command = proofmark();
    said(
        command
            .args(["compare", "--cases", "64", "--only", "task_id/law/*"])
            .args(arguments),
    )
}

#[test]
fn the_smallest_input_on_which_two_differ() {
    let said = compare(&["reference", MUTANT]).exits(1);
    let differ: Vec<&str> = said
        .out
        .lines()
        .filter(|line| line.starts_with("DIFFER "))
        .collect();
    assert_eq!(
        differ,
        ["DIFFER task_id.cloud on an input of task_id/law/cloud-agrees"]
    );
    // Nothing can be taken away from either of these.
    let smallest = [
        r#"{"kind":"t","internal_id":"dispatch:"}"#,
        r#"{"kind":"d","internal_id":"timer:"}"#,
    ];
    assert!(
        smallest.iter().any(|it| said.out.contains(it)),
        "{}",
        said.out
    );
    assert!(
        said.out.contains(r#"{"reject":{"code":"kind_mismatch""#),
        "{}",
        said.out
    );
    let last = said.out.lines().last().unwrap();
    assert!(
        last.starts_with(&format!(
            "reference and {MUTANT} differ on inputs of 1 of 11 laws; "
        )),
        "{last}"
    );
}

#[test]
fn what_it_says_of_an_input_can_be_checked() {
    let said = compare(&["reference", MUTANT]).exits(1);
    let line = said
        .out
        .lines()
        .find_map(|line| line.split_once("which of them is right: "))
        .unwrap()
        .1;
    let input = line
        .split_once("--replay ")
        .unwrap()
        .1
        .trim_end_matches(" -- …")
        .trim_matches('\'');
    let law = [
        "check",
        "--only",
        "task_id/law/cloud-agrees",
        "--replay",
        input,
    ];
    crate::support::said(proofmark().args(law)).exits(0);
    crate::support::said(proofmark().args(law).args(["--subject", MUTANT])).exits(1);
}

#[test]
fn two_that_do_the_same() {
    let serve = env!("CARGO_BIN_EXE_proofmark");
    let said = compare(&["reference", "--", serve, "serve"]).exits(0);
    assert!(
        said.out
            .starts_with("reference (1) and reference (2) gave the same answers to "),
        "{}",
        said.out
    );
    let said = compare(&[
        "--", serve, "serve", "--", serve, "serve", "--mutant", MUTANT,
    ])
    .exits(1);
    assert!(
        said.out
            .contains(&format!("reference and {MUTANT} differ on ")),
        "{}",
        said.out
    );
}

#[test]
fn codes_count_where_they_are_wanted() {
    let pair = [
        "compare",
        "reference",
        "event_partitions/mutant/limits-are-bad-requests",
        "--only",
        "event_partitions/law/normalize-*",
    ];
    said(proofmark().args(pair)).exits(0);
    said(proofmark().args(pair).arg("--codes")).exits(1);
}

#[test]
fn subjects_of_a_configuration_are_compared_in_the_order_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let config =
        format!("subjects:\n- {{name: a, builtin: reference}}\n- {{name: b, builtin: {MUTANT}}}\n");
    fs::write(folder.path().join("proofmark.yaml"), config).unwrap();
    let mut command = proofmark();
    command
        .args(["compare", "b", "a", "--only", "task_id/law/cloud-*"])
        .current_dir(folder.path());
    let said = said(&mut command).exits(1);
    assert!(said.out.contains("\nb and a differ on "), "{}", said.out);
}

#[test]
fn it_takes_two() {
    for (arguments, message) in [
        (&["reference"][..], "two are compared, but one is given"),
        (&[], "two are compared, but none is given"),
        (
            &["reference", "reference", "reference"],
            "two are compared, but 3 are given",
        ),
        (
            &["reference", "refrence"],
            "there is no subject `refrence`; did you mean reference?",
        ),
    ] {
        let said = compare(arguments).exits(2);
        assert!(said.err.contains(message), "{arguments:?}: {}", said.err);
    }
    let said = compare(&["reference", "--", "./no-such-adapter"]).exits(3);
    assert!(
        said.err.contains("cannot start the adapter"),
        "{}",
        said.err
    );
}

#[test]
fn a_run_that_is_over_too_soon_says_so() {
    let serve = env!("CARGO_BIN_EXE_proofmark");
    let said = compare(&["reference", "--run-limit", "0.05", "--", serve, "serve"]);
    // It is over before the handshake, or after it.
    assert!(
        said.code == 3 || said.code == 1 && said.out.contains(" not reached in time"),
        "{}{}",
        said.out,
        said.err
    );
}
