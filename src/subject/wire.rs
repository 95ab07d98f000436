//! Requests and replies, and their JSON: AP-001 to AP-004.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::verbatim;
use crate::model::Literal;

/// One request, without its id.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// The operation.
    pub operation: String,
    /// The session, for stateful operations.
    pub session: Option<String>,
    /// The input, shared with the case that it comes from.
    pub input: Arc<Value>,
}

/// One reply, without its id.
#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    /// The result.
    Ok(Value),
    /// The implementation refuses the input.
    Reject {
        /// Why, as a code of the domain's page.
        code: String,
        /// Why, for people.
        message: Option<String>,
    },
    /// The implementation has no such operation.
    Unsupported {
        /// Why not.
        reason: Option<String>,
    },
    /// The adapter itself failed.
    Error {
        /// How.
        message: String,
    },
}

impl Request {
    /// A request outside of any session.
    #[must_use]
    pub fn new(operation: &str, input: impl Into<Arc<Value>>) -> Self {
        Self {
            operation: operation.to_owned(),
            session: None,
            input: input.into(),
        }
    }

    /// The input, to be changed in this request alone.
    pub fn input_mut(&mut self) -> &mut Value {
        Arc::make_mut(&mut self.input)
    }

    /// Appends the request's line.
    pub fn write(&self, id: u64, line: &mut Vec<u8>) {
        #[derive(Serialize)]
        struct Line<'a> {
            id: u64,
            op: &'a str,
            #[serde(skip_serializing_if = "Option::is_none")]
            session: Option<&'a str>,
            input: &'a Value,
        }
        let object = Line {
            id,
            op: &self.operation,
            session: self.session.as_deref(),
            input: &self.input,
        };
        let start = line.len();
        serde_json::to_writer(&mut *line, &object).expect("writing into memory does not fail");
        verbatim::release(line, start);
        line.push(b'\n');
    }

    /// Reads a request's line. A text with a lone surrogate, which no value can hold, is held [verbatim].
    ///
    /// # Errors
    ///
    /// The id, if there is one, and what is wrong.
    pub fn read(line: &[u8]) -> Result<(Value, Self), (Value, String)> {
        #[derive(Deserialize)]
        struct Line {
            id: Value,
            op: String,
            session: Option<String>,
            input: Value,
        }
        let request = |line: Line| {
            let request = Self {
                operation: line.op,
                session: line.session,
                input: line.input.into(),
            };
            (line.id, request)
        };
        if let Ok(line) = serde_json::from_slice(line) {
            return Ok(request(line));
        }
        // Something is wrong, or cannot be held as it is: the slow way finds the id at least.
        let value: Value = serde_json::from_slice(line).or_else(|error| {
            let text = std::str::from_utf8(line).unwrap_or_default();
            serde_json::from_str(&verbatim::hold(text))
                .map_err(|_| (Value::Null, error.to_string()))
        })?;
        let id = value.get("id").cloned().unwrap_or_default();
        let line = serde_json::from_value(value).map_err(|error| (id, error.to_string()))?;
        Ok(request(line))
    }
}

impl Reply {
    /// A refusal with a code.
    #[must_use]
    pub fn reject(code: &str) -> Self {
        Self::Reject {
            code: code.to_owned(),
            message: None,
        }
    }

    /// The outcome as a JSON object, without the id.
    #[must_use]
    pub fn to_value(&self) -> Value {
        let optional = |name: &str, text: &Option<String>| {
            text.iter()
                .map(|text| (name.to_owned(), json!(text)))
                .collect::<Map<_, _>>()
        };
        match self {
            Self::Ok(value) => json!({"ok": value}),
            Self::Reject { code, message } => {
                let mut map = Map::from_iter([("code".to_owned(), json!(code))]);
                map.extend(optional("message", message));
                json!({"reject": map})
            }
            Self::Unsupported { reason } => json!({"unsupported": optional("reason", reason)}),
            Self::Error { message } => json!({"error": {"message": message}}),
        }
    }

