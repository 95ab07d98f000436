//! Mistakes about instants: PS-004 to PS-006.

use serde_json::{Value, json};

use crate::mutant::Mutant;
use crate::mutant::deviation::instead;
use crate::rule::codes::partition_status as code;
use crate::rule::rules::{PS_004, PS_005, PS_006};
use crate::subject::{Implementation, Reply};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/instant-fraction-filled",
        rule: PS_004,
        about: "Fills the fraction of an instant with zeros.",
        make: || {
            read(|text| match text.strip_suffix('Z')?.split_once('.') {
                Some((clock, fraction)) if fraction.len() < 6 => {
                    Some(format!("{clock}.{fraction:0<6}Z"))
                }
                Some(_) => None,
                None => Some(format!("{}.000000Z", text.strip_suffix('Z')?)),
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/instant-fraction-cut",
        rule: PS_004,
        about: "Cuts the fraction of an instant after six digits.",
        make: || {
            read(|text| {
                let (clock, fraction) = text.strip_suffix('Z')?.split_once('.')?;
                Some(format!("{clock}.{}Z", fraction.get(..6)?))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/instant-zero-offset",
        rule: PS_004,
        about: "Reads an offset of zero as Z.",
        make: || read(|text| Some(format!("{}Z", text.strip_suffix("+00:00")?))),
    },
    Mutant {
        id: "partition_status/mutant/instant-case-ignored",
        rule: PS_004,
        about: "Reads instants with a lower-case t or z.",
        make: || read(|text| Some(text.to_ascii_uppercase())),
    },
    Mutant {
        id: "partition_status/mutant/instant-trimmed",
        rule: PS_004,
        about: "Trims instants.",
        make: || read(|text| Some(text.trim().to_owned())),
    },
    Mutant {
        id: "partition_status/mutant/instant-blank-for-t",
        rule: PS_004,
        about: "Reads a blank for the T.",
        make: || read(|text| Some(text.replacen(' ', "T", 1))),
    },
    Mutant {
        id: "partition_status/mutant/instant-zone-left-out",
        rule: PS_004,
        about: "Takes an instant without a zone for UTC.",
        make: || read(|text| (!text.ends_with(['Z', 'z'])).then(|| format!("{text}Z"))),
    },
    Mutant {
        id: "partition_status/mutant/hour-24",
        rule: PS_005,
        about: "Reads hour 24 as hour 0.",
        make: || read(|text| Some(text.replace("T24:", "T00:"))),
    },
    Mutant {
        id: "partition_status/mutant/second-60",
        rule: PS_005,
        about: "Reads second 60 as second 59.",
        make: || read(|text| Some(text.replace(":60.", ":59."))),
    },
    Mutant {
        id: "partition_status/mutant/every-fourth-year-leaps",
        rule: PS_005,
        about: "Takes 2100 and 1900 for leap years.",
        make: || {
            read(|text| {
                Some(
                    text.replace("2100-02-29", "2104-02-29")
                        .replace("1900-02-29", "1904-02-29"),
                )
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/days-overflow",
        rule: PS_005,
        about: "Lets days that do not exist flow over into the next month.",
        make: || {
            read(|text| {
                let overflown = ["-02-29", "-02-30", "-04-31"]
                    .into_iter()
                    .find(|day| text.contains(day))?;
                let leap = text.starts_with("2024")
                    || text.starts_with("2000")
                    || text.starts_with("0000");
                let next = if overflown == "-04-31" {
                    "-05-01"
                } else {
                    "-03-01"
                };
                (!(leap && overflown == "-02-29")).then(|| text.replace(overflown, next))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/year-0000-accepted",
        rule: PS_006,
        about: "Has a year before the year 1.",
        make: || read(|text| Some(format!("0004{}", text.strip_prefix("0000")?))),
    },
    Mutant {
        id: "partition_status/mutant/instants-from-1970",
        rule: PS_006,
        about: "Counts instants from 1970 without a sign.",
        make: || refuse(|text| text < "1970"),
    },
    Mutant {
        id: "partition_status/mutant/instants-in-nanoseconds",
        rule: PS_006,
        about: "Counts instants in nanoseconds, in 64 bits.",
        make: || {
            refuse(|text| {
                !("1677-09-21T00:12:43.145224Z".."2262-04-11T23:47:16.854776Z").contains(&text)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/instants-in-milliseconds",
        rule: PS_006,
        about: "Keeps instants to the millisecond.",
        make: || {
            read(|text| {
                Some(format!(
                    "{}000Z",
                    text.strip_suffix('Z')
                        .filter(|text| text.len() == 26)?
                        .get(..23)?
                ))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/instants-in-seconds",
        rule: PS_006,
        about: "Keeps instants to the second.",
        make: || {
            read(|text| {
                Some(format!(
                    "{}000000Z",
                    text.strip_suffix('Z')
                        .filter(|text| text.len() == 26)?
                        .get(..20)?
                ))
            })
        },
    },
];

const OPERATIONS: &[&str] = &[
    "partition_status.fold",
    "partition_status.apply",
    "partition_status.sweep",
    "partition_status.staleness",
    "partition_status.display",
    "partition_status.query",
];

/// The fields that hold instants.
const FIELDS: &[&str] = &[
    "at",
    "now",
    "since",
    "last_materialization_at",
    "last_attempt_at",
    "stale_since",
];

/// Takes each instant for another one, if there is another, before it is judged.
fn read(read: fn(&str) -> Option<String>) -> Box<dyn Implementation> {
    instead(OPERATIONS, move |reference, request| {
        let mut request = request.clone();
        each(request.input_mut(), &mut |instant| {
            if let Some(other) = instant.as_str().and_then(read) {
                *instant = json!(other);
            }
        });
        reference.call(&request)
    })
}

/// Refuses instants that the mutant cannot hold, where all else is sound.
fn refuse(unacceptable: fn(&str) -> bool) -> Box<dyn Implementation> {
    instead(OPERATIONS, move |reference, request| {
        let mut refused = false;
        each(&mut Value::clone(&request.input), &mut |instant| {
            refused |= instant.as_str().is_some_and(unacceptable);
        });
        match reference.call(request) {
            Reply::Ok(_) if refused => Reply::reject(code::INSTANT_OUT_OF_RANGE),
            reply => reply,
        }
    })
}

fn each(value: &mut Value, alter: &mut dyn FnMut(&mut Value)) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                match value {
                    Value::Array(list) if name == "upstreams" => {
                        list.iter_mut().for_each(&mut *alter);
                    }
                    Value::String(_) if FIELDS.contains(&name.as_str()) => alter(value),
                    _ => each(value, alter),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| each(value, alter)),
        _ => {}
    }
}
