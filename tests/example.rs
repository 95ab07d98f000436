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
use std::sync::{Mutex, PoisonError};

use libtest_mimic::{Arguments, Trial};
use proofmark::vector::{Expectation, Outcome};
use support::{Said, root, said};

fn main() -> ExitCode {
    let nextest = trial("it_passes_under_nextest_in_two_partitions", under_nextest);
    let nextest = match support::tool_is_missing(&["cargo", "nextest", "--version"]) {
        None => nextest,
        Some(reason) => nextest.with_kind(reason).with_ignored_flag(true),
    };
    let trials = vec![
        trial("it_passes_and_one_test_can_be_named", passes),
        nextest,
        trial("breaking_a_function_turns_the_right_tests_red", broken),
        trial(
            "known_failures_and_required_domains_are_set_in_code",
            settings,
        ),
        trial(
            "settings_come_from_the_configuration_of_the_gate",
            configured,
        ),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// One at a time: they change the same files.
fn trial(name: &str, test: fn(&Copied)) -> Trial {
    static TURN: Mutex<()> = Mutex::new(());
    Trial::test(name, move || {
        let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        test(&Copied::new());
        Ok(())
    })
}

fn passes(example: &Copied) {
    let green = example.test(&[]).exits(0);
    assert_eq!(outcomes(&green, "ok"), own());
    let ignored = outcomes(&green, "ignored");
    let others = ignored.iter().filter(|name| !name.starts_with("task_id/"));
    let others: Vec<_> = others
        .map(|it| it.split(' ').next().unwrap_or_default())
        .collect();
    let domains = [
        "event_partitions",
        "index_key",
        "partition_key",
        "partition_status",
    ];
    assert_eq!(
        others, domains,
        "a line for each domain of which there is nothing"
    );
    assert!(
        ignored.contains("task_id/queue/empty-outbox"),
        "{ignored:?}"
    );

    let one = example
        .test(&["--exact", "task_id/cloud/dispatch"])
        .exits(0);
    assert_eq!(
        Vec::from_iter(outcomes(&one, "ok")),
        ["task_id/cloud/dispatch"]
    );
    let some = example.test(&["task_id/cloud/letter-"]).exits(0);
    let some = outcomes(&some, "ok");
    assert!(
        some.len() > 5
            && some
                .iter()
                .all(|name| name.starts_with("task_id/cloud/letter-"))
    );
}

fn broken(example: &Copied) {
    example.edit(
        "src/lib.rs",
        "_ if text.contains(':') => Err(Refusal::InvalidComponent),\n",
        "",
    );
    let red = example.test(&[]).exits(101);
    let refused = Expectation::One(Outcome::Reject("invalid_component".to_owned()));
    let cases = support::cases();
    let about_colons = cases.iter().filter(|case| {
        let [step] = &case.steps[..] else {
            return false;
        };
        step.operation == "task_id.internal" && step.expect.as_ref() == Some(&refused)
    });
    let mut expected: BTreeSet<String> = about_colons.map(|case| case.id.clone()).collect();
    assert!(expected.len() > 5, "{expected:?}");
    expected.insert("task_id/law/internal-agrees".to_owned());
    let failed = outcomes(&red, "FAILED");
    assert_eq!(failed, expected);
    assert_eq!(
        outcomes(&red, "ok"),
        own().difference(&failed).cloned().collect()
    );
    let rule = "TI-005 Components hold no colon (MUST, decided)";
    assert!(red.out.contains(rule), "{}", red.out);
    for name in &failed {
        let again = format!("  again: cargo test -- --exact {name}\n");
        assert!(red.out.contains(&again), "no way to {name}");
    }
}

fn settings(example: &Copied) {
    let settings = ".cases(8)
        .known_failure(\"task_id/cloud/dispatch\", \"once upon a time\")
        .known_failure(\"task_id/no-such-*\", \"a slip\")
        .known_failure(\"task_id/queue/*\", \"there is no queue\")
        .require(\"task_id\")";
    example.edit("tests/conformance.rs", ".cases(64)", settings);
    let red = example.test(&[]).exits(101);
    let failed = outcomes(&red, "FAILED");
    assert!(failed.contains("task_id/cloud/dispatch"), "{failed:?}");
    let unexpected =
        "an unexpected pass: `task_id/cloud/dispatch` is known to fail (once upon a time)";
    assert!(red.out.contains(unexpected), "{}", red.out);
    assert!(
        failed.contains("known_failure task_id/no-such-*"),
        "{failed:?}"
    );
    assert!(
        red.out.contains("the pattern matches nothing"),
        "{}",
        red.out
    );
    let of = |topic: &str| failed.iter().filter(|name| name.starts_with(topic)).count();
    assert_eq!(of("task_id/queue/"), 0, "they are known");
    let sanitize = support::count("task_id/sanitize/");
    assert_eq!(of("task_id/sanitize/"), sanitize, "required, but not there");
    let ignored = outcomes(&red, "ignored");
    assert!(
        ignored.iter().all(|name| !name.starts_with("task_id")),
        "{ignored:?}"
    );
}

fn configured(example: &Copied) {
    let settings =
        ".with(proofmark::harness::Settings::read(\"proofmark.yaml\", \"acme\").unwrap())";
    example.edit("tests/conformance.rs", ".cases(64)", settings);
    let config = "subjects:\n- {name: acme, command: [./adapter], known: known.yaml}\nrequire: [task_id]\ncases: 8\n";
    example.put("proofmark.yaml", config);
    let entry = |id: &str, fails: &str| {
        format!("- id: {id}\n  fails: {fails}\n  reason: once upon a time\n")
    };
    example.put("known.yaml", &entry("task_id/cloud/dispatch", "result"));
    let red = example.test(&["task_id/cloud/"]).exits(101);
    assert_eq!(
        Vec::from_iter(outcomes(&red, "FAILED")),
        ["task_id/cloud/dispatch"]
    );
    let unexpected = "an unexpected pass: it is listed as known to fail (once upon a time)";
    assert!(red.out.contains(unexpected), "{}", red.out);
    let red = example.test(&["task_id/sanitize/"]).exits(101);
    assert!(
        outcomes(&red, "ignored").is_empty(),
        "the domain is required"
    );
    example.put("known.yaml", "[]\n");
    example.test(&["task_id/cloud/"]).exits(0);
    example.put("known.yaml", &entry("task_id/cloud/no-such-case", "result"));
    let wrong = example.test(&["task_id/cloud/"]);
    assert_ne!(wrong.code, 0);
    assert!(wrong.err.contains("matches nothing"), "{}", wrong.err);
}

fn under_nextest(example: &Copied) {
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
        let said = said(example.cargo(&words).arg("task_id/cloud/")).exits(0);
        let count = passed(&said.err);
        assert!(count > 10, "{}", said.err);
        total += count;
    }
    assert_eq!(total, support::count("task_id/cloud/"));
}

/// The cases and laws of what the example has.
fn own() -> BTreeSet<String> {
    let has = |operation: &str| ["task_id.internal", "task_id.cloud"].contains(&operation);
    let cases = support::cases().into_iter();
    let cases = cases.filter(|case| case.steps.iter().all(|step| has(&step.operation)));
    let laws = proofmark::law::all().filter(|law| law.operations.iter().all(|it| has(it)));
    let laws = laws.map(|law| law.id.to_owned());
    cases.map(|case| case.id).chain(laws).collect()
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

/// The names of the tests that ended so.
fn outcomes(said: &Said, outcome: &str) -> BTreeSet<String> {
    let lines = said.out.lines();
    let names = lines.filter_map(|line| line.strip_prefix("test ")?.rsplit_once(" ... "));
    let names = names.filter(|(_, own)| *own == outcome);
    names.map(|(name, _)| name.trim_end().to_owned()).collect()
}

/// A copy of the example, always at the same place, so that it is not built anew each time.
struct Copied {
    folder: PathBuf,
}

impl Copied {
    fn new() -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("example");
        let copied = Self { folder };
        for file in ["src/lib.rs", "tests/conformance.rs"] {
            copied.put(file, &original(file));
        }
        copied.put("Cargo.toml", &manifest());
        // The versions that this project was built with, which are there without a network.
        let lock = fs::read_to_string(root().join("Cargo.lock")).expect("there are versions");
        copied.put("Cargo.lock", &lock);
        copied
    }

    /// Writes a file, if it is to be another one: what has not changed is not built again.
    fn put(&self, file: &str, text: &str) {
        let path = self.folder.join(file);
        if fs::read_to_string(&path).is_ok_and(|before| before == text) {
            return;
        }
        fs::create_dir_all(path.parent().expect("it lies in a folder")).expect("there is room");
        fs::write(path, text).expect("there is room");
    }

    /// Puts a text in the place of another.
    fn edit(&self, file: &str, from: &str, to: &str) {
        let text = original(file);
        assert_eq!(text.matches(from).count(), 1, "{from} in {file}");
        self.put(file, &text.replace(from, to));
    }

    /// Runs its conformance tests with these arguments.
    fn test(&self, arguments: &[&str]) -> Said {
        let words = ["test", "--test", "conformance", "--"];
        said(self.cargo(&words).args(arguments))
    }

    fn cargo(&self, words: &[&str]) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
        cargo
            .args(words)
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", target)
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
}

fn original(file: &str) -> String {
    let path = root().join("examples/rust-crate").join(file);
    fs::read_to_string(path).expect("the example can be read")
}

/// The example's manifest, with the profiles of this project: then what both depend on is built once.
fn manifest() -> String {
    let text = original("Cargo.toml");
    let path = format!("path = {:?}", root().display().to_string());
    let text = text.replace("path = \"../..\"", &path);
    let own = fs::read_to_string(root().join("Cargo.toml")).expect("there is a manifest");
    let profiles = &own[own.find("[profile.dev]").expect("there are profiles")..];
    let start = text.find("# Laws draw").expect("it has a profile");
    format!("{}\n[workspace]\n\n{profiles}", &text[..start])
}
