//! Mistakes about syncs that are to be refused: EP-051 to EP-054.

use super::server::{Habits, Names, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_051, EP_052, EP_053, EP_054};

pub(super) const MUTANTS: &[Mutant] = &[
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
];
