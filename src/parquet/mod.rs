//! Real tables: Parquet files of `partition_status`, `dispatch_outbox` and `timers`, checked column by column and row by
//! row, and written by the reference.
//!
//! Judged is the file itself, by the types of the Parquet format. What a writer notes for its own kind beside them (a
//! dictionary, a width of offsets, a zone to show) makes no difference to a reader of another kind, and makes none here.

mod cells;
mod check;
mod example;
mod finding;
mod guard;
mod rows;
mod schema;
mod status;
mod task;
mod write;

pub use check::{Checked, check};
pub use finding::{Finding, Findings};
pub use guard::is_reading;
pub use write::write;

use crate::model::partition_status::{COLUMNS, Column, Type};
use crate::model::task_id::{DISPATCH_OUTBOX, TIMERS};
use crate::rule::RuleId;
use crate::rule::rules::{PS_052, PS_053, PS_054, TI_017, TI_018};

/// A table that there are files of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// What was last materialized and attempted, a row a partition.
    PartitionStatus,
    /// Dispatches that are on their way.
    DispatchOutbox,
    /// Timers that are on their way.
    Timers,
}

impl Table {
    /// Every table that there is.
    pub const ALL: [Self; 3] = [Self::PartitionStatus, Self::DispatchOutbox, Self::Timers];

    /// The name, which is also that of its file.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PartitionStatus => "partition_status",
            Self::DispatchOutbox => DISPATCH_OUTBOX.name,
            Self::Timers => TIMERS.name,
        }
    }

    /// The columns that it must have.
    fn columns(self) -> Vec<Column> {
        let text = |name| Column {
            name,
            kind: Type::String,
            nullable: false,
        };
        match self {
            Self::PartitionStatus => COLUMNS.to_vec(),
            Self::DispatchOutbox => DISPATCH_OUTBOX.columns().map(text).to_vec(),
            Self::Timers => TIMERS.columns().map(text).to_vec(),
        }
    }

    /// Whether it has these columns and no others. Of the tables of tasks, the document only says which two they have
    /// beside whatever else they hold.
    fn is_closed(self) -> bool {
        self == Self::PartitionStatus
    }

    /// The rules for the columns: which there are, their types, and which of them may be null.
    fn rules(self) -> [RuleId; 3] {
        match self {
            Self::PartitionStatus => [PS_052, PS_053, PS_054],
            Self::DispatchOutbox => [TI_017; 3],
            Self::Timers => [TI_018; 3],
        }
    }
}
