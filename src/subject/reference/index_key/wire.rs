//! The JSON of index keys: indexes, rows, ranges and predicates, as `spec/index_key.md` writes them.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::model::Literal;
use crate::model::index_key::{
    Bound, Component, Index, Kind, Predicate, Range, Row, TYPES, Test, Type, Wanted,
};
use crate::subject::wire::{literal, value};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireIndex {
    kind: WireKind,
    id: u32,
    components: Vec<WireComponent>,
    primary_key: String,
    #[serde(default)]
    unique: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireComponent {
    r#type: String,
    #[serde(default)]
    descending: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireReference {
    kind: WireKind,
    id: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum WireKind {
    User,
    System,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireRow {
    components: Vec<Value>,
    primary_key: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireRange {
    lower: Option<WireBound>,
    upper: Option<WireBound>,
    starts_with: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireBound {
    value: Value,
    inclusive: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePredicate {
    column: String,
    op: String,
    value: Value,
    high: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireWanted {
    column: String,
    descending: bool,
}

/// What reading gives: the thing, or what is wrong with the request.
type Reading<T> = Result<T, String>;

/// Reads an index.
///
/// # Errors
///
/// What is not one.
pub fn index(json: &Value) -> Reading<Index> {
    let wire: WireIndex = read(json)?;
    if wire.components.is_empty() {
        return Err("an index has at least one component".to_owned());
    }
    let components = wire.components.into_iter().map(|component| {
        Ok(Component {
            declared: declared(&component.r#type)?,
            descending: component.descending,
        })
    });
    Ok(Index {
        kind: wire.kind.into(),
        id: wire.id,
        components: components.collect::<Reading<_>>()?,
        primary_key: declared(&wire.primary_key)?,
        unique: wire.unique,
    })
}

/// Reads a reference to an index.
///
/// # Errors
///
/// What is not one.
pub fn reference(json: &Value) -> Reading<(Kind, u32)> {
    let wire: WireReference = read(json)?;
    Ok((wire.kind.into(), wire.id))
}

/// Reads a row.
///
/// # Errors
///
/// What is not one.
pub fn row(json: &Value) -> Reading<Row<Literal>> {
    let wire: WireRow = read(json)?;
    Ok(Row {
        components: literals(&wire.components)?,
        primary_key: number_checked(&wire.primary_key)?,
    })
}

/// Reads a list of values.
///
/// # Errors
///
/// What is not one.
pub fn literals(list: &[Value]) -> Reading<Vec<Literal>> {
    list.iter().map(number_checked).collect()
}

/// Reads a value, and sees to it that numbers are written as the page says.
///
/// # Errors
///
/// What is not one.
pub fn number_checked(json: &Value) -> Reading<Literal> {
    let read = literal(json)?;
    let mut inner = Some(&read);
    while let Some(Literal::Enum { payload, .. }) = inner {
        inner = payload.as_deref();
    }
    let sound = match inner {
        Some(Literal::Int(text)) => {
            is_integer(text.strip_prefix('-').unwrap_or(text)) && text != "-0"
        }
        Some(Literal::Uint(text)) => is_integer(text),
        Some(Literal::Decimal(text)) => is_number(text),
        Some(Literal::Float(text)) => {
            ["NaN", "Infinity", "-Infinity"].contains(&text.as_str())
                || is_number(text) && text.parse().is_ok_and(f64::is_finite)
        }
        _ => true,
    };
    if sound {
        Ok(read)
    } else {
        Err(format!("{json} is not written as the page says"))
    }
}

/// Reads a range, or null.
///
/// # Errors
///
/// What is not one.
pub fn range(json: &Value) -> Reading<Option<Range<Literal>>> {
    if json.is_null() {
        return Ok(None);
    }
    let wire: WireRange = read(json)?;
    let bound = |bound: Option<WireBound>| {
        let bound = bound.map(|WireBound { value, inclusive }| {
            let value = number_checked(&value)?;
            Ok::<_, String>(Bound { value, inclusive })
        });
        bound.transpose()
    };
    match (bound(wire.lower)?, bound(wire.upper)?, wire.starts_with) {
        (None, None, Some(value)) => Ok(Some(Range::StartsWith(number_checked(&value)?))),
        (None, None, None) | (_, _, Some(_)) => {
            Err("a range has a lower or upper bound, or `starts_with`".to_owned())
        }
        (lower, upper, None) => Ok(Some(Range::Between { lower, upper })),
    }
}

/// Reads a predicate.
///
/// # Errors
///
/// What is not one.
pub fn predicate(json: &Value) -> Reading<Predicate<Literal>> {
    let wire: WirePredicate = read(json)?;
    let value = number_checked(&wire.value)?;
    let high = wire.high.as_ref().map(number_checked).transpose()?;
    let bound = |value, inclusive| Some(Bound { value, inclusive });
    let between = |lower, upper| Test::In(Range::Between { lower, upper });
    let test = match (wire.op.as_str(), high) {
        ("eq", None) => Test::Eq(value),
        ("ne", None) => Test::Ne(value),
        ("lt", None) => between(None, bound(value, false)),
        ("le", None) => between(None, bound(value, true)),
        ("gt", None) => between(bound(value, false), None),
        ("ge", None) => between(bound(value, true), None),
        ("between", Some(high)) => between(bound(value, true), bound(high, true)),
        ("starts_with", None) => Test::In(Range::StartsWith(value)),
        (other, _) => return Err(format!("`{other}` with these fields is no predicate")),
    };
    Ok(Predicate {
        column: wire.column,
        test,
    })
}

/// Reads a column of the wanted order.
///
/// # Errors
///
/// What is not one.
pub fn wanted(json: &Value) -> Reading<Wanted> {
    let wire: WireWanted = read(json)?;
    Ok(Wanted {
        column: wire.column,
        descending: wire.descending,
    })
}

/// Reads lower-case hexadecimal text.
///
/// # Errors
///
/// What is not one.
pub fn bytes(text: &str) -> Reading<Vec<u8>> {
    match literal(&json!({"bytes": text})) {
        Ok(Literal::Bytes(bytes)) if hex(&bytes) == text => Ok(bytes),
        _ => Err(format!("`{text}` is no lower-case hexadecimal text")),
    }
}

/// Writes an index.
#[must_use]
pub fn index_value(index: &Index) -> Value {
    let components = index.components.iter().map(|component| {
        let mut object = Map::from_iter([("type".to_owned(), json!(name(component.declared)))]);
        if component.descending {
            object.insert("descending".to_owned(), json!(true));
        }
        Value::Object(object)
    });
    let mut value = reference_value(index);
    value["components"] = components.collect();
    value["primary_key"] = json!(name(index.primary_key));
    if index.unique {
        value["unique"] = json!(true);
    }
    value
}

/// Writes a reference to an index.
#[must_use]
pub fn reference_value(index: &Index) -> Value {
    let kind = match index.kind {
        Kind::User => "user",
        Kind::System => "system",
    };
    json!({"kind": kind, "id": index.id})
}

/// Writes a row.
#[must_use]
pub fn row_value(row: &Row<Literal>) -> Value {
    json!({"components": values(&row.components), "primary_key": value(&row.primary_key)})
}

/// Writes a list of values.
#[must_use]
pub fn values(literals: &[Literal]) -> Value {
    literals.iter().map(value).collect()
}

/// Writes a range, or null.
#[must_use]
pub fn range_value(range: Option<&Range<Literal>>) -> Value {
    match range {
        None => Value::Null,
        Some(Range::StartsWith(beginning)) => json!({"starts_with": value(beginning)}),
        Some(Range::Between { lower, upper }) => {
            let ends = [("lower", lower), ("upper", upper)];
            let ends = ends.into_iter().filter_map(|(name, bound)| {
                let Bound {
                    value: end,
                    inclusive,
                } = bound.as_ref()?;
                Some((
                    name.to_owned(),
                    json!({"value": value(end), "inclusive": inclusive}),
                ))
            });
            Value::Object(ends.collect())
        }
    }
}

/// Writes bytes in lower-case hexadecimal text.
#[must_use]
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.extend([byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)])));
    }
    text
}

fn read<T: serde::de::DeserializeOwned>(json: &Value) -> Reading<T> {
    T::deserialize(json).map_err(|error| error.to_string())
}

fn declared(name: &str) -> Reading<Type> {
    if name == "any" {
        return Ok(None);
    }
    let known = TYPES.into_iter().find(|known| *known == name);
    known
        .map(Some)
        .ok_or_else(|| format!("`{name}` is no type"))
}

fn name(declared: Type) -> &'static str {
    declared.unwrap_or("any")
}

/// Digits without needless leading zeros.
fn is_integer(text: &str) -> bool {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits && (text == "0" || !text.starts_with('0'))
}

/// An integer, perhaps with a fraction and an exponent.
fn is_number(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let digits = !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit());
    is_integer(whole) && digits && is_integer(exponent.strip_prefix('-').unwrap_or(exponent))
}

impl From<WireKind> for Kind {
    fn from(wire: WireKind) -> Self {
        match wire {
            WireKind::User => Self::User,
            WireKind::System => Self::System,
        }
    }
}
