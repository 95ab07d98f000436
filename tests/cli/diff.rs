//! `proofmark vectors diff`: what a change means, whatever the releases are kept in.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Said, copy_files, proofmark, root, said};

const CASES: &str = "\
about: A few cases.
cases:
- id: leap-day
  rules: [PK-021]
  operation: partition_key.parse
  input: {canonical: \"a=d:2100-02-29\"}
  expect: {reject: invalid_date}
- id: plain-day
  rules: [PK-020]
  pinned: the calendar
  operation: partition_key.parse
  input: {canonical: \"a=d:2024-06-15\"}
  expect: {ok: {dimensions: [{key: a, value: {date: \"2024-06-15\"}}]}}
- id: year-zero
  rules: [PK-023]
  operation: partition_key.parse
  input: {canonical: \"a=d:0000-01-01\"}
  expect:
    any_of:
    - {choice: {PK-023: reject}, reject: year_out_of_range}
    - {choice: {PK-023: accept}, ok: {dimensions: [{key: a, value: {date: \"0000-01-01\"}}]}}
- id: narrow
  rules: [IK-001]
  needs: [\"index_key.types=int\"]
  operation: partition_key.parse
  input: {canonical: \"a=i:1\"}
  expect: {ok: {dimensions: [{key: a, value: {int: \"1\"}}]}}
";

/// A project: its pages and these cases.
fn project(cases: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy_files(&root().join("spec"), &folder.path().join("spec"));
    let vectors = folder.path().join("vectors/partition_key");
    fs::create_dir_all(&vectors).unwrap();
    fs::write(vectors.join("tiny.yaml"), cases).unwrap();
    let manifest = "domains:\n- {domain: partition_key, version: 1, released: [], files: {}}\n";
    fs::write(folder.path().join("vectors/manifest.yaml"), manifest).unwrap();
    folder
}

fn diff(old: &Path, new: &Path) -> Said {
    said(proofmark().args(["vectors", "diff"]).arg(old).arg(new))
}

/// Changes the cases, and asserts what is said of it, and how it is weighed.
#[track_caller]
fn weighed(from: &str, to: &str, code: i32, expected: &str) {
    assert!(CASES.contains(from), "{from}");
    let (old, new) = (project(CASES), project(&CASES.replacen(from, to, 1)));
    let said = diff(old.path(), new.path()).exits(code);
    assert!(said.out.contains(expected), "{}", said.out);
}

const DAY: &str = "{ok: {dimensions: [{key: a, value: {date: \"2100-02-29\"}}]}}";

#[test]
fn nothing_changed_is_compatible() {
    let (old, new) = (project(CASES), project(CASES));
    let said = diff(old.path(), new.path()).exits(0);
    assert_eq!(
        said.out,
        "compatible: breaking 0 changes of cases and 0 of rules; additive 0 changes of cases and 0 of rules; compatible 0 changes of cases and 0 of rules\n"
    );
}

#[test]
fn other_expectations_break() {
    weighed(
        "{reject: invalid_date}",
        DAY,
        1,
        "BREAKING\n  partition_key/tiny/leap-day: rejected before, accepted now (PK-021)\n      before {\"reject\":\"invalid_date\"}\n      now    {\"ok\":",
    );
    weighed(
        "{ok: {dimensions: [{key: a, value: {date: \"2024-06-15\"}}]}}",
        "{reject: invalid_date}",
        1,
        "plain-day: accepted before, rejected now (PK-020), pinned: the calendar\n",
    );
    weighed(
        "{int: \"1\"}",
        "{int: \"2\"}",
        1,
        "narrow: another result (IK-001)",
    );
    weighed(
        "a=d:2100-02-29",
        "a=d:2100-02-30",
        1,
        "leap-day: something else is asked",
    );
}

#[test]
fn what_an_open_rule_allows_may_grow_but_not_shrink() {
    let open = CASES.find("  expect:\n    any_of:").unwrap();
    let end = CASES.find("- id: narrow").unwrap();
    let one = "  expect: {reject: year_out_of_range}\n";
    weighed(
        &CASES[open..end],
        one,
        1,
        "year-zero: less is allowed (PK-023)",
    );
    let fewer = CASES.replace(&CASES[open..end], one);
    let (old, new) = (project(&fewer), project(CASES));
    let said = diff(old.path(), new.path()).exits(0);
    assert!(
        said.out.contains("year-zero: more is allowed"),
        "{}",
        said.out
    );
}

#[test]
fn a_code_breaks_only_where_it_is_a_must() {
    weighed(
        "{reject: invalid_date}",
        "{reject: empty_key}",
        4,
        "leap-day: another code, which is a SHOULD",
    );
    let case = "about: One.\ncases:\n- id: one\n  rules: [EP-015]\n  operation: event_partitions.normalize\n  input: {partitions: []}\n  expect: {reject: CODE}\n";
    let release = |code: &str| {
        let folder = project(CASES);
        let vectors = folder.path().join("vectors/event_partitions");
        fs::create_dir_all(&vectors).unwrap();
        fs::write(vectors.join("one.yaml"), case.replace("CODE", code)).unwrap();
        folder
    };
    let (old, new) = (release("bad_request"), release("validation_failed"));
    let said = diff(old.path(), new.path()).exits(1);
    assert!(
        said.out.contains("one: another code, which is a MUST"),
        "{}",
        said.out
    );
}

#[test]
fn cases_come_and_go() {
    let more = "- id: another\n  rules: [PK-020]\n  operation: partition_key.parse\n  input: {canonical: \"a=d:2024-06-16\"}\n  expect: {ok: {dimensions: [{key: a, value: {date: \"2024-06-16\"}}]}}\n";
    let (old, new) = (project(CASES), project(&format!("{CASES}{more}")));
    let said = diff(old.path(), new.path()).exits(4);
    assert!(
        said.out
            .contains("ADDITIVE\n  partition_key/tiny/another: added\n"),
        "{}",
        said.out
    );
    let said = diff(new.path(), old.path()).exits(1);
    assert!(
        said.out
            .contains("BREAKING\n  partition_key/tiny/another: removed\n"),
        "{}",
        said.out
    );
    weighed(
        "  needs: [\"index_key.types=int\"]\n",
        "",
        4,
        "narrow: asked of more implementations",
    );
    weighed(
        "types=int",
        "types=string",
        0,
        "narrow: asked of fewer implementations",
    );
}

#[test]
fn another_id_breaks_lists_unless_the_manifest_leads_to_it() {
    weighed(
        "id: plain-day",
        "id: some-day",
        1,
        "partition_key/tiny/some-day: another id, which is not in the manifest's map, was partition_key/tiny/plain-day\n",
    );
    let (old, new) = (
        project(CASES),
        project(&CASES.replace("plain-day", "some-day")),
    );
    let manifest = "domains:\n- {domain: partition_key, version: 1, released: [], renamed: {partition_key/tiny/plain-day: partition_key/tiny/some-day}, files: {}}\n";
    fs::write(new.path().join("vectors/manifest.yaml"), manifest).unwrap();
    let said = diff(old.path(), new.path()).exits(0);
    assert!(
        said.out.contains("COMPATIBLE\n  partition_key/tiny/some-day: another id, was partition_key/tiny/plain-day\n"),
        "{}",
        said.out
    );
}

#[test]
fn what_nobody_feels_is_compatible() {
    weighed(
        "the calendar",
        "another calendar",
        0,
        "plain-day: pinned otherwise\n      before \"the calendar\"\n",
    );
    weighed(
        "rules: [PK-020]",
        "rules: [PK-020, PK-008]",
        0,
        "plain-day: other rules are cited\n",
    );
    weighed(
        "  pinned:",
        "  note: A day.\n  pinned:",
        0,
        "plain-day: another note\n",
    );
    weighed(
        "about: A few cases.",
        "about: Some cases.",
        0,
        "compatible: ",
    );
}

#[test]
fn a_changed_rule_is_named_with_the_cases_that_it_moves() {
    let (old, new) = (
        project(CASES),
        project(&CASES.replace("{reject: invalid_date}", DAY)),
    );
    let page = new.path().join("spec/partition_key.md");
    let text = fs::read_to_string(&page).unwrap();
    let text = text.replacen(
        "### PK-021 Dates are real days",
        "### PK-021 Dates are days",
        1,
    );
    fs::write(&page, text.replacen("- Version: 1", "- Version: 2", 1)).unwrap();
    let said = diff(old.path(), new.path()).exits(1);
    for expected in [
        "partition_key: version 2, was 1\n",
        "leap-day: rejected before, accepted now (PK-021; changed: PK-021)",
        "COMPATIBLE\n  PK-021 has another title\n",
    ] {
        assert!(said.out.contains(expected), "{}", said.out);
    }
}

#[test]
fn a_rule_that_binds_more_strongly_breaks() {
    let (old, new) = (project(CASES), project(CASES));
    let page = old.path().join("spec/partition_key.md");
    let text = fs::read_to_string(&page).unwrap();
    fs::write(&page, text.replacen("- Level: MUST", "- Level: SHOULD", 1)).unwrap();
    let said = diff(old.path(), new.path()).exits(1);
    assert!(
        said.out
            .contains("BREAKING\n  PK-001 is a MUST, was a SHOULD\n"),
        "{}",
        said.out
    );
    let said = diff(new.path(), old.path()).exits(0);
    assert!(
        said.out
            .contains("COMPATIBLE\n  PK-001 is a SHOULD, was a MUST\n"),
        "{}",
        said.out
    );
}

#[test]
fn the_comparison_is_written_as_markdown_and_json() {
    let (old, new) = (
        project(CASES),
        project(&CASES.replace("{reject: invalid_date}", DAY)),
    );
    let mut command = proofmark();
    command
        .args(["vectors", "diff"])
        .arg(old.path())
        .arg(new.path());
    let markdown = said(command.args(["--format", "markdown"])).exits(1);
    assert!(
        markdown.out.starts_with("# Vectors: breaking\n\n## Breaking\n\n- partition_key/tiny/leap-day: rejected before, accepted now (PK-021)\n  - before: `{\"reject\":\"invalid_date\"}`\n"),
        "{}",
        markdown.out
    );
    let mut command = proofmark();
    command
        .args(["vectors", "diff"])
        .arg(old.path())
        .arg(new.path());
    let json = said(command.args(["--format", "json"])).exits(1);
    let json: Value = serde_json::from_str(&json.out).unwrap();
    assert_eq!(json["weight"], "breaking");
    assert_eq!(json["cases"][0]["id"], "partition_key/tiny/leap-day");
    assert_eq!(json["cases"][0]["before"]["reject"], "invalid_date");
    assert_eq!(json["cases"].as_array().unwrap().len(), 1);
}

#[test]
fn revisions_of_git_and_archives_are_compared_like_folders() {
    let project = project(CASES);
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .current_dir(project.path())
            .args([
                "-c",
                "user.name=n",
                "-c",
                "user.email=e@example.org",
                "-c",
                "commit.gpgsign=false",
            ])
            .args(arguments)
            .output()
            .expect("git starts");
        assert!(output.status.success(), "{output:?}");
    };
    git(&["init", "--quiet"]);
    git(&["add", "."]);
    git(&["commit", "--quiet", "--message", "first"]);
    git(&["archive", "--output", "first.tar.gz", "HEAD"]);
    git(&[
        "archive",
        "--output",
        "first.tar",
        "--prefix",
        "first/",
        "HEAD",
    ]);
    let file = project.path().join("vectors/partition_key/tiny.yaml");
    fs::write(file, CASES.replace("{reject: invalid_date}", DAY)).unwrap();
    for old in ["HEAD", "first.tar.gz", "first.tar"] {
        // Without a second one, the folder that one is in; also from a folder below.
        let mut command = proofmark();
        command
            .current_dir(project.path())
            .args(["vectors", "diff", old]);
        let whole = said(&mut command).exits(1);
        assert!(
            whole
                .out
                .contains("leap-day: rejected before, accepted now"),
            "{}",
            whole.out
        );
    }
    let mut command = proofmark();
    command.current_dir(project.path().join("spec"));
    said(command.args(["vectors", "diff", "HEAD", ".."])).exits(1);
    for wrong in ["no-such-thing", "-x", "--upload-pack=x"] {
        let mut command = proofmark();
        command.current_dir(project.path());
        let said = said(command.args(["vectors", "diff", "--", wrong, "."])).exits(2);
        assert!(
            said.err
                .contains("is no folder, no archive and no revision of git"),
            "{}",
            said.err
        );
    }
    let mut command = proofmark();
    command.current_dir(project.path());
    let said = said(command.args(["vectors", "diff", "spec", "."])).exits(2);
    assert!(
        said.err.contains("spec: there are no vectors"),
        "{}",
        said.err
    );
}
