//! Sessions around one message.

use proptest::prelude::*;
use proptest::sample::select;
use serde::Serialize;
use serde_json::{Value, json};

use crate::generate::event_partitions::spelled_twice;
use crate::law::steps;

const DRAFT: &str = "00000000-0000-4000-8000-000000000001";

/// One client who subscribes on one connection, and sends messages on another.
fn watched(granted: &[impl Serialize], messages: Vec<(&str, Value)>) -> Value {
    let connect = |name: &str| json!({"connection": name, "client": "ann"});
    let opening = [
        ("connect", connect("ann-1")),
        ("connect", connect("ann-2")),
        ("grant", json!({"client": "ann", "partitions": granted})),
        (
            "sync",
            json!({"connection": "ann-2", "payload": {"partitions": granted, "since_committed_id": 0, "subscription_partitions": granted}}),
        ),
    ];
    let all = opening.into_iter().chain(messages);
    let all: Vec<_> = all
        .map(|(name, input)| (format!("event_partitions.{name}"), input))
        .collect();
    steps(&all)
}

/// The same, seen by syncing at the end too.
fn around(granted: &[&str], mut messages: Vec<(&str, Value)>) -> Value {
    let closing =
        json!({"connection": "ann-2", "payload": {"partitions": granted, "since_committed_id": 0}});
    messages.push(("sync", closing));
    watched(granted, messages)
}

/// A draft that is submitted twice, with partitions that are the same after normalization.
pub(super) fn repeated() -> BoxedStrategy<Value> {
    let submit = |names: &[String]| {
        let event = json!({"id": DRAFT, "partitions": names, "content": "x"});
        ("submit", json!({"connection": "ann-1", "event": event}))
    };
    spelled_twice()
        .prop_map(move |(one, other)| watched(&one, vec![submit(&one), submit(&other)]))
        .boxed()
}

/// Events with the legacy field, alone or beside a list.
pub(super) fn legacy() -> BoxedStrategy<Value> {
    const NAMES: &[&str] = &["a", "\u{e9}", "e\u{301}", "b", "A", "a,b", " a"];
    let list = proptest::collection::vec(select(NAMES), 1..3);
    let other = proptest::option::weighted(0.6, list);
    let no_text = select(&["5", "[\"a\"]", "{}", "true"])
        .prop_map(|text| serde_json::from_str(text).expect("the text is JSON"));
    let legacy = prop_oneof![3 => select(NAMES).prop_map(Value::from), 1 => no_text];
    (legacy, other)
        .prop_map(|(legacy, list)| {
            let mut event = json!({"id": DRAFT, "partition": legacy, "content": "x"});
            if let Some(list) = list {
                event["partitions"] = json!(list);
            }
            let submit = json!({"connection": "ann-1", "event": event});
            around(
                &["a", "b", "A", "\u{e9}", "a,b", " a", "5"],
                vec![("submit", submit)],
            )
        })
        .boxed()
}

/// Messages of the wrong shape, perhaps followed by a sound one.
pub(super) fn misshapen() -> BoxedStrategy<Value> {
    const EVENTS: &[&str] = &[
        "null",
        "1",
        "\"a\"",
        "[]",
        "{}",
        "{\"partitions\": [\"a\"], \"content\": \"x\"}",
        "{\"id\": 1, \"partitions\": [\"a\"], \"content\": \"x\"}",
        "{\"id\": null, \"partitions\": [\"a\"], \"content\": \"x\"}",
        "{\"id\": [], \"partitions\": [\"a\"], \"content\": \"x\"}",
        "{\"id\": \"1\", \"partitions\": [\"a\"]}",
        "{\"id\": \"1\", \"partitions\": [\"a\"], \"content\": 1}",
        "{\"id\": \"1\", \"partitions\": [\"a\"], \"content\": null}",
    ];
    const PAYLOADS: &[&str] = &[
        "null",
        "[]",
        "\"a\"",
        "{\"partitions\": [\"a\"], \"since_committed_id\": -1, \"subscription_partitions\": []}",
        "{\"partitions\": [\"a\"], \"since_committed_id\": 0.5, \"subscription_partitions\": []}",
        "{\"partitions\": [\"a\"], \"since_committed_id\": \"0\", \"subscription_partitions\": []}",
        "{\"partitions\": \"a\", \"since_committed_id\": 0, \"subscription_partitions\": []}",
        "{\"partitions\": [1], \"since_committed_id\": 0, \"subscription_partitions\": []}",
        "{\"since_committed_id\": 0, \"subscription_partitions\": []}",
        "{\"partitions\": [\"a\"], \"since_committed_id\": 0, \"subscription_partitions\": \"b\"}",
        "{\"partitions\": [\"a\"], \"since_committed_id\": 0, \"subscription_partitions\": [1]}",
        "{\"partitions\": [\"a\"], \"since_committed_id\": 0, \"subscription_partitions\": {}}",
    ];
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("the text is JSON");
    let event = (select(EVENTS), select(&["ann-1", "ann-2"]))
        .prop_map(move |(text, on)| ("submit", json!({"connection": on, "event": parsed(text)})));
    let payload = select(PAYLOADS).prop_map(move |text| {
        (
            "sync",
            json!({"connection": "ann-2", "payload": parsed(text)}),
        )
    });
    let sound = json!({"id": DRAFT, "partitions": ["a"], "content": "x"});
    let message = prop_oneof![event, payload];
    (message, any::<bool>())
        .prop_map(move |(message, then)| {
            let sound = ("submit", json!({"connection": "ann-1", "event": sound}));
            let messages = std::iter::once(message).chain(then.then_some(sound));
            around(&["a", "b"], messages.collect())
        })
        .boxed()
}
