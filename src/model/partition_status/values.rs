//! Partition values: PS-025 to PS-027.

use std::collections::BTreeMap;

use crate::model::partition_key::{Dimension, Value};

/// The value of each dimension, by name.
#[must_use]
pub fn of(dimensions: Vec<Dimension<Value>>) -> BTreeMap<String, String> {
    let values = dimensions.into_iter().map(|Dimension { key, value }| {
        let text = match value {
            Value::String(text) => text, // PS-026
            other => other.encoded(),    // PS-027
        };
        (key, text)
    });
    values.collect() // PS-025
}
