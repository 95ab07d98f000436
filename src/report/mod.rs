//! Reports: a run, written down for people and for machines.

pub mod cover;
pub mod coverage;
pub mod diff;
pub mod export;
pub mod json;
pub mod kills;
#[cfg(feature = "cli")]
pub(crate) mod layout;
#[cfg(all(feature = "cli", feature = "parquet"))]
pub mod parquet;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod visible;
