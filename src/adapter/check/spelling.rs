//! JSON has many spellings of one request.

use std::fmt::Write as _;

use serde_json::Value;

use crate::adapter::complaint::Complaint;
use crate::adapter::conversation::{Conversation, Fair, quoted};
use crate::adapter::probe::is_verbatim;
use crate::adapter::{Bench, Outcome};
use crate::subject::{Reply, Request};

/// How many requests are spelt in several ways.
const TRIED: usize = 600;

/// AP-001: blanks, the order of members and escapes of what needs none make no difference.
pub(super) fn json(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let requests = bench.probes.many(TRIED);
    let mut requests: Vec<Request> = requests
        .into_iter()
        .filter(|it| !is_verbatim(&it.input))
        .collect();
    requests.sort_by_cached_key(quoted);
    requests.dedup();
    let plain = conversation.ask_all(&requests)?;
    for (request, reply) in requests.iter().zip(&plain) {
        let id = conversation.id();
        conversation.send(respelt(request, id).as_bytes());
        let about = format!(
            "{}, spelt with blanks, escapes, and `id` last",
            quoted(request)
        );
        let other = conversation.hear(&about)?.to(&about, id)?;
        if !is_same(reply, &other) {
            return Err(Complaint::new(
                format!(
                    "{about}: it answered {}, and to the usual spelling {}",
                    other.to_value(),
                    reply.to_value()
                ),
                "requests are read by hand or with patterns, or bytes beyond ASCII are not read as UTF-8, so that é and \\u00e9 are two texts",
                "read standard input as UTF-8, whatever the locale, and requests with a JSON library",
            ));
        }
    }
    let plural = if requests.len() == 1 { "" } else { "s, each" };
    Ok(Outcome::Sound(format!(
        "{} request{plural} in two spellings",
        requests.len()
    )))
}

/// Whether two replies say the same, whatever they add for people.
fn is_same(a: &Reply, b: &Reply) -> bool {
    match (a, b) {
        (Reply::Ok(a), Reply::Ok(b)) => a == b,
        (Reply::Reject { code: a, .. }, Reply::Reject { code: b, .. }) => a == b,
        _ => std::mem::discriminant(a) == std::mem::discriminant(b),
    }
}

/// The line of a request as no library writes it, but as JSON allows it.
fn respelt(request: &Request, id: u64) -> String {
    let mut line = String::from(" {\t\"input\" : ");
    write_value(&request.input, &mut line);
    line.push_str(" , \"\\u006fp\":");
    write_text(&request.operation, &mut line);
    _ = writeln!(line, ",\"id\": {id} }} ");
    line
}

fn write_value(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => write_text(text, out),
        Value::Array(items) => {
            out.push_str("[ ");
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at > 0 { " ,\t" } else { "" });
                write_value(item, out);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            out.push_str("{ ");
            for (at, (name, field)) in fields.iter().rev().enumerate() {
                out.push_str(if at > 0 { " ,\t" } else { "" });
                write_text(name, out);
                out.push_str(" : ");
                write_value(field, out);
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}

/// A text with every character beyond ASCII, and every third one besides, as an escape.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for (at, c) in text.chars().enumerate() {
        if c == '/' {
            out.push_str("\\/");
        } else if c.is_ascii_alphanumeric() && at % 3 > 0 {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                _ = write!(out, "\\u{unit:04x}");
            }
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn another_spelling_is_the_same_request() {
        let input =
            json!({"a/b": ["é\u{1f600}\"\\\n", 5, null, {}, []], "b": {"c": "\u{0}", "d": true}});
        let request = Request::new("partition_key.encode", input);
        let line = respelt(&request, 7);
        assert!(line.is_ascii() && line.ends_with(" \n"), "{line}");
        assert_eq!(line.matches('\n').count(), 1);
        assert_eq!(Request::read(line.as_bytes()), Ok((json!(7), request)));
    }
}
