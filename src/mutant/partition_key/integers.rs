//! Mistakes about integers: PK-015, PK-016.

use super::{encoder, parser};
use crate::mutant::Mutant;
use crate::mutant::number;
use crate::mutant::opinion::{Opinion, kept_if, read_as, refused_if};
use crate::rule::rules::{PK_015, PK_016};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/integer-leading-zeros",
        rule: PK_015,
        about: "Parses with a function that takes leading zeros.",
        make: || parser::taking("i", |text| read_as(number::without_leading_zeros(text))),
    },
    Mutant {
        id: "partition_key/mutant/integer-minus-zero",
        rule: PK_015,
        about: "Forgets that zero has no sign.",
        make: || parser::taking("i", |text| read_as((text == "-0").then(|| "0".to_owned()))),
    },
    Mutant {
        id: "partition_key/mutant/integer-negative-leading-zeros",
        rule: PK_015,
        about: "Looks for a leading zero at the very beginning, where a sign may stand.",
        make: || {
            parser::taking("i", |text| {
                read_as(
                    text.strip_prefix('-')
                        .and_then(number::without_leading_zeros)
                        .map(|text| format!("-{text}")),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/integer-plus",
        rule: PK_015,
        about: "Parses with a function that takes a plus sign.",
        make: || {
            parser::taking("i", |text| {
                read_as(text.strip_prefix('+').map(str::to_owned))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/integer-underscores",
        rule: PK_015,
        about: "Parses with a function that takes underscores between digits.",
        make: || parser::taking("i", |text| Opinion::Reads(text.replace('_', ""))),
    },
    Mutant {
        id: "partition_key/mutant/integer-blanks",
        rule: PK_015,
        about: "Parses with a function that skips blanks.",
        make: || parser::taking("i", |text| Opinion::Reads(text.trim().to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/integer-unicode-digits",
        rule: PK_015,
        about: "Parses with a function that takes the digits of every script.",
        make: || parser::taking("i", |text| Opinion::Reads(number::ascii_digits(text))),
    },
    Mutant {
        id: "partition_key/mutant/integer-exponent",
        rule: PK_015,
        about: "Parses numbers in general and asks whether they are whole.",
        make: || {
            parser::taking("i", |text| {
                read_as(number::whole(text).filter(|_| text.contains(['e', 'E', '.'])))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/integer-hexadecimal",
        rule: PK_015,
        about: "Lets the prefix choose the base.",
        make: || {
            parser::taking("i", |text| {
                read_as(
                    text.strip_prefix("0x")
                        .and_then(|hex| i64::from_str_radix(hex, 16).ok())
                        .map(|value| value.to_string()),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/integer-empty",
        rule: PK_015,
        about: "Parses with a function that makes zero of nothing.",
        make: || parser::taking("i", |text| read_as(text.is_empty().then(|| "0".to_owned()))),
    },
    Mutant {
        id: "partition_key/mutant/integer-until-it-ends",
        rule: PK_015,
        about: "Parses with a function that stops at the first other character.",
        make: || parser::taking("i", |text| read_as(number::leading_integer(text))),
    },
    Mutant {
        id: "partition_key/mutant/integer-through-float",
        rule: PK_016,
        about: "Holds integers as doubles, which lose digits beyond 2^53.",
        make: || encoder::taking("i", |text| read_as(number::through_f64(text))),
    },
    Mutant {
        id: "partition_key/mutant/integer-parsed-through-float",
        rule: PK_016,
        about: "Parses into doubles, which lose digits beyond 2^53.",
        make: || parser::taking("i", |text| read_as(number::through_f64(text))),
    },
    Mutant {
        id: "partition_key/mutant/integer-wraps",
        rule: PK_016,
        about: "Adds up digits in 64 bits and lets them wrap around.",
        make: || parser::taking("i", |text| read_as(number::wrapped(text))),
    },
    Mutant {
        id: "partition_key/mutant/integer-clamps",
        rule: PK_016,
        about: "Clamps to the nearest value that fits.",
        make: || encoder::taking("i", |text| read_as(number::clamped(text))),
    },
    Mutant {
        id: "partition_key/mutant/integer-any-size",
        rule: PK_016,
        about: "Parses into integers without limit.",
        make: || parser::taking("i", |text| kept_if(number::clamped(text).is_some(), text)),
    },
    Mutant {
        id: "partition_key/mutant/integer-unsigned-range",
        rule: PK_016,
        about: "Takes 64 bits without sign for positive values.",
        make: || encoder::taking("i", |text| kept_if(text.parse::<u64>().is_ok(), text)),
    },
    Mutant {
        id: "partition_key/mutant/integer-32-bits",
        rule: PK_016,
        about: "Holds integers in 32 bits.",
        make: || {
            encoder::taking("i", |text| {
                refused_if(
                    text.parse::<i64>()
                        .is_ok_and(|value| i32::try_from(value).is_err()),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/integer-safe-only",
        rule: PK_016,
        about: "Refuses integers beyond 2^53 - 1, which its numbers cannot hold.",
        make: || {
            parser::taking("i", |text| {
                refused_if(
                    text.parse::<i64>()
                        .is_ok_and(|value| value.unsigned_abs() > (1 << 53) - 1),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/integer-without-smallest",
        rule: PK_016,
        about: "Parses the digits first and the sign later, so that the smallest value does not fit.",
        make: || parser::taking("i", |text| refused_if(text == i64::MIN.to_string())),
    },
    Mutant {
        id: "partition_key/mutant/integer-limit-off-by-one",
        rule: PK_016,
        about: "Compares with the limit by `<` where it should be `<=`.",
        make: || encoder::taking("i", |text| refused_if(text == i64::MAX.to_string())),
    },
];
