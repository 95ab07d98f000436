//! Mistakes about what a sync returns: EP-042 to EP-045.

use super::server::{Habits, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_042, EP_043, EP_044, EP_045};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/view-of-first-partition",
        rule: EP_042,
        about: "Indexes an event under its first partition.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    server.picked(since, |event| {
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
                    server.picked(since, |event| {
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
                    server.picked(since, |event| {
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
                    server.picked(since, |event| {
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
                view: |server, _, scope, since| server.picked(since, |_| !scope.is_empty()),
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
                    server.picked(since, |event| {
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
                    let mut view = server.after(scope, since);
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
                    let mut view = server.after(scope, since);
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
                    let mut view = server.after(scope, since);
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
        about: "Sorts committed ids as texts, in a log that has come to 9.",
        make: || {
            Habits {
                number: |server, _| server.log.len() as u64 + 9,
                view: |server, _, scope, since| {
                    let mut view = server.after(scope, since);
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
                    let view = server.after(scope, since);
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
                    server.picked(since, |event| {
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
                    server.picked(since, |event| {
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
                    server.picked(since, |event| {
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
                    server
                        .after(scope, 0)
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
];
