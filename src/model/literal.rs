//! A value as it is given to an implementation: typed, but not yet judged.

/// A typed value in its written form. Whether it is in range, or real, is for the domain to say.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Literal {
    /// No value.
    Null,
    /// A truth value.
    Bool(bool),
    /// A signed integer of any size, in decimal.
    Int(String),
    /// An unsigned integer of any size, in decimal.
    Uint(String),
    /// A decimal number.
    Decimal(String),
    /// A binary floating point number, `NaN` and the infinities included.
    Float(String),
    /// A date, in any text.
    Date(String),
    /// A timestamp, in any text.
    Timestamp(String),
    /// A text.
    String(String),
    /// Bytes.
    Bytes(Vec<u8>),
    /// A ULID, in its 26 characters.
    Ulid(String),
    /// A variant of an enumeration.
    Enum {
        /// Which variant.
        discriminant: u32,
        /// What it holds.
        payload: Option<Box<Literal>>,
    },
}
