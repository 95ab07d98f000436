//! The example crate: its tests pass under `cargo test` and under nextest, and breaking one function in it turns the
//! right tests red.
//!
//! It is copied, so that it can be broken, and built in this project's target folder, so that what it depends on is
//! built once.

mod support;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Trial};
use support::{Said, copy_files, root, said};

fn main() -> ExitCode {
    let trial = |name: &str, test: fn()| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    };
    let nextest = trial("it_passes_under_nextest_in_two_partitions", under_nextest);
    let nextest = match support::tool_is_missing(&["cargo", "nextest", "--version"]) {
        None => nextest,
        Some(reason) => nextest.with_kind(reason).with_ignored_flag(true),
    };
    let trials = vec![
        trial(
            "it_passes_and_breaking_it_turns_the_right_tests_red",
            broken,
        ),
        trial(
            "known_failures_and_required_domains_are_set_in_code",
            settings,
        ),
        nextest,
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

fn broken() {
    let folder = copied("example");
    let cargo = |words: &[&str]| said(&mut cargo(&folder, words));

    let green = cargo(&["test", "--test", "conformance"]).exits(0);
    let passed = outcomes(&green, "ok");
    assert!(passed.contains("task_id/cloud/letter-t-for-dispatch"));
    assert!(passed.iter().any(|name| name.starts_with("task_id/law/")));
    assert!(passed.len() > 500, "{}", passed.len());
    let ignored = outcomes(&green, "ignored");
    assert!(ignored.iter().any(|name| name.starts_with("index_key (")));
    assert!(
        ignored
            .iter()
            .any(|name| name.starts_with("task_id/queue/"))
    );

    let one = [
        "test",
        "--test",
        "conformance",
        "--",
        "--exact",
        "task_id/cloud/dispatch",
    ];
    let one = outcomes(&cargo(&one).exits(0), "ok");
    assert_eq!(one.len(), 1, "{one:?}");

    let library = folder.join("src/lib.rs");
    let right = fs::read_to_string(&library).expect("the example can be read");
    let colon = "_ if text.contains(':') => Err(Refusal::InvalidComponent),\n";
    let broken = right.replace(colon, "");
    assert_ne!(right, broken);
    fs::write(&library, broken).expect("there is room");
    let red = cargo(&["test", "--test", "conformance"]).exits(101);
    let failed = outcomes(&red, "FAILED");
    assert!(!failed.is_empty());
    for name in &failed {
        assert!(passed.contains(name), "{name} did not pass before");
        assert!(cites(name, "TI-005"), "{name} is not about colons");
    }
    assert!(
        red.out
            .contains("TI-005 Components hold no colon (MUST, decided)")
    );
    assert_eq!(passed.len(), outcomes(&red, "ok").len() + failed.len());
    fs::write(&library, right).expect("there is room");
}

fn settings() {
    let folder = copied("example-with-settings");
    let test = folder.join("tests/conformance.rs");
    let right = fs::read_to_string(&test).expect("the example can be read");
    let with = |line: &str| {
        let changed = right.replace(".cases(64)", &format!(".cases(8)\n        {line}"));
        fs::write(&test, changed).expect("there is room");
        let words = ["test", "--test", "conformance"];
        said(&mut cargo(&folder, &words)).exits(101)
    };
    let unexpected = with(".known_failure(\"task_id/cloud/dispatch\", \"once upon a time\")");
    let failed = outcomes(&unexpected, "FAILED");
    assert_eq!(Vec::from_iter(failed), ["task_id/cloud/dispatch"]);
    assert!(
        unexpected.out.contains("an unexpected pass"),
        "{}",
        unexpected.out
    );
    let useless = with(".known_failure(\"task_id/no-such-*\", \"a slip\")");
    let failed = outcomes(&useless, "FAILED");
    assert_eq!(Vec::from_iter(failed), ["known_failure task_id/no-such-*"]);
    let required = with(".require(\"task_id\").known_failure(\"task_id/queue/*\", \"no queue\")");
    let failed = outcomes(&required, "FAILED");
    assert!(
        failed
            .iter()
            .any(|name| name.starts_with("task_id/sanitize/"))
    );
    assert!(
        !failed.iter().any(|name| name.starts_with("task_id/queue/")),
        "they are known"
    );
}

fn under_nextest() {
    let folder = copied("example-under-nextest");
    let mut total = 0;
    for part in ["count:1/2", "count:2/2"] {
        // It starts a process for each test: a topic is enough to see that none is lost.
        let words = [
            "nextest",
            "run",
            "--test",
            "conformance",
            "--partition",
            part,
        ];
        let said = said(cargo(&folder, &words).arg("task_id/cloud/")).exits(0);
        let count = passed(&said.err);
        assert!(count > 10, "{}", said.err);
        total += count;
    }
    let cases = support::cases();
    let cases = cases
        .iter()
        .filter(|case| case.id.starts_with("task_id/cloud/"));
    assert_eq!(total, cases.count());
}

/// How many tests the summary of nextest counts as passed.
fn passed(text: &str) -> usize {
    let line = text
        .lines()
        .find(|line| line.contains("Summary ["))
        .unwrap_or_default();
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| word.starts_with("passed"));
    let count = at.and_then(|at| words.get(at.checked_sub(1)?)?.parse().ok());
    count.unwrap_or_else(|| panic!("no summary:\n{text}"))
}

