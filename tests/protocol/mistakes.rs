//! Implementations with one mistake each: they fail, and the report names the rule.

use std::collections::BTreeSet;

use libtest_mimic::Trial;
use proofmark::runner::Run;
use proofmark::subject::InProcess;
use proofmark::verdict::Verdict;

use crate::support::altered::{Altered, Mistake};
use crate::support::{self, said};
use crate::{check, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![
        trial("in_process::sorting_in_reverse_breaks_pk_004", || {
            fails(Mistake::SortsInReverse, "PK-004");
        }),
        trial("in_process::padding_base64_breaks_pk_011", || {
            fails(Mistake::PadsBase64, "PK-011");
        }),
        trial(
            "in_process::accepting_29_february_2100_breaks_pk_021",
            || {
                fails(Mistake::Accepts29February2100, "PK-021");
            },
        ),
        trial("in_process::a_panic_errors_its_case_alone", || {
            let run = run(Mistake::Panics);
            let summary = run.summary();
            assert!(summary.count(Verdict::Errored) > 500);
            assert!(summary.count(Verdict::Pass) > 500);
            assert_eq!(summary.count(Verdict::Fail), 0);
            let id = "partition_key/structure/encode-no-dimensions";
            let finding = run.findings.iter().find(|finding| finding.id == id);
            let finding = finding.expect("the case is there");
            assert_eq!(crate::message(finding), "it panicked: empty_key");
        }),
        trial("process::sorting_in_reverse_breaks_pk_004", || {
            names(&mut check(&[], "sorts-in-reverse"), "PK-004");
        }),
        trial("process::padding_base64_breaks_pk_011", || {
            names(&mut check(&[], "pads-base64"), "PK-011");
        }),
        trial("process::accepting_29_february_2100_breaks_pk_021", || {
            names(&mut check(&[], "accepts-29-february-2100"), "PK-021");
        }),
        trial(
            "process::a_wrong_code_where_the_code_is_a_should_warns",
            || {
                let said = said(&mut check(
                    &["--only", "partition_key/*", "--only", "task_id/*"],
                    "has-one-code",
                ))
                .exits(0);
                assert!(said.out.contains("WARN PK-001 "), "{}", said.out);
                assert!(
                    said.out
                        .contains("rejected, as it should be, but with the code `invalid`")
                );
                assert!(said.out.contains(" 0 fail"), "{}", said.out);
            },
        ),
    ];
    let python = vec![
        trial("python::sorting_in_reverse_breaks_pk_004", || {
            python(
                "for key in sorted(texts))",
                "for key in sorted(texts, reverse=True))",
                "PK-004",
            );
        }),
        trial("python::padding_base64_breaks_pk_011", || {
            python(".rstrip(\"=\")", "", "PK-011");
        }),
        trial("python::accepting_29_february_2100_breaks_pk_021", || {
            python("calendar.isleap(year)", "year % 4 == 0", "PK-021");
        }),
    ];
    match support::python_is_missing() {
        None => trials.extend(python),
        Some(reason) => trials.extend(
            python
                .into_iter()
                .map(|trial| trial.with_kind(&reason).with_ignored_flag(true)),
        ),
    }
    trials
}

fn run(mistake: Mistake) -> Run {
    support::check(support::cases(), &mut InProcess(Altered::new(mistake)))
}

fn fails(mistake: Mistake, rule: &str) {
    let run = run(mistake);
    assert!(!run.conforms());
    let failed = run
        .findings
        .iter()
        .filter(|finding| finding.verdict == Verdict::Fail);
    let rules: BTreeSet<String> = failed
        .flat_map(|finding| &finding.rules)
        .map(ToString::to_string)
        .collect();
    assert!(rules.contains(rule), "{rules:?}");
}

/// Asserts that the command fails, and that its report has a block for the rule.
fn names(command: &mut std::process::Command, rule: &str) {
    let said = said(command).exits(1);
    assert!(said.out.contains(&format!("FAIL {rule} ")), "{}", said.out);
    assert!(said.out.contains("does not conform"), "{}", said.out);
}

/// Checks a copy of the Python implementation in which a text is replaced.
fn python(from: &str, to: &str, rule: &str) {
    let folder = tempfile::tempdir().expect("there is room for a copy");
    let adapter = support::root().join("adapters/python");
    for part in ["", "proofmark_adapter"] {
        support::copy_files(&adapter.join(part), &folder.path().join(part));
    }
    let file = folder.path().join("partition_key.py");
    let code = std::fs::read_to_string(&file).expect("the copy is there");
    assert_eq!(code.matches(from).count(), 1, "{from}");
    std::fs::write(&file, code.replace(from, to)).expect("the copy can be changed");
    let mut check = support::proofmark();
    check
        .args(["check", "--", "python3"])
        .arg(folder.path().join("adapter.py"));
    names(&mut check, rule);
}
