//! The conformance suite and executable reference model for five specifications of data platforms.

pub mod error;
pub mod model;
pub mod rule;
pub mod subject;
pub mod vector;

pub use error::Error;
