//! What is expected of an implementation, beside the rules.

use crate::law::Effort;

/// What is required, what is known to fail, and how hard laws are searched.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// Domains of which nothing may be missing.
    pub require: Vec<String>,
    /// What is known to fail.
    pub known_failures: Vec<KnownFailure>,
    /// How hard laws are searched.
    pub effort: Effort,
}

/// Cases and laws that are known to fail. They are run, and must fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownFailure {
    /// A pattern of ids.
    pub pattern: String,
    /// Why they fail.
    pub reason: String,
}
