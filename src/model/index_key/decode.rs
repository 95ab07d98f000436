//! From bytes to values: IK-064 to IK-078.

use chrono::{DateTime, NaiveDate, TimeDelta};

use super::decimal::Decimal;
use super::definition::{Index, Row};
use super::encode::{EXPONENT_BIAS, VERSION, head, tag};
use super::value::{MAX_DEPTH, TOO_DEEP, Value, in_range};
use crate::model::{Answer, Rejection};
use crate::rule::RuleId;
use crate::rule::codes::index_key as code;
use crate::rule::rules::{
    IK_066, IK_067, IK_068, IK_069, IK_070, IK_071, IK_072, IK_073, IK_074, IK_075, IK_076, IK_077,
    IK_078,
};

/// The version of the hash keys that came before.
const LEGACY: u8 = 1;

/// The row of a key (IK-064).
///
/// # Errors
///
/// Everything that [`super::encode`] would not have written (IK-065).
pub fn decode(index: &Index, key: &[u8]) -> Answer<Row<Value>> {
    match key.first() {
        Some(&LEGACY) => return Err(Rejection::new(code::LEGACY_VERSION, IK_066)),
        Some(&VERSION) => {}
        Some(_) => return Err(Rejection::new(code::UNKNOWN_VERSION, IK_067)),
        None => return Err(TRUNCATED),
    }
    let head = head(index);
    let (found, rest) = key.split_at_checked(head.len()).ok_or(TRUNCATED)?;
    if found != head {
        return Err(Rejection::new(code::FOREIGN_INDEX, IK_068));
    }
    let mut reader = Reader {
        rest,
        descending: false,
    };
    let mut components = Vec::new();
    for at in 0..index.components.len() {
        reader.descending = index.is_descending(at);
        components.push(fitting(index, at, reader.value(0)?)?);
    }
    reader.descending = false;
    let primary_key = fitting(index, index.components.len(), reader.value(0)?)?;
    if reader.rest.is_empty() {
        Ok(Row {
            components,
            primary_key,
        })
    } else {
        Err(Rejection::new(code::TRAILING_BYTES, IK_070))
    }
}

/// IK-069
const TRUNCATED: Rejection = Rejection::new(code::TRUNCATED_KEY, IK_069);

/// IK-078
fn fitting(index: &Index, at: usize, value: Value) -> Answer<Value> {
    match index.admits(at, &value) {
        Ok(()) => Ok(value),
        Err(Rejection { code, .. }) => Err(Rejection::new(code, IK_078)),
    }
}

const fn non_canonical(rule: RuleId) -> Rejection {
    Rejection::new(code::NON_CANONICAL, rule)
}

/// The bytes that are still to be read, inverted while a descending component is.
struct Reader<'a> {
    rest: &'a [u8],
    descending: bool,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Answer<[u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk::<N>().ok_or(TRUNCATED)?;
        self.rest = rest;
        Ok(taken.map(|byte| if self.descending { !byte } else { byte }))
    }

    fn byte(&mut self) -> Answer<u8> {
        let [byte] = self.take()?;
        Ok(byte)
    }

    fn value(&mut self, depth: usize) -> Answer<Value> {
        let tag = self.byte()?;
        self.tagged(tag, depth)
    }

    fn tagged(&mut self, tag: u8, depth: usize) -> Answer<Value> {
        Ok(match tag {
            tag::NULL => Value::Null,
            tag::BOOL => match self.byte()? {
                0 => Value::Bool(false),
                1 => Value::Bool(true),
                _ => return Err(non_canonical(IK_074)),
            },
            tag::INT => Value::Int(self.signed()?),
            tag::UINT => Value::Uint(u64::from_be_bytes(self.take()?)),
            tag::DECIMAL => Value::Decimal(self.decimal()?),
            tag::FLOAT => Value::Float(self.float()?),
            tag::DATE => Value::Date(self.date()?),
            tag::TIMESTAMP => {
                let instant = DateTime::from_timestamp_micros(self.signed()?);
                let instant = instant.map(|instant| instant.naive_utc());
                let instant = instant.filter(|instant| in_range(instant.date()));
                Value::Timestamp(instant.ok_or(non_canonical(IK_077))?)
            }
            tag::STRING => {
                let text = String::from_utf8(self.unescaped()?);
                Value::String(text.map_err(|_| Rejection::new(code::INVALID_UTF8, IK_073))?)
            }
            tag::BYTES => Value::Bytes(self.unescaped()?),
            tag::ULID => Value::Ulid(u128::from_be_bytes(self.take()?)),
            tag::ENUM if depth == MAX_DEPTH => return Err(TOO_DEEP),
            tag::ENUM => {
                let discriminant = u32::from_be_bytes(self.take()?);
                let payload = match self.byte()? {
                    0 => None,
                    tag => Some(Box::new(self.tagged(tag, depth + 1)?)),
                };
                Value::Enum {
                    discriminant,
                    payload,
                }
            }
            _ => return Err(Rejection::new(code::UNKNOWN_TAG, IK_071)),
        })
    }

    fn signed(&mut self) -> Answer<i64> {
        Ok(i64::from_be_bytes(self.take()?) ^ i64::MIN)
    }

    /// IK-075
    fn float(&mut self) -> Answer<f64> {
        let ordered = u64::from_be_bytes(self.take()?);
        let positive = ordered >> 63 == 1;
        let number = f64::from_bits(if positive {
            ordered ^ 1 << 63
        } else {
            !ordered
        });
        let negative_zero = number == 0.0 && !positive;
        if number.is_nan() || negative_zero {
            Err(non_canonical(IK_075))
        } else {
            Ok(number)
        }
    }

    /// IK-076
    fn decimal(&mut self) -> Answer<Decimal> {
        let negative = match self.byte()? {
            1 => true,
            2 => return Ok(Decimal::ZERO),
            3 => false,
            _ => return Err(non_canonical(IK_076)),
        };
        let mask = if negative { 0xff } else { 0 };
        let exponent = self.take()?.map(|byte: u8| byte ^ mask);
        let mut digits = Vec::new();
        loop {
            match self.byte()? ^ mask {
                0 => break,
                digit @ 1..=10 => digits.push(digit - 1),
                _ => return Err(non_canonical(IK_076)),
            }
        }
        let decimal = Decimal {
            negative,
            exponent: i32::from(u16::from_be_bytes(exponent)) - EXPONENT_BIAS,
            digits,
        };
        if decimal.has_sound_exponent() && decimal.has_sound_digits() {
            Ok(decimal)
        } else {
            Err(non_canonical(IK_076))
        }
    }

    /// IK-077
    fn date(&mut self) -> Answer<NaiveDate> {
        let days = i32::from_be_bytes(self.take()?) ^ i32::MIN;
        let day = NaiveDate::default().checked_add_signed(TimeDelta::days(i64::from(days)));
        day.filter(|day| in_range(*day))
            .ok_or(non_canonical(IK_077))
    }

    fn unescaped(&mut self) -> Answer<Vec<u8>> {
        let mut bytes = Vec::new();
        loop {
            match self.byte()? {
                0 => match self.byte()? {
                    0 => return Ok(bytes),
                    0xff => bytes.push(0),
                    _ => return Err(Rejection::new(code::INVALID_ESCAPE, IK_072)),
                },
                byte => bytes.push(byte),
            }
        }
    }
}
