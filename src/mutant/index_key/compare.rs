//! A comparison in which each decision can be got wrong.

use std::cmp::Ordering;

use serde_json::json;

use crate::model::index_key::{Index, Row, Value};
use crate::mutant::deviation::instead;
use crate::mutant::index_key::row;
use crate::subject::{Implementation, Reply, index_key as read};

/// How two values compare.
pub(super) type Values<'a> = dyn Fn(&Value, &Value) -> Ordering + 'a;

/// The order of two rows, given how values compare, in which nothing is wrong.
pub(super) fn by_row(
    index: &Index,
    left: &Row<Value>,
    right: &Row<Value>,
    values: &Values,
) -> Ordering {
    by_component(index, left, right, values)
        .then_with(|| values(&left.primary_key, &right.primary_key))
}

/// The order by the components alone.
pub(super) fn by_component(
    index: &Index,
    left: &Row<Value>,
    right: &Row<Value>,
    values: &Values,
) -> Ordering {
    let pairs = left.components.iter().zip(&right.components).enumerate();
    let orders = pairs.map(|(at, (left, right))| {
        if index.is_descending(at) {
            values(right, left)
        } else {
            values(left, right)
        }
    });
    orders.fold(Ordering::Equal, Ordering::then)
}

/// A comparison that compares some values otherwise.
pub(super) fn comparing(
    values: impl Fn(&Value, &Value) -> Option<Ordering> + Send + 'static,
) -> Box<dyn Implementation> {
    subject(values, by_row)
}

/// A comparison that compares rows otherwise.
pub(super) fn comparing_rows(
    rows: fn(&Index, &Row<Value>, &Row<Value>, &Values) -> Ordering,
) -> Box<dyn Implementation> {
    subject(|_, _| None, rows)
}

fn subject(
    otherwise: impl Fn(&Value, &Value) -> Option<Ordering> + Send + 'static,
    rows: fn(&Index, &Row<Value>, &Row<Value>, &Values) -> Ordering,
) -> Box<dyn Implementation> {
    instead(&["index_key.compare"], move |reference, request| {
        let input = &request.input;
        let read = || {
            let index = read::index(&input["index"]).ok()?;
            let (left, right) = (row(&index, &input["left"])?, row(&index, &input["right"])?);
            Some((index, left, right))
        };
        let Some((index, left, right)) = read() else {
            return reference.call(request);
        };
        let values = |a: &Value, b: &Value| otherwise(a, b).unwrap_or_else(|| a.cmp(b));
        let order = match rows(&index, &left, &right, &values) {
            Ordering::Less => "less",
            Ordering::Equal => "equal",
            Ordering::Greater => "greater",
        };
        Reply::Ok(json!({"order": order}))
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_comparison_without_a_mistake_is_the_reference() {
        crate::mutant::deviation::assert_right(super::comparing_rows(super::by_row));
    }
}
