//! `proofmark check`

use std::fs;
use std::io::Read as _;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{count, proofmark, said};

const ONE: &str = "partition_key/structure/parse-one-dimension";

#[test]
fn the_reference_conforms() {
    let said = said(proofmark().arg("check")).exits(0);
    assert!(
        said.out
            .contains(&format!("{} pass, 0 fail\n", count("partition_key/"))),
        "{}",
        said.out
    );
    assert!(
        said.out.contains(&format!(
            "reference conforms: {} pass, 0 fail in ",
            count("")
        )),
        "{}",
        said.out
    );
    assert_eq!(said.err, "");
}

#[test]
fn the_served_reference_conforms() {
    let serve = env!("CARGO_BIN_EXE_proofmark");
    let said = said(proofmark().args([
        "check",
        "--require",
        "partition_key",
        "--require",
        "task_id",
        "--",
        serve,
        "serve",
    ]));
    let said = said.exits(0);
    assert!(
        said.out.contains(&format!(
            "reference conforms: {} pass, 0 fail in ",
            count("")
        )),
        "{}",
        said.out
    );
}

#[test]
fn a_subject_that_does_not_conform_exits_with_1() {
    // Vectors that expect something else make a liar of the reference.
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("partition_key")).unwrap();
    let topic = "about: x\ncases:\n- id: a\n  rules: [PK-001]\n  operation: partition_key.parse\n  input: {canonical: \"a=i:1\"}\n  expect: {reject: empty_key}\n";
    fs::write(folder.path().join("partition_key/wrong.yaml"), topic).unwrap();
    let said = said(
        proofmark()
            .args(["check", "--only", "partition_key/wrong/*", "--vectors"])
            .arg(folder.path()),
    )
    .exits(1);
    assert!(said.out.contains("FAIL PK-001 "), "{}", said.out);
    assert!(
        said.out.contains("accepted, but should be rejected"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("reference does not conform: 0 pass, 1 fail in "),
        "{}",
        said.out
    );
}

#[test]
fn only_and_skip_select_and_are_counted() {
    let said =
        said(proofmark().args(["check", "--only", "partition_key/*", "--skip", "*/dates/*"]))
            .exits(0);
    let last = said.out.lines().last().unwrap();
    let skipped = crate::support::cases()
        .iter()
        .filter(|case| case.id.starts_with("partition_key/dates/"))
        .count();
    assert!(
        last.contains(&format!(
            "{} pass, 0 fail, {skipped} skipped in ",
            count("partition_key/") - skipped
        )),
        "{last}"
    );
    assert!(!said.out.contains("task_id"), "{}", said.out);
}

#[test]
fn a_pattern_that_matches_nothing_is_an_error() {
    for option in ["--only", "--skip"] {
        let said =
            said(proofmark().args(["check", option, "partition_key/dates/no-such-*"])).exits(2);
        assert_eq!(
            said.err,
            "error: `partition_key/dates/no-such-*` matches nothing: `proofmark list cases` and `proofmark list laws` show the ids\n"
        );
        assert_eq!(said.out, "");
    }
}

#[test]
fn an_empty_selection_is_an_error() {
    let said =
        said(proofmark().args(["check", "--only", "task_id/*", "--skip", "task_id/*"])).exits(2);
    assert_eq!(
        said.err,
        "error: the selection is empty: --skip and --basis leave out everything that is selected\n"
    );
}

#[test]
fn a_malformed_pattern_is_an_error() {
    let said = said(proofmark().args(["check", "--only", "a[b"])).exits(2);
    assert!(
        said.err.starts_with("error: `a[b` is no pattern: "),
        "{}",
        said.err
    );
}

#[test]
fn an_unknown_domain_is_an_error() {
    let said = said(proofmark().args(["check", "--require", "partition_keys"])).exits(2);
    assert_eq!(
        said.err,
        "error: --require partition_keys: there is no such domain; expected one of event_partitions, index_key, partition_key, partition_status, task_id\n"
    );
}

#[test]
fn a_required_domain_that_the_selection_leaves_out_fails() {
    let said = said(proofmark().args(["check", "--only", ONE, "--require", "task_id"])).exits(1);
    assert!(
        said.out
            .contains("incomplete: required, but not all of it was checked: task_id"),
        "{}",
        said.out
    );
}

#[test]
fn the_basis_leaves_decisions_out_and_counts_them() {
    let said = said(proofmark().args(["check", "--basis", "stated"])).exits(0);
    let last = said.out.lines().last().unwrap();
    assert!(last.contains(" left out by --basis in "), "{last}");
    let said = crate::support::said(proofmark().args([
        "check",
        "--basis",
        "stated",
        "--only",
        "partition_key/dates/*february-29-of-2100",
    ]));
    let said = said.exits(2);
    assert_eq!(
        said.err,
        "error: the selection is empty: --skip and --basis leave out everything that is selected\n"
    );
}

