//! Mistakes about how events are shown, and to whom again: EP-055, EP-056.

use serde_json::{Value, json};

use super::naming::nfc;
use super::server::{Habits, Names, RIGHT};
use super::state::Event;
use crate::mutant::Mutant;
use crate::rule::rules::{EP_055, EP_056};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/sync-shows-the-scope",
        rule: EP_055,
        about: "Shows of an event the partitions that were asked for.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], RIGHT.shows[1], filtered],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/broadcast-shows-the-subscriptions",
        rule: EP_055,
        about: "Shows of an event the partitions that are subscribed to.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], filtered, RIGHT.shows[2]],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/broadcast-as-written",
        rule: EP_055,
        about: "Broadcasts the event as it was submitted.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], as_written, RIGHT.shows[2]],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/stored-as-written",
        rule: EP_055,
        about: "Stores the event as it was submitted.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], RIGHT.shows[1], as_written],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/answered-as-written",
        rule: EP_055,
        about: "Answers with the event as it was submitted.",
        make: || {
            Habits {
                shows: [as_written, RIGHT.shows[1], RIGHT.shows[2]],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/content-normalized",
        rule: EP_055,
        about: "Normalizes the content of events too.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], RIGHT.shows[1], |event, _| {
                    let mut shown = event.shown();
                    shown["content"] = json!(nfc(&event.content));
                    shown
                }],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/synced-only-once",
        rule: EP_056,
        about: "Remembers how far a connection has synced.",
        make: || {
            Habits {
                view: |server, on, scope, since| {
                    let last = server.counters.get(on).copied().unwrap_or(0);
                    let view = server.after(scope, since.max(last));
                    if let Some(event) = view.last() {
                        server.counters.insert(on.to_owned(), event.committed_id);
                    }
                    view
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/own-events-left-out",
        rule: EP_056,
        about: "Leaves out what the same connection has seen by submitting.",
        make: || {
            Habits {
                view: |server, on, scope, since| {
                    server.picked(since, |event| event.origin != on && event.meets(scope))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscribed-left-out",
        rule: EP_056,
        about: "Leaves out what the connection has been sent as broadcast.",
        make: || {
            Habits {
                view: |server, on, scope, since| {
                    let subscriptions = server
                        .open
                        .get(on)
                        .map(|open| open.subscriptions.clone())
                        .unwrap_or_default();
                    server.picked(since, |event| {
                        event.meets(scope) && !event.meets(&subscriptions)
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
];

fn filtered(event: &Event, names: &Names) -> Value {
    let shared = event.partitions.iter().filter(|name| names.contains(*name));
    event.shown_with(shared.cloned().collect::<Vec<_>>())
}

fn as_written(event: &Event, _: &Names) -> Value {
    let written = event.written.get("partitions").cloned();
    event.shown_with(written.unwrap_or_else(|| json!(event.partitions)))
}
