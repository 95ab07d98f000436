//! Mistakes about submitting: EP-021, EP-026 to EP-041.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::naming::nfc;
use super::server::{Habits, Names, RIGHT, texts};
use super::state::{Event, Server};
use crate::mutant::Mutant;
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::{
    EP_021, EP_026, EP_027, EP_028, EP_029, EP_030, EP_031, EP_033, EP_034, EP_035, EP_037, EP_038,
    EP_040, EP_041,
};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/partition-emitted",
        rule: EP_021,
        about: "Shows the legacy field beside a list of one.",
        make: || {
            Habits {
                shows: [legacy, legacy, legacy],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-kept",
        rule: EP_021,
        about: "Stores the event as it came and shows the legacy field in syncs.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], RIGHT.shows[1], kept],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-broadcast",
        rule: EP_021,
        about: "Adds the legacy field to broadcasts for old clients.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], legacy, RIGHT.shows[2]],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/id-made-up",
        rule: EP_026,
        about: "Gives an id to an event that has none.",
        make: || {
            Habits {
                id: |event| Some(event["id"].as_str().unwrap_or("made-up").to_owned()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/id-converted",
        rule: EP_026,
        about: "Converts an id that is a number to text.",
        make: || {
            Habits {
                id: |event| match &event["id"] {
                    Value::Number(number) => Some(number.to_string()),
                    id => id.as_str().map(str::to_owned),
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/any-of",
        rule: EP_027,
        about: "Lets a client submit who is granted one of the partitions.",
        make: || {
            Habits {
                submits: |server, connection, names| {
                    names
                        .iter()
                        .any(|name| server.granted(&connection.client).contains(name))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/first-only",
        rule: EP_027,
        about: "Checks the first partition.",
        make: || {
            Habits {
                submits: |server, connection, names| {
                    names
                        .first()
                        .is_none_or(|name| server.granted(&connection.client).contains(name))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/last-only",
        rule: EP_027,
        about: "Overwrites the verdict in its loop, so that the last partition decides.",
        make: || {
            Habits {
                submits: |server, connection, names| {
                    names
                        .last()
                        .is_none_or(|name| server.granted(&connection.client).contains(name))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/submits-unchecked",
        rule: EP_027,
        about: "Checks grants in syncs only.",
        make: || {
            Habits {
                submits: |_, _, _| true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/anyones-grant",
        rule: EP_027,
        about: "Asks whether the partition is granted to anyone.",
        make: || {
            Habits {
                submits: |server, _, names| {
                    names
                        .iter()
                        .all(|name| server.grants.values().any(|granted| granted.contains(name)))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscription-as-grant",
        rule: EP_028,
        about: "Lets those who subscribe submit.",
        make: || {
            Habits {
                submits: |server, connection, names| {
                    names.iter().all(|name| {
                        connection.subscriptions.contains(name)
                            || server.granted(&connection.client).contains(name)
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscription-needed",
        rule: EP_028,
        about: "Lets only those who subscribe submit.",
        make: || {
            Habits {
                submits: |server, connection, names| {
                    (RIGHT.submits)(server, connection, names)
                        && (connection.subscriptions.is_empty()
                            || names
                                .iter()
                                .all(|name| connection.subscriptions.contains(name)))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/grant-not-normalized",
        rule: EP_029,
        about: "Stores grants as they are written.",
        make: || {
            Habits {
                forms: [str::to_owned, nfc, nfc],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/grant-without-case",
        rule: EP_029,
        about: "Compares grants without case.",
        make: || {
            Habits {
                submits: |server, connection, names| {
                    names.iter().all(|name| {
                        server
                            .granted(&connection.client)
                            .iter()
                            .any(|granted| granted.to_lowercase() == name.to_lowercase())
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/grant-by-prefix",
        rule: EP_029,
        about: "Takes grants for prefixes.",
        make: || {
            Habits {
                submits: |server, connection, names| {
                    names.iter().all(|name| {
                        server
                            .granted(&connection.client)
                            .iter()
                            .any(|granted| name.starts_with(granted))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/grant-of-star",
        rule: EP_029,
        about: "Takes a star for every partition.",
        make: || {
            Habits {
                submits: |server, connection, names| {
                    server.granted(&connection.client).contains("*")
                        || (RIGHT.submits)(server, connection, names)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/grant-trimmed",
        rule: EP_029,
        about: "Trims grants.",
        make: || {
            Habits {
                forms: [|name| nfc(name.trim()), nfc, nfc],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refused-is-committed",
        rule: EP_030,
        about: "Appends to its log before it checks.",
        make: || {
            Habits {
                refused: |server, _, event| append(server, event.clone()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/permitted-part-committed",
        rule: EP_030,
        about: "Commits a refused event in the partitions that are granted.",
        make: || {
            Habits {
                refused: |server, on, event| {
                    let granted = server
                        .open
                        .get(on)
                        .map(|open| server.granted(&open.client))
                        .unwrap_or_default();
                    let mut part = event.clone();
                    part.partitions.retain(|name| granted.contains(name));
                    append(server, part);
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refused-is-broadcast",
        rule: EP_031,
        about: "Broadcasts before it checks.",
        make: || {
            Habits {
                refused: |server, on, event| server.broadcast(on, event),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-commits-again",
        rule: EP_033,
        about: "Does not look for draft ids.",
        make: || {
            Habits {
                repeats: |_, _, _| None,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-on-another-connection",
        rule: EP_033,
        about: "Looks for draft ids on the same connection.",
        make: || {
            Habits {
                repeats: |server, on, event| {
                    let origin = server.count(&format!("{on} {}", event.id));
                    (origin > 1).then(|| event.clone())
                },
                number: |server, event| {
                    let on = server.open.keys().next().cloned().unwrap_or_default();
                    server.count(&format!("{on} {}", event.id));
                    server.log.len() as u64 + 1
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-compared-as-written",
        rule: EP_033,
        about: "Compares the partitions of a repeated draft as they are written.",
        make: || {
            Habits {
                same: |earlier, draft| {
                    earlier.written["partitions"] == draft.written["partitions"]
                        && earlier.content == draft.content
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-compared-unnormalized",
        rule: EP_033,
        about: "Compares sorted but not normalized partitions of a repeated draft.",
        make: || {
            Habits {
                same: |earlier, draft| {
                    texts(&earlier.written["partitions"]).map(BTreeSet::from_iter)
                        == texts(&draft.written["partitions"]).map(BTreeSet::from_iter)
                        && earlier.content == draft.content
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-is-refused",
        rule: EP_033,
        about: "Rejects every draft id that it knows.",
        make: || {
            Habits {
                same: |_, _| false,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-gets-a-new-number",
        rule: EP_033,
        about: "Answers a repeated draft with the next number.",
        make: || {
            Habits {
                repeats: |server, _, event| {
                    Some(Event {
                        committed_id: server.log.len() as u64 + 1,
                        ..event.clone()
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/repeated-is-broadcast",
        rule: EP_034,
        about: "Broadcasts a repeated draft again.",
        make: || {
            Habits {
                repeats: |server, on, event| {
                    server.broadcast(on, event);
                    Some(event.clone())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-answered",
        rule: EP_035,
        about: "Answers a draft with other content by the event of its id.",
        make: || {
            Habits {
                conflicts: |_, earlier, _| Ok(Some(earlier.clone())),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-overwrites",
        rule: EP_035,
        about: "Stores what is submitted last under a draft id.",
        make: || {
            Habits {
                conflicts: |server, earlier, draft| {
                    let new = Event {
                        committed_id: earlier.committed_id,
                        ..draft
                    };
                    server.log.retain(|event| event.id != new.id);
                    server.log.push(new.clone());
                    server.log.sort_by_key(|event| event.committed_id);
                    Ok(Some(new))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-commits-again",
        rule: EP_035,
        about: "Commits a draft with other content as another event.",
        make: || {
            Habits {
                conflicts: |_, _, _| Ok(None),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-is-a-bad-request",
        rule: EP_035,
        about: "Rejects a draft with other content as a bad request.",
        make: || {
            Habits {
                conflicts: |_, _, _| Err(code::BAD_REQUEST),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-content-not-compared",
        rule: EP_035,
        about: "Compares partitions and not content.",
        make: || {
            Habits {
                same: |earlier, draft| earlier.partitions == draft.partitions,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-partitions-not-compared",
        rule: EP_035,
        about: "Compares content and not partitions.",
        make: || {
            Habits {
                same: |earlier, draft| earlier.content == draft.content,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-partitions-among-them",
        rule: EP_035,
        about: "Takes a draft for the same if its partitions are among those committed.",
        make: || {
            Habits {
                same: |earlier, draft| {
                    earlier.content == draft.content
                        && draft
                            .partitions
                            .iter()
                            .all(|name| earlier.partitions.contains(name))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refused-id-is-taken",
        rule: EP_037,
        about: "Notes the draft id before it checks.",
        make: || {
            Habits {
                refused: |server, _, event| _ = server.count(&event.id),
                taken: |server, event| server.counters.contains_key(&event.id),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/batch-backwards",
        rule: EP_038,
        about: "Works through a batch from its end.",
        make: || {
            Habits {
                batch: |count| (0..count).rev().collect(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/batch-first-only",
        rule: EP_038,
        about: "Takes a batch for its first event.",
        make: || {
            Habits {
                batch: |count| (0..count.min(1)).collect(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/batch-at-random",
        rule: EP_038,
        about: "Works through a batch in no order.",
        make: || {
            Habits {
                batch: |count| (0..count).map(|at| (at + 1) % count).collect(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/numbered-by-partition",
        rule: EP_040,
        about: "Counts committed ids in each partition.",
        make: || {
            Habits {
                number: |server, event| server.count(&event.partitions[0]),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/numbered-by-content",
        rule: EP_040,
        about: "Takes the length of the content for a number.",
        make: || {
            Habits {
                number: |_, event| event.content.len() as u64,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/numbered-by-list",
        rule: EP_040,
        about: "Counts committed ids for each list of partitions.",
        make: || {
            Habits {
                number: |server, event| server.count(&event.partitions.join(",")),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/numbered-downwards",
        rule: EP_041,
        about: "Counts down.",
        make: || {
            Habits {
                number: |server, _| 1_000_000 - server.log.len() as u64,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/numbered-by-hash",
        rule: EP_041,
        about: "Takes a hash for a number.",
        make: || {
            Habits {
                number: |server, _| {
                    let count = server.log.len() as u64 + 1;
                    count.wrapping_mul(0x9E37_79B9) % 1_000_003
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/numbered-from-255",
        rule: EP_041,
        about: "Keeps the number in a byte.",
        make: || {
            Habits {
                number: |server, _| (server.log.len() as u64 + 254) % 256 + 1,
                ..RIGHT
            }
            .subject()
        },
    },
];

/// The event with the legacy field, if it has one partition.
fn legacy(event: &Event, _: &Names) -> Value {
    let mut shown = event.shown();
    if let [only] = &event.partitions[..] {
        shown["partition"] = json!(only);
    }
    shown
}

/// The event with the legacy field, if it came with it.
fn kept(event: &Event, _: &Names) -> Value {
    let mut shown = event.shown();
    if let Some(legacy) = event.written.get("partition") {
        shown["partition"] = legacy.clone();
    }
    shown
}

fn append(server: &mut Server, event: Event) {
    let committed_id = server.log.len() as u64 + 1;
    server.log.push(Event {
        committed_id,
        ..event
    });
}
