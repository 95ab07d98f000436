//! Partition status: `spec/partition_status.md`.

mod column;
mod display;
mod event;
mod instant;
mod staleness;
mod table;
mod values;

pub use column::{COLUMNS, Column, Type};
pub use display::{Status, status};
pub use event::{Event, EventId, GivenEvent, Identity, Outcome, Partition, identifier};
pub use instant::Instant;
pub use staleness::{Circumstances, Code, Reason, Staleness, max_age, staleness};
pub use table::{Attempt, Materialization, Row, Table};
pub use values::of as partition_values;
