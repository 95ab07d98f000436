//! The report for test viewers: a suite for each domain of each subject, a test for each case and law.

use std::fmt::Write as _;

use super::difference::Difference;
use super::json::{Entry, Report, Subject};
use super::shell::again;
use super::xml::escaped;
use crate::verdict::Verdict;

/// What a test came to, as JUnit counts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Failure,
    Error,
    Skipped,
}

/// A suite, as XML, and how many of its tests came to what.
struct Suite {
    xml: String,
    outcomes: Vec<Outcome>,
}

/// The report as XML.
pub(super) fn render(report: &Report) -> String {
    let several = report.subjects.len() > 1;
    let mut suites = Vec::new();
    for subject in &report.subjects {
        let prefix = if several {
            format!("{}: ", subject.name)
        } else {
            String::new()
        };
        for domain in subject.domains.keys() {
            suites.push(of_domain(&format!("{prefix}{domain}"), domain, subject));
        }
        suites.extend(besides(&format!("{prefix}run"), report, subject));
    }
    let all: Vec<Outcome> = suites.iter().flat_map(|it| it.outcomes.clone()).collect();
    let seconds: f64 = report.subjects.iter().map(|it| it.seconds).sum();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    _ = writeln!(
        out,
        "<testsuites name=\"proofmark\" {} time=\"{seconds:.3}\">",
        counted(&all)
    );
    suites.iter().for_each(|suite| out.push_str(&suite.xml));
    out.push_str("</testsuites>\n");
    out
}

fn of_domain(name: &str, domain: &str, subject: &Subject) -> Suite {
    let entries = subject.verdicts.iter().filter(|it| it.domain() == domain);
    let (tests, outcomes) = entries.map(|entry| test(entry, subject)).unzip();
    suite(name, tests, outcomes)
}

/// What no case or law is to blame for.
fn besides(name: &str, report: &Report, subject: &Subject) -> Option<Suite> {
    let (mut tests, mut outcomes) = (Vec::new(), Vec::new());
    let mut add = |title: &str, element: &str, text: &str, outcome: Outcome| {
        let (title, text) = (escaped(title), escaped(text));
        tests.push(format!(
            "    <testcase classname=\"run\" name=\"{title}\">\n      <{element} message=\"{title}\">{text}</{element}>\n    </testcase>\n"
        ));
        outcomes.push(outcome);
    };
    for breakdown in &subject.breakdowns {
        let title = "no case or law is to blame for this";
        add(title, "error", breakdown, Outcome::Error);
    }
    for domain in &subject.missing {
        let title = format!("{domain} is required, but not all of it was checked");
        add(&title, "failure", "", Outcome::Failure);
    }
    let selection = &report.selection;
    if selection.skipped > 0 {
        let title = format!("{} cases and laws are skipped", selection.skipped);
        add(
            &title,
            "skipped",
            &selection.skip.join(", "),
            Outcome::Skipped,
        );
    }
    (!tests.is_empty()).then(|| suite(name, tests, outcomes))
}

fn suite(name: &str, tests: Vec<String>, outcomes: Vec<Outcome>) -> Suite {
    let xml = format!(
        "  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n",
        escaped(name),
        counted(&outcomes),
        tests.concat()
    );
    Suite { xml, outcomes }
}

fn counted(outcomes: &[Outcome]) -> String {
    let count = |wanted: Outcome| outcomes.iter().filter(|it| **it == wanted).count();
    format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        outcomes.len(),
        count(Outcome::Failure),
        count(Outcome::Error),
        count(Outcome::Skipped)
    )
}

fn test(entry: &Entry, subject: &Subject) -> (String, Outcome) {
    let (element, outcome) = match entry.verdict {
        Verdict::Pass => ("", Outcome::Passed),
        Verdict::Warn => ("system-out", Outcome::Passed),
        Verdict::Fail | Verdict::UnexpectedPass => ("failure", Outcome::Failure),
        Verdict::Errored => ("error", Outcome::Error),
        Verdict::Unsupported | Verdict::KnownFailure => ("skipped", Outcome::Skipped),
    };
    let (folder, name) = entry.id.rsplit_once('/').unwrap_or(("", &entry.id));
    let head = format!(
        "    <testcase classname=\"{}\" name=\"{}\"",
        escaped(&folder.replace('/', ".")),
        escaped(name)
    );
    if element.is_empty() {
        return (format!("{head}/>\n"), outcome);
    }
    let message = entry.told();
    let first = message.lines().next().unwrap_or_default();
    let attributes = match element {
        "system-out" => String::new(),
        "skipped" => format!(" message=\"{}\"", escaped(first)),
        _ => format!(
            " message=\"{}\" type=\"{}\"",
            escaped(first),
            entry
                .failure
                .map_or(entry.verdict.as_str(), |it| it.as_str())
        ),
    };
    let text = escaped(&explained(entry, subject));
    let xml =
        format!("{head}>\n      <{element}{attributes}>{text}</{element}>\n    </testcase>\n");
    (xml, outcome)
}

/// All that a viewer can show.
fn explained(entry: &Entry, subject: &Subject) -> String {
    let mut text = format!("{}\n{}\n", entry.rules.join(" "), entry.told());
    if let Some(input) = entry.input.as_ref().filter(|input| !input.is_null()) {
        let operation = entry.operation.as_deref().unwrap_or_default();
        _ = writeln!(text, "{operation} {input}");
    }
    let difference = Difference::of(entry);
    for expected in &difference.expected {
        _ = writeln!(text, "expected: {expected}");
    }
    if let Some(actual) = &difference.actual {
        _ = writeln!(text, "actual:   {actual}");
    }
    if entry.verdict != Verdict::Unsupported {
        _ = writeln!(text, "again: {}", again(entry, subject));
    }
    text
}
