//! Mistakes about what lets a client submit: EP-027 to EP-029.

use super::naming::nfc;
use super::server::{Habits, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_027, EP_028, EP_029};

pub(super) const MUTANTS: &[Mutant] = &[
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
];
