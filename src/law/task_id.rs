//! The laws of `spec/task_id.md`.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Law, Oracle, Step, agrees, broken, refused};
use crate::generate::task_id::{
    components, given_cloud_ids, given_operations, internal_id, operations, queue_lives, requests,
    sanitized_texts, wire,
};
use crate::model::task_id::Operation;
use crate::rule::RuleId;
use crate::rule::rules::{
    TI_001, TI_002, TI_003, TI_004, TI_005, TI_006, TI_007, TI_009, TI_010, TI_011, TI_012, TI_014,
    TI_015, TI_016, TI_017, TI_018, TI_019, TI_020, TI_021, TI_022, TI_023, TI_024, TI_025, TI_026,
    TI_027, TI_028, TI_029, TI_030, TI_031,
};
use crate::subject::{Reply, Request};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "task_id/law/internal-agrees",
        rules: &[TI_001, TI_002, TI_003, TI_004, TI_005, TI_006, TI_007],
        about: "the internal id of any operation, sound or faulty, is what the model gives",
        oracle: Oracle::Model,
        operations: &["task_id.internal"],
        needs: &[],
        cost: 1,
        strategy: || {
            given_operations()
                .prop_map(|operation| json!({"operation": wire(&operation)}))
                .boxed()
        },
        step: |input, heard| {
            model(
                "task_id.internal",
                &[TI_001, TI_002, TI_003, TI_004, TI_005, TI_006, TI_007],
                input,
                heard,
            )
        },
        blame: |_| None,
    },
    Law {
        id: "task_id/law/cloud-agrees",
        rules: &[TI_009, TI_011, TI_012, TI_031],
        about: "the cloud task id of any letter and internal id is what the model gives",
        oracle: Oracle::Model,
        operations: &["task_id.cloud"],
        needs: &[],
        cost: 1,
        strategy: || {
            given_cloud_ids()
                .prop_map(|(kind, id)| json!({"kind": kind, "internal_id": id}))
                .boxed()
        },
        step: |input, heard| {
            model(
                "task_id.cloud",
                &[TI_009, TI_011, TI_012, TI_031],
                input,
                heard,
            )
        },
        blame: |_| None,
    },
    Law {
        id: "task_id/law/record-agrees",
        rules: &[TI_017, TI_018, TI_019],
        about: "the record of any operation, sound or faulty, is what the model gives",
        oracle: Oracle::Model,
        operations: &["task_id.record"],
        needs: &[],
        cost: 1,
        strategy: || {
            given_operations()
                .prop_map(|operation| json!({"operation": wire(&operation)}))
                .boxed()
        },
        step: |input, heard| model("task_id.record", &[TI_017, TI_018, TI_019], input, heard),
        blame: |_| None,
    },
    Law {
        id: "task_id/law/sanitize-agrees",
        rules: &[TI_029, TI_030],
        about: "the legacy sanitizer gives what the model gives",
        oracle: Oracle::Model,
        operations: &["task_id.sanitize"],
        needs: &[],
        cost: 1,
        strategy: || {
            sanitized_texts()
                .prop_map(|text| json!({"internal_id": text}))
                .boxed()
        },
        step: |input, heard| model("task_id.sanitize", &[TI_029, TI_030], input, heard),
        blame: |_| None,
    },
    Law {
        id: "task_id/law/queue-agrees",
        rules: QUEUE,
        about: "a queue and its outbox, over any life and any clock, answer as the model does",
        oracle: Oracle::Model,
        operations: &["task_id.enqueue", "task_id.complete", "task_id.outbox"],
        needs: &[],
        cost: 1,
        strategy: || {
            queue_lives(24)
                .prop_map(|life| script(&requests(&life)))
                .boxed()
        },
        step: |input, heard| {
            let requests = lived(input);
            if heard.is_empty() {
                Step::Ask(requests)
            } else {
                agrees(QUEUE, &requests, heard)
            }
        },
        blame: |_| None,
    },
    Law {
        id: "task_id/law/cloud-form",
        rules: &[TI_010],
        about: "every cloud task id matches ^[dt]_[a-z2-7]{26}$",
        oracle: Oracle::Itself,
        operations: &["task_id.cloud"],
        needs: &[],
        cost: 1,
        strategy: || {
            operations()
                .prop_map(|operation| cloud_input(&operation))
                .boxed()
        },
        step: cloud_form,
        blame: |_| None,
    },
    Law {
        id: "task_id/law/same-id-same-name",
        rules: &[TI_014],
        about: "asking again, with another question between, gives the same cloud task id",
        oracle: Oracle::Itself,
        operations: &["task_id.cloud"],
        needs: &[],
        cost: 1,
        strategy: || {
            (operations(), operations())
                .prop_map(
                    |(one, other)| json!({"one": cloud_input(&one), "other": cloud_input(&other)}),
                )
                .boxed()
        },
        step: same_id_same_name,
        blame: |_| None,
    },
    Law {
        id: "task_id/law/no-collisions",
        rules: &[TI_005, TI_006, TI_015],
        about: "among many operations, near-duplicates and legacy collisions included, no two share an internal or cloud id",
        oracle: Oracle::Itself,
        operations: &["task_id.internal", "task_id.cloud"],
        needs: &[],
        cost: 16,
        strategy: || {
            proptest::collection::vec(operations(), 2..64)
                .prop_map(|list| json!({"operations": distinct(list).iter().map(wire).collect::<Vec<_>>()}))
                .boxed()
        },
        step: no_collisions,
        blame: |_| None,
    },
    Law {
        id: "task_id/law/neighbours-are-spread",
        rules: &[TI_016],
        about: "over 1024 attempts in sequence, the first characters of the names are spread evenly",
        oracle: Oracle::Itself,
        operations: &["task_id.cloud"],
        needs: &[],
        cost: 64,
        strategy: || {
            (components(), components(), 1..1_000_000_u32)
                .prop_map(|(run_id, task_key, first)| json!({"run_id": run_id, "task_key": task_key, "first": first}))
                .boxed()
        },
        step: neighbours_are_spread,
        blame: |_| None,
    },
    Law {
        id: "task_id/law/records-hold-both-ids",
        rules: &[TI_017, TI_018, TI_019],
        about: "the two ids of a record are those that the other operations give",
        oracle: Oracle::Itself,
        operations: &["task_id.record", "task_id.internal", "task_id.cloud"],
        needs: &[],
        cost: 1,
        strategy: || {
            operations()
                .prop_map(|operation| json!({"operation": wire(&operation)}))
                .boxed()
        },
        step: records_hold_both_ids,
        blame: |_| None,
    },
];

