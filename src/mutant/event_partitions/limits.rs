//! Mistakes about the limits of names: EP-012 to EP-017.

use unicode_normalization::UnicodeNormalization as _;

use super::naming::{Naming, RIGHT, nfc};
use crate::mutant::Mutant;
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::{EP_012, EP_013, EP_014, EP_015, EP_017};

pub(super) const MUTANTS: &[Mutant] = &[
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
];
