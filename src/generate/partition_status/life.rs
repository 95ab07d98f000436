//! The life of a table: batches and sweeps in one session.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use super::event::events;
use super::{circumstances, event_lists, wire};
use crate::model::partition_status::GivenEvent;

/// The lives of tables, of fewer than `most` steps, as operations with their inputs. The events of all batches come from
/// one list, so that one that comes twice is a replay.
pub fn lives(most: usize) -> BoxedStrategy<Vec<(String, Value)>> {
    let plain = proptest::collection::vec(steps(), 1..most);
    // What was materialized is found stale, and then something else arrives.
    let batch = || proptest::collection::vec(any::<Index>(), 1..3);
    let cleared = (batch(), any::<Index>(), batch()).prop_map(|(first, swept, then)| {
        let actions = [
            Action::Apply(first),
            Action::Sweep(swept, stale()),
            Action::Apply(then),
        ];
        actions.map(TableStep).to_vec()
    });
    (pools(), prop_oneof![3 => plain, 2 => cleared])
        .prop_map(|(pool, steps)| requests(&pool, &steps))
        .boxed()
}

/// Lives in which a partition is materialized, fails later, and is found stale; then a materialization arrives late, whose
/// time lies between the two.
pub fn late_materializations() -> BoxedStrategy<Vec<(String, Value)>> {
    (events(), 1..30_u8, 1..30_u8)
        .prop_map(|(event, late, after)| {
            let event = |minute: u8, outcome: &str| GivenEvent {
                event_id: format!("01JHZZZZZZ00000000000000{minute:02}"),
                asset_key: Some("a".to_owned()),
                partition_key: Some("k=i:1".to_owned()),
                at: format!("2025-01-15T10:{minute:02}:00.000000Z"),
                outcome: outcome.to_owned(),
                materialized: outcome == "SUCCEEDED",
                ..event.clone()
            };
            let [first, failure] = [event(0, "SUCCEEDED"), event(late + after, "FAILED")];
            let apply = |events: &[GivenEvent]| {
                let events: Vec<Value> = events.iter().map(wire).collect();
                (
                    "partition_status.apply".to_owned(),
                    json!({"events": events}),
                )
            };
            let sweep = ("partition_status.sweep".to_owned(), sweep(&first, &stale()));
            vec![
                apply(&[first, failure]),
                sweep,
                apply(&[event(late, "SUCCEEDED")]),
            ]
        })
        .boxed()
}

/// Lists of events, never empty, from which batches are taken: most of one partition.
pub fn pools() -> BoxedStrategy<Vec<GivenEvent>> {
    event_lists(8)
        .prop_filter("a pool has an event", |pool| !pool.is_empty())
        .boxed()
}

/// One step in the life of a table.
#[derive(Debug, Clone)]
pub struct TableStep(Action);

#[derive(Debug, Clone)]
enum Action {
    Apply(Vec<Index>),
    Sweep(Index, Value),
    Spoilt(Vec<Index>),
    /// A sweep of a partition that cannot be, with a column and what stands there.
    Nowhere(Index, (&'static str, &'static str)),
}

/// The requests of a life whose events come from the pool.
#[must_use]
pub fn requests(pool: &[GivenEvent], steps: &[TableStep]) -> Vec<(String, Value)> {
    let take =
        |batch: &[Index]| -> Vec<Value> { batch.iter().map(|at| wire(at.get(pool))).collect() };
    let requests = steps.iter().map(|TableStep(action)| match action {
        Action::Apply(batch) => ("apply", json!({"events": take(batch)})),
        Action::Spoilt(batch) => {
            let mut events = take(batch);
            if let Some(last) = events.last_mut() {
                last["at"] = json!("2025-01-15T10:00:00Z");
            }
            ("apply", json!({"events": events}))
        }
        Action::Sweep(at, circumstances) => ("sweep", sweep(at.get(pool), circumstances)),
        Action::Nowhere(at, (column, text)) => {
            let mut input = sweep(at.get(pool), &stale());
            input["partition"][column] = json!(text);
            ("sweep", input)
        }
    });
    requests
        .map(|(name, input)| (format!("partition_status.{name}"), input))
        .collect()
}

/// A sweep of the partition that an event is about.
fn sweep(event: &GivenEvent, circumstances: &Value) -> Value {
    let mut input = circumstances.clone();
    input["partition"] = json!({
        "tenant_id": event.tenant_id,
        "workspace_id": event.workspace_id,
        "asset_key": event.asset_key.as_deref().unwrap_or("a"),
        "partition_key": event.partition_key.as_deref().unwrap_or("k=i:1"),
    });
    input
}

fn steps() -> BoxedStrategy<TableStep> {
    let batch = |least| proptest::collection::vec(any::<Index>(), least..4);
    // Half of the sweeps find everything stale, so that there is something to clear.
    let sweep = prop_oneof![Just(stale()), circumstances()];
    let nowhere = select(&[
        ("tenant_id", ""),
        ("workspace_id", ""),
        ("asset_key", ""),
        ("partition_key", ""),
        ("partition_key", "b=i:1,a=i:1"),
        ("partition_key", "k=i:01"),
    ]);
    prop_oneof![
        4 => batch(0).prop_map(Action::Apply),
        3 => (any::<Index>(), sweep).prop_map(|(at, input)| Action::Sweep(at, input)),
        1 => batch(1).prop_map(Action::Spoilt),
        1 => (any::<Index>(), nowhere).prop_map(|(at, fault)| Action::Nowhere(at, fault)),
    ]
    .prop_map(TableStep)
    .boxed()
}

/// Circumstances under which everything is stale that was materialized when events usually are.
fn stale() -> Value {
    json!({
        "max_age_micros": "0",
        "upstreams": [],
        "current_code": null,
        "now": "2025-01-17T00:00:00.000000Z",
    })
}
