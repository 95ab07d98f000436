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

/// A table of records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordTable {
    /// The table's name.
    pub name: &'static str,
    /// The name of the column that holds the internal id.
    pub id_column: &'static str,
}

/// TI-017
pub const DISPATCH_OUTBOX: RecordTable = RecordTable {
    name: "dispatch_outbox",
    id_column: "dispatch_id",
};

/// TI-018
pub const TIMERS: RecordTable = RecordTable {
    name: "timers",
    id_column: "timer_id",
};

/// The name of the column that holds the cloud task id, in both tables.
pub const CLOUD_TASK_ID: &str = "cloud_task_id";

impl RecordTable {
    /// The names of its columns.
    #[must_use]
    pub const fn columns(self) -> [&'static str; 2] {
        [self.id_column, CLOUD_TASK_ID]
    }
}

impl Record {
    /// The record of an operation.
    ///
    /// # Errors
    ///
    /// An operation that has no internal id.
    pub fn of(operation: &Operation, stance: &mut Stance) -> Answer<Self> {
        let table = match operation {
            Operation::Dispatch { .. } => DISPATCH_OUTBOX,
            Operation::Retry { .. } | Operation::Heartbeat { .. } => TIMERS,
        };
        let internal_id = operation.internal_id(stance)?;
        let cloud_task_id = format!("{}_{}", operation.kind(), cloud::hash(&internal_id)); // TI-019
        Ok(Self {
            table: table.name,
            id_column: table.id_column,
            internal_id,
            cloud_task_id,
        })
    }
}
