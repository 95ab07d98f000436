//! Mistakes about names: PK-003.

use super::{encoder, parser};
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, kept_if, refused_if};
use crate::rule::rules::PK_003;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/name-upper-case-parsed",
        rule: PK_003,
        about: "Matches names without regard to case.",
        make: || {
            parser::naming(|name| {
                kept_if(
                    matches(
                        name,
                        |c| c.is_ascii_alphabetic(),
                        |c| c.is_ascii_alphanumeric(),
                    ),
                    name,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/name-upper-case-encoded",
        rule: PK_003,
        about: "Matches names without regard to case when encoding.",
        make: || {
            encoder::naming(|name| {
                kept_if(
                    matches(
                        name,
                        |c| c.is_ascii_alphabetic(),
                        |c| c.is_ascii_alphanumeric(),
                    ),
                    name,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/name-lower-cased",
        rule: PK_003,
        about: "Turns names into lower case instead of refusing them.",
        make: || encoder::naming(|name| Opinion::Reads(name.to_ascii_lowercase())),
    },
    Mutant {
        id: "partition_key/mutant/name-trimmed",
        rule: PK_003,
        about: "Trims names before checking them.",
        make: || encoder::naming(|name| Opinion::Reads(name.trim().to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/name-unicode-letters",
        rule: PK_003,
        about: "Asks Unicode what a lower-case letter is.",
        make: || {
            parser::naming(|name| {
                kept_if(
                    matches(name, char::is_lowercase, |c| {
                        c.is_lowercase() || c.is_ascii_digit()
                    }),
                    name,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/name-unicode-digits",
        rule: PK_003,
        about: "Uses `\\d`, which takes the digits of every script.",
        make: || {
            parser::naming(|name| {
                kept_if(
                    matches(
                        name,
                        |c| c.is_ascii_lowercase(),
                        |c| c.is_ascii_lowercase() || c.is_numeric(),
                    ),
                    name,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/name-case-folded-by-unicode",
        rule: PK_003,
        about: "Matches without regard to case by Unicode's folding, which knows a long s and a Kelvin sign.",
        make: || {
            parser::naming(|name| {
                kept_if(
                    matches(
                        name,
                        |c| c.is_ascii_lowercase() || "\u{17f}\u{212a}".contains(c),
                        |c| {
                            c.is_ascii_lowercase()
                                || c.is_ascii_digit()
                                || "\u{17f}\u{212a}".contains(c)
                        },
                    ),
                    name,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/name-newline-at-end",
        rule: PK_003,
        about: "Ends the pattern with `$`, which matches before a last newline.",
        make: || encoder::naming(|name| kept_if(name.strip_suffix('\n').is_some_and(valid), name)),
    },
    Mutant {
        id: "partition_key/mutant/name-any-line-matches",
        rule: PK_003,
        about: "Matches line by line, so that one valid line is enough.",
        make: || encoder::naming(|name| kept_if(name.lines().any(valid), name)),
    },
    Mutant {
        id: "partition_key/mutant/name-only-begins-right",
        rule: PK_003,
        about: "Forgets to anchor the pattern at its end.",
        make: || {
            parser::naming(|name| kept_if(name.starts_with(|c: char| c.is_ascii_lowercase()), name))
        },
    },
    Mutant {
        id: "partition_key/mutant/name-only-ends-right",
        rule: PK_003,
        about: "Forgets to anchor the pattern at its beginning.",
        make: || {
            parser::naming(|name| kept_if(name.ends_with(|c: char| c.is_ascii_lowercase()), name))
        },
    },
    Mutant {
        id: "partition_key/mutant/name-digit-first",
        rule: PK_003,
        about: "Has one class for all characters, so that a digit can come first.",
        make: || parser::naming(|name| kept_if(matches(name, |c| c.is_ascii_digit(), lower), name)),
    },
    Mutant {
        id: "partition_key/mutant/name-underscore-first",
        rule: PK_003,
        about: "Takes a name for an identifier, which may begin with an underscore.",
        make: || encoder::naming(|name| kept_if(matches(name, |c| c == '_', lower), name)),
    },
    Mutant {
        id: "partition_key/mutant/name-hyphen",
        rule: PK_003,
        about: "Allows hyphens in names, as slugs have them.",
        make: || {
            parser::naming(|name| {
                kept_if(
                    matches(name, |c| c.is_ascii_lowercase(), |c| lower(c) || c == '-'),
                    name,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/name-dot",
        rule: PK_003,
        about: "Allows dots in names, as paths of fields have them.",
        make: || {
            parser::naming(|name| {
                kept_if(
                    matches(name, |c| c.is_ascii_lowercase(), |c| lower(c) || c == '.'),
                    name,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/name-empty",
        rule: PK_003,
        about: "Checks every character of a name, of which an empty one has none.",
        make: || parser::naming(|name| kept_if(name.is_empty(), name)),
    },
    Mutant {
        id: "partition_key/mutant/name-empty-encoded",
        rule: PK_003,
        about: "Checks every character of a name when encoding, of which an empty one has none.",
        make: || encoder::naming(|name| kept_if(name.is_empty(), name)),
    },
    Mutant {
        id: "partition_key/mutant/name-limited",
        rule: PK_003,
        about: "Refuses names of more than 255 characters, as a database would.",
        make: || encoder::naming(|name| refused_if(name.len() > 255)),
    },
    Mutant {
        id: "partition_key/mutant/name-without-underscore",
        rule: PK_003,
        about: "Forgets the underscore in the class.",
        make: || parser::naming(|name| refused_if(name.contains('_'))),
    },
    Mutant {
        id: "partition_key/mutant/name-reserved-word",
        rule: PK_003,
        about: "Refuses names that are words of the language.",
        make: || {
            encoder::naming(|name| refused_if(["null", "true", "constructor"].contains(&name)))
        },
    },
];

/// Whether the first character and all others are of their classes; an underscore may always follow.
fn matches(name: &str, first: fn(char) -> bool, others: fn(char) -> bool) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(first) && characters.all(|c| others(c) || c == '_')
}

fn valid(name: &str) -> bool {
    matches(name, |c| c.is_ascii_lowercase(), lower)
}

fn lower(c: char) -> bool {
    c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'
}
