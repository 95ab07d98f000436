//! Adapters that misbehave: the run ends, the right case is blamed, and no other verdict is lost.
//!
//! The adapters are this very program, started again as `protocol adapter NAME`.

/// Tests by their names.
macro_rules! trials {
    ($($name:ident),* $(,)?) => { vec![$($crate::trial(stringify!($name), $name)),*] };
}

mod adapter;
mod mistakes;
#[path = "../support/mod.rs"]
mod support;
mod unusable;

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::process::{Command, ExitCode};
use std::time::{Duration, Instant};

use libtest_mimic::{Arguments, Trial};
use proofmark::rule::{Basis, Registry};
use proofmark::runner::Run;
use proofmark::subject::Process;
use proofmark::subject::process::Limits;
use proofmark::vector::{Case, Outcome};
use proofmark::verdict::{Finding, Verdict};
use serde_json::Value;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    if let [_, role, name] = &words[..]
        && role == "adapter"
    {
        return adapter::run(name);
    }
    let mut trials = trials();
    trials.extend(unusable::trials());
    trials.extend(mistakes::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A test by its name.
fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// The command that starts an adapter of this program.
fn command(name: &str) -> Vec<OsString> {
    let program = std::env::current_exe().expect("this program has a path");
    vec![program.into(), "adapter".into(), name.into()]
}

/// `proofmark check` of an adapter of this program.
fn check(arguments: &[&str], name: &str) -> Command {
    let mut check = support::proofmark();
    check
        .arg("check")
        .args(arguments)
        .arg("--")
        .args(command(name));
    check
}

/// Checks an adapter of this program through the library.
fn run(name: &str, cases: Vec<Case>, limits: Limits) -> Run {
    support::check(cases, &mut Process::new(command(name), limits))
}

/// The cases around those that ask for the target.
fn cases() -> Vec<Case> {
    let mut cases = support::cases();
    cases.retain(|case| {
        case.id.starts_with("partition_key/structure/") || case.id.starts_with("task_id/queue/")
    });
    cases
}

fn targets(cases: &[Case]) -> BTreeSet<String> {
    let asks = |case: &&Case| {
        case.steps.iter().any(|step| {
            step.operation == "partition_key.parse" && step.input["canonical"] == adapter::TARGET
        })
    };
    let ids: BTreeSet<String> = cases
        .iter()
        .filter(asks)
        .map(|case| case.id.clone())
        .collect();
    assert!(!ids.is_empty(), "no case asks for the target");
    ids
}

/// Asserts that the cases that ask for the target are errored, and all others judged and passed; returns the former.
fn blamed(name: &str, limits: Limits) -> Vec<Finding> {
    let cases = cases();
    let targets = targets(&cases);
    let run = run(name, cases, limits);
    let (wrong, right): (Vec<_>, Vec<_>) = run
        .findings
        .into_iter()
        .partition(|finding| targets.contains(&finding.id));
    for finding in &wrong {
        assert_eq!(finding.verdict, Verdict::Errored, "{name}: {finding:#?}");
    }
    for finding in &right {
        assert_eq!(finding.verdict, Verdict::Pass, "{name}: {finding:#?}");
    }
    wrong
}

fn message(finding: &Finding) -> &str {
    finding
        .detail
        .as_ref()
        .map_or("", |detail| detail.message.as_str())
}

fn trials() -> Vec<Trial> {
    trials![
        a_line_that_is_no_reply_errors_its_case_alone,
        a_reply_without_exactly_one_outcome_errors_its_case_alone,
        an_adapter_that_dies_on_a_request_is_started_again,
        an_adapter_that_hangs_on_a_request_is_started_again,
        an_adapter_that_always_dies_is_given_up,
        an_error_is_never_a_rejection,
        replies_may_come_in_any_order,
        standard_error_is_free,
        a_carriage_return_before_the_line_feed_is_accepted,
        no_process_is_left_behind,
        other_choices_conform_and_are_reported,
    ]
}

fn a_line_that_is_no_reply_errors_its_case_alone() {
    let known = [
        ("writes-garbage", "a line is not JSON"),
        ("writes-a-list", "a line is not a JSON object"),
        (
            "writes-an-unknown-id",
            "a reply has the id 999999999, which no waiting request has",
        ),
        ("writes-no-id", "a reply has no id that is a number"),
    ];
    for (name, expected) in known {
        for finding in blamed(name, Limits::default()) {
            assert!(message(&finding).contains(expected), "{finding:#?}");
        }
    }
}

fn a_reply_without_exactly_one_outcome_errors_its_case_alone() {
    let known = [
        (
            "gives-two-outcomes",
            "the reply has two outcomes, `ok` and `reject`",
        ),
        ("gives-no-outcome", "the reply has no outcome"),
        ("gives-a-bad-outcome", "`ok` is not an object"),
        ("answers-twice", "a request was answered twice"),
    ];
    for (name, expected) in known {
        for finding in blamed(name, Limits::default()) {
            assert!(message(&finding).contains(expected), "{finding:#?}");
        }
    }
}

fn an_adapter_that_dies_on_a_request_is_started_again() {
    for finding in blamed("dies", Limits::default()) {
        let message = message(&finding);
        assert!(
            message.starts_with("the adapter ended (exit status: 9)"),
            "{message}"
        );
        assert!(message.contains("a stack of traces"), "{message}");
    }
}

fn an_adapter_that_hangs_on_a_request_is_started_again() {
    let request = Duration::from_millis(300);
    let start = Instant::now();
    let limits = Limits {
        request,
        exit: Duration::from_millis(100),
        ..Limits::default()
    };
    for finding in blamed("hangs", limits) {
        assert_eq!(message(&finding), "no reply within 300ms");
    }
    assert!(start.elapsed() < Duration::from_secs(20));
}

fn an_adapter_that_always_dies_is_given_up() {
    let start = Instant::now();
    let said = support::said(&mut check(&[], "dies-always")).exits(3);
    assert!(start.elapsed() < Duration::from_secs(60));
    assert!(said.out.contains("cannot be judged"), "{}", said.out);
    assert!(
        said.out
            .contains(&format!("{} errored", support::count(""))),
        "{}",
        said.out
    );
}

fn an_error_is_never_a_rejection() {
    let cases = support::cases();
    let run = run("answers-errors", cases.clone(), Limits::default());
    let mut errored = 0;
    for (case, finding) in cases.iter().zip(&run.findings) {
        let rejects = case.steps.iter().any(|step| {
            let own = step
                .expect
                .as_ref()
                .and_then(|expect| expect.outcomes().next());
            matches!(own, Some(Outcome::Reject(_)))
        });
        let expected = if rejects {
            Verdict::Errored
        } else {
            Verdict::Pass
        };
        assert_eq!(finding.verdict, expected, "{finding:#?}");
        errored += usize::from(rejects);
    }
    assert!(errored > 500, "{errored}");
    assert!(!run.conforms());
}

fn standard_error_is_free() {
    passes("talks-to-the-log");
}

fn replies_may_come_in_any_order() {
    passes("answers-in-reverse");
}

fn a_carriage_return_before_the_line_feed_is_accepted() {
    passes("ends-lines-like-windows");
}

fn no_process_is_left_behind() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("pid");
    let start = Instant::now();
    passes(&format!("outlives-its-input:{}", file.display()));
    assert!(start.elapsed() < Duration::from_secs(20));
    let pid = std::fs::read_to_string(file).expect("the adapter told its id");
    let alive = Command::new("sh")
        .args(["-c", &format!("kill -0 {pid}")])
        .output();
    assert!(
        !alive.expect("there is a shell").status.success(),
        "{pid} is alive"
    );
}

