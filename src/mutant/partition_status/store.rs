//! A table in which each decision can be got wrong.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::mutant::deviation::{instead, text};
use crate::subject::{Implementation, Reference, Reply, Request};

/// What identifies a row.
pub(super) type Key = [String; 4];

/// The decisions of a table.
#[derive(Clone, Copy)]
pub(super) struct Habits {
    /// The row that an event belongs to, if to any.
    pub(super) identity: fn(&Value) -> Option<Key>,
    /// Whether an event becomes the last attempt of the row.
    pub(super) last_attempt: fn(&Entry, &Value) -> bool,
    /// How an attempt is written into the row.
    pub(super) records: fn(&mut Value, &Value),
    /// Whether an event becomes the last materialization of the row, given that it is one.
    pub(super) last_materialization: fn(&Entry, &Value) -> bool,
    /// Whether an event is a materialization.
    pub(super) materializes: fn(&Value) -> bool,
    /// How a materialization is written into the row.
    pub(super) stores: fn(&mut Value, &Value),
    /// Whether an event gives the row its version, and whether it became the last materialization.
    pub(super) versions: fn(&Entry, &Value, bool) -> bool,
    /// Which columns of stored staleness an event clears; the last argument as above.
    pub(super) clears: fn(&Entry, &Value, bool) -> &'static [&'static str],
    /// What is done before each batch.
    pub(super) begins: fn(&mut Store),
    /// Whether the events before a faulty one take effect.
    pub(super) partial: bool,
    /// What a sweep of a row does with the derived staleness.
    pub(super) sweeps: fn(&mut Store, &Key, &Value),
    /// How the rows are put into order.
    pub(super) sorts: fn(&mut [Value]),
}

/// Both columns of staleness.
pub(super) const BOTH: &[&str] = &["stale_since", "stale_reason_code"];

/// The habits of the reference.
pub(super) const RIGHT: Habits = Habits {
    identity,
    last_attempt: |entry, event| newer(entry.attempt.as_ref(), event),
    records: record_attempt,
    last_materialization: |entry, event| newer(entry.materialization.as_ref(), event),
    materializes,
    stores: store_materialization,
    versions: |entry, event, _| text(&entry.row, "row_version") < text(event, "event_id"),
    clears: |_, _, becomes| if becomes { BOTH } else { &[] },
    begins: |_| (),
    partial: false,
    sweeps: |store, key, derived| {
        if let Some(entry) = store.entry(key) {
            store_staleness(&mut entry.row, derived);
        }
    },
    sorts: |rows| rows.sort_by_key(identity),
};

/// What a table holds, in the order of arrival.
#[derive(Default)]
pub(super) struct Store(pub(super) Vec<Entry>);

/// What a table knows of a partition.
pub(super) struct Entry {
    pub(super) key: Key,
    pub(super) row: Value,
    pub(super) attempt: Option<Value>,
    pub(super) materialization: Option<Value>,
    /// The ids of all events that came.
    pub(super) seen: Vec<String>,
}

impl Store {
    pub(super) fn entry(&mut self, key: &Key) -> Option<&mut Entry> {
        self.0.iter_mut().find(|entry| entry.key == *key)
    }
}

/// The four identifiers of an event, a row or a partition.
pub(super) fn identity(object: &Value) -> Option<Key> {
    let of = |field: &str| object[field].as_str().map(str::to_owned);
    Some([
        of("tenant_id")?,
        of("workspace_id")?,
        of("asset_key")?,
        of("partition_key")?,
    ])
}

pub(super) fn materializes(event: &Value) -> bool {
    event["outcome"] == "SUCCEEDED" && event["materialized"] == true
}

/// Whether an event has a greater id than another, if there is another.
pub(super) fn newer(than: Option<&Value>, event: &Value) -> bool {
    than.is_none_or(|than| text(event, "event_id") > text(than, "event_id"))
}

pub(super) fn record_attempt(row: &mut Value, event: &Value) {
    row["last_attempt_run_id"] = event["run_id"].clone();
    row["last_attempt_at"] = event["at"].clone();
    row["last_attempt_outcome"] = event["outcome"].clone();
}

pub(super) fn store_materialization(row: &mut Value, event: &Value) {
    row["last_materialization_run_id"] = event["run_id"].clone();
    row["last_materialization_at"] = event["at"].clone();
    row["last_materialization_code_version"] = event["code_version"].clone();
}

pub(super) fn store_staleness(row: &mut Value, derived: &Value) {
    for column in BOTH {
        row[column] = derived[column].clone();
    }
}

