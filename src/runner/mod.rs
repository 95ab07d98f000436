//! The runner: asks a subject everything that is selected, and judges the answers.

mod run;
mod selection;

pub use run::{Observer, Run, Summary, run};
pub use selection::{Plan, Selection, globs};
