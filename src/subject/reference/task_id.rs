//! The operations of `spec/task_id.md`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Attempt, Reference, input};
use crate::model::task_id::{CLOUD_TASK_ID, Operation, Outcome, Record, cloud_task_id, sanitize};
use crate::subject::Request;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum WireOperation {
    Dispatch {
        run_id: String,
        task_key: String,
        attempt: String,
    },
    Retry {
        run_id: String,
        task_key: String,
        attempt: String,
        due_epoch: String,
    },
    Heartbeat {
        run_id: String,
        task_key: String,
        check_epoch: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfOperation {
    operation: WireOperation,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cloud {
    kind: String,
    internal_id: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sanitize {
    internal_id: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enqueue {
    operation: WireOperation,
    now: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Complete {
    internal_id: String,
    outcome: WireOutcome,
    now: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireOutcome {
    Succeeded,
    Failed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Reference {
    /// Answers an operation of the domain, if there is one of that name.
    pub(super) fn task_id(&mut self, name: &str, request: &Request) -> Option<Attempt> {
        let stance = &mut self.stance;
        let value = &request.input;
        Some(match name {
            "internal" => input(value).map(|input: OfOperation| {
                let operation = Operation::from(input.operation);
                operation
                    .internal_id(stance)
                    .map(|id| json!({"internal_id": id}))
            }),
            "cloud" => input(value).map(|input: Cloud| {
                cloud_task_id(&input.kind, &input.internal_id, stance)
                    .map(|id| json!({"cloud_task_id": id}))
            }),
            "record" => input(value).map(|input: OfOperation| {
                let record = Record::of(&Operation::from(input.operation), stance);
                record.map(|record| json!({"table": record.table, "row": row(&record)}))
            }),
            "sanitize" => input(value)
                .map(|input: Sanitize| Ok(json!({"cloud_task_id": sanitize(&input.internal_id)}))),
            "enqueue" | "complete" | "outbox" | "end" => self.queue(name, request),
            _ => return None,
        })
    }

    fn queue(&mut self, name: &str, request: &Request) -> Attempt {
        let session = request
            .session
            .clone()
            .ok_or("a stateful operation needs a session")?;
        let stance = &mut self.stance;
        if name == "end" {
            input::<Nothing>(&request.input)?;
            self.queues.remove(&session);
            return Ok(Ok(json!({})));
        }
        let queue = self.queues.entry(session).or_default();
        Ok(match name {
            "enqueue" => {
                let Enqueue { operation, now } = input(&request.input)?;
                queue.enqueue(&operation.into(), epoch(&now)?, stance).map(|record| {
                    json!({"internal_id": record.internal_id, "cloud_task_id": record.cloud_task_id})
                })
            }
            "complete" => {
                let Complete {
                    internal_id,
                    outcome,
                    now,
                } = input(&request.input)?;
                queue
                    .complete(&internal_id, outcome.into(), epoch(&now)?)
                    .map(|()| json!({}))
            }
            _ => {
                input::<Nothing>(&request.input)?;
                Ok(json!({"rows": queue.outbox().map(row).collect::<Vec<_>>()}))
            }
        })
    }
}

fn row(record: &Record) -> Value {
    json!({record.id_column: record.internal_id, CLOUD_TASK_ID: record.cloud_task_id})
}

fn epoch(now: &str) -> Result<i64, String> {
    now.parse().map_err(|_| format!("`{now}` is no epoch"))
}

impl From<WireOperation> for Operation {
    fn from(wire: WireOperation) -> Self {
        match wire {
            WireOperation::Dispatch {
                run_id,
                task_key,
                attempt,
            } => Self::Dispatch {
                run_id,
                task_key,
                attempt,
            },
            WireOperation::Retry {
                run_id,
                task_key,
                attempt,
                due_epoch,
            } => Self::Retry {
                run_id,
                task_key,
                attempt,
                due_epoch,
            },
            WireOperation::Heartbeat {
                run_id,
                task_key,
                check_epoch,
            } => Self::Heartbeat {
                run_id,
                task_key,
                check_epoch,
            },
        }
    }
}

impl From<WireOutcome> for Outcome {
    fn from(wire: WireOutcome) -> Self {
        match wire {
            WireOutcome::Succeeded => Self::Succeeded,
            WireOutcome::Failed => Self::Failed,
        }
    }
}
