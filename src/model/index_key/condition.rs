//! Conditions on rows, and what they select. Like [`super::order`], nothing here knows of bytes in keys.

use super::definition::{Index, Row};
use super::value::Value;

/// A condition on one element.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Range<V> {
    /// From one bound to the other; at least one is there (IK-087).
    Between {
        /// What the element must not be less than.
        lower: Option<Bound<V>>,
        /// What the element must not be greater than.
        upper: Option<Bound<V>>,
    },
    /// The element is a text, or bytes, with this beginning.
    StartsWith(V),
}

/// An end of a range.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Bound<V> {
    /// The value.
    pub value: V,
    /// Whether the value itself is within.
    pub inclusive: bool,
}

/// A condition on a column.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Predicate<V> {
    /// The column's name.
    pub column: String,
    /// The condition.
    pub test: Test<V>,
}

/// What a predicate asks of a value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Test<V> {
    /// It is equal.
    Eq(V),
    /// It is not equal.
    Ne(V),
    /// It lies in a range: less, greater, between, or with a beginning.
    In(Range<V>),
}

impl Range<Value> {
    /// Whether the value lies in the range, by the order of values (IK-090).
    #[must_use]
    pub fn holds(&self, value: &Value) -> bool {
        match self {
            Self::Between { lower, upper } => {
                let above = lower.as_ref().is_none_or(|bound| {
                    value > &bound.value || bound.inclusive && value == &bound.value
                });
                let below = upper.as_ref().is_none_or(|bound| {
                    value < &bound.value || bound.inclusive && value == &bound.value
                });
                above && below
            }
            // IK-092
            Self::StartsWith(beginning) => match (value, beginning) {
                (Value::String(text), Value::String(beginning)) => text.starts_with(beginning),
                (Value::Bytes(bytes), Value::Bytes(beginning)) => bytes.starts_with(beginning),
                _ => false,
            },
        }
    }
}

impl Test<Value> {
    /// Whether the value satisfies it.
    #[must_use]
    pub fn holds(&self, value: &Value) -> bool {
        match self {
            Self::Eq(wanted) => value == wanted,
            Self::Ne(wanted) => value != wanted,
            Self::In(range) => range.holds(value),
        }
    }
}

/// Whether a row has these leading components and its next element lies in the range (IK-081).
#[must_use]
pub fn selects(prefix: &[Value], range: Option<&Range<Value>>, row: &Row<Value>) -> bool {
    let element = row.element(prefix.len());
    row.components.starts_with(prefix) && range.is_none_or(|range| range.holds(element))
}

impl<V> Row<V> {
    /// A component or, after them, the primary key (IK-091).
    #[must_use]
    pub fn element(&self, at: usize) -> &V {
        self.components.get(at).unwrap_or(&self.primary_key)
    }
}

impl<V> Range<V> {
    /// The same range over other values.
    ///
    /// # Errors
    ///
    /// The first that `f` returns.
    pub fn try_map<W, E>(&self, mut f: impl FnMut(&V) -> Result<W, E>) -> Result<Range<W>, E> {
        let mut bound = |bound: &Option<Bound<V>>| match bound {
            Some(Bound { value, inclusive }) => Ok(Some(Bound {
                value: f(value)?,
                inclusive: *inclusive,
            })),
            None => Ok(None),
        };
        Ok(match self {
            Self::Between { lower, upper } => Range::Between {
                lower: bound(lower)?,
                upper: bound(upper)?,
            },
            Self::StartsWith(beginning) => Range::StartsWith(f(beginning)?),
        })
    }
}

impl Index {
    /// How many elements its keys have: the components and the primary key.
    #[must_use]
    pub fn elements(&self) -> usize {
        self.components.len() + 1
    }
}
