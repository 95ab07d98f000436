//! Mistakes about submitting: EP-026, EP-030, EP-031, EP-038 to EP-041.

use serde_json::Value;

use super::server::{Habits, RIGHT};
use super::state::{Event, Server};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_026, EP_030, EP_031, EP_038, EP_040, EP_041};

pub(super) const MUTANTS: &[Mutant] = &[
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
        id: "event_partitions/mutant/content-missing-is-empty",
        rule: EP_026,
        about: "Takes content that is not there for empty.",
        make: || {
            Habits {
                content: |event| match &event["content"] {
                    Value::Null => Some(String::new()),
                    content => content.as_str().map(str::to_owned),
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/content-converted",
        rule: EP_026,
        about: "Converts content of any type to text.",
        make: || {
            Habits {
                content: |event| match event.get("content")? {
                    Value::String(text) => Some(text.clone()),
                    content => Some(content.to_string()),
                },
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
        id: "event_partitions/mutant/refused-leaves-a-hole",
        rule: EP_030,
        about: "Takes a number before it checks, and shows the hole that a refusal leaves.",
        make: || {
            Habits {
                refused: |server, _, event| {
                    let hole = Event {
                        content: String::new(),
                        ..event.clone()
                    };
                    append(server, hole);
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
        id: "event_partitions/mutant/numbered-in-a-byte",
        rule: EP_041,
        about: "Keeps the number in a byte, which runs over.",
        make: || {
            Habits {
                number: |server, _| (server.log.len() as u64 + 254) % 256,
                ..RIGHT
            }
            .subject()
        },
    },
];

fn append(server: &mut Server, event: Event) {
    let committed_id = server.log.len() as u64 + 1;
    server.log.push(Event {
        committed_id,
        ..event
    });
}
