//! Mutants of task ids, one file for each topic of the vectors.

mod cloud;
mod components;
mod forms;
mod names;
mod naming;
mod numbers;
mod outbox;
mod queue;
mod records;
mod sanitizer;
mod window;

use super::Mutant;

/// The mutants, in the order of the rules.
pub(super) const TABLES: &[&[Mutant]] = &[
    forms::MUTANTS,
    components::MUTANTS,
    numbers::MUTANTS,
    cloud::MUTANTS,
    records::MUTANTS,
    window::MUTANTS,
    names::MUTANTS,
    outbox::MUTANTS,
    sanitizer::MUTANTS,
];
