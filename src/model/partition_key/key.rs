//! The whole key: PK-001 to PK-010.

use std::cmp::Ordering;

use super::{Dimension, Value};
use crate::model::{Answer, Literal, Rejection, Stance};
use crate::rule::codes::partition_key as code;
use crate::rule::rules::{PK_001, PK_002, PK_003, PK_004, PK_005};

/// The canonical text of the dimensions, which may be given in any order.
///
/// # Errors
///
/// Everything that the parser would reject (PK-009).
pub fn encode(dimensions: &[Dimension<Literal>], stance: &mut Stance) -> Answer<String> {
    if dimensions.is_empty() {
        return Err(Rejection::new(code::EMPTY_KEY, PK_001));
    }
    let mut values = Vec::new();
    for dimension in dimensions {
        name(&dimension.key)?;
        let value = Value::from_literal(&dimension.value, stance)?;
        values.push((dimension.key.as_str(), value));
    }
    // PK-004: a name holds ASCII only, so the order of `str` is the order of its bytes.
    values.sort_by_key(|(key, _)| *key);
    if values.is_sorted_by(|(a, _), (b, _)| a < b) {
        Ok(text(&values))
    } else {
        Err(Rejection::new(code::DUPLICATE_KEY, PK_005))
    }
}

/// The dimensions of a canonical text.
///
/// # Errors
///
/// Everything that [`encode`] would not have written (PK-008).
pub fn parse(canonical: &str, stance: &mut Stance) -> Answer<Vec<Dimension<Value>>> {
    if canonical.is_empty() {
        return Err(Rejection::new(code::EMPTY_KEY, PK_001));
    }
    let mut dimensions: Vec<Dimension<Value>> = Vec::new();
    for part in canonical.split(',') {
        let malformed = Rejection::new(code::MALFORMED_DIMENSION, PK_002);
        let (key, typed) = part.split_once('=').ok_or(malformed)?;
        let (tag, encoded) = typed.split_once(':').ok_or(malformed)?;
        name(key)?;
        let value = Value::parse(tag, encoded, stance)?;
        match dimensions.last().map(|last| last.key.as_str().cmp(key)) {
            Some(Ordering::Equal) => return Err(Rejection::new(code::DUPLICATE_KEY, PK_005)),
            Some(Ordering::Greater) => return Err(Rejection::new(code::UNSORTED_KEYS, PK_004)),
            Some(Ordering::Less) | None => dimensions.push(Dimension {
                key: key.to_owned(),
                value,
            }),
        }
    }
    Ok(dimensions)
}

/// PK-002; and since tag and value can be read back, PK-007.
fn text(values: &[(&str, Value)]) -> String {
    let dimensions = values
        .iter()
        .map(|(key, value)| format!("{key}={}:{}", value.tag(), value.encoded()));
    dimensions.collect::<Vec<_>>().join(",")
}

/// PK-003
fn name(key: &str) -> Answer<()> {
    let mut bytes = key.bytes();
    let first = bytes.next().is_some_and(|byte| byte.is_ascii_lowercase());
    if first && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
    {
        Ok(())
    } else {
        Err(Rejection::new(code::INVALID_KEY_NAME, PK_003))
    }
}
