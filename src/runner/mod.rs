//! The runner: asks a subject everything that is selected, and judges the answers.

mod coverage;
mod matrix;
mod run;
mod selection;

pub use coverage::{Coverage, coverage};
pub use matrix::{Depth, Kill, Killer, kills};
pub use run::{Observer, Run, Summary, run};
pub use selection::{Plan, Selection, globs};
