//! Several subjects in one run, and every kind of report on them.

use std::fs;
use std::path::Path;

use proofmark::report::Format;
use proofmark::verdict::Verdict;
use roxmltree::{Document, Node};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Said, proofmark, python_is_missing, root, said};

const MUTANT: &str = "task_id/mutant/letter-unchecked";

/// A run on the reference, the Python implementation and a mutant, with every report.
fn checked() -> Option<(TempDir, Said)> {
    if let Some(reason) = python_is_missing() {
        eprintln!("not run: {reason}");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let adapter = root().join("adapters/python");
    let config = format!(
        "subjects:\n- {{name: reference, builtin: reference}}\n- name: python\n  command: [python3, adapter.py]\n  folder: {}\n- {{name: careless, builtin: {MUTANT}}}\ncases: 16\n",
        serde_json::to_string(&adapter).unwrap()
    );
    fs::write(folder.path().join("proofmark.yaml"), config).unwrap();
    let mut command = proofmark();
    command
        .args(["check", "--config", "proofmark.yaml"])
        .current_dir(folder.path());
    for format in Format::ALL {
        command.arg("--report").arg(format!("{format}={format}"));
    }
    command.args(["--report", "badge=badge.json"]);
    let said = said(&mut command).exits(1);
    Some((folder, said))
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn a_reference_a_good_one_and_a_mutant() {
    let Some((folder, said)) = checked() else {
        return;
    };
    let folder = folder.path();
    on_the_terminal(&said.out);
    let report: Value = serde_json::from_str(&read(folder, "json")).unwrap();
    the_json_follows_its_schema(&report);
    the_xml_is_what_viewers_open(&read(folder, "junit"), &report);
    the_badge_is_a_picture(&read(folder, "badge"));
    let endpoint: Value = serde_json::from_str(&read(folder, "badge.json")).unwrap();
    assert_eq!(endpoint["message"], "2 of 3 pass");
    let markdown = read(folder, "markdown");
    assert!(
        markdown.contains("| TI-011 The letter fits the id | ✅ | ✅ | ❌ fail "),
        "{markdown}"
    );
    let github = read(folder, "github");
    let annotation = github.lines().find(|line| line.contains("TI-011")).unwrap();
    assert!(
        annotation.starts_with("::error file=vectors/task_id/") && annotation.contains(",line="),
        "{annotation}"
    );
    let html = read(folder, "html");
    assert!(
        html.starts_with("<!doctype html>") && !html.contains("http://"),
        "it loads something"
    );
    rendered_later_is_the_same(folder, &said);
}

fn on_the_terminal(out: &str) {
    let row = |first: &str| {
        let row = out.lines().find(|line| line.starts_with(first));
        row.unwrap_or_else(|| panic!("no row {first}:\n{out}"))
    };
    let cells: Vec<&str> = row("TI-011 ")
        .split("  ")
        .filter(|it| !it.is_empty())
        .collect();
    assert_eq!(
        cells[1..3].iter().map(|it| it.trim()).collect::<Vec<_>>(),
        ["ok", "ok"]
    );
    assert!(cells[3].trim().starts_with("fail "), "{cells:?}");
    row("rule ");
    row("PK-023 ");
    row("reference conforms: ");
    row("python conforms: ");
    row("careless does not conform: ");
    assert!(
        out.trim_end()
            .lines()
            .last()
            .unwrap()
            .starts_with("2 of 3 subjects pass; "),
        "{out}"
    );
}

fn the_json_follows_its_schema(report: &Value) {
    let schema = said(proofmark().args(["schema", "report"])).exits(0).out;
    let validator = jsonschema::validator_for(&serde_json::from_str(&schema).unwrap()).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(report)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    // The schema refuses what is no report.
    let mut wrong = report.clone();
    wrong["subjects"][0]["verdicts"][0]["verdict"] = "maybe".into();
    assert!(!validator.is_valid(&wrong));
}

/// The shape that the usual viewers know: suites of tests, each of which failed, errored, was skipped or none of these.
fn the_xml_is_what_viewers_open(xml: &str, report: &Value) {
    let document = Document::parse(xml).unwrap();
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "testsuites");
    let mut tests = 0;
    for suite in elements(root) {
        assert_eq!(suite.tag_name().name(), "testsuite");
        let cases: Vec<Node<'_, '_>> = elements(suite).collect();
        let outcome = |case: &Node<'_, '_>| {
            let inner: Vec<String> = elements(*case)
                .map(|it| it.tag_name().name().to_owned())
                .collect();
            assert!(inner.len() <= 1, "{inner:?}");
            inner.into_iter().next().unwrap_or_default()
        };
        let known = ["name", "tests", "failures", "errors", "skipped", "time"];
        assert!(suite.attributes().all(|it| known.contains(&it.name())));
        for case in &cases {
            assert_eq!(case.tag_name().name(), "testcase");
            for inner in elements(*case) {
                assert!(
                    inner
                        .attributes()
                        .all(|it| ["message", "type"].contains(&it.name()))
                );
                assert!(
                    elements(inner).next().is_none(),
                    "only text within an outcome"
                );
            }
            assert!(case.attribute("name").is_some() && case.attribute("classname").is_some());
        }
        for (attribute, element) in [
            ("failures", "failure"),
            ("errors", "error"),
            ("skipped", "skipped"),
        ] {
            let count = cases.iter().filter(|case| outcome(case) == element).count();
            assert_eq!(number(suite, attribute), count, "{attribute}");
        }
        assert_eq!(number(suite, "tests"), cases.len());
        tests += cases.len();
    }
    assert_eq!(number(root, "tests"), tests);
    let total = |at: usize| report["subjects"][at]["summary"]["total"].as_u64().unwrap();
    assert_eq!(tests as u64, (0..3).map(total).sum::<u64>());
    let failed = |verdict: Verdict| report["subjects"][2]["summary"][verdict.as_str()].as_u64();
    assert_eq!(
        number(root, "failures") as u64,
        failed(Verdict::Fail).unwrap()
    );
}

fn the_badge_is_a_picture(svg: &str) {
    let document = Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!(
        root.tag_name().namespace(),
        Some("http://www.w3.org/2000/svg")
    );
    assert!(root.attribute("width").unwrap().parse::<usize>().unwrap() > 80);
    let texts = document
        .descendants()
        .filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
    let texts: Vec<&str> = texts.filter_map(|node| node.text()).collect();
    assert_eq!(texts, ["proofmark", "2 of 3 pass"]);
}

fn rendered_later_is_the_same(folder: &Path, at_once: &Said) {
    let mut command = proofmark();
    command.args(["report", "json"]).current_dir(folder);
    let printed = said(&mut command).exits(1);
    assert_eq!(printed.out, at_once.out);
    for format in Format::ALL {
        command.arg("--to").arg(format!("{format}=later-{format}"));
    }
    said(&mut command).exits(1);
    for format in Format::ALL {
        let later = read(folder, &format!("later-{format}"));
        assert!(later == read(folder, format.as_str()), "{format} differs");
    }
}

fn elements<'a>(node: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(Node::is_element)
}

