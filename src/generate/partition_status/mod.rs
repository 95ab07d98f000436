//! Events, circumstances and tables to try implementations with.
//!
//! There are few identifiers, event ids and instants, so that they meet: ties, late arrivals and equal keys are common.

mod circumstances;
mod event;
mod life;

use proptest::prelude::*;
use proptest::sample::select;

pub use circumstances::{
    circumstances, displays, given_displays, given_queries, given_stalenesses, stalenesses,
    with_now,
};
pub use event::{event_lists, given_event_lists, wire};
pub use life::{late_materializations, lives, pools, requests};

/// Instants at and around two full hours, and at the edges of what languages can represent.
pub fn instants() -> BoxedStrategy<&'static str> {
    let hours = select(&["2025-01-15T10:00:00.000000Z", "2025-01-15T11:00:00.000000Z"]);
    let near = select(&[
        "2025-01-15T10:00:00.000001Z",
        "2025-01-15T09:59:59.999999Z",
        "2025-01-15T11:00:00.000001Z",
        "2025-01-15T10:59:59.999999Z",
        "2025-01-15T10:00:00.000999Z",
        "2025-01-15T10:00:00.001000Z",
        "2025-01-15T10:30:00.000000Z",
        "2025-01-16T10:00:00.000000Z",
    ]);
    let far = select(&[
        "1970-01-01T00:00:00.000000Z",
        "1969-12-31T23:59:59.999999Z",
        "0001-01-01T00:00:00.000000Z",
        "9999-12-31T23:59:59.999999Z",
        "9999-12-31T23:59:59.999998Z",
        "2262-04-11T23:47:16.854776Z",
        "2024-02-29T00:00:00.000000Z",
        "0999-12-31T23:59:59.999999Z",
    ]);
    prop_oneof![6 => hours, 8 => near, 1 => far].boxed()
}

/// Texts that are no instants, one for each way to be none.
fn no_instants() -> BoxedStrategy<&'static str> {
    select(&[
        "2025-01-15T10:00:00.000Z",
        "2025-01-15T10:00:00Z",
        "2025-01-15T10:00:00.0000000Z",
        "2025-01-15T10:00:00.000000+00:00",
        "2025-01-15T10:00:00.000000",
        "2025-01-15 10:00:00.000000Z",
        "2025-01-15T10:00:00.000000z",
        "2025-02-29T10:00:00.000000Z",
        "2100-02-29T10:00:00.000000Z",
        "2025-04-31T10:00:00.000000Z",
        "2025-01-15T24:00:00.000000Z",
        "2025-01-15T23:59:60.000000Z",
        "0000-12-31T23:59:59.999999Z",
        "0000-02-29T00:00:00.000000Z",
        "10000-01-01T00:00:00.000000Z",
        "",
        "1736935200",
        " 2025-01-15T10:00:00.000000Z",
    ])
    .boxed()
}

/// Outcomes that are none.
fn no_outcomes() -> BoxedStrategy<&'static str> {
    select(&[
        "DONE",
        "failed",
        "Succeeded",
        "CANCELED",
        "",
        "FAILED ",
        "SUCCESS",
        "STALE",
    ])
    .boxed()
}

/// Code versions: the usual one, none, another, and two that are easily taken for one of these.
fn code_versions() -> BoxedStrategy<Option<&'static str>> {
    let other = select(&[
        Some("v2"),
        None,
        Some(""),
        Some("V1"),
        Some("v1 "),
        Some("v10"),
    ]);
    prop_oneof![3 => Just(Some("v1")), 3 => other].boxed()
}

/// The outcomes.
fn outcomes() -> BoxedStrategy<&'static str> {
    select(&["SUCCEEDED", "FAILED", "CANCELLED"]).boxed()
}
