//! The runner: asks a subject everything that is selected, and judges the answers.

mod finding;
mod judge;
mod run;
mod selection;

pub use finding::{Detail, Finding, Kind, Verdict};
pub use judge::judge;
pub use run::{Observer, Run, Summary, run};
pub use selection::{Plan, Selection, globs};
