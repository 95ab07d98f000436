//! Mistakes about stored staleness: PS-028 to PS-031.

use serde_json::{Value, json};

use super::store::{BOTH, Entry, Habits, Key, RIGHT, Store, materializes, store_staleness};
use crate::mutant::Mutant;
use crate::mutant::deviation::text;
use crate::rule::rules::{PS_028, PS_029, PS_030, PS_031};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/reason-not-cleared",
        rule: PS_028,
        about: "Clears the instant and forgets the reason, as the document's code does.",
        make: || clearing(|_, _, becomes| if becomes { &["stale_since"] } else { &[] }),
    },
    Mutant {
        id: "partition_status/mutant/instant-not-cleared",
        rule: PS_028,
        about: "Clears the reason and forgets the instant.",
        make: || clearing(|_, _, becomes| if becomes { &["stale_reason_code"] } else { &[] }),
    },
    Mutant {
        id: "partition_status/mutant/nothing-cleared",
        rule: PS_028,
        about: "Leaves staleness to the next sweep.",
        make: || clearing(|_, _, _| &[]),
    },
    Mutant {
        id: "partition_status/mutant/cleared-by-later-clock-only",
        rule: PS_028,
        about: "Clears staleness only if the new data is later by its clock.",
        make: || {
            clearing(|entry, event, becomes| {
                both_if(
                    becomes && event["at"].as_str() > entry.row["last_materialization_at"].as_str(),
                )
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/cleared-by-last-attempt-only",
        rule: PS_028,
        about: "Clears staleness only if the materialization is also the last attempt.",
        make: || {
            clearing(|entry, event, becomes| {
                both_if(becomes && entry.attempt.as_ref() == Some(event))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/failure-clears",
        rule: PS_029,
        about: "Clears staleness on a failure.",
        make: || clearing(|_, event, becomes| both_if(becomes || event["outcome"] == "FAILED")),
    },
    Mutant {
        id: "partition_status/mutant/cancellation-clears",
        rule: PS_029,
        about: "Clears staleness on a cancellation.",
        make: || clearing(|_, event, becomes| both_if(becomes || event["outcome"] == "CANCELLED")),
    },
    Mutant {
        id: "partition_status/mutant/idle-success-clears",
        rule: PS_029,
        about: "Clears staleness on every success that is the last attempt.",
        make: || {
            clearing(|entry, event, becomes| {
                both_if(
                    becomes
                        || (event["outcome"] == "SUCCEEDED"
                            && event["materialized"] == false
                            && entry.attempt.as_ref() == Some(event)),
                )
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/older-materialization-clears",
        rule: PS_029,
        about: "Clears staleness on every materialization, also on older ones.",
        make: || {
            clearing(|entry, event, becomes| {
                both_if(
                    becomes
                        || (materializes(event)
                            && !entry.seen.iter().any(|id| id == text(event, "event_id"))),
                )
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/replay-clears",
        rule: PS_029,
        about: "Clears staleness when the last materialization comes again.",
        make: || {
            clearing(|entry, event, becomes| {
                both_if(becomes || entry.materialization.as_ref() == Some(event))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/batch-clears",
        rule: PS_029,
        about: "Clears all staleness with every batch.",
        make: || {
            Habits {
                begins: |store| {
                    for entry in &mut store.0 {
                        store_staleness(&mut entry.row, &json!({}));
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/sweep-only-adds",
        rule: PS_030,
        about: "Leaves what is stored when the data is no longer stale.",
        make: || {
            sweeping(|store, key, derived| {
                if !derived["stale_since"].is_null() {
                    (RIGHT.sweeps)(store, key, derived);
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/sweep-keeps-the-first",
        rule: PS_030,
        about: "Sweeps only rows that have no staleness yet.",
        make: || {
            sweeping(|store, key, derived| {
                if store
                    .entry(key)
                    .is_some_and(|entry| entry.row["stale_since"].is_null())
                {
                    (RIGHT.sweeps)(store, key, derived);
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/sweep-stores-no-reason",
        rule: PS_030,
        about: "Stores the instant without the reason.",
        make: || {
            sweeping(|store, key, derived| {
                (RIGHT.sweeps)(store, key, &json!({"stale_since": derived["stale_since"]}))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/sweep-does-nothing",
        rule: PS_030,
        about: "Stores nothing.",
        make: || sweeping(|_, _, _| ()),
    },
    Mutant {
        id: "partition_status/mutant/sweep-skips-failed-rows",
        rule: PS_030,
        about: "Does not sweep rows whose last attempt failed.",
        make: || {
            sweeping(|store, key, derived| {
                if store
                    .entry(key)
                    .is_some_and(|entry| entry.row["last_attempt_outcome"] != "FAILED")
                {
                    (RIGHT.sweeps)(store, key, derived);
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/sweep-raises-version",
        rule: PS_031,
        about: "Gives a swept row a new version.",
        make: || {
            sweeping(|store, key, derived| {
                (RIGHT.sweeps)(store, key, derived);
                if let Some(entry) = store.entry(key) {
                    entry.row["row_version"] = json!("7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/sweep-of-all-tenants",
        rule: PS_031,
        about: "Sweeps the partition of every tenant.",
        make: || sweeping(|store, key, derived| spread(store, key, derived, 0)),
    },
    Mutant {
        id: "partition_status/mutant/sweep-of-all-partitions",
        rule: PS_031,
        about: "Sweeps every partition of the asset.",
        make: || sweeping(|store, key, derived| spread(store, key, derived, 3)),
    },
    Mutant {
        id: "partition_status/mutant/sweep-makes-a-row",
        rule: PS_031,
        about: "Makes a row for a partition that has none.",
        make: || {
            sweeping(|store, key, derived| {
                if store.entry(key).is_none() {
                    let [tenant, workspace, asset, partition] = key;
                    store.0.push(Entry {
                    key: key.clone(),
                    row: json!({"tenant_id": tenant, "workspace_id": workspace, "asset_key": asset, "partition_key": partition, "row_version": ""}),
                    attempt: None,
                    materialization: None,
                    seen: Vec::new(),
                });
                }
                (RIGHT.sweeps)(store, key, derived);
            })
        },
    },
];

fn clearing(
    clears: fn(&Entry, &Value, bool) -> &'static [&'static str],
) -> Box<dyn Implementation> {
    Habits { clears, ..RIGHT }.subject()
}

fn sweeping(sweeps: fn(&mut Store, &Key, &Value)) -> Box<dyn Implementation> {
    Habits { sweeps, ..RIGHT }.subject()
}

fn both_if(clears: bool) -> &'static [&'static str] {
    if clears { BOTH } else { &[] }
}

/// Sweeps every row that agrees in all parts of the identity but one.
fn spread(store: &mut Store, key: &Key, derived: &Value, free: usize) {
    let agrees = |other: &Key| (0..4).all(|part| part == free || other[part] == key[part]);
    for entry in store.0.iter_mut().filter(|entry| agrees(&entry.key)) {
        store_staleness(&mut entry.row, derived);
    }
}
