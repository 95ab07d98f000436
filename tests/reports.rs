//! What people and machines read: snapshots of the reports, of `explain` and of the lists.
//!
//! `INSTA_UPDATE=always cargo test --test reports` accepts what is there now; the difference belongs into the review.

mod support;

use std::time::Duration;

use proofmark::law::Effort;
use proofmark::report::json::{Checked, Report, Sources};
use proofmark::report::{Format, terminal};
use proofmark::rule::Registry;
use proofmark::runner::{Selection, run};
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

/// The report on several implementations, each with a name and the arguments that lead to it.
fn reported(implementations: Vec<(&str, &[&str], Box<dyn Implementation>)>) -> Report {
    let (registry, library, selection) = (Registry::embedded(), Library::embedded(), selection());
    let plan = selection.plan(&library, registry).unwrap();
    let checked = implementations
        .into_iter()
        .map(|(name, arguments, implementation)| {
            let mut subject = InProcess(implementation);
            let effort = Effort::default();
            let mut run = run(&plan, &mut subject, &effort, registry, &mut ()).unwrap();
            run.elapsed = Duration::from_millis(120);
            let arguments: Vec<String> = arguments.iter().map(|&it| it.to_owned()).collect();
            let end = arguments.iter().position(|it| it == "--");
            Checked {
                name: match name {
                    "" => run.hello.name.clone(),
                    name => name.to_owned(),
                },
                command: end.map_or(Vec::new(), |at| arguments[at + 1..].to_vec()),
                arguments,
                run,
            }
        })
        .collect::<Vec<_>>();
    let sources = Sources {
        registry,
        library: &library,
        selection: &selection,
        plan: &plan,
    };
    Report::of_runs(&checked, &sources)
}

fn of_adapter(implementation: impl Implementation + 'static) -> Report {
    let arguments = &["--", "python3", "my_adapter.py"];
    reported(vec![("", arguments, Box::new(implementation))])
}

/// Three implementations, side by side.
fn side_by_side() -> Report {
    reported(vec![
        ("reference", &[], Box::new(Reference::default())),
        (
            "reversed",
            &["--subject", "reversed"],
            Box::new(Altered::new(Mistake::SortsInReverse)),
        ),
        (
            "half",
            &["--", "./half done"],
            Box::new(Altered::new(Mistake::HasPartitionKeysOnly)),
        ),
    ])
}

fn written(report: &Report, width: usize) -> String {
    let mut out = Vec::new();
    terminal::write(report, width, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The report as it stands in a log: without colours.
fn plain(implementation: impl Implementation + 'static) -> String {
    let coloured = written(&of_adapter(implementation), 100);
    anstream::adapter::strip_str(&coloured).to_string()
}

/// A report for machines, with the version taken out, and without the texts of rules.
fn rendered(format: Format, mut report: Report) -> String {
    report.rules.retain(|rule| rule.id == "PK-005");
    let text = format.render(&report, "file".as_ref());
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
    let reversed = Box::new(Altered::new(Mistake::SortsInReverse));
    let text = written(&reported(vec![("", &[], reversed)]), 60);
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
fn terminal_side_by_side() {
    let coloured = written(&side_by_side(), 100);
    insta::assert_snapshot!(anstream::adapter::strip_str(&coloured).to_string());
}

#[test]
fn json_conforming() {
    insta::assert_snapshot!(rendered(Format::Json, of_adapter(Reference::default())));
}

#[test]
fn json_failing() {
    let altered = Altered::new(Mistake::SortsInReverse);
    insta::assert_snapshot!(rendered(Format::Json, of_adapter(altered)));
}

#[test]
fn junit() {
    insta::assert_snapshot!(rendered(Format::Junit, side_by_side()));
}

#[test]
fn markdown() {
    insta::assert_snapshot!(
        Format::Markdown
            .render(&side_by_side(), "file".as_ref())
            .replace(env!("CARGO_PKG_VERSION"), "[version]")
    );
}

#[test]
fn github() {
    insta::assert_snapshot!(rendered(Format::Github, side_by_side()));
}

#[test]
fn badge() {
    insta::assert_snapshot!(rendered(Format::Badge, side_by_side()));
    let endpoint = Format::Badge.render(&side_by_side(), "badge.json".as_ref());
    insta::assert_snapshot!("badge_endpoint", endpoint);
}

#[test]
fn a_report_that_is_read_back_is_the_same() {
    let report = side_by_side();
    let text = report.to_text();
    let again = Report::read("x", &text).unwrap();
    assert_eq!(again, report);
    assert_eq!(again.to_text(), text);
    assert_eq!(written(&again, 100), written(&report, 100));
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
