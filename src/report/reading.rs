//! The bytes of a case, field by field: keys, tokens and identifiers that a person cannot read at sight.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::Value;

use super::key_fields;
use super::visible::visible;
use crate::vector::{Case, Expectation, Outcome};

/// More than so many are not read: a scenario repeats itself.
const MOST: usize = 12;

/// What a text holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The field that it stands in.
    pub field: String,
    /// The text.
    pub text: String,
    /// Its parts, and what each is.
    pub parts: Vec<(String, String)>,
}

/// The readings of all texts of a case that can be read, each once.
#[must_use]
pub fn readings(case: &Case) -> Vec<Reading> {
    let steps = case.steps.iter();
    let index = steps.clone().find_map(|step| {
        let index = &step.input["index"];
        index["components"].is_array().then(|| index.clone())
    });
    let mut found = Vec::new();
    for step in steps {
        look("", &step.input, index.as_ref(), &mut found);
        let outcomes = step.expect.iter().flat_map(Expectation::outcomes);
        for outcome in outcomes {
            if let Outcome::Ok(value) = outcome {
                look("", value, index.as_ref(), &mut found);
            }
        }
    }
    found.truncate(MOST);
    found
}

fn look(name: &str, value: &Value, index: Option<&Value>, found: &mut Vec<Reading>) {
    match value {
        Value::Object(map) => map
            .iter()
            .for_each(|(name, value)| look(name, value, index, found)),
        Value::Array(list) => list.iter().for_each(|value| look("", value, index, found)),
        Value::String(text) if found.iter().all(|known| known.text != *text) => {
            let parts = match name {
                "canonical" | "partition_key" => partition_key(text),
                "partition_id" => partition_id(text),
                "internal_id" | "dispatch_id" | "timer_id" => internal_id(text),
                "cloud_task_id" => cloud_task_id(text),
                "key" | "start" | "end" | "prefix" => index.and_then(|index| key(text, index)),
                "cursor" => index.and_then(|index| token(text, index)),
                _ => None,
            };
            found.extend(parts.map(|parts| Reading {
                field: name.to_owned(),
                text: text.clone(),
                parts,
            }));
        }
        _ => {}
    }
}

type Parts = Vec<(String, String)>;

fn part(text: &str, what: impl Into<String>) -> (String, String) {
    (text.to_owned(), what.into())
}

/// Name, tag and value of each dimension: PK-002, PK-006.
fn partition_key(text: &str) -> Option<Parts> {
    let mut parts = Vec::new();
    for dimension in text.split(',') {
        let (name, typed) = dimension.split_once('=')?;
        let (tag, value) = typed.split_once(':')?;
        parts.push(part(name, "name"));
        let kind = match tag {
            "s" => "string",
            "i" => "integer",
            "b" => "boolean",
            "d" => "date",
            "t" => "timestamp",
            "n" => "null",
            _ => "no known tag",
        };
        parts.push(part(tag, format!("tag: {kind}")));
        let bytes = URL_SAFE_NO_PAD.decode(value).ok().filter(|_| tag == "s");
        let decoded = bytes.map(|bytes| match String::from_utf8(bytes) {
            Ok(text) => format!("value: base64url of \"{}\"", visible(&text)),
            Err(_) => "value: base64url of what is no UTF-8".to_owned(),
        });
        parts.push(part(value, decoded.unwrap_or_else(|| "value".to_owned())));
    }
    Some(parts)
}

/// PK-031.
fn partition_id(text: &str) -> Option<Parts> {
    let digits = text.strip_prefix("part_")?;
    let what = "the first 16 bytes of the SHA-256 of asset id, colon and canonical text";
    Some(vec![part("part_", "prefix"), part(digits, what)])
}