fn passes(name: &str) {
    let run = run(name, cases(), Limits::default());
    for finding in &run.findings {
        assert_eq!(finding.verdict, Verdict::Pass, "{name}: {finding:#?}");
    }
}

fn other_choices_conform_and_are_reported() {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("report.json");
    let report = format!("json={}", file.display());
    let only = [
        "--only",
        "event_partitions/*",
        "--cases",
        "16",
        "--report",
        &report,
    ];
    let said = support::said(&mut check(&only, "chooses-otherwise")).exits(0);
    let text = std::fs::read_to_string(file).expect("the report is written");
    let report: Value = serde_json::from_str(&text).expect("the report is JSON");
    let listed = report["subjects"][0]["choices"]
        .as_array()
        .expect("it lists choices");
    let page = Registry::embedded()
        .page("event_partitions")
        .expect("there is a page");
    let open = page.rules.iter().filter(|rule| rule.basis == Basis::Open);
    let open: Vec<_> = open.collect();
    assert_eq!(listed.len(), open.len());
    for (rule, listed) in open.into_iter().zip(listed) {
        let last = rule.choices.last().expect("it lists some");
        let line = format!("choice {} {}: {last}\n", rule.id, rule.title);
        assert!(said.out.contains(&line), "{line}{}", said.out);
        assert_eq!(listed["rule"], rule.id.to_string());
        let seen = listed["choices"].as_object().expect("it counts choices");
        assert_eq!(seen.keys().collect::<Vec<_>>(), [last]);
    }
}
