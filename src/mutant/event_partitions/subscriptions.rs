//! Mistakes about subscriptions, deliveries and connections: EP-059 to EP-076.

use unicode_normalization::UnicodeNormalization as _;

use super::naming::nfc;
use super::server::{Habits, Names, RIGHT, texts};
use super::state::{Connection, Server};
use crate::mutant::Mutant;
use crate::rule::rules::{
    EP_059, EP_060, EP_061, EP_062, EP_063, EP_064, EP_065, EP_066, EP_067, EP_068, EP_069, EP_070,
    EP_071, EP_072, EP_074, EP_075, EP_076,
};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/granted-is-subscribed-at-first",
        rule: EP_059,
        about: "Subscribes a new connection to all that its client is granted.",
        make: || {
            Habits {
                connected: |server, on| {
                    let granted = server
                        .open
                        .get(on)
                        .map(|open| server.granted(&open.client))
                        .unwrap_or_default();
                    subscribe(server, on, granted);
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/inherited-at-first",
        rule: EP_059,
        about: "Lets a new connection take over the subscriptions of another one of its client.",
        make: || {
            Habits {
                connected: |server, on| {
                    let client = client_of(server, on);
                    let other = server
                        .open
                        .values()
                        .find(|open| open.name != on && open.client == client);
                    let names = other
                        .map(|open| open.subscriptions.clone())
                        .unwrap_or_default();
                    subscribe(server, on, names);
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/replacement-merges",
        rule: EP_060,
        about: "Adds what is given to what there is.",
        make: || {
            Habits {
                replaces: |before, given, _| before | given.unwrap_or(&Names::new()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/replacement-only-narrows",
        rule: EP_060,
        about: "Keeps of what there is what is given.",
        make: || {
            Habits {
                replaces: |before, given, _| match given {
                    Some(given) if !before.is_empty() && !given.is_empty() => before & given,
                    given => given.unwrap_or(before).clone(),
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/replacement-only-once",
        rule: EP_060,
        about: "Takes subscriptions with the first sync only.",
        make: || {
            Habits {
                replaces: |before, given, _| match given {
                    Some(given) if before.is_empty() || given.is_empty() => given.clone(),
                    _ => before.clone(),
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/empty-replacement-ignored",
        rule: EP_061,
        about: "Takes an empty list for an absent one.",
        make: || {
            Habits {
                replaces: |before, given, _| {
                    given
                        .filter(|given| !given.is_empty())
                        .unwrap_or(before)
                        .clone()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/empty-replacement-means-scope",
        rule: EP_061,
        about: "Takes an empty list for the scope.",
        make: || {
            Habits {
                replaces: |before, given, scope| match given {
                    Some(given) if given.is_empty() => scope.clone(),
                    given => given.unwrap_or(before).clone(),
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/absent-clears",
        rule: EP_062,
        about: "Takes an absent list for an empty one.",
        make: || {
            Habits {
                replaces: |_, given, _| given.cloned().unwrap_or_default(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-is-subscribed",
        rule: EP_063,
        about: "Subscribes to the scope unless other subscriptions are given.",
        make: || {
            Habits {
                replaces: |_, given, scope| given.unwrap_or(scope).clone(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-is-added",
        rule: EP_063,
        about: "Adds the scope to the subscriptions.",
        make: || {
            Habits {
                replaces: |before, given, scope| given.unwrap_or(before) | scope,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-is-removed",
        rule: EP_063,
        about: "Takes a sync without subscriptions for a farewell to its scope.",
        make: || {
            Habits {
                replaces: |before, given, scope| given.map_or_else(|| before - scope, Clone::clone),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/effective-echoes",
        rule: EP_064,
        about: "Tells the subscriptions as they are written.",
        make: || {
            Habits {
                tells: |_, after, written| {
                    sorted(texts(written).unwrap_or_else(|| after.iter().cloned().collect()))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/effective-before",
        rule: EP_064,
        about: "Tells the subscriptions as they were before.",
        make: || {
            Habits {
                tells: |before, _, _| before.iter().cloned().collect(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/effective-only-if-given",
        rule: EP_064,
        about: "Tells subscriptions only if they were given.",
        make: || {
            Habits {
                tells: |_, after, written| {
                    if written.is_null() {
                        Vec::new()
                    } else {
                        after.iter().cloned().collect()
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscription-not-normalized",
        rule: EP_065,
        about: "Compares subscriptions as they are written.",
        make: || {
            Habits {
                subscribes: |server, connection, names| {
                    names
                        .iter()
                        .map(|name| nfc(name))
                        .all(|name| server.granted(&connection.client).contains(&name))
                },
                forms: [nfc, nfc, str::to_owned],
                tells: |_, after, _| {
                    after
                        .iter()
                        .map(|name| nfc(name))
                        .collect::<Names>()
                        .into_iter()
                        .collect()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscription-decomposed",
        rule: EP_065,
        about: "Decomposes subscriptions when it delivers.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    received(server, origin, |open| {
                        open.subscriptions
                            .iter()
                            .any(|name| event.partitions.contains(&name.nfd().collect()))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscription-without-case",
        rule: EP_065,
        about: "Compares subscriptions without case.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    received(server, origin, |open| {
                        open.subscriptions.iter().any(|name| {
                            event
                                .partitions
                                .iter()
                                .any(|other| name.to_lowercase() == other.to_lowercase())
                        })
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/subscription-to-prefix",
        rule: EP_065,
        about: "Takes subscriptions for prefixes.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    received(server, origin, |open| {
                        open.subscriptions.iter().any(|name| {
                            event.partitions.iter().any(|other| other.starts_with(name))
                        })
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/shared-by-the-client",
        rule: EP_066,
        about: "Keeps subscriptions for each client.",
        make: || {
            Habits {
                subscribed: |server, on| {
                    let client = client_of(server, on);
                    let names = server.open[on].subscriptions.clone();
                    server
                        .open
                        .values_mut()
                        .filter(|open| open.client == client)
                        .for_each(|open| open.subscriptions.clone_from(&names));
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/one-subscriber-a-partition",
        rule: EP_066,
        about: "Keeps one connection of a client for each partition.",
        make: || {
            Habits {
                subscribed: |server, on| {
                    let client = client_of(server, on);
                    let names = server.open[on].subscriptions.clone();
                    server
                        .open
                        .values_mut()
                        .filter(|open| open.name != on && open.client == client)
                        .for_each(|open| open.subscriptions.retain(|name| !names.contains(name)));
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/survive-the-connection",
        rule: EP_067,
        about: "Finds the subscriptions of an earlier connection by its name.",
        make: || {
            Habits {
                disconnected: |server, on, connection| {
                    _ = server
                        .closed
                        .insert(on.to_owned(), connection.subscriptions.clone())
                },
                connected: |server, on| {
                    let names = server.closed.remove(on).unwrap_or_default();
                    subscribe(server, on, names);
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/closed-still-receives",
        rule: EP_067,
        about: "Delivers to connections that are closed.",
        make: || {
            Habits {
                disconnected: |server, on, connection| {
                    _ = server
                        .closed
                        .insert(on.to_owned(), connection.subscriptions.clone())
                },
                connected: |server, on| _ = server.closed.remove(on),
                receives: |server, origin, event| {
                    let mut names = (RIGHT.receives)(server, origin, event);
                    let closed = server
                        .closed
                        .iter()
                        .filter(|(_, subscriptions)| event.meets(subscriptions));
                    names.extend(closed.map(|(name, _)| name.clone()));
                    names
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/closing-one-ends-all",
        rule: EP_067,
        about: "Removes the subscriptions of the client when one of its connections is closed.",
        make: || {
            Habits {
                disconnected: |server, _, connection| {
                    server
                        .open
                        .values_mut()
                        .filter(|open| open.client == connection.client)
                        .for_each(|open| open.subscriptions.clear())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/grant-subscribes",
        rule: EP_068,
        about: "Subscribes a client to what it is granted.",
        make: || {
            Habits {
                granted: |server, client| {
                    let granted = server.granted(client);
                    server
                        .open
                        .values_mut()
                        .filter(|open| open.client == client)
                        .for_each(|open| open.subscriptions.extend(granted.iter().cloned()));
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/revoking-unsubscribes",
        rule: EP_068,
        about: "Ends subscriptions that are no longer granted.",
        make: || {
            Habits {
                granted: |server, client| {
                    let granted = server.granted(client);
                    server
                        .open
                        .values_mut()
                        .filter(|open| open.client == client)
                        .for_each(|open| open.subscriptions.retain(|name| granted.contains(name)));
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-by-first-partition",
        rule: EP_069,
        about: "Delivers by the first partition of an event.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    received(server, origin, |open| {
                        event
                            .partitions
                            .first()
                            .is_some_and(|name| open.subscriptions.contains(name))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-by-all-partitions",
        rule: EP_069,
        about: "Delivers to those who subscribe to all partitions of an event.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    received(server, origin, |open| {
                        event
                            .partitions
                            .iter()
                            .all(|name| open.subscriptions.contains(name))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-to-other-clients",
        rule: EP_069,
        about: "Delivers nothing to the client that submitted the event.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    let client = client_of(server, origin);
                    received(server, origin, |open| {
                        open.client != client && event.meets(&open.subscriptions)
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-to-one",
        rule: EP_069,
        about: "Delivers to the first subscriber that it finds.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    (RIGHT.receives)(server, origin, event)
                        .into_iter()
                        .take(1)
                        .collect()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-to-everybody",
        rule: EP_070,
        about: "Delivers to every connection.",
        make: || {
            Habits {
                receives: |server, origin, _| received(server, origin, |_| true),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-to-the-granted",
        rule: EP_070,
        about: "Delivers to all who are granted a partition of the event.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    received(server, origin, |open| {
                        event.meets(&server.granted(&open.client))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-to-any-subscriber",
        rule: EP_070,
        about: "Delivers to all who subscribe to anything.",
        make: || {
            Habits {
                receives: |server, origin, _| {
                    received(server, origin, |open| !open.subscriptions.is_empty())
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-for-each-partition",
        rule: EP_071,
        about: "Delivers an event for each partition that meets.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    let names = (RIGHT.receives)(server, origin, event);
                    names
                        .into_iter()
                        .flat_map(|name| {
                            let shared = event
                                .partitions
                                .iter()
                                .filter(|partition| {
                                    server.open[&name].subscriptions.contains(*partition)
                                })
                                .count();
                            std::iter::repeat_n(name, shared)
                        })
                        .collect()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-at-least-once",
        rule: EP_071,
        about: "Delivers twice to be sure.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    (RIGHT.receives)(server, origin, event)
                        .into_iter()
                        .flat_map(|name| [name.clone(), name])
                        .collect()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/backlog-delivered",
        rule: EP_072,
        about: "Delivers all history to who subscribes.",
        make: || {
            Habits {
                subscribed: |server, on| {
                    let names = server.open[on].subscriptions.clone();
                    for event in server.view(&names, |_| true) {
                        server.deliver(on, &event);
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/last-event-delivered",
        rule: EP_072,
        about: "Delivers the last event to who subscribes, as a retained message.",
        make: || {
            Habits {
                subscribed: |server, on| {
                    let names = server.open[on].subscriptions.clone();
                    if let Some(event) = server.view(&names, |_| true).last() {
                        server.deliver(on, event);
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-backwards",
        rule: EP_074,
        about: "Delivers the last event of a batch first.",
        make: || {
            Habits {
                arranges: |events| events.reverse(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/delivered-by-partition",
        rule: EP_074,
        about: "Delivers the events of a batch partition by partition.",
        make: || {
            Habits {
                arranges: |events| events.sort_by(|a, b| a.partitions.cmp(&b.partitions)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/unknown-connection-opened",
        rule: EP_075,
        about: "Opens a connection that it does not know.",
        make: || {
            Habits {
                unknown: |server, on| server.connect(on, on),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/closed-connection-served",
        rule: EP_075,
        about: "Serves a connection that is closed.",
        make: || {
            Habits {
                disconnected: |server, on, connection| server.connect(on, &connection.client),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refusal-closes",
        rule: EP_076,
        about: "Closes the connection when it refuses a submit.",
        make: || {
            Habits {
                refused: |server, on, _| _ = server.open.remove(on),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refused-sync-closes",
        rule: EP_076,
        about: "Closes the connection when it refuses a sync.",
        make: || {
            Habits {
                sync_refused: |server, on, _, _| _ = server.open.remove(on),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/refusal-unsubscribes",
        rule: EP_076,
        about: "Drops the subscriptions of a connection when it refuses a submit.",
        make: || {
            Habits {
                refused: |server, on, _| subscribe(server, on, Names::new()),
                ..RIGHT
            }
            .subject()
        },
    },
];

fn client_of(server: &Server, on: &str) -> String {
    let open = server.open.get(on);
    open.map(|open| open.client.clone()).unwrap_or_default()
}

fn subscribe(server: &mut Server, on: &str, names: Names) {
    if let Some(open) = server.open.get_mut(on) {
        open.subscriptions = names;
    }
}

/// The connections, but the origin, that a condition picks.
fn received(server: &Server, origin: &str, picks: impl Fn(&Connection) -> bool) -> Vec<String> {
    let open = server.open.values();
    open.filter(|open| open.name != origin && picks(open))
        .map(|open| open.name.clone())
        .collect()
}

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}
