//! Reports: a run, written down for people and for machines.
//!
//! All of them are made of one value, [`json::Report`], which can be written and read back: what is rendered later is
//! what would have been rendered at once.

#[cfg(feature = "cli")]
pub mod adapter;
mod badge;
pub mod cover;
pub mod coverage;
pub mod diff;
mod difference;
pub mod export;
mod format;
mod github;
mod groups;
mod html;
pub mod json;
mod junit;
mod key_fields;
pub mod kills;
#[cfg(feature = "cli")]
pub(crate) mod layout;
mod markdown;
#[cfg(all(feature = "cli", feature = "parquet"))]
pub mod parquet;
pub mod reading;
pub mod rehearsal;
pub mod shell;
mod sides;
#[cfg(feature = "cli")]
pub mod terminal;
pub mod visible;
mod xml;

pub use format::Format;
