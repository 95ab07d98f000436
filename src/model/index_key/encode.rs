//! From values to bytes: IK-035 to IK-063.

use chrono::NaiveDate;

use super::decimal::Decimal;
use super::definition::{Index, Kind, Row};
use super::value::Value;
use crate::model::{Answer, Literal};

/// IK-058
pub(super) const VERSION: u8 = 2;

/// What is added to a decimal's exponent (IK-044).
pub(super) const EXPONENT_BIAS: i32 = 8192;

/// IK-037. No tag, and no inverted tag, is `00` or `ff` (IK-038).
pub(super) mod tag {
    pub(in super::super) const NULL: u8 = 0x08;
    pub(in super::super) const BOOL: u8 = 0x10;
    pub(in super::super) const INT: u8 = 0x18;
    pub(in super::super) const UINT: u8 = 0x20;
    pub(in super::super) const DECIMAL: u8 = 0x28;
    pub(in super::super) const FLOAT: u8 = 0x30;
    pub(in super::super) const DATE: u8 = 0x38;
    pub(in super::super) const TIMESTAMP: u8 = 0x40;
    pub(in super::super) const STRING: u8 = 0x48;
    pub(in super::super) const BYTES: u8 = 0x50;
    pub(in super::super) const ULID: u8 = 0x58;
    pub(in super::super) const ENUM: u8 = 0x60;
}

/// The key of a row.
///
/// It depends on the index and the row alone (IK-119), and it is the same in every release (IK-117).
///
/// # Errors
///
/// A row that the index cannot hold.
pub fn encode(index: &Index, row: &Row<Literal>) -> Answer<Vec<u8>> {
    Ok(key(index, &index.row(row)?))
}

/// IK-061, IK-062
pub(super) fn key(index: &Index, row: &Row<Value>) -> Vec<u8> {
    let mut key = tuple(index, &row.components);
    key.extend(element(&row.primary_key, false));
    key
}

/// The beginning of every key with these leading components.
pub(super) fn tuple(index: &Index, components: &[Value]) -> Vec<u8> {
    let mut bytes = head(index);
    for (at, value) in components.iter().enumerate() {
        bytes.extend(element(value, index.is_descending(at)));
    }
    bytes
}

/// IK-058, IK-059, IK-060; the fixed width keeps indexes apart (IK-063).
pub(super) fn head(index: &Index) -> Vec<u8> {
    let kind = match index.kind {
        Kind::User => 1,
        Kind::System => 2,
    };
    let mut head = vec![VERSION, kind];
    head.extend(index.id.to_be_bytes());
    head
}

/// An element in its direction (IK-057).
pub(super) fn element(value: &Value, descending: bool) -> Vec<u8> {
    let bytes = ascending(value);
    if descending { inverted(&bytes) } else { bytes }
}

/// Every bit inverted.
pub(super) fn inverted(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| !byte).collect()
}

/// IK-037: tag and frame. The order of the bytes is that of the values (IK-035), and no result is the beginning of
/// another (IK-036).
fn ascending(value: &Value) -> Vec<u8> {
    let (tag, frame) = match value {
        Value::Null => (tag::NULL, Vec::new()),
        Value::Bool(truth) => (tag::BOOL, vec![u8::from(*truth)]), // IK-039
        Value::Int(number) => (tag::INT, signed(*number)),         // IK-040
        Value::Uint(number) => (tag::UINT, number.to_be_bytes().to_vec()), // IK-041
        Value::Decimal(number) => (tag::DECIMAL, decimal(number)),
        Value::Float(number) => (tag::FLOAT, float(*number)),
        Value::Date(day) => (tag::DATE, days(*day)),
        Value::Timestamp(instant) => {
            let microseconds = instant.and_utc().timestamp_micros();
            (tag::TIMESTAMP, signed(microseconds)) // IK-051
        }
        Value::String(text) => (tag::STRING, ended(text.as_bytes())),
        Value::Bytes(bytes) => (tag::BYTES, ended(bytes)),
        Value::Ulid(number) => (tag::ULID, number.to_be_bytes().to_vec()), // IK-054
        Value::Enum {
            discriminant,
            payload,
        } => (tag::ENUM, variant(*discriminant, payload.as_deref())),
    };
    let mut bytes = vec![tag];
    bytes.extend(frame);
    bytes
}

/// Big-endian with the sign bit flipped.
fn signed(number: i64) -> Vec<u8> {
    (number ^ i64::MIN).to_be_bytes().to_vec()
}

/// IK-042 to IK-046
fn decimal(number: &Decimal) -> Vec<u8> {
    if number.digits.is_empty() {
        return vec![2];
    }
    let exponent = u16::try_from(number.exponent + EXPONENT_BIAS);
    let exponent = exponent.expect("the exponent is in range (IK-022)");
    let mut magnitude = exponent.to_be_bytes().to_vec();
    magnitude.extend(number.digits.iter().map(|digit| digit + 1)); // IK-045
    magnitude.push(0);
    if number.negative {
        let mut bytes = vec![1];
        bytes.extend(inverted(&magnitude)); // IK-046
        bytes
    } else {
        let mut bytes = vec![3];
        bytes.extend(magnitude);
        bytes
    }
}

/// IK-047, IK-048; a value is never negative zero (IK-049).
fn float(number: f64) -> Vec<u8> {
    let bits = number.to_bits();
    let ordered = if number < 0.0 { !bits } else { bits | 1 << 63 };
    ordered.to_be_bytes().to_vec()
}

/// IK-050
fn days(day: NaiveDate) -> Vec<u8> {
    let epoch = NaiveDate::default();
    let days = i32::try_from((day - epoch).num_days()).expect("four digits of years");
    (days ^ i32::MIN).to_be_bytes().to_vec()
}

/// IK-053
fn ended(bytes: &[u8]) -> Vec<u8> {
    let mut frame = escaped(bytes);
    frame.extend([0, 0]);
    frame
}

/// IK-052
fn escaped(bytes: &[u8]) -> Vec<u8> {
    let mut escaped = Vec::with_capacity(bytes.len() + 2);
    for byte in bytes {
        escaped.push(*byte);
        if *byte == 0 {
            escaped.push(0xff);
        }
    }
    escaped
}

/// The tag and the escaped bytes of a text or of bytes, without their end (IK-092).
pub(super) fn beginning(tag: u8, bytes: &[u8]) -> Vec<u8> {
    let mut beginning = vec![tag];
    beginning.extend(escaped(bytes));
    beginning
}

/// IK-055, IK-056
fn variant(discriminant: u32, payload: Option<&Value>) -> Vec<u8> {
    let mut bytes = discriminant.to_be_bytes().to_vec();
    bytes.extend(payload.map_or_else(|| vec![0], ascending));
    bytes
}
