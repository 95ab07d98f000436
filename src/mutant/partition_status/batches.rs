//! Mistakes about batches, replays, versions and lists: PS-019 to PS-024.

use serde_json::{Value, json};

use super::FOLDS;
use super::folding::{attempting, later, right_attempt, right_materialization, succeeding};
use super::store::{Entry, Habits, RIGHT, identity, materializes};
use crate::mutant::Mutant;
use crate::mutant::deviation::{after, text};
use crate::rule::rules::{PS_019, PS_020, PS_021, PS_023, PS_024};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/each-batch-anew",
        rule: PS_019,
        about: "Writes the rows of the last batch over the table.",
        make: || {
            Habits {
                begins: |store| store.0.clear(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/columns-alone",
        rule: PS_019,
        about: "Folds on from the columns, and measures a late success by the instant of the last one.",
        make: || {
            Habits {
                begins: |store| {
                    for entry in &mut store.0 {
                        entry.seen.clear();
                    }
                },
                last_materialization: |entry, event| {
                    let stored = entry.materialization.as_ref();
                    let in_batch = stored.is_some_and(|stored| {
                        entry.seen.iter().any(|id| id == text(stored, "event_id"))
                    });
                    if in_batch {
                        right_materialization(entry, event)
                    } else {
                        later(stored, event)
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/last-materialization-forgotten",
        rule: PS_019,
        about: "Forgets between batches which event materialized last.",
        make: || {
            Habits {
                begins: |store| {
                    for entry in &mut store.0 {
                        entry.materialization = None;
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/replay-counts",
        rule: PS_020,
        about: "Takes an event that comes again for a new attempt.",
        make: || attempting(|entry, event| right_attempt(entry, event) || seen(entry, event)),
    },
    Mutant {
        id: "partition_status/mutant/replay-materializes-again",
        rule: PS_020,
        about: "Takes a success that comes again for a new materialization.",
        make: || {
            succeeding(|entry, event| right_materialization(entry, event) || seen(entry, event))
        },
    },
    Mutant {
        id: "partition_status/mutant/version-of-arrival",
        rule: PS_021,
        about: "Takes the event that arrives last for the row's version.",
        make: || versioning(|_, _, _| true),
    },
    Mutant {
        id: "partition_status/mutant/version-of-success",
        rule: PS_021,
        about: "Raises the row's version on successes only, once it has one.",
        make: || {
            versioning(|entry, event, becomes| {
                (RIGHT.versions)(entry, event, becomes)
                    && (entry.attempt.is_none() || entry.seen.is_empty() || materializes(event))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/version-of-materialization",
        rule: PS_021,
        about: "Takes the event that became the last materialization for the row's version.",
        make: || {
            versioning(|entry, event, becomes| becomes || (RIGHT.versions)(entry, event, becomes))
        },
    },
    Mutant {
        id: "partition_status/mutant/rows-by-arrival",
        rule: PS_023,
        about: "Lists rows in the order of their first events.",
        make: || sorting(|_| ()),
    },
    Mutant {
        id: "partition_status/mutant/rows-in-utf-16-order",
        rule: PS_023,
        about: "Compares identifiers by UTF-16 units.",
        make: || {
            sorting(|rows| {
                rows.sort_by_key(|row| {
                    identity(row).map(|key| key.map(|part| part.encode_utf16().collect::<Vec<_>>()))
                });
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/rows-in-joined-order",
        rule: PS_023,
        about: "Compares identifiers joined by slashes.",
        make: || sorting(|rows| rows.sort_by_key(|row| identity(row).map(|key| key.join("/")))),
    },
    Mutant {
        id: "partition_status/mutant/rows-case-ignored",
        rule: PS_023,
        about: "Compares identifiers without case.",
        make: || {
            sorting(|rows| {
                rows.sort_by_key(|row| {
                    identity(row).map(|key| key.map(|part| part.to_lowercase()))
                });
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/rows-by-partition-first",
        rule: PS_023,
        about: "Compares assets before tenants.",
        make: || {
            sorting(|rows| {
                rows.sort_by_key(|row| {
                    identity(row).map(|[tenant, workspace, asset, partition]| {
                        [asset, partition, tenant, workspace]
                    })
                });
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/fold-marks-stale",
        rule: PS_024,
        about: "Marks a row as stale when another code version was tried.",
        make: || {
            after(FOLDS, |input, result| {
                for row in result["rows"].as_array_mut().into_iter().flatten() {
                    let events = input["events"].as_array().into_iter().flatten();
                    let tried = events.filter(|event| identity(event) == identity(row));
                    let last = tried.max_by_key(|event| text(event, "event_id"));
                    let version = &row["last_materialization_code_version"];
                    if let Some(last) =
                        last.filter(|last| !version.is_null() && last["code_version"] != *version)
                    {
                        row["stale_since"] = last["at"].clone();
                        row["stale_reason_code"] = json!("CODE_CHANGED");
                    }
                }
            })
        },
    },
];

fn versioning(versions: fn(&Entry, &Value, bool) -> bool) -> Box<dyn Implementation> {
    Habits { versions, ..RIGHT }.subject()
}

fn sorting(sorts: fn(&mut [Value])) -> Box<dyn Implementation> {
    Habits { sorts, ..RIGHT }.subject()
}

fn seen(entry: &Entry, event: &Value) -> bool {
    entry.seen.iter().any(|id| id == text(event, "event_id"))
}
