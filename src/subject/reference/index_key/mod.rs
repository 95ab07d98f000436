//! The operations of `spec/index_key.md`.

mod wire;

use std::cmp::Ordering;

use serde::Deserialize;
use serde_json::{Value, json};

pub use self::wire::{
    bytes, hex, index, index_value, literals, number_checked, predicate, range, range_value,
    reference, reference_value, row, row_value, values, wanted,
};
use super::{Attempt, Reference, input};
use crate::model::index_key::{
    Plan, Pushdown, Row, Scan, Value as Indexed, bounds, decode, encode, order, plan, prefix,
};
use crate::subject::Request;
use crate::subject::wire::value as value_on_wire;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Encode {
    index: Value,
    components: Vec<Value>,
    primary_key: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Decode {
    index: Value,
    key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Compare {
    index: Value,
    left: Value,
    right: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prefix {
    index: Value,
    components: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfBounds {
    index: Value,
    prefix: Vec<Value>,
    range: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfPlan {
    index: Value,
    columns: Vec<String>,
    predicates: Vec<Value>,
    order: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Create {
    index: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Delete {
    index: Value,
    primary_key: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfScan {
    index: Value,
    prefix: Vec<Value>,
    range: Value,
    reverse: bool,
    limit: Option<usize>,
    cursor: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Reference {
    /// Answers an operation of the domain, if there is one of that name.
    pub(super) fn index_key(&mut self, name: &str, request: &Request) -> Option<Attempt> {
        let value = &request.input;
        Some(match name {
            "encode" => encoded(value),
            "decode" => decoded(value),
            "compare" => compared(value),
            "prefix" => prefixed(value),
            "bounds" => bounded(value),
            "plan" => planned(value),
            "create" | "put" | "delete" | "scan" | "end" => self.store(name, request),
            _ => return None,
        })
    }

    fn store(&mut self, name: &str, request: &Request) -> Attempt {
        let value = &request.input;
        let session = request
            .session
            .as_ref()
            .ok_or("a stateful operation needs a session")?;
        if name == "end" {
            input::<Nothing>(value)?;
            self.stores.remove(session);
            return Ok(Ok(json!({})));
        }
        let store = self.stores.entry(session.clone()).or_default();
        Ok(match name {
            "create" => {
                let Create { index: definition } = input(value)?;
                store.create(index(&definition)?).map(|()| json!({}))
            }
            "put" => {
                let put: Encode = input(value)?;
                let (kind, id) = reference(&put.index)?;
                store.put(kind, id, &put.row()?).map(|()| json!({}))
            }
            "delete" => {
                let delete: Delete = input(value)?;
                let (kind, id) = reference(&delete.index)?;
                let primary_key = number_checked(&delete.primary_key)?;
                let deleted = store.delete(kind, id, &primary_key);
                deleted.map(|deleted| json!({"deleted": deleted}))
            }
            _ => {
                let wire: OfScan = input(value)?;
                let (kind, id) = reference(&wire.index)?;
                let scan = Scan {
                    prefix: literals(&wire.prefix)?,
                    range: range(&wire.range)?,
                    reverse: wire.reverse,
                    limit: wire.limit,
                    cursor: wire.cursor,
                };
                let page = store.scan(kind, id, &scan, &mut self.stance);
                page.map(|page| {
                    let rows: Vec<Value> = page.rows.iter().map(answered).collect();
                    json!({"rows": rows, "cursor": page.cursor})
                })
            }
        })
    }
}

impl Encode {
    fn row(&self) -> Result<Row<crate::model::Literal>, String> {
        Ok(Row {
            components: literals(&self.components)?,
            primary_key: number_checked(&self.primary_key)?,
        })
    }
}

fn encoded(value: &Value) -> Attempt {
    let wire: Encode = input(value)?;
    let key = encode(&index(&wire.index)?, &wire.row()?);
    Ok(key.map(|key| json!({"key": hex(&key)})))
}

fn decoded(value: &Value) -> Attempt {
    let wire: Decode = input(value)?;
    let row = decode(&index(&wire.index)?, &bytes(&wire.key)?);
    Ok(row.map(|row| answered(&row)))
}

fn compared(value: &Value) -> Attempt {
    let wire: Compare = input(value)?;
    let index = index(&wire.index)?;
    let (left, right) = (row(&wire.left)?, row(&wire.right)?);
    let rows = index
        .row(&left)
        .and_then(|left| Ok((left, index.row(&right)?)));
    Ok(rows.map(|(left, right)| {
        let order = match order::compare(&index, &left, &right) {
            Ordering::Less => "less",
            Ordering::Equal => "equal",
            Ordering::Greater => "greater",
        };
        json!({"order": order})
    }))
}

fn prefixed(value: &Value) -> Attempt {
    let wire: Prefix = input(value)?;
    let bytes = prefix(&index(&wire.index)?, &literals(&wire.components)?);
    Ok(bytes.map(|bytes| json!({"prefix": hex(&bytes)})))
}

fn bounded(value: &Value) -> Attempt {
    let wire: OfBounds = input(value)?;
    let (index, prefix) = (index(&wire.index)?, literals(&wire.prefix)?);
    let bounds = bounds(&index, &prefix, range(&wire.range)?.as_ref());
    Ok(bounds.map(|bounds| json!({"start": hex(&bounds.start), "end": hex(&bounds.end)})))
}

fn planned(value: &Value) -> Attempt {
    let wire: OfPlan = input(value)?;
    let index = index(&wire.index)?;
    if wire.columns.len() != index.elements() {
        return Err("there is a column for each component and the primary key".to_owned());
    }
    let predicates: Vec<_> = wire
        .predicates
        .iter()
        .map(predicate)
        .collect::<Result<_, _>>()?;
    let order: Vec<_> = wire.order.iter().map(wanted).collect::<Result<_, _>>()?;
    let Plan {
        prefix,
        range,
        order,
        residual,
    } = plan(&index, &wire.columns, &predicates, &order);
    let range = range.map(|range| range.try_map(|value| Ok::<_, String>(value.to_literal())));
    let order = match order {
        Pushdown::Forward => "forward",
        Pushdown::Reverse => "reverse",
        Pushdown::None => "none",
    };
    Ok(Ok(json!({
        "prefix": answers(&prefix),
        "range": range_value(range.transpose()?.as_ref()),
        "order": order,
        "residual": residual,
    })))
}

fn answered(row: &Row<Indexed>) -> Value {
    let primary_key = value_on_wire(&row.primary_key.to_literal());
    json!({"components": answers(&row.components), "primary_key": primary_key})
}

fn answers(values: &[Indexed]) -> Vec<Value> {
    let literals = values.iter().map(Indexed::to_literal);
    literals.map(|literal| value_on_wire(&literal)).collect()
}
