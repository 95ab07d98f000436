//! Mistakes about how long names are refused: TI-020 to TI-022.

use super::queue::{DAY, Habits, History, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{TI_020, TI_021, TI_022};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "task_id/mutant/pending-accepted",
        rule: TI_020,
        about: "Remembers completed names only.",
        make: || {
            freeing(|history, now| history.completed.is_none() || elapsed(history, now) >= DAY)
        },
    },
    Mutant {
        id: "task_id/mutant/pending-expires",
        rule: TI_020,
        about: "Forgets a pending name a day after it was enqueued.",
        make: || {
            freeing(|history, now| match history.completed {
                None => now - history.enqueued >= DAY,
                Some(_) => elapsed(history, now) >= DAY,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/pending-accepted-later",
        rule: TI_020,
        about: "Refuses a pending name within the same second only.",
        make: || {
            freeing(|history, now| match history.completed {
                None => now > history.enqueued,
                Some(_) => elapsed(history, now) >= DAY,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/refused-while-pending-starts-window",
        rule: TI_020,
        about: "Counts a refused name as completed.",
        make: || {
            Habits {
                refused: |queue, task, now| {
                    if let Some(history) = queue.names.get_mut(&task.internal_id) {
                        history.completed.get_or_insert((now, false));
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/window-none",
        rule: TI_021,
        about: "Frees a name with its completion.",
        make: || freeing(|history, _| history.completed.is_some()),
    },
    Mutant {
        id: "task_id/mutant/window-from-enqueue",
        rule: TI_021,
        about: "Counts the 24 hours from the enqueuing.",
        make: || {
            freeing(|history, now| history.completed.is_some() && now - history.enqueued >= DAY)
        },
    },
    Mutant {
        id: "task_id/mutant/window-of-23-hours",
        rule: TI_021,
        about: "Leaves an hour for clocks that differ.",
        make: || freeing(|history, now| elapsed(history, now) >= DAY - 3600),
    },
    Mutant {
        id: "task_id/mutant/window-short-by-a-second",
        rule: TI_021,
        about: "Frees a name in the last second of the 24 hours.",
        make: || freeing(|history, now| elapsed(history, now) >= DAY - 1),
    },
    Mutant {
        id: "task_id/mutant/window-of-an-hour",
        rule: TI_021,
        about: "Takes the hour for the window, which some queues have.",
        make: || freeing(|history, now| elapsed(history, now) >= 3600),
    },
    Mutant {
        id: "task_id/mutant/window-until-midnight",
        rule: TI_021,
        about: "Frees names at midnight.",
        make: || {
            freeing(|history, now| {
                history
                    .completed
                    .is_some_and(|(at, _)| now / DAY > at / DAY)
            })
        },
    },
    Mutant {
        id: "task_id/mutant/window-after-success-only",
        rule: TI_021,
        about: "Frees the names of failed tasks at once.",
        make: || {
            freeing(|history, now| {
                elapsed(history, now) >= DAY
                    || history.completed.is_some_and(|(_, succeeded)| !succeeded)
            })
        },
    },
    Mutant {
        id: "task_id/mutant/window-after-failure-only",
        rule: TI_021,
        about: "Frees the names of successful tasks together with their rows.",
        make: || {
            freeing(|history, now| {
                elapsed(history, now) >= DAY
                    || history.completed.is_some_and(|(_, succeeded)| succeeded)
            })
        },
    },
    Mutant {
        id: "task_id/mutant/refused-extends-window",
        rule: TI_021,
        about: "Starts the 24 hours anew with each refusal.",
        make: || {
            Habits {
                refused: |queue, task, now| {
                    let history = queue.names.get_mut(&task.internal_id);
                    if let Some(completed) = history.and_then(|history| history.completed.as_mut())
                    {
                        completed.0 = now;
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/refused-forgets-window",
        rule: TI_021,
        about: "Overwrites what it knows of a name before it refuses it.",
        make: || {
            Habits {
                refused: |queue, task, _| {
                    if let Some(history) = queue.names.get_mut(&task.internal_id) {
                        history.completed = None;
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/refused-stores-row",
        rule: TI_021,
        about: "Writes the row before it asks the queue, and leaves it there when the queue refuses.",
        make: || {
            Habits {
                refused: |queue, task, _| {
                    if task.is_dispatch() && !queue.rows.contains(task) {
                        queue.rows.push(task.clone());
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/window-inclusive",
        rule: TI_022,
        about: "Refuses a name at the 86,400th second too.",
        make: || freeing(|history, now| elapsed(history, now) > DAY),
    },
    Mutant {
        id: "task_id/mutant/window-of-nine-days",
        rule: TI_022,
        about: "Takes the nine days for the window, which some queues have.",
        make: || freeing(|history, now| elapsed(history, now) >= 9 * DAY),
    },
    Mutant {
        id: "task_id/mutant/window-of-milliseconds",
        rule: TI_022,
        about: "Compares seconds with a window in milliseconds.",
        make: || freeing(|history, now| elapsed(history, now) >= 1000 * DAY),
    },
    Mutant {
        id: "task_id/mutant/window-forever",
        rule: TI_022,
        about: "Never forgets a name.",
        make: || freeing(|_, _| false),
    },
];

fn freeing(free: fn(&History, i64) -> bool) -> Box<dyn Implementation> {
    Habits { free, ..RIGHT }.subject()
}

/// The seconds since the completion; less than none while the name is pending.
fn elapsed(history: &History, now: i64) -> i64 {
    history.completed.map_or(-1, |(at, _)| now - at)
}
