//! `proofmark explain` and `proofmark list`

use crate::support::{cases, proofmark, said};

#[test]
fn an_unknown_id_gets_suggestions() {
    let said =
        said(proofmark().args(["explain", "partition_key/structure/parse-one-dimensoin"])).exits(2);
    assert!(said.err.starts_with("error: `partition_key/structure/parse-one-dimensoin` is no rule, case, law, mutant or reject code; did you mean partition_key/structure/parse-one-dimension"), "{}", said.err);
    let said = crate::support::said(proofmark().args(["explain", "PK-099"])).exits(2);
    assert!(said.err.contains("did you mean PK-0"), "{}", said.err);
    let said = crate::support::said(proofmark().args(["explain", "empty_kye"])).exits(2);
    assert!(said.err.contains("did you mean empty_key"), "{}", said.err);
}

#[test]
fn an_id_like_no_other_gets_no_suggestions() {
    let said = said(proofmark().args(["explain", "~~~~"])).exits(2);
    assert_eq!(
        said.err,
        "error: `~~~~` is no rule, case, law, mutant or reject code: `proofmark list rules` and `proofmark list cases` show the ids\n"
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
