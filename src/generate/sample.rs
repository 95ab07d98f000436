//! A seeded sample of inputs for an operation, as a file of cases.
//!
//! The inputs are drawn once and then kept in the file: they do not change with this code or with its dependencies.

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::event_partitions::{self, Habit};
use super::{demands, index_key, partition_key, partition_status, regenerate, task_id};
use crate::rule::RuleId;
use crate::rule::rules::{
    EP_006, EP_018, EP_020, EP_042, EP_060, EP_069, EP_070, IK_016, IK_035, IK_064, IK_079, IK_081,
    IK_104, IK_107, IK_108, IK_125, PK_008, PK_009, PK_031, PS_013, PS_017, PS_019, PS_030, PS_043,
    PS_045, PS_046, PS_047, PS_050, PS_051, TI_001, TI_002, TI_003, TI_009, TI_017, TI_018, TI_021,
    TI_023, TI_026, TI_029,
};
use crate::subject::index_key::{hex, index_value};
use crate::vector::{Case, Step, Topic, Versions};

/// An operation that can be sampled: how its inputs are drawn, and the rules that an accepted one stands for.
struct Sampled {
    operation: &'static str,
    inputs: fn() -> BoxedStrategy<Vec<(String, Value)>>,
    accepted: fn(&Value) -> Vec<RuleId>,
}

const SAMPLED: &[Sampled] = &[
    Sampled {
        operation: "partition_key.encode",
        inputs: || {
            one(
                "partition_key.encode",
                partition_key::given_dimensions().prop_map(|d| partition_key::wire(&d)),
            )
        },
        accepted: |_| vec![PK_009],
    },
    Sampled {
        operation: "partition_key.parse",
        inputs: || {
            one(
                "partition_key.parse",
                partition_key::given_texts().prop_map(|text| json!({"canonical": text})),
            )
        },
        accepted: |_| vec![PK_008],
    },
    Sampled {
        operation: "partition_key.id",
        inputs: || {
            let pairs = (partition_key::asset_ids(), partition_key::given_texts());
            one(
                "partition_key.id",
                pairs.prop_map(|(asset, text)| json!({"asset_id": asset, "canonical": text})),
            )
        },
        accepted: |_| vec![PK_031],
    },
    Sampled {
        operation: "partition_status.fold",
        inputs: || {
            let lists = partition_status::given_event_lists();
            one(
                "partition_status.fold",
                lists.prop_map(|events| json!({"events": events.iter().map(partition_status::wire).collect::<Vec<_>>()})),
            )
        },
        accepted: |_| vec![PS_013, PS_017],
    },
    Sampled {
        operation: "partition_status.staleness",
        inputs: || {
            one(
                "partition_status.staleness",
                partition_status::given_stalenesses(),
            )
        },
        accepted: |_| vec![PS_043],
    },
    Sampled {
        operation: "partition_status.display",
        inputs: || {
            one(
                "partition_status.display",
                partition_status::given_displays(),
            )
        },
        accepted: |_| vec![PS_046, PS_047, PS_050, PS_051],
    },
    Sampled {
        operation: "partition_status.query",
        inputs: || one("partition_status.query", partition_status::given_queries()),
        accepted: |_| vec![PS_045],
    },
    Sampled {
        operation: "partition_status.table",
        inputs: || partition_status::lives(4),
        accepted: |_| vec![PS_019, PS_030],
    },
    Sampled {
        operation: "task_id.internal",
        inputs: || one("task_id.internal", given_operation()),
        accepted: |input| vec![by_kind(input, [TI_001, TI_002, TI_003])],
    },
    Sampled {
        operation: "task_id.cloud",
        inputs: || {
            let pairs = task_id::given_cloud_ids();
            one(
                "task_id.cloud",
                pairs.prop_map(|(kind, id)| json!({"kind": kind, "internal_id": id})),
            )
        },
        accepted: |_| vec![TI_009],
    },
    Sampled {
        operation: "task_id.record",
        inputs: || one("task_id.record", given_operation()),
        accepted: |input| vec![by_kind(input, [TI_017, TI_018, TI_018])],
    },
    Sampled {
        operation: "task_id.sanitize",
        inputs: || {
            one(
                "task_id.sanitize",
                task_id::sanitized_texts().prop_map(|text| json!({"internal_id": text})),
            )
        },
        accepted: |_| vec![TI_029],
    },
    Sampled {
        operation: "task_id.queue",
        inputs: || {
            task_id::queue_lives(8)
                .prop_map(|life| task_id::requests(&life))
                .boxed()
        },
        accepted: |_| vec![TI_021, TI_023, TI_026],
    },
    Sampled {
        operation: "event_partitions.normalize",
        inputs: || {
            one(
                "event_partitions.normalize",
                event_partitions::given_partitions(),
            )
        },
        accepted: |_| vec![EP_006, EP_018, EP_020],
    },
    Sampled {
        operation: "event_partitions.server",
        inputs: || {
            let habits = [
                Habit::Orderly,
                Habit::Curious,
                Habit::Forgetful,
                Habit::Hasty,
            ];
            let sessions = habits.map(|habit| event_partitions::sessions(habit, 6));
            proptest::strategy::Union::new(sessions)
                .prop_map(|session| event_partitions::requests(&session))
                .boxed()
        },
        accepted: |_| vec![EP_042, EP_060, EP_069, EP_070],
    },
    Sampled {
        operation: "index_key.encode",
        inputs: || {
            let rows = index_key::given_rows();
            one(
                "index_key.encode",
                rows.prop_map(|(index, row)| index_key::wire(&index, &row)),
            )
        },
        accepted: |_| vec![IK_035],
    },
    Sampled {
        operation: "index_key.decode",
        inputs: || {
            let keys = index_key::given_keys();
            let input = |(index, key): (_, Vec<u8>)| json!({"index": index_value(&index), "key": hex(&key)});
            one("index_key.decode", keys.prop_map(input))
        },
        accepted: |_| vec![IK_064],
    },
    Sampled {
        operation: "index_key.compare",
        inputs: || one("index_key.compare", index_key::given_pairs()),
        accepted: |_| vec![IK_016],
    },
    Sampled {
        operation: "index_key.prefix",
        inputs: || one("index_key.prefix", index_key::given_prefixes()),
        accepted: |_| vec![IK_079],
    },
    Sampled {
        operation: "index_key.bounds",
        inputs: || one("index_key.bounds", index_key::given_bounds()),
        accepted: |_| vec![IK_081],
    },
    Sampled {
        operation: "index_key.plan",
        inputs: || one("index_key.plan", index_key::given_plans()),
        accepted: |_| vec![IK_125],
    },
    Sampled {
        operation: "index_key.store",
        inputs: || {
            index_key::lives(index_key::DESCENDING, 6, false, true)
                .prop_map(|life| index_key::requests(&life))
                .boxed()
        },
        accepted: |_| vec![IK_104, IK_107, IK_108],
    },
];

