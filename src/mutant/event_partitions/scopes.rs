//! Mistakes about what a sync asks for: EP-046 to EP-048.

use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;

use super::naming::nfc;
use super::server::{Habits, RIGHT, texts};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_046, EP_047, EP_048};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/since-negative-taken",
        rule: EP_046,
        about: "Takes a negative number for 0.",
        make: || {
            Habits {
                since: |value| value.as_u64().or_else(|| value.as_i64().map(|_| 0)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-text-taken",
        rule: EP_046,
        about: "Reads numbers from texts.",
        make: || {
            Habits {
                since: |value| {
                    value
                        .as_u64()
                        .or_else(|| value.as_str().and_then(|text| text.parse().ok()))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-fraction-taken",
        rule: EP_046,
        about: "Cuts fractions off.",
        make: || {
            Habits {
                since: |value| {
                    value
                        .as_u64()
                        .or_else(|| value.as_f64().filter(|number| *number >= 0.0).map(|_| 0))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/since-anything-taken",
        rule: EP_046,
        about: "Takes what is no number for 0.",
        make: || {
            Habits {
                since: |value| Some(value.as_u64().unwrap_or(0)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-not-normalized",
        rule: EP_047,
        about: "Compares the scope as it is written.",
        make: || {
            Habits {
                forms: [
                    nfc,
                    |name| {
                        if name.chars().any(|c| c == '\u{301}') {
                            nfc(name) + " as written"
                        } else {
                            nfc(name)
                        }
                    },
                    nfc,
                ],
                syncs: |_, _, scope| Some(scope.clone()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-normalized-twice",
        rule: EP_047,
        about: "Decomposes the scope after it has been authorized.",
        make: || {
            Habits {
                view: |server, _, scope, since| {
                    let scope = scope.iter().map(|name| name.nfd().collect()).collect();
                    server.after(&scope, since)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-text-taken",
        rule: EP_048,
        about: "Takes a text for a scope of one.",
        make: || {
            Habits {
                scope: |value| {
                    texts(value).or_else(|| value.as_str().map(|name| vec![name.to_owned()]))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-others-left-out",
        rule: EP_048,
        about: "Leaves out what is no text.",
        make: || {
            Habits {
                scope: |value| {
                    Some(
                        value
                            .as_array()?
                            .iter()
                            .filter_map(Value::as_str)
                            .map(str::to_owned)
                            .collect(),
                    )
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/scope-missing-taken",
        rule: EP_048,
        about: "Takes a scope that is no list for an empty one.",
        make: || {
            Habits {
                scope: |value| texts(value).or_else(|| (!value.is_array()).then(Vec::new)),
                ..RIGHT
            }
            .subject()
        },
    },
];
