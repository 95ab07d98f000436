//! Mistakes about which names are refused, and which tasks complete: TI-025, TI-026.

use super::queue::{Habits, History, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{TI_025, TI_026};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
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
        id: "task_id/mutant/end-of-one-session-ends-all",
        rule: TI_025,
        about: "Clears every queue when one session ends.",
        make: || {
            Habits {
                ends_all: true,
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
                    queue.rows.retain(|row| row.internal_id != internal_id);
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

fn naming(name: fn(&str) -> String) -> Box<dyn Implementation> {
    Habits { name, ..RIGHT }.subject()
}
