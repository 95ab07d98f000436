//! The values that can be indexed: IK-019 to IK-029 and IK-034.

use chrono::{Datelike as _, NaiveDate, NaiveDateTime};

use super::decimal::Decimal;
use crate::model::civil::{self, Flaw};
use crate::model::{Answer, Literal, Rejection};
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_019, IK_020, IK_023, IK_024, IK_025, IK_026, IK_027, IK_028, IK_029};

/// How many enums may stand in each other.
pub(super) const MAX_DEPTH: usize = 8;

/// The characters of a ULID, in the order of their values.
const ULID_ALPHABET: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// A value that can be indexed. Its order is that of [`super::order`].
#[derive(Debug, Clone)]
pub enum Value {
    /// No value.
    Null,
    /// A truth value.
    Bool(bool),
    /// A signed integer.
    Int(i64),
    /// An unsigned integer.
    Uint(u64),
    /// A decimal number.
    Decimal(Decimal),
    /// A binary number, not NaN and not negative zero.
    Float(f64),
    /// A day of the years 0001 to 9999.
    Date(NaiveDate),
    /// An instant in UTC, in whole microseconds.
    Timestamp(NaiveDateTime),
    /// A text.
    String(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A ULID as a number.
    Ulid(u128),
    /// A variant of an enumeration.
    Enum {
        /// Which variant.
        discriminant: u32,
        /// What it holds.
        payload: Option<Box<Value>>,
    },
}

impl Value {
    /// The value that a literal stands for.
    ///
    /// # Errors
    ///
    /// What cannot be indexed.
    pub fn from_literal(literal: &Literal) -> Answer<Self> {
        Self::at_depth(literal, 0)
    }

    fn at_depth(literal: &Literal, depth: usize) -> Answer<Self> {
        Ok(match literal {
            Literal::Null => Self::Null,
            Literal::Bool(truth) => Self::Bool(*truth),
            Literal::Int(text) => Self::Int(number(text, IK_019)?),
            Literal::Uint(text) => Self::Uint(number(text, IK_020)?),
            Literal::Decimal(text) => Self::Decimal(Decimal::parse(text)?),
            Literal::Float(text) => Self::Float(float(text)?),
            Literal::Date(text) => Self::Date(date(text)?),
            Literal::Timestamp(text) => Self::Timestamp(instant(text)?),
            Literal::String(text) => Self::String(text.clone()), // IK-034
            Literal::Bytes(bytes) => Self::Bytes(bytes.clone()), // IK-034
            Literal::Ulid(text) => Self::Ulid(ulid(text)?),
            Literal::Enum { .. } if depth == MAX_DEPTH => return Err(TOO_DEEP),
            Literal::Enum {
                discriminant,
                payload,
            } => {
                let payload = payload.as_deref();
                let payload = payload.map(|payload| Self::at_depth(payload, depth + 1));
                Self::Enum {
                    discriminant: *discriminant,
                    payload: payload.transpose()?.map(Box::new),
                }
            }
        })
    }

    /// The value in the form in which it is answered.
    #[must_use]
    pub fn to_literal(&self) -> Literal {
        match self {
            Self::Null => Literal::Null,
            Self::Bool(truth) => Literal::Bool(*truth),
            Self::Int(number) => Literal::Int(number.to_string()),
            Self::Uint(number) => Literal::Uint(number.to_string()),
            Self::Decimal(number) => Literal::Decimal(number.to_string()),
            Self::Float(number) => Literal::Float(scientific(*number)),
            Self::Date(day) => Literal::Date(day.format("%Y-%m-%d").to_string()),
            Self::Timestamp(instant) => {
                Literal::Timestamp(instant.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string())
            }
            Self::String(text) => Literal::String(text.clone()),
            Self::Bytes(bytes) => Literal::Bytes(bytes.clone()),
            Self::Ulid(number) => Literal::Ulid(ulid_text(*number)),
            Self::Enum {
                discriminant,
                payload,
            } => Literal::Enum {
                discriminant: *discriminant,
                payload: payload
                    .as_deref()
                    .map(|payload| Box::new(payload.to_literal())),
            },
        }
    }
}

/// IK-029
pub(super) const TOO_DEEP: Rejection = Rejection::new(code::ENUM_TOO_DEEP, IK_029);

fn number<T: std::str::FromStr>(text: &str, rule: crate::rule::RuleId) -> Answer<T> {
    text.parse()
        .map_err(|_| Rejection::new(code::INTEGER_OUT_OF_RANGE, rule))
}

fn float(text: &str) -> Answer<f64> {
    let number: f64 = text.parse().unwrap_or(f64::NAN);
    if number.is_nan() {
        Err(Rejection::new(code::NAN_NOT_ALLOWED, IK_023))
    } else {
        Ok(number + 0.0) // IK-008: the sum of -0.0 and 0.0 is 0.0
    }
}

fn scientific(number: f64) -> String {
    if number.is_infinite() {
        let sign = if number < 0.0 { "-" } else { "" };
        return format!("{sign}Infinity"); // IK-007
    }
    let shortest = format!("{number:e}");
    let significand = shortest.split('e').next().unwrap_or_default();
    let digits = significand.bytes().filter(u8::is_ascii_digit).count();
    // Of two that are equally near, `{:e}` takes the greater. Rounded to as many digits, it is the even one.
    let even = format!("{number:.*e}", digits.saturating_sub(1));
    if even.parse() == Ok(number) {
        even
    } else {
        shortest
    }
}

/// IK-024
fn date(text: &str) -> Answer<NaiveDate> {
    let day = civil::date(text).ok().filter(|day| in_range(*day));
    day.ok_or(Rejection::new(code::INVALID_DATE, IK_024))
}

/// Whether a day lies in the years 0001 to 9999.
pub(super) fn in_range(day: NaiveDate) -> bool {
    (1..=9999).contains(&day.year())
}

fn instant(text: &str) -> Answer<NaiveDateTime> {
    let written = civil::timestamp(text).map_err(|flaw| {
        // IK-025; a day that does not exist is one of IK-024.
        let rule = if flaw == Flaw::Day { IK_024 } else { IK_025 };
        Rejection::new(code::INVALID_TIMESTAMP, rule)
    })?;
    if written.fraction_digits > 6 {
        return Err(Rejection::new(code::TIMESTAMP_TOO_PRECISE, IK_027));
    }
    let out_of_range = Rejection::new(code::TIMESTAMP_OUT_OF_RANGE, IK_026);
    written.utc().ok_or(out_of_range)
}

/// IK-028
fn ulid(text: &str) -> Answer<u128> {
    let invalid = Rejection::new(code::INVALID_ULID, IK_028);
    let digits = text.chars().map(|c| ULID_ALPHABET.find(c));
    let digits: Option<Vec<usize>> = digits.collect();
    match digits {
        Some(digits) if digits.len() == 26 && digits[0] <= 7 => Ok(digits
            .into_iter()
            .fold(0, |number, digit| number << 5 | digit as u128)),
        _ => Err(invalid),
    }
}

fn ulid_text(number: u128) -> String {
    let digits = (0..26).rev().map(|place| number >> (5 * place) & 31);
    let character = |digit: u128| char::from(ULID_ALPHABET.as_bytes()[digit as usize]);
    digits.map(character).collect()
}
