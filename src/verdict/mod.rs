//! Verdicts: what a reply is worth, measured against what is expected.

mod ascending;
mod finding;
mod judge;

pub use finding::{Detail, Finding, Kind, Search, Verdict};
pub use judge::judge;
