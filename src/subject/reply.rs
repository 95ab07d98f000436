//! Reading a reply's line: AP-001 to AP-003. Whatever the line holds, what comes out is a reply or a sentence.

use std::fmt;

use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use super::Reply;

/// The deepest nesting that is accepted: AP-001.
const MAX_DEPTH: usize = 64;

/// How much of a line that is no reply is quoted.
const QUOTED: usize = 200;

/// The id of a reply, and its outcome or what is wrong with that.
type Identified = (u64, Result<Reply, String>);

impl Reply {
    /// Reads a line, without its end. Where the id can be told, it is known who is to blame for the outcome.
    ///
    /// # Errors
    ///
    /// A line that is no JSON object with an id.
    pub fn read(line: &[u8]) -> Result<Identified, String> {
        let line = text(line)?;
        let fields: Fields = serde_json::from_str(line)
            .map_err(|error| format!("a line is not JSON ({error}): {}", quoted(line)))?;
        let Fields::Object { id, outcome, other } = fields else {
            return Err(format!("a line is not a JSON object: {}", quoted(line)));
        };
        let id = id
            .and_then(|id| id.as_u64())
            .ok_or_else(|| format!("a reply has no id that is a number: {}", quoted(line)))?;
        let reply = match (outcome, other) {
            (None, _) => Err(
                "the reply has no outcome: expected one of ok, reject, unsupported, error"
                    .to_owned(),
            ),
            (Some((first, _)), Some(second)) => Err(format!(
                "the reply has two outcomes, `{}` and `{}`: expected exactly one",
                first.as_str(),
                second.as_str()
            )),
            (Some((outcome, value)), None) => of_outcome(outcome, value),
        };
        Ok((id, reply))
    }
}

/// The line as text that is worth parsing.
fn text(line: &[u8]) -> Result<&str, String> {
    let Ok(text) = std::str::from_utf8(line) else {
        let lossy = String::from_utf8_lossy(&line[..line.len().min(QUOTED)]);
        return Err(format!("a line is not UTF-8: {}", quoted(&lossy)));
    };
    if text.starts_with('\u{feff}') {
        return Err(format!(
            "a line begins with a byte order mark: {}",
            quoted(text)
        ));
    }
    if text.trim_ascii().is_empty() {
        return Err("a line is empty: expected a JSON object".to_owned());
    }
    if is_too_deep(line) {
        return Err(format!(
            "a line is nested more than {MAX_DEPTH} levels deep: {}",
            quoted(text)
        ));
    }
    Ok(text)
}

fn is_too_deep(line: &[u8]) -> bool {
    let opens = |byte: &&u8| matches!(byte, b'{' | b'[');
    if line.iter().filter(opens).count() <= MAX_DEPTH {
        return false;
    }
    let (mut depth, mut within_text, mut escaped) = (0_usize, false, false);
    for byte in line {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if within_text => escaped = true,
            b'"' => within_text = !within_text,
            b'{' | b'[' if !within_text => depth += 1,
            b'}' | b']' if !within_text => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return true;
        }
    }
    false
}

fn quoted(line: &str) -> String {
    match line.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// What a line says, before it is judged.
enum Fields {
    Object {
        id: Option<Value>,
        outcome: Option<(Outcome, Value)>,
        other: Option<Outcome>,
    },
    NoObject,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Ok,
    Reject,
    Unsupported,
    Error,
}

enum Field {
    Id,
    Outcome(Outcome),
    Unknown,
}

impl Outcome {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Reject => "reject",
            Self::Unsupported => "unsupported",
            Self::Error => "error",
        }
    }
}

fn of_outcome(outcome: Outcome, value: Value) -> Result<Reply, String> {
    let Value::Object(mut object) = value else {
        return Err(format!("`{}` is not an object", outcome.as_str()));
    };
    let mut text = |field: &str| match object.get_mut(field).map(Value::take) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    };
    Ok(match outcome {
        Outcome::Ok => Reply::Ok(Value::Object(object)),
        Outcome::Reject => Reply::Reject {
            code: text("code").ok_or("`reject` has no `code` that is a text")?,
            message: text("message"),
        },
        Outcome::Unsupported => Reply::Unsupported {
            reason: text("reason"),
        },
        Outcome::Error => Reply::Error {
            message: text("message").unwrap_or_default(),
        },
    })
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FieldsVisitor)
    }
}

