//! The fields of an index key, named. A key that is wrong is split as far as it can be followed.

use serde::Serialize;
use serde_json::Value;

use super::json::Entry;
use crate::model::index_key::TYPES;

/// The fields of results that hold keys, or parts of them.
const KEYS: [&str; 3] = ["key", "start", "end"];

/// A part of a key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) hex: String,
}

/// A key that was expected, and the one that came instead.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Mismatch {
    /// What the result calls it.
    pub(super) name: &'static str,
    pub(super) expected: Vec<Field>,
    pub(super) actual: Vec<Field>,
}

/// The keys of a result that are not the expected ones, field by field.
pub(super) fn mismatches(entry: &Entry) -> Vec<Mismatch> {
    let index = entry.input.as_ref().and_then(|input| input.get("index"));
    let Some(index) = index.filter(|_| entry.domain() == "index_key") else {
        return Vec::new();
    };
    let key = |value: &Option<Value>, name: &str| {
        let text = value.as_ref()?.get("ok")?.get(name)?.as_str()?;
        fields(text, index)
    };
    let mismatch = |name: &'static str| {
        let (expected, actual) = (key(&entry.expected, name)?, key(&entry.actual, name)?);
        (expected != actual).then_some(Mismatch {
            name,
            expected,
            actual,
        })
    };
    KEYS.into_iter().filter_map(mismatch).collect()
}

/// The fields of a key in hexadecimal, by the definition of its index: IK-058 to IK-062. `None` for what is no
/// hexadecimal text, or no definition.
pub(super) fn fields(hex: &str, index: &Value) -> Option<Vec<Field>> {
    let digits = hex.len().is_multiple_of(2) && hex.chars().all(|c| c.is_ascii_hexdigit());
    let components = index.get("components")?.as_array()?;
    if !digits || hex.is_empty() {
        return None;
    }
    let bytes: Vec<u8> = (0..hex.len() / 2)
        .filter_map(|at| u8::from_str_radix(&hex[at * 2..at * 2 + 2], 16).ok())
        .collect();
    let mut rest = &bytes[..];
    let mut fields = Vec::new();
    for (name, length) in [("version", 1), ("kind", 1), ("index id", 4)] {
        push(name, take(&mut rest, length), &mut fields);
    }
    for component in components {
        let descending = component.get("descending").and_then(Value::as_bool) == Some(true);
        component_field("", descending, &mut rest, &mut fields);
    }
    component_field("primary key ", false, &mut rest, &mut fields);
    push("further bytes", rest, &mut fields);
    Some(fields)
}

/// A component: its tag and its frame. What cannot be followed is taken to the end.
fn component_field(of: &str, descending: bool, rest: &mut &[u8], fields: &mut Vec<Field>) {
    let Some(first) = rest.first() else { return };
    let mask = if descending { 0xff } else { 0 };
    let length = length(rest, mask).filter(|length| *length <= rest.len());
    let name = match kind(first ^ mask) {
        Some(name) if length.is_some() => name,
        Some(name) => &format!("{name}, cut off"),
        None => "of no known type",
    };
    let down = if descending { " ↓" } else { "" };
    let taken = take(rest, length.unwrap_or(usize::MAX));
    push(&format!("{of}{name}{down}"), taken, fields);
}

/// The type that a tag stands for: IK-037 gives every eighth number to one of them, in their order.
fn kind(tag: u8) -> Option<&'static str> {
    let place = usize::from(tag / 8).checked_sub(1)?;
    TYPES.get(place).copied().filter(|_| tag.is_multiple_of(8))
}

/// How long a component is, its tag included.
fn length(bytes: &[u8], mask: u8) -> Option<usize> {
    let at = |place: usize| bytes.get(place).map(|byte| byte ^ mask);
    Some(match kind(at(0)?)? {
        "null" => 1,
        "bool" => 2,
        "date" => 5,
        "int" | "uint" | "float" | "timestamp" => 9,
        "ulid" => 17,
        "string" | "bytes" => {
            let mut place = 1;
            loop {
                match (at(place)?, at(place + 1)) {
                    (0, Some(0)) => break place + 2,
                    (0, _) => place += 2,
                    _ => place += 1,
                }
            }
        }
        "decimal" => match at(1)? {
            2 => 2,
            sign => {
                let end = if sign == 1 { 0xff } else { 0 };
                let digits = (4..bytes.len()).find(|place| at(*place) == Some(end));
                digits? + 1
            }
        },
        "enum" => match at(5)? {
            0 => 6,
            _ => 5 + length(&bytes[5..], mask)?,
        },
        _ => return None,
    })
}

fn take<'a>(rest: &mut &'a [u8], length: usize) -> &'a [u8] {
    let (taken, left) = rest.split_at(length.min(rest.len()));
    *rest = left;
    taken
}

fn push(name: &str, bytes: &[u8], fields: &mut Vec<Field>) {
    if !bytes.is_empty() {
        fields.push(Field {
            name: name.to_owned(),
            hex: bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn told(hex: &str, components: &Value) -> Vec<String> {
        let index = json!({"components": components});
        let fields = fields(hex, &index).unwrap();
        fields
            .iter()
            .map(|it| format!("{} {}", it.name, it.hex))
            .collect()
    }

    #[test]
    fn every_field_has_its_name() {
        let key = "020100000001188000000000000001200000000000000001";
        assert_eq!(
            told(key, &json!([{"type": "int"}])),
            [
                "version 02",
                "kind 01",
                "index id 00000001",
                "int 188000000000000001",
                "primary key uint 200000000000000001"
            ]
        );
    }

    #[test]
    fn frames_end_where_they_end() {
        // A text with an escaped NUL, a decimal, an enum with a payload, and a null.
        let key = "02010000000148610000ff620000280320000206006000000001100108";
        let key = key.replace("610000ff62", "6100ff62");
        assert_eq!(
            told(&key, &json!([{}, {}, {}]))[3..],
            [
                "string 486100ff620000",
                "decimal 28032000020600",
                "enum 60000000011001",
                "primary key null 08"
            ]
        );
    }

    #[test]
    fn a_descending_component_is_read_inverted() {
        let fields = told(
            "020100000001e77ffffffffffffffe08",
            &json!([{"descending": true}]),
        );
        assert_eq!(
            fields[3..],
            ["int ↓ e77ffffffffffffffe", "primary key null 08"]
        );
    }

    #[test]
    fn what_is_wrong_is_followed_as_far_as_it_goes() {
        assert_eq!(
            told("0201000000014861", &json!([{}]))[3..],
            ["string, cut off 4861"]
        );
        assert_eq!(
            told("02010000000199", &json!([{}]))[3..],
            ["of no known type 99"]
        );
        assert_eq!(told("0201", &json!([{}])), ["version 02", "kind 01"]);
        assert_eq!(fields("xyz", &json!({"components": []})), None);
    }
}
