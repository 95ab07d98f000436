//! Mistakes about the order of names, and about names that occur twice: PK-004, PK-005.

use std::cmp::Ordering;

use super::encoder::{self, distinct, filled};
use super::parser::{self, ascending};
use super::{Arranged, Dimension};
use crate::mutant::Mutant;
use crate::rule::codes::partition_key as code;
use crate::rule::rules::{PK_004, PK_005};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/order-as-given",
        rule: PK_004,
        about: "Writes the dimensions in the order in which they come.",
        make: || encoder::sorting(|_, _| Ordering::Equal),
    },
    Mutant {
        id: "partition_key/mutant/order-reversed",
        rule: PK_004,
        about: "Sorts in descending order.",
        make: || encoder::sorting(|a, b| b.key.cmp(&a.key)),
    },
    Mutant {
        id: "partition_key/mutant/order-by-length",
        rule: PK_004,
        about: "Sorts shorter names first.",
        make: || encoder::sorting(|a, b| (a.key.len(), &a.key).cmp(&(b.key.len(), &b.key))),
    },
    Mutant {
        id: "partition_key/mutant/order-by-locale",
        rule: PK_004,
        about: "Sorts by a locale, which puts `_` before the digits.",
        make: || encoder::sorting(|a, b| a.key.replace('_', " ").cmp(&b.key.replace('_', " "))),
    },
    Mutant {
        id: "partition_key/mutant/order-ignoring-punctuation",
        rule: PK_004,
        about: "Sorts by a locale that looks at `_` only when all else is equal.",
        make: || {
            encoder::sorting(|a, b| {
                (a.key.replace('_', ""), &a.key).cmp(&(b.key.replace('_', ""), &b.key))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/order-upper-cased",
        rule: PK_004,
        about: "Sorts names in upper case, which then come before `_`.",
        make: || encoder::sorting(|a, b| a.key.to_uppercase().cmp(&b.key.to_uppercase())),
    },
    Mutant {
        id: "partition_key/mutant/order-natural",
        rule: PK_004,
        about: "Sorts numbers within names by their size, so that k2 comes before k10.",
        make: || encoder::sorting(|a, b| natural(&a.key).cmp(&natural(&b.key))),
    },
    Mutant {
        id: "partition_key/mutant/order-of-whole-dimensions",
        rule: PK_004,
        about: "Sorts the texts `name=tag:value`, in which `=` comes after the digits.",
        make: || encoder::sorting(|a, b| dimension(a).cmp(&dimension(b))),
    },
    Mutant {
        id: "partition_key/mutant/order-by-type",
        rule: PK_004,
        about: "Sorts by the typed value before the name.",
        make: || encoder::sorting(|a, b| (&a.value[..1], &a.key).cmp(&(&b.value[..1], &b.key))),
    },
    Mutant {
        id: "partition_key/mutant/order-by-first-letter",
        rule: PK_004,
        about: "Compares the first byte of names only.",
        make: || encoder::sorting(|a, b| a.key.as_bytes().first().cmp(&b.key.as_bytes().first())),
    },
    Mutant {
        id: "partition_key/mutant/longer-name-first",
        rule: PK_004,
        about: "Puts a name after those that it is a prefix of.",
        make: || encoder::sorting(|a, b| format!("{}~", a.key).cmp(&format!("{}~", b.key))),
    },
    Mutant {
        id: "partition_key/mutant/unsorted-sorted-by-parser",
        rule: PK_004,
        about: "Parses into a sorted map and never sees the order of the text.",
        make: || parser::arranging(|dimensions| distinct(sorted(filled(dimensions)?))),
    },
    Mutant {
        id: "partition_key/mutant/unsorted-kept-by-parser",
        rule: PK_004,
        about: "Gives the dimensions back in whatever order they stand.",
        make: || parser::arranging(|dimensions| distinct(filled(dimensions)?)),
    },
    Mutant {
        id: "partition_key/mutant/order-checked-at-first-pair",
        rule: PK_004,
        about: "Compares the first two names only.",
        make: || {
            parser::arranging(|dimensions| {
                if dimensions.len() > 1 && dimensions[0].key > dimensions[1].key {
                    return Err(code::UNSORTED_KEYS);
                }
                distinct(filled(dimensions)?)
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/order-checked-against-first",
        rule: PK_004,
        about: "Compares every name with the first one instead of its neighbour.",
        make: || {
            parser::arranging(|dimensions| {
                let dimensions = filled(dimensions)?;
                if dimensions
                    .iter()
                    .any(|dimension| dimension.key < dimensions[0].key)
                {
                    return Err(code::UNSORTED_KEYS);
                }
                distinct(dimensions)
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/order-checked-by-locale",
        rule: PK_004,
        about: "Checks the order by a locale, in which `_` comes before the digits.",
        make: || {
            parser::arranging(|dimensions| {
                let dimensions = distinct(filled(dimensions)?)?;
                let ordered =
                    dimensions.is_sorted_by_key(|dimension| dimension.key.replace('_', " "));
                if ordered {
                    Ok(dimensions)
                } else {
                    Err(code::UNSORTED_KEYS)
                }
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/duplicates-last-wins",
        rule: PK_005,
        about: "Collects the dimensions in a map before encoding, where the last of a name wins.",
        make: || encoder::arranging(|dimensions| Ok(last_of_each(filled(dimensions)?))),
    },
    Mutant {
        id: "partition_key/mutant/duplicates-first-wins",
        rule: PK_005,
        about: "Collects the dimensions in a map before encoding, where the first of a name wins.",
        make: || encoder::arranging(|dimensions| Ok(first_of_each(filled(dimensions)?))),
    },
    Mutant {
        id: "partition_key/mutant/duplicates-written",
        rule: PK_005,
        about: "Sorts and writes, and never looks for equal names.",
        make: || encoder::arranging(filled),
    },
    Mutant {
        id: "partition_key/mutant/equal-duplicates-merged",
        rule: PK_005,
        about: "Lets a name occur twice when encoding if its values are equal.",
        make: || encoder::arranging(|dimensions| merged(filled(dimensions)?)),
    },
    Mutant {
        id: "partition_key/mutant/duplicates-sought-before-sorting",
        rule: PK_005,
        about: "Compares neighbours, but before they are sorted.",
        make: || {
            encoder::arranging_unsorted(|dimensions| {
                Ok(sorted(different_neighbours(filled(dimensions)?)?))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/duplicates-parsed-last-wins",
        rule: PK_005,
        about: "Parses into a map, where the last of a name wins.",
        make: || parser::arranging(|dimensions| Ok(last_of_each(ascending(filled(dimensions)?)?))),
    },
    Mutant {
        id: "partition_key/mutant/duplicates-parsed-first-wins",
        rule: PK_005,
        about: "Parses into a map, where the first of a name wins.",
        make: || parser::arranging(|dimensions| Ok(first_of_each(ascending(filled(dimensions)?)?))),
    },
    Mutant {
        id: "partition_key/mutant/duplicates-parsed",
        rule: PK_005,
        about: "Checks that names do not descend, and lets equal ones stand.",
        make: || parser::arranging(|dimensions| ascending(filled(dimensions)?)),
    },
    Mutant {
        id: "partition_key/mutant/equal-duplicates-parsed",
        rule: PK_005,
        about: "Lets a name occur twice when parsing if its values are equal.",
        make: || parser::arranging(|dimensions| merged(ascending(filled(dimensions)?)?)),
    },
];

/// Puts the dimensions into the order of their names' bytes.
fn sorted<V>(mut dimensions: Vec<Dimension<V>>) -> Vec<Dimension<V>> {
    dimensions.sort_by(|a, b| a.key.cmp(&b.key));
    dimensions
}

/// Refuses equal names that stand side by side.
fn different_neighbours<V>(dimensions: Vec<Dimension<V>>) -> Arranged<V> {
    if dimensions.windows(2).any(|pair| pair[0].key == pair[1].key) {
        Err(code::DUPLICATE_KEY)
    } else {
        Ok(dimensions)
    }
}

fn first_of_each<V>(mut dimensions: Vec<Dimension<V>>) -> Vec<Dimension<V>> {
    dimensions.dedup_by(|b, a| a.key == b.key);
    dimensions
}

fn last_of_each<V>(mut dimensions: Vec<Dimension<V>>) -> Vec<Dimension<V>> {
    dimensions.reverse();
    dimensions = first_of_each(dimensions);
    dimensions.reverse();
    dimensions
}

/// Makes one of equal names with equal values, and refuses the other equal names.
fn merged<V: PartialEq>(mut dimensions: Vec<Dimension<V>>) -> Arranged<V> {
    dimensions.dedup();
    distinct(dimensions)
}

fn dimension(dimension: &Dimension<String>) -> String {
    format!("{}={}", dimension.key, dimension.value)
}

/// The name with every number in it filled up to one width.
fn natural(name: &str) -> String {
    let runs = name
        .as_bytes()
        .chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let runs = runs.map(String::from_utf8_lossy);
    runs.map(|run| match run.parse::<u64>() {
        Ok(number) => format!("{number:020}"),
        Err(_) => run.into_owned(),
    })
    .collect()
}
