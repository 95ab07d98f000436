//! Records: TI-017 to TI-019.

use super::{Operation, cloud};
use crate::model::{Answer, Stance};

/// What is stored for an operation: both identifiers, in the table of its kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// `dispatch_outbox` or `timers`.
    pub table: &'static str,
    /// The name of the column that holds the internal id.
    pub id_column: &'static str,
    /// The internal id.
    pub internal_id: String,
    /// The cloud task id.
    pub cloud_task_id: String,
}

impl Record {
    /// The record of an operation.
    ///
    /// # Errors
    ///
    /// An operation that has no internal id.
    pub fn of(operation: &Operation, stance: &mut Stance) -> Answer<Self> {
        let (table, id_column) = match operation {
            Operation::Dispatch { .. } => ("dispatch_outbox", "dispatch_id"), // TI-017
            Operation::Retry { .. } | Operation::Heartbeat { .. } => ("timers", "timer_id"), // TI-018
        };
        let internal_id = operation.internal_id(stance)?;
        let cloud_task_id = format!("{}_{}", operation.kind(), cloud::hash(&internal_id)); // TI-019
        Ok(Self {
            table,
            id_column,
            internal_id,
            cloud_task_id,
        })
    }
}
