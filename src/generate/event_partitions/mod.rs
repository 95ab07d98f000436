//! Partitions and sessions to try servers with.

mod names;
mod session;

pub use names::{given_partitions, names, partitions, spelled_twice};
pub use session::{Action, Draft, Habit, requests, sessions};
