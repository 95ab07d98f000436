//! Mistakes about deliveries: EP-069 to EP-074.

use super::server::{Habits, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_069, EP_070, EP_071, EP_072, EP_074};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/delivered-by-first-partition",
        rule: EP_069,
        about: "Delivers by the first partition of an event.",
        make: || {
            Habits {
                receives: |server, origin, event| {
                    server.others(origin, |open| {
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
                    server.others(origin, |open| {
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
                    let client = server.client_of(origin);
                    server.others(origin, |open| {
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
        about: "Delivers to the first subscriber that it finds, be it the origin.",
        make: || {
            Habits {
                receives: |server, _, event| {
                    let all = server.others("", |open| event.meets(&open.subscriptions));
                    all.into_iter().take(1).collect()
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
                receives: |server, origin, _| server.others(origin, |_| true),
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
                    server.others(origin, |open| event.meets(&server.granted(&open.client)))
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
                    server.others(origin, |open| !open.subscriptions.is_empty())
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
];