/// Whether a case or law stands for a rule.
fn cites(id: &str, rule: &str) -> bool {
    let of_case = support::cases()
        .into_iter()
        .find(|case| case.id == id)
        .map(|case| case.rules);
    let of_law = || {
        proofmark::law::all()
            .find(|law| law.id == id)
            .map(|law| law.rules.to_vec())
    };
    let rules = of_case.or_else(of_law).unwrap_or_default();
    rules.iter().any(|own| own.to_string() == rule)
}

/// The names of the tests that ended so.
fn outcomes(said: &Said, outcome: &str) -> BTreeSet<String> {
    let lines = said.out.lines();
    let names = lines.filter_map(|line| line.strip_prefix("test ")?.rsplit_once(" ... "));
    let names = names.filter(|(_, own)| *own == outcome);
    names.map(|(name, _)| name.trim_end().to_owned()).collect()
}

/// A copy of the example, always at the same place, so that it is not built anew each time.
fn copied(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let example = root().join("examples/rust-crate");
    for part in ["", "src", "tests"] {
        copy_files(&example.join(part), &folder.join(part));
    }
    let manifest = folder.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).expect("the example can be read");
    let path = format!("path = {:?}", root().display().to_string());
    let text = text.replace("path = \"../..\"", &path);
    // With the profiles of this project, what both depend on is built once.
    let own = fs::read_to_string(root().join("Cargo.toml")).expect("there is a manifest");
    let profiles = &own[own.find("[profile.dev]").expect("there are profiles")..];
    let start = text.find("# Laws draw").expect("it has a profile");
    let text = format!("{}\n[workspace]\n\n{profiles}", &text[..start]);
    fs::write(&manifest, text).expect("there is room");
    // The versions that this project was built with, which are there without a network.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("there is room");
    folder
}

fn cargo(folder: &Path, words: &[&str]) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .args(words)
        .current_dir(folder)
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(".."),
        )
        .env("CARGO_NET_OFFLINE", "true")
        .env("NO_COLOR", "1");
    // What the outer Cargo or nextest tells this process is not meant for the inner one.
    for (name, _) in std::env::vars_os() {
        let name = name.to_string_lossy().into_owned();
        if name.starts_with("NEXTEST") || name.starts_with("CARGO_PKG") || name == "RUSTFLAGS" {
            cargo.env_remove(name);
        }
    }
    cargo
}