struct FieldsVisitor;

/// What is no object is no error either: it is told apart from what is no JSON.
macro_rules! no_object {
    ($($visit:ident: $type:ty),*) => {
        $(fn $visit<E>(self, _: $type) -> Result<Fields, E> { Ok(Fields::NoObject) })*
    };
}

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON object")
    }

    no_object! { visit_bool: bool, visit_i64: i64, visit_u64: u64, visit_f64: f64, visit_str: &str }

    fn visit_unit<E>(self) -> Result<Fields, E> {
        Ok(Fields::NoObject)
    }

    fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Fields, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Fields::NoObject)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let (mut id, mut outcome, mut other) = (None, None, None);
        while let Some(field) = map.next_key::<Field>()? {
            match field {
                Field::Id if id.is_some() => {
                    return Err(serde::de::Error::custom("two ids"));
                }
                Field::Id => id = Some(map.next_value()?),
                Field::Outcome(name) if outcome.is_none() => {
                    outcome = Some((name, map.next_value()?));
                }
                Field::Outcome(name) => {
                    other = Some(name);
                    map.next_value::<IgnoredAny>()?;
                }
                Field::Unknown => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(Fields::Object { id, outcome, other })
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct FieldVisitor;
        impl Visitor<'_> for FieldVisitor {
            type Value = Field;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a name")
            }

            fn visit_str<E>(self, name: &str) -> Result<Field, E> {
                Ok(match name {
                    "id" => Field::Id,
                    "ok" => Field::Outcome(Outcome::Ok),
                    "reject" => Field::Outcome(Outcome::Reject),
                    "unsupported" => Field::Outcome(Outcome::Unsupported),
                    "error" => Field::Outcome(Outcome::Error),
                    _ => Field::Unknown,
                })
            }
        }
        deserializer.deserialize_identifier(FieldVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_reply_is_told_in_a_sentence() {
        let deep = format!("{{\"id\":1,\"ok\":{}1{}}}", "[".repeat(70), "]".repeat(70));
        let known: [(&[u8], &str); 12] = [
            (b"", "a line is empty"),
            (b" \t", "a line is empty"),
            (b"debug: 5", "a line is not JSON"),
            (b"[1]", "a line is not a JSON object: [1]"),
            (b"null", "a line is not a JSON object: null"),
            (b"\"x\"", "a line is not a JSON object"),
            (
                b"{\"id\":1e999999}",
                "a line is not JSON (number out of range",
            ),
            (
                b"{\"id\":1,\"ok\":{\"a\":\"\0\"}}",
                "a line is not JSON (control character",
            ),
            (b"{\"id\":1,\"id\":2}", "a line is not JSON (two ids"),
            (b"\xff{}", "a line is not UTF-8"),
            (b"\xef\xbb\xbf{}", "a line begins with a byte order mark"),
            (deep.as_bytes(), "a line is nested more than 64 levels deep"),
        ];
        for (line, expected) in known {
            let message = Reply::read(line).expect_err("it is no reply");
            assert!(message.starts_with(expected), "{message}");
            assert!(message.chars().count() < 300, "{message}");
        }
    }

    #[test]
    fn brackets_within_texts_are_no_nesting() {
        let line = format!("{{\"id\":7,\"ok\":{{\"a\":\"\\\"{}\"}}}}", "[".repeat(100));
        assert!(matches!(
            Reply::read(line.as_bytes()),
            Ok((7, Ok(Reply::Ok(_))))
        ));
    }

    #[test]
    fn a_wrong_outcome_keeps_its_id() {
        for outcome in [
            "",
            ",\"ok\":5",
            ",\"ok\":null",
            ",\"reject\":{}",
            ",\"ok\":{},\"ok\":{}",
        ] {
            let line = format!("{{\"id\":7{outcome}}}");
            assert!(matches!(Reply::read(line.as_bytes()), Ok((7, Err(_)))));
        }
    }
}
