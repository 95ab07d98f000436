//! `proofmark rehearse`: an edit names exactly the cases, laws, mutants and rules that it concerns.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use proofmark::runner::LawRecord;
use proofmark::vector::Case;
use serde_json::Value;
use support::{Said, cases, copy_files, proofmark, root, said};
use tempfile::TempDir;

const DAY: i64 = 24 * 60 * 60;

/// A copy of pages and vectors that may be edited.
struct Desk(TempDir);

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for part in ["spec", "spec/sources", "vectors", "vectors/task_id"] {
            copy_files(&root().join(part), &folder.path().join(part));
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    #[track_caller]
    fn change(&self, name: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(name)).unwrap();
        assert!(text.contains(from), "{from}");
        fs::write(self.path(name), text.replacen(from, to, 1)).unwrap();
    }

    fn rehearse(&self, arguments: &[&str]) -> Said {
        let mut command = proofmark();
        command.current_dir(self.0.path());
        said(command.arg("rehearse").args(arguments))
    }
}

/// The ids that a report lists under a heading.
fn listed(text: &str, heading: &str) -> BTreeSet<String> {
    let lines = text.lines().skip_while(|line| !line.ends_with(heading));
    let lines = lines.skip(1).take_while(|line| line.starts_with("    "));
    let ids = lines.filter(|line| !line.starts_with("      "));
    ids.map(|line| line.split_whitespace().next().unwrap().to_owned())
        .collect()
}

/// Whether a case enqueues a name exactly a day after it completed: found by reading its steps, without any model.
fn is_at_the_boundary(case: &Case) -> bool {
    let now = |input: &Value| {
        input["now"]
            .as_str()
            .and_then(|now| now.parse::<i64>().ok())
    };
    let mut completed: BTreeMap<String, i64> = BTreeMap::new();
    let mut found = false;
    for step in &case.steps {
        let input = &step.input;
        match (step.operation.as_str(), now(input)) {
            ("task_id.enqueue", Some(now)) => {
                let at = name(&input["operation"]).and_then(|name| completed.get(&name).copied());
                found |= at == Some(now - DAY);
            }
            ("task_id.complete", Some(now)) => {
                let refused = step
                    .expect
                    .as_ref()
                    .is_some_and(|it| it.value()["reject"].is_string());
                if let (Some(id), false) = (input["internal_id"].as_str(), refused) {
                    completed.insert(id.to_owned(), now);
                }
            }
            _ => {}
        }
    }
    found
}

fn name(operation: &Value) -> Option<String> {
    let text = |fields: &Value, name: &str| fields[name].as_str().map(str::to_owned);
    let (kind, fields) = operation.as_object()?.iter().next()?;
    let mut parts = match kind.as_str() {
        "dispatch" => vec!["dispatch".to_owned()],
        kind => vec!["timer".to_owned(), kind.to_owned()],
    };
    for field in ["run_id", "task_key", "attempt", "due_epoch", "check_epoch"] {
        parts.extend(text(fields, field));
    }
    Some(parts.join(":"))
}

#[test]
fn moving_the_24_hour_boundary_names_exactly_what_is_concerned() {
    let said =
        said(proofmark().args(["rehearse", "--as", "task_id/mutant/window-inclusive"])).exits(1);
    let expected: BTreeSet<String> = cases()
        .iter()
        .filter(|case| is_at_the_boundary(case))
        .map(|case| case.id.clone())
        .collect();
    assert!(expected.len() > 5, "{expected:?}");
    assert_eq!(listed(&said.out, " cases change"), expected, "{}", said.out);
    let laws = listed(&said.out, " law sees other answers, and holds");
    assert_eq!(
        laws,
        BTreeSet::from(["task_id/law/queue-agrees".to_owned()]),
        "{}",
        said.out
    );
    assert!(!said.out.contains(" fail"), "{}", said.out);
    assert_eq!(
        listed(&said.out, " mutant would be the model"),
        BTreeSet::from(["task_id/mutant/window-inclusive".to_owned()])
    );
    for heading in ["would answer like the model", "would survive"] {
        assert_eq!(listed(&said.out, heading), BTreeSet::new(), "{}", said.out);
    }
}

