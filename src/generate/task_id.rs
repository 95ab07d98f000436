//! Operations, internal ids and queues to try implementations with.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use super::value;
use crate::model::Stance;
use crate::model::task_id::{Operation, REUSE_WINDOW};

/// Run ids and task keys without a colon.
pub fn components() -> BoxedStrategy<String> {
    let known = select(&[
        "a",
        "b",
        "run1",
        "extract",
        "a_b",
        "a b",
        "A",
        "a/b",
        "a%3Ab",
        " a",
        "a ",
        "ab",
        "1",
        "dispatch",
        "\u{e9}",
        "e\u{301}",
        "\u{1f600}",
        "a-b",
        "a.b",
        "retry",
        "a\u{ff1a}b",
    ]);
    let any = value::texts().prop_map(|text| text.replace(':', "_"));
    let any = any.prop_map(|text| {
        if text.is_empty() {
            "a".to_owned()
        } else {
            text
        }
    });
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => any].boxed()
}

/// Attempts and epochs, above all those that floats and 32 bits cannot hold.
pub fn numbers() -> BoxedStrategy<String> {
    let known = select(&[
        "1",
        "2",
        "9",
        "10",
        "1705340400",
        "0",
        "4294967296",
        "9007199254740993",
        "9223372036854775807",
        "1705340400000",
    ]);
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => (1..=i64::MAX).prop_map(|n| n.to_string())]
        .boxed()
}

/// Operations whose parts are all allowed, an attempt of 0 included.
pub fn operations() -> BoxedStrategy<Operation> {
    of(components(), components(), numbers(), numbers())
}

/// Operations as an implementation may be given them, of which about half must be refused.
pub fn given_operations() -> BoxedStrategy<Operation> {
    let faulty = || {
        select(&["", ":", "a:b", ":a", "a:", "a::b"])
            .prop_map(str::to_owned)
            .boxed()
    };
    let no_number = || {
        let known = select(&[
            "007",
            "-1",
            "+1",
            "",
            "1.0",
            "1e3",
            " 1",
            "1 ",
            "\u{663}",
            "00",
            "-0",
            "1_000",
            "0x1",
            "9223372036854775808",
            "18446744073709551616",
            "1\n",
            "NaN",
        ]);
        known.prop_map(str::to_owned).boxed()
    };
    prop_oneof![
        6 => operations(),
        1 => of(faulty(), components(), numbers(), numbers()),
        1 => of(components(), faulty(), numbers(), numbers()),
        2 => of(components(), components(), no_number(), numbers()),
        2 => of(components(), components(), numbers(), no_number()),
    ]
    .boxed()
}

fn of(
    run_id: BoxedStrategy<String>,
    task_key: BoxedStrategy<String>,
    attempt: BoxedStrategy<String>,
    epoch: BoxedStrategy<String>,
) -> BoxedStrategy<Operation> {
    let dispatch = (run_id.clone(), task_key.clone(), attempt.clone()).prop_map(
        |(run_id, task_key, attempt)| Operation::Dispatch {
            run_id,
            task_key,
            attempt,
        },
    );
    let retry = (run_id.clone(), task_key.clone(), attempt, epoch.clone()).prop_map(
        |(run_id, task_key, attempt, due_epoch)| Operation::Retry {
            run_id,
            task_key,
            attempt,
            due_epoch,
        },
    );
    let heartbeat = (run_id, task_key, epoch).prop_map(|(run_id, task_key, check_epoch)| {
        Operation::Heartbeat {
            run_id,
            task_key,
            check_epoch,
        }
    });
    prop_oneof![dispatch, retry, heartbeat].boxed()
}

/// A letter and an internal id: mostly such as belong together.
pub fn given_cloud_ids() -> BoxedStrategy<(String, String)> {
    let own =
        operations().prop_map(|operation| (operation.kind().to_owned(), internal_id(&operation)));
    let letters = select(&[
        "t", "d", "d ", " t", "x", "D", "T", "", "dd", "d_", "dt", "dispatch", "timer",
    ]);
    let any_letter = (letters, operations())
        .prop_map(|(kind, operation)| (kind.to_owned(), internal_id(&operation)));
    let any_id = select(&[
        "abc",
        "",
        "dispatch",
        "timer",
        "dispatch:",
        "timer:",
        "dispatch:a",
        "timer:retry:a:b:1",
        "timer:sla:a:b:1",
        "a:b",
        "a_b",
        "Dispatch:a:b:1",
        "dispatch:a:b:01",
        "dispatch:a:b:c:1",
        " dispatch:a:b:1",
    ]);
    let any_id =
        (select(&["d", "t"]), any_id).prop_map(|(kind, id)| (kind.to_owned(), id.to_owned()));
    prop_oneof![5 => own, 3 => any_letter, 2 => any_id].boxed()
}

