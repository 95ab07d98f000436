//! Verdicts: what a reply is worth, measured against what is expected.

mod ascending;
mod conclusion;
mod failure;
mod finding;
mod judge;
mod words;

pub use ascending::same_numbers;
pub use conclusion::Conclusion;
pub use failure::Failure;
pub use finding::{Detail, Finding, Kind, Known, Search, Verdict};
pub use judge::judge;
pub(crate) use words::words;
