//! Mistakes of the fold: PS-012 to PS-024.

use serde_json::{Value, json};

use super::FOLDS;
use super::store::{
    Entry, Habits, RIGHT, identity, materializes, record_attempt, store_materialization,
};
use crate::mutant::Mutant;
use crate::mutant::deviation::{after, text};
use crate::rule::rules::{
    PS_012, PS_013, PS_014, PS_015, PS_016, PS_017, PS_018, PS_019, PS_020, PS_021, PS_023, PS_024,
};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/cancellation-not-recorded",
        rule: PS_012,
        about: "Records no attempt for a cancellation.",
        make: || {
            Habits {
                identity: |event| identity(event).filter(|_| event["outcome"] != "CANCELLED"),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/idle-success-not-recorded",
        rule: PS_012,
        about: "Records no attempt for a success without materialization.",
        make: || {
            Habits {
                identity: |event| {
                    identity(event).filter(|_| {
                        event["outcome"] != "SUCCEEDED" || event["materialized"] == true
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/only-failures-are-attempts",
        rule: PS_012,
        about: "Records a success as materialization only, once there was an attempt.",
        make: || {
            attempting(|entry, event| {
                right_attempt(entry, event)
                    && (entry.attempt.is_none() || event["outcome"] != "SUCCEEDED")
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/attempt-at-latest",
        rule: PS_012,
        about: "Keeps the latest instant of all attempts, whichever attempt it shows.",
        make: || {
            Habits {
                records: |row, event| {
                    let before = row["last_attempt_at"].clone();
                    record_attempt(row, event);
                    if before.as_str() > event["at"].as_str() {
                        row["last_attempt_at"] = before;
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/attempts-by-arrival",
        rule: PS_013,
        about: "Takes the attempt that arrives last for the last.",
        make: || attempting(|_, _| true),
    },
    Mutant {
        id: "partition_status/mutant/attempts-by-clock",
        rule: PS_013,
        about: "Orders attempts by their instants.",
        make: || attempting(|entry, event| later(entry.attempt.as_ref(), event)),
    },
    Mutant {
        id: "partition_status/mutant/attempts-by-time-of-id",
        rule: PS_013,
        about: "Orders attempts by the time within the event id alone.",
        make: || {
            attempting(|entry, event| {
                entry.attempt.as_ref().is_none_or(|last| {
                    text(event, "event_id").get(..10) > text(last, "event_id").get(..10)
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/failure-overwrites-materialization",
        rule: PS_014,
        about: "Writes run, instant and version of every attempt over the materialization.",
        make: || materializing(|_| true),
    },
    Mutant {
        id: "partition_status/mutant/flag-alone-materializes",
        rule: PS_014,
        about: "Goes by the flag and not by the outcome.",
        make: || materializing(|event| event["materialized"] == true),
    },
    Mutant {
        id: "partition_status/mutant/failure-erases-materialization",
        rule: PS_014,
        about: "Erases the materialization on a failure.",
        make: || {
            Habits {
                records: |row, event| {
                    record_attempt(row, event);
                    if event["outcome"] == "FAILED" {
                        store_materialization(row, &json!({}));
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/cancellation-materializes",
        rule: PS_014,
        about: "Takes a cancellation with the flag for a materialization.",
        make: || {
            materializing(|event| event["outcome"] != "FAILED" && event["materialized"] == true)
        },
    },
    Mutant {
        id: "partition_status/mutant/any-success-materializes",
        rule: PS_015,
        about: "Takes every success for a materialization.",
        make: || materializing(|event| event["outcome"] == "SUCCEEDED"),
    },
    Mutant {
        id: "partition_status/mutant/version-kept-if-absent",
        rule: PS_016,
        about: "Keeps the code version of the materialization before, if the new one has none.",
        make: || {
            storing(|row, event| {
                let before = row["last_materialization_code_version"].clone();
                store_materialization(row, event);
                if event["code_version"].is_null() {
                    row["last_materialization_code_version"] = before;
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/version-empty-if-absent",
        rule: PS_016,
        about: "Writes an absent code version as empty.",
        make: || {
            storing(|row, event| {
                store_materialization(row, event);
                if event["code_version"].is_null() {
                    row["last_materialization_code_version"] = json!("");
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/version-null-if-empty",
        rule: PS_016,
        about: "Writes an empty code version as none.",
        make: || {
            storing(|row, event| {
                store_materialization(row, event);
                if event["code_version"] == "" {
                    row["last_materialization_code_version"] = Value::Null;
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/version-not-updated",
        rule: PS_016,
        about: "Keeps the first code version.",
        make: || {
            storing(|row, event| {
                let before = row["last_materialization_code_version"].clone();
                store_materialization(row, event);
                if !before.is_null() {
                    row["last_materialization_code_version"] = before;
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/materializations-by-arrival",
        rule: PS_017,
        about: "Takes the materialization that arrives last for the last.",
        make: || succeeding(|_, _| true),
    },
    Mutant {
        id: "partition_status/mutant/materializations-by-clock",
        rule: PS_017,
        about: "Orders materializations by their instants.",
        make: || succeeding(|entry, event| later(entry.materialization.as_ref(), event)),
    },
    Mutant {
        id: "partition_status/mutant/first-materialization-stays",
        rule: PS_017,
        about: "Keeps the first materialization.",
        make: || succeeding(|entry, _| entry.materialization.is_none()),
    },
    Mutant {
        id: "partition_status/mutant/late-success-lost",
        rule: PS_018,
        about: "Skips every event that is older than the row's version.",
        make: || {
            succeeding(|entry, event| {
                text(event, "event_id") >= text(&entry.row, "row_version")
                    && right_materialization(entry, event)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/late-success-lost-after-failure",
        rule: PS_018,
        about: "Lets a success that comes after a newer failure go.",
        make: || {
            succeeding(|entry, event| {
                let failed = entry.attempt.as_ref().is_some_and(|last| {
                    last["outcome"] == "FAILED" && text(last, "event_id") > text(event, "event_id")
                });
                !failed && right_materialization(entry, event)
            })
        },
    },
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
                })
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
                rows.sort_by_key(|row| identity(row).map(|key| key.map(|part| part.to_lowercase())))
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
                })
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

fn attempting(last_attempt: fn(&Entry, &Value) -> bool) -> Box<dyn Implementation> {
    Habits {
        last_attempt,
        ..RIGHT
    }
    .subject()
}

fn succeeding(last_materialization: fn(&Entry, &Value) -> bool) -> Box<dyn Implementation> {
    Habits {
        last_materialization,
        ..RIGHT
    }
    .subject()
}

fn materializing(materializes: fn(&Value) -> bool) -> Box<dyn Implementation> {
    Habits {
        materializes,
        ..RIGHT
    }
    .subject()
}

fn storing(stores: fn(&mut Value, &Value)) -> Box<dyn Implementation> {
    Habits { stores, ..RIGHT }.subject()
}

fn versioning(versions: fn(&Entry, &Value, bool) -> bool) -> Box<dyn Implementation> {
    Habits { versions, ..RIGHT }.subject()
}

fn sorting(sorts: fn(&mut [Value])) -> Box<dyn Implementation> {
    Habits { sorts, ..RIGHT }.subject()
}

fn right_attempt(entry: &Entry, event: &Value) -> bool {
    (RIGHT.last_attempt)(entry, event)
}

fn right_materialization(entry: &Entry, event: &Value) -> bool {
    (RIGHT.last_materialization)(entry, event)
}

/// Whether an event is not earlier by its clock than another, if there is another.
fn later(than: Option<&Value>, event: &Value) -> bool {
    than.is_none_or(|than| text(event, "at") >= text(than, "at"))
}

fn seen(entry: &Entry, event: &Value) -> bool {
    entry.seen.iter().any(|id| id == text(event, "event_id"))
}