#[test]
fn a_law_that_needs_no_model_fails_where_the_model_would_break_it() {
    // Who pads what it encodes, and does not read it back, contradicts itself.
    let said =
        said(proofmark().args(["rehearse", "--as", "partition_key/mutant/base64-padded"])).exits(1);
    let laws = listed(&said.out, " laws fail");
    assert!(
        laws.contains("partition_key/law/parse-inverts-encode"),
        "{}",
        said.out
    );
    assert!(
        !laws.contains("partition_key/law/encode-agrees"),
        "it follows the model"
    );
    assert!(
        listed(&said.out, " law sees other answers, and holds")
            .contains("partition_key/law/encode-agrees"),
        "{}",
        said.out
    );
}

#[test]
fn configured_subjects_that_would_break_are_named() {
    let desk = Desk::new();
    let config = "subjects:\n- {name: as-it-is, builtin: reference}\n- {name: as-proposed, builtin: task_id/mutant/window-inclusive}\n- {name: missing, command: [./no-such-adapter]}\n";
    fs::write(desk.path("proofmark.yaml"), config).unwrap();
    let said = desk
        .rehearse(&["--as", "task_id/mutant/window-inclusive"])
        .exits(1);
    let changed = listed(&said.out, " cases change").len();
    let expected = format!(
        "2 subjects of the configuration would break\n  as-it-is, on {changed} of {changed} cases that change: task_id/queue/"
    );
    assert!(said.out.contains(&expected), "{}", said.out);
    assert!(
        said.out.contains("\n  missing cannot be asked: "),
        "{}",
        said.out
    );
    assert!(!said.out.contains("as-proposed"), "{}", said.out);
}

#[test]
fn nothing_changes_where_nothing_was_edited() {
    let said = said(proofmark().arg("rehearse")).exits(0);
    assert_eq!(said.out, "nothing changes\n");
}

#[test]
fn the_record_of_the_laws_is_what_they_do() {
    let file = root().join("vectors/laws.yaml");
    let text = fs::read_to_string(&file).unwrap();
    assert!(
        LawRecord::now().to_yaml() == text,
        "`proofmark rehearse --accept` writes it again"
    );
}

#[test]
fn edited_vectors_pages_and_records_are_named() {
    let desk = Desk::new();
    let only = ["--only", "task_id"];
    assert_eq!(desk.rehearse(&only).exits(0).out, "nothing changes\n");

    // An expectation that the model does not share: as if the model had been edited.
    desk.change(
        "vectors/task_id/examples.yaml",
        "d_cxtoltqhbncw6nevn7hy53kqn6",
        "d_axtoltqhbncw6nevn7hy53kqn6",
    );
    let said = desk.rehearse(&only).exits(1);
    assert_eq!(
        listed(&said.out, " case changes"),
        BTreeSet::from(["task_id/examples/adr-dispatch".to_owned()]),
        "{}",
        said.out
    );
    assert!(said.out.contains(", but it is pinned: "), "{}", said.out);
    desk.change(
        "vectors/task_id/examples.yaml",
        "d_axtoltqhbncw6nevn7hy53kqn6",
        "d_cxtoltqhbncw6nevn7hy53kqn6",
    );

    // A law whose answers were others.
    let text = fs::read_to_string(desk.path("vectors/laws.yaml")).unwrap();
    let at = text.find("task_id/law/cloud-agrees").unwrap();
    let place = at + text[at..].find("answers: ").unwrap() + 10;
    let mut other = text.clone();
    let digit = if &text[place..=place] == "0" {
        "1"
    } else {
        "0"
    };
    other.replace_range(place..=place, digit);
    fs::write(desk.path("vectors/laws.yaml"), other).unwrap();
    let said = desk.rehearse(&only).exits(1);
    assert_eq!(
        listed(&said.out, " law sees other answers, and holds"),
        BTreeSet::from(["task_id/law/cloud-agrees".to_owned()]),
        "{}",
        said.out
    );
    fs::write(desk.path("vectors/laws.yaml"), text).unwrap();

    // A rule that binds less: what breaks it is no longer caught, but only warned of.
    desk.change(
        "spec/task_id.md",
        "### TI-012 There are two letters\n\n- Level: MUST",
        "### TI-012 There are two letters\n\n- Level: SHOULD",
    );
    let said = desk.rehearse(&only).exits(1);
    assert!(
        said.out.contains(
            "1 rule reads otherwise than in this binary\n  TI-012 is a SHOULD, was a MUST\n"
        ),
        "{}",
        said.out
    );

    // A file that is gone.
    fs::remove_file(desk.path("vectors/task_id/sanitize.yaml")).unwrap();
    let said = desk.rehearse(&only).exits(1);
    assert!(
        said.out
            .contains("TI-030 The sanitizer cuts at 500: no case stands for it\n"),
        "{}",
        said.out
    );
    assert!(
        said.out
            .contains("TI-029: it has lost its cases in `sanitize`\n"),
        "{}",
        said.out
    );
}