const QUEUE: &[RuleId] = &[
    TI_020, TI_021, TI_022, TI_023, TI_024, TI_025, TI_026, TI_027, TI_028,
];

/// Asks the operation about the input, and compares with the model.
fn model(operation: &str, rules: &[RuleId], input: &Value, heard: &[Reply]) -> Step {
    let request = Request::new(operation, input.clone());
    if heard.is_empty() {
        Step::Ask(vec![request])
    } else {
        agrees(rules, &[request], heard)
    }
}

fn cloud_input(operation: &Operation) -> Value {
    json!({"kind": operation.kind(), "internal_id": internal_id(operation)})
}

fn cloud(input: &Value) -> Request {
    Request::new("task_id.cloud", input.clone())
}

/// A session as a law's input: the operations and inputs in order.
fn script(requests: &[(String, Value)]) -> Value {
    let steps = requests
        .iter()
        .map(|(operation, input)| json!({"operation": operation, "input": input}));
    json!({"steps": steps.collect::<Vec<_>>()})
}

fn lived(input: &Value) -> Vec<Request> {
    let steps = input["steps"].as_array().into_iter().flatten();
    let requests = steps.map(|step| Request {
        operation: step["operation"].as_str().unwrap_or_default().to_owned(),
        session: Some(String::new()),
        input: step["input"].clone(),
    });
    requests.collect()
}