    /// Appends the reply's line.
    pub fn write(&self, id: &Value, line: &mut Vec<u8>) {
        let Value::Object(outcome) = self.to_value() else {
            unreachable!("a reply is an object")
        };
        let mut map = Map::from_iter([("id".to_owned(), id.clone())]);
        map.extend(outcome);
        serde_json::to_writer(&mut *line, &map).expect("writing into memory does not fail");
        line.push(b'\n');
    }
}

/// A protocol value: an object with one key, which is its type.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireValue {
    Null(()),
    Bool(bool),
    Int(String),
    Uint(String),
    Decimal(String),
    Float(String),
    Date(String),
    Timestamp(String),
    String(String),
    Bytes(String),
    Ulid(String),
    Enum(WireEnum),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WireEnum {
    discriminant: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    payload: Option<Box<WireValue>>,
}

/// Reads a protocol value.
///
/// # Errors
///
/// What is not one.
pub fn literal(value: &Value) -> Result<Literal, String> {
    let wire: WireValue = serde_json::from_value(value.clone())
        .map_err(|error| format!("{value} is no protocol value: {error}"))?;
    wire.into_literal()
}

/// Writes a protocol value.
#[must_use]
pub fn value(literal: &Literal) -> Value {
    serde_json::to_value(WireValue::from_literal(literal))
        .expect("texts and numbers always serialize")
}

impl WireValue {
    fn into_literal(self) -> Result<Literal, String> {
        Ok(match self {
            Self::Null(()) => Literal::Null,
            Self::Bool(truth) => Literal::Bool(truth),
            Self::Int(text) => Literal::Int(text),
            Self::Uint(text) => Literal::Uint(text),
            Self::Decimal(text) => Literal::Decimal(text),
            Self::Float(text) => Literal::Float(text),
            Self::Date(text) => Literal::Date(text),
            Self::Timestamp(text) => Literal::Timestamp(text),
            Self::String(text) => Literal::String(text),
            Self::Bytes(hex) => Literal::Bytes(bytes(&hex)?),
            Self::Ulid(text) => Literal::Ulid(text),
            Self::Enum(WireEnum {
                discriminant,
                payload,
            }) => {
                let payload = payload
                    .map(|payload| payload.into_literal().map(Box::new))
                    .transpose()?;
                Literal::Enum {
                    discriminant,
                    payload,
                }
            }
        })
    }

    fn from_literal(literal: &Literal) -> Self {
        match literal {
            Literal::Null => Self::Null(()),
            Literal::Bool(truth) => Self::Bool(*truth),
            Literal::Int(text) => Self::Int(text.clone()),
            Literal::Uint(text) => Self::Uint(text.clone()),
            Literal::Decimal(text) => Self::Decimal(text.clone()),
            Literal::Float(text) => Self::Float(text.clone()),
            Literal::Date(text) => Self::Date(text.clone()),
            Literal::Timestamp(text) => Self::Timestamp(text.clone()),
            Literal::String(text) => Self::String(text.clone()),
            Literal::Bytes(bytes) => {
                Self::Bytes(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
            }
            Literal::Ulid(text) => Self::Ulid(text.clone()),
            Literal::Enum {
                discriminant,
                payload,
            } => Self::Enum(WireEnum {
                discriminant: *discriminant,
                payload: payload
                    .as_deref()
                    .map(|payload| Box::new(Self::from_literal(payload))),
            }),
        }
    }
}

fn bytes(hex: &str) -> Result<Vec<u8>, String> {
    let digits: Option<Vec<u8>> = hex
        .chars()
        .map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok()))
        .collect();
    match digits {
        Some(digits) if digits.len() % 2 == 0 => Ok(digits
            .chunks(2)
            .map(|pair| pair[0] << 4 | pair[1])
            .collect()),
        _ => Err(format!("`{hex}` is no hexadecimal text")),
    }
}
