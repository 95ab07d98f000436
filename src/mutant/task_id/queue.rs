//! A queue in which each decision can be got wrong.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::mutant::deviation::{instead, text};
use crate::rule::codes::task_id as code;
use crate::subject::{Implementation, Reference, Reply, Request};

/// A day in seconds: how long a name is refused after its completion.
pub(super) const DAY: i64 = 86_400;

/// The decisions of a queue.
#[derive(Clone, Copy)]
pub(super) struct Habits {
    /// The session that it takes a session for.
    pub(super) session: fn(&str) -> &str,
    /// What it refuses to have twice, of an internal id.
    pub(super) name: fn(&str) -> String,
    /// Whether a name with this history is free.
    pub(super) free: fn(&History, i64) -> bool,
    /// What it does beside refusing to enqueue.
    pub(super) refused: fn(&mut Queue, &Task, i64),
    /// Whether a name with this history, if it has one, can complete.
    pub(super) completes: fn(Option<&History>) -> bool,
    /// What it does beside refusing a completion.
    pub(super) not_completed: fn(&mut Queue, &str, i64),
    /// Whether it stores a row for a task that it enqueues.
    pub(super) stores: fn(&Queue, &Task) -> bool,
    /// Whether it removes the row of a task that succeeded, or did not.
    pub(super) removes: fn(bool) -> bool,
    /// How it puts the rows into order.
    pub(super) sorts: fn(&mut Vec<Task>),
    /// Whether the end of one session ends them all.
    pub(super) ends_all: bool,
}

/// The habits of the reference.
pub(super) const RIGHT: Habits = Habits {
    session: |session| session,
    name: str::to_owned,
    free: |history, now| history.completed.is_some_and(|(at, _)| now - at >= DAY),
    refused: |_, _, _| (),
    completes: |history| history.is_some_and(|history| history.completed.is_none()),
    not_completed: |_, _, _| (),
    stores: |queue, task| task.is_dispatch() && !queue.rows.contains(task),
    removes: |succeeded| succeeded,
    sorts: |rows| rows.sort(),
    ends_all: false,
};

/// What a queue holds.
#[derive(Default)]
pub(super) struct Queue {
    pub(super) names: HashMap<String, History>,
    pub(super) rows: Vec<Task>,
}

/// What a queue knows of a name.
#[derive(Clone, Copy)]
pub(super) struct History {
    /// When it was enqueued last.
    pub(super) enqueued: i64,
    /// When it completed since, and whether it succeeded.
    pub(super) completed: Option<(i64, bool)>,
}

/// A task by its two identifiers.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Task {
    pub(super) internal_id: String,
    pub(super) cloud_task_id: String,
}

impl Task {
    pub(super) fn is_dispatch(&self) -> bool {
        self.internal_id.starts_with("dispatch:")
    }
}

impl Habits {
    /// The reference with a queue of these habits.
    pub(super) fn subject(self) -> Box<dyn Implementation> {
        let mut queues: HashMap<String, Queue> = HashMap::new();
        let operations = &[
            "task_id.enqueue",
            "task_id.complete",
            "task_id.outbox",
            "task_id.end",
        ];
        instead(operations, move |reference, request| {
            // A request without a session is no business of a mutant.
            let Some(session) = request.session.as_deref() else {
                return reference.call(request);
            };
            let queue = queues
                .entry((self.session)(session).to_owned())
                .or_default();
            match request.operation.as_str() {
                "task_id.enqueue" => self.enqueue(queue, reference, &request.input),
                "task_id.complete" => self.complete(queue, &request.input),
                "task_id.outbox" => self.outbox(queue),
                _ => {
                    queues.retain(|known, _| !self.ends_all && known != session);
                    Reply::Ok(json!({}))
                }
            }
        })
    }

    fn enqueue(self, queue: &mut Queue, reference: &mut Reference, input: &Value) -> Reply {
        let record = Request::new("task_id.record", json!({"operation": input["operation"]}));
        let row = match reference.call(&record) {
            Reply::Ok(mut record) => record["row"].take(),
            refusal => return refusal,
        };
        let column = if row["timer_id"].is_null() {
            "dispatch_id"
        } else {
            "timer_id"
        };
        let task = Task {
            internal_id: text(&row, column).to_owned(),
            cloud_task_id: text(&row, "cloud_task_id").to_owned(),
        };
        let (name, now) = ((self.name)(&task.internal_id), now(input));
        if queue
            .names
            .get(&name)
            .is_some_and(|history| !(self.free)(history, now))
        {
            (self.refused)(queue, &task, now);
            return Reply::reject(code::NAME_IN_USE);
        }
        queue.names.insert(
            name,
            History {
                enqueued: now,
                completed: None,
            },
        );
        if (self.stores)(queue, &task) {
            queue.rows.push(task.clone());
        }
        Reply::Ok(json!({"internal_id": task.internal_id, "cloud_task_id": task.cloud_task_id}))
    }

    fn complete(self, queue: &mut Queue, input: &Value) -> Reply {
        let (internal_id, now) = (text(input, "internal_id"), now(input));
        let name = (self.name)(internal_id);
        if !(self.completes)(queue.names.get(&name)) {
            (self.not_completed)(queue, internal_id, now);
            return Reply::reject(code::UNKNOWN_TASK);
        }
        let succeeded = text(input, "outcome") == "succeeded";
        if let Some(history) = queue.names.get_mut(&name) {
            history.completed = Some((now, succeeded));
        }
        if (self.removes)(succeeded) {
            queue.rows.retain(|row| row.internal_id != internal_id);
        }
        Reply::Ok(json!({}))
    }

    fn outbox(self, queue: &Queue) -> Reply {
        let mut rows = queue.rows.clone();
        (self.sorts)(&mut rows);
        let rows: Vec<Value> = rows
            .iter()
            .map(|row| json!({"dispatch_id": row.internal_id, "cloud_task_id": row.cloud_task_id}))
            .collect();
        Reply::Ok(json!({"rows": rows}))
    }
}

fn now(input: &Value) -> i64 {
    text(input, "now").parse().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::mutant::deviation::assert_right;

    #[test]
    fn without_a_mistake_the_queue_is_the_reference() {
        assert_right(super::RIGHT.subject());
    }
}
