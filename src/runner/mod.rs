//! The runner: asks a subject everything that is selected, and judges the answers.

mod ask;
mod cover;
mod coverage;
mod known;
mod matrix;
mod pace;
mod rehearse;
mod run;
mod selection;
mod shard;
mod sole;
mod version;
mod work;

pub use cover::{Cover, cover};
pub use coverage::{Coverage, Loss, Record, coverage, coverage_with};
pub use known::{KnownFailures, UNEXPLAINED};
pub use matrix::{Depth, Kill, Killer, kills};
pub use pace::Pace;
pub use rehearse::{
    ChangedCase, ChangedLaw, Changes, Fate, Held, LawRecord, Moved, Proposal, rehearse,
    rehearse_laws,
};
pub use run::{Observer, Run, Summary, run, run_at};
pub use selection::{Plan, Selection, globs};
pub use shard::{Shard, Share};
pub use sole::{Sole, sole};
