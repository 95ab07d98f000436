//! Mistakes about records: TI-017 to TI-019.

use serde_json::{Value, json};

use super::naming::name;
use crate::model::task_id::sanitize;
use crate::mutant::Mutant;
use crate::mutant::deviation::{after, text};
use crate::rule::rules::{TI_017, TI_018, TI_019};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "task_id/mutant/dispatches-in-timers",
        rule: TI_017,
        about: "Stores dispatches in the table of timers.",
        make: || storing("dispatch_id", |record| record["table"] = json!("timers")),
    },
    Mutant {
        id: "task_id/mutant/dispatch-table-plural",
        rule: TI_017,
        about: "Names the table as the other one is named.",
        make: || {
            storing("dispatch_id", |record| {
                record["table"] = json!("dispatches");
            })
        },
    },
    Mutant {
        id: "task_id/mutant/dispatch-column-internal-id",
        rule: TI_017,
        about: "Names the column of dispatches by what is in it.",
        make: || {
            storing("dispatch_id", |record| {
                rename(record, "dispatch_id", "internal_id");
            })
        },
    },
    Mutant {
        id: "task_id/mutant/dispatch-column-cloud-id",
        rule: TI_017,
        about: "Leaves the word `task` out of a column's name.",
        make: || {
            storing("dispatch_id", |record| {
                rename(record, "cloud_task_id", "cloud_id");
            })
        },
    },
    Mutant {
        id: "task_id/mutant/dispatch-column-too-many",
        rule: TI_017,
        about: "Stores the kind of a dispatch too.",
        make: || {
            storing("dispatch_id", |record| {
                record["row"]["kind"] = json!("dispatch");
            })
        },
    },
    Mutant {
        id: "task_id/mutant/timers-in-outbox",
        rule: TI_018,
        about: "Stores timers in the table of dispatches.",
        make: || {
            storing("timer_id", |record| {
                record["table"] = json!("dispatch_outbox");
            })
        },
    },
    Mutant {
        id: "task_id/mutant/timer-table-outbox",
        rule: TI_018,
        about: "Names the table as the other one is named.",
        make: || storing("timer_id", |record| record["table"] = json!("timer_outbox")),
    },
    Mutant {
        id: "task_id/mutant/heartbeats-in-their-own-table",
        rule: TI_018,
        about: "Stores heartbeats in a table of their own.",
        make: || {
            storing("timer_id", |record| {
                if text(&record["row"], "timer_id").starts_with("timer:heartbeat:") {
                    record["table"] = json!("heartbeats");
                }
            })
        },
    },
    Mutant {
        id: "task_id/mutant/timer-column-dispatch-id",
        rule: TI_018,
        about: "Uses one type for the rows of both tables.",
        make: || {
            storing("timer_id", |record| {
                rename(record, "timer_id", "dispatch_id");
            })
        },
    },
    Mutant {
        id: "task_id/mutant/timer-without-cloud-id",
        rule: TI_018,
        about: "Stores the internal id of timers alone.",
        make: || {
            storing("timer_id", |record| {
                drop(columns(record).and_then(|row| row.shift_remove("cloud_task_id")));
            })
        },
    },
    Mutant {
        id: "task_id/mutant/record-always-d",
        rule: TI_019,
        about: "Gives every record the letter of dispatches.",
        make: || storing("timer_id", |record| renamed(record, |id| name("d", id))),
    },
    Mutant {
        id: "task_id/mutant/record-always-t",
        rule: TI_019,
        about: "Gives every record the letter of timers.",
        make: || storing("dispatch_id", |record| renamed(record, |id| name("t", id))),
    },
    Mutant {
        id: "task_id/mutant/record-of-sanitized-id",
        rule: TI_019,
        about: "Stores the legacy name of a dispatch.",
        make: || storing("dispatch_id", |record| renamed(record, sanitize)),
    },
    Mutant {
        id: "task_id/mutant/record-of-first-attempt",
        rule: TI_019,
        about: "Stores the name of the first attempt with every attempt.",
        make: || {
            storing("dispatch_id", |record| {
                renamed(record, |id| {
                    let first = id
                        .rsplit_once(':')
                        .map_or(id.to_owned(), |(task, _)| format!("{task}:1"));
                    name("d", &first)
                });
            })
        },
    },
    Mutant {
        id: "task_id/mutant/record-of-timer-for-dispatch",
        rule: TI_019,
        about: "Stores with a retry timer the name of the dispatch that it retries.",
        make: || {
            storing("timer_id", |record| {
                renamed(record, |id| match id.split(':').collect::<Vec<_>>()[..] {
                    ["timer", "retry", run, task, attempt, _] => {
                        name("d", &format!("dispatch:{run}:{task}:{attempt}"))
                    }
                    _ => name("t", id),
                });
            })
        },
    },
    Mutant {
        id: "task_id/mutant/record-with-internal-id-twice",
        rule: TI_019,
        about: "Stores the internal id of timers in both columns.",
        make: || storing("timer_id", |record| renamed(record, str::to_owned)),
    },
];

/// Alters the records that have this column.
fn storing(column: &'static str, alter: fn(&mut Value)) -> Box<dyn Implementation> {
    after(&["task_id.record"], move |_, record| {
        if !record["row"][column].is_null() {
            alter(record);
        }
    })
}

fn columns(record: &mut Value) -> Option<&mut serde_json::Map<String, Value>> {
    record["row"].as_object_mut()
}

fn rename(record: &mut Value, column: &str, other: &str) {
    let row = columns(record);
    if let Some((row, value)) =
        row.and_then(|row| row.shift_remove(column).map(|value| (row, value)))
    {
        row.insert(other.to_owned(), value);
    }
}

/// Gives the record another name, made of its internal id.
fn renamed(record: &mut Value, name: fn(&str) -> String) {
    let row = &mut record["row"];
    let column = if row["timer_id"].is_null() {
        "dispatch_id"
    } else {
        "timer_id"
    };
    row["cloud_task_id"] = json!(name(text(row, column)));
}
