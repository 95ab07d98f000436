//! Mistakes about which events there are and where they belong: PS-001 to PS-003, PS-007 to PS-011.

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use super::FOLDS;
use super::store::{Habits, Key, RIGHT, identity};
use crate::model::{Stance, partition_key};
use crate::mutant::Mutant;
use crate::mutant::deviation::{before, instead, text};
use crate::rule::rules::{PS_001, PS_002, PS_003, PS_007, PS_008, PS_009, PS_010, PS_011};
use crate::subject::{Implementation, Reply, Request};

const IDENTITY: [&str; 4] = ["tenant_id", "workspace_id", "asset_key", "partition_key"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/identity-without-tenant",
        rule: PS_001,
        about: "Keys rows without the tenant.",
        make: || identified(|event| without(event, 0)),
    },
    Mutant {
        id: "partition_status/mutant/identity-without-workspace",
        rule: PS_001,
        about: "Keys rows without the workspace.",
        make: || identified(|event| without(event, 1)),
    },
    Mutant {
        id: "partition_status/mutant/identity-without-asset",
        rule: PS_001,
        about: "Keys rows without the asset.",
        make: || identified(|event| without(event, 2)),
    },
    Mutant {
        id: "partition_status/mutant/identity-joined",
        rule: PS_001,
        about: "Keys rows by their identifiers joined by slashes.",
        make: || {
            identified(|event| {
                let joined = identity(event)?.join("/");
                Some([joined, String::new(), String::new(), String::new()])
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/identity-with-run",
        rule: PS_001,
        about: "Keys rows by the run, too.",
        make: || {
            identified(|event| {
                let [tenant, workspace, asset, partition] = identity(event)?;
                let asset = format!("{asset}\n{}", text(event, "run_id"));
                Some([tenant, workspace, asset, partition])
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/identity-by-values",
        rule: PS_001,
        about: "Keys rows by the values of the partition, without their types.",
        make: || {
            identified(|event| {
                let [tenant, workspace, asset, partition] = identity(event)?;
                let parsed = partition_key::parse(&partition, &mut Stance::default()).ok()?;
                let plain = parsed.into_iter().map(|dimension| match dimension.value {
                    partition_key::Value::String(text) => text,
                    other => other.encoded(),
                });
                Some([
                    tenant,
                    workspace,
                    asset,
                    plain.collect::<Vec<_>>().join(","),
                ])
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/no-asset-recorded",
        rule: PS_002,
        about: "Records events without an asset under an empty one.",
        make: || {
            identified(|event| {
                let mut event = event.clone();
                if event["asset_key"].is_null() {
                    event["asset_key"] = json!("");
                }
                identity(&event)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/no-partition-refused",
        rule: PS_002,
        about: "Refuses events without a partition.",
        make: || {
            before(FOLDS, |input| {
                each_event(input, |event| {
                    if event["partition_key"].is_null() {
                        event["partition_key"] = json!("");
                    }
                });
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/event-id-case-ignored",
        rule: PS_003,
        about: "Reads event ids in lower case, too.",
        make: || ids(str::to_ascii_uppercase),
    },
    Mutant {
        id: "partition_status/mutant/event-id-lenient-letters",
        rule: PS_003,
        about: "Reads I and L as 1, O as 0 and U as V, as Crockford's decoder does.",
        make: || {
            ids(|id| {
                id.replace(['I', 'L'], "1")
                    .replace('O', "0")
                    .replace('U', "V")
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/event-id-overflow",
        rule: PS_003,
        about: "Drops the bits beyond 128 of an event id.",
        make: || {
            ids(|id| match id.as_bytes().first() {
                Some(b'8'..=b'9' | b'A'..=b'Z') => format!("7{}", id.get(1..).unwrap_or_default()),
                _ => id.to_owned(),
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/event-id-any-length",
        rule: PS_003,
        about: "Fills or cuts event ids to 26 characters.",
        make: || {
            ids(|id| {
                let filled = format!("{id:0>26}");
                filled.chars().take(26).collect()
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/outcome-case-ignored",
        rule: PS_007,
        about: "Reads outcomes in any case.",
        make: || outcomes(str::to_ascii_uppercase),
    },
    Mutant {
        id: "partition_status/mutant/outcome-unknown-is-failed",
        rule: PS_007,
        about: "Takes every unknown outcome for a failure.",
        make: || {
            outcomes(|outcome| match outcome {
                "SUCCEEDED" | "CANCELLED" => outcome.to_owned(),
                _ => "FAILED".to_owned(),
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/outcome-american",
        rule: PS_007,
        about: "Reads CANCELED as CANCELLED.",
        make: || outcomes(|outcome| outcome.replace("CANCELED", "CANCELLED")),
    },
    Mutant {
        id: "partition_status/mutant/empty-identifier-default",
        rule: PS_008,
        about: "Puts a default for identifiers that are empty.",
        make: || {
            identifiers(|text| {
                if text.is_empty() {
                    "default".to_owned()
                } else {
                    text.to_owned()
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/empty-asset-is-none",
        rule: PS_008,
        about: "Takes an empty asset for none.",
        make: || {
            before(FOLDS, |input| {
                each_event(input, |event| {
                    if event["asset_key"] == "" {
                        event["asset_key"] = Value::Null;
                    }
                });
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/identifiers-trimmed",
        rule: PS_009,
        about: "Trims identifiers.",
        make: || {
            identifiers(|text| {
                if text.trim().is_empty() {
                    text.to_owned()
                } else {
                    text.trim().to_owned()
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/identifiers-case-folded",
        rule: PS_009,
        about: "Writes identifiers in lower case.",
        make: || identifiers(str::to_lowercase),
    },
    Mutant {
        id: "partition_status/mutant/identifiers-normalized",
        rule: PS_009,
        about: "Normalizes identifiers to NFC.",
        make: || identifiers(|text| text.nfc().collect()),
    },
    Mutant {
        id: "partition_status/mutant/identifiers-cut",
        rule: PS_009,
        about: "Cuts identifiers at 255 characters.",
        make: || identifiers(|text| text.chars().take(255).collect()),
    },
    Mutant {
        id: "partition_status/mutant/identifiers-cut-at-nul",
        rule: PS_009,
        about: "Ends identifiers at the first NUL.",
        make: || {
            identifiers(|text| match text.split_once('\0') {
                Some((head, _)) if !head.is_empty() => head.to_owned(),
                _ => text.to_owned(),
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/faulty-key-skipped",
        rule: PS_010,
        about: "Skips events whose partition key does not parse.",
        make: || {
            before(FOLDS, |input| {
                each_event(input, |event| {
                    let key = event["partition_key"].as_str();
                    if key.is_some_and(|key| {
                        partition_key::parse(key, &mut Stance::default()).is_err()
                    }) {
                        event["partition_key"] = Value::Null;
                    }
                });
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/key-sorted-first",
        rule: PS_010,
        about: "Sorts the dimensions of a partition key instead of refusing them.",
        make: || {
            before(FOLDS, |input| {
                each_event(input, |event| {
                    if let Some(key) = event["partition_key"].as_str() {
                        let mut parts: Vec<&str> = key.split(',').collect();
                        parts.sort_unstable();
                        event["partition_key"] = json!(parts.join(","));
                    }
                });
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/batch-partly-applied",
        rule: PS_011,
        about: "Applies the events of a batch up to the faulty one.",
        make: || {
            Habits {
                partial: true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/faulty-events-skipped",
        rule: PS_011,
        about: "Skips faulty events and folds the others.",
        make: || {
            instead(FOLDS, |reference, request| {
                let mut request = request.clone();
                if let Some(events) = request.input_mut()["events"].as_array_mut() {
                    events.retain(|event| {
                        let alone =
                            Request::new("partition_status.fold", json!({"events": [event]}));
                        matches!(reference.call(&alone), Reply::Ok(_))
                    });
                }
                reference.call(&request)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/events-of-no-partition-unjudged",
        rule: PS_011,
        about: "Drops events without asset or partition before looking at them.",
        make: || {
            before(FOLDS, |input| {
                if let Some(events) = input["events"].as_array_mut() {
                    events.retain(|event| {
                        !event["asset_key"].is_null() && !event["partition_key"].is_null()
                    });
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/sweep-of-no-row-unjudged",
        rule: PS_011,
        about: "Looks for the row of a sweep first, and judges nothing if there is none.",
        make: || {
            instead(&["partition_status.sweep"], |reference, request| {
                let mut look = request.clone();
                "partition_status.apply".clone_into(&mut look.operation);
                look.input = json!({"events": []}).into();
                let Reply::Ok(table) = reference.call(&look) else {
                    return reference.call(request);
                };
                let wanted = &request.input["partition"];
                let is_wanted = |row: &Value| IDENTITY.iter().all(|part| row[part] == wanted[part]);
                if table["rows"]
                    .as_array()
                    .is_some_and(|rows| rows.iter().any(is_wanted))
                {
                    reference.call(request)
                } else {
                    Reply::Ok(table)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/stored-staleness-unjudged",
        rule: PS_011,
        about: "Does not look at stored staleness, since a query makes no use of it.",
        make: || {
            before(&["partition_status.query"], |input| {
                input["stale_since"] = Value::Null;
                input["stale_reason_code"] = Value::Null;
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/never-materialized-unjudged",
        rule: PS_011,
        about: "Answers for what was never materialized without looking at the rest.",
        make: || {
            instead(
                &["partition_status.staleness", "partition_status.display"],
                |reference, request| match (
                    request.operation.as_str(),
                    &request.input["last_materialization_at"],
                ) {
                    ("partition_status.staleness", Value::Null) => {
                        Reply::Ok(json!({"stale_since": null, "stale_reason_code": null}))
                    }
                    (_, Value::Null) => Reply::Ok(json!({"status": "NEVER_MATERIALIZED"})),
                    _ => reference.call(request),
                },
            )
        },
    },
];

fn identified(identity: fn(&Value) -> Option<Key>) -> Box<dyn Implementation> {
    Habits { identity, ..RIGHT }.subject()
}

/// The identity, but for one of its parts.
fn without(event: &Value, part: usize) -> Option<Key> {
    let mut key = identity(event)?;
    key[part].clear();
    Some(key)
}

fn each_event(input: &mut Value, alter: impl Fn(&mut Value)) {
    for event in input["events"].as_array_mut().into_iter().flatten() {
        alter(event);
    }
}

/// Alters every event id before it is judged.
fn ids(read: fn(&str) -> String) -> Box<dyn Implementation> {
    fields(&["event_id"], read)
}

/// Alters every outcome of events before it is judged.
fn outcomes(read: fn(&str) -> String) -> Box<dyn Implementation> {
    fields(&["outcome"], read)
}

/// Alters every identifier before it is judged.
fn identifiers(read: fn(&str) -> String) -> Box<dyn Implementation> {
    fields(&["tenant_id", "workspace_id", "run_id", "asset_key"], read)
}

fn fields(names: &'static [&'static str], read: fn(&str) -> String) -> Box<dyn Implementation> {
    instead(FOLDS, move |reference, request| {
        let mut request = request.clone();
        each_event(request.input_mut(), |event| {
            for name in names {
                if let Some(text) = event[name].as_str() {
                    event[name] = json!(read(text));
                }
            }
        });
        reference.call(&request)
    })
}
