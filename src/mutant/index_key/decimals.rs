//! Mistakes in writing decimals: IK-042 to IK-046.

use super::encoder::{inverted, right, writing};
use super::parts;
use super::taking::{taking_in, with_scale};
use crate::model::index_key::{Decimal, Value};
use crate::mutant::Mutant;
use crate::rule::rules::{IK_042, IK_043, IK_044, IK_045, IK_046};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/decimal-zero-is-positive",
        rule: IK_042,
        about: "Writes zero as a positive decimal with the digit 0.",
        make: || {
            decimals(|number| {
                let (_, digits, _) = parts(number);
                (digits == [0]).then(|| vec![0x28, 3, 0x20, 0, 1, 0])
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-sign-last",
        rule: IK_042,
        about: "Writes the sign of decimals so that negative ones come last.",
        make: || {
            decimals(|number| {
                let mut bytes = right(&Value::Decimal(number.clone()));
                bytes[1] = [0, 5, 2, 3][usize::from(bytes[1])];
                Some(bytes)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-not-normalized",
        rule: IK_043,
        about: "Writes whole decimals with a zero after the point.",
        make: || {
            decimals(|number| {
                let (negative, mut digits, exponent) = parts(number);
                let whole =
                    usize::try_from(exponent).is_ok_and(|exponent| exponent + 1 == digits.len());
                (whole && digits != [0]).then(|| {
                    digits.push(0);
                    decimal(negative, exponent, &digits)
                })
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-scale-kept",
        rule: IK_043,
        about: "Keeps the zeros at the end of a fraction, so that 1.0 and 1.00 have different keys.",
        make: || {
            taking_in(
                &["index_key.encode", "index_key.prefix", "index_key.bounds"],
                with_scale,
            )
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-whole-zeros-lost",
        rule: IK_043,
        about: "Drops the zeros at the end of whole numbers, and does not count them in the exponent.",
        make: || {
            decimals(|number| {
                let (negative, digits, exponent) = parts(number);
                let last = i32::try_from(digits.len()).unwrap_or(i32::MAX) - 1;
                (exponent > last).then(|| decimal(negative, last, &digits))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-exponent-without-bias",
        rule: IK_044,
        about: "Writes the exponent of decimals in two's complement as it is.",
        make: || {
            decimals(|number| {
                let (negative, digits, exponent) = parts(number);
                (digits != [0]).then(|| decimal(negative, exponent - 8192, &digits))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-exponent-left-out",
        rule: IK_044,
        about: "Writes the digits of decimals alone.",
        make: || {
            decimals(|number| {
                let (negative, digits, _) = parts(number);
                (digits != [0]).then(|| decimal(negative, 0, &digits))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-exponent-of-the-last-digit",
        rule: IK_044,
        about: "Writes the exponent of the last digit, as with an integer and its scale.",
        make: || {
            decimals(|number| {
                let (negative, digits, exponent) = parts(number);
                let last = i32::try_from(digits.len()).unwrap_or(i32::MAX) - 1;
                (digits != [0]).then(|| decimal(negative, exponent - last, &digits))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-digits-without-end",
        rule: IK_045,
        about: "Writes no end after the digits of decimals.",
        make: || {
            decimals(|number| {
                let (_, digits, _) = parts(number);
                let mut bytes = right(&Value::Decimal(number.clone()));
                bytes.pop();
                (digits != [0]).then_some(bytes)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-digits-in-ascii",
        rule: IK_045,
        about: "Writes the digits of decimals as characters.",
        make: || {
            decimals(|number| {
                let (negative, digits, exponent) = parts(number);
                let ascii: Vec<u8> = digits.iter().map(|digit| digit + 0x2f).collect();
                (digits != [0]).then(|| decimal(negative, exponent, &ascii))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/negative-decimal-not-inverted",
        rule: IK_046,
        about: "Writes the magnitude of negative decimals as it is.",
        make: || {
            decimals(|number| {
                let bytes = right(&Value::Decimal(number.clone()));
                let (head, magnitude) = bytes.split_at(2);
                (head[1] == 1).then(|| [head, &inverted(magnitude)].concat())
            })
        },
    },
    Mutant {
        id: "index_key/mutant/negative-decimal-digits-not-inverted",
        rule: IK_046,
        about: "Inverts the exponent of negative decimals but not their digits.",
        make: || {
            decimals(|number| {
                let bytes = right(&Value::Decimal(number.clone()));
                (bytes[1] == 1).then(|| [&bytes[..4], &inverted(&bytes[4..])].concat())
            })
        },
    },
];

fn decimals(frame: fn(&Decimal) -> Option<Vec<u8>>) -> Box<dyn Implementation> {
    writing(move |value| match value {
        Value::Decimal(number) => frame(number),
        _ => None,
    })
}

/// A decimal from its parts, digits as they are given.
fn decimal(negative: bool, exponent: i32, digits: &[u8]) -> Vec<u8> {
    let biased = u16::try_from((exponent + 8192) & 0xffff).unwrap_or(0);
    let mut magnitude = biased.to_be_bytes().to_vec();
    magnitude.extend(digits.iter().map(|digit| digit + 1));
    magnitude.push(0);
    if negative {
        [&[0x28, 1][..], &inverted(&magnitude)].concat()
    } else {
        [&[0x28, 3][..], &magnitude].concat()
    }
}
