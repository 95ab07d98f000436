//! The values of the protocol. Numbers are text on the wire, so that no digit is lost.

#![allow(dead_code, reason = "what is read here is used by what you fill in")]

use serde_json::Value as Json;

use crate::protocol::{field, text, Failure};

pub enum Value {
    Null,
    Bool(bool),
    /// Digits, perhaps of a number that no type holds.
    Int(String),
    Uint(String),
    Decimal(String),
    Float(String),
    Date(String),
    Timestamp(String),
    Text(String),
    /// Lower-case hexadecimal.
    Bytes(String),
    Ulid(String),
    Enum(u64, Option<Box<Value>>),
}

impl Value {
    /// Reads a value: an object with one key, which is its type.
    pub fn read(wire: &Json) -> Result<Self, Failure> {
        let object = wire.as_object().ok_or("a value is an object")?;
        let (kind, content) = object.iter().next().ok_or("a value has a type")?;
        let owned = || text(wire, kind).map(str::to_owned);
        Ok(match kind.as_str() {
            "null" => Self::Null,
            "bool" => Self::Bool(content.as_bool().ok_or("a bool is true or false")?),
            "int" => Self::Int(owned()?),
            "uint" => Self::Uint(owned()?),
            "decimal" => Self::Decimal(owned()?),
            "float" => Self::Float(owned()?),
            "date" => Self::Date(owned()?),
            "timestamp" => Self::Timestamp(owned()?),
            "string" => Self::Text(owned()?),
            "bytes" => Self::Bytes(owned()?),
            "ulid" => Self::Ulid(owned()?),
            "enum" => {
                let discriminant = field(content, "discriminant")?.as_u64().ok_or("no discriminant")?;
                let payload = content.get("payload").map(Self::read).transpose()?;
                Self::Enum(discriminant, payload.map(Box::new))
            }
            _ => return Err(Failure::Error(format!("unknown type `{kind}`"))),
        })
    }
}
