//! Mistakes about the names of partitions: EP-001 to EP-025.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use serde_json::Value;
use unicode_normalization::UnicodeNormalization as _;
use unicode_normalization::char::is_combining_mark;

use super::naming::{Name, Naming, RIGHT, nfc};
use super::server::texts;
use crate::mutant::Mutant;
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::{
    EP_001, EP_002, EP_003, EP_006, EP_007, EP_008, EP_009, EP_010, EP_011, EP_012, EP_013, EP_014,
    EP_015, EP_017, EP_018, EP_019, EP_020, EP_024, EP_025,
};

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
        id: "event_partitions/mutant/no-normalization",
        rule: EP_006,
        about: "Stores names as they are written.",
        make: || {
            Naming {
                form: str::to_owned,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/nfd",
        rule: EP_006,
        about: "Normalizes to NFD.",
        make: || {
            Naming {
                form: |name| name.nfd().collect(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/hangul-not-composed",
        rule: EP_006,
        about: "Composes by a table, which has no Hangul.",
        make: || {
            Naming {
                form: |name| {
                    if name.chars().any(|c| ('\u{1100}'..='\u{11ff}').contains(&c)) {
                        name.to_owned()
                    } else {
                        nfc(name)
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/only-latin-normalized",
        rule: EP_006,
        about: "Normalizes only names with a letter of Latin.",
        make: || {
            Naming {
                form: |name| {
                    if name.chars().any(|c| c.is_ascii_alphabetic()) {
                        nfc(name)
                    } else {
                        name.to_owned()
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/nfkc",
        rule: EP_007,
        about: "Normalizes to NFKC.",
        make: || {
            Naming {
                form: |name| name.nfkc().collect(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/no-break-space-as-blank",
        rule: EP_007,
        about: "Takes a no-break space for a blank.",
        make: || {
            Naming {
                form: |name| nfc(name).replace('\u{a0}', " "),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/trimmed",
        rule: EP_008,
        about: "Trims names.",
        make: || {
            Naming {
                form: |name| nfc(name.trim()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/trimmed-at-the-end",
        rule: EP_008,
        about: "Trims the end of names.",
        make: || {
            Naming {
                form: |name| nfc(name.trim_end()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/blanks-collapsed",
        rule: EP_008,
        about: "Makes one blank of several.",
        make: || {
            Naming {
                form: |name| nfc(&collapsed(name)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/blank-name-refused",
        rule: EP_008,
        about: "Takes a name of blanks for an empty one.",
        make: || {
            Naming {
                breaks: |_, name| name.trim().is_empty() || name.len() > 128,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/lower-cased",
        rule: EP_009,
        about: "Folds names to lower case.",
        make: || {
            Naming {
                form: |name| nfc(&name.to_lowercase()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/upper-cased",
        rule: EP_009,
        about: "Folds names to upper case.",
        make: || {
            Naming {
                form: |name| nfc(&name.to_uppercase()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/ascii-lower-cased",
        rule: EP_009,
        about: "Folds the ASCII letters of names to lower case.",
        make: || {
            Naming {
                form: |name| nfc(&name.to_ascii_lowercase()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/controls-removed",
        rule: EP_010,
        about: "Removes control characters.",
        make: || {
            Naming {
                form: |name| nfc(&name.replace(char::is_control, "")),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/invisible-removed",
        rule: EP_010,
        about: "Removes invisible characters.",
        make: || {
            Naming {
                form: |name| nfc(&name.replace(['\u{200b}', '\u{200d}', '\u{feff}', '\u{ad}'], "")),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/byte-order-mark-removed",
        rule: EP_010,
        about: "Removes a byte order mark from the beginning.",
        make: || {
            Naming {
                form: |name| nfc(name.trim_start_matches('\u{feff}')),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/cut-at-nul",
        rule: EP_010,
        about: "Passes names through an interface that ends them at NUL.",
        make: || {
            Naming {
                form: |name| nfc(name.split('\0').next().unwrap_or_default()),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/percent-decoded",
        rule: EP_010,
        about: "Decodes escapes of URLs.",
        make: || {
            Naming {
                form: |name| nfc(&name.replace("%2F", "/").replace("%61", "a")),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/slashes-trimmed",
        rule: EP_010,
        about: "Takes names for paths and drops slashes at their ends.",
        make: || {
            Naming {
                form: |name| nfc(name.trim_matches('/')),
                ..RIGHT
            }
            .subject()
        },
    },
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
        id: "event_partitions/mutant/empty-name-taken",
        rule: EP_012,
        about: "Lets a name be empty.",
        make: || {
            Naming {
                breaks: |_, name| name.len() > 128,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/empty-names-left-out",
        rule: EP_012,
        about: "Leaves out empty names.",
        make: || {
            Naming {
                text: |value| {
                    value
                        .as_str()
                        .map(|text| Some(text.to_owned()).filter(|text| !text.is_empty()))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/characters-counted",
        rule: EP_013,
        about: "Counts characters for bytes.",
        make: || {
            Naming {
                breaks: |_, name| name.is_empty() || name.chars().count() > 128,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/utf-16-units-counted",
        rule: EP_013,
        about: "Counts units of UTF-16 for bytes.",
        make: || {
            Naming {
                breaks: |_, name| name.is_empty() || name.encode_utf16().count() > 128,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/limit-of-127-bytes",
        rule: EP_013,
        about: "Takes the limit for exclusive.",
        make: || {
            Naming {
                breaks: |_, name| name.is_empty() || name.len() >= 128,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/limit-of-129-bytes",
        rule: EP_013,
        about: "Is off by one.",
        make: || {
            Naming {
                breaks: |_, name| name.is_empty() || name.len() > 129,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/limit-of-255-bytes",
        rule: EP_013,
        about: "Has the limit of its database.",
        make: || {
            Naming {
                breaks: |_, name| name.is_empty() || name.len() > 255,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/no-limit-of-bytes",
        rule: EP_013,
        about: "Has no limit of bytes.",
        make: || {
            Naming {
                breaks: |_, name| name.is_empty(),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/cut-to-128-bytes",
        rule: EP_013,
        about: "Cuts names that are too long.",
        make: || {
            Naming {
                form: |name| {
                    let name = nfc(name);
                    let end = (0..=name.len().min(128))
                        .rev()
                        .find(|at| name.is_char_boundary(*at));
                    name[..end.unwrap_or(0)].to_owned()
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/measured-as-written",
        rule: EP_014,
        about: "Counts bytes before it normalizes.",
        make: || {
            Naming {
                breaks: |written, _| written.is_empty() || written.len() > 128,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/measured-both-ways",
        rule: EP_014,
        about: "Counts bytes before and after it normalizes.",
        make: || {
            Naming {
                breaks: |written, name| name.is_empty() || name.len().max(written.len()) > 128,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/measured-decomposed",
        rule: EP_014,
        about: "Counts the bytes of the decomposed name.",
        make: || {
            Naming {
                breaks: |_, name| {
                    name.is_empty() || name.nfd().map(char::len_utf8).sum::<usize>() > 128
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/limit-of-63-names",
        rule: EP_015,
        about: "Takes the limit of names for exclusive.",
        make: || {
            Naming {
                too_many: |names| names.len() >= 64,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/limit-of-65-names",
        rule: EP_015,
        about: "Is off by one name.",
        make: || {
            Naming {
                too_many: |names| names.len() > 65,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/no-limit-of-names",
        rule: EP_015,
        about: "Has no limit of names.",
        make: || {
            Naming {
                too_many: |_| false,
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/cut-to-64-names",
        rule: EP_015,
        about: "Stores the first 64 names.",
        make: || {
            Naming {
                too_many: |_| false,
                arrange: |names| {
                    let mut list = (RIGHT.arrange)(names);
                    list.truncate(64);
                    list
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "event_partitions/mutant/limits-are-bad-requests",
        rule: EP_017,
        about: "Rejects broken limits as it rejects messages of the wrong shape.",
        make: || {
            Naming {
                code: code::BAD_REQUEST,
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
    Mutant {
        id: "event_partitions/mutant/list-wins",
        rule: EP_024,
        about: "Prefers the list where both fields are there.",
        make: || {
            Naming {
                disagreeing: |names, _| Ok(names.iter().map(|(_, name)| name.clone()).collect()),
                ..RIGHT
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
                ..RIGHT
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
                ..RIGHT
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
                ..RIGHT
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
                ..RIGHT
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
                ..RIGHT
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
                ..RIGHT
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
                ..RIGHT
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
                ..RIGHT
            }
            .subject()
        },
    },
];

fn normal(names: Vec<Name>) -> Vec<String> {
    names.into_iter().map(|(_, name)| name).collect()
}

/// Of the names with the same key, the first; in the right order.
fn distinct_by(names: Vec<Name>, key: fn(&str) -> String) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let mut list = normal(names);
    list.retain(|name| seen.insert(key(name)));
    list.sort();
    list
}

/// The set of names, in another order.
fn sorted_by(names: Vec<Name>, order: fn(&str, &str) -> Ordering) -> Vec<String> {
    let mut list = (RIGHT.arrange)(names);
    list.sort_by(|a, b| order(a, b));
    list
}

fn collapsed(name: &str) -> String {
    let mut last = None;
    let kept = name.chars().filter(|c| {
        let again = *c == ' ' && last == Some(' ');
        last = Some(*c);
        !again
    });
    kept.collect()
}