impl Habits {
    /// The reference with a table of these habits.
    pub(super) fn subject(self) -> Box<dyn Implementation> {
        let mut stores: HashMap<String, Store> = HashMap::new();
        let operations = &[
            "partition_status.fold",
            "partition_status.apply",
            "partition_status.sweep",
            "partition_status.end",
        ];
        instead(operations, move |reference, request| {
            if request.operation == "partition_status.fold" {
                return self.batch(&mut Store::default(), reference, &request.input);
            }
            // A request without a session is no business of a mutant.
            let Some(session) = request.session.clone() else {
                return reference.call(request);
            };
            let store = stores.entry(session.clone()).or_default();
            match request.operation.as_str() {
                "partition_status.apply" => self.batch(store, reference, &request.input),
                "partition_status.sweep" => self.sweep(store, reference, request),
                _ => {
                    stores.remove(&session);
                    reference.call(request)
                }
            }
        })
    }

    fn batch(self, store: &mut Store, reference: &mut Reference, input: &Value) -> Reply {
        let fold = |reference: &mut Reference, events: Value| {
            reference.call(&Request::new(
                "partition_status.fold",
                json!({"events": events}),
            ))
        };
        let events = input["events"].as_array().cloned().unwrap_or_default();
        (self.begins)(store);
        // The reference judges, and knows the values of each key.
        let judged = fold(reference, input["events"].clone());
        let rows = match &judged {
            Reply::Ok(ok) => ok["rows"].as_array().cloned().unwrap_or_default(),
            _ if self.partial => {
                for event in &events {
                    let Reply::Ok(ok) = fold(reference, json!([event])) else {
                        break;
                    };
                    self.fold(store, event, &ok["rows"][0]["partition_values"]);
                }
                return judged;
            }
            _ => return judged,
        };
        for event in &events {
            let of_key = |row: &&Value| row["partition_key"] == event["partition_key"];
            let values = rows.iter().find(of_key).map(|row| &row["partition_values"]);
            self.fold(store, event, values.unwrap_or(&json!({})));
        }
        self.rows(store)
    }

    fn fold(self, store: &mut Store, event: &Value, values: &Value) {
        let Some(key) = (self.identity)(event) else {
            return;
        };
        if store.entry(&key).is_none() {
            store.0.push(Entry {
                row: blank_row(event, values),
                key: key.clone(),
                attempt: None,
                materialization: None,
                seen: Vec::new(),
            });
        }
        let entry = store
            .entry(&key)
            .expect("it was pushed if it was not there");
        if (self.last_attempt)(entry, event) {
            (self.records)(&mut entry.row, event);
            entry.attempt = Some(event.clone());
        }
        let becomes = (self.materializes)(event) && (self.last_materialization)(entry, event);
        for column in (self.clears)(entry, event, becomes) {
            entry.row[*column] = Value::Null;
        }
        if (self.versions)(entry, event, becomes) {
            entry.row["row_version"] = event["event_id"].clone();
        }
        if becomes {
            (self.stores)(&mut entry.row, event);
            entry.materialization = Some(event.clone());
        }
        entry.seen.push(text(event, "event_id").to_owned());
    }

    fn sweep(self, store: &mut Store, reference: &mut Reference, request: &Request) -> Reply {
        // The reference judges; its own table of the session stays empty.
        match reference.call(request) {
            Reply::Ok(_) => {}
            refusal => return refusal,
        }
        let mut input = Value::clone(&request.input);
        let partition = input["partition"].take();
        if let Some(object) = input.as_object_mut() {
            object.remove("partition");
        }
        let Some(key) = (self.identity)(&partition) else {
            return self.rows(store);
        };
        let row = store.entry(&key).map(|entry| entry.row.clone());
        for column in [
            "last_materialization_at",
            "last_materialization_code_version",
        ] {
            input[column] = row.as_ref().map_or(Value::Null, |row| row[column].clone());
        }
        if let Reply::Ok(derived) =
            reference.call(&Request::new("partition_status.staleness", input))
        {
            (self.sweeps)(store, &key, &derived);
        }
        self.rows(store)
    }

    fn rows(self, store: &Store) -> Reply {
        let mut rows: Vec<Value> = store.0.iter().map(|entry| entry.row.clone()).collect();
        (self.sorts)(&mut rows);
        Reply::Ok(json!({"rows": rows}))
    }
}

/// The row of a partition on which there was no attempt yet.
fn blank_row(event: &Value, values: &Value) -> Value {
    json!({
        "tenant_id": event["tenant_id"],
        "workspace_id": event["workspace_id"],
        "asset_key": event["asset_key"],
        "partition_key": event["partition_key"],
        "last_materialization_run_id": null,
        "last_materialization_at": null,
        "last_materialization_code_version": null,
        "last_attempt_run_id": null,
        "last_attempt_at": null,
        "last_attempt_outcome": null,
        "stale_since": null,
        "stale_reason_code": null,
        "partition_values": values,
        "row_version": "",
    })
}