fn number(node: Node<'_, '_>, attribute: &str) -> usize {
    node.attribute(attribute).unwrap().parse().unwrap()
}

#[test]
fn reports_of_several_runs_are_shown_side_by_side() {
    let folder = tempfile::tempdir().unwrap();
    let only = ["check", "--only", "task_id/cloud/*", "--report"];
    let config = format!("subjects:\n- {{name: careless, builtin: {MUTANT}}}\n");
    fs::write(folder.path().join("careless.yaml"), config).unwrap();
    let inside = |arguments: &[&str]| said(proofmark().args(arguments).current_dir(folder.path()));
    inside(&[&only[..], &["json=a.json"]].concat()).exits(0);
    inside(&[&only[..], &["json=b.json", "--config", "careless.yaml"]].concat()).exits(1);
    let both = inside(&["report", "a.json", "b.json", "a.json"]).exits(1);
    for name in [
        "reference conforms",
        "careless does not conform",
        "reference (2) conforms",
    ] {
        assert!(both.out.contains(&format!("\n{name}: ")), "{}", both.out);
    }
    inside(&[
        "check",
        "--only",
        "task_id/queue/*",
        "--report",
        "json=c.json",
    ])
    .exits(0);
    let said = inside(&["report", "a.json", "c.json"]).exits(2);
    assert_eq!(
        said.err,
        "error: a.json and c.json have not the same selection\n"
    );
}

#[test]
fn reports_also_tell_of_the_only_one_that_cannot_be_used() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = proofmark();
    command.args([
        "check",
        "--report",
        "junit=j.xml",
        "--report",
        "github=g.txt",
        "--report",
        "json=r.json",
    ]);
    let said = said(
        command
            .args(["--", "./no-such-adapter"])
            .current_dir(folder.path()),
    )
    .exits(3);
    assert!(
        said.err
            .contains("cannot start the adapter `./no-such-adapter`"),
        "{}",
        said.err
    );
    let junit = read(folder.path(), "j.xml");
    let document = Document::parse(&junit).unwrap();
    assert_eq!(number(document.root_element(), "errors"), 1, "{junit}");
    assert!(read(folder.path(), "g.txt").starts_with("::error "));
    let report: Value = serde_json::from_str(&read(folder.path(), "r.json")).unwrap();
    assert_eq!(report["conclusion"], "unusable");
}

#[test]
fn one_that_cannot_be_used_does_not_keep_the_others_from_being_checked() {
    let folder = tempfile::tempdir().unwrap();
    let config = "subjects:\n- {name: gone, command: [./no-such-adapter]}\n- {name: here, builtin: reference}\n";
    fs::write(folder.path().join("proofmark.yaml"), config).unwrap();
    let only = ["check", "--only", "task_id/cloud/*"];
    let said = said(proofmark().args(only).current_dir(folder.path())).exits(3);
    assert!(said.out.contains("gone cannot be judged\n"), "{}", said.out);
    assert!(said.out.contains("no-such-adapter"), "{}", said.out);
    assert!(said.out.contains("here conforms: "), "{}", said.out);
}
