//! Mistakes about partition values: PS-025 to PS-027.

use serde_json::{Map, Value, json};
use unicode_normalization::UnicodeNormalization as _;

use super::FOLDS;
use crate::mutant::Mutant;
use crate::mutant::deviation::{instead, text};
use crate::rule::rules::{PS_025, PS_026, PS_027};
use crate::subject::{Implementation, Reply};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/null-dimension-left-out",
        rule: PS_025,
        about: "Leaves null dimensions out.",
        make: || each(|tag, _, value| if tag == "n" { None } else { Some(value) }),
    },
    Mutant {
        id: "partition_status/mutant/first-dimension-only",
        rule: PS_025,
        about: "Takes the first dimension for the whole key.",
        make: || whole(|key, values| values.retain(|name, _| key.starts_with(&format!("{name}=")))),
    },
    Mutant {
        id: "partition_status/mutant/empty-value-left-out",
        rule: PS_025,
        about: "Leaves dimensions with an empty value out.",
        make: || {
            each(|_, encoded, value| {
                if encoded.is_empty() {
                    None
                } else {
                    Some(value)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/values-left-encoded",
        rule: PS_026,
        about: "Leaves strings in base64url.",
        make: || each(|tag, encoded, value| Some(if tag == "s" { json!(encoded) } else { value })),
    },
    Mutant {
        id: "partition_status/mutant/strings-trimmed",
        rule: PS_026,
        about: "Trims strings.",
        make: || strings(|text| text.trim().to_owned()),
    },
    Mutant {
        id: "partition_status/mutant/strings-normalized",
        rule: PS_026,
        about: "Normalizes strings to NFC.",
        make: || strings(|text| text.nfc().collect()),
    },
    Mutant {
        id: "partition_status/mutant/strings-cut-at-nul",
        rule: PS_026,
        about: "Ends strings at the first NUL.",
        make: || strings(|text| text.split('\0').next().unwrap_or_default().to_owned()),
    },
    Mutant {
        id: "partition_status/mutant/null-is-json-null",
        rule: PS_027,
        about: "Gives null instead of the text null.",
        make: || each(|tag, _, value| Some(if tag == "n" { Value::Null } else { value })),
    },
    Mutant {
        id: "partition_status/mutant/null-is-empty",
        rule: PS_027,
        about: "Gives the empty text for null.",
        make: || each(|tag, _, value| Some(if tag == "n" { json!("") } else { value })),
    },
    Mutant {
        id: "partition_status/mutant/values-with-tag",
        rule: PS_027,
        about: "Leaves the tag before values that are no strings.",
        make: || {
            each(|tag, encoded, value| {
                Some(if tag == "s" {
                    value
                } else {
                    json!(format!("{tag}:{encoded}"))
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/booleans-capitalized",
        rule: PS_027,
        about: "Gives True and False.",
        make: || {
            each(|tag, encoded, value| {
                Some(match (tag, encoded) {
                    ("b", "true") => json!("True"),
                    ("b", _) => json!("False"),
                    _ => value,
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/timestamps-shortened",
        rule: PS_027,
        about: "Leaves a fraction of zeros out.",
        make: || {
            each(|tag, encoded, value| {
                Some(if tag == "t" {
                    json!(encoded.replace(".000000Z", "Z"))
                } else {
                    value
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/integers-through-floats",
        rule: PS_027,
        about: "Reads integers as floats.",
        make: || {
            each(|tag, encoded, value| match (tag, encoded.parse::<f64>()) {
                ("i", Ok(float)) => Some(json!(format!("{float:.0}"))),
                _ => Some(value),
            })
        },
    },
];

/// Alters the values of each row, given its partition key.
fn whole(
    alter: impl Fn(&str, &mut Map<String, Value>) + Send + 'static,
) -> Box<dyn Implementation> {
    instead(FOLDS, move |reference, request| {
        let mut reply = reference.call(request);
        if let Reply::Ok(result) = &mut reply {
            for row in result["rows"].as_array_mut().into_iter().flatten() {
                let key = text(row, "partition_key").to_owned();
                if let Some(values) = row["partition_values"].as_object_mut() {
                    alter(&key, values);
                }
            }
        }
        reply
    })
}

/// Alters each value, given its tag and its text in the key; `None` leaves it out.
fn each(alter: fn(&str, &str, Value) -> Option<Value>) -> Box<dyn Implementation> {
    whole(move |key, values| {
        for part in key.split(',') {
            let Some((name, (tag, encoded))) = part
                .split_once('=')
                .and_then(|(name, typed)| Some((name, typed.split_once(':')?)))
            else {
                continue;
            };
            if let Some(value) = values
                .remove(name)
                .and_then(|value| alter(tag, encoded, value))
            {
                values.insert(name.to_owned(), value);
            }
        }
    })
}

/// Alters each string.
fn strings(alter: fn(&str) -> String) -> Box<dyn Implementation> {
    whole(move |key, values| {
        for part in key.split(',') {
            let Some((name, _)) = part.split_once("=s:") else {
                continue;
            };
            if let Some(value) = values.get_mut(name) {
                *value = json!(alter(value.as_str().unwrap_or_default()));
            }
        }
    })
}
