//! Prefixes and bounds: IK-079 to IK-095.

use super::condition::{Bound, Range};
use super::definition::Index;
use super::encode::{beginning, element, inverted, tag, tuple};
use super::value::Value;
use crate::model::{Answer, Literal, Rejection};
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_080, IK_094};

/// Greater than every tag (IK-038), so behind all keys of a prefix.
const BEHIND: u8 = 0xff;

/// A half-open range of bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds {
    /// The least that is within.
    pub start: Vec<u8>,
    /// The least that is not.
    pub end: Vec<u8>,
}

/// What the keys of all rows with these leading components begin with (IK-079).
///
/// # Errors
///
/// Values that cannot be indexed or do not fit, or too many.
pub fn prefix(index: &Index, components: &[Literal]) -> Answer<Vec<u8>> {
    if components.len() > index.components.len() {
        return Err(Rejection::new(code::WRONG_COMPONENT_COUNT, IK_080));
    }
    let values = components.iter().enumerate();
    let values = values.map(|(at, literal)| index.element(at, literal));
    Ok(tuple(index, &values.collect::<Answer<Vec<_>>>()?))
}

/// Where the keys of all rows lie that satisfy the condition (IK-081), within the index (IK-095) and its version
/// (IK-118).
///
/// # Errors
///
/// Values that cannot be indexed or do not fit, or too many.
pub fn bounds(
    index: &Index,
    leading: &[Literal],
    range: Option<&Range<Literal>>,
) -> Answer<Bounds> {
    let prefix = prefix(index, leading)?;
    let at = leading.len(); // IK-091
    let range = range.map(|range| index.range(at, range)).transpose()?;
    let mut bounds = match &range {
        None => Bounds::of_prefix(prefix),
        Some(Range::StartsWith(value)) => starting_with(prefix, value, index.is_descending(at)),
        Some(Range::Between { lower, upper }) => {
            let encoded = |bound: &Bound<Value>| {
                let mut bytes = prefix.clone();
                bytes.extend(element(&bound.value, index.is_descending(at)));
                (bytes, bound.inclusive)
            };
            let (lower, upper) = (lower.as_ref().map(encoded), upper.as_ref().map(encoded));
            // IK-089
            if index.is_descending(at) {
                between(prefix, upper, lower)
            } else {
                between(prefix, lower, upper)
            }
        }
    };
    // IK-088
    bounds.end = bounds.end.max(bounds.start.clone());
    Ok(bounds)
}

impl Bounds {
    /// IK-082
    pub(super) fn of_prefix(prefix: Vec<u8>) -> Self {
        Self {
            end: behind(prefix.clone()),
            start: prefix,
        }
    }
}

/// From the first bound in byte order to the last; each with whether it is inclusive.
fn between(
    prefix: Vec<u8>,
    first: Option<(Vec<u8>, bool)>,
    last: Option<(Vec<u8>, bool)>,
) -> Bounds {
    let all = Bounds::of_prefix(prefix);
    Bounds {
        start: match first {
            Some((bytes, true)) => bytes,          // IK-083
            Some((bytes, false)) => behind(bytes), // IK-084
            None => all.start,
        },
        end: match last {
            Some((bytes, true)) => behind(bytes), // IK-085
            Some((bytes, false)) => bytes,        // IK-086
            None => all.end,
        },
    }
}

/// Behind everything that begins with these whole elements.
fn behind(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.push(BEHIND);
    bytes
}

/// IK-092, IK-093
fn starting_with(prefix: Vec<u8>, value: &Value, descending: bool) -> Bounds {
    let bytes = match value {
        Value::String(text) => beginning(tag::STRING, text.as_bytes()),
        Value::Bytes(bytes) => beginning(tag::BYTES, bytes),
        _ => unreachable!("only these have a beginning (IK-094)"),
    };
    let bytes = if descending { inverted(&bytes) } else { bytes };
    let (mut start, mut end) = (prefix.clone(), prefix);
    end.extend(successor(&bytes));
    start.extend(bytes);
    Bounds { start, end }
}

/// The least byte string that is greater than all that begin with these bytes.
fn successor(bytes: &[u8]) -> Vec<u8> {
    let kept = bytes.iter().rposition(|byte| *byte != 0xff);
    let kept = kept.expect("a tag is not ff (IK-038)");
    let mut successor = bytes[..=kept].to_vec();
    successor[kept] += 1;
    successor
}

impl Index {
    /// The range that literals stand for, over an element.
    pub(super) fn range(&self, at: usize, range: &Range<Literal>) -> Answer<Range<Value>> {
        let range = range.try_map(|literal| self.element(at, literal))?;
        match &range {
            Range::StartsWith(Value::String(_) | Value::Bytes(_)) | Range::Between { .. } => {
                Ok(range)
            }
            Range::StartsWith(_) => Err(Rejection::new(code::TYPE_MISMATCH, IK_094)),
        }
    }
}
