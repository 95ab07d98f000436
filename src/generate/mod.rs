//! What the model makes: the expectations of cases.

mod expectation;
mod regenerate;

pub(crate) use expectation::requests;
pub use expectation::{demands, expectations};
pub use regenerate::{Disagreement, Regenerated, regenerate};
