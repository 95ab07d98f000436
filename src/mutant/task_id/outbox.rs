//! Mistakes about the outbox: TI-023, TI-024, TI-027, TI-028.

use super::queue::{Habits, RIGHT, Task};
use crate::mutant::Mutant;
use crate::rule::rules::{TI_023, TI_024, TI_027, TI_028};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "task_id/mutant/success-keeps-row",
        rule: TI_023,
        about: "Leaves the row for a later cleaning.",
        make: || {
            Habits {
                removes: |_| false,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/row-never-stored",
        rule: TI_023,
        about: "Hands dispatches to the queue without storing them.",
        make: || {
            Habits {
                stores: |_, _| false,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/one-row-at-a-time",
        rule: TI_023,
        about: "Keeps one row for each task, that of its first attempt.",
        make: || {
            Habits {
                stores: |queue, task| {
                    (RIGHT.stores)(queue, task)
                        && !queue.rows.iter().any(|row| same_task(row, task))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/failure-removes-row",
        rule: TI_024,
        about: "Removes the row with every completion.",
        make: || {
            Habits {
                removes: |_| true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/outcomes-confused",
        rule: TI_024,
        about: "Removes the row of a failure and keeps that of a success.",
        make: || {
            Habits {
                removes: |succeeded| !succeeded,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/row-stored-twice",
        rule: TI_024,
        about: "Stores a second row when a failed dispatch is enqueued again.",
        make: || {
            Habits {
                stores: |_, task| task.is_dispatch(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/timers-listed",
        rule: TI_027,
        about: "Stores every task in the outbox.",
        make: || {
            Habits {
                stores: |queue, task| !queue.rows.contains(task),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/retries-listed",
        rule: TI_027,
        about: "Stores retry timers in the outbox, because they become dispatches.",
        make: || {
            Habits {
                stores: |queue, task| {
                    let retry = task.internal_id.starts_with("timer:retry:");
                    (RIGHT.stores)(queue, task) || retry && !queue.rows.contains(task)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "task_id/mutant/outbox-as-enqueued",
        rule: TI_028,
        about: "Lists rows in the order in which they were enqueued.",
        make: || sorting(|_| ()),
    },
    Mutant {
        id: "task_id/mutant/outbox-newest-first",
        rule: TI_028,
        about: "Lists the newest row first.",
        make: || sorting(|rows| rows.reverse()),
    },
    Mutant {
        id: "task_id/mutant/outbox-by-name",
        rule: TI_028,
        about: "Lists rows in the order of their cloud task ids.",
        make: || sorting(|rows| rows.sort_by(|a, b| a.cloud_task_id.cmp(&b.cloud_task_id))),
    },
    Mutant {
        id: "task_id/mutant/outbox-by-attempt",
        rule: TI_028,
        about: "Lists attempts by their number, so that 2 comes before 10.",
        make: || {
            sorting(|rows| {
                rows.sort_by_key(|row| {
                    let (task, attempt) = row.internal_id.rsplit_once(':').unwrap_or_default();
                    (task.to_owned(), attempt.parse::<i64>().unwrap_or_default())
                });
            })
        },
    },
    Mutant {
        id: "task_id/mutant/outbox-ignoring-case",
        rule: TI_028,
        about: "Lists rows in an order that does not regard case.",
        make: || sorting(|rows| rows.sort_by_key(|row| row.internal_id.to_lowercase())),
    },
    Mutant {
        id: "task_id/mutant/outbox-by-utf16",
        rule: TI_028,
        about: "Lists rows in the order of UTF-16 units, in which U+FFFF comes after all that lies beyond it.",
        make: || {
            sorting(|rows| {
                rows.sort_by_key(|row| row.internal_id.encode_utf16().collect::<Vec<_>>());
            })
        },
    },
];

fn sorting(sorts: fn(&mut Vec<Task>)) -> Box<dyn Implementation> {
    Habits { sorts, ..RIGHT }.subject()
}

fn same_task(a: &Task, b: &Task) -> bool {
    let task = |task: &Task| {
        task.internal_id
            .rsplit_once(':')
            .map(|(task, _)| task.to_owned())
    };
    task(a) == task(b)
}