fn cloud_form(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![cloud(input)]),
        [Reply::Ok(ok)] => {
            let id = ok["cloud_task_id"].as_str().unwrap_or_default();
            let hash = id
                .strip_prefix("d_")
                .or_else(|| id.strip_prefix("t_"))
                .unwrap_or_default();
            let fine = hash.len() == 26
                && hash
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b));
            if fine {
                Step::Holds
            } else {
                broken(
                    "the cloud task id has another form",
                    "^[dt]_[a-z2-7]{26}$",
                    ok.clone(),
                )
            }
        }
        [reply, ..] => refused_unless_open(input, reply),
    }
}

fn same_id_same_name(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![
            cloud(&input["one"]),
            cloud(&input["other"]),
            cloud(&input["one"]),
        ]),
        [first, _, again] if first == again => Step::Holds,
        [first, _, again] => broken(
            "the second answer is another",
            first.to_value(),
            again.to_value(),
        ),
        _ => Step::Holds,
    }
}

fn no_collisions(input: &Value, heard: &[Reply]) -> Step {
    let operations = input["operations"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let kind = |operation: &Value| {
        if operation.get("dispatch").is_some() {
            "d"
        } else {
            "t"
        }
    };
    let count = operations.len();
    if heard.is_empty() {
        let ask = |operation| Request::new("task_id.internal", json!({"operation": operation}));
        return Step::Ask(operations.iter().map(ask).collect());
    }
    let internal = heard[..count].iter().zip(operations);
    let accepted: Vec<(&Value, &Value)> = internal
        .filter_map(|(reply, operation)| ok_of(reply, operation))
        .collect();
    if heard.len() == count {
        if let Some(message) = twins(
            accepted
                .iter()
                .map(|(ok, operation)| (&ok["internal_id"], *operation)),
        ) {
            return broken(
                "two operations have the same internal id",
                "two internal ids",
                message,
            );
        }
        let ask = |(ok, operation): &(&Value, &Value)| {
            cloud(&json!({"kind": kind(operation), "internal_id": ok["internal_id"]}))
        };
        let questions: Vec<Request> = accepted.iter().map(ask).collect();
        return if questions.is_empty() {
            Step::Holds
        } else {
            Step::Ask(questions)
        };
    }
    let clouds = heard[count..].iter().zip(&accepted);
    let named =
        clouds.filter_map(|(reply, (_, operation))| Some((ok_of(reply, operation)?.0, *operation)));
    let named: Vec<(&Value, &Value)> = named.collect();
    match twins(
        named
            .iter()
            .map(|(ok, operation)| (&ok["cloud_task_id"], *operation)),
    ) {
        Some(message) => broken(
            "two operations have the same cloud task id",
            "two cloud task ids",
            message,
        ),
        None => Step::Holds,
    }
}

fn ok_of<'a>(reply: &'a Reply, operation: &'a Value) -> Option<(&'a Value, &'a Value)> {
    match reply {
        Reply::Ok(ok) => Some((ok, operation)),
        _ => None,
    }
}

/// Two operations with the same id, if there are any.
fn twins<'a>(ids: impl Iterator<Item = (&'a Value, &'a Value)>) -> Option<Value> {
    let mut seen: Vec<(&Value, &Value)> = Vec::new();
    for (id, operation) in ids {
        if let Some((_, twin)) = seen.iter().find(|(known, _)| *known == id) {
            return Some(json!({"id": id, "operations": [twin, operation]}));
        }
        seen.push((id, operation));
    }
    None
}

fn distinct(list: Vec<Operation>) -> Vec<Operation> {
    let mut kept: Vec<Operation> = Vec::new();
    for operation in list {
        if !kept.contains(&operation) {
            kept.push(operation);
        }
    }
    kept
}

