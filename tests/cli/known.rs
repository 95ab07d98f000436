//! Known failures, `proofmark known update` and `--gate`

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::support::{Said, proofmark, said};

/// A mutant that few cases and laws kill.
const MUTANT: &str = "task_id/mutant/letter-unchecked";

struct Project(TempDir);

impl Project {
    fn new() -> Self {
        let project = Self(tempfile::tempdir().unwrap());
        project.builtin(MUTANT);
        project
    }

    /// Makes another one of the subject.
    fn builtin(&self, id: &str) {
        let config =
            format!("subjects:\n- name: mine\n  builtin: {id}\n  known: known.yaml\ncases: 8\n");
        fs::write(self.0.path().join("proofmark.yaml"), config).unwrap();
    }

    fn known(&self) -> String {
        fs::read_to_string(self.0.path().join("known.yaml")).unwrap()
    }

    fn write(&self, known: &str) {
        fs::write(self.0.path().join("known.yaml"), known).unwrap();
    }

    fn run(&self, arguments: &[&str]) -> Said {
        inside(self.0.path(), arguments)
    }
}

fn inside(folder: &Path, arguments: &[&str]) -> Said {
    said(proofmark().args(arguments).current_dir(folder))
}

#[test]
fn a_round_trip() {
    let project = Project::new();
    project.write("[]\n");
    let said = project.run(&["check", "--gate"]).exits(1);
    assert!(said.out.contains("mine does not conform: "), "{}", said.out);

    let said = project.run(&["known", "update"]).exits(0);
    assert!(said.out.starts_with("mine: "), "{}", said.out);
    assert!(said.out.contains("not explained yet"), "{}", said.out);
    let listed = project.known();
    let said = project.run(&["check", "--gate"]).exits(0);
    assert!(said.out.contains("mine is as expected: "), "{}", said.out);
    assert!(said.out.contains(" known-failure"), "{}", said.out);

    // A reason stays; the list is the same when nothing has changed.
    let explained = listed.replace("not explained yet", "the letter is checked next week");
    project.write(&explained);
    project.run(&["known", "update"]).exits(0);
    assert_eq!(project.known(), explained);
    let said = project.run(&["check", "--gate"]).exits(0);
    assert!(
        said.out.contains("the letter is checked next week"),
        "{}",
        said.out
    );

    project.builtin("reference");
    let said = project.run(&["check", "--gate"]).exits(1);
    assert!(said.out.contains("UNEXPECTED PASS "), "{}", said.out);
    assert!(said.out.contains("does not fail any more"), "{}", said.out);
    assert!(said.out.contains("mine does not conform: "), "{}", said.out);

    project.run(&["known", "update"]).exits(0);
    assert_eq!(project.known(), "[]\n");
    let said = project.run(&["check", "--gate"]).exits(0);
    assert!(said.out.contains("mine conforms: "), "{}", said.out);
}

#[test]
fn an_entry_that_matches_nothing_is_pointed_at() {
    let project = Project::new();
    let entry = "- id: task_id/cloud/no-such-case\n  fails: accepted\n  reason: none\n";
    project.write(entry);
    let said = project.run(&["check"]).exits(2);
    assert!(
        said.err
            .contains("`task_id/cloud/no-such-case` matches nothing"),
        "{}",
        said.err
    );
    assert!(said.err.contains("known.yaml:1:7"), "{}", said.err);
    // Also where only a part is run: the list is wrong, whatever is selected.
    let said = project
        .run(&["check", "--only", "partition_key/structure/*"])
        .exits(2);
    assert!(said.err.contains("matches nothing"), "{}", said.err);
}

