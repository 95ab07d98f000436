//! Mistakes about the shape of partitions: EP-001 to EP-004.

use serde_json::Value;

use super::naming::{Naming, RIGHT};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_001, EP_002, EP_003, EP_004};
use crate::subject::verbatim;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/text-as-list",
        rule: EP_001,
        about: "Takes a text for a list of one.",
        make: || {
            Naming {
                list: |value| {
                    value
                        .as_array()
                        .cloned()
                        .or_else(|| value.as_str().map(|_| vec![value.clone()]))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/text-split-at-commas",
        rule: EP_001,
        about: "Takes a text for a list with commas between the names.",
        make: || {
            Naming {
                list: |value| {
                    value.as_array().cloned().or_else(|| {
                        value
                            .as_str()
                            .map(|text| text.split(',').map(Value::from).collect())
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/object-for-list",
        rule: EP_001,
        about: "Takes the keys of an object for a list.",
        make: || {
            Naming {
                list: |value| {
                    value.as_array().cloned().or_else(|| {
                        value
                            .as_object()
                            .map(|map| map.keys().cloned().map(Value::from).collect())
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/empty-list-taken",
        rule: EP_002,
        about: "Lets an event belong to no partition.",
        make: || {
            Naming {
                takes_none: true,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/numbers-converted",
        rule: EP_003,
        about: "Converts numbers to texts.",
        make: || {
            Naming {
                text: |value| {
                    value
                        .as_str()
                        .map(str::to_owned)
                        .or_else(|| value.as_number().map(ToString::to_string))
                        .map(Some)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/nulls-left-out",
        rule: EP_003,
        about: "Leaves out names that are null.",
        make: || {
            Naming {
                text: |value| {
                    if value.is_null() {
                        Some(None)
                    } else {
                        value.as_str().map(|text| Some(text.to_owned()))
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/other-types-left-out",
        rule: EP_003,
        about: "Leaves out what is no text.",
        make: || {
            Naming {
                text: |value| Some(value.as_str().map(str::to_owned)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/surrogates-replaced",
        rule: EP_004,
        about: "Decodes lone surrogates as U+FFFD.",
        make: || {
            Naming {
                text: |value| decoded(value, "\u{fffd}").map(Some),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/surrogates-removed",
        rule: EP_004,
        about: "Decodes lone surrogates as nothing.",
        make: || {
            Naming {
                text: |value| decoded(value, "").map(Some),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/surrogates-left-out",
        rule: EP_004,
        about: "Leaves out names that it cannot decode.",
        make: || {
            Naming {
                text: |value| match verbatim::written(value) {
                    Some(_) => Some(None),
                    None => (RIGHT.text)(value),
                },
                ..RIGHT
            }
            .subject()
        },
    },
];

fn decoded(value: &Value, surrogate: &str) -> Option<String> {
    let Some(json) = verbatim::written(value) else {
        return value.as_str().map(str::to_owned);
    };
    let inner = json.trim_matches('"');
    let mut text = String::new();
    let mut rest = inner;
    while let Some((before, after)) = rest.split_once("\\u") {
        text.push_str(before);
        text.push_str(surrogate);
        rest = after.get(4..).unwrap_or_default();
    }
    text.push_str(rest);
    Some(text)
}
