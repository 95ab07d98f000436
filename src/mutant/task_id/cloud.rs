//! Mistakes about cloud task ids: TI-009 to TI-012, TI-014, TI-015.

use std::collections::HashSet;

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use super::naming::{base32, hashing, lettering, name};
use crate::model::task_id::sanitize;
use crate::mutant::Mutant;
use crate::mutant::deviation::{after, text};
use crate::mutant::hash::{hex, sha256};
use crate::rule::rules::{TI_009, TI_010, TI_011, TI_012, TI_014, TI_015};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "task_id/mutant/name-base32hex",
        rule: TI_009,
        about: "Uses the alphabet that begins with the digits.",
        make: || {
            hashing(|letter, id| {
                let text = base32::encode(
                    base32::Alphabet::Rfc4648HexLower { padding: false },
                    &sha256(id),
                );
                format!("{letter}_{text:.26}")
            })
        },
    },
    Mutant {
        id: "task_id/mutant/name-crockford",
        rule: TI_009,
        about: "Uses the alphabet of ULIDs.",
        make: || {
            hashing(|letter, id| {
                let text = base32::encode(base32::Alphabet::Crockford, &sha256(id)).to_lowercase();
                format!("{letter}_{text:.26}")
            })
        },
    },
    Mutant {
        id: "task_id/mutant/name-of-hex-digest",
        rule: TI_009,
        about: "Encodes the hexadecimal text of the hash instead of its bytes.",
        make: || {
            hashing(|letter, id| format!("{letter}_{:.26}", base32(hex(&sha256(id)).as_bytes())))
        },
    },
    Mutant {
        id: "task_id/mutant/name-hashed-with-letter",
        rule: TI_009,
        about: "Hashes the letter together with the internal id.",
        make: || {
            hashing(|letter, id| {
                format!("{letter}_{:.26}", base32(&sha256(format!("{letter}_{id}"))))
            })
        },
    },
    Mutant {
        id: "task_id/mutant/name-hashed-without-kind",
        rule: TI_009,
        about: "Hashes the internal id without its first part, which the letter tells already.",
        make: || {
            hashing(|letter, id| name(letter, id.split_once(':').map_or(id, |(_, rest)| rest)))
        },
    },
    Mutant {
        id: "task_id/mutant/name-hashed-twice",
        rule: TI_009,
        about: "Hashes the hash.",
        make: || hashing(|letter, id| format!("{letter}_{:.26}", base32(&sha256(sha256(id))))),
    },
    Mutant {
        id: "task_id/mutant/name-hashed-as-line",
        rule: TI_009,
        about: "Hashes a line, its end included, as a shell does.",
        make: || hashing(|letter, id| name(letter, &format!("{id}\n"))),
    },
    Mutant {
        id: "task_id/mutant/name-hashed-as-utf16",
        rule: TI_009,
        about: "Hashes the language's own UTF-16 units.",
        make: || {
            hashing(|letter, id| {
                let units: Vec<u8> = id.encode_utf16().flat_map(u16::to_le_bytes).collect();
                format!("{letter}_{:.26}", base32(&sha256(units)))
            })
        },
    },
    Mutant {
        id: "task_id/mutant/name-from-the-end",
        rule: TI_009,
        about: "Takes the last characters of the hash.",
        make: || {
            hashing(|letter, id| {
                let text = base32(&sha256(id));
                format!("{letter}_{}", &text[text.len() - 26..])
            })
        },
    },
    Mutant {
        id: "task_id/mutant/name-hashed-nfc",
        rule: TI_009,
        about: "Normalizes internal ids before hashing them.",
        make: || hashing(|letter, id| name(letter, &id.nfc().collect::<String>())),
    },
    Mutant {
        id: "task_id/mutant/name-letter-swapped",
        rule: TI_009,
        about: "Confuses the two letters in what it writes.",
        make: || hashing(|letter, id| name(if letter == "d" { "t" } else { "d" }, id)),
    },
    Mutant {
        id: "task_id/mutant/name-upper-case",
        rule: TI_010,
        about: "Leaves base32 in the upper case of the library.",
        make: || {
            hashing(|letter, id| format!("{letter}_{:.26}", base32(&sha256(id)).to_uppercase()))
        },
    },
    Mutant {
        id: "task_id/mutant/name-of-25-characters",
        rule: TI_010,
        about: "Cuts one character too early.",
        make: || hashing(|letter, id| format!("{letter}_{:.25}", base32(&sha256(id)))),
    },
    Mutant {
        id: "task_id/mutant/name-of-27-characters",
        rule: TI_010,
        about: "Cuts one character too late.",
        make: || hashing(|letter, id| format!("{letter}_{:.27}", base32(&sha256(id)))),
    },
    Mutant {
        id: "task_id/mutant/name-of-128-bits",
        rule: TI_010,
        about: "Cuts the hash to 16 bytes and encodes them with padding.",
        make: || {
            hashing(|letter, id| {
                let lower = base32::Alphabet::Rfc4648Lower { padding: true };
                format!("{letter}_{}", base32::encode(lower, &sha256(id)[..16]))
            })
        },
    },
    Mutant {
        id: "task_id/mutant/name-with-hyphen",
        rule: TI_010,
        about: "Joins letter and hash with a hyphen.",
        make: || hashing(|letter, id| name(letter, id).replace('_', "-")),
    },
    Mutant {
        id: "task_id/mutant/name-without-letter",
        rule: TI_010,
        about: "Writes the hash alone.",
        make: || hashing(|letter, id| name(letter, id)[2..].to_owned()),
    },
    Mutant {
        id: "task_id/mutant/letter-unchecked",
        rule: TI_011,
        about: "Does not compare the letter with the internal id.",
        make: || lettering(|kind, _| known(kind).then(|| kind.to_owned())),
    },
    Mutant {
        id: "task_id/mutant/letter-corrected",
        rule: TI_011,
        about: "Takes the letter from the internal id, whatever was asked for.",
        make: || lettering(|kind, id| fitting(id).filter(|_| known(kind)).map(str::to_owned)),
    },
    Mutant {
        id: "task_id/mutant/letter-of-timers-unchecked",
        rule: TI_011,
        about: "Checks the letter of dispatches only.",
        make: || {
            lettering(|kind, id| (kind == "d" && id.starts_with("timer:")).then(|| kind.to_owned()))
        },
    },
    Mutant {
        id: "task_id/mutant/letter-of-dispatches-unchecked",
        rule: TI_011,
        about: "Checks the letter of timers only.",
        make: || {
            lettering(|kind, id| {
                (kind == "t" && id.starts_with("dispatch:")).then(|| kind.to_owned())
            })
        },
    },
    Mutant {
        id: "task_id/mutant/letter-always-d",
        rule: TI_011,
        about: "Gives every task the letter of dispatches.",
        make: || {
            lettering(|kind, id| (kind == "t" && fitting(id) == Some("t")).then(|| "d".to_owned()))
        },
    },
    Mutant {
        id: "task_id/mutant/kind-upper-case",
        rule: TI_012,
        about: "Takes the letter in upper case and writes it in lower case.",
        make: || lettering(|kind, id| unknown_but(kind, id, kind.to_ascii_lowercase())),
    },
    Mutant {
        id: "task_id/mutant/kind-any-letter",
        rule: TI_012,
        about: "Writes whatever letter was asked for.",
        make: || lettering(|kind, _| (kind.len() == 1 && !known(kind)).then(|| kind.to_owned())),
    },
    Mutant {
        id: "task_id/mutant/kind-empty",
        rule: TI_012,
        about: "Takes the letter from the internal id where none was asked for.",
        make: || lettering(|kind, id| fitting(id).filter(|_| kind.is_empty()).map(str::to_owned)),
    },
    Mutant {
        id: "task_id/mutant/kind-word",
        rule: TI_012,
        about: "Takes the word for the letter.",
        make: || {
            lettering(|kind, id| match kind {
                "dispatch" | "timer" => unknown_but(kind, id, kind[..1].to_owned()),
                _ => None,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/kind-trimmed",
        rule: TI_012,
        about: "Trims the letter.",
        make: || lettering(|kind, id| unknown_but(kind, id, kind.trim().to_owned())),
    },
    Mutant {
        id: "task_id/mutant/kind-else-timer",
        rule: TI_012,
        about: "Compares the letter with d and takes everything else for t.",
        make: || lettering(|kind, id| unknown_but(kind, id, "t".to_owned())),
    },
    Mutant {
        id: "task_id/mutant/name-new-each-time",
        rule: TI_014,
        about: "Makes a repeated name unique, as if two tasks could not be one.",
        make: || {
            let mut seen = HashSet::new();
            after(&["task_id.enqueue"], move |_, result| {
                let internal_id = text(result, "internal_id").to_owned();
                if !seen.insert(internal_id.clone()) {
                    salt(result, &format!("{internal_id}#2"));
                }
            })
        },
    },
    Mutant {
        id: "task_id/mutant/name-salted-with-time",
        rule: TI_014,
        about: "Hashes the time of enqueuing together with the internal id.",
        make: || {
            after(&["task_id.enqueue"], |input, result| {
                let salted = format!("{}@{}", text(result, "internal_id"), text(input, "now"));
                salt(result, &salted);
            })
        },
    },
    Mutant {
        id: "task_id/mutant/name-of-sanitized-id",
        rule: TI_015,
        about: "Sanitizes internal ids before hashing them.",
        make: || hashing(|letter, id| name(letter, &sanitize(id))),
    },
    Mutant {
        id: "task_id/mutant/name-of-lower-cased-id",
        rule: TI_015,
        about: "Folds the case of internal ids before hashing them.",
        make: || hashing(|letter, id| name(letter, &id.to_lowercase())),
    },
    Mutant {
        id: "task_id/mutant/name-of-trimmed-id",
        rule: TI_015,
        about: "Trims internal ids before hashing them.",
        make: || hashing(|letter, id| name(letter, id.trim())),
    },
    Mutant {
        id: "task_id/mutant/name-of-cut-id",
        rule: TI_015,
        about: "Hashes the first 500 characters of internal ids.",
        make: || hashing(|letter, id| name(letter, &id.chars().take(500).collect::<String>())),
    },
];

fn known(kind: &str) -> bool {
    ["d", "t"].contains(&kind)
}

/// The letter that fits an internal id, where one does.
fn fitting(internal_id: &str) -> Option<&'static str> {
    match internal_id.split(':').next() {
        Some("dispatch") => Some("d"),
        Some("timer") => Some("t"),
        _ => None,
    }
}

/// The letter that an unknown kind is taken for, if it fits.
fn unknown_but(kind: &str, internal_id: &str, letter: String) -> Option<String> {
    (!known(kind) && fitting(internal_id) == Some(letter.as_str())).then_some(letter)
}

/// Gives the result a name that is the hash of another text.
fn salt(result: &mut Value, hashed: &str) {
    let letter = &text(result, "cloud_task_id")[..1];
    result["cloud_task_id"] = json!(name(letter, hashed));
}
