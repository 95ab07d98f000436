//! Laws of refusal: what cannot be indexed is refused wherever it stands, and what was not created is not there.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::agrees::STORE;
use super::{FULL, PLAIN, Query, Table, create, put, scan, stateful};
use crate::generate::index_key::{self as generate, faulty, of_type, single, tables};
use crate::law::{Body, Law, Oracle, Step, Violation};
use crate::model::Literal;
use crate::model::index_key::{Index, Kind, Row, TYPES};
use crate::rule::RuleId;
use crate::rule::rules::{
    IK_007, IK_019, IK_020, IK_021, IK_022, IK_023, IK_024, IK_025, IK_026, IK_027, IK_028, IK_029,
    IK_032, IK_034, IK_094, IK_096,
};
use crate::subject::index_key::{index, index_value, reference_value};
use crate::subject::{Reply, Request, wire};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "index_key/law/faulty-values-are-refused",
        rules: &[
            IK_019, IK_020, IK_021, IK_022, IK_023, IK_024, IK_025, IK_026, IK_027, IK_028, IK_029,
        ],
        about: "a value that cannot be indexed is refused as component, primary key, payload, in a prefix and as a bound",
        oracle: Oracle::Model,
        operations: &["index_key.encode", "index_key.prefix", "index_key.bounds"],
        needs: FULL,
        cost: 1,
        strategy: || {
            select(&FAULTY)
                .prop_flat_map(|name| (Just(name), faulty(name)))
                .prop_map(|(name, value)| {
                    let index = index_value(&single(name));
                    json!({"index": index, "value": wire::value(&value)})
                })
                .boxed()
        },
        body: Body::Talk(faulty_values_are_refused),
        blame: at_fault,
    },
    Law {
        id: "index_key/law/odd-values-are-accepted",
        rules: &[IK_021, IK_022, IK_007, IK_026, IK_034],
        about: "a value that looks faulty and is not is accepted as component, primary key, payload, in a prefix and as a bound",
        oracle: Oracle::Itself,
        operations: &["index_key.encode", "index_key.prefix", "index_key.bounds"],
        needs: FULL,
        cost: 1,
        strategy: || {
            select(&ODD)
                .prop_map(|(name, text)| {
                    json!({"index": index_value(&single(name)), "value": {name: text}})
                })
                .boxed()
        },
        body: Body::Talk(odd_values_are_accepted),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/null-is-no-primary-key",
        rules: &[IK_032],
        about: "null is refused as a primary key and as a bound over it, whatever its type",
        oracle: Oracle::Itself,
        operations: &["index_key.encode", "index_key.bounds"],
        needs: FULL,
        cost: 1,
        strategy: || {
            tables(generate::FULL, 1)
                .prop_map(|table| table.wire())
                .boxed()
        },
        body: Body::Talk(null_is_no_primary_key),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/only-texts-have-a-beginning",
        rules: &[IK_094],
        about: "a beginning that is neither text nor bytes is refused",
        oracle: Oracle::Itself,
        operations: &["index_key.bounds"],
        needs: FULL,
        cost: 1,
        strategy: || {
            let others: Vec<&str> = TYPES
                .into_iter()
                .filter(|name| !BEGINNING.contains(name))
                .collect();
            (select(others), any::<bool>())
                .prop_flat_map(|(name, mixed)| {
                    let mut index = single(name);
                    if mixed {
                        index.components[0].declared = None;
                    }
                    (Just(index), of_type(name))
                })
                .prop_map(|(index, value)| {
                    let range = json!({"starts_with": wire::value(&value)});
                    json!({"index": index_value(&index), "prefix": [], "range": range})
                })
                .boxed()
        },
        body: Body::Talk(only_texts_have_a_beginning),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/unknown-indexes-are-refused",
        rules: &[IK_096],
        about: "an index that was not created takes no rows and gives none, whatever was created beside it",
        oracle: Oracle::Itself,
        operations: STORE,
        needs: PLAIN,
        cost: 1,
        strategy: || {
            (tables(generate::PLAIN, 2), any::<bool>())
                .prop_map(|(table, of_kind)| {
                    let mut unknown = table.index.clone();
                    if of_kind {
                        unknown.kind = match unknown.kind {
                            Kind::User => Kind::System,
                            Kind::System => Kind::User,
                        };
                    } else {
                        unknown.id ^= 1;
                    }
                    let mut input = table.wire();
                    input["unknown"] = index_value(&unknown);
                    input
                })
                .boxed()
        },
        body: Body::Talk(unknown_indexes_are_refused),
        blame: |_| None,
    },
];

/// The types of which not every value can be indexed.
const FAULTY: [&str; 8] = [
    "int",
    "uint",
    "decimal",
    "float",
    "date",
    "timestamp",
    "ulid",
    "enum",
];

/// Values at the edge of what can be indexed.
const ODD: [(&str, &str); 12] = [
    ("string", ""),
    ("bytes", ""),
    ("decimal", "0e99999"),
    ("decimal", "-0.00e-99999"),
    ("decimal", "0.00000000000000000000000000000000000000001"),
    ("decimal", "100000000000000000000000000000000000000000"),
    ("decimal", "99999999999999999999999999999999999999"),
    ("decimal", "0.1e6144"),
    ("float", "-Infinity"),
    ("float", "-0.0"),
    ("timestamp", "0001-01-01T23:59:00+23:59"),
    ("timestamp", "9999-12-31T23:59:59.999999Z"),
];