/// TI-001 to TI-003.
fn internal_id(text: &str) -> Option<Parts> {
    let words: Vec<&str> = text.split(':').collect();
    let names: &[&str] = match words[..] {
        ["dispatch", _, _, _] => &["form", "run", "task", "attempt"],
        ["timer", "retry", _, _, _, _] => &["form", "kind", "run", "task", "attempt", "due"],
        ["timer", "heartbeat", _, _, _] => &["form", "kind", "run", "task", "checked"],
        _ => return None,
    };
    let parts = words.iter().zip(names);
    Some(parts.map(|(word, name)| part(word, *name)).collect())
}

/// TI-009, TI-010.
fn cloud_task_id(text: &str) -> Option<Parts> {
    let (letter, digits) = text.split_once('_')?;
    let kind = match letter {
        "d" => "dispatch",
        "t" => "timer",
        _ => return None,
    };
    let what = "the first 130 bits of the SHA-256 of the internal id, in base32";
    (digits.len() == 26).then(|| vec![part(letter, kind), part(digits, what)])
}

/// IK-058 to IK-062. A bound may end within a key.
fn key(hex: &str, index: &Value) -> Option<Parts> {
    let fields = key_fields::fields(hex, index)?;
    let parts = fields.into_iter().map(|field| (field.hex, field.name));
    Some(parts.collect())
}

/// IK-111.
fn token(hex: &str, index: &Value) -> Option<Parts> {
    let (head, end) = (20, hex.len().checked_sub(16)?);
    if !hex.is_ascii() || head >= end {
        return None;
    }
    let direction = match &hex[2..4] {
        "00" => "direction: forward",
        "01" => "direction: reverse",
        _ => "no known direction",
    };
    let mut parts = vec![
        part(&hex[..2], "version of the token"),
        part(&hex[2..4], direction),
        part(&hex[4..head], "digest of the bounds"),
    ];
    parts.extend(key(&hex[head..end], index)?);
    parts.push(part(&hex[end..], "checksum"));
    Some(parts)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(parts: Option<Parts>) -> Vec<String> {
        let parts = parts.unwrap().into_iter();
        parts.map(|(text, what)| format!("{text} {what}")).collect()
    }

    #[test]
    fn a_partition_key_is_read_dimension_by_dimension() {
        assert_eq!(
            told(partition_key("a=i:-1,region=s:dXMtZWFzdA")),
            [
                "a name",
                "i tag: integer",
                "-1 value",
                "region name",
                "s tag: string",
                "dXMtZWFzdA value: base64url of \"us-east\""
            ]
        );
        assert_eq!(partition_key("nothing"), None);
    }

    #[test]
    fn task_ids_are_read_by_their_form() {
        assert_eq!(
            told(internal_id("timer:heartbeat:run1:load:7")),
            [
                "timer form",
                "heartbeat kind",
                "run1 run",
                "load task",
                "7 checked"
            ]
        );
        assert_eq!(internal_id("timer:other:run1:load:7"), None);
        assert_eq!(
            told(cloud_task_id("d_cxtoltqhbncw6nevn7hy53kqn6"))[0],
            "d dispatch"
        );
        assert_eq!(cloud_task_id("x_cxtoltqhbncw6nevn7hy53kqn6"), None);
    }

    /// The example of IK-111.
    #[test]
    fn a_token_is_read_with_the_key_within() {
        let token_ = "0100e68c53434ea57bd70201000000074861620000e77ffffffffffffffa200000000000000001015f9d7b400b68f9";
        let index = json!({"components": [{}, {"descending": true}]});
        assert_eq!(
            told(token(token_, &index)),
            [
                "01 version of the token",
                "00 direction: forward",
                "e68c53434ea57bd7 digest of the bounds",
                "02 version",
                "01 kind",
                "00000007 index id",
                "4861620000 string",
                "e77ffffffffffffffa int ↓",
                "200000000000000001 primary key uint",
                "015f9d7b400b68f9 checksum"
            ]
        );
        assert_eq!(token("0100", &index), None);
        assert_eq!(token("é", &index), None);
    }
}
