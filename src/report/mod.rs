//! Reports: a run, written down for people and for machines.

#[cfg(feature = "cli")]
pub mod adapter;
pub mod cover;
pub mod coverage;
pub mod diff;
pub mod export;
pub mod json;
mod key_fields;
pub mod kills;
#[cfg(feature = "cli")]
pub(crate) mod layout;
#[cfg(all(feature = "cli", feature = "parquet"))]
pub mod parquet;
pub mod reading;
pub mod rehearsal;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod visible;
