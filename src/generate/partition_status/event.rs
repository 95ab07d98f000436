//! Events.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use super::{code_versions, instants, no_instants, no_outcomes};
use crate::generate::{partition_key, value};
use crate::model::partition_status::GivenEvent;
use crate::model::{Stance, partition_key as key};

/// An event as the wire carries it.
#[must_use]
pub fn wire(event: &GivenEvent) -> Value {
    json!({
        "event_id": event.event_id,
        "tenant_id": event.tenant_id,
        "workspace_id": event.workspace_id,
        "run_id": event.run_id,
        "asset_key": event.asset_key,
        "partition_key": event.partition_key,
        "outcome": event.outcome,
        "at": event.at,
        "code_version": event.code_version,
        "materialized": event.materialized,
    })
}

/// Fewer than `most` sound events in any order, no two with the same id.
pub fn event_lists(most: usize) -> BoxedStrategy<Vec<GivenEvent>> {
    proptest::collection::vec(events(), 0..most)
        .prop_map(|mut list| {
            let mut seen = HashSet::new();
            list.retain(|event| seen.insert(event.event_id.clone()));
            list
        })
        .boxed()
}

/// Events as an implementation may be given them: in half of the lists, one has a fault in one field.
pub fn given_event_lists() -> BoxedStrategy<Vec<GivenEvent>> {
    let faulty = (event_lists(4), events(), faults(), any::<Index>());
    let faulty = faulty.prop_map(|(mut list, mut event, fault, at)| {
        list.retain(|other| other.event_id != event.event_id);
        fault.spoil(&mut event);
        list.insert(at.index(list.len() + 1), event);
        list
    });
    prop_oneof![3 => event_lists(8), 2 => faulty].boxed()
}

/// Sound events.
pub(super) fn events() -> BoxedStrategy<GivenEvent> {
    let identity = identities();
    // Whether there is an asset, and a partition.
    let present = prop_oneof![6 => Just((true, true)), 1 => select(&[(false, true), (true, false), (false, false)])];
    let kind = prop_oneof![
        3 => Just(("SUCCEEDED", true)),
        5 => select(&[("FAILED", false), ("CANCELLED", false), ("SUCCEEDED", false), ("FAILED", true), ("CANCELLED", true)]),
    ];
    let runs = prop_oneof![4 => select(&["r", "s"]).prop_map(str::to_owned), 1 => identifiers()];
    (
        event_ids(),
        (identity, present),
        runs,
        kind,
        instants(),
        code_versions(),
    )
        .prop_map(
            |(id, identity, run_id, (outcome, materialized), at, version)| {
                let ((tenant_id, workspace_id, asset, partition), (has_asset, has_partition)) =
                    identity;
                GivenEvent {
                    event_id: id.to_owned(),
                    tenant_id,
                    workspace_id,
                    run_id,
                    asset_key: has_asset.then_some(asset),
                    partition_key: has_partition.then_some(partition),
                    outcome: outcome.to_owned(),
                    at: at.to_owned(),
                    code_version: version.map(str::to_owned),
                    materialized,
                }
            },
        )
        .boxed()
}

/// Tenant, workspace, asset and partition: mostly the same, else apart in one of the four.
fn identities() -> BoxedStrategy<(String, String, String, String)> {
    let usual = || ["a", "a", "a", "k=i:1"].map(str::to_owned);
    let other = select(&["b", "a/a", "A", "a ", "\u{ffff}", "\u{1f600}"]);
    let near = (0..3_usize, other).prop_map(move |(part, other)| {
        let mut identity = usual();
        other.clone_into(&mut identity[part]);
        identity
    });
    let key = partition_keys().prop_map(move |key| {
        let mut identity = usual();
        identity[3] = key;
        identity
    });
    let any = (
        identifiers(),
        identifiers(),
        identifiers(),
        partition_keys(),
    );
    let any = any.prop_map(|(tenant, workspace, asset, key)| [tenant, workspace, asset, key]);
    prop_oneof![6 => Just(usual()), 3 => near, 2 => key, 1 => any]
        .prop_map(|[tenant, workspace, asset, key]| (tenant, workspace, asset, key))
        .boxed()
}