#[test]
fn a_list_that_makes_no_sense_is_pointed_at() {
    let project = Project::new();
    for (list, message) in [
        (
            "- id: task_id/*\n  fails: accepted\n  reason: \" \"\n",
            "has no reason",
        ),
        (
            "- id: task_id/*\n  fails: []\n  reason: x\n",
            "does not say how it fails",
        ),
        (
            "- id: task_id/*\n  fails: somehow\n  reason: x\n",
            "expected a kind of failure",
        ),
        (
            "- id: task_id/*\n  fails: code\n  resaon: x\n",
            "did you mean `reason`?",
        ),
        (
            "# why\n[]\n",
            "comments are not kept when the file is written: use `reason`",
        ),
        (
            "- {id: task_id/*, fails: code, reason: x}\n- {id: task_id/*, fails: code, reason: z}\n",
            "is listed twice",
        ),
        (
            "- {id: task_id/*, fails: code, reason: x}\n- {id: task_id/cloud/*, fails: code, reason: z}\n",
            "has two entries",
        ),
    ] {
        project.write(list);
        let said = project.run(&["check"]).exits(2);
        assert!(said.err.contains(message), "{list}\n{}", said.err);
    }
}

#[test]
fn a_failure_that_changes_its_kind_is_a_failure() {
    let project = Project::new();
    project.write("[]\n");
    project.run(&["known", "update"]).exits(0);
    let other = |kind: &str| if kind == "crashed" { "hung" } else { "crashed" };
    let changed: String = project
        .known()
        .lines()
        .map(|line| match line.trim().strip_prefix("fails: ") {
            Some(kind) => format!("  fails: {}\n", other(kind)),
            None => format!("{line}\n"),
        })
        .collect();
    project.write(&changed);
    let said = project.run(&["check"]).exits(1);
    assert!(
        said.out
            .contains("known to fail, but in another way (crashed): not explained yet"),
        "{}",
        said.out
    );
    assert!(!said.out.contains("known-failure"), "{}", said.out);
}

#[test]
fn a_pattern_stays_as_long_as_all_that_it_matches_fails() {
    let project = Project::new();
    project.write("[]\n");
    project.run(&["known", "update"]).exits(0);
    let first = project.known();
    let id = first
        .lines()
        .find_map(|line| line.strip_prefix("- id: "))
        .unwrap();
    let fails = first
        .lines()
        .find_map(|line| line.strip_prefix("  fails: "))
        .unwrap();
    // The same id as a pattern that matches nothing else.
    let pattern = format!("{}[{}]", &id[..id.len() - 1], &id[id.len() - 1..]);
    let list = first.replacen(
        &format!("- id: {id}\n"),
        &format!("- id: \"{pattern}\"\n"),
        1,
    );
    project.write(&list.replacen("not explained yet", "by pattern", 1));
    project.run(&["known", "update"]).exits(0);
    let kept = project.known();
    assert!(
        kept.contains(&format!(
            "- id: \"{pattern}\"\n  fails: {fails}\n  reason: by pattern\n"
        )),
        "{kept}"
    );
    // One that also matches what passes is dissolved, and what fails keeps the reason.
    let domain = id.split('/').next().unwrap();
    project.write(&format!(
        "- id: {domain}/*\n  fails: {fails}\n  reason: all of it\n"
    ));
    project.run(&["known", "update"]).exits(0);
    let dissolved = project.known();
    assert!(
        dissolved.contains(&format!(
            "- id: {id}\n  fails: {fails}\n  reason: all of it\n"
        )),
        "{dissolved}"
    );
    assert!(!dissolved.contains('*'), "{dissolved}");
}

#[test]
fn the_gate_refuses_what_says_less_than_it_seems_to() {
    let project = Project::new();
    project.write("[]\n");
    for arguments in [
        &["check", "--gate", "--skip", "task_id/*"][..],
        &["check", "--gate", "--only", "task_id/*"],
        &["check", "--gate", "--replay", "1"],
        &["check", "--gate", "--seed", "random"],
    ] {
        let said = project.run(arguments).exits(2);
        assert!(said.err.contains("--gate"), "{arguments:?}: {}", said.err);
    }
}

