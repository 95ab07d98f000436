//! Corners of a store that random lives seldom reach.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::question::questions;
use super::script::{Script, whole};
use super::{FULL, PLAIN, Table, single, tables};
use crate::model::Literal;
use crate::model::index_key::Row;

/// A store is filled, and the first thing that is asked of it is the page behind a token. The token is one that the
/// reference gives for these rows.
pub fn cold_tokens() -> BoxedStrategy<Vec<(String, Value)>> {
    (tables(PLAIN, 4), any::<bool>())
        .prop_map(|(table, reverse)| {
            let mut script = Script::filled(&table);
            let mut scan = whole(&table.index);
            scan["reverse"] = json!(reverse);
            scan["limit"] = json!(1);
            script.ask("scan", scan);
            let Some((mut scan, token)) = script.scanned.take() else {
                return script.requests;
            };
            script.requests.pop();
            scan["cursor"] = json!(token);
            scan["limit"] = Value::Null;
            script.ask("scan", scan);
            script.requests
        })
        .boxed()
}

/// A row is put into a unique index twice, the second time with its primary key written with more zeros.
pub fn rewritten_rows() -> BoxedStrategy<Vec<(String, Value)>> {
    let decimal = (-99..100_i32, 0..3_usize).prop_map(|(whole, zeros)| {
        if zeros == 0 {
            whole.to_string()
        } else {
            format!("{whole}.{:0<zeros$}", "")
        }
    });
    (0..9_i32, decimal)
        .prop_map(|(component, decimal)| {
            let more = if decimal.contains('.') { "0" } else { ".0" };
            let row = |primary_key| Row {
                components: vec![Literal::Int(component.to_string())],
                primary_key: Literal::Decimal(primary_key),
            };
            let mut index = single("int");
            (index.unique, index.primary_key) = (true, Some("decimal"));
            let rows = vec![row(decimal.clone()), row(decimal + more)];
            let table = Table { index, rows };
            let mut script = Script::filled(&table);
            script.ask("scan", whole(&table.index));
            script.requests
        })
        .boxed()
}

/// As many rows as implementers take for a page when nobody names a limit, or more, and a scan without one.
pub fn crowds() -> BoxedStrategy<Vec<(String, Value)>> {
    prop_oneof![6 => 0..300_usize, 1 => Just(1001_usize)]
        .prop_map(|count| {
            let row = |at: usize| Row {
                components: vec![Literal::Int((at % 7).to_string())],
                primary_key: Literal::Int(at.to_string()),
            };
            let table = Table {
                index: single("int"),
                rows: (0..count).map(row).collect(),
            };
            let mut script = Script::filled(&table);
            script.ask("scan", whole(&table.index));
            script.requests
        })
        .boxed()
}

/// Inputs of `index_key.plan` whose order is that of the index, in one direction or the other, and goes on behind it.
pub fn long_orders() -> BoxedStrategy<Value> {
    (questions(FULL), any::<bool>(), any::<bool>())
        .prop_map(|(question, reverse, known)| {
            let columns = question["columns"].as_array().expect("a list");
            let descends = |at: usize| question["index"]["components"][at]["descending"] == true;
            let wanted =
                |(at, column)| json!({"column": column, "descending": descends(at) ^ reverse});
            let mut order: Vec<Value> = columns.iter().enumerate().map(wanted).collect();
            let beyond = if known {
                columns[0].clone()
            } else {
                json!("beyond")
            };
            order.push(json!({"column": beyond, "descending": reverse}));
            json!({
                "index": question["index"],
                "columns": question["columns"],
                "predicates": [],
                "order": order,
            })
        })
        .boxed()
}
