//! What people and machines read: snapshots of the reports, of `explain` and of the lists.
//!
//! `INSTA_UPDATE=always cargo test --test reports` accepts what is there now; the difference belongs into the review.

mod support;

use std::time::Duration;

use proofmark::law::Effort;
use proofmark::report::{json, terminal};
use proofmark::rule::Registry;
use proofmark::runner::{Run, Selection, run};
use proofmark::subject::{Implementation, InProcess, Reference, Reply, Request};
use proofmark::vector::Library;
use support::altered::{Altered, Mistake};
use support::{proofmark, said};

/// One of each kind that matters to a report: results, refusals, an open rule, a scenario, a long text.
const FEW: [&str; 7] = [
    "partition_key/structure/encode-no-dimensions",
    "partition_key/structure/encode-all-six-types",
    "partition_key/examples/adr-date-and-region-*",
    "partition_key/dates/parse-first-day-of-year-zero",
    "partition_key/many/encode-64-dimensions",
    "task_id/queue/pending-*",
    "task_id/examples/adr-*",
];

fn selection() -> Selection {
    Selection {
        only: FEW.map(str::to_owned).to_vec(),
        ..Selection::default()
    }
}

fn checked(implementation: impl Implementation) -> Run {
    let registry = Registry::embedded();
    let plan = selection().plan(&Library::embedded(), registry).unwrap();
    let mut run = run(
        &plan,
        &mut InProcess(implementation),
        &Effort::default(),
        registry,
        &mut (),
    )
    .unwrap();
    run.elapsed = Duration::from_millis(120);
    run
}

fn written(run: &Run, command: &str, width: usize) -> String {
    let context = terminal::Context {
        registry: Registry::embedded(),
        command: command.to_owned(),
        width,
    };
    let mut out = Vec::new();
    terminal::write(run, &context, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The report as it stands in a log: without colours.
fn plain(implementation: impl Implementation) -> String {
    let coloured = written(&checked(implementation), "python3 my_adapter.py", 100);
    anstream::adapter::strip_str(&coloured).to_string()
}

/// The report for machines, with the version taken out.
fn for_machines(implementation: impl Implementation) -> String {
    let run = checked(implementation);
    let text = json::render(
        &run,
        &selection(),
        &["python3".to_owned(), "my_adapter.py".to_owned()],
        Registry::embedded(),
    );
    text.replace(env!("CARGO_PKG_VERSION"), "[version]")
}

#[test]
fn terminal_conforming() {
    insta::assert_snapshot!(plain(Reference::default()));
}

#[test]
fn terminal_failing() {
    insta::assert_snapshot!(plain(Altered::new(Mistake::SortsInReverse)));
}

#[test]
fn terminal_warning() {
    insta::assert_snapshot!(plain(Altered::new(Mistake::HasOneCode)));
}

#[test]
fn terminal_errored() {
    insta::assert_snapshot!(plain(Altered::new(Mistake::AnswersErrors)));
}

#[test]
fn terminal_unsupported() {
    insta::assert_snapshot!(plain(Altered::new(Mistake::HasPartitionKeysOnly)));
}

#[test]
fn terminal_failing_in_60_columns_with_colours() {
    let run = checked(Altered::new(Mistake::SortsInReverse));
    let text = written(&run, "", 60);
    insta::assert_snapshot!(text.replace('\u{1b}', "␛"));
}

#[test]
fn terminal_text_from_elsewhere_cannot_talk_to_the_terminal() {
    struct Rude;
    impl Implementation for Rude {
        fn hello(&self) -> proofmark::subject::Hello {
            let mut hello = Reference::default().hello();
            hello.name = "\u{1b}]0;rude\u{7}".to_owned();
            hello
        }
        fn call(&mut self, _: &Request) -> Reply {
            let message = Some("\u{1b}[2J\u{202e}gone".to_owned());
            Reply::Reject {
                code: "\u{1b}[31mred".to_owned(),
                message,
            }
        }
    }
    let text = plain(Rude);
    assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
    assert!(
        text.contains("\\u{001B}]0;rude\\u{0007} does not conform"),
        "{text}"
    );
}

#[test]
fn json_conforming() {
    insta::assert_snapshot!(for_machines(Reference::default()));
}

#[test]
fn json_failing() {
    insta::assert_snapshot!(for_machines(Altered::new(Mistake::SortsInReverse)));
}

fn told(arguments: &[&str]) -> String {
    said(proofmark().args(arguments)).exits(0).out
}

#[test]
fn explain_a_rule() {
    insta::assert_snapshot!(told(&["explain", "PK-023"]));
}

#[test]
fn explain_a_case() {
    insta::assert_snapshot!(told(&[
        "explain",
        "partition_key/dates/parse-first-day-of-year-zero"
    ]));
}

#[test]
fn explain_a_pinned_case() {
    insta::assert_snapshot!(told(&["explain", "task_id/examples/adr-dispatch"]));
}

#[test]
fn explain_a_scenario() {
    insta::assert_snapshot!(told(&[
        "explain",
        "task_id/queue/enqueued-dispatch-stands-in-outbox"
    ]));
}

#[test]
fn explain_a_reject_code() {
    insta::assert_snapshot!(told(&["explain", "empty_key"]));
}

#[test]
fn list_rules() {
    insta::assert_snapshot!(told(&["list", "rules"]));
}
