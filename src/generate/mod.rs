//! What is made: the expectations of cases, by the model, and adversarial inputs, by strategies.
//!
//! The strategies are public, so that implementers can use them in tests of their own.

pub mod arbitrary;
pub mod event_partitions;
mod expectation;
pub mod index_key;
pub mod partition_key;
pub mod partition_status;
mod regenerate;
mod sample;
mod sequence;
pub mod task_id;
pub mod value;

pub(crate) use expectation::requests;
pub use expectation::{demands, expectations};
pub use regenerate::{Disagreement, Regenerated, regenerate};
pub use sample::{sample, sampled};
