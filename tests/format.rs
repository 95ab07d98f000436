//! The format of the vectors: what is refused and where, and that writing and reading are each other's inverse.

mod support;

use proofmark::error::SourceError;
use proofmark::rule::Registry;
use proofmark::vector::{
    Alternative, Case, Expectation, Library, Outcome, Step, Topic, Versions, from_yaml,
};
use proptest::prelude::*;
use serde_json::{Value, json};

const TOPIC: &str = "\
about: What it is for.
cases:
- id: one
  rules: [PK-001]
  operation: partition_key.parse
  input: {canonical: \"a=i:1\"}
  expect: {ok: {dimensions: [{key: a, value: {int: \"1\"}}]}}
- id: two
  rules: [TI-020, TI-023]
  note: Two steps.
  steps:
  - operation: task_id.outbox
    input: {}
    expect: {ok: {rows: []}}
  - operation: task_id.outbox
    input: {}
- id: three
  rules: [PK-023]
  pinned: A document
  operation: partition_key.parse
  input: {canonical: \"a=d:0000-01-01\"}
  expect: {any_of: [{choice: {PK-023: reject}, reject: year_out_of_range}, {choice: {PK-023: accept}, ok: {}}]}
";

fn parse(text: &str) -> Result<Topic, SourceError> {
    Topic::parse("widget/topic", "topic.yaml", text, Registry::embedded())
}

/// Changes the topic, and asserts what is said, with file, line and column.
#[track_caller]
fn refused(from: &str, to: &str, line: usize, column: usize, message: &str) {
    assert!(TOPIC.contains(from), "{from}");
    let error = parse(&TOPIC.replacen(from, to, 1)).unwrap_err().to_string();
    let expected = format!("topic.yaml:{line}:{column}: ");
    assert!(error.starts_with(&expected), "{error}\n{expected}");
    assert!(error.contains(message), "{error}\n{message}");
}

#[test]
fn a_topic_is_read_with_its_cases() {
    let topic = parse(TOPIC).unwrap();
    assert_eq!(
        (topic.about.as_str(), topic.domain()),
        ("What it is for.", "widget")
    );
    let ids: Vec<(&str, usize)> = topic
        .cases
        .iter()
        .map(|case| (case.id.as_str(), case.line))
        .collect();
    assert_eq!(
        ids,
        [
            ("widget/topic/one", 3),
            ("widget/topic/two", 8),
            ("widget/topic/three", 17)
        ]
    );
    assert!(topic.cases[1].is_scenario());
    assert_eq!(topic.cases[1].steps[1].expect, None);
    assert_eq!(topic.cases[2].pinned.as_deref(), Some("A document"));
    let Some(Expectation::AnyOf(alternatives)) = &topic.cases[2].steps[0].expect else {
        panic!()
    };
    assert_eq!(
        alternatives[0].outcome,
        Outcome::Reject("year_out_of_range".to_owned())
    );
}

#[test]
fn what_is_no_yaml_is_refused() {
    refused("input: {canonical", "input: {canonical: [", 6, 23, "");
    refused(
        "about: What it is for.",
        "about: \"What it is for.",
        2,
        1,
        "invalid YAML",
    );
}

#[test]
fn a_key_that_occurs_twice_is_refused() {
    refused(
        "  rules: [PK-001]\n",
        "  rules: [PK-001]\n  rules: [PK-002]\n",
        5,
        3,
        "duplicate",
    );
    refused(
        "{int: \"1\"}",
        "{int: \"1\", int: \"2\"}",
        7,
        57,
        "duplicate",
    );
}

#[test]
fn an_unknown_field_is_refused() {
    refused("  note: Two", "  nota: Two", 10, 3, "unknown field `nota`");
    refused("about: What", "abuot: What", 1, 1, "unknown field `abuot`");
    refused(
        "expect: {ok: {dim",
        "expect: {okay: {dim",
        7,
        12,
        "unknown field `okay`",
    );
}

#[test]
fn a_missing_field_is_refused() {
    refused("  rules: [PK-001]\n", "", 6, 3, "missing field `rules`");
    refused(
        "about: What it is for.\n",
        "",
        1,
        1,
        "missing field `about`",
    );
}

#[test]
fn scalars_that_yaml_versions_read_differently_are_refused() {
    for scalar in ["no", "Yes", "on", "OFF", "y", "N", "True", "NULL", "~"] {
        refused(
            "\"a=i:1\"",
            scalar,
            6,
            22,
            &format!("`{scalar}` means something else in other YAML versions"),
        );
    }
}

#[test]
fn numbers_that_are_not_plain_or_not_of_64_bits_are_refused() {
    for scalar in [
        "017",
        "1_000",
        "0x10",
        "0o17",
        "+5",
        "-0",
        ".5",
        "5.",
        "1:30",
        "2025-01-15",
        "18446744073709551616",
        "-9223372036854775809",
        "340282366920938463463374607431768211456",
        ".inf",
        "-.inf",
        ".nan",
        "1e999",
    ] {
        refused(
            "\"a=i:1\"",
            scalar,
            6,
            22,
            &format!("`{scalar}` looks like a number"),
        );
    }
    for scalar in [
        "0",
        "-1",
        "18446744073709551615",
        "-9223372036854775808",
        "1.5",
        "1e3",
    ] {
        let topic = parse(&TOPIC.replacen("\"a=i:1\"", scalar, 1)).unwrap();
        let read = topic.cases[0].steps[0].input["canonical"].clone();
        assert_eq!(
            read,
            serde_json::from_str::<Value>(scalar).unwrap(),
            "{scalar}"
        );
    }
}

#[test]
fn keys_that_are_not_surely_texts_are_refused() {
    refused("{canonical:", "{null:", 6, 11, "`null` as a key");
    refused("{canonical:", "{true:", 6, 11, "`true` as a key");
    refused(
        "{canonical:",
        "{1:",
        6,
        11,
        "`1` as a key looks like a number",
    );
}

#[test]
fn an_empty_value_is_refused() {
    refused(
        "about: What it is for.",
        "about:",
        1,
        6,
        "expected a value here",
    );
}

#[test]
fn anchors_aliases_and_tags_are_refused() {
    refused(
        "\"a=i:1\"",
        "&x a",
        6,
        25,
        "anchors and aliases are not used here",
    );
    refused("\"a=i:1\"", "*x", 6, 22, "");
    refused("\"a=i:1\"", "!!str a", 6, 28, "tags are not used here");
    refused(
        "input: {canonical",
        "input: !t {canonical",
        6,
        13,
        "tags are not used here",
    );
}

#[test]
fn comments_are_refused_because_they_would_be_lost() {
    refused(
        "about: What it is for.\n",
        "about: What it is for. # and why\n",
        1,
        24,
        "comments are not kept",
    );
    refused("cases:\n", "# all\ncases:\n", 2, 1, "comments are not kept");
}

#[test]
fn a_second_document_is_refused() {
    let text = format!("{TOPIC}---\nabout: More.\n");
    let error = parse(&text).unwrap_err().to_string();
    assert!(
        error.starts_with("topic.yaml:23:1: expected one document, found a second"),
        "{error}"
    );
}

#[test]
fn depth_is_bounded() {
    let deep = format!("{}{}", "[".repeat(70), "]".repeat(70));
    refused(
        "\"a=i:1\"",
        &deep,
        6,
        22 + 60,
        "nested more than 64 levels deep",
    );
}

#[test]
fn a_bad_text_of_parts_is_refused() {
    let bad = [
        ("{$text: a}", "`$text` is a list of parts"),
        ("{$text: [1]}", "a part of `$text` is a text or"),
        ("{$text: [{repeat: a}]}", "a part of `$text` is a text or"),
        ("{$text: [{repeat: 1, times: 2}]}", "`repeat` is a text"),
        ("{$text: [{repeat: a, times: -1}]}", "`times` is a number"),
        (
            "{$text: [{repeat: a, times: 99999999999}]}",
            "`$text` is longer than",
        ),
        ("{$text: [a], more: 1}", "`$text` stands alone"),
    ];
    for (text, message) in bad {
        refused("\"a=i:1\"", text, 5, 14, message);
    }
    let topic =
        parse(&TOPIC.replacen("\"a=i:1\"", "{$text: [a, {repeat: bc, times: 3}]}", 1)).unwrap();
    assert_eq!(topic.cases[0].steps[0].input["canonical"], "abcbcbc");
}

#[test]
fn an_unknown_rule_operation_or_choice_is_refused() {
    refused(
        "rules: [PK-001]",
        "rules: [PK-999]",
        4,
        11,
        "PK-999 is no rule in force",
    );
    refused(
        "TI-020, TI-023",
        "TI-020, TI-23",
        9,
        19,
        "`TI-23` is no rule id",
    );
    refused(
        "partition_key.parse",
        "partition_key.pars",
        5,
        14,
        "`partition_key.pars` is no operation",
    );
    refused(
        "PK-023: accept",
        "PK-023: shrug",
        22,
        11,
        "PK-023 has no choice `shrug`: expected one of reject, accept",
    );
    refused(
        "{PK-023: accept}",
        "{PK-001: accept}",
        22,
        11,
        "PK-001 has no choice",
    );
}

#[test]
fn an_id_that_is_used_twice_is_refused() {
    refused("id: two", "id: one", 8, 7, "the id `one` is used twice");
}

#[test]
fn an_id_that_no_shell_would_like_is_refused() {
    for id in ["One", "a b", "a/b", "\"-a\"", "\"\"", "a--b"] {
        refused("id: two", &format!("id: {id}"), 8, 7, "is no case id");
    }
}

#[test]
fn a_case_without_rules_is_refused() {
    refused("rules: [PK-001]", "rules: []", 3, 7, "`one` cites no rule");
}

#[test]
fn a_pinned_case_needs_its_expectation() {
    let from = "  input: {canonical: \"a=d:0000-01-01\"}\n  expect: {any_of: [{choice: {PK-023: reject}, reject: year_out_of_range}, {choice: {PK-023: accept}, ok: {}}]}\n";
    refused(
        from,
        "  input: {canonical: \"a=d:0000-01-01\"}\n",
        17,
        7,
        "`three` is pinned, so its expectation is written by hand",
    );
}

#[test]
fn a_case_has_either_an_input_or_steps() {
    refused(
        "  steps:\n",
        "  operation: task_id.outbox\n  input: {}\n  steps:\n",
        8,
        7,
        "`two` has either",
    );
    refused(
        "  input: {canonical: \"a=i:1\"}\n",
        "",
        3,
        7,
        "`one` has either",
    );
}

#[test]
fn an_expectation_has_one_outcome() {
    refused(
        "expect: {ok: {rows: []}}",
        "expect: {ok: {}, reject: x}",
        14,
        13,
        "expected one of `ok`, `reject` and `any_of`",
    );
    refused(
        "expect: {ok: {rows: []}}",
        "expect: {}",
        14,
        13,
        "expected one of",
    );
    refused(
        "expect: {any_of:",
        "expect: {ok: {}, any_of:",
        22,
        11,
        "`any_of` stands alone",
    );
    refused(
        "{choice: {PK-023: accept}, ok: {}}",
        "{ok: {}}",
        22,
        11,
        "an alternative names the `choice`",
    );
}

#[test]
fn the_files_are_canonical_and_ascii() {
    for source in Library::embedded().sources() {
        let text = source.text().unwrap();
        assert!(text.is_ascii(), "{}", source.file);
        let topic = source.parse(Registry::embedded()).unwrap();
        assert_eq!(topic.to_yaml(), text, "{}", source.file);
    }
}

#[test]
fn embedded_vectors_are_those_of_the_folder() {
    let folder = Library::folder(&support::root().join("vectors")).unwrap();
    let embedded = Library::embedded();
    assert_eq!(folder.sources().len(), embedded.sources().len());
    for (a, b) in folder.sources().iter().zip(embedded.sources()) {
        assert_eq!((&a.name, a.text().unwrap()), (&b.name, b.text().unwrap()));
        // The build made JSON of the embedded ones, line numbers included.
        let registry = Registry::embedded();
        let (a, b) = (a.parse(registry).unwrap(), b.parse(registry).unwrap());
        assert_eq!((a.about, a.cases), (b.about, b.cases));
    }
}

#[test]
fn long_texts_are_folded_and_come_back() {
    for text in [
        "a".repeat(65_536),
        format!("x{}y", "bc".repeat(300)),
        "😀".repeat(500),
    ] {
        let topic = topic(&json!({ "text": text }));
        let yaml = topic.to_yaml();
        assert!(yaml.len() < 2000, "{yaml}");
        assert_eq!(parse(&yaml).unwrap().cases[0].steps, topic.cases[0].steps);
    }
}

fn topic(input: &Value) -> Topic {
    let choice = [("PK-023".parse().unwrap(), "accept".to_owned())].into();
    let alternative = Alternative {
        choice,
        outcome: Outcome::Ok(input.clone()),
    };
    let step = |expect| Step {
        operation: "partition_key.parse".to_owned(),
        input: input.clone().into(),
        expect,
    };
    let case = |name: &str, steps, line| Case {
        id: format!("widget/topic/{name}"),
        rules: vec!["PK-001".parse().unwrap()],
        needs: Vec::new(),
        versions: Versions::default(),
        pinned: None,
        note: None,
        steps,
        line,
    };
    let one = step(Some(Expectation::One(Outcome::Ok(input.clone()))));
    let any = step(Some(Expectation::AnyOf(vec![alternative])));
    let cases = vec![
        case("a", vec![one.clone()], 0),
        case("b", vec![one, any, step(None)], 0),
    ];
    Topic {
        name: "widget/topic".to_owned(),
        file: "topic.yaml".to_owned(),
        about: "x".to_owned(),
        cases,
    }
}

/// Any JSON that an input can be: not a mapping with `$text`, which stands for something else.
fn any_json() -> impl Strategy<Value = Value> {
    let text = prop_oneof![
        any::<String>(),
        "[\\x00-\\x20\"\\\\\\x7f-\\xa0]{0,6}",
        "[ -~]{0,12}",
        "[yYnNoOfFtrueals0-9.:+_ -]{0,6}",
        "(ab|a|\\PC){0,300}"
    ];
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>()
            .prop_filter("JSON has no other", |n| n.is_finite())
            .prop_map(Value::from),
        text.clone().prop_map(Value::from),
    ];
    scalar.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(text.clone(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_is_read_back(input in any_json()) {
        let topic = topic(&json!({ "field": input }));
        let yaml = topic.to_yaml();
        prop_assert!(yaml.is_ascii());
        let mut read = parse(&yaml).map_err(|error| TestCaseError::fail(format!("{error}\n{yaml}")))?;
        for case in &mut read.cases {
            case.line = 0;
        }
        prop_assert_eq!(&read, &topic, "{}", yaml);
        prop_assert_eq!(read.to_yaml(), yaml);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "(\\PC|[\\[\\]{}:,&*!|>'\"%@`#\\n -]){0,80}") {
        _ = from_yaml::<Value>("any.yaml", &text);
        _ = parse(&text);
    }
}
