//! JSON texts that no value can hold: those with lone surrogates, such as `"\ud800"`.
//!
//! In this process, such a text is an object with the one key `$json`, which holds the JSON as it is written. On the
//! wire it stands for itself.

use memchr::memmem;
use serde_json::{Value, json};

const KEY: &str = "$json";

/// The value that holds a JSON text as it is written.
#[must_use]
pub fn verbatim(text: &str) -> Value {
    json!({ KEY: text })
}

/// The JSON text that a value holds as it is written, if it is one that does.
#[must_use]
pub fn written(value: &Value) -> Option<&str> {
    match value {
        Value::Object(map) if map.len() == 1 => map.get(KEY)?.as_str(),
        _ => None,
    }
}

/// Puts every text that is held verbatim into the line as it is.
pub(super) fn release(line: &mut Vec<u8>, from: usize) {
    // Within a text, the quotes would be escaped.
    const MARK: &[u8] = b"{\"$json\":";
    let mut from = from;
    while let Some(at) = memmem::find(&line[from..], MARK) {
        let start = from + at;
        let value = start + MARK.len();
        let end = value + token(&line[value..]);
        if line.get(value) != Some(&b'"') || line.get(end) != Some(&b'}') {
            from = value;
            continue;
        }
        let text: String = serde_json::from_slice(&line[value..end]).unwrap_or_default();
        from = start + text.len();
        line.splice(start..=end, text.into_bytes());
    }
}

/// The line with every text that has a lone surrogate held verbatim.
pub(super) fn hold(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some(start) = rest.find('"') {
        let end = start + token(&rest.as_bytes()[start..]);
        let text = &rest[start..end];
        out.push_str(&rest[..start]);
        if has_lone_surrogate(text) {
            out.push_str(&verbatim(text).to_string());
        } else {
            out.push_str(text);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

/// How many bytes the text has that begins here with its quote.
fn token(bytes: &[u8]) -> usize {
    let mut at = 1;
    while at < bytes.len() {
        match bytes[at] {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn has_lone_surrogate(text: &str) -> bool {
    let (mut high, mut rest) = (false, text);
    while let Some(at) = rest.find('\\') {
        let unit = rest[at..]
            .strip_prefix("\\u")
            .and_then(|digits| digits.get(..4))
            .and_then(|digits| u16::from_str_radix(digits, 16).ok());
        let adjacent = at == 0;
        match unit {
            Some(0xDC00..=0xDFFF) if high && adjacent => high = false,
            Some(0xDC00..=0xDFFF) => return true,
            _ if high => return true,
            Some(0xD800..=0xDBFF) => high = true,
            _ => {}
        }
        let length = if unit.is_some() { 6 } else { 2 };
        rest = rest.get(at + length..).unwrap_or_default();
        if high && !rest.starts_with('\\') {
            return true;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_the_same_after_holding_and_releasing() {
        for line in [
            r#"{"a":["\ud800"]}"#,
            r#"{"a":["x\udc00y","\ud83d\ude00","\\ud800"],"b":"\ud83d"}"#,
            r#"["\ud800\ud800\udc00"]"#,
            r#"{"a":"{\"$json\":\"x\"}"}"#,
        ] {
            let held = hold(line);
            let value: Value = serde_json::from_str(&held).expect("a value can hold it");
            let mut bytes = value.to_string().into_bytes();
            release(&mut bytes, 0);
            let again = String::from_utf8(bytes).expect("it is text");
            let emoji = line.replace(r"\ud83d\ude00", "\u{1f600}");
            assert_eq!(again, emoji);
        }
    }

    #[test]
    fn only_lone_surrogates_are_held() {
        for text in [
            r#""\ud83d\ude00""#,
            r#""\\ud800""#,
            r#""a""#,
            r#""\n\u00e9""#,
        ] {
            assert_eq!(hold(text), text);
        }
        for text in [
            r#""\ud800""#,
            r#""\udc00""#,
            r#""\ude00\ud83d""#,
            r#""\ud83da\ude00""#,
            r#""\ud800\n""#,
            r#""\ud800\ud83d\ude00""#,
        ] {
            assert_eq!(
                written(&serde_json::from_str(&hold(text)).unwrap()),
                Some(text)
            );
        }
    }
}