#[test]
fn what_cannot_be_rehearsed_is_refused() {
    let refused =
        said(proofmark().args(["rehearse", "--as", "task_id/mutant/window-inclusiv"])).exits(2);
    assert!(
        refused
            .err
            .contains("did you mean task_id/mutant/window-inclusive"),
        "{}",
        refused.err
    );
    let refused = said(proofmark().args(["rehearse", "--only", "task"])).exits(2);
    assert!(
        refused
            .err
            .contains("there is no such domain; expected one of"),
        "{}",
        refused.err
    );
    let folder = tempfile::tempdir().unwrap();
    let mut command = proofmark();
    said(command.current_dir(folder.path()).arg("rehearse")).exits(2);
}

/// A child that does not outlive the test.
struct Watched(Child, Receiver<String>);

impl Watched {
    fn start(folder: &Path) -> Self {
        let mut command = proofmark();
        command.current_dir(folder);
        command.args(["rehearse", "--watch", "--only", "task_id"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let out = BufReader::new(child.stdout.take().unwrap());
        let (sender, lines) = channel();
        thread::spawn(move || {
            out.lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        Self(child, lines)
    }

    /// Everything up to the end of the next rehearsal.
    fn next(&self) -> String {
        let mut text = String::new();
        let end = Instant::now() + Duration::from_secs(60);
        while !text.contains("; watching\n") {
            let left = end.saturating_duration_since(Instant::now());
            let line = self
                .1
                .recv_timeout(left)
                .unwrap_or_else(|_| panic!("after\n{text}"));
            text.push_str(&line);
            text.push('\n');
        }
        text
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

#[test]
fn every_save_is_rehearsed() {
    let desk = Desk::new();
    let watched = Watched::start(desk.0.path());
    assert!(watched.next().contains("nothing changes\n"));
    let (right, wrong) = (
        "d_cxtoltqhbncw6nevn7hy53kqn6",
        "d_axtoltqhbncw6nevn7hy53kqn6",
    );
    desk.change("vectors/task_id/examples.yaml", right, wrong);
    let text = watched.next();
    assert!(text.contains("task_id/examples/adr-dispatch"), "{text}");
    desk.change("vectors/task_id/examples.yaml", "cases:", "cases");
    let text = watched.next();
    assert!(text.contains("error: "), "{text}");
    desk.change("vectors/task_id/examples.yaml", "cases\n", "cases:\n");
    watched.next();
    desk.change("vectors/task_id/examples.yaml", wrong, right);
    assert!(watched.next().contains("nothing changes\n"));
}
