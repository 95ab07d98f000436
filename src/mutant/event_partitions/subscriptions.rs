//! Mistakes about subscriptions: EP-059 to EP-065.

use unicode_normalization::UnicodeNormalization as _;

use super::naming::nfc;
use super::server::{Habits, Names, RIGHT, texts};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_059, EP_060, EP_061, EP_062, EP_063, EP_064, EP_065};

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
                    server.subscribe(on, granted);
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
                    let client = server.client_of(on);
                    let other = server
                        .open
                        .values()
                        .find(|open| open.name != on && open.client == client);
                    let names = other
                        .map(|open| open.subscriptions.clone())
                        .unwrap_or_default();
                    server.subscribe(on, names);
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
                    server.others(origin, |open| {
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
                    server.others(origin, |open| {
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
                    server.others(origin, |open| {
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
];

fn sorted(mut names: Vec<String>) -> Vec<String> {
    names.sort();
    names
}
