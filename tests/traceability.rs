//! Traceability, both ways: from each sentence of the source documents to what tests it, and from each rule back.

mod support;

use std::collections::BTreeSet;
use std::fs;

use proofmark::law;
use proofmark::rule::{Document, Registry, RuleId, embedded_matrix};
use proofmark::runner::{Record, coverage, coverage_with};
use proofmark::vector::Case;
use support::{cases, copy_files, proofmark, root, said};

/// The matrix as it was accepted.
fn accepted() -> Record {
    let (file, text) = embedded_matrix();
    Record::read(file, text).unwrap()
}

/// The rules that have lost something, if these cases are all there is.
fn lost_without(cases: &[Case]) -> BTreeSet<RuleId> {
    let rows = coverage(cases, Registry::embedded());
    let now = Record::of(&rows, Document::embedded());
    let losses = accepted().losses(&now).into_iter();
    losses.map(|loss| loss.rule).collect()
}

#[test]
fn the_matrix_has_no_hole() {
    let said = said(proofmark().arg("coverage")).exits(0);
    assert!(said.out.ends_with(" sentences, 0 holes\n"), "{}", said.out);
}

#[test]
fn deleting_any_one_file_of_cases_names_its_rules() {
    let cases = cases();
    let topic = |case: &Case| case.id.rsplit_once('/').unwrap().0.to_owned();
    let topics: BTreeSet<String> = cases.iter().map(topic).collect();
    assert!(topics.len() > 90);
    for deleted in topics {
        let (gone, left): (Vec<Case>, Vec<Case>) = cases
            .iter()
            .cloned()
            .partition(|case| topic(case) == deleted);
        let cited: BTreeSet<RuleId> = gone.into_iter().flat_map(|case| case.rules).collect();
        assert_eq!(lost_without(&left), cited, "{deleted}");
    }
}

#[test]
fn deleting_any_one_law_names_its_rules() {
    let cases = cases();
    for deleted in law::all() {
        let left: Vec<_> = law::all().filter(|law| law.id != deleted.id).collect();
        let rows = coverage_with(&cases, &left, Registry::embedded());
        let now = Record::of(&rows, Document::embedded());
        let losses = accepted().losses(&now);
        let rules: BTreeSet<RuleId> = losses.iter().map(|loss| loss.rule).collect();
        assert_eq!(
            rules,
            deleted.rules.iter().copied().collect(),
            "{}",
            deleted.id
        );
        let name = deleted.id.rsplit('/').next().unwrap();
        let told = losses[0].to_string();
        assert!(
            told.ends_with(&format!("it has lost the law `{name}`")),
            "{told}"
        );
    }
}

#[test]
fn the_command_fails_on_a_deleted_file_and_names_the_rules() {
    let folder = tempfile::tempdir().unwrap();
    let (spec, vectors) = (folder.path().join("spec"), folder.path().join("vectors"));
    copy_files(&root().join("spec"), &spec);
    copy_files(&root().join("spec/sources"), &spec.join("sources"));
    for domain in Registry::embedded().domains() {
        copy_files(&root().join("vectors").join(domain), &vectors.join(domain));
    }
    let run = || {
        let mut command = proofmark();
        command.arg("coverage").arg("--spec").arg(&spec);
        said(command.arg("--vectors").arg(&vectors))
    };
    fs::remove_file(vectors.join("task_id/sample-cloud.yaml")).unwrap();
    let failed = run().exits(1);
    let hole = "HOLE TI-009: it has lost its cases in `sample-cloud`\n";
    assert!(failed.out.contains(hole), "{}", failed.out);

    // What is accepted is no hole any more.
    let mut command = proofmark();
    command.args(["coverage", "--write", "--spec"]).arg(&spec);
    said(command.arg("--vectors").arg(&vectors)).exits(0);
    run().exits(0);
}

#[test]
fn what_is_new_is_to_be_listed_too() {
    let all = cases();
    let mut fewer = all.clone();
    fewer.retain(|case| !case.id.starts_with("task_id/sample-cloud/"));
    let record = |cases: &[Case]| {
        let rows = coverage(cases, Registry::embedded());
        Record::of(&rows, Document::embedded())
    };
    let losses = record(&fewer).losses(&record(&all));
    let told = "TI-009: spec/matrix.md does not list all of it: `proofmark coverage --write`";
    assert!(
        losses.iter().any(|loss| loss.to_string() == told),
        "{losses:?}"
    );
}