/// The names that [`sample`] knows: operations, and `index_key.store`, `partition_status.table` and `task_id.queue` for
/// scenarios of stateful ones.
pub fn sampled() -> impl Iterator<Item = &'static str> {
    SAMPLED.iter().map(|sampled| sampled.operation)
}

/// A file of `count` cases for the operation, without repetitions; `None` if it cannot be sampled.
#[must_use]
pub fn sample(operation: &str, count: usize, seed: u64) -> Option<Topic> {
    let sampled = SAMPLED
        .iter()
        .find(|sampled| sampled.operation == operation)?;
    let (domain, name) = operation.split_once('.')?;
    let topic = format!("{domain}/sample-{name}");
    let bytes = Sha256::digest(format!("{seed}:sample:{operation}"));
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let mut runner =
        TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let strategy = (sampled.inputs)();
    let mut cases: Vec<Case> = Vec::new();
    // A strategy that repeats itself too often ends the search.
    for _ in 0..count * 50 {
        if cases.len() == count {
            break;
        }
        let requests = strategy.new_tree(&mut runner).ok()?.current();
        let steps = requests.into_iter().map(|(operation, input)| Step {
            operation,
            input: input.into(),
            expect: None,
        });
        let steps: Vec<Step> = steps.collect();
        if cases.iter().all(|case| case.steps != steps) {
            let id = format!("{topic}/sample-{:03}", cases.len() + 1);
            let mut case = Case {
                id,
                rules: Vec::new(),
                needs: Vec::new(),
                versions: Versions::default(),
                pinned: None,
                note: None,
                steps,
                line: 0,
            };
            case.rules = rules(&case, sampled);
            if domain == "index_key" {
                case.needs = index_key::needs(&case.steps);
            }
            cases.push(case);
        }
    }
    let about =
        format!("A sample of {operation}, drawn once from seed {seed}: what nobody thought of.");
    Some(
        regenerate(
            Topic {
                name: topic,
                file: String::new(),
                about,
                cases,
            },
            None,
        )
        .topic,
    )
}

/// The rule that demands the refusal, or those that an accepted input stands for.
fn rules(case: &Case, sampled: &Sampled) -> Vec<RuleId> {
    let demanded: Vec<RuleId> = demands(case)
        .unwrap_or_default()
        .into_iter()
        .flatten()
        .collect();
    let mut rules = demanded;
    if rules.is_empty() || case.steps.len() > 1 {
        rules.extend((sampled.accepted)(&case.steps[0].input));
    }
    rules.sort_unstable();
    rules.dedup();
    rules
}

fn one(
    operation: &'static str,
    inputs: impl Strategy<Value = Value> + 'static,
) -> BoxedStrategy<Vec<(String, Value)>> {
    inputs
        .prop_map(move |input| vec![(operation.to_owned(), input)])
        .boxed()
}

fn given_operation() -> BoxedStrategy<Value> {
    task_id::given_operations()
        .prop_map(|operation| json!({"operation": task_id::wire(&operation)}))
        .boxed()
}

fn by_kind(input: &Value, [dispatch, retry, heartbeat]: [RuleId; 3]) -> RuleId {
    match input["operation"]
        .as_object()
        .and_then(|map| map.keys().next())
        .map(String::as_str)
    {
        Some("dispatch") => dispatch,
        Some("retry") => retry,
        _ => heartbeat,
    }
}
