//! Mutants of event partitions: a normalizer and a server in which each decision can be got wrong.

mod names;
mod naming;
mod server;
mod state;
mod submit;
mod subscriptions;
mod sync;

use super::Mutant;

/// The mutants, in the order of the rules.
pub(super) const TABLES: &[&[Mutant]] = &[
    names::MUTANTS,
    submit::MUTANTS,
    sync::MUTANTS,
    subscriptions::MUTANTS,
];
