//! Index keys: `spec/index_key.md`.
//!
//! The order of values ([`order`]) and what a condition selects ([`condition`]) are written without any regard to
//! bytes, so that they can judge the encoding: the two cannot share a mistake.

mod bounds;
pub mod condition;
mod decimal;
mod decode;
mod definition;
mod encode;
pub mod order;
mod plan;
mod store;
mod token;
mod value;

pub use bounds::{Bounds, bounds, prefix};
pub use condition::{Bound, Predicate, Range, Test};
pub use decimal::Decimal;
pub use decode::decode;
pub use definition::{Component, Index, Kind, Row, Type};
pub use encode::encode;
pub use plan::{Plan, Pushdown, Wanted, plan};
pub use store::{Page, Scan, Store};
pub use value::Value;

pub(crate) use definition::TYPES;
