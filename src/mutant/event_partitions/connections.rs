//! Mistakes about connections: EP-066 to EP-068, EP-075, EP-076.

use super::server::{Habits, Names, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_066, EP_067, EP_068, EP_075, EP_076};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/shared-by-the-client",
        rule: EP_066,
        about: "Keeps subscriptions for each client.",
        make: || {
            Habits {
                subscribed: |server, on| {
                    let client = server.client_of(on);
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
                    let client = server.client_of(on);
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
                        .insert(on.to_owned(), connection.subscriptions.clone());
                },
                connected: |server, on| {
                    let names = server.closed.remove(on).unwrap_or_default();
                    server.subscribe(on, names);
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
                        .insert(on.to_owned(), connection.subscriptions.clone());
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
                        .for_each(|open| open.subscriptions.clear());
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
                refused: |server, on, _| server.subscribe(on, Names::new()),
                ..RIGHT
            }
            .subject()
        },
    },
];
