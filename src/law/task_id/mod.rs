//! The laws of `spec/task_id.md`.

mod talk;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{Body, Law, Oracle, steps};
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
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "task_id/law/cloud-agrees",
        rules: &[TI_009, TI_011, TI_012, TI_015, TI_031],
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
        body: Body::Agrees,
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
        body: Body::Agrees,
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
        body: Body::Agrees,
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
                .prop_map(|life| steps(&requests(&life)))
                .boxed()
        },
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "task_id/law/sessions-are-independent",
        rules: &[TI_025],
        about: "two lives in two sessions, taking turns, go as each would alone; ending one leaves the other",
        oracle: Oracle::Model,
        operations: &[
            "task_id.enqueue",
            "task_id.complete",
            "task_id.outbox",
            "task_id.end",
        ],
        needs: &[],
        cost: 1,
        strategy: || {
            (queue_lives(8), queue_lives(8))
                .prop_map(|(one, other)| json!({"one": steps(&requests(&one)), "other": steps(&requests(&other))}))
                .boxed()
        },
        body: Body::Talk(talk::sessions_are_independent),
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
        body: Body::Talk(talk::cloud_form),
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
        body: Body::Talk(talk::same_id_same_name),
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
        body: Body::Talk(talk::no_collisions),
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
        body: Body::Talk(talk::neighbours_are_spread),
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
        body: Body::Talk(talk::records_hold_both_ids),
        blame: |_| None,
    },
];

const QUEUE: &[RuleId] = &[
    TI_020, TI_021, TI_022, TI_023, TI_024, TI_025, TI_026, TI_027, TI_028,
];

fn cloud_input(operation: &Operation) -> Value {
    json!({"kind": operation.kind(), "internal_id": internal_id(operation)})
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
