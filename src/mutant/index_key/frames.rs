//! Mistakes in the bytes of values: IK-035 to IK-056.

use chrono::NaiveDate;

use super::encoder::{inverted, right, writing};
use super::{parts, rewrite};
use crate::model::Literal;
use crate::model::index_key::{Decimal, Value};
use crate::mutant::Mutant;
use crate::mutant::deviation::before;
use crate::rule::rules::{
    IK_035, IK_037, IK_039, IK_040, IK_041, IK_042, IK_043, IK_044, IK_045, IK_046, IK_047, IK_048,
    IK_049, IK_050, IK_051, IK_052, IK_053, IK_054, IK_055, IK_056,
};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/text-with-length",
        rule: IK_035,
        about: "Writes the length of a text before it, so that shorter texts come first.",
        make: || texts(|bytes| [&length(bytes)[..], bytes].concat()),
    },
    Mutant {
        id: "index_key/mutant/tags-in-another-order",
        rule: IK_037,
        about: "Numbers the types as its enumeration happens to list them: floats before integers.",
        make: || {
            writing(|value| match value {
                Value::Float(_) => Some(retagged(value, 0x14)),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/text-and-bytes-share-a-tag",
        rule: IK_037,
        about: "Writes texts and byte strings with the same tag.",
        make: || {
            writing(|value| match value {
                Value::Bytes(_) => Some(retagged(value, 0x48)),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/booleans-from-one",
        rule: IK_039,
        about: "Writes true as 00 and false as 01.",
        make: || {
            writing(|value| match value {
                Value::Bool(truth) => Some(vec![0x10, u8::from(!truth)]),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/integers-little-endian",
        rule: IK_040,
        about: "Writes integers in the byte order of the machine.",
        make: || {
            writing(|value| match value {
                Value::Int(number) => Some(tagged(0x18, &(number ^ i64::MIN).to_le_bytes())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/integers-without-bias",
        rule: IK_040,
        about: "Writes integers in two's complement as it is, so that negative ones come last.",
        make: || {
            writing(|value| match value {
                Value::Int(number) => Some(tagged(0x18, &number.to_be_bytes())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/unsigned-little-endian",
        rule: IK_041,
        about: "Writes unsigned integers in the byte order of the machine.",
        make: || {
            writing(|value| match value {
                Value::Uint(number) => Some(tagged(0x20, &number.to_le_bytes())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/unsigned-in-few-bytes",
        rule: IK_041,
        about: "Leaves out the leading zero bytes of unsigned integers.",
        make: || {
            writing(|value| match value {
                Value::Uint(number) => {
                    let bytes = number.to_be_bytes();
                    let zeros = usize::try_from(number.leading_zeros() / 8).unwrap_or(0);
                    Some(tagged(0x20, &bytes[zeros.min(7)..]))
                }
                _ => None,
            })
        },
    },
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
    Mutant {
        id: "index_key/mutant/floats-as-they-are",
        rule: IK_047,
        about: "Leaves the sign bit of positive floats as it is.",
        make: || {
            floats(|number| {
                if number < 0.0 {
                    !number.to_bits()
                } else {
                    number.to_bits()
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/negative-floats-not-inverted",
        rule: IK_048,
        about: "Flips the sign bit of floats and nothing else.",
        make: || floats(|number| number.to_bits() ^ 1 << 63),
    },
    Mutant {
        id: "index_key/mutant/negative-zero-kept",
        rule: IK_049,
        about: "Encodes negative zero as what its bits are.",
        make: || {
            // Its bits lie just below those of zero.
            before(
                &["index_key.encode", "index_key.prefix", "index_key.bounds"],
                |input| {
                    rewrite(input, &|literal| match literal {
                        Literal::Float(text)
                            if text.starts_with("-0") && text.parse() == Ok(0.0) =>
                        {
                            Some(Literal::Float("-5e-324".to_owned()))
                        }
                        _ => None,
                    });
                },
            )
        },
    },
    Mutant {
        id: "index_key/mutant/dates-without-bias",
        rule: IK_050,
        about: "Writes days in two's complement as it is.",
        make: || dates(|days| days.to_be_bytes()),
    },
    Mutant {
        id: "index_key/mutant/dates-as-digits",
        rule: IK_050,
        about: "Counts days from 0001-01-01.",
        make: || dates(|days| (days + 719_162).to_be_bytes()),
    },
    Mutant {
        id: "index_key/mutant/timestamps-in-milliseconds",
        rule: IK_051,
        about: "Writes timestamps in milliseconds.",
        make: || timestamps(|micros| micros.div_euclid(1000) ^ i64::MIN),
    },
    Mutant {
        id: "index_key/mutant/timestamps-without-bias",
        rule: IK_051,
        about: "Writes timestamps in two's complement as it is, so that those before 1970 come last.",
        make: || timestamps(|micros| micros),
    },
    Mutant {
        id: "index_key/mutant/nul-not-escaped",
        rule: IK_052,
        about: "Writes NUL within texts as it is.",
        make: || texts(|bytes| [bytes, &[0, 0]].concat()),
    },
    Mutant {
        id: "index_key/mutant/nul-escaped-as-01",
        rule: IK_052,
        about: "Writes NUL within texts as 00 01.",
        make: || texts(|bytes| [&replaced(bytes, &[0, 1])[..], &[0, 0]].concat()),
    },
    Mutant {
        id: "index_key/mutant/text-without-end",
        rule: IK_053,
        about: "Writes no end after texts.",
        make: || texts(|bytes| replaced(bytes, &[0, 0xff])),
    },
    Mutant {
        id: "index_key/mutant/text-ends-with-one-zero",
        rule: IK_053,
        about: "Ends texts with a single 00, which is the beginning of an escape.",
        make: || texts(|bytes| [&replaced(bytes, &[0, 0xff])[..], &[0]].concat()),
    },
    Mutant {
        id: "index_key/mutant/text-in-utf-16",
        rule: IK_053,
        about: "Writes texts in UTF-16.",
        make: || {
            writing(|value| match value {
                Value::String(text) => {
                    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
                    Some([&[0x48][..], &replaced(&units, &[0, 0xff]), &[0, 0]].concat())
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/ulids-little-endian",
        rule: IK_054,
        about: "Writes ULIDs in the byte order of the machine.",
        make: || {
            writing(|value| match value {
                Value::Ulid(number) => Some(tagged(0x58, &number.to_le_bytes())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/discriminant-in-one-byte",
        rule: IK_055,
        about: "Writes discriminants in one byte, as there are few of them.",
        make: || {
            writing(|value| match value {
                Value::Enum { .. } => {
                    let bytes = right(value);
                    Some([&bytes[..1], &bytes[4..]].concat())
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/payload-left-out",
        rule: IK_056,
        about: "Writes discriminants and no payloads.",
        make: || {
            writing(|value| match value {
                Value::Enum { .. } => Some([&right(value)[..5], &[0]].concat()),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/no-mark-without-payload",
        rule: IK_056,
        about: "Writes nothing after the discriminant of a variant without payload.",
        make: || {
            writing(|value| match value {
                Value::Enum { payload: None, .. } => Some(right(value)[..5].to_vec()),
                _ => None,
            })
        },
    },
];

fn tagged(tag: u8, frame: &[u8]) -> Vec<u8> {
    [&[tag][..], frame].concat()
}

/// The right bytes of a value behind another tag.
fn retagged(value: &Value, tag: u8) -> Vec<u8> {
    tagged(tag, &right(value)[1..])
}

/// The frame of texts and of byte strings.
fn texts(frame: fn(&[u8]) -> Vec<u8>) -> Box<dyn Implementation> {
    writing(move |value| match value {
        Value::String(text) => Some(tagged(0x48, &frame(text.as_bytes()))),
        Value::Bytes(bytes) => Some(tagged(0x50, &frame(bytes))),
        _ => None,
    })
}

fn decimals(frame: fn(&Decimal) -> Option<Vec<u8>>) -> Box<dyn Implementation> {
    writing(move |value| match value {
        Value::Decimal(number) => frame(number),
        _ => None,
    })
}

fn floats(bits: fn(f64) -> u64) -> Box<dyn Implementation> {
    writing(move |value| match value {
        Value::Float(number) => Some(tagged(0x30, &bits(*number).to_be_bytes())),
        _ => None,
    })
}

fn dates(bytes: fn(i32) -> [u8; 4]) -> Box<dyn Implementation> {
    writing(move |value| match value {
        Value::Date(day) => {
            let days = i32::try_from((*day - NaiveDate::default()).num_days()).ok()?;
            Some(tagged(0x38, &bytes(days)))
        }
        _ => None,
    })
}

fn timestamps(count: fn(i64) -> i64) -> Box<dyn Implementation> {
    writing(move |value| match value {
        Value::Timestamp(instant) => {
            let count = count(instant.and_utc().timestamp_micros());
            Some(tagged(0x40, &count.to_be_bytes()))
        }
        _ => None,
    })
}

fn length(bytes: &[u8]) -> [u8; 4] {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_be_bytes()
}

/// Bytes with something else for every zero.
fn replaced(bytes: &[u8], zero: &[u8]) -> Vec<u8> {
    let written = bytes.iter().map(|byte| {
        if *byte == 0 {
            zero
        } else {
            std::slice::from_ref(byte)
        }
    });
    written.collect::<Vec<_>>().concat()
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
