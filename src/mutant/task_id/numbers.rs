//! Mistakes about attempts and epochs: TI-007.

use super::naming::reading;
use crate::mutant::Mutant;
use crate::mutant::number;
use crate::mutant::opinion::{Opinion, kept_if, read_as, refused_if};
use crate::rule::rules::TI_007;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "task_id/mutant/number-leading-zeros-dropped",
        rule: TI_007,
        about: "Parses numbers with leading zeros and prints them without.",
        make: || reading(|field, text| other(field, number::without_leading_zeros(text))),
    },
    Mutant {
        id: "task_id/mutant/number-leading-zeros-kept",
        rule: TI_007,
        about: "Checks that numbers are digits and copies them.",
        make: || {
            reading(|field, text| {
                kept_if(
                    is_number(field) && number::without_leading_zeros(text).is_some(),
                    text,
                )
            })
        },
    },
    Mutant {
        id: "task_id/mutant/number-plus",
        rule: TI_007,
        about: "Parses with a function that takes a plus sign.",
        make: || reading(|field, text| other(field, text.strip_prefix('+').map(str::to_owned))),
    },
    Mutant {
        id: "task_id/mutant/attempt-negative",
        rule: TI_007,
        about: "Parses attempts with sign and does not compare them with zero.",
        make: || reading(|field, text| kept_if(field == "attempt" && negative(text), text)),
    },
    Mutant {
        id: "task_id/mutant/epoch-negative",
        rule: TI_007,
        about: "Takes epochs before 1970.",
        make: || reading(|field, text| kept_if(field.ends_with("epoch") && negative(text), text)),
    },
    Mutant {
        id: "task_id/mutant/number-minus-zero",
        rule: TI_007,
        about: "Parses minus zero, which is not negative.",
        make: || reading(|field, text| other(field, (text == "-0").then(|| "0".to_owned()))),
    },
    Mutant {
        id: "task_id/mutant/attempt-through-float",
        rule: TI_007,
        about: "Holds attempts as doubles, which lose digits beyond 2^53.",
        make: || {
            reading(|field, text| {
                other(
                    field,
                    number::through_f64(text).filter(|_| field == "attempt"),
                )
            })
        },
    },
    Mutant {
        id: "task_id/mutant/epoch-through-float",
        rule: TI_007,
        about: "Holds epochs as doubles, which lose digits beyond 2^53.",
        make: || {
            reading(|field, text| {
                other(
                    field,
                    number::through_f64(text).filter(|_| field != "attempt"),
                )
            })
        },
    },
    Mutant {
        id: "task_id/mutant/number-unsigned-range",
        rule: TI_007,
        about: "Parses numbers into 64 bits without sign.",
        make: || {
            reading(|field, text| {
                kept_if(
                    is_number(field) && text.parse::<i64>().is_err() && text.parse::<u64>().is_ok(),
                    text,
                )
            })
        },
    },
    Mutant {
        id: "task_id/mutant/number-any-size",
        rule: TI_007,
        about: "Does not compare numbers with a limit.",
        make: || {
            reading(|field, text| {
                kept_if(
                    is_number(field)
                        && !negative(text)
                        && text.len() > 18
                        && number::clamped(text).is_some(),
                    text,
                )
            })
        },
    },
    Mutant {
        id: "task_id/mutant/number-wraps",
        rule: TI_007,
        about: "Adds up digits in 64 bits and lets them wrap around.",
        make: || reading(|field, text| other(field, number::wrapped(text))),
    },
    Mutant {
        id: "task_id/mutant/number-clamps",
        rule: TI_007,
        about: "Clamps to the nearest number that fits.",
        make: || reading(|field, text| other(field, number::clamped(text))),
    },
    Mutant {
        id: "task_id/mutant/attempt-32-bits",
        rule: TI_007,
        about: "Holds attempts in 32 bits.",
        make: || {
            reading(|field, text| refused_if(field == "attempt" && text.parse::<i32>().is_err()))
        },
    },
    Mutant {
        id: "task_id/mutant/epoch-32-bits",
        rule: TI_007,
        about: "Holds epochs in 32 bits, which end in 2038.",
        make: || {
            reading(|field, text| {
                refused_if(field.ends_with("epoch") && text.parse::<i32>().is_err())
            })
        },
    },
    Mutant {
        id: "task_id/mutant/number-limit-off-by-one",
        rule: TI_007,
        about: "Compares with the limit by `<` where it should be `<=`.",
        make: || {
            reading(|field, text| refused_if(is_number(field) && text == i64::MAX.to_string()))
        },
    },
    Mutant {
        id: "task_id/mutant/number-unicode-digits",
        rule: TI_007,
        about: "Parses with a function that takes the digits of every script.",
        make: || reading(|field, text| other(field, Some(number::ascii_digits(text)))),
    },
    Mutant {
        id: "task_id/mutant/number-trimmed",
        rule: TI_007,
        about: "Trims numbers before parsing them.",
        make: || reading(|field, text| other(field, Some(text.trim().to_owned()))),
    },
    Mutant {
        id: "task_id/mutant/number-underscores",
        rule: TI_007,
        about: "Parses with a function that takes underscores between digits.",
        make: || reading(|field, text| other(field, Some(text.replace('_', "")))),
    },
    Mutant {
        id: "task_id/mutant/number-exponent",
        rule: TI_007,
        about: "Parses numbers in general and asks whether they are whole.",
        make: || {
            reading(|field, text| {
                other(
                    field,
                    number::whole(text).filter(|_| text.contains(['e', 'E', '.'])),
                )
            })
        },
    },
    Mutant {
        id: "task_id/mutant/number-empty",
        rule: TI_007,
        about: "Parses with a function that makes zero of nothing.",
        make: || reading(|field, text| other(field, text.is_empty().then(|| "0".to_owned()))),
    },
    Mutant {
        id: "task_id/mutant/number-until-it-ends",
        rule: TI_007,
        about: "Parses with a function that stops at the first other character.",
        make: || reading(|field, text| other(field, number::leading_integer(text))),
    },
];

fn is_number(field: &str) -> bool {
    ["attempt", "due_epoch", "check_epoch"].contains(&field)
}

fn negative(text: &str) -> bool {
    text.parse::<i64>().is_ok_and(|value| value < 0) && !text.starts_with("-0")
}

/// Takes an attempt or epoch for another, if there is another.
fn other(field: &str, other: Option<String>) -> Opinion {
    read_as(other.filter(|_| is_number(field)))
}
