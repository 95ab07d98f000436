//! `proofmark explain` and `proofmark list`

use crate::support::{cases, proofmark, said};

#[test]
fn an_unknown_id_gets_suggestions() {
    let said =
        said(proofmark().args(["explain", "partition_key/structure/parse-one-dimensoin"])).exits(2);
    assert!(said.err.starts_with("error: `partition_key/structure/parse-one-dimensoin` is no rule, case, law, mutant, reject code or verdict; did you mean partition_key/structure/parse-one-dimension"), "{}", said.err);
    let said = crate::support::said(proofmark().args(["explain", "PK-099"])).exits(2);
    assert!(said.err.contains("PK-009"), "{}", said.err);
    let said = crate::support::said(proofmark().args(["explain", "empty_kye"])).exits(2);
    assert!(said.err.contains("did you mean empty_key"), "{}", said.err);
}

#[test]
fn an_id_like_no_other_gets_no_suggestions() {
    let said = said(proofmark().args(["explain", "~~~~"])).exits(2);
    assert_eq!(
        said.err,
        "error: `~~~~` is no rule, case, law, mutant, reject code or verdict: `proofmark list ids` shows them all\n"
    );
}

#[test]
fn cases_are_listed_with_their_rules() {
    let said = said(proofmark().args(["list", "cases"])).exits(0);
    assert_eq!(said.out.lines().count(), cases().len());
    assert!(said.out.lines().any(|line| {
        let words = [
            "partition_key/structure/parse-one-dimension",
            "PK-001",
            "PK-002",
        ];
        line.split_whitespace().eq(words)
    }));
}

#[test]
fn lists_can_be_narrowed() {
    let said = said(proofmark().args(["list", "rules", "--only", "TI-00?"])).exits(0);
    assert_eq!(said.out.lines().count(), 9);
    let said =
        crate::support::said(proofmark().args(["list", "cases", "--only", "task_id/sanitize/*"]))
            .exits(0);
    assert!(
        said.out
            .lines()
            .all(|line| line.starts_with("task_id/sanitize/")),
        "{}",
        said.out
    );
}

#[test]
fn a_list_that_would_be_empty_is_an_error() {
    for what in ["rules", "cases"] {
        let said = said(proofmark().args(["list", what, "--only", "XX-*"])).exits(2);
        assert!(
            said.err.starts_with("error: `XX-*` matches nothing"),
            "{}",
            said.err
        );
    }
}

#[test]
fn everything_that_is_listed_can_be_explained() {
    let ids = said(proofmark().args(["list", "ids"])).exits(0).out;
    let ids: Vec<&str> = ids.lines().collect();
    assert!(ids.len() > cases().len() + 1000, "{}", ids.len());
    // One of each kind; all of them would take an hour.
    for id in [
        "TI-022",
        "task_id/queue/window-at-86400-after-succeeded",
        "task_id/law/queue-agrees",
        "task_id/mutant/window-inclusive",
        "name_in_use",
        "warn",
    ] {
        assert!(ids.contains(&id), "{id}");
        said(proofmark().args(["explain", id])).exits(0);
    }
    for verdict in proofmark::verdict::Verdict::ALL {
        let said = said(proofmark().args(["explain", verdict.as_str()])).exits(0);
        assert!(
            said.out.starts_with(&format!("{verdict}  verdict\n  ")),
            "{}",
            said.out
        );
    }
}

#[test]
fn a_case_tells_what_it_alone_kills() {
    let said =
        said(proofmark().args(["mutants", "--minimize", "--only", "task_id/mutant/*"])).exits(0);
    let line = said
        .out
        .lines()
        .find(|line| line.contains("  alone kills "));
    let (case, mutants) = line.unwrap().split_once("  alone kills ").unwrap();
    let told = crate::support::said(proofmark().args(["explain", case])).exits(0);
    let alone = told
        .out
        .split(" of which no other case kills\n")
        .nth(1)
        .unwrap();
    let alone: Vec<&str> = alone.lines().map(str::trim).collect();
    assert_eq!(alone, mutants.split(", ").collect::<Vec<_>>());
}

#[test]
fn a_rule_leads_back_to_its_sentences() {
    let said = said(proofmark().args(["explain", "TI-022"])).exits(0);
    let expected = "\n2 sentences\n  ADR-021, Deduplication Window Clarification, 2: \"not 9 days\" and no longer than that\n";
    assert!(said.out.contains(expected), "{}", said.out);
}

#[test]
fn a_law_tells_how_its_inputs_are_drawn() {
    let said = said(proofmark().args(["explain", "task_id/law/cloud-agrees"])).exits(0);
    assert!(
        said.out
            .contains("how inputs are drawn: 256 of them from the seed 20250115, "),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains(" requests, of which the reference accepts "),
        "{}",
        said.out
    );
    let examples = said.out.split("three of its inputs:\n").nth(1).unwrap();
    assert_eq!(examples.lines().count(), 3);
}

#[test]
fn the_bytes_of_a_case_are_read_field_by_field() {
    let said = said(proofmark().args(["explain", "index_key/cursors/two-pages"])).exits(0);
    let expected = "\ncursor 0100e68c53434ea57bd70201000000071880000000000000032000000000000000036cb11a42bf747e18\n  01                  version of the token\n  00                  direction: forward\n  e68c53434ea57bd7    digest of the bounds\n  02                  version\n  01                  kind\n  00000007            index id\n  188000000000000003  int\n  200000000000000003  primary key uint\n  6cb11a42bf747e18    checksum\n";
    assert!(said.out.contains(expected), "{}", said.out);
}
