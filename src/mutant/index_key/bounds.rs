//! Bounds in which each decision can be got wrong.

use serde_json::Value as Json;

use super::encoder::{Encoder, inverted, right, values};
use crate::model::index_key::{Bound, Index, Range, Value};
use crate::subject::index_key as read;

/// The decisions on the ends of ranges.
#[derive(Clone, Copy)]
pub(super) struct Ends {
    /// What lies behind everything that begins with these bytes.
    pub(super) behind: fn(Vec<u8>) -> Vec<u8>,
    /// What lies behind everything that begins with a prefix.
    pub(super) after_prefix: fn(Vec<u8>) -> Vec<u8>,
    /// Whether an end is taken for inclusive: of the end in byte order, first or last, and what was asked.
    pub(super) inclusive: fn(bool, bool) -> bool,
    /// The two bounds that it heeds: of the lower and the upper one, and whether the component is descending.
    pub(super) heeds: fn(End, End, bool) -> (End, End),
    /// What it makes of a range that is the wrong way round.
    pub(super) wrong_way: fn(Vec<u8>, Vec<u8>) -> Span,
    /// The tag and the bytes of a beginning.
    pub(super) beginning: fn(&Value) -> Vec<u8>,
    /// What lies behind everything that begins with these bytes of a text.
    pub(super) successor: Successor,
    /// The two ends of a beginning in a descending component: of its ascending bytes, and how it makes successors.
    pub(super) backwards: fn(Vec<u8>, Successor) -> Span,
    /// Whether a range after so many components, of so many, is heeded.
    pub(super) ranged: fn(usize, usize) -> bool,
    /// What it adds to the start of a range that has no lower bound.
    pub(super) unbounded: fn(Vec<u8>) -> Vec<u8>,
}

/// One end of a range, if it has one there.
pub(super) type End = Option<Bound<Value>>;

/// The two ends of a half-open range of bytes.
pub(super) type Span = (Vec<u8>, Vec<u8>);

/// What lies behind everything that begins with these bytes.
pub(super) type Successor = fn(Vec<u8>) -> Vec<u8>;

/// The ends of the reference.
pub(super) const RIGHT: Ends = Ends {
    behind: with_ff,
    after_prefix: with_ff,
    inclusive: |_, inclusive| inclusive,
    heeds: |lower, upper, descending| {
        if descending {
            (upper, lower)
        } else {
            (lower, upper)
        }
    },
    wrong_way: |start, _| (start.clone(), start),
    beginning: |value| {
        let mut bytes = right(value);
        bytes.truncate(bytes.len() - 2);
        bytes
    },
    successor,
    backwards: |bytes, successor| {
        let start = inverted(&bytes);
        (start.clone(), successor(start))
    },
    ranged: |_, _| true,
    unbounded: |start| start,
};

/// Followed by `ff`.
pub(super) fn with_ff(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.push(0xff);
    bytes
}

/// The least that is greater than everything that begins with these bytes.
pub(super) fn successor(mut bytes: Vec<u8>) -> Vec<u8> {
    while bytes.last() == Some(&0xff) {
        bytes.pop();
    }
    if let Some(last) = bytes.last_mut() {
        *last += 1;
    }
    bytes
}

/// The bounds of a condition.
pub(super) fn selected(encoder: &Encoder, index: &Index, input: &Json) -> Option<Span> {
    let ends = encoder.habits.ends;
    let tuple = values(&input["prefix"])?;
    let (prefix, at) = (encoder.prefix(index, &tuple), tuple.len());
    let range = read::range(&input["range"]).ok()?;
    let range = range.filter(|_| (ends.ranged)(at, index.components.len()));
    let (start, end) = match range {
        None => (prefix.clone(), (ends.after_prefix)(prefix)),
        Some(Range::StartsWith(literal)) => {
            let bytes = (ends.beginning)(&Value::from_literal(&literal).ok()?);
            let (first, behind) = if index.is_descending(at) {
                (ends.backwards)(bytes, ends.successor)
            } else {
                (bytes.clone(), (ends.successor)(bytes))
            };
            (
                [&prefix[..], &first].concat(),
                [&prefix[..], &behind].concat(),
            )
        }
        Some(range @ Range::Between { .. }) => {
            let Range::Between { lower, upper } = range
                .try_map(|literal| Value::from_literal(literal).map_err(|_| ()))
                .ok()?
            else {
                return None;
            };
            let (first, last) = (ends.heeds)(lower, upper, index.is_descending(at));
            let bytes = |bound: &Bound<Value>| {
                let mut bytes = prefix.clone();
                bytes.extend(encoder.element(index, at, &bound.value));
                bytes
            };
            let start = match &first {
                Some(bound) if (ends.inclusive)(true, bound.inclusive) => bytes(bound),
                Some(bound) => (ends.behind)(bytes(bound)),
                None => (ends.unbounded)(prefix.clone()),
            };
            let end = match &last {
                Some(bound) if (ends.inclusive)(false, bound.inclusive) => {
                    (ends.behind)(bytes(bound))
                }
                Some(bound) => bytes(bound),
                None => (ends.after_prefix)(prefix.clone()),
            };
            (start, end)
        }
    };
    Some(if end < start {
        (ends.wrong_way)(start, end)
    } else {
        (start, end)
    })
}
