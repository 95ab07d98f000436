//! Partition keys: `spec/partition_key.md`.

mod id;
mod key;
mod value;

pub use id::partition_id;
pub use key::{encode, parse};
pub use value::Value;

/// A dimension: a name and a value, which the parser has judged (`Dimension<Value>`) or nobody has yet
/// (`Dimension<Literal>`).
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Dimension<V> {
    /// The name.
    pub key: String,
    /// The value.
    pub value: V,
}
