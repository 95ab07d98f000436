//! Writing cases: one canonical form, the same bytes on every machine.
//!
//! The form is ours and small, so that it cannot change with a dependency. It is ASCII only: no editor can normalize
//! or hide a character that a case is about.

use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::case::{Case, Expectation, Outcome, Step, Versions};
use super::{Topic, text};

/// What fits into a line of this width stands on one.
const WIDTH: usize = 110;

impl Topic {
    /// The file's canonical text.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut out = format!("about: {}\ncases:\n", scalar(&json!(self.about), false));
        for case in &self.cases {
            out.push_str(&case.to_yaml());
        }
        out
    }
}

impl Topic {
    /// The same in JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let cases = self.cases.iter();
        let cases = cases.map(|case| {
            let fields = case.fields().into_iter();
            fields.map(|(name, value)| (name.to_owned(), value))
        });
        let cases = cases.map(|fields| Value::Object(fields.collect()));
        json!({"about": self.about, "cases": cases.collect::<Value>()})
    }
}

impl Case {
    /// The case as an item of the list `cases`.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        let mut out = String::new();
        for (at, (name, value)) in self.fields().iter().enumerate() {
            out.push_str(if at == 0 { "- " } else { "  " });
            field(&mut out, name, value, 2);
        }
        out
    }

    /// The fields of the case, in the order of files.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        let rules = self.rules.iter().map(|rule| json!(rule.to_string()));
        let mut fields = vec![("id", json!(self.name())), ("rules", rules.collect())];
        if !self.needs.is_empty() {
            fields.push(("needs", json!(self.needs)));
        }
        let Versions { since, until } = self.versions;
        fields.extend(since.map(|version| ("since", json!(version))));
        fields.extend(until.map(|version| ("until", json!(version))));
        fields.extend(self.pinned.iter().map(|source| ("pinned", json!(source))));
        fields.extend(self.note.iter().map(|note| ("note", json!(note))));
        if self.is_scenario() {
            let steps = self.steps.iter();
            let steps = steps.map(|step| Value::Object(step.fields()));
            fields.push(("steps", steps.collect()));
        } else {
            let step = self.steps[0].fields();
            for name in ["operation", "input", "expect"] {
                fields.extend(step.get(name).map(|value| (name, value.clone())));
            }
        }
        fields
    }
}

impl Step {
    fn fields(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("operation".to_owned(), json!(self.operation));
        map.insert("input".to_owned(), text::fold(&self.input));
        if let Some(expect) = &self.expect {
            map.insert("expect".to_owned(), expect.value());
        }
        map
    }
}

impl Expectation {
    /// The expectation as a file holds it.
    #[must_use]
    pub fn value(&self) -> Value {
        match self {
            Self::One(outcome) => Value::Object(outcome.fields()),
            Self::AnyOf(alternatives) => {
                let list = alternatives.iter().map(|alternative| {
                    let choice = alternative
                        .choice
                        .iter()
                        .map(|(rule, name)| (rule.to_string(), json!(name)));
                    let mut map = Map::new();
                    map.insert("choice".to_owned(), Value::Object(choice.collect()));
                    map.extend(alternative.outcome.fields());
                    Value::Object(map)
                });
                json!({"any_of": list.collect::<Vec<_>>()})
            }
        }
    }
}

impl Outcome {
    fn fields(&self) -> Map<String, Value> {
        let (name, value) = match self {
            Self::Ok(value) => ("ok", text::fold(value)),
            Self::Reject(code) => ("reject", json!(code)),
        };
        Map::from_iter([(name.to_owned(), value)])
    }
}

/// Any value in the canonical form.
#[must_use]
pub fn yaml(value: &Value) -> String {
    let mut out = String::new();
    match value {
        Value::Array(list) if list.is_empty() => out.push_str("[]\n"),
        value => block(&mut out, value, 0),
    }
    out
}

/// A text as a scalar of a block that people write too: letters of every language stay readable.
#[must_use]
pub fn prose(text: &str) -> String {
    if is_plain(text, false) {
        return text.to_owned();
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            c if !c.is_ascii() && c.is_alphanumeric() => out.push(c),
            c => out.push_str(&escaped(c)),
        }
    }
    out.push('"');
    out
}

/// `name: value`, on one line if it fits; the name is written at the current place, further lines at `indent`.
fn field(out: &mut String, name: &str, value: &Value, indent: usize) {
    _ = write!(out, "{}:", scalar(&json!(name), false));
    let inline = flow(value, !matches!(value, Value::String(_)));
    if fits(value, &inline, indent + name.len() + 2) {
        _ = writeln!(out, " {inline}");
    } else {
        out.push('\n');
        block(
            out,
            value,
            if value.is_array() { indent } else { indent + 2 },
        );
    }
}

fn block(out: &mut String, value: &Value, indent: usize) {
    let pad = " ".repeat(indent);
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                out.push_str(&pad);
                field(out, name, value, indent);
            }
        }
        Value::Array(list) => {
            for item in list {
                let inline = flow(item, true);
                _ = write!(out, "{pad}- ");
                if fits(item, &inline, indent + 2) {
                    _ = writeln!(out, "{inline}");
                } else if let Value::Object(map) = item {
                    for (at, (name, value)) in map.iter().enumerate() {
                        out.push_str(if at == 0 { "" } else { &pad });
                        out.push_str(if at == 0 { "" } else { "  " });
                        field(out, name, value, indent + 2);
                    }
                } else {
                    // A long list in a list: no case has one that would be worth folding.
                    _ = writeln!(out, "{inline}");
                }
            }
        }
        scalar_value => _ = writeln!(out, "{pad}{}", scalar(scalar_value, false)),
    }
}

fn fits(value: &Value, inline: &str, column: usize) -> bool {
    let nothing_to_fold = match value {
        Value::Object(map) => map.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => true,
    };
    nothing_to_fold || column + inline.len() <= WIDTH
}

fn flow(value: &Value, in_flow: bool) -> String {
    match value {
        Value::Object(map) => {
            let fields = map.iter().map(|(name, value)| {
                let key = scalar(&json!(name), true);
                format!("{key}: {}", flow(value, true))
            });
            format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
        }
        Value::Array(list) => {
            format!(
                "[{}]",
                list.iter()
                    .map(|item| flow(item, true))
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
        value => scalar(value, in_flow),
    }
}

fn scalar(value: &Value, in_flow: bool) -> String {
    match value {
        Value::String(text) if is_plain(text, in_flow) => text.clone(),
        Value::String(text) => quoted(text),
        other => other.to_string(),
    }
}

/// Whether a text can stand without quotes and is taken for itself by every YAML reader.
fn is_plain(text: &str, in_flow: bool) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || "_./-*".contains(c);
    let prose = |c: char| word(c) || " ,;'()+=<>".contains(c);
    let reserved = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let ends = !text.ends_with(' ');
    begins
        && ends
        && !reserved.contains(&text.to_ascii_lowercase().as_str())
        && if in_flow {
            text.chars().all(word)
        } else {
            text.chars().all(prose)
        }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    text.chars().for_each(|c| out.push_str(&escaped(c)));
    out.push('"');
    out
}

/// A character within quotes, in ASCII.
fn escaped(c: char) -> String {
    match c {
        '"' => "\\\"".to_owned(),
        '\\' => "\\\\".to_owned(),
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        ' '..='~' => c.to_string(),
        c if u32::from(c) <= 0xFFFF => format!("\\u{:04x}", u32::from(c)),
        c => format!("\\U{:08x}", u32::from(c)),
    }
}
