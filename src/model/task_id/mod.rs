//! Task ids: `spec/task_id.md`.

mod cloud;
mod operation;
mod queue;
mod record;
mod sanitize;

pub use cloud::cloud_task_id;
pub use operation::Operation;
pub use queue::{Outcome, Queue, REUSE_WINDOW};
pub use record::{CLOUD_TASK_ID, DISPATCH_OUTBOX, Record, RecordTable, TIMERS};
pub use sanitize::sanitize;
