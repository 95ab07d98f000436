//! What the laws of the fold draw: lists of events, and what may be done to them.

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use crate::generate::partition_status::{event_lists, pools, wire};
use crate::model::partition_status::GivenEvent;

/// Events as the input of a fold.
pub(super) fn events(list: &[GivenEvent]) -> Value {
    json!({"events": list.iter().map(wire).collect::<Vec<_>>()})
}

/// Events, and the same events in another order.
pub(super) fn orders() -> BoxedStrategy<Value> {
    (event_lists(8), any::<[u8; 8]>())
        .prop_map(|(list, keys)| {
            let mut keyed: Vec<(u8, GivenEvent)> = keys.into_iter().zip(list.clone()).collect();
            keyed.sort_by_key(|(key, _)| std::cmp::Reverse(*key));
            let other: Vec<GivenEvent> = keyed.into_iter().map(|(_, event)| event).collect();
            json!({"one": events(&list), "other": events(&other)})
        })
        .boxed()
}

/// Events, and the same events with some of them again at any place.
pub(super) fn replays() -> BoxedStrategy<Value> {
    let again = proptest::collection::vec((any::<Index>(), any::<Index>()), 1..4);
    (pools(), again)
        .prop_map(|(list, again)| {
            let mut other = list.clone();
            for (which, place) in again {
                let event = which.get(&list).clone();
                other.insert(place.index(other.len() + 1), event);
            }
            json!({"one": events(&list), "other": events(&other)})
        })
        .boxed()
}

/// Events, and the same events with those of another list at the end that are of a kind.
pub(super) fn extended(kind: fn(&GivenEvent) -> bool) -> BoxedStrategy<Value> {
    (event_lists(6), event_lists(6))
        .prop_map(move |(list, more)| {
            let mut other = list.clone();
            let new = |event: &GivenEvent| list.iter().all(|old| old.event_id != event.event_id);
            other.extend(more.into_iter().filter(|event| kind(event) && new(event)));
            json!({"one": events(&list), "other": events(&other)})
        })
        .boxed()
}

/// Events in batches, some of them in several.
pub(super) fn batches() -> BoxedStrategy<Value> {
    let batch = proptest::collection::vec(any::<Index>(), 0..4);
    (pools(), proptest::collection::vec(batch, 1..6))
        .prop_map(|(pool, batches)| {
            let batch = |batch: &Vec<Index>| -> Value {
                let taken = batch.iter().map(|at| at.get(&pool).clone());
                events(&taken.collect::<Vec<_>>())
            };
            json!({"batches": batches.iter().map(batch).collect::<Vec<_>>()})
        })
        .boxed()
}
