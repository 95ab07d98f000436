//! Mistakes about the form of names: EP-006 to EP-010.

use unicode_normalization::UnicodeNormalization as _;

use super::naming::{Naming, RIGHT, nfc};
use crate::mutant::Mutant;
use crate::rule::rules::{EP_006, EP_007, EP_008, EP_009, EP_010};

pub(super) const MUTANTS: &[Mutant] = &[
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
];

fn collapsed(name: &str) -> String {
    let mut last = None;
    let kept = name.chars().filter(|c| {
        let again = *c == ' ' && last == Some(' ');
        last = Some(*c);
        !again
    });
    kept.collect()
}
