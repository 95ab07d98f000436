//! Mutants of partition status, one file for each part of the page.

mod columns;
mod display;
mod events;
mod folding;
mod inquiry;
mod instants;
mod staleness;
mod store;
mod sweeping;
mod values;

use super::Mutant;

/// The mutants, in the order of the rules.
pub(super) const TABLES: &[&[Mutant]] = &[
    events::MUTANTS,
    instants::MUTANTS,
    folding::MUTANTS,
    values::MUTANTS,
    sweeping::MUTANTS,
    staleness::MUTANTS,
    display::MUTANTS,
    columns::MUTANTS,
];

/// The operations that take events.
const FOLDS: &[&str] = &["partition_status.fold", "partition_status.apply"];
