//! Requests of a store, written while the reference answers them: later ones can use its tokens.

use serde_json::{Value, json};

use super::Table;
use crate::model::Literal;
use crate::model::index_key::{Index, Row};
use crate::subject::index_key::{index_value, reference_value, row_value};
use crate::subject::{Judgement, Reference, Request};

/// What has been asked so far.
#[derive(Default)]
pub(super) struct Script {
    reference: Reference,
    pub(super) requests: Vec<(String, Value)>,
    /// The last scan that gave a token, and the token.
    pub(super) scanned: Option<(Value, String)>,
}

impl Script {
    /// An index is created, and a table's rows are put into it.
    pub(super) fn filled(table: &Table) -> Self {
        let mut script = Self::default();
        script.ask("create", json!({"index": index_value(&table.index)}));
        for row in &table.rows {
            script.put(row, &table.index);
        }
        script
    }

    pub(super) fn put(&mut self, row: &Row<Literal>, index: &Index) {
        let mut input = row_value(row);
        input["index"] = reference_value(index);
        self.ask("put", input);
    }

    pub(super) fn ask(&mut self, name: &str, input: Value) {
        let operation = format!("index_key.{name}");
        let request = Request {
            operation: operation.clone(),
            session: Some(String::new()),
            input: input.clone().into(),
        };
        if let Judgement::Answer(Ok(ok)) = self.reference.judge(&request)
            && let Some(token) = ok["cursor"].as_str()
        {
            self.scanned = Some((input.clone(), token.to_owned()));
        }
        self.requests.push((operation, input));
    }
}

/// A scan of a whole index.
pub(super) fn whole(index: &Index) -> Value {
    json!({"index": reference_value(index), "prefix": [], "range": null, "reverse": false, "limit": null, "cursor": null})
}
