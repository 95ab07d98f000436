//! What exactly becomes of each beast: its verdicts and the exit code.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use serde_json::Value;

use crate::support::{self, Said, proofmark};
use crate::{beasts, command, leftovers, token, trial};

/// What is asked: pure operations and sessions.
pub(crate) const ASKED: [&str; 2] = ["partition_key/structure/*", "task_id/queue/*"];

/// A limit that is long enough for a busy machine, and short enough for a test.
pub(crate) const LIMITS: [&str; 2] = ["--reply-limit", "1.5"];

/// The run may take this long at most. A busy machine gets its time.
const BOUND: Duration = Duration::from_secs(60);

/// What is expected of a beast.
pub(crate) enum Fate {
    /// Every case passes: exit code 0. The text stands in the report.
    Passes(&'static str),
    /// The cases that ask for the target are errored with this message, the others pass: exit code 1.
    Blamed(&'static str),
    /// The same, but the others are unsupported, so that nothing could be judged: exit code 3.
    BlamedAlone(&'static str),
    /// Every case passes, but it broke, and no case is to blame: exit code 1.
    Broke(&'static str),
    /// Every case is errored, the first of them with this message: exit code 3.
    Errored(&'static str),
    /// Every case is unsupported: exit code 3.
    Unsupported,
    /// Nothing is asked at all: exit code 3, and this message.
    Unusable(&'static str),
}

use Fate::{Blamed, Broke, Errored, Passes, Unsupported, Unusable};

const FATES: &[(&str, Fate)] = &[
    ("answers-in-reverse", Passes("")),
    ("is-slow", Passes("")),
    ("ends-lines-like-windows", Passes("")),
    ("floods-stderr", Passes("")),
    ("leaks-1-gb", Passes("")),
    ("has-a-grandchild", Passes("")),
    (
        "ignores-sigterm",
        Passes("note the adapter did not end within 2s after its input"),
    ),
    (
        "dies-at-exit",
        Passes("note the adapter failed when its input ended (exit status: 9)"),
    ),
    ("answers-half-a-line", Blamed("no reply within 1.5s, only ")),
    ("answers-too-late", Blamed("no reply within 1.5s")),
    ("answers-twice", Blamed("a request was answered twice")),
    (
        "answers-errors",
        Blamed("the adapter answered with an error"),
    ),
    (
        "answers-unknown-ids",
        Blamed("a reply has the id 987654321, which no waiting request has"),
    ),
    ("dies", Blamed("the adapter ended (exit status: 9)")),
    (
        "dies-and-leaves-a-grandchild",
        Blamed("the adapter ended (exit status: 9)"),
    ),
    (
        "exits-0-too-early",
        Blamed("the adapter ended (exit status: 0)"),
    ),
    (
        "floods-stdout",
        Blamed("a reply has the id 0, which no waiting request has"),
    ),
    ("writes-20-mib", Blamed("a line is longer than 16 MiB")),
    (
        "nests-10000-levels",
        Blamed("a line is nested more than 64 levels deep"),
    ),
    ("writes-invalid-utf-8", Blamed("a line is not UTF-8")),
    ("writes-nul", Blamed("a line is not JSON")),
    (
        "writes-a-huge-number",
        Blamed("a line is not JSON (number out of range"),
    ),
    (
        "prints-debugging",
        Blamed("a line is not JSON (expected value at line 1 column 1): debug: \u{1b}[2Jgot it"),
    ),
    (
        "dies-on-the-40th-request",
        Broke("the adapter ended (exit status: 9)"),
    ),
    ("never-reads", Errored("no reply within 1.5s")),
    ("never-answers", Errored("no reply within 1.5s")),
    (
        "dies-on-every-request",
        Errored("the adapter ended (exit status: 9)"),
    ),
    (
        "answers-everything-twice",
        Errored("a request was answered twice"),
    ),
    (
        "prints-blank-lines",
        Errored("a line is empty: expected a JSON object"),
    ),
    ("lies-about-its-operations", Unsupported),
    (
        "dies-at-hello",
        Unusable(
            "it ended before it answered hello (exit status: 7)\nthe end of its standard error:\n  \\u{001B}[31mno licence",
        ),
    ),
    (
        "says-nothing",
        Unusable("it did not answer hello within 1s\n"),
    ),
    (
        "never-flushes",
        Unusable(
            "it did not answer hello within 1s, but did when its input ended: it has to flush every reply (AP-001)",
        ),
    ),
    (
        "floods-stdout-at-once",
        Unusable("a line is not JSON (expected ident at line 1 column 2): noise"),
    ),
    (
        "begins-with-a-bom",
        Unusable("a line begins with a byte order mark"),
    ),
    (
        "speaks-version-99",
        Unusable("it speaks version 99 of the protocol; this runner speaks version 1"),
    ),
];

/// Every beast but the shells.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    FATES.iter().map(|(name, _)| *name)
}

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials: Vec<Trial> = FATES
        .iter()
        .map(|(name, fate)| {
            trial(&name.replace('-', "_"), move || {
                let token = token();
                meets(name, &command(name, &token), fate, &token);
            })
        })
        .collect();
    #[cfg(unix)]
    for (name, at_target, fate) in SHELLS {
        trials.push(trial(name, move || {
            let token = token();
            let script = beasts::shell(at_target);
            let command = ["sh", "-c", &script, &token].map(str::to_owned);
            meets(name, &command, fate, &token);
        }));
    }
    trials
}

/// Those that close their pipes, which is easiest for a shell.
#[cfg(unix)]
pub(crate) const SHELLS: &[(&str, &str, &Fate)] = &[
    (
        "closes_stdout_and_lives_on",
        "exec >&-; sleep 600",
        &Fate::BlamedAlone("the adapter closed its standard output"),
    ),
    (
        "closes_stdin_and_lives_on",
        "exec <&-; sleep 600",
        &Fate::BlamedAlone("no reply within 1.5s"),
    ),
];

/// Runs the check, and compares what comes out with what is expected.
fn meets(name: &str, command: &[String], fate: &Fate, token: &str) {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("report.json");
    let mut report = OsString::from("json=");
    report.push(&file);
    let mut check = proofmark();
    check.arg("check").args(LIMITS).arg("--report").arg(report);
    if matches!(fate, Unusable(_)) && !name.contains("dies") {
        check.args(["--hello-limit", "1"]);
    }
    for asked in ASKED {
        check.args(["--only", asked]);
    }
    let start = Instant::now();
    let said = support::said(check.arg("--").args(command));
    let took = start.elapsed();
    leftovers::none(token);
    assert!(took < BOUND, "{name} took {took:?}");
    assert!(!said.out.contains('\u{1b}') && !said.err.contains('\u{1b}'));
    let verdicts = match fate {
        Unusable(message) => {
            assert!(said.err.contains(message), "{said:#?}");
            assert_eq!((said.code, said.out.as_str()), (3, ""), "{said:#?}");
            return;
        }
        _ => Verdicts::read(&std::fs::read_to_string(file).expect("the report is written")),
    };
    judged(&verdicts, fate, &said);
}

fn judged(verdicts: &Verdicts, fate: &Fate, said: &Said) {
    let code = match fate {
        Passes(text) => {
            assert!(said.out.contains(text), "{said:#?}");
            verdicts.are("pass", "pass", "", said);
            0
        }
        Blamed(message) => {
            verdicts.are("errored", "pass", message, said);
            1
        }
        Fate::BlamedAlone(message) => {
            verdicts.are("errored", "unsupported", message, said);
            3
        }
        Broke(message) => {
            verdicts.are("pass", "pass", "", said);
            let broke = format!("no case or law is to blame for this: {message}");
            assert!(said.out.contains(&broke), "{said:#?}");
            1
        }
        Errored(message) => {
            verdicts.are("errored", "errored", "", said);
            let first = verdicts.blamed().next().expect("someone is to blame");
            assert!(first.starts_with(message), "{first}");
            3
        }
        Unsupported => {
            verdicts.are("unsupported", "unsupported", "", said);
            3
        }
        Unusable(_) => unreachable!("there is no report"),
    };
    assert_eq!(said.code, code, "{said:#?}");
}

/// The verdicts of a report, by id.
struct Verdicts(BTreeMap<String, Value>);

impl Verdicts {
    fn read(text: &str) -> Self {
        let report: Value = serde_json::from_str(text).expect("the report is JSON");
        let verdicts = report["subjects"][0]["verdicts"]
            .as_array()
            .expect("it lists verdicts");
        let entry = |it: &Value| (it["id"].as_str().expect("an id").to_owned(), it.clone());
        Self(verdicts.iter().map(entry).collect())
    }

    /// Asserts what became of the cases that ask for the target, and of the others.
    fn are(&self, targets: &str, others: &str, message: &str, said: &Said) {
        let ids: Vec<String> = support::cases()
            .into_iter()
            .filter(|case| {
                let asked = ASKED.map(|pattern| pattern.trim_end_matches('*'));
                asked.iter().any(|prefix| case.id.starts_with(prefix))
            })
            .map(|case| {
                let target =
                    |step: &proofmark::vector::Step| step.input["canonical"] == beasts::TARGET;
                let is_target = case.steps.iter().any(target);
                let entry = &self.0[&case.id];
                let expected = if is_target { targets } else { others };
                assert_eq!(entry["verdict"], expected, "{entry:#}\n{}", said.out);
                if is_target && !message.is_empty() {
                    let told = entry["message"].as_str().unwrap_or_default();
                    assert!(told.starts_with(message), "{entry:#}");
                }
                case.id
            })
            .collect();
        assert_eq!(ids.len(), self.0.len());
        assert!(ids.len() > 50, "{}", ids.len());
    }

    /// The messages of those that are to blame, and not only abandoned.
    fn blamed(&self) -> impl Iterator<Item = &str> {
        let blamed = self.0.values().filter(|it| it["fault"] != "abandoned");
        blamed.filter_map(|it| it["message"].as_str())
    }
}
