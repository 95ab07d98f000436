//! The golden vectors: their types, and how they are read and written.
//!
//! Nothing here knows the model: an expectation is data, whoever computed it.

mod case;
pub mod compare;
mod digest;
mod emit;
mod frozen;
mod library;
mod manifest;
mod release;
mod strict;
mod text;
mod topic;

pub use case::{Alternative, Case, Expectation, Outcome, Step, Versions};
pub use digest::digest;
pub use emit::{prose, yaml};
pub use frozen::{Breach, BreachKind, Frozen, Promises};
pub use library::{Library, Source};
pub use manifest::{Entry, Manifest};
pub use release::{Release, release_files};
pub use strict::{Comments, from_commented_yaml, from_yaml};
pub use text::fold;
pub use topic::Topic;
