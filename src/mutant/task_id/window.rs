//! Mistakes about which names are refused, and for how long: TI-020 to TI-022, TI-025, TI-026.

use super::queue::{DAY, Habits, History, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{TI_020, TI_021, TI_022, TI_025, TI_026};
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
    Mutant {
        id: "task_id/mutant/names-of-all-attempts",
        rule: TI_025,
        about: "Refuses tasks where it should refuse attempts.",
        make: || {
            naming(|id| match id.rsplit_once(':') {
                Some((task, _)) if id.starts_with("dispatch:") => task.to_owned(),
                _ => id.to_owned(),
            })
        },
    },
    Mutant {
        id: "task_id/mutant/names-of-all-timers",
        rule: TI_025,
        about: "Lets a task have one timer of a kind at a time.",
        make: || {
            naming(|id| match id.rsplit_once(':') {
                Some((timer, _)) if id.starts_with("timer:") => timer.to_owned(),
                _ => id.to_owned(),
            })
        },
    },
    Mutant {
        id: "task_id/mutant/names-without-run",
        rule: TI_025,
        about: "Refuses the same task of another run.",
        make: || {
            naming(|id| match id.split(':').collect::<Vec<_>>()[..] {
                ["dispatch", _, task, attempt] => format!("dispatch:{task}:{attempt}"),
                _ => id.to_owned(),
            })
        },
    },
    Mutant {
        id: "task_id/mutant/names-ignoring-case",
        rule: TI_025,
        about: "Compares names without regard to case.",
        make: || naming(str::to_lowercase),
    },
    Mutant {
        id: "task_id/mutant/names-sanitized",
        rule: TI_025,
        about: "Compares names as the legacy sanitizer wrote them.",
        make: || naming(crate::model::task_id::sanitize),
    },
    Mutant {
        id: "task_id/mutant/sessions-shared",
        rule: TI_025,
        about: "Has one queue for the whole process.",
        make: || {
            Habits {
                session: |_| "",
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/unknown-completes",
        rule: TI_026,
        about: "Accepts the completion of a task that was never enqueued.",
        make: || {
            Habits {
                completes: |history| history.is_none_or(|history| history.completed.is_none()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/completed-twice",
        rule: TI_026,
        about: "Accepts a second completion, which starts the 24 hours anew.",
        make: || {
            Habits {
                completes: |history| history.is_some(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/refused-completion-extends-window",
        rule: TI_026,
        about: "Refuses a second completion, but after it has noted its time.",
        make: || {
            Habits {
                not_completed: |queue, internal_id, now| {
                    let history = queue.names.get_mut(internal_id);
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
        id: "task_id/mutant/refused-completion-removes-row",
        rule: TI_026,
        about: "Refuses a second completion, but after it has removed the row.",
        make: || {
            Habits {
                not_completed: |queue, internal_id, _| {
                    queue.rows.retain(|row| row.internal_id != internal_id)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/refused-completion-blocks-name",
        rule: TI_026,
        about: "Notes the completion of a task that was never enqueued, and refuses its name from then on.",
        make: || {
            Habits {
                not_completed: |queue, internal_id, now| {
                    let completed = History {
                        enqueued: now,
                        completed: Some((now, true)),
                    };
                    queue
                        .names
                        .entry(internal_id.to_owned())
                        .or_insert(completed);
                },
                ..RIGHT
            }
            .subject()
        },
    },
];

fn freeing(free: fn(&History, i64) -> bool) -> Box<dyn Implementation> {
    Habits { free, ..RIGHT }.subject()
}

fn naming(name: fn(&str) -> String) -> Box<dyn Implementation> {
    Habits { name, ..RIGHT }.subject()
}

/// The seconds since the completion; less than none while the name is pending.
fn elapsed(history: &History, now: i64) -> i64 {
    history.completed.map_or(-1, |(at, _)| now - at)
}
