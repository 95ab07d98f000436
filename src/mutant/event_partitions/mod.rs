//! Mutants of event partitions: a normalizer and a server in which each decision can be got wrong.

mod connections;
mod delivery;
mod drafts;
mod form;
mod grants;
mod history;
mod legacy;
mod limits;
mod naming;
mod pages;
mod refusals;
mod scopes;
mod server;
mod set;
mod shape;
mod state;
mod submit;
mod subscriptions;
mod views;

use super::Mutant;

/// The mutants, roughly in the order of the rules.
pub(super) const TABLES: &[&[Mutant]] = &[
    shape::MUTANTS,
    form::MUTANTS,
    limits::MUTANTS,
    set::MUTANTS,
    legacy::MUTANTS,
    submit::MUTANTS,
    grants::MUTANTS,
    drafts::MUTANTS,
    views::MUTANTS,
    scopes::MUTANTS,
    refusals::MUTANTS,
    history::MUTANTS,
    pages::MUTANTS,
    subscriptions::MUTANTS,
    delivery::MUTANTS,
    connections::MUTANTS,
];

#[cfg(test)]
mod tests {
    use super::{naming, server};
    use crate::mutant::deviation::assert_right;

    #[test]
    fn what_makes_no_mistake_is_right() {
        assert_right(naming::RIGHT.subject());
        assert_right(server::RIGHT.subject());
    }
}
