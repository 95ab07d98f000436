//! `proofmark vectors`

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::support::{copy_files, proofmark, root, said};

/// A copy of the vectors that may be changed.
fn copy() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for domain in proofmark::rule::Registry::embedded().domains() {
        copy_files(
            &root().join("vectors").join(domain),
            &folder.path().join(domain),
        );
    }
    let manifest = "manifest.yaml";
    fs::copy(
        root().join("vectors").join(manifest),
        folder.path().join(manifest),
    )
    .unwrap();
    folder
}

fn files(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.insert(path.clone(), fs::read_to_string(path).unwrap());
        }
    }
    files
}

/// Changes a file of the copy.
#[track_caller]
fn change(folder: &Path, file: &str, from: &str, to: &str) {
    let path = folder.join(file);
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from}");
    fs::write(path, text.replacen(from, to, 1)).unwrap();
}

fn vectors(action: &str, folder: &Path) -> crate::support::Said {
    said(proofmark().args(["vectors", action]).arg(folder))
}

#[test]
fn the_vectors_are_what_the_model_expects() {
    let said = said(proofmark().args(["vectors", "verify"])).exits(0);
    let cases = crate::support::cases().len();
    assert!(
        said.out.ends_with(&format!(
            " files, {cases} cases: as the model expects, byte for byte\n"
        )),
        "{}",
        said.out
    );
}

#[test]
fn generating_changes_nothing_once_or_twice() {
    let copy = copy();
    let before = files(copy.path());
    for _ in 0..2 {
        let said = vectors("generate", copy.path()).exits(0);
        let cases = crate::support::cases().len();
        assert!(
            said.out
                .ends_with(&format!(" files, {cases} cases, 0 changed\n")),
            "{}",
            said.out
        );
        assert!(files(copy.path()) == before, "a file is not what it was");
    }
}

#[test]
fn a_changed_expectation_is_found_named_and_put_back() {
    let copy = copy();
    let before = files(copy.path());
    change(
        copy.path(),
        "partition_key/id.yaml",
        "part_5538",
        "part_5539",
    );
    let said = vectors("verify", copy.path()).exits(1);
    assert!(
        said.out.starts_with("partition_key/id/string-dimension: "),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("does not hold what the model expects"),
        "{}",
        said.out
    );
    let said = vectors("generate", copy.path()).exits(0);
    assert!(
        said.out.contains(": partition_key/id/string-dimension\n"),
        "{}",
        said.out
    );
    assert!(said.out.ends_with(", 1 changed\n"), "{}", said.out);
    assert!(files(copy.path()) == before, "a file is not what it was");
}

#[test]
fn a_changed_code_or_step_is_found_and_named() {
    let copy = copy();
    change(
        copy.path(),
        "partition_key/structure.yaml",
        "{reject: empty_key}",
        "{reject: unknown_type}",
    );
    change(
        copy.path(),
        "task_id/queue.yaml",
        "{ok: {rows: []}}",
        "{ok: {rows: [1]}}",
    );
    let said = vectors("verify", copy.path()).exits(1);
    assert!(
        said.out
            .contains("partition_key/structure/encode-no-dimensions: "),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("task_id/queue/empty-outbox: "),
        "{}",
        said.out
    );
}

#[test]
fn a_form_that_is_not_canonical_is_found_and_named() {
    let copy = copy();
    change(
        copy.path(),
        "partition_key/names.yaml",
        "{key: z, value",
        "{\"key\": z, value",
    );
    let said = vectors("verify", copy.path()).exits(1);
    assert!(
        said.out
            .starts_with("partition_key/names/encode-one-letter: "),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("names.yaml:6 is not written in the canonical form"),
        "{}",
        said.out
    );
}

#[test]
fn a_missing_end_of_file_is_found() {
    let copy = copy();
    let path = copy.path().join("partition_key/names.yaml");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.trim_end()).unwrap();
    let said = vectors("verify", copy.path()).exits(1);
    assert!(
        said.out.contains("is not written in the canonical form"),
        "{}",
        said.out
    );
}

#[test]
fn a_pinned_expectation_is_never_overwritten() {
    let copy = copy();
    change(
        copy.path(),
        "partition_key/examples.yaml",
        "{canonical: \"date=d:2025-01-15\"}}\n",
        "{canonical: \"date=d:2025-01-16\"}}\n",
    );
    // What else is wrong in the file waits until the model and its author agree.
    change(
        copy.path(),
        "partition_key/examples.yaml",
        "rules: [PK-002, PK-020]",
        "rules: [\"PK-002\", PK-020]",
    );
    let before = files(copy.path());
    let said = vectors("generate", copy.path()).exits(1);
    assert!(
        said.out.starts_with(
            "error: partition_key/examples/adr-date-encode: it is pinned (ADR-011) to "
        ),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("but the model says {\"ok\":{\"canonical\":\"date=d:2025-01-15\"}}"),
        "{}",
        said.out
    );
    assert!(files(copy.path()) == before, "a file is not what it was");
    let said = vectors("verify", copy.path()).exits(1);
    assert!(
        said.out
            .starts_with("partition_key/examples/adr-date-encode: it is pinned"),
        "{}",
        said.out
    );
}

#[test]
fn a_case_with_only_its_input_is_filled_in() {
    let copy = copy();
    let path = copy.path().join("partition_key/names.yaml");
    let case = "- id: brand-new\n  rules: [PK-003]\n  operation: partition_key.parse\n  input: {canonical: \"New=i:1\"}\n";
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, format!("{text}{case}")).unwrap();
    let said = vectors("verify", copy.path()).exits(1);
    assert!(
        said.out.contains("partition_key/names/brand-new: "),
        "{}",
        said.out
    );
    let said = vectors("generate", copy.path()).exits(0);
    assert!(
        said.out.contains("partition_key/names/brand-new\n"),
        "{}",
        said.out
    );
    let expected = format!("{text}{case}  expect: {{reject: invalid_key_name}}\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    vectors("verify", copy.path()).exits(0);
}

#[test]
fn an_input_that_the_model_cannot_take_is_an_error() {
    let copy = copy();
    change(
        copy.path(),
        "partition_key/names.yaml",
        "input: {canonical: \"z=i:1\"}",
        "input: {canonicle: \"z=i:1\"}",
    );
    let said = vectors("generate", copy.path()).exits(1);
    assert!(said.out.starts_with("error: partition_key/names/parse-one-letter: `partition_key.parse`: unknown field `canonicle`"), "{}", said.out);
}