#[test]
fn a_report_that_cannot_be_written_is_said_before_the_run() {
    // The adapter does not exist either; it is not even started.
    let said = said(proofmark().args([
        "check",
        "--report",
        "json=no/such/folder/report.json",
        "--",
        "./no-such-adapter",
    ]))
    .exits(2);
    assert!(
        said.err
            .starts_with("error: cannot write no/such/folder/report.json: "),
        "{}",
        said.err
    );
    assert_eq!(said.out, "");
}

#[test]
fn a_report_of_no_known_kind_is_an_error() {
    let said = said(proofmark().args(["check", "--report", "yaml=x"])).exits(2);
    assert!(said.err.contains("--report <KIND=FILE>"), "{}", said.err);
    let said =
        crate::support::said(proofmark().args(["check", "--report", "report.json"])).exits(2);
    assert!(
        said.err
            .contains("expected KIND=FILE, for example json=report.json"),
        "{}",
        said.err
    );
}

#[test]
fn the_json_report_counts_and_lists_every_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let mut option = std::ffi::OsString::from("json=");
    option.push(&file);
    said(
        proofmark()
            .args(["check", "--only", "task_id/queue/*", "--report"])
            .arg(option),
    )
    .exits(0);
    let report: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let subject = &report["subjects"][0];
    let verdicts = subject["verdicts"].as_array().unwrap();
    assert_eq!(
        subject["summary"]["pass"].as_u64().unwrap(),
        verdicts.len() as u64
    );
    assert_eq!(subject["summary"]["fail"], 0);
    assert_eq!(report["conclusion"], "conforms");
    for verdict in verdicts {
        assert_eq!(
            (&verdict["kind"], &verdict["verdict"]),
            (&"case".into(), &"pass".into())
        );
        assert!(
            verdict["id"]
                .as_str()
                .unwrap()
                .starts_with("task_id/queue/")
        );
        assert!(!verdict["rules"].as_array().unwrap().is_empty());
    }
}

#[test]
fn colours_are_for_those_who_ask() {
    let plain = said(proofmark().args(["check", "--only", ONE])).exits(0);
    assert!(!plain.out.contains('\u{1b}'), "{:?}", plain.out);
    let forced = said(
        proofmark()
            .args(["check", "--only", ONE])
            .env("CLICOLOR_FORCE", "1"),
    )
    .exits(0);
    assert!(forced.out.contains('\u{1b}'), "{:?}", forced.out);
    let refused = said(
        proofmark()
            .args(["check", "--only", ONE])
            .env("NO_COLOR", "1"),
    )
    .exits(0);
    assert!(!refused.out.contains('\u{1b}'), "{:?}", refused.out);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let mut child = proofmark()
        .args(["list", "cases"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    let mut out = child.stdout.take().unwrap();
    out.read_exact(&mut first).unwrap();
    drop(out);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_broken_file_is_pointed_at() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("partition_key")).unwrap();
    let file = folder.path().join("partition_key/bad.yaml");
    fs::write(&file, "about: x\ncases:\n- id: a\n  rules: [PK-999]\n").unwrap();
    let said = said(proofmark().args(["check", "--vectors"]).arg(folder.path())).exits(2);
    assert!(
        said.err.contains("error: PK-999 is no rule in force"),
        "{}",
        said.err
    );
    assert!(said.err.contains("bad.yaml:4:11"), "{}", said.err);
    assert!(said.err.contains("4 |   rules: [PK-999]"), "{}", said.err);
}

#[test]
fn a_folder_without_vectors_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let said = said(proofmark().args(["check", "--vectors"]).arg(folder.path())).exits(2);
    assert!(
        said.err
            .contains("holds no vectors: expected DOMAIN/TOPIC.yaml below it"),
        "{}",
        said.err
    );
    let said =
        crate::support::said(proofmark().args(["check", "--vectors", "no/such/folder"])).exits(2);
    assert!(
        said.err.starts_with("error: cannot read no/such/folder: "),
        "{}",
        said.err
    );
}

#[test]
fn wrong_usage_exits_with_2_and_says_what_would_be_right() {
    for arguments in [
        &["chekc"][..],
        &["check", "--onyl", "x"],
        &["check", "--basis", "guessed"],
        &["list"],
        &["list", "everything"],
        &["explain"],
        &["vectors"],
    ] {
        let said = said(proofmark().args(arguments)).exits(2);
        assert!(
            said.err.contains("Usage: proofmark") || said.err.contains("[possible values: "),
            "{arguments:?}: {}",
            said.err
        );
    }
}

#[test]
fn help_tells_the_exit_codes() {
    let said = said(proofmark().arg("--help")).exits(0);
    let words: Vec<&str> = said.out.split_whitespace().collect();
    let expected = "Exit codes: 0 conforms, 1 does not, 2 wrong usage or configuration, 3 the adapter is unusable, 130 interrupted.";
    assert!(words.join(" ").contains(expected), "{}", said.out);
}
