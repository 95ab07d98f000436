//! The golden vectors: their types, and how they are read and written.
//!
//! Nothing here knows the model: an expectation is data, whoever computed it.

mod case;
mod emit;
mod library;
mod strict;
mod text;
mod topic;

pub use case::{Alternative, Case, Expectation, Outcome, Step};
pub use emit::prose;
pub use library::{Library, Source};
pub use strict::{Comments, from_commented_yaml, from_yaml};
pub use text::fold;
pub use topic::Topic;
