//! `proofmark mutants`: what dies by what.

use std::fs;

use serde_json::Value;

use crate::support::{proofmark, said};

/// The matrix of some mutants, as the report has it.
fn matrix(arguments: &[&str]) -> (i32, String, Value) {
    let folder = tempfile::tempdir().expect("a folder for the matrix");
    let file = folder.path().join("matrix.json");
    let report = format!("json={}", file.display());
    let fixed = ["mutants", "--cases", "32", "--report", &report];
    let said = said(proofmark().args(fixed).args(arguments));
    let text = fs::read_to_string(&file).expect("the matrix was written");
    let matrix = serde_json::from_str(&text).expect("the matrix is JSON");
    (said.code, said.out, matrix)
}

#[test]
fn a_mutant_survives_without_what_kills_it_and_the_others_do_not() {
    let all = ["--only", "task_id/mutant/window-*"];
    let (code, _, whole) = matrix(&all);
    assert_eq!(code, 0);
    let mutants = whole["mutants"].as_array().expect("a list");
    let killers = |mutant: &Value| -> Vec<String> {
        let lists = [&mutant["cases"], &mutant["laws"]];
        let ids = lists.into_iter().filter_map(Value::as_array).flatten();
        ids.filter_map(|killer| Some(killer.as_str().or(killer["id"].as_str())?.to_owned()))
            .collect()
    };
    let victim = mutants
        .iter()
        .min_by_key(|mutant| killers(mutant).len())
        .expect("there are mutants");
    let left_out = killers(victim);
    assert!(!left_out.is_empty());
    let mut arguments = all.to_vec();
    for killer in &left_out {
        arguments.extend(["--skip", killer]);
    }
    let (code, stdout, without) = matrix(&arguments);
    assert_eq!(code, 1);
    let id = victim["id"].as_str().expect("an id");
    assert!(stdout.contains(&format!("SURVIVED {id} (")), "{stdout}");
    for mutant in without["mutants"].as_array().expect("a list") {
        let before = mutants.iter().find(|other| other["id"] == mutant["id"]);
        let only_by_those = killers(before.expect("the same mutants"))
            .iter()
            .all(|killer| left_out.contains(killer));
        assert_eq!(mutant["killed"], !only_by_those, "{}", mutant["id"]);
    }
}
