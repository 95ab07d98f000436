//! Mistakes about the legacy field: EP-021 to EP-025.

use serde_json::{Value, json};

use super::naming::{Naming, RIGHT as NAMING};
use super::server::{Habits, Names, RIGHT, texts};
use super::state::Event;
use crate::mutant::Mutant;
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::{EP_021, EP_024, EP_025};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "event_partitions/mutant/list-wins",
        rule: EP_024,
        about: "Prefers the list where both fields are there.",
        make: || {
            Naming {
                disagreeing: |names, _| Ok(names.iter().map(|(_, name)| name.clone()).collect()),
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-wins",
        rule: EP_024,
        about: "Prefers the legacy field where both are there.",
        make: || {
            Naming {
                disagreeing: |_, legacy| Ok(vec![legacy.to_owned()]),
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/fields-merged",
        rule: EP_024,
        about: "Adds the legacy field to the list.",
        make: || {
            Naming {
                disagreeing: |names, legacy| {
                    Ok(names
                        .iter()
                        .map(|(_, name)| name.clone())
                        .chain([legacy.to_owned()])
                        .collect())
                },
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-among-others",
        rule: EP_024,
        about: "Takes it for agreement if the legacy field is one of the names.",
        make: || {
            Naming {
                disagreeing: |names, legacy| {
                    if names.iter().any(|(_, name)| name == legacy) {
                        Ok(names.iter().map(|(_, name)| name.clone()).collect())
                    } else {
                        Err(code::BAD_REQUEST)
                    }
                },
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/disagreement-is-validation-failed",
        rule: EP_024,
        about: "Rejects disagreeing fields like broken limits.",
        make: || {
            Naming {
                disagreeing: |_, _| Err(code::VALIDATION_FAILED),
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-split",
        rule: EP_025,
        about: "Splits the legacy field at commas.",
        make: || {
            Naming {
                alone: |value| {
                    value
                        .as_str()
                        .map(|text| text.split(',').map(str::to_owned).collect())
                },
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-converted",
        rule: EP_025,
        about: "Converts a legacy field that is a number to text.",
        make: || {
            Naming {
                alone: |value| {
                    value
                        .as_str()
                        .map(str::to_owned)
                        .or_else(|| value.as_number().map(ToString::to_string))
                        .map(|name| vec![name])
                },
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-list-taken",
        rule: EP_025,
        about: "Takes a list in the legacy field.",
        make: || {
            Naming {
                alone: |value| {
                    value
                        .as_str()
                        .map(|text| vec![text.to_owned()])
                        .or_else(|| texts(value))
                },
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-trimmed",
        rule: EP_025,
        about: "Trims the legacy field.",
        make: || {
            Naming {
                alone: |value| value.as_str().map(|text| vec![text.trim().to_owned()]),
                ..NAMING
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-emitted",
        rule: EP_021,
        about: "Shows the legacy field beside a list of one.",
        make: || {
            Habits {
                shows: [legacy, legacy, legacy],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-kept",
        rule: EP_021,
        about: "Stores the event as it came and shows the legacy field in syncs.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], RIGHT.shows[1], kept],
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/partition-broadcast",
        rule: EP_021,
        about: "Adds the legacy field to broadcasts for old clients.",
        make: || {
            Habits {
                shows: [RIGHT.shows[0], legacy, RIGHT.shows[2]],
                ..RIGHT
            }
            .subject()
        },
    },
];

fn legacy(event: &Event, _: &Names) -> Value {
    let mut shown = event.shown();
    if let [only] = &event.partitions[..] {
        shown["partition"] = json!(only);
    }
    shown
}

fn kept(event: &Event, _: &Names) -> Value {
    let mut shown = event.shown();
    if let Some(legacy) = event.written.get("partition") {
        shown["partition"] = legacy.clone();
    }
    shown
}
