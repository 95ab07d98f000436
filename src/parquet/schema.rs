//! Columns as a file declares them, against those that the table must have.

use parquet::basic::{ConvertedType, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::schema::types::Type as Declared;

use super::{Findings, Table};
use crate::model::partition_status::{Column, Type};

/// Judges the columns of a file. Answers with those that hold what they should, so that their rows can be judged.
pub(super) fn judge(table: Table, root: &Declared, findings: &mut Findings) -> Vec<Column> {
    let [which, types, nulls] = table.rules();
    let mut sound = Vec::new();
    for column in table.columns() {
        let fields = root.get_fields().iter();
        let declared: Vec<_> = fields.filter(|field| field.name() == column.name).collect();
        match declared[..] {
            [] => findings.column(
                column.name,
                which,
                format!(
                    "is missing: the table has a column of type {}",
                    text(column.kind)
                ),
                "Add the column. Names are compared letter by letter, in lower case.",
            ),
            [field] if is(field, column.kind) => {
                // A writer that cannot say "never null" may still never write a null: see the rows.
                if column.nullable && !field.is_optional() {
                    findings.column(
                        column.name,
                        nulls,
                        "is REQUIRED: the table must be able to hold a row without a value here",
                        "Declare the column as OPTIONAL (nullable).",
                    );
                }
                sound.push(column);
            }
            [field] => findings.column(
                column.name,
                types,
                format!(
                    "is {}, and not {}",
                    described(field),
                    parquet_type(column.kind)
                ),
                advice(column.kind),
            ),
            [..] => findings.column(
                column.name,
                which,
                format!("is there {} times", declared.len()),
                "Leave one column of the name.",
            ),
        }
    }
    if table.is_closed() {
        for name in others(table, root) {
            let problem = "is not a column of the table";
            let advice = "Leave it out, or keep it in a table of its own.";
            findings.column(&name, which, problem, advice);
        }
    }
    sound
}

/// The columns of a file that are not the table's.
pub(super) fn others(table: Table, root: &Declared) -> Vec<String> {
    let columns = table.columns();
    let names = root.get_fields().iter().map(|field| field.name());
    let others = names.filter(|name| columns.iter().all(|column| column.name != *name));
    others.map(str::to_owned).collect()
}

fn is(field: &Declared, kind: Type) -> bool {
    match kind {
        Type::String => is_text(field),
        Type::Timestamp => {
            field.is_primitive()
                && field.get_physical_type() == Physical::INT64
                && in_microseconds(field)
                && !is_repeated(field)
        }
        Type::Map => is_map(field),
    }
}

fn is_text(field: &Declared) -> bool {
    field.is_primitive()
        && field.get_physical_type() == Physical::BYTE_ARRAY
        && match field.get_basic_info().logical_type_ref() {
            Some(logical) => *logical == LogicalType::String,
            None => field.get_basic_info().converted_type() == ConvertedType::UTF8,
        }
        && !is_repeated(field)
}

/// PS-004: microseconds of UTC. The older annotation has no other zone.
fn in_microseconds(field: &Declared) -> bool {
    match field.get_basic_info().logical_type_ref() {
        Some(LogicalType::Timestamp(timestamp)) => {
            timestamp.is_adjusted_to_u_t_c && timestamp.unit == TimeUnit::MICROS
        }
        Some(_) => false,
        None => field.get_basic_info().converted_type() == ConvertedType::TIMESTAMP_MICROS,
    }
}

/// A group of one repeated group of two texts, whatever the inner names are: those have changed with the format.
fn is_map(field: &Declared) -> bool {
    let info = field.get_basic_info();
    let annotated = match info.logical_type_ref() {
        Some(logical) => *logical == LogicalType::Map,
        None => matches!(
            info.converted_type(),
            ConvertedType::MAP | ConvertedType::MAP_KEY_VALUE
        ),
    };
    let [entries] = (if field.is_group() {
        field.get_fields()
    } else {
        &[]
    }) else {
        return false;
    };
    let [key, value] = (if entries.is_group() {
        entries.get_fields()
    } else {
        &[]
    }) else {
        return false;
    };
    annotated && !is_repeated(field) && is_repeated(entries) && is_text(key) && is_text(value)
}

fn is_repeated(field: &Declared) -> bool {
    let info = field.get_basic_info();
    info.has_repetition() && info.repetition() == Repetition::REPEATED
}

fn text(kind: Type) -> String {
    format!("{} ({})", kind.as_str(), parquet_type(kind))
}

/// What a column of the type is in a file.
fn parquet_type(kind: Type) -> &'static str {
    match kind {
        Type::String => "BYTE_ARRAY annotated STRING",
        Type::Timestamp => "INT64 annotated TIMESTAMP(MICROS, UTC)",
        Type::Map => "a group annotated MAP, of STRING to STRING",
    }
}

fn advice(kind: Type) -> &'static str {
    match kind {
        Type::String => "Write it as a string column.",
        Type::Timestamp => {
            "Write it as a timestamp in microseconds that is adjusted to UTC, for example `pyarrow.timestamp(\"us\", tz=\"UTC\")`."
        }
        Type::Map => {
            "Write it as a map of strings, for example `pyarrow.map_(pyarrow.string(), pyarrow.string())`."
        }
    }
}

/// A field in the words of the Parquet format.
fn described(field: &Declared) -> String {
    let info = field.get_basic_info();
    let base = if field.is_primitive() {
        field.get_physical_type().to_string()
    } else {
        "a group".to_owned()
    };
    let repeated = if is_repeated(field) { "repeated " } else { "" };
    let annotation = match (info.logical_type_ref(), info.converted_type()) {
        (Some(LogicalType::Timestamp(timestamp)), _) => {
            let zone = if timestamp.is_adjusted_to_u_t_c {
                "UTC"
            } else {
                "local time"
            };
            let unit = match timestamp.unit {
                TimeUnit::MILLIS => "MILLIS",
                TimeUnit::MICROS => "MICROS",
                TimeUnit::NANOS => "NANOS",
            };
            format!("TIMESTAMP({unit}, {zone})")
        }
        (Some(logical), _) => format!("{logical:?}").to_uppercase(),
        (None, ConvertedType::NONE) => return format!("{repeated}{base} without annotation"),
        (None, converted) => converted.to_string(),
    };
    let of = match (is_entries(field), annotation.as_str()) {
        (Some(types), "MAP") => format!(", of {types}"),
        _ => String::new(),
    };
    format!("{repeated}{base} annotated {annotation}{of}")
}

/// The types of a map's keys and values.
fn is_entries(field: &Declared) -> Option<String> {
    let [entries] = (if field.is_group() {
        field.get_fields()
    } else {
        &[]
    }) else {
        return None;
    };
    let inner = if entries.is_group() {
        entries.get_fields()
    } else {
        &[]
    };
    let types: Vec<String> = inner.iter().map(|field| described(field)).collect();
    Some(types.join(" to "))
}