#[test]
fn what_is_accepted_is_written_the_same_way_again() {
    let rows_of = cases();
    let rows = coverage(&rows_of, Registry::embedded());
    let record = Record::of(&rows, Document::embedded());
    let text = record.to_markdown(Registry::embedded());
    assert_eq!(Record::read("matrix.md", &text).unwrap(), record);
    assert!(
        text == embedded_matrix().1,
        "spec/matrix.md is to be written again"
    );
}

/// The sentences of task ids, changed.
fn changed(from: &str, to: &str) -> Result<Vec<String>, String> {
    let text = fs::read_to_string(root().join("spec/sources/task_id.md")).unwrap();
    assert!(text.contains(from), "{from}");
    let document = Document::read("task_id.md", &text.replacen(from, to, 1));
    let document = document.map_err(|error| error.to_string())?;
    Ok(document.faults(Registry::embedded()))
}

#[test]
fn a_rule_that_no_sentence_leads_to_is_a_hole() {
    let faults = changed(
        "| a success removes the row, and only a success | TI-023, TI-024 |",
        "| a success removes the row | TI-023 |",
    );
    assert_eq!(
        faults.unwrap(),
        ["TI-024: no sentence of `Deduplication Window Clarification` leads to it"]
    );
    let faults = changed("## Migration\n", "## Emigration\n").unwrap();
    assert_eq!(faults, ["TI-031: ADR-021 has no section `Migration`"]);
}

#[test]
fn a_sentence_cites_rules_in_force_of_its_domain() {
    let faults = changed("| TI-023, TI-024 |", "| TI-023, TI-024, PK-001, TI-099 |").unwrap();
    assert_eq!(
        faults,
        [
            "ADR-021, Deduplication Window Clarification, 6: PK-001 is no rule in force of task_id",
            "ADR-021, Deduplication Window Clarification, 6: TI-099 is no rule in force of task_id"
        ]
    );
}

#[test]
fn a_sentence_has_rules_or_a_reason() {
    let error = changed("| TI-023, TI-024 |", "| |").unwrap_err();
    assert!(
        error.contains("a sentence has three cells") || error.contains("is no rule id"),
        "{error}"
    );
    let error = changed("| none: other documents |", "| other documents |").unwrap_err();
    assert!(error.contains("`other documents` is no rule id"), "{error}");
    let error = changed("## Migration\n", "## Context\n").unwrap_err();
    assert!(
        error.contains("the section `Context` is there twice"),
        "{error}"
    );
}

#[test]
fn every_document_has_its_sentences_and_no_more_than_a_few_words_of_each() {
    let documents = Document::embedded();
    assert_eq!(documents.len(), Registry::embedded().domains().count());
    for document in documents {
        assert_eq!(document.faults(Registry::embedded()), Vec::<String>::new());
        for (place, sentence) in document.sentences() {
            assert!(sentence.words.split(' ').count() <= 8, "{place}");
            assert!(sentence.words.starts_with('"'), "{place}");
            assert_eq!(
                sentence.rules.is_empty(),
                sentence.untestable.is_some(),
                "{place}"
            );
        }
    }
}

#[test]
fn the_matrix_is_read_from_the_sentences_too() {
    let mut command = proofmark();
    command.args(["coverage", "--by", "sentences", "--only", "TI-022"]);
    let text = said(&mut command).exits(0);
    let expected = "ADR-021, Deduplication Window Clarification\n  2. \"not 9 days\" and no longer than that\n     TI-022  model yes, ";
    assert!(text.out.contains(expected), "{}", text.out);
    let markdown = said(command.args(["--format", "markdown"])).exits(0);
    let expected = "## ADR-021, Deduplication Window Clarification\n\n| | words | what it asks | rules |\n|---|---|---|---|\n| 2 | \"not 9 days\" | and no longer than that | TI-022: model yes, ";
    assert!(markdown.out.contains(expected), "{}", markdown.out);
    let mut command = proofmark();
    command.args(["coverage", "--only", "TI-022", "--format", "markdown"]);
    let markdown = said(&mut command).exits(0);
    let expected = "| TI-022 A name is free again after exactly 24 hours | MUST | decided | ADR-021, Deduplication Window Clarification, 2; ADR-021, Deduplication Window Clarification, 3 | yes | ";
    assert!(markdown.out.contains(expected), "{}", markdown.out);
}
