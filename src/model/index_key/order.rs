//! The order of values and rows: IK-001 to IK-018. Nothing here knows of bytes in keys.

use std::cmp::Ordering;

use super::definition::{Index, Row};
use super::value::Value;

impl Value {
    /// IK-001: the place of the value's type.
    fn rank(&self) -> u8 {
        match self {
            Self::Null => 0,
            Self::Bool(_) => 1,
            Self::Int(_) => 2,
            Self::Uint(_) => 3,
            Self::Decimal(_) => 4,
            Self::Float(_) => 5,
            Self::Date(_) => 6,
            Self::Timestamp(_) => 7,
            Self::String(_) => 8,
            Self::Bytes(_) => 9,
            Self::Ulid(_) => 10,
            Self::Enum { .. } => 11,
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b), // IK-002
            (Self::Int(a), Self::Int(b)) => a.cmp(b),   // IK-003
            (Self::Uint(a), Self::Uint(b)) => a.cmp(b), // IK-004
            (Self::Decimal(a), Self::Decimal(b)) => a.cmp(b), // IK-005
            // IK-006 to IK-008: NaN is no value, so floats are ordered; the zeros are equal.
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(b).unwrap_or(Ordering::Equal),
            (Self::Date(a), Self::Date(b)) => a.cmp(b), // IK-009
            (Self::Timestamp(a), Self::Timestamp(b)) => a.cmp(b), // IK-010
            (Self::String(a), Self::String(b)) => a.chars().cmp(b.chars()), // IK-011
            (Self::Bytes(a), Self::Bytes(b)) => a.cmp(b), // IK-012
            (Self::Ulid(a), Self::Ulid(b)) => a.cmp(b), // IK-013
            (
                Self::Enum {
                    discriminant: a,
                    payload: held,
                },
                Self::Enum {
                    discriminant: b,
                    payload: other,
                },
            ) => a.cmp(b).then_with(|| held.cmp(other)), // IK-014, IK-015: `None` is the least
            _ => self.rank().cmp(&other.rank()),
        }
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Value {}

/// The order of two rows in an index.
#[must_use]
pub fn compare(index: &Index, left: &Row<Value>, right: &Row<Value>) -> Ordering {
    let pairs = left.components.iter().zip(&right.components);
    let components = index.components.iter().zip(pairs);
    let by_component = components.map(|(component, (left, right))| {
        // IK-018
        if component.descending {
            right.cmp(left)
        } else {
            left.cmp(right)
        }
    });
    // IK-016, IK-017
    by_component
        .fold(Ordering::Equal, Ordering::then)
        .then_with(|| left.primary_key.cmp(&right.primary_key))
}
