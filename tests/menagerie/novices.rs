//! Adapters with the mistakes that first adapters have. They answer everything, but not as the protocol wants it.

use std::fmt::Write as _;
use std::io::{self, BufRead as _};
use std::process::{ExitCode, exit};
use std::sync::mpsc;
use std::thread;

use proofmark::subject::{Reference, Reply, Request};
use serde_json::{Value, json};

use crate::beasts::{line_of, reply_to, say};

/// The longest line that a small buffer holds.
const SMALL: usize = 65_536;

/// All of them.
pub(crate) const NAMES: &[&str] = &[
    "writes-ids-as-text",
    "holds-ids-in-32-bits",
    "counts-its-replies",
    "writes-numbers",
    "goes-through-doubles",
    "reads-latin-1",
    "writes-question-marks",
    "fails-on-unknown-operations",
    "dies-on-nonsense",
    "is-silent-about-nonsense",
    "rejects-nonsense",
    "remembers-ids",
    "shares-its-sessions",
    "prints-objects",
    "has-a-small-buffer",
    "puts-results-beside-the-id",
    "echoes-the-version",
    "loses-its-last-words",
];

/// Behaves as the name says; `None` if the name is that of another beast.
pub(crate) fn behave(name: &str) -> Option<ExitCode> {
    if !NAMES.contains(&name) {
        return None;
    }
    if name == "loses-its-last-words" {
        lose_last_words();
    } else {
        converse(name);
    }
    Some(ExitCode::SUCCESS)
}

fn converse(name: &str) {
    let mut reference = Reference::default();
    let mut last = Value::Null;
    for (number, line) in io::stdin().lock().split(b'\n').enumerate() {
        let mut line = line.expect("the pipe holds");
        if name == "reads-latin-1" {
            line = line
                .into_iter()
                .map(char::from)
                .collect::<String>()
                .into_bytes();
        }
        let read = if name == "has-a-small-buffer" && line.len() > SMALL {
            Err((Value::Null, "too long".to_owned()))
        } else {
            Request::read(&line)
        };
        match read {
            Ok((id, request)) => {
                say(&answered(name, number, &id, request, &mut reference));
                last = id;
            }
            Err((id, message)) => nonsense(name, &id, &last, message),
        }
    }
}

/// The line that answers a request.
fn answered(
    name: &str,
    number: usize,
    id: &Value,
    mut request: Request,
    reference: &mut Reference,
) -> Vec<u8> {
    if name == "shares-its-sessions" && request.session.is_some() {
        request.session = Some("the only one".to_owned());
    }
    let version = request.input["protocol"].clone();
    let hello = request.operation == "hello";
    let mut reply = reply_to(reference, &request);
    let id = match name {
        "writes-ids-as-text" => json!(id.to_string()),
        "holds-ids-in-32-bits" => json!(id.as_u64().unwrap_or_default() & 0xffff_ffff),
        "counts-its-replies" => json!(number),
        _ => id.clone(),
    };
    match (name, &mut reply) {
        ("echoes-the-version", Reply::Ok(result)) if hello => result["protocol"] = version,
        ("writes-numbers", Reply::Ok(result)) => *result = changed(result, &numeric),
        ("goes-through-doubles", Reply::Ok(result)) => *result = changed(result, &rounded),
        ("writes-question-marks", Reply::Ok(result)) => *result = changed(result, &questioned),
        ("fails-on-unknown-operations", Reply::Unsupported { .. }) => {
            let message = "KeyError".to_owned();
            reply = Reply::Error { message };
        }
        _ => {}
    }
    let right = line_of(&id, &reply);
    let text = String::from_utf8_lossy(&right);
    match (name, reply) {
        ("prints-objects", _) if !hello => text.replace('"', "'").into_bytes(),
        ("puts-results-beside-the-id", Reply::Ok(Value::Object(fields))) if !hello => {
            let mut reply = json!({ "id": id });
            reply.as_object_mut().expect("it is one").extend(fields);
            format!("{reply}\n").into_bytes()
        }
        _ => right,
    }
}

/// What becomes of a line that is no request.
fn nonsense(name: &str, id: &Value, last: &Value, message: String) {
    let error = Reply::Error { message };
    match name {
        "dies-on-nonsense" => panic!("JSONDecodeError"),
        "is-silent-about-nonsense" => {}
        "rejects-nonsense" => say(&line_of(id, &Reply::reject("invalid_request"))),
        "remembers-ids" if id.is_null() => say(&line_of(last, &error)),
        _ => say(&line_of(id, &error)),
    }
}

/// The value with every text changed.
fn changed(value: &Value, change: &impl Fn(&str) -> Value) -> Value {
    match value {
        Value::String(text) => change(text),
        Value::Array(items) => items.iter().map(|item| changed(item, change)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(name, it)| (name.clone(), changed(it, change)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

/// A text of digits as a number.
fn numeric(text: &str) -> Value {
    text.parse::<i64>()
        .map_or_else(|_| json!(text), |it| json!(it))
}

/// A text with its integers as floating point makes them.
fn rounded(text: &str) -> Value {
    let mut out = String::new();
    let mut digits = String::new();
    for c in text.chars().chain(['\0']) {
        if c.is_ascii_digit() {
            digits.push(c);
            continue;
        }
        match digits.parse::<f64>() {
            Ok(number) if (16..20).contains(&digits.len()) => {
                write!(out, "{number:.0}").expect("a text takes everything");
            }
            _ => out += &digits,
        }
        digits.clear();
        out.push(c);
    }
    out.pop();
    json!(out)
}

/// A text as an encoding without foreign letters writes it.
fn questioned(text: &str) -> Value {
    json!(
        text.chars()
            .map(|c| if c.is_ascii() { c } else { '?' })
            .collect::<String>()
    )
}

/// A thread reads, and ends the process at the end of the input, whatever is left to answer.
fn lose_last_words() {
    let (lines, waiting) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            _ = lines.send(line.expect("the pipe holds"));
        }
        exit(0);
    });
    let mut reference = Reference::default();
    while let Ok(line) = waiting.recv() {
        thread::sleep(std::time::Duration::from_micros(200));
        match Request::read(&line) {
            Ok((id, request)) => say(&line_of(&id, &reply_to(&mut reference, &request))),
            Err((id, message)) => say(&line_of(&id, &Reply::Error { message })),
        }
    }
    thread::park();
}
