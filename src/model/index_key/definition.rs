//! Indexes and their rows: IK-030 to IK-033.

use super::value::Value;
use crate::model::{Answer, Literal, Rejection};
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_031, IK_032, IK_033};

/// An index.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Index {
    /// Whose index it is.
    pub kind: Kind,
    /// Its number among those of its kind.
    pub id: u32,
    /// Its components, at least one.
    pub components: Vec<Component>,
    /// The type of the primary key.
    pub primary_key: Type,
    /// Whether two rows may have equal components.
    pub unique: bool,
}

/// A component of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Component {
    /// The type of its values.
    pub declared: Type,
    /// Whether the greatest value comes first.
    pub descending: bool,
}

/// Whose index it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A user's.
    User,
    /// The system's own.
    System,
}

/// A type of values; `None` is any.
pub type Type = Option<&'static str>;

/// The names of the types, in their order (IK-001).
pub(crate) const TYPES: [&str; 12] = [
    "null",
    "bool",
    "int",
    "uint",
    "decimal",
    "float",
    "date",
    "timestamp",
    "string",
    "bytes",
    "ulid",
    "enum",
];

/// A row of an index, whose values have been judged (`Row<Value>`) or not yet (`Row<Literal>`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Row<V> {
    /// The values of the components.
    pub components: Vec<V>,
    /// The primary key.
    pub primary_key: V,
}

impl Index {
    /// The row that literals stand for.
    ///
    /// # Errors
    ///
    /// Values that cannot be indexed or do not fit, or too many or few of them.
    pub fn row(&self, row: &Row<Literal>) -> Answer<Row<Value>> {
        if row.components.len() != self.components.len() {
            return Err(Rejection::new(code::WRONG_COMPONENT_COUNT, IK_033));
        }
        let components = row.components.iter().enumerate();
        Ok(Row {
            components: components
                .map(|(at, literal)| self.element(at, literal))
                .collect::<Answer<_>>()?,
            primary_key: self.primary_key(&row.primary_key)?,
        })
    }

    /// The primary key that a literal stands for.
    ///
    /// # Errors
    ///
    /// A value that cannot be indexed or does not fit.
    pub fn primary_key(&self, literal: &Literal) -> Answer<Value> {
        self.element(self.components.len(), literal)
    }

    /// The value of an element that a literal stands for: of a component or, after them, of the primary key.
    pub(super) fn element(&self, at: usize, literal: &Literal) -> Answer<Value> {
        let value = Value::from_literal(literal)?;
        self.admits(at, &value)?;
        Ok(value)
    }

    /// Whether a value may stand in an element.
    pub(super) fn admits(&self, at: usize, value: &Value) -> Answer<()> {
        let declared = match self.components.get(at) {
            Some(_) if matches!(value, Value::Null) => return Ok(()), // IK-030
            Some(component) => component.declared,
            None if matches!(value, Value::Null) => {
                return Err(Rejection::new(code::NULL_PRIMARY_KEY, IK_032));
            }
            None => self.primary_key,
        };
        if declared.is_none_or(|declared| declared == value.type_name()) {
            Ok(())
        } else {
            Err(Rejection::new(code::TYPE_MISMATCH, IK_031))
        }
    }

    /// Whether an element is descending; the primary key never is (IK-018).
    #[must_use]
    pub fn is_descending(&self, at: usize) -> bool {
        self.components
            .get(at)
            .is_some_and(|component| component.descending)
    }
}

impl Value {
    /// The name of the value's type.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Uint(_) => "uint",
            Self::Decimal(_) => "decimal",
            Self::Float(_) => "float",
            Self::Date(_) => "date",
            Self::Timestamp(_) => "timestamp",
            Self::String(_) => "string",
            Self::Bytes(_) => "bytes",
            Self::Ulid(_) => "ulid",
            Self::Enum { .. } => "enum",
        }
    }
}
