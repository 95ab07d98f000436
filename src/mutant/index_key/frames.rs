//! Mistakes in writing values of a fixed width, and enums: IK-037 to IK-041 and IK-047 to IK-056.

use chrono::NaiveDate;

use super::encoder::{right, tagged, writing};
use super::taking::{taking_in, with_negative_zero};
use crate::model::Literal;
use crate::model::index_key::Value;
use crate::mutant::Mutant;
use crate::rule::rules::{
    IK_037, IK_039, IK_040, IK_041, IK_047, IK_048, IK_049, IK_050, IK_051, IK_054, IK_055, IK_056,
};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
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
        id: "index_key/mutant/subnormals-flushed",
        rule: IK_047,
        about: "Writes subnormal floats as zero, as fast arithmetic makes them.",
        make: || {
            floats(|number| {
                if number.is_subnormal() {
                    1 << 63
                } else if number < 0.0 {
                    !number.to_bits()
                } else {
                    number.to_bits() | 1 << 63
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
        make: || taking_in(ENCODING, with_negative_zero),
    },
    Mutant {
        id: "index_key/mutant/dates-without-bias",
        rule: IK_050,
        about: "Writes days in two's complement as it is.",
        make: || dates(i32::to_be_bytes),
    },
    Mutant {
        id: "index_key/mutant/dates-as-digits",
        rule: IK_050,
        about: "Counts days from 0001-01-01.",
        make: || dates(|days| (days + 719_162).to_be_bytes()),
    },
    Mutant {
        id: "index_key/mutant/every-fourth-year-leaps",
        rule: IK_050,
        about: "Counts 29 February 2100, a day that there is not.",
        make: || dates(|days| ((days + i32::from(days >= 47_541)) ^ i32::MIN).to_be_bytes()),
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
        id: "index_key/mutant/fractions-before-1970-subtracted",
        rule: IK_051,
        about: "Splits timestamps into seconds and fraction, and before 1970 puts the fraction on the wrong side.",
        make: || {
            timestamps(|micros| {
                let (seconds, fraction) =
                    (micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000));
                let fraction = if micros < 0 { -fraction } else { fraction };
                (seconds * 1_000_000 + fraction) ^ i64::MIN
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
        id: "index_key/mutant/ulids-as-text",
        rule: IK_054,
        about: "Writes ULIDs as their 26 characters, which have the same order.",
        make: || {
            writing(|value| match (value, value.to_literal()) {
                (Value::Ulid(_), Literal::Ulid(text)) => Some(tagged(0x58, text.as_bytes())),
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
        id: "index_key/mutant/discriminant-little-endian",
        rule: IK_055,
        about: "Writes discriminants in the byte order of the machine.",
        make: || {
            writing(|value| match value {
                Value::Enum { discriminant, .. } => {
                    let bytes = right(value);
                    Some([&bytes[..1], &discriminant.to_le_bytes(), &bytes[5..]].concat())
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
    Mutant {
        id: "index_key/mutant/null-payload-left-out",
        rule: IK_056,
        about: "Writes a payload of null as no payload.",
        make: || {
            writing(|value| match value {
                Value::Enum {
                    payload: Some(payload),
                    ..
                } if **payload == Value::Null => Some([&right(value)[..5], &[0]].concat()),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/nested-payload-left-out",
        rule: IK_056,
        about: "Writes an enum within an enum without what it holds.",
        make: || {
            writing(|value| match value {
                Value::Enum {
                    payload: Some(payload),
                    ..
                } if matches!(**payload, Value::Enum { .. }) => {
                    Some([&right(value)[..10], &[0]].concat())
                }
                _ => None,
            })
        },
    },
];

const ENCODING: &[&str] = &["index_key.encode", "index_key.prefix", "index_key.bounds"];

/// The right bytes of a value behind another tag.
fn retagged(value: &Value, tag: u8) -> Vec<u8> {
    tagged(tag, &right(value)[1..])
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
