//! Mistakes about syncing: EP-042 to EP-058.

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use super::naming::nfc;
use super::server::{Habits, Names, RIGHT, texts};
use super::state::{Event, Server};
use crate::mutant::Mutant;
use crate::rule::rules::{
    EP_042, EP_043, EP_044, EP_045, EP_046, EP_047, EP_048, EP_051, EP_052, EP_053, EP_054, EP_055,
    EP_056, EP_057, EP_058,
};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/view-of-first-partition",
        rule: EP_042,
        about: "Indexes an event under its first partition.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    picked(server, since, |event| {
                        event
                            .partitions
                            .first()
                            .is_some_and(|name| scope.contains(name))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/view-of-last-partition",
        rule: EP_042,
        about: "Overwrites the index in its loop, so that the last partition counts.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    picked(server, since, |event| {
                        event
                            .partitions
                            .last()
                            .is_some_and(|name| scope.contains(name))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/view-of-prefix",
        rule: EP_042,
        about: "Takes the scope for prefixes.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    picked(server, since, |event| {
                        event
                            .partitions
                            .iter()
                            .any(|name| scope.iter().any(|asked| name.starts_with(asked)))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/view-without-case",
        rule: EP_042,
        about: "Compares the scope without case.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    picked(server, since, |event| {
                        event.partitions.iter().any(|name| {
                            scope
                                .iter()
                                .any(|asked| name.to_lowercase() == asked.to_lowercase())
                        })
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/view-of-everything",
        rule: EP_042,
        about: "Forgets the scope.",
        make: || {
            Habits {
                view: |server, _, scope, since| picked(server, since, |_| !scope.is_empty()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/view-of-single-partitions",
        rule: EP_042,
        about: "Leaves out events of several partitions.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    picked(server, since, |event| {
                        event.partitions.len() == 1 && event.meets(scope)
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/newest-first",
        rule: EP_043,
        about: "Returns the newest event first.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    let mut view = right(server, scope, since);
                    view.reverse();
                    view
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/by-draft-id",
        rule: EP_043,
        about: "Returns events in the order of their draft ids.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    let mut view = right(server, scope, since);
                    view.sort_by(|a, b| a.id.cmp(&b.id));
                    view
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-by-partition",
        rule: EP_043,
        about: "Returns the events of one partition after those of another.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    let mut view = right(server, scope, since);
                    view.sort_by_key(|event| {
                        event
                            .partitions
                            .iter()
                            .find(|name| scope.contains(*name))
                            .cloned()
                    });
                    view
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/ids-sorted-as-text",
        rule: EP_043,
        about: "Sorts committed ids as texts.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    let mut view = right(server, scope, since);
                    view.sort_by_key(|event| event.committed_id.to_string());
                    view
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/union-repeats",
        rule: EP_044,
        about: "Returns an event for each partition that it shares with the scope.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    let view = right(server, scope, since);
                    view.iter()
                        .flat_map(|event| {
                            let shared = event
                                .partitions
                                .iter()
                                .filter(|name| scope.contains(*name))
                                .count();
                            std::iter::repeat_n(event.clone(), shared)
                        })
                        .collect()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/intersection",
        rule: EP_044,
        about: "Returns the events that are in every partition of the scope.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    picked(server, since, |event| {
                        !scope.is_empty()
                            && scope.iter().all(|name| event.partitions.contains(name))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/within-the-scope",
        rule: EP_044,
        about: "Returns the events whose partitions are all in the scope.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    picked(server, since, |event| {
                        event.partitions.iter().all(|name| scope.contains(name))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/first-of-scope",
        rule: EP_044,
        about: "Returns the events of the first partition of the scope.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    picked(server, since, |event| {
                        scope
                            .first()
                            .is_some_and(|name| event.partitions.contains(name))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-inclusive",
        rule: EP_045,
        about: "Returns the event that the client has seen.",
        make: || {
            Habits {
                view: |server, _, scope, since| server.view(scope, |number| number >= since),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-ignored",
        rule: EP_045,
        about: "Always returns all.",
        make: || {
            Habits {
                view: |server, _, scope, _| server.view(scope, |_| true),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-as-offset",
        rule: EP_045,
        about: "Skips as many events of the view as the number says.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    right(server, scope, 0)
                        .into_iter()
                        .skip(usize::try_from(since).unwrap_or(usize::MAX))
                        .collect()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-off-by-one",
        rule: EP_045,
        about: "Skips one event too many.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    server.view(scope, |number| number > since + u64::from(since > 0))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-negative-taken",
        rule: EP_046,
        about: "Takes a negative number for 0.",
        make: || {
            Habits {
                since: |value| value.as_u64().or_else(|| value.as_i64().map(|_| 0)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-text-taken",
        rule: EP_046,
        about: "Reads numbers from texts.",
        make: || {
            Habits {
                since: |value| {
                    value
                        .as_u64()
                        .or_else(|| value.as_str().and_then(|text| text.parse().ok()))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-fraction-taken",
        rule: EP_046,
        about: "Cuts fractions off.",
        make: || {
            Habits {
                since: |value| {
                    value
                        .as_u64()
                        .or_else(|| value.as_f64().filter(|number| *number >= 0.0).map(|_| 0))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-anything-taken",
        rule: EP_046,
        about: "Takes what is no number for 0.",
        make: || {
            Habits {
                since: |value| Some(value.as_u64().unwrap_or(0)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-not-normalized",
        rule: EP_047,
        about: "Compares the scope as it is written.",
        make: || {
            Habits {
                forms: [
                    nfc,
                    |name| {
                        if name.chars().any(|c| c == '\u{301}') {
                            nfc(name) + " as written"
                        } else {
                            nfc(name)
                        }
                    },
                    nfc,
                ],
                syncs: |_, _, scope| Some(scope.clone()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-normalized-twice",
        rule: EP_047,
        about: "Decomposes the scope after it has been authorized.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    let scope = scope.iter().map(|name| name.nfd().collect()).collect();
                    right(server, &scope, since)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-text-taken",
        rule: EP_048,
        about: "Takes a text for a scope of one.",
        make: || {
            Habits {
                scope: |value| {
                    texts(value).or_else(|| value.as_str().map(|name| vec![name.to_owned()]))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-others-left-out",
        rule: EP_048,
        about: "Leaves out what is no text.",
        make: || {
            Habits {
                scope: |value| {
                    Some(
                        value
                            .as_array()?
                            .iter()
                            .filter_map(Value::as_str)
                            .map(str::to_owned)
                            .collect(),
                    )
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-missing-taken",
        rule: EP_048,
        about: "Takes a scope that is no list for an empty one.",
        make: || {
            Habits {
                scope: |value| texts(value).or_else(|| (!value.is_array()).then(Vec::new)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/permitted-part-returned",
        rule: EP_051,
        about: "Returns the permitted part of a scope.",
        make: || {
            Habits {
                syncs: |server, connection, scope| {
                    Some(
                        scope
                            .intersection(&server.granted(&connection.client))
                            .cloned()
                            .collect(),
                    )
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/any-of-scope",
        rule: EP_051,
        about: "Lets a client sync who is granted one of the partitions.",
        make: || {
            Habits {
                syncs: |server, connection, scope| {
                    (scope.is_empty() || !scope.is_disjoint(&server.granted(&connection.client)))
                        .then(|| scope.clone())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/first-of-scope-checked",
        rule: EP_051,
        about: "Checks the first partition of the scope.",
        make: || {
            Habits {
                syncs: |server, connection, scope| {
                    scope
                        .first()
                        .is_none_or(|name| server.granted(&connection.client).contains(name))
                        .then(|| scope.clone())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/syncs-unchecked",
        rule: EP_051,
        about: "Checks grants in submits only.",
        make: || {
            Habits {
                syncs: |_, _, scope| Some(scope.clone()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/nothing-instead-of-forbidden",
        rule: EP_051,
        about: "Returns no events where it should refuse.",
        make: || {
            Habits {
                syncs: |server, connection, scope| {
                    Some(if scope.is_subset(&server.granted(&connection.client)) {
                        scope.clone()
                    } else {
                        Names::new()
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-grant-without-case",
        rule: EP_051,
        about: "Compares scope and grants without case.",
        make: || {
            Habits {
                syncs: |server, connection, scope| {
                    let granted = server.granted(&connection.client);
                    scope
                        .iter()
                        .all(|name| {
                            granted
                                .iter()
                                .any(|known| known.to_lowercase() == name.to_lowercase())
                        })
                        .then(|| scope.clone())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscriptions-unchecked",
        rule: EP_052,
        about: "Lets clients subscribe to anything.",
        make: || {
            Habits {
                subscribes: |_, _, _| true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/any-of-subscriptions",
        rule: EP_052,
        about: "Lets a client subscribe who is granted one of the partitions.",
        make: || {
            Habits {
                subscribes: |server, connection, names| {
                    names.is_empty() || !names.is_disjoint(&server.granted(&connection.client))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/first-of-subscriptions-checked",
        rule: EP_052,
        about: "Checks the first of the subscriptions.",
        make: || {
            Habits {
                subscribes: |server, connection, names| {
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
        id: "event_partitions/mutant/subscription-lets-sync",
        rule: EP_053,
        about: "Lets those who subscribe sync.",
        make: || {
            Habits {
                syncs: |server, connection, scope| {
                    let mut granted = server.granted(&connection.client);
                    granted.extend(connection.subscriptions.iter().cloned());
                    scope.is_subset(&granted).then(|| scope.clone())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscription-needed-to-sync",
        rule: EP_053,
        about: "Lets only those who subscribe sync.",
        make: || {
            Habits {
                syncs: |server, connection, scope| {
                    (RIGHT.syncs)(server, connection, scope).filter(|scope| {
                        connection.subscriptions.is_empty()
                            || scope.is_subset(&connection.subscriptions)
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refused-sync-subscribes",
        rule: EP_054,
        about: "Replaces subscriptions before it checks.",
        make: || {
            Habits {
                sync_refused: |server, on, _, given| {
                    if let (Some(open), Some(given)) = (server.open.get_mut(on), given) {
                        open.subscriptions.clone_from(given);
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refused-sync-unsubscribes",
        rule: EP_054,
        about: "Clears subscriptions before it checks.",
        make: || {
            Habits {
                sync_refused: |server, on, _, _| {
                    if let Some(open) = server.open.get_mut(on) {
                        open.subscriptions.clear();
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refused-sync-subscribes-in-part",
        rule: EP_054,
        about: "Subscribes to the permitted part before it refuses.",
        make: || {
            Habits {
                sync_refused: |server, on, _, given| {
                    let Some(client) = server.open.get(on).map(|open| open.client.clone()) else {
                        return;
                    };
                    let granted = server.granted(&client);
                    if let (Some(open), Some(given)) = (server.open.get_mut(on), given) {
                        open.subscriptions
                            .extend(given.intersection(&granted).cloned());
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
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
                    let view = right(server, scope, since.max(last));
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
                number: |server, event| {
                    let number = server.log.len() as u64 + 1;
                    server.counters.insert(event.id.clone(), number);
                    number
                },
                view: |server, on, scope, since| {
                    let single = server.open.len() == 1 && server.open.contains_key(on);
                    picked(server, since, |event| !single && event.meets(scope))
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
                    picked(server, since, |event| {
                        event.meets(scope) && !event.meets(&subscriptions)
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/limit-of-the-log",
        rule: EP_057,
        about: "Applies the limit to the log and not to the view.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    server.counters.insert("since".to_owned(), since);
                    right(server, scope, since)
                },
                page: |server, view, limit| {
                    let since = server.counters.get("since").copied().unwrap_or(0);
                    let later = server.log.iter().filter(|event| event.committed_id > since);
                    let last = later
                        .take(limit)
                        .last()
                        .map_or(0, |event| event.committed_id);
                    let events: Vec<Event> = view
                        .iter()
                        .filter(|event| event.committed_id <= last)
                        .cloned()
                        .collect();
                    let more = events.len() < view.len();
                    (events, more)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/page-of-one-more",
        rule: EP_057,
        about: "Returns the event that tells whether there is more.",
        make: || {
            Habits {
                page: |_, view, limit| {
                    (
                        view.iter().take(limit.saturating_add(1)).cloned().collect(),
                        view.len() > limit,
                    )
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/page-of-the-end",
        rule: EP_057,
        about: "Returns the last events of the view.",
        make: || {
            Habits {
                page: |_, view, limit| {
                    (
                        view[view.len().saturating_sub(limit)..].to_vec(),
                        view.len() > limit,
                    )
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/limit-ignored",
        rule: EP_057,
        about: "Returns all and says that there is more.",
        make: || {
            Habits {
                page: |_, view, limit| (view.to_vec(), view.len() > limit),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/more-if-full",
        rule: EP_058,
        about: "Says that there is more whenever a page is full.",
        make: || {
            Habits {
                page: |_, view, limit| {
                    (
                        view.iter().take(limit).cloned().collect(),
                        view.len() >= limit,
                    )
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/never-more",
        rule: EP_058,
        about: "Never says that there is more.",
        make: || {
            Habits {
                page: |_, view, limit| (view.iter().take(limit).cloned().collect(), false),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/more-in-the-log",
        rule: EP_058,
        about: "Says that there is more if the log has more.",
        make: || {
            Habits {
                page: |server, view, limit| {
                    let events: Vec<Event> = view.iter().take(limit).cloned().collect();
                    let last = events.last().map(|event| event.committed_id);
                    let more = limit != usize::MAX
                        && last.is_some()
                        && last < server.log.last().map(|event| event.committed_id);
                    (events, more)
                },
                ..RIGHT
            }
            .subject()
        },
    },
];

fn right(server: &Server, scope: &Names, since: u64) -> Vec<Event> {
    server.view(scope, |number| number > since)
}

/// The later events that a condition picks.
fn picked(server: &Server, since: u64, picks: impl Fn(&Event) -> bool) -> Vec<Event> {
    let later = server.log.iter().filter(|event| event.committed_id > since);
    later.filter(|event| picks(event)).cloned().collect()
}

fn filtered(event: &Event, names: &Names) -> Value {
    let shared = event.partitions.iter().filter(|name| names.contains(*name));
    event.shown_with(shared.cloned().collect::<Vec<_>>())
}

fn as_written(event: &Event, _: &Names) -> Value {
    let written = event.written.get("partitions").cloned();
    event.shown_with(written.unwrap_or_else(|| json!(event.partitions)))
}
