//! Mistakes about pages: EP-057, EP-058.

use super::server::{Habits, RIGHT};
use super::state::Event;
use crate::mutant::Mutant;
use crate::rule::rules::{EP_057, EP_058};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/limit-of-the-log",
        rule: EP_057,
        about: "Applies the limit to the log and not to the view.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    server.counters.insert("since".to_owned(), since);
                    server.after(scope, since)
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
