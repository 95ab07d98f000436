//! The executable reference: every rule of `spec/`, in the order of its pages.
//!
//! The model is clear before it is fast. It is pure: no input or output, no clock, no randomness, no wire format. What
//! a rule leaves open is asked of a [`Stance`].

pub mod civil;
pub mod event_partitions;
pub mod index_key;
mod literal;
pub mod partition_key;
pub mod partition_status;
mod rejection;
mod stance;
pub mod task_id;

pub use literal::Literal;
pub use rejection::{Answer, Rejection};
pub use stance::{Choice, Stance};
