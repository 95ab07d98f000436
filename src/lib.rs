//! The conformance suite and executable reference model for five specifications of data platforms: partition keys,
//! task ids, partition status, index keys and event partitions.
//!
//! The modules stand in one line; each uses only those before it:
//! [`rule`] → [`model`] → [`vector`] → [`subject`] → [`verdict`] → [`generate`] → [`law`], [`mutant`], [`adapter`] → [`runner`], `parquet` → [`report`] → `cli`, `harness`.

pub mod adapter;
#[cfg(feature = "cli")]
pub mod cli;
pub mod error;
pub mod generate;
#[cfg(feature = "harness")]
pub mod harness;
pub mod law;
pub mod model;
pub mod mutant;
#[cfg(feature = "parquet")]
pub mod parquet;
pub mod report;
pub mod rule;
pub mod runner;
pub mod subject;
pub mod vector;
pub mod verdict;

pub use error::Error;
#[cfg(feature = "harness")]
pub use harness::{Harness, harness};