/// Texts for the legacy sanitizer, some around its limit of 500 characters.
pub fn sanitized_texts() -> BoxedStrategy<String> {
    let known = select(&[
        "a:b",
        "a_b",
        "a::b",
        "dispatch:run1:extract:1",
        "",
        "A-Z_0",
        "\u{e9}",
        "e\u{301}",
        "\u{1f600}",
        "a\0b",
        "a b",
    ]);
    let long = (
        select(&["a", ":", "\u{e9}", "\u{1f600}"]),
        select(&[500, 501, 499, 1000_usize]),
    )
        .prop_map(|(unit, times)| format!("{}b", unit.repeat(times - 1)));
    prop_oneof![4 => known.prop_map(str::to_owned), 3 => value::texts(), 1 => long].boxed()
}

/// An operation as the wire carries it.
#[must_use]
pub fn wire(operation: &Operation) -> Value {
    match operation {
        Operation::Dispatch {
            run_id,
            task_key,
            attempt,
        } => {
            json!({"dispatch": {"run_id": run_id, "task_key": task_key, "attempt": attempt}})
        }
        Operation::Retry {
            run_id,
            task_key,
            attempt,
            due_epoch,
        } => {
            json!({"retry": {"run_id": run_id, "task_key": task_key, "attempt": attempt, "due_epoch": due_epoch}})
        }
        Operation::Heartbeat {
            run_id,
            task_key,
            check_epoch,
        } => {
            json!({"heartbeat": {"run_id": run_id, "task_key": task_key, "check_epoch": check_epoch}})
        }
    }
}

/// The internal id of an operation that has one.
pub(crate) fn internal_id(operation: &Operation) -> String {
    operation
        .internal_id(&mut Stance::default())
        .expect("the strategy makes valid operations")
}

/// The requests of a queue's life, which begins at a fixed time.
#[must_use]
pub fn requests(life: &[QueueStep]) -> Vec<(String, Value)> {
    let mut now = 1_000_000;
    let requests = life.iter().map(|step| {
        now += step.wait;
        let time = now.to_string();
        let (name, input) = match &step.action {
            QueueAction::Enqueue(operation) => (
                "enqueue",
                json!({"operation": wire(operation), "now": time}),
            ),
            QueueAction::Complete {
                operation,
                succeeded,
            } => {
                let outcome = if *succeeded { "succeeded" } else { "failed" };
                (
                    "complete",
                    json!({"internal_id": internal_id(operation), "outcome": outcome, "now": time}),
                )
            }
            QueueAction::Outbox => ("outbox", json!({})),
        };
        (format!("task_id.{name}"), input)
    });
    requests.collect()
}

/// One step in the life of a queue, so many seconds after the one before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueueStep {
    /// The seconds that pass first.
    pub wait: i64,
    /// What happens then.
    pub action: QueueAction,
}

/// What can happen to a queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueueAction {
    /// An operation is enqueued.
    Enqueue(Operation),
    /// An operation completes.
    Complete {
        /// Which.
        operation: Operation,
        /// Whether it succeeds.
        succeeded: bool,
    },
    /// The outbox is looked at.
    Outbox,
}

/// The life of a queue, of fewer than `most` steps: few operations, so that they meet; waits around the ends of the window.
pub fn queue_lives(most: usize) -> BoxedStrategy<Vec<QueueStep>> {
    let dispatch = |run_id: &str, task_key: &str, attempt: &str| Operation::Dispatch {
        run_id: run_id.to_owned(),
        task_key: task_key.to_owned(),
        attempt: attempt.to_owned(),
    };
    let retry = |due_epoch: &str| Operation::Retry {
        run_id: "a".to_owned(),
        task_key: "b".to_owned(),
        attempt: "1".to_owned(),
        due_epoch: due_epoch.to_owned(),
    };
    let heartbeat = Operation::Heartbeat {
        run_id: "a".to_owned(),
        task_key: "b".to_owned(),
        check_epoch: "1".to_owned(),
    };
    let known = vec![
        dispatch("a", "b", "1"),
        dispatch("a", "b", "2"),
        dispatch("B", "b", "10"),
        dispatch("a", "b", "10"),
        dispatch("A", "b", "1"),
        dispatch("a_b", "b", "1"),
        dispatch("a b", "b", "1"),
        dispatch("\u{ffff}", "b", "1"),
        dispatch("\u{10000}", "b", "1"),
        retry("1"),
        retry("2"),
        heartbeat,
    ];
    let operations = prop_oneof![2 => Just(known[0].clone()), 3 => select(known)];
    let action = prop_oneof![
        4 => operations.clone().prop_map(QueueAction::Enqueue),
        3 => (operations, any::<bool>()).prop_map(|(operation, succeeded)| QueueAction::Complete { operation, succeeded }),
        2 => Just(QueueAction::Outbox),
    ];
    let wait = prop_oneof![
        3 => Just(0),
        1 => Just(1),
        3 => select(&[REUSE_WINDOW, REUSE_WINDOW - 1, REUSE_WINDOW + 1, REUSE_WINDOW / 2, 3600, 23 * 3600, 9 * REUSE_WINDOW]),
    ];
    let step = (wait, action).prop_map(|(wait, action)| QueueStep { wait, action });
    proptest::collection::vec(step, 1..most).boxed()
}
