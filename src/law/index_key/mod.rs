//! The laws of `spec/index_key.md`.
//!
//! Those that compare bytes with the model need the profile `canonical`. All others take keys, bounds and tokens for
//! opaque: they hold for every encoder that keeps the order, whoever designed it.

mod agrees;
mod corner;
mod order;
mod plan;
mod refuse;
mod scan;
mod select;
mod talk;
mod token;

use serde_json::{Value, json};

use super::{Law, Step, broken, refused};
use crate::model::Literal;
use crate::model::index_key::{Index, Row, Value as Indexed};
use crate::subject::index_key as read;
use crate::subject::{Reply, Request};

/// The laws, group by group.
pub(super) const LAWS: [&[Law]; 8] = [
    agrees::LAWS,
    order::LAWS,
    select::LAWS,
    scan::LAWS,
    token::LAWS,
    refuse::LAWS,
    plan::LAWS,
    corner::LAWS,
];

/// What laws over the two plain types need.
const PLAIN: &[&str] = &["index_key.types=int", "index_key.types=string"];

/// What laws over the two plain types and descending components need.
const DESCENDING: &[&str] = &[
    "index_key.types=int",
    "index_key.types=string",
    "index_key.features=descending",
];

/// What laws over all types need.
const FULL: &[&str] = &[
    "index_key.types=null",
    "index_key.types=bool",
    "index_key.types=int",
    "index_key.types=uint",
    "index_key.types=decimal",
    "index_key.types=float",
    "index_key.types=date",
    "index_key.types=timestamp",
    "index_key.types=string",
    "index_key.types=bytes",
    "index_key.types=ulid",
    "index_key.types=enum",
    "index_key.features=mixed",
    "index_key.features=descending",
    "index_key.features=payloads",
];

/// What laws over all types and our bytes need.
const CANONICAL: &[&str] = &[
    "index_key.profile=canonical",
    "index_key.types=null",
    "index_key.types=bool",
    "index_key.types=int",
    "index_key.types=uint",
    "index_key.types=decimal",
    "index_key.types=float",
    "index_key.types=date",
    "index_key.types=timestamp",
    "index_key.types=string",
    "index_key.types=bytes",
    "index_key.types=ulid",
    "index_key.types=enum",
    "index_key.features=mixed",
    "index_key.features=descending",
    "index_key.features=payloads",
    "index_key.features=cursors",
];

/// A law's input, read back: the index and its rows, as they were given and as values.
struct Table {
    index: Index,
    given: Vec<Row<Literal>>,
    rows: Vec<Row<Indexed>>,
}

impl Table {
    fn read(input: &Value) -> Self {
        let index = read::index(&input["index"]).expect("the strategy writes an index");
        let rows = input["rows"].as_array().into_iter().flatten();
        let given: Vec<_> = rows
            .map(|row| read::row(row).expect("the strategy writes rows"))
            .collect();
        let rows = given
            .iter()
            .map(|row| index.row(row).expect("the strategy makes sound rows"))
            .collect();
        Self { index, given, rows }
    }
}

/// Asks for the key of a row.
fn encode(index: &Value, row: &Row<Literal>) -> Request {
    let mut input = read::row_value(row);
    input["index"] = index.clone();
    Request::new("index_key.encode", input)
}

/// The bytes in a field of a reply, or why the law is broken.
fn bytes(reply: &Reply, field: &str) -> Result<Vec<u8>, Step> {
    let Reply::Ok(ok) = reply else {
        return Err(refused(reply));
    };
    let text = ok[field].as_str().unwrap_or_default();
    match read::bytes(text) {
        Ok(bytes) if ok[field].is_string() => Ok(bytes),
        _ => Err(broken(
            format!("`{field}` is no lower-case hexadecimal text"),
            "bytes",
            ok.clone(),
        )),
    }
}

/// The bytes in a field of several replies.
fn all_bytes(replies: &[Reply], field: &str) -> Result<Vec<Vec<u8>>, Step> {
    replies.iter().map(|reply| bytes(reply, field)).collect()
}

/// The rows of a scan, or why the law is broken.
fn rows(index: &Index, reply: &Reply) -> Result<Vec<Row<Indexed>>, Step> {
    let Reply::Ok(ok) = reply else {
        return Err(refused(reply));
    };
    let rows = ok["rows"].as_array().map(Vec::as_slice).unwrap_or_default();
    let row = |row: &Value| {
        let given = read::row(row).ok();
        given.and_then(|given| index.row(&given).ok())
    };
    let rows: Option<Vec<_>> = rows.iter().map(row).collect();
    rows.ok_or_else(|| {
        broken(
            "a row is none of the index",
            "rows of the index",
            ok.clone(),
        )
    })
}

/// A row in the form of answers.
fn row_value(row: &Row<Indexed>) -> Value {
    read::row_value(&Row {
        components: row.components.iter().map(Indexed::to_literal).collect(),
        primary_key: row.primary_key.to_literal(),
    })
}

/// Rows in the form of answers.
fn row_values(rows: &[Row<Indexed>]) -> Value {
    rows.iter().map(row_value).collect()
}

/// A request of the store.
fn stateful(name: &str, input: Value) -> Request {
    Request {
        operation: format!("index_key.{name}"),
        session: Some(String::new()),
        input: input.into(),
    }
}

fn create(index: &Value) -> Request {
    stateful("create", json!({"index": index}))
}

fn put(index: &Index, row: &Row<Literal>) -> Request {
    let mut input = read::row_value(row);
    input["index"] = read::reference_value(index);
    stateful("put", input)
}

fn scan(index: &Index, query: &Query, limit: Option<u64>, cursor: &Value) -> Request {
    let input = json!({
        "index": read::reference_value(index),
        "prefix": query.prefix,
        "range": query.range,
        "reverse": query.reverse,
        "limit": limit,
        "cursor": cursor,
    });
    stateful("scan", input)
}

/// What a scan asks for, as it is written.
#[derive(Clone, Default)]
struct Query {
    prefix: Vec<Value>,
    range: Value,
    reverse: bool,
}
