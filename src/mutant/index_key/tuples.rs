//! Mistakes about the order of rows: IK-016 to IK-018.

use std::cmp::Ordering;

use super::compare::{by_component, comparing_rows};
use crate::model::index_key::Value;
use crate::mutant::Mutant;
use crate::rule::rules::{IK_016, IK_017, IK_018};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/last-component-first",
        rule: IK_016,
        about: "Compares components from right to left.",
        make: || {
            comparing_rows(|index, left, right, values| {
                let ranked = (0..index.components.len()).rev().map(|at| {
                    let order = values(&left.components[at], &right.components[at]);
                    if index.is_descending(at) {
                        order.reverse()
                    } else {
                        order
                    }
                });
                let order = ranked.fold(Ordering::Equal, Ordering::then);
                order.then_with(|| values(&left.primary_key, &right.primary_key))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/primary-key-not-compared",
        rule: IK_017,
        about: "Takes rows with equal components for equal.",
        make: || {
            comparing_rows(|index, left, right, values| by_component(index, left, right, values))
        },
    },
    Mutant {
        id: "index_key/mutant/primary-key-first",
        rule: IK_017,
        about: "Compares primary keys before components.",
        make: || {
            comparing_rows(|index, left, right, values| {
                values(&left.primary_key, &right.primary_key)
                    .then_with(|| by_component(index, left, right, values))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/descending-not-compared",
        rule: IK_018,
        about: "Forgets the direction of components when it compares.",
        make: || {
            comparing_rows(|_, left, right, values| {
                let pairs = left.components.iter().zip(&right.components);
                let order = pairs
                    .map(|(a, b)| values(a, b))
                    .fold(Ordering::Equal, Ordering::then);
                order.then_with(|| values(&left.primary_key, &right.primary_key))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/descending-primary-key",
        rule: IK_018,
        about: "Reverses the primary key with the last component.",
        make: || {
            comparing_rows(|index, left, right, values| {
                let order = by_component(index, left, right, values);
                let last = index.components.len() - 1;
                order.then_with(|| {
                    let order = values(&left.primary_key, &right.primary_key);
                    if index.is_descending(last) {
                        order.reverse()
                    } else {
                        order
                    }
                })
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-first-in-both-directions",
        rule: IK_018,
        about: "Keeps null first in descending components.",
        make: || {
            comparing_rows(|index, left, right, values| {
                let pairs = left.components.iter().zip(&right.components).enumerate();
                let orders = pairs.map(|(at, (a, b))| {
                    let null = *a == Value::Null || *b == Value::Null;
                    let order = values(a, b);
                    if index.is_descending(at) && !null {
                        order.reverse()
                    } else {
                        order
                    }
                });
                let order = orders.fold(Ordering::Equal, Ordering::then);
                order.then_with(|| values(&left.primary_key, &right.primary_key))
            })
        },
    },
];
