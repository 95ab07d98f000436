//! Circumstances of a query, and what is asked under them.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::{code_versions, instants, no_instants, no_outcomes, outcomes};

/// Sound circumstances: `max_age_micros`, `upstreams`, `current_code` and `now`.
pub fn circumstances() -> BoxedStrategy<Value> {
    let current = (code_versions(), instants()).prop_map(|(version, since)| {
        version.map_or(
            Value::Null,
            |version| json!({"version": version, "since": since}),
        )
    });
    let upstreams = proptest::collection::vec(proptest::option::of(instants()), 0..4);
    let now = prop_oneof![1 => instants(), 1 => select(&["2025-01-15T12:00:00.000000Z"])];
    (ages(), upstreams, current, now)
        .prop_map(|(age, upstreams, current, now)| {
            json!({"max_age_micros": age, "upstreams": upstreams, "current_code": current, "now": now})
        })
        .boxed()
}

/// Inputs of `staleness` that are sound.
pub fn stalenesses() -> BoxedStrategy<Value> {
    let made = prop_oneof![6 => instants().prop_map(Some), 1 => Just(None)];
    (made, code_versions(), circumstances())
        .prop_map(|(made, version, circumstances)| {
            let row = json!({"last_materialization_at": made, "last_materialization_code_version": version});
            joined(row, circumstances)
        })
        .boxed()
}

/// Inputs of `display` that are sound.
pub fn displays() -> BoxedStrategy<Value> {
    let instant = || proptest::option::weighted(0.8, instants());
    (
        instant(),
        proptest::option::weighted(0.9, (instants(), outcomes())),
        proptest::option::of(instants()),
    )
        .prop_map(|(made, attempt, stale)| {
            let (at, outcome) = attempt.unzip();
            json!({
                "last_materialization_at": made,
                "last_attempt_at": at,
                "last_attempt_outcome": outcome,
                "stale_since": stale,
            })
        })
        .boxed()
}

/// Inputs of `query` that are sound.
fn queries() -> BoxedStrategy<Value> {
    let reasons = select(&["FRESHNESS_POLICY", "UPSTREAM_CHANGED", "CODE_CHANGED"]);
    (stalenesses(), displays(), reasons)
        .prop_map(|(about_staleness, mut about_display, reason)| {
            let made = about_staleness["last_materialization_at"].clone();
            about_display["last_materialization_at"] = made;
            let reason = (!about_display["stale_since"].is_null()).then_some(reason);
            about_display["stale_reason_code"] = json!(reason);
            joined(about_display, about_staleness)
        })
        .boxed()
}

/// Inputs of `staleness` as an implementation may be given them; one in four has a fault.
pub fn given_stalenesses() -> BoxedStrategy<Value> {
    with_faults(stalenesses())
}

/// Inputs of `display` as an implementation may be given them; one in four has a fault.
pub fn given_displays() -> BoxedStrategy<Value> {
    with_faults(displays())
}

/// Inputs of `query` as an implementation may be given them; one in four has a fault.
pub fn given_queries() -> BoxedStrategy<Value> {
    with_faults(queries())
}

/// The same input, asked at another instant.
#[must_use]
pub fn with_now(input: &Value, now: &str) -> Value {
    let mut input = input.clone();
    input["now"] = json!(now);
    input
}

/// Ages that make deadlines meet the instants, and such as leave all time or 64 bits of nanoseconds behind.
fn ages() -> BoxedStrategy<Option<&'static str>> {
    let near = select(&[
        "3600000000",
        "0",
        "1",
        "3599999999",
        "3600000001",
        "999",
        "1000",
        "1800000000",
        "86400000000",
    ]);
    let far = select(&[
        "9223372036854775807",
        "315537897600000000",
        "9007199254740993",
        "315537897599999998",
    ]);
    prop_oneof![3 => near.prop_map(Some), 2 => Just(None), 1 => far.prop_map(Some)].boxed()
}

fn no_ages() -> BoxedStrategy<&'static str> {
    select(&[
        "-1",
        "01",
        "",
        "+1",
        "-0",
        "1.0",
        "1e3",
        " 1",
        "1_000",
        "9223372036854775808",
        "\u{661}",
        "1\n",
    ])
    .boxed()
}

/// Puts a fault into one field, if the input has it and it is not null.
fn with_faults(inputs: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    let instants = select(&[
        "/now",
        "/last_materialization_at",
        "/last_attempt_at",
        "/stale_since",
        "/upstreams/0",
        "/upstreams/1",
        "/current_code/since",
    ]);
    let fault = prop_oneof![
        4 => (instants, no_instants()),
        1 => (Just("/max_age_micros"), no_ages()),
        1 => (Just("/last_attempt_outcome"), no_outcomes()),
    ];
    (inputs, proptest::option::weighted(0.4, fault))
        .prop_map(|(mut input, fault)| {
            if let Some((path, text)) = fault {
                if let Some(field) = input.pointer_mut(path).filter(|field| !field.is_null()) {
                    *field = json!(text);
                }
            }
            input
        })
        .boxed()
}

fn joined(mut one: Value, other: Value) -> Value {
    if let (Value::Object(one), Value::Object(other)) = (&mut one, other) {
        one.extend(other);
    }
    one
}
