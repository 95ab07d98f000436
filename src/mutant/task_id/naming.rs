//! An implementation of both identifiers in which each decision can be got wrong.
//!
//! Mistakes about internal ids show in `internal` and `record`, mistakes about names in `cloud` and `record`. The queue
//! is the reference's, so that none of them shows as a mistake of the queue.

use serde_json::{Map, Value, json};

use crate::mutant::deviation::{after, instead, text};
use crate::mutant::hash::sha256;
use crate::mutant::opinion::Opinion;
use crate::rule::codes::task_id as code;
use crate::subject::{Implementation, Reference, Reply, Request};

/// An implementation that makes something of the fields of an operation: of the field by its name, and of its text.
pub(super) fn reading(fields: fn(&str, &str) -> Opinion) -> Box<dyn Implementation> {
    instead(
        &["task_id.internal", "task_id.record"],
        move |reference, request| {
            read(fields, reference, request).unwrap_or_else(|refusal| refusal)
        },
    )
}

/// An implementation that writes some internal ids otherwise, given the parts of the right one.
pub(super) fn forming(form: fn(&[&str]) -> Option<String>) -> Box<dyn Implementation> {
    after(&["task_id.internal", "task_id.record"], move |_, result| {
        let parts: Vec<&str> = internal_id(result).split(':').collect();
        if let Some(internal_id) = form(&parts) {
            rename(result, &internal_id);
        }
    })
}

/// An implementation that makes other names, given the letter and the internal id.
pub(super) fn hashing(name: fn(&str, &str) -> String) -> Box<dyn Implementation> {
    after(
        &["task_id.cloud", "task_id.record"],
        move |input, result| {
            let asked = text(input, "internal_id");
            let internal_id = if asked.is_empty() {
                internal_id(result)
            } else {
                asked
            }
            .to_owned();
            let at = if result["row"].is_object() {
                &mut result["row"]
            } else {
                result
            };
            let letter = text(at, "cloud_task_id")
                .chars()
                .take(1)
                .collect::<String>();
            at["cloud_task_id"] = json!(name(&letter, &internal_id));
        },
    )
}

/// An implementation that takes a letter for another one, or none, given the letter and the internal id.
pub(super) fn lettering(letters: fn(&str, &str) -> Option<String>) -> Box<dyn Implementation> {
    instead(&["task_id.cloud"], move |reference, request| {
        let (kind, internal_id) = (
            text(&request.input, "kind"),
            text(&request.input, "internal_id"),
        );
        match letters(kind, internal_id) {
            Some(letter) => Reply::Ok(json!({"cloud_task_id": name(&letter, internal_id)})),
            None => reference.call(request),
        }
    })
}

/// The right name.
pub(super) fn name(letter: &str, internal_id: &str) -> String {
    format!("{letter}_{:.26}", base32(&sha256(internal_id)))
}

/// The right base32.
pub(super) fn base32(bytes: &[u8]) -> String {
    base32::encode(base32::Alphabet::Rfc4648Lower { padding: false }, bytes)
}

/// The internal id in the result of `internal` or `record`.
fn internal_id(result: &Value) -> &str {
    let row = &result["row"];
    let places = [
        &result["internal_id"],
        &row["dispatch_id"],
        &row["timer_id"],
    ];
    places
        .into_iter()
        .find_map(Value::as_str)
        .unwrap_or_default()
}

/// Puts another internal id into the result of `internal` or `record`, and with it its name.
fn rename(result: &mut Value, internal_id: &str) {
    if let Some(row) = result.get_mut("row").and_then(Value::as_object_mut) {
        let letter = if row.contains_key("dispatch_id") {
            "d"
        } else {
            "t"
        };
        for (column, value) in row {
            *value = json!(if column == "cloud_task_id" {
                name(letter, internal_id)
            } else {
                internal_id.to_owned()
            });
        }
    } else {
        result["internal_id"] = json!(internal_id);
    }
}

fn read(
    fields: fn(&str, &str) -> Opinion,
    reference: &mut Reference,
    request: &Request,
) -> Result<Reply, Reply> {
    let operation = request.input["operation"]
        .as_object()
        .and_then(|operation| operation.iter().next());
    let Some((kind, given)) = operation.and_then(|(kind, given)| Some((kind, given.as_object()?)))
    else {
        return Err(reference.call(request));
    };
    // The reference judges one operation; the internal id is made of the other.
    let (mut judged, mut written) = (Map::new(), Vec::new());
    for (field, value) in given {
        let given = value.as_str().unwrap_or_default();
        let (shown, kept) = match fields(field, given) {
            Opinion::Right => (given.to_owned(), given.to_owned()),
            Opinion::Reads(other) => (other.clone(), other),
            Opinion::Keeps(kept) => ("1".to_owned(), kept),
            Opinion::Refuses => return Err(Reply::reject(code::INVALID_COMPONENT)),
        };
        judged.insert(field.clone(), json!(shown));
        written.push((field.as_str(), kept));
    }
    let judged = Request::new(&request.operation, json!({"operation": {kind: judged}}));
    let mut reply = reference.call(&judged);
    if let Reply::Ok(result) = &mut reply {
        let prefix = if kind == "dispatch" {
            kind.clone()
        } else {
            format!("timer:{kind}")
        };
        let order = ["run_id", "task_key", "attempt", "due_epoch", "check_epoch"];
        let parts = order
            .iter()
            .filter_map(|field| written.iter().find(|(name, _)| name == field));
        let parts: Vec<&str> = std::iter::once(prefix.as_str())
            .chain(parts.map(|(_, text)| text.as_str()))
            .collect();
        rename(result, &parts.join(":"));
    }
    Ok(reply)
}

#[cfg(test)]
mod tests {
    use super::{Opinion, forming, hashing, lettering, name, reading};
    use crate::mutant::deviation::assert_right;

    #[test]
    fn without_a_mistake_both_identifiers_are_those_of_the_reference() {
        assert_right(reading(|_, _| Opinion::Right));
        assert_right(forming(|parts| Some(parts.join(":"))));
        assert_right(hashing(name));
        assert_right(lettering(|_, _| None));
    }
}
