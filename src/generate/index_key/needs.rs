//! What an implementation must have declared for a case to be asked of it.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::model::index_key::TYPES;
use crate::vector::Step;

/// The options that these requests need, in the order of the page.
#[must_use]
pub fn needs(steps: &[Step]) -> Vec<String> {
    let mut found = BTreeSet::new();
    for step in steps {
        let name = step.operation.split('.').nth(1).unwrap_or_default();
        if ["encode", "decode", "prefix", "bounds"].contains(&name) {
            found.insert("profile=canonical".to_owned());
        }
        if name == "scan" && !(step.input["limit"].is_null() && step.input["cursor"].is_null()) {
            found.extend(["profile=canonical", "features=cursors"].map(str::to_owned));
        }
        look(&step.input, &mut found);
    }
    let types = TYPES.map(|name| format!("types={name}"));
    let features = ["mixed", "descending", "payloads", "unique", "cursors"];
    let features = features.map(|name| format!("features={name}"));
    std::iter::once("profile=canonical".to_owned())
        .chain(types)
        .chain(features)
        .filter(|need| found.contains(need))
        .map(|need| format!("index_key.{need}"))
        .collect()
}

/// Finds types and features in an input.
fn look(input: &Value, found: &mut BTreeSet<String>) {
    let list = match input {
        Value::Object(map) => map,
        Value::Array(list) => return list.iter().for_each(|item| look(item, found)),
        _ => return,
    };
    for (key, value) in list {
        let need = match (key.as_str(), value) {
            ("type" | "primary_key", Value::String(any)) if any == "any" => {
                "features=mixed".to_owned()
            }
            ("type" | "primary_key", Value::String(name)) => format!("types={name}"),
            ("payload", _) => "features=payloads".to_owned(),
            ("unique", Value::Bool(true)) => "features=unique".to_owned(),
            ("descending", Value::Bool(true)) => "features=descending".to_owned(),
            (name, _) if list.len() == 1 => format!("types={name}"),
            _ => String::new(),
        };
        // In an order, `descending` is no feature of the index.
        if !(key == "descending" && list.contains_key("column")) {
            found.insert(need);
        }
        look(value, found);
    }
}
