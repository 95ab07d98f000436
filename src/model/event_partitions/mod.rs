//! Event partitions: `spec/event_partitions.md`.

mod event;
mod given;
mod names;
mod server;
mod sync;

pub use event::{Draft, Event};
pub use given::Given;
pub use names::{MOST_BYTES, MOST_NAMES, normalize};
pub use server::{Deliveries, Server, Submitted};
pub use sync::{Page, Sync};