/// The types that have a beginning.
const BEGINNING: [&str; 2] = ["string", "bytes"];

/// The rule by which the model refuses the value of an input.
fn at_fault(input: &Value) -> Option<RuleId> {
    let index = index(&input["index"]).ok()?;
    let row = Row {
        components: vec![wire::literal(&input["value"]).ok()?],
        primary_key: Literal::Int("1".to_owned()),
    };
    index.row(&row).err().map(|rejection| rejection.rule)
}

fn faulty_values_are_refused(input: &Value, heard: &[Reply]) -> Step {
    let places = ["component", "primary key", "payload", "prefix", "bound"];
    all_refused(heard, &places, at_fault(input), || asked_about(input))
}

/// The value in every place where a value may stand.
fn asked_about(input: &Value) -> Vec<Request> {
    let (index, value) = (&input["index"], &input["value"]);
    let one = json!({"int": "1"});
    let mut keyed = index.clone();
    keyed["components"] = json!([{"type": "int"}]);
    keyed["primary_key"] = index["components"][0]["type"].clone();
    let mut holding = index.clone();
    holding["components"] = json!([{"type": "enum"}]);
    let payload = json!({"enum": {"discriminant": 1, "payload": value}});
    let bound = json!({"lower": {"value": value, "inclusive": true}});
    vec![
        Request::new(
            "index_key.encode",
            json!({"index": index, "components": [value], "primary_key": one}),
        ),
        Request::new(
            "index_key.encode",
            json!({"index": keyed, "components": [one], "primary_key": value}),
        ),
        Request::new(
            "index_key.encode",
            json!({"index": holding, "components": [payload], "primary_key": one}),
        ),
        Request::new(
            "index_key.prefix",
            json!({"index": index, "components": [value]}),
        ),
        Request::new(
            "index_key.bounds",
            json!({"index": index, "prefix": [], "range": bound}),
        ),
    ]
}

fn odd_values_are_accepted(input: &Value, heard: &[Reply]) -> Step {
    if heard.is_empty() {
        return Step::Ask(asked_about(input));
    }
    let mut refused = heard.iter().filter(|reply| !matches!(reply, Reply::Ok(_)));
    refused.next().map_or(Step::Holds, super::refused)
}

fn null_is_no_primary_key(input: &Value, heard: &[Reply]) -> Step {
    let (index, row) = (&input["index"], &input["rows"][0]);
    let nothing = json!({"null": null});
    let bounds = |end: &str, inclusive: bool| {
        let range = json!({end: {"value": nothing, "inclusive": inclusive}});
        Request::new(
            "index_key.bounds",
            json!({"index": index, "prefix": row["components"], "range": range}),
        )
    };
    let ask = || {
        let keyless =
            json!({"index": index, "components": row["components"], "primary_key": nothing});
        vec![
            Request::new("index_key.encode", keyless),
            bounds("lower", true),
            bounds("lower", false),
            bounds("upper", false),
        ]
    };
    let places = ["primary key", "least", "below", "above"];
    all_refused(heard, &places, Some(IK_032), ask)
}

fn only_texts_have_a_beginning(input: &Value, heard: &[Reply]) -> Step {
    let ask = || vec![Request::new("index_key.bounds", input.clone())];
    all_refused(heard, &["beginning"], Some(IK_094), ask)
}

fn unknown_indexes_are_refused(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    let unknown: Index = index(&input["unknown"]).expect("the strategy writes an index");
    let known = 1 + table.given.len();
    if heard.is_empty() {
        let primary_key = &input["rows"][0]["primary_key"];
        let gone = json!({"index": reference_value(&unknown), "primary_key": primary_key});
        let mut questions = vec![create(&input["index"])];
        questions.extend(table.given.iter().map(|row| put(&table.index, row)));
        questions.push(put(&unknown, &table.given[0]));
        questions.push(stateful("delete", gone));
        questions.push(scan(&unknown, &Query::default(), None, &Value::Null));
        return Step::Ask(questions);
    }
    let places = ["put into", "delete in", "scan of"];
    all_refused(&heard[known..], &places, Some(IK_096), Vec::new)
}

/// All of these must be refused.
fn all_refused(
    heard: &[Reply],
    places: &[&str],
    rule: Option<RuleId>,
    ask: impl FnOnce() -> Vec<Request>,
) -> Step {
    if heard.is_empty() {
        return Step::Ask(ask());
    }
    let mut accepted = places
        .iter()
        .zip(heard)
        .filter(|(_, reply)| !matches!(reply, Reply::Reject { .. }));
    match accepted.next() {
        None => Step::Holds,
        Some((place, reply)) => Step::Broken(Box::new(Violation {
            message: format!("what must be refused is accepted: {place}"),
            rule,
            expected: Some(json!("a refusal")),
            actual: Some(reply.to_value()),
        })),
    }
}
