//! Mistakes about the set of names: EP-011, EP-018 to EP-020.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::naming::{Name, Naming, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_011, EP_018, EP_019, EP_020};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/compared-without-case",
        rule: EP_011,
        about: "Compares without case when it looks for duplicates.",
        make: || {
            Naming {
                arrange: |names| distinct_by(names, str::to_lowercase),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/compared-without-accents",
        rule: EP_011,
        about: "Compares by base letters when it looks for duplicates.",
        make: || {
            Naming {
                arrange: |names| {
                    distinct_by(names, |name| {
                        name.nfd().filter(|c| !is_combining_mark(*c)).collect()
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/compared-trimmed",
        rule: EP_011,
        about: "Compares trimmed names when it looks for duplicates.",
        make: || {
            Naming {
                arrange: |names| distinct_by(names, |name| name.trim().to_owned()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/compared-as-nfkc",
        rule: EP_011,
        about: "Compares compatibility forms when it looks for duplicates.",
        make: || {
            Naming {
                arrange: |names| distinct_by(names, |name| name.nfkc().collect()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/duplicates-kept",
        rule: EP_018,
        about: "Does not look for duplicates.",
        make: || {
            Naming {
                arrange: |names| {
                    let mut list: Vec<String> = normal(names);
                    list.sort();
                    list
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/only-neighbours-deduplicated",
        rule: EP_018,
        about: "Looks for duplicates among neighbours, before it sorts.",
        make: || {
            Naming {
                arrange: |names| {
                    let mut list: Vec<String> = normal(names);
                    list.dedup();
                    list.sort();
                    list
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/duplicates-refused",
        rule: EP_018,
        about: "Rejects lists with duplicates.",
        make: || {
            Naming {
                too_many: |names| {
                    names.len() > 64 || (RIGHT.arrange)(names.to_vec()).len() < names.len()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/deduplicated-as-written",
        rule: EP_019,
        about: "Looks for duplicates before it normalizes.",
        make: || {
            Naming {
                arrange: |names| {
                    let set: BTreeSet<Name> = names.into_iter().collect();
                    let mut list = normal(set.into_iter().collect());
                    list.sort();
                    list
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/unsorted",
        rule: EP_020,
        about: "Keeps the order in which names are written.",
        make: || {
            Naming {
                arrange: |names| {
                    let mut seen = BTreeSet::new();
                    normal(names)
                        .into_iter()
                        .filter(|name| seen.insert(name.clone()))
                        .collect()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/sorted-by-utf-16",
        rule: EP_020,
        about: "Sorts by units of UTF-16.",
        make: || {
            Naming {
                arrange: |names| sorted_by(names, |a, b| a.encode_utf16().cmp(b.encode_utf16())),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/sorted-as-written",
        rule: EP_020,
        about: "Sorts before it normalizes.",
        make: || {
            Naming {
                arrange: |mut names| {
                    names.sort();
                    let mut seen = BTreeSet::new();
                    normal(names)
                        .into_iter()
                        .filter(|name| seen.insert(name.clone()))
                        .collect()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/sorted-without-case",
        rule: EP_020,
        about: "Sorts without case.",
        make: || {
            Naming {
                arrange: |names| sorted_by(names, |a, b| a.to_lowercase().cmp(&b.to_lowercase())),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/sorted-by-length",
        rule: EP_020,
        about: "Sorts shorter names first.",
        make: || {
            Naming {
                arrange: |names| sorted_by(names, |a, b| a.len().cmp(&b.len())),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/sorted-by-locale",
        rule: EP_020,
        about: "Sorts accented letters beside their base letters.",
        make: || {
            Naming {
                arrange: |names| sorted_by(names, |a, b| a.nfd().cmp(b.nfd())),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/sorted-backwards",
        rule: EP_020,
        about: "Sorts the greatest name first.",
        make: || {
            Naming {
                arrange: |names| sorted_by(names, |a, b| b.cmp(a)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/sorted-by-signed-bytes",
        rule: EP_020,
        about: "Compares bytes with sign.",
        make: || {
            Naming {
                arrange: |names| {
                    sorted_by(names, |a, b| {
                        a.bytes()
                            .map(u8::cast_signed)
                            .cmp(b.bytes().map(u8::cast_signed))
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
];

fn normal(names: Vec<Name>) -> Vec<String> {
    names.into_iter().map(|(_, name)| name).collect()
}

fn distinct_by(names: Vec<Name>, key: fn(&str) -> String) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut list = normal(names);
    list.retain(|name| seen.insert(key(name)));
    list.sort();
    list
}

fn sorted_by(names: Vec<Name>, order: fn(&str, &str) -> Ordering) -> Vec<String> {
    let mut list = (RIGHT.arrange)(names);
    list.sort_by(|a, b| order(a, b));
    list
}
