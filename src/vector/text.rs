//! Long texts, written as what they repeat.
//!
//! Anywhere in an input or expectation, `{$text: ["a", {repeat: "bc", times: 3}]}` stands for `abcbcbc`. So a case with
//! 64 KiB or 1 MiB of text stays readable, and its file small.

use serde_json::{Value, json};

const KEY: &str = "$text";

/// JSON that is sent as it is written, because no value can hold it: `subject::verbatim` reads it.
const VERBATIM: &str = "$json";

/// Texts shorter than this are written out.
const LONG: usize = 400;

/// A period longer than this is not looked for.
const MAX_PERIOD: usize = 64;

/// A text that a few lines of YAML should not be able to exceed.
const MAX_EXPANDED: usize = 16 << 20;

/// Puts every long text back together.
///
/// # Errors
///
/// What is wrong with a `$text`.
pub(super) fn expand(value: Value) -> Result<Value, String> {
    Ok(match value {
        Value::Object(mut map) if map.contains_key(KEY) => {
            if map.len() > 1 {
                return Err("`$text` stands alone in its mapping".to_owned());
            }
            Value::String(join(&map.remove(KEY).unwrap_or_default())?)
        }
        Value::Object(map) if map.contains_key(VERBATIM) => match &map[VERBATIM] {
            Value::String(json) if map.len() == 1 && !json.contains('\n') => Value::Object(map),
            _ => {
                return Err("`$json` stands alone in its mapping, and is a line of JSON".to_owned());
            }
        },
        Value::Object(map) => Value::Object(
            map.into_iter()
                .map(|(key, value)| Ok((key, expand(value)?)))
                .collect::<Result<_, String>>()?,
        ),
        Value::Array(list) => Value::Array(list.into_iter().map(expand).collect::<Result<_, _>>()?),
        scalar => scalar,
    })
}

/// Takes every long text apart, where that makes it much shorter.
#[must_use]
pub fn fold(value: &Value) -> Value {
    match value {
        Value::String(text) if text.len() > LONG => split(text),
        Value::Object(map) => Value::Object(
            map.iter()
                .map(|(key, value)| (key.clone(), fold(value)))
                .collect(),
        ),
        Value::Array(list) => Value::Array(list.iter().map(fold).collect()),
        scalar => scalar.clone(),
    }
}

fn join(parts: &Value) -> Result<String, String> {
    let mut text = String::new();
    for part in parts.as_array().ok_or("`$text` is a list of parts")? {
        match part {
            Value::String(plain) => text.push_str(plain),
            Value::Object(map) => {
                let (Some(unit), Some(times), 2) = (map.get("repeat"), map.get("times"), map.len())
                else {
                    return Err(
                        "a part of `$text` is a text or {repeat: TEXT, times: NUMBER}".to_owned(),
                    );
                };
                let unit = unit.as_str().ok_or("`repeat` is a text")?;
                let times = times
                    .as_u64()
                    .and_then(|n| usize::try_from(n).ok())
                    .ok_or("`times` is a number")?;
                if unit.len().saturating_mul(times) > MAX_EXPANDED {
                    return Err(format!("`$text` is longer than {MAX_EXPANDED} bytes"));
                }
                text.push_str(&unit.repeat(times));
            }
            _ => {
                return Err(
                    "a part of `$text` is a text or {repeat: TEXT, times: NUMBER}".to_owned(),
                );
            }
        }
        if text.len() > MAX_EXPANDED {
            return Err(format!("`$text` is longer than {MAX_EXPANDED} bytes"));
        }
    }
    Ok(text)
}

fn split(text: &str) -> Value {
    let chars: Vec<char> = text.chars().collect();
    let (mut parts, mut plain, mut at) = (Vec::new(), String::new(), 0);
    while at < chars.len() {
        match run(&chars[at..]) {
            Some((period, times)) => {
                if !plain.is_empty() {
                    parts.push(json!(std::mem::take(&mut plain)));
                }
                let unit: String = chars[at..at + period].iter().collect();
                parts.push(json!({"repeat": unit, "times": times}));
                at += period * times;
            }
            None => {
                plain.push(chars[at]);
                at += 1;
            }
        }
    }
    if parts.is_empty() {
        return json!(text);
    }
    if !plain.is_empty() {
        parts.push(json!(plain));
    }
    json!({ KEY: parts })
}

/// The shortest period that repeats from the start over a hundred characters or more, and how often.
fn run(chars: &[char]) -> Option<(usize, usize)> {
    (1..=MAX_PERIOD).find_map(|period| {
        let same = chars
            .iter()
            .zip(chars.iter().skip(period))
            .take_while(|(a, b)| a == b)
            .count();
        let times = same / period + 1;
        (times > 1 && period * times >= 100).then_some((period, times))
    })
}
