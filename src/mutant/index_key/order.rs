//! Mistakes about the order of values: IK-001 to IK-015.

use std::cmp::Ordering;

use super::compare::comparing;
use super::parts;
use super::taking::{taking_in, with_negative_zero, with_scale, without_null};
use crate::model::Literal;
use crate::model::index_key::Value;
use crate::mutant::Mutant;
use crate::rule::rules::{
    IK_001, IK_002, IK_003, IK_004, IK_005, IK_006, IK_007, IK_008, IK_009, IK_010, IK_011, IK_012,
    IK_013, IK_014, IK_015,
};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/numbers-across-types",
        rule: IK_001,
        about: "Compares integers, decimals and floats with each other as numbers.",
        make: || comparing(|a, b| number(a)?.partial_cmp(&number(b)?)),
    },
    Mutant {
        id: "index_key/mutant/null-is-greatest",
        rule: IK_001,
        about: "Puts null last, as some databases do.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Null, Value::Null) => None,
                (Value::Null, _) => Some(Ordering::Greater),
                (_, Value::Null) => Some(Ordering::Less),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/dates-with-timestamps",
        rule: IK_001,
        about: "Compares a date with a timestamp as its midnight.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Date(day), Value::Timestamp(instant)) => {
                    Some(day.and_hms_opt(0, 0, 0)?.cmp(instant))
                }
                (Value::Timestamp(instant), Value::Date(day)) => {
                    Some(instant.cmp(&day.and_hms_opt(0, 0, 0)?))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/true-first",
        rule: IK_002,
        about: "Puts true before false.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Bool(a), Value::Bool(b)) => Some(b.cmp(a)),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/integers-as-text",
        rule: IK_003,
        about: "Compares integers by their decimal texts.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Int(a), Value::Int(b)) => Some(a.to_string().cmp(&b.to_string())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/integers-by-wrapping-difference",
        rule: IK_003,
        about: "Compares integers by the sign of their difference, which overflows.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Int(a), Value::Int(b)) => Some(a.wrapping_sub(*b).cmp(&0)),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/unsigned-as-signed",
        rule: IK_004,
        about: "Compares unsigned integers as if they had a sign.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Uint(a), Value::Uint(b)) => Some(a.cast_signed().cmp(&b.cast_signed())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimals-as-floats",
        rule: IK_005,
        about: "Compares decimals after converting them to floats.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Decimal(_), Value::Decimal(_)) => number(a)?.partial_cmp(&number(b)?),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/negative-decimals-by-magnitude",
        rule: IK_005,
        about: "Compares the digits of negative decimals as if they were positive.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Decimal(a), Value::Decimal(b)) => match (parts(a), parts(b)) {
                    ((true, a, i), (true, b, j)) => Some(j.cmp(&i).then(a.cmp(&b))),
                    _ => None,
                },
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimals-by-scale",
        rule: IK_005,
        about: "Tells 1.0 from 1.00, because they are written with different scales.",
        make: || taking_in(COMPARE, with_scale),
    },
    Mutant {
        id: "index_key/mutant/floats-as-bits",
        rule: IK_006,
        about: "Compares floats by their bits, so that negative ones come last and in reverse.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Float(a), Value::Float(b)) => Some(a.to_bits().cmp(&b.to_bits())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/floats-as-singles",
        rule: IK_006,
        about: "Compares floats in single precision.",
        make: || {
            comparing(|a, b| match (a, b) {
                #[allow(clippy::cast_possible_truncation, reason = "this is the mistake")]
                (Value::Float(a), Value::Float(b)) => (*a as f32).partial_cmp(&(*b as f32)),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/subnormals-are-zero",
        rule: IK_006,
        about: "Takes subnormal floats for zero, as fast arithmetic does.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Float(a), Value::Float(b)) => {
                    let flushed = |number: f64| {
                        if number.is_normal() {
                            number
                        } else {
                            number.trunc()
                        }
                    };
                    flushed(*a).partial_cmp(&flushed(*b))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/infinity-is-the-greatest-float",
        rule: IK_007,
        about: "Takes infinities for the greatest and least finite floats.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Float(a), Value::Float(b)) => {
                    let finite = |number: f64| number.clamp(f64::MIN, f64::MAX);
                    finite(*a).partial_cmp(&finite(*b))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/zeros-by-total-order",
        rule: IK_008,
        about: "Puts negative zero before zero, as the total order of IEEE 754 does.",
        make: || taking_in(COMPARE, with_negative_zero),
    },
    Mutant {
        id: "index_key/mutant/dates-by-distance",
        rule: IK_009,
        about: "Compares dates by the number of days from 1970, without its sign.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Date(a), Value::Date(b)) => {
                    let epoch = chrono::NaiveDate::default();
                    Some((*a - epoch).abs().cmp(&(*b - epoch).abs()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/timestamps-by-seconds",
        rule: IK_010,
        about: "Compares timestamps by whole seconds.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Timestamp(a), Value::Timestamp(b)) => {
                    Some(a.and_utc().timestamp().cmp(&b.and_utc().timestamp()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/timestamps-by-local-digits",
        rule: IK_010,
        about: "Compares the digits of timestamps and ignores their offsets.",
        make: || {
            taking_in(COMPARE, |literal| match literal {
                Literal::Timestamp(text) if text.is_ascii() && text.len() > 6 => {
                    let (local, offset) = text.split_at(text.len() - 6);
                    let local = local.to_owned();
                    offset
                        .starts_with(['+', '-'])
                        .then(|| Literal::Timestamp(local + "Z"))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/texts-by-utf-16",
        rule: IK_011,
        about: "Compares texts by UTF-16 units, so that U+10000 comes before U+FFFD.",
        make: || texts(|a, b| a.encode_utf16().cmp(b.encode_utf16())),
    },
    Mutant {
        id: "index_key/mutant/texts-by-length",
        rule: IK_011,
        about: "Compares texts by their lengths first.",
        make: || texts(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b))),
    },
    Mutant {
        id: "index_key/mutant/texts-without-case",
        rule: IK_011,
        about: "Compares texts without regard to case.",
        make: || texts(|a, b| a.to_lowercase().cmp(&b.to_lowercase())),
    },
    Mutant {
        id: "index_key/mutant/texts-end-at-nul",
        rule: IK_011,
        about: "Compares texts up to the first NUL.",
        make: || texts(|a, b| a.split('\0').next().cmp(&b.split('\0').next())),
    },
    Mutant {
        id: "index_key/mutant/bytes-as-signed",
        rule: IK_012,
        about: "Compares bytes as signed numbers.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Bytes(a), Value::Bytes(b)) => {
                    let signed = |bytes: &[u8]| {
                        bytes
                            .iter()
                            .map(|byte| byte.cast_signed())
                            .collect::<Vec<_>>()
                    };
                    Some(signed(a).cmp(&signed(b)))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/bytes-by-length",
        rule: IK_012,
        about: "Compares byte strings by their lengths first.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Bytes(a), Value::Bytes(b)) => {
                    Some(a.len().cmp(&b.len()).then_with(|| a.cmp(b)))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/ulids-by-time",
        rule: IK_013,
        about: "Compares ULIDs by their time alone.",
        make: || {
            comparing(|a, b| match (a, b) {
                (Value::Ulid(a), Value::Ulid(b)) => Some((a >> 80).cmp(&(b >> 80))),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/enums-by-name",
        rule: IK_014,
        about: "Compares enums by the texts of their discriminants, as by names.",
        make: || {
            comparing(|a, b| match (a, b) {
                (
                    Value::Enum {
                        discriminant: a, ..
                    },
                    Value::Enum {
                        discriminant: b, ..
                    },
                ) if a != b => Some(a.to_string().cmp(&b.to_string())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/payload-ignored",
        rule: IK_015,
        about: "Compares enums by their discriminants alone.",
        make: || {
            comparing(|a, b| match (a, b) {
                (
                    Value::Enum {
                        discriminant: a, ..
                    },
                    Value::Enum {
                        discriminant: b, ..
                    },
                ) => Some(a.cmp(b)),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/no-payload-last",
        rule: IK_015,
        about: "Puts a variant without payload after those with one.",
        make: || {
            comparing(|a, b| match (a, b) {
                (
                    Value::Enum {
                        discriminant: a,
                        payload: held,
                    },
                    Value::Enum {
                        discriminant: b,
                        payload: other,
                    },
                ) if a == b && held.is_some() != other.is_some() => {
                    Some(other.is_some().cmp(&held.is_some()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-payload-is-none",
        rule: IK_015,
        about: "Takes a payload of null for no payload.",
        make: || taking_in(COMPARE, without_null),
    },
];

const COMPARE: &[&str] = &["index_key.compare"];

fn texts(compare: fn(&str, &str) -> Ordering) -> Box<dyn Implementation> {
    comparing(move |a, b| match (a, b) {
        (Value::String(a), Value::String(b)) => Some(compare(a, b)),
        _ => None,
    })
}

/// What a number is as a float.
fn number(value: &Value) -> Option<f64> {
    #[allow(clippy::cast_precision_loss, reason = "this is the mistake")]
    match value {
        Value::Int(number) => Some(*number as f64),
        Value::Uint(number) => Some(*number as f64),
        Value::Decimal(number) => number.to_string().parse().ok(),
        Value::Float(number) => Some(*number),
        _ => None,
    }
}
