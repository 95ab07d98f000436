//! Mistakes about rows and scans: IK-096 to IK-105.

use super::store::{Habits, RIGHT, Stored};
use crate::model::index_key::Value;
use crate::mutant::Mutant;
use crate::rule::rules::{
    IK_096, IK_097, IK_098, IK_099, IK_100, IK_101, IK_102, IK_103, IK_104, IK_105,
};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/created-again",
        rule: IK_096,
        about: "Replaces an index that is created again, and loses its rows.",
        make: || {
            Habits {
                recreates: true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/unknown-index-is-empty",
        rule: IK_096,
        about: "Scans an index that was never created.",
        make: || {
            Habits {
                unknown_is_empty: true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/kinds-share-indexes",
        rule: IK_096,
        about: "Tells indexes apart by their ids alone.",
        make: || {
            Habits {
                place: |index| index["id"].to_string(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/old-row-stays",
        rule: IK_097,
        about: "Leaves the old key of a row in the index when its components change.",
        make: || {
            Habits {
                replaces: |_, _| false,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/rows-by-written-primary-key",
        rule: IK_097,
        about: "Takes a row for another one if its primary key is written otherwise.",
        make: || {
            Habits {
                replaces: |new, old| new.written == old.written,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/nothing-deleted",
        rule: IK_098,
        about: "Tells that a row was deleted and leaves it there.",
        make: || {
            Habits {
                deletes: |there| (false, there),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/always-deleted",
        rule: IK_098,
        about: "Tells that a row was deleted although there was none.",
        make: || {
            Habits {
                deletes: |there| (there, true),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/uniqueness-unchecked",
        rule: IK_099,
        about: "Does not check uniqueness.",
        make: || {
            Habits {
                violates: |_, _| false,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/first-component-unique",
        rule: IK_099,
        about: "Compares only the first component for uniqueness.",
        make: || {
            Habits {
                violates: |new, other| {
                    let (new, other) = (&new.row, &other.row);
                    new.primary_key != other.primary_key && new.components[0] == other.components[0]
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/unique-by-prefix",
        rule: IK_099,
        about: "Finds violations by a byte prefix without its end.",
        make: || {
            Habits {
                violates: |new, other| {
                    let begins = |(new, other): (&Value, &Value)| match (new, other) {
                        (Value::String(new), Value::String(other)) => {
                            other.starts_with(new.as_str())
                        }
                        (new, other) => new == other,
                    };
                    let (new, other) = (&new.row, &other.row);
                    new.primary_key != other.primary_key
                        && new.components.iter().zip(&other.components).all(begins)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/same-row-refused",
        rule: IK_100,
        about: "Refuses a row that is put again as it is.",
        make: || {
            Habits {
                violates: |new, other| new.row.components == other.row.components,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/rows-unique-by-written-primary-key",
        rule: IK_100,
        about: "Takes a row for another one if its primary key is written otherwise, and refuses it.",
        make: || {
            Habits {
                violates: |new, other| {
                    new.written != other.written && new.row.components == other.row.components
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/nulls-differ",
        rule: IK_101,
        about: "Lets nulls differ from each other, as SQL does.",
        make: || {
            Habits {
                violates: |new, other| {
                    (RIGHT.violates)(new, other) && !new.row.components.contains(&Value::Null)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/refusal-loses-the-old-row",
        rule: IK_102,
        about: "Removes the old row before it finds that the new one is a violation.",
        make: || {
            Habits {
                removes_first: true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/equal-components-overwritten",
        rule: IK_103,
        about: "Keeps one row for each tuple of components.",
        make: || {
            Habits {
                replaces: |new, old| {
                    (RIGHT.replaces)(new, old) || new.row.components == old.row.components
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/reverse-ignored",
        rule: IK_104,
        about: "Lists rows forward also in reverse.",
        make: || {
            Habits {
                orders: |_, _| (),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "index_key/mutant/rows-as-they-came",
        rule: IK_104,
        about: "Lists rows in the order in which they were put.",
        make: || {
            let orders = |rows: &mut Vec<Stored>, reverse| {
                rows.sort_by_key(|row| row.age);
                (RIGHT.orders)(rows, reverse);
            };
            Habits { orders, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/ties-not-reversed",
        rule: IK_104,
        about: "Reverses the components but leaves the primary keys of ties ascending.",
        make: || {
            let orders = |rows: &mut Vec<Stored>, reverse| {
                (RIGHT.orders)(rows, reverse);
                if reverse {
                    let ties = rows.chunk_by_mut(|a, b| a.row.components == b.row.components);
                    ties.for_each(<[Stored]>::reverse);
                }
            };
            Habits { orders, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/limit-of-0-is-none",
        rule: IK_105,
        about: "Takes a limit of 0 for no limit.",
        make: || {
            let pages = |limit| Some(if limit == 0 { u64::MAX } else { limit });
            Habits { pages, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/limit-off-by-one",
        rule: IK_105,
        about: "Gives one row more than the limit, the one that it looked at.",
        make: || {
            let pages = |limit| (RIGHT.pages)(limit).map(|limit| limit + 1);
            Habits { pages, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/no-limit-is-a-hundred",
        rule: IK_105,
        about: "Gives a hundred rows at most where no limit is asked for.",
        make: || {
            Habits {
                unlimited: Some(100),
                ..RIGHT
            }
            .subject()
        },
    },
];
