//! Mistakes about the form of timestamps: PK-024.

use super::written::{Stamp, canonical};
use super::{encoder, parser};
use crate::mutant::Mutant;
use crate::mutant::number;
use crate::mutant::opinion::{Opinion, read_as};
use crate::rule::rules::PK_024;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/timestamp-lower-case-z",
        rule: PK_024,
        about: "Parses a lower-case z, as RFC 3339 allows it.",
        make: || parser::taking("t", |text| Opinion::Reads(text.replace('z', "Z"))),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-lower-case-t",
        rule: PK_024,
        about: "Parses a lower-case t, as RFC 3339 allows it.",
        make: || parser::taking("t", |text| Opinion::Reads(text.replace('t', "T"))),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-lower-case-encoded",
        rule: PK_024,
        about: "Takes lower-case letters when encoding.",
        make: || encoder::taking("t", |text| Opinion::Reads(text.to_uppercase())),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-blank-for-t",
        rule: PK_024,
        about: "Parses a blank between date and time.",
        make: || parser::taking("t", |text| Opinion::Reads(text.replacen(' ', "T", 1))),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-blank-for-t-encoded",
        rule: PK_024,
        about: "Takes a blank between date and time when encoding.",
        make: || encoder::taking("t", |text| Opinion::Reads(text.replacen(' ', "T", 1))),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-offset-parsed",
        rule: PK_024,
        about: "Parses any offset and converts it, where only Z is canonical.",
        make: || {
            parser::taking("t", |text| {
                read_as(canonical(text).filter(|_| Stamp::of(text).is_some_and(Stamp::is_fine)))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/timestamp-zero-offset-parsed",
        rule: PK_024,
        about: "Takes the offset +00:00 for Z.",
        make: || parser::taking("t", |text| Opinion::Reads(text.replace("+00:00", "Z"))),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-few-digits-parsed",
        rule: PK_024,
        about: "Parses fractions of fewer than six digits.",
        make: || {
            parser::taking("t", |text| {
                read_as(with_fraction(text, |digits| {
                    (1..6)
                        .contains(&digits.len())
                        .then(|| format!("{digits:0<6}"))
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/timestamp-no-fraction-parsed",
        rule: PK_024,
        about: "Takes the fraction for optional when parsing.",
        make: || {
            parser::taking("t", |text| {
                read_as(with_fraction(text, |digits| {
                    digits.is_empty().then(|| "000000".to_owned())
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/timestamp-many-digits-parsed",
        rule: PK_024,
        about: "Parses fractions of more than six digits and cuts them.",
        make: || {
            parser::taking("t", |text| {
                read_as(with_fraction(text, |digits| {
                    digits.get(..6).map(str::to_owned)
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/timestamp-comma-for-point",
        rule: PK_024,
        about: "Takes a comma before the fraction, as ISO 8601 allows it.",
        make: || encoder::taking("t", |text| Opinion::Reads(text.replace(',', "."))),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-point-without-digits",
        rule: PK_024,
        about: "Takes a point that no digit follows.",
        make: || encoder::taking("t", |text| Opinion::Reads(text.replace(".Z", "Z"))),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-without-z-parsed",
        rule: PK_024,
        about: "Takes a timestamp without a Z for one in UTC when parsing.",
        make: || {
            parser::taking("t", |text| {
                Opinion::Reads(format!("{}Z", text.trim_end_matches('Z')))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/timestamp-without-seconds",
        rule: PK_024,
        about: "Takes seconds for optional when encoding.",
        make: || {
            encoder::taking("t", |text| {
                let short = text.len() == 17 && text.is_ascii();
                read_as(short.then(|| format!("{}:00{}", &text[..16], &text[16..])))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/timestamp-trimmed",
        rule: PK_024,
        about: "Trims the text of timestamps.",
        make: || encoder::taking("t", |text| Opinion::Reads(text.trim().to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-unicode-digits",
        rule: PK_024,
        about: "Uses `\\d`, which takes the digits of every script.",
        make: || encoder::taking("t", |text| Opinion::Reads(number::ascii_digits(text))),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-written-with-offset",
        rule: PK_024,
        about: "Writes +00:00 for Z.",
        make: || encoder::writing("t", |text| text.replace('Z', "+00:00")),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-written-without-z",
        rule: PK_024,
        about: "Writes timestamps in UTC, but does not say so.",
        make: || encoder::writing("t", |text| text.replace('Z', "")),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-written-with-blank",
        rule: PK_024,
        about: "Writes a blank between date and time, as the type is printed.",
        make: || encoder::writing("t", |text| text.replace('T', " ")),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-milliseconds-written",
        rule: PK_024,
        about: "Writes three fractional digits.",
        make: || encoder::writing("t", |text| text.replacen(&text[text.len() - 4..], "Z", 1)),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-nanoseconds-written",
        rule: PK_024,
        about: "Writes nine fractional digits.",
        make: || encoder::writing("t", |text| text.replace('Z', "000Z")),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-zero-fraction-left-out",
        rule: PK_024,
        about: "Leaves out a fraction of zero, as the type is printed.",
        make: || encoder::writing("t", |text| text.replace(".000000Z", "Z")),
    },
    Mutant {
        id: "partition_key/mutant/timestamp-fraction-trimmed",
        rule: PK_024,
        about: "Leaves out the zeros at the end of a fraction.",
        make: || {
            encoder::writing("t", |text| {
                let shortest = text.trim_end_matches('Z').trim_end_matches('0');
                format!("{}Z", shortest.trim_end_matches('.'))
            })
        },
    },
];

/// The text with another fraction, if the mutant has one for its digits.
fn with_fraction(text: &str, fraction: fn(&str) -> Option<String>) -> Option<String> {
    // A point without digits is not a fraction that is left out.
    let stamp = Stamp::of(text).filter(|stamp| stamp.text() == text)?;
    let fraction = fraction(stamp.fraction)?;
    Some(
        Stamp {
            fraction: &fraction,
            ..stamp
        }
        .text(),
    )
}