/// Event ids whose order is easily got wrong: apart in the first or last character, or only beyond 64 bits.
fn event_ids() -> BoxedStrategy<&'static str> {
    select(&[
        "01JHZZZZZZ0000000000000001",
        "01JHZZZZZZ0000000000000002",
        "01JHZZZZZZ0000000000000003",
        "01JHZZZZZZ0000000000000009",
        "01JHZZZZZZ000000000000000A",
        "01JHZZZZZZ000000000000000Z",
        "01JHZZZZZZ0000000000000010",
        "01JHZZZZZYZZZZZZZZZZZZZZZZ",
        "00000000000000000000000000",
        "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "0ZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "10000000000000000000000000",
    ])
    .boxed()
}

fn identifiers() -> BoxedStrategy<String> {
    let known = select(&[
        "a",
        "b",
        "A",
        "a ",
        "a\0",
        "ab",
        "a/a",
        "\u{e9}",
        "e\u{301}",
        "\u{1f600}",
        "\u{ffff}",
    ]);
    let any = value::texts().prop_map(|text| {
        if text.is_empty() {
            "a".to_owned()
        } else {
            text
        }
    });
    prop_oneof![4 => Just("a".to_owned()), 3 => known.prop_map(str::to_owned), 1 => any].boxed()
}

fn partition_keys() -> BoxedStrategy<String> {
    let known = select(&[
        "k=i:1",
        "k=i:2",
        "k=s:MQ",
        "k=s:ZcyB",
        "k=s:IGE",
        "k=n:null",
        "k=s:bnVsbA",
        "k=s:",
        "date=d:2025-01-15,region=s:dXMtZWFzdA",
        "k=b:true",
        "k=t:2025-01-15T10:00:00.000000Z",
        "k=i:-9223372036854775808",
    ]);
    let any = partition_key::dimensions().prop_map(|dimensions| {
        key::encode(&dimensions, &mut Stance::default())
            .expect("the strategy makes valid dimensions")
    });
    prop_oneof![2 => Just("k=i:1".to_owned()), 3 => known.prop_map(str::to_owned), 1 => any].boxed()
}

/// A fault in one field of an event.
#[derive(Debug, Clone)]
enum Fault {
    Id(&'static str),
    At(&'static str),
    Outcome(&'static str),
    Empty(usize),
    Key(&'static str),
}

fn faults() -> BoxedStrategy<Fault> {
    let ids = select(&[
        "01jhzzzzzz0000000000000001",
        "01JHZZZZZZ000000000000001",
        "01JHZZZZZZ00000000000000001",
        "01JHZZZZZZ000000000000000U",
        "01JHZZZZZZ000000000000000I",
        "80000000000000000000000000",
        "",
    ]);
    let keys = select(&[
        "",
        "2025-01-15",
        "k=i:01",
        "k=s:MQ==",
        "k=s:MR",
        "b=i:1,a=i:1",
        "k=i:1,k=i:2",
        "K=i:1",
        "k=f:1.5",
        "k=d:2025-02-30",
        "k=i:1,",
    ]);
    prop_oneof![
        ids.prop_map(Fault::Id),
        no_instants().prop_map(Fault::At),
        no_outcomes().prop_map(Fault::Outcome),
        (0..4_usize).prop_map(Fault::Empty),
        keys.prop_map(Fault::Key),
    ]
    .boxed()
}

impl Fault {
    fn spoil(self, event: &mut GivenEvent) {
        match self {
            Self::Id(id) => id.clone_into(&mut event.event_id),
            Self::At(at) => at.clone_into(&mut event.at),
            Self::Outcome(outcome) => outcome.clone_into(&mut event.outcome),
            Self::Empty(0) => event.tenant_id.clear(),
            Self::Empty(1) => event.workspace_id.clear(),
            Self::Empty(2) => event.run_id.clear(),
            Self::Empty(_) => event.asset_key = Some(String::new()),
            Self::Key(key) => event.partition_key = Some(key.to_owned()),
        }
    }
}
