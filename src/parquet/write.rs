//! The reference's own files: a small example of each table.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::Result;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type as Declared;

use super::{Table, example};
use crate::error::Error;
use crate::model::partition_status::{Column, Row, Type};

/// The values of a column.
enum Values {
    Texts(Vec<Option<String>>),
    Instants(Vec<Option<i64>>),
    Maps(Vec<BTreeMap<String, String>>),
}

/// Writes a file of each table into a folder, which is made if need be; tells which files.
///
/// # Errors
///
/// A folder or file that cannot be written. A file that is there already stays as it is.
pub fn write(folder: &Path) -> std::result::Result<Vec<PathBuf>, Error> {
    fs::create_dir_all(folder).map_err(|source| Error::write(folder, source))?;
    let mut files = Vec::new();
    for table in Table::ALL {
        let path = folder.join(table.name()).with_extension("parquet");
        let file = File::create_new(&path).map_err(|source| Error::write(&path, source))?;
        let values = match table {
            Table::PartitionStatus => status(&example::status()),
            Table::DispatchOutbox | Table::Timers => records(table),
        };
        fill(file, &table.columns(), &values)
            .map_err(|error| Error::write(&path, std::io::Error::other(error)))?;
        files.push(path);
    }
    Ok(files)
}

/// The columns of the rows, in the order of PS-052.
fn status(rows: &[Row]) -> Vec<Values> {
    let texts = |of: &dyn Fn(&Row) -> Option<&str>| {
        Values::Texts(rows.iter().map(|row| of(row).map(str::to_owned)).collect())
    };
    let instants =
        |of: &dyn Fn(&Row) -> Option<i64>| Values::Instants(rows.iter().map(of).collect());
    vec![
        texts(&|row| Some(&row.identity.tenant_id)),
        texts(&|row| Some(&row.identity.workspace_id)),
        texts(&|row| Some(&row.identity.asset_key)),
        texts(&|row| Some(&row.identity.partition_key)),
        texts(&|row| {
            row.materialization
                .as_ref()
                .map(|made| made.run_id.as_str())
        }),
        instants(&|row| row.materialization.as_ref().map(|made| made.at.unix())),
        texts(&|row| row.materialization.as_ref()?.code_version.as_deref()),
        texts(&|row| Some(&row.attempt.run_id)),
        instants(&|row| Some(row.attempt.at.unix())),
        texts(&|row| Some(row.attempt.outcome.as_str())),
        instants(&|row| row.stale.map(|stale| stale.since.unix())),
        texts(&|row| row.stale.map(|stale| stale.reason.as_str())),
        Values::Maps(rows.iter().map(|row| row.values.clone()).collect()),
        Values::Texts(
            rows.iter()
                .map(|row| Some(row.version.to_string()))
                .collect(),
        ),
    ]
}

/// Both identifiers of the operations that belong to the table.
fn records(table: Table) -> Vec<Values> {
    let records = example::records().into_iter();
    let (ids, names) = records
        .filter(|record| record.table == table.name())
        .map(|record| (Some(record.internal_id), Some(record.cloud_task_id)))
        .unzip();
    vec![Values::Texts(ids), Values::Texts(names)]
}

fn fill(file: File, columns: &[Column], values: &[Values]) -> Result<()> {
    let fields = columns.iter().map(|column| Ok(Arc::new(field(column)?)));
    let root = Declared::group_type_builder("schema")
        .with_fields(fields.collect::<Result<_>>()?)
        .build()?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_created_by(format!("proofmark {}", env!("CARGO_PKG_VERSION")))
        .build();
    let mut writer = SerializedFileWriter::new(file, Arc::new(root), Arc::new(properties))?;
    let mut group = writer.next_row_group()?;
    for (column, values) in columns.iter().zip(values) {
        match values {
            Values::Texts(values) => {
                let bytes = values
                    .iter()
                    .map(|value| value.as_deref().map(ByteArray::from));
                flat::<ByteArrayType>(&mut group, bytes.collect(), column.nullable)?;
            }
            Values::Instants(values) => {
                flat::<Int64Type>(&mut group, values.clone(), column.nullable)?;
            }
            Values::Maps(maps) => {
                entries(&mut group, maps.iter().map(|map| map.keys().collect()))?;
                entries(&mut group, maps.iter().map(|map| map.values().collect()))?;
            }
        }
    }
    group.close()?;
    writer.close()?;
    Ok(())
}

/// A column, as `schema` will want to find it.
fn field(column: &Column) -> Result<Declared> {
    let text = |name, repetition| {
        Declared::primitive_type_builder(name, Physical::BYTE_ARRAY)
            .with_logical_type(Some(LogicalType::String))
            .with_repetition(repetition)
            .build()
    };
    let repetition = if column.nullable {
        Repetition::OPTIONAL
    } else {
        Repetition::REQUIRED
    };
    match column.kind {
        Type::String => text(column.name, repetition),
        Type::Timestamp => Declared::primitive_type_builder(column.name, Physical::INT64)
            .with_logical_type(Some(LogicalType::timestamp(true, TimeUnit::MICROS)))
            .with_repetition(repetition)
            .build(),
        Type::Map => {
            let key = text("key", Repetition::REQUIRED)?;
            let value = text("value", Repetition::REQUIRED)?;
            let entries = Declared::group_type_builder("key_value")
                .with_repetition(Repetition::REPEATED)
                .with_fields(vec![Arc::new(key), Arc::new(value)])
                .build()?;
            Declared::group_type_builder(column.name)
                .with_logical_type(Some(LogicalType::Map))
                .with_repetition(repetition)
                .with_fields(vec![Arc::new(entries)])
                .build()
        }
    }
}

/// The next column, one value a row.
fn flat<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: Vec<Option<T::T>>,
    nullable: bool,
) -> Result<()> {
    let levels: Vec<i16> = values
        .iter()
        .map(|value| i16::from(value.is_some()))
        .collect();
    let values: Vec<T::T> = values.into_iter().flatten().collect();
    next::<T>(group, &values, nullable.then_some(&levels[..]), None)
}

/// The next column, one part of the entries of a map. Every key has a dimension, so no map is empty.
fn entries<'a>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    maps: impl Iterator<Item = Vec<&'a String>>,
) -> Result<()> {
    let (mut values, mut repetitions) = (Vec::new(), Vec::new());
    for parts in maps {
        for (at, part) in parts.into_iter().enumerate() {
            values.push(ByteArray::from(part.as_str()));
            repetitions.push(i16::from(at > 0));
        }
    }
    let definitions = vec![1; values.len()];
    next::<ByteArrayType>(group, &values, Some(&definitions), Some(&repetitions))
}

fn next<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, File>,
    values: &[T::T],
    definitions: Option<&[i16]>,
    repetitions: Option<&[i16]>,
) -> Result<()> {
    let mut column = group.next_column()?.expect("the schema has this column");
    column
        .typed::<T>()
        .write_batch(values, definitions, repetitions)?;
    column.close()
}