/// How many attempts in sequence are looked at.
const NEIGHBOURS: u32 = 1024;

/// The greatest chi-square over 32 characters that passes. With 31 degrees of freedom, an even spread exceeds it once in
/// 2 × 10^13; even a run of 100,000 inputs, with four places each for every 64th, fails by chance less than once in 10^9.
const GREATEST_CHI_SQUARE: f64 = 130.0;

fn neighbours_are_spread(input: &Value, heard: &[Reply]) -> Step {
    if heard.is_empty() {
        let (run_id, task_key) = (input["run_id"].as_str(), input["task_key"].as_str());
        let (run_id, task_key) = (run_id.unwrap_or_default(), task_key.unwrap_or_default());
        let first = input["first"].as_u64().unwrap_or(1);
        let ids = (first..first + u64::from(NEIGHBOURS))
            .map(|attempt| format!("dispatch:{run_id}:{task_key}:{attempt}"));
        return Step::Ask(
            ids.map(|id| cloud(&json!({"kind": "d", "internal_id": id})))
                .collect(),
        );
    }
    for place in 2..6 {
        let mut counts = std::collections::BTreeMap::new();
        for reply in heard {
            let Reply::Ok(ok) = reply else {
                return refused(reply);
            };
            let character = ok["cloud_task_id"]
                .as_str()
                .and_then(|id| id.as_bytes().get(place))
                .copied();
            *counts.entry(character).or_insert(0_u32) += 1;
        }
        let expected = f64::from(NEIGHBOURS) / 32.0;
        let seen: f64 = counts
            .values()
            .map(|count| (f64::from(*count) - expected).powi(2) / expected)
            .sum();
        let missing = 32_usize.saturating_sub(counts.len());
        let chi_square = seen + f64::from(u32::try_from(missing).unwrap_or(0)) * expected;
        if chi_square > GREATEST_CHI_SQUARE || counts.len() > 32 {
            let message = format!("character {} of the names is not spread evenly", place + 1);
            return broken(
                message,
                format!("chi-square of at most {GREATEST_CHI_SQUARE}"),
                format!("{chi_square:.1}"),
            );
        }
    }
    Step::Holds
}

fn records_hold_both_ids(input: &Value, heard: &[Reply]) -> Step {
    let operation = &input["operation"];
    let (kind, table, column) = if operation.get("dispatch").is_some() {
        ("d", "dispatch_outbox", "dispatch_id")
    } else {
        ("t", "timers", "timer_id")
    };
    match heard {
        [] => Step::Ask(vec![
            Request::new("task_id.record", input.clone()),
            Request::new("task_id.internal", input.clone()),
        ]),
        [_, Reply::Ok(internal)] => Step::Ask(vec![cloud(
            &json!({"kind": kind, "internal_id": internal["internal_id"]}),
        )]),
        [Reply::Ok(record), Reply::Ok(internal), Reply::Ok(cloud)] => {
            let row =
                json!({column: internal["internal_id"], "cloud_task_id": cloud["cloud_task_id"]});
            let expected = json!({"table": table, "row": row});
            if *record == expected {
                Step::Holds
            } else {
                broken(
                    "the record does not hold what the other operations give",
                    expected,
                    record.clone(),
                )
            }
        }
        // An attempt of 0 may be refused, but then by both.
        [record, Reply::Reject { .. }] if matches!(record, Reply::Ok(_)) => refused(&heard[1]),
        [reply @ Reply::Reject { .. }, Reply::Ok(_), ..] => refused(reply),
        _ => Step::Holds,
    }
}

/// An attempt of 0 may be refused (TI-008, TI-013); nothing else that is sound may.
fn refused_unless_open(input: &Value, reply: &Reply) -> Step {
    let id = input["internal_id"].as_str().unwrap_or_default();
    let zero = id.split(':').any(|part| part == "0");
    if zero { Step::Holds } else { refused(reply) }
}