#[test]
fn what_is_skipped_is_in_every_report() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = proofmark();
    command.args([
        "check",
        "--only",
        "partition_key/*",
        "--skip",
        "partition_key/dates/*",
    ]);
    let kinds = ["json", "junit", "markdown", "github", "html"];
    for kind in kinds.iter().chain(&["badge"]) {
        command.arg("--report").arg(format!("{kind}={kind}"));
    }
    let said = said(command.current_dir(folder.path())).exits(0);
    assert!(said.out.contains(" skipped in "), "{}", said.out);
    let badge = fs::read_to_string(folder.path().join("badge")).unwrap();
    assert!(badge.contains("conforms, of a part"), "{badge}");
    for kind in kinds {
        let text = fs::read_to_string(folder.path().join(kind)).unwrap();
        assert!(text.contains("partition_key/dates/*"), "{kind}");
    }
}

#[test]
fn nothing_is_updated_after_a_part_of_a_run() {
    let project = Project::new();
    let serve = env!("CARGO_BIN_EXE_proofmark");
    project.write("- {id: task_id/cloud/*, fails: code, reason: keep me}\n");
    let before = project.known();
    let said = project.run(&[
        "known",
        "update",
        "--no-config",
        "--known",
        "known.yaml",
        "--run-limit",
        "0.001",
        "--",
        serve,
        "serve",
    ]);
    assert_ne!(said.code, 0, "{}", said.out);
    assert_eq!(project.known(), before);
    let said = project
        .run(&["known", "update", "--only", "task_id/*"])
        .exits(2);
    assert!(said.err.contains("--only"), "{}", said.err);
}

#[test]
fn a_round_trip_of_an_adapter_that_is_mended() {
    let project = Project::new();
    let serve = env!("CARGO_BIN_EXE_proofmark");
    let broken = ["--", serve, "serve", "--mutant", MUTANT];
    let mended = ["--", serve, "serve"];
    let run = |words: &[&str], adapter: &[&str]| {
        let known = ["--no-config", "--known", "known.yaml", "--cases", "1"];
        project.run(&[words, &known, adapter].concat())
    };
    run(&["known", "update"], &broken).exits(0);
    run(&["check", "--gate"], &broken).exits(0);
    let said = run(&["check", "--gate"], &mended).exits(1);
    assert!(said.out.contains("UNEXPECTED PASS TI-011"), "{}", said.out);
    run(&["known", "update"], &mended).exits(0);
    run(&["check", "--gate"], &mended).exits(0);
}

#[test]
fn an_entry_that_is_not_supported_any_more_closes_the_gate() {
    let folder = tempfile::tempdir().unwrap();
    let config = "subjects:\n- name: mine\n  builtin: reference\n  options: {index_key.profile: own}\n  known: known.yaml\ncases: 1\n";
    fs::write(folder.path().join("proofmark.yaml"), config).unwrap();
    let listed = inside(folder.path(), &["list", "cases"]).exits(0).out;
    let id = listed
        .lines()
        .find_map(|line| {
            line.split(' ')
                .next()
                .filter(|id| id.starts_with("index_key/keys/"))
        })
        .unwrap();
    let entry = format!("- id: {id}\n  fails: result\n  reason: gone\n");
    fs::write(folder.path().join("known.yaml"), entry).unwrap();
    let said = inside(folder.path(), &["check"]).exits(1);
    assert!(
        said.out.contains(&format!(
            "known.yaml:1: `{id}` is known to fail, but is not supported any more"
        )),
        "{}",
        said.out
    );
    inside(folder.path(), &["known", "update"]).exits(0);
    inside(folder.path(), &["check", "--gate"]).exits(0);
}

#[test]
fn what_a_run_is_not_about_stays_in_the_list() {
    let project = Project::new();
    // Its rule rests on a decision.
    let entry = "- id: task_id/cloud/letter-t-for-dispatch\n  fails: accepted\n  reason: \"für später\"\n  link: \"https://example.com/1\"\n";
    project.write(entry);
    project
        .run(&["known", "update", "--basis", "stated"])
        .exits(0);
    assert_eq!(project.known(), entry);
}

#[test]
fn there_must_be_a_list_to_update() {
    let folder = tempfile::tempdir().unwrap();
    let said = inside(folder.path(), &["known", "update"]).exits(2);
    assert!(
        said.err.contains("there is no list to update"),
        "{}",
        said.err
    );
}
