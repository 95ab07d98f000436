//! The values of columns, a batch of rows at a time.

use std::string::FromUtf8Error;

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::reader::RowGroupReader;
use parquet::schema::types::{ColumnDescriptor, Type as Declared};

use crate::model::partition_status::{Column, Type};

/// A value in a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Cell<T> {
    /// Not to be judged: someone has complained about it already.
    Unknown,
    /// No value.
    Null,
    /// A value.
    Is(T),
}

impl<T> Cell<T> {
    pub(super) fn as_ref(&self) -> Cell<&T> {
        match self {
            Self::Unknown => Cell::Unknown,
            Self::Null => Cell::Null,
            Self::Is(value) => Cell::Is(value),
        }
    }

    /// The value, if there is one.
    pub(super) fn known(self) -> Option<T> {
        match self {
            Self::Is(value) => Some(value),
            Self::Unknown | Self::Null => None,
        }
    }
}

/// A text, or bytes that are none.
pub(super) type Text = std::result::Result<String, Vec<u8>>;

/// A key and a value for each entry, either of which may be missing in a file that is not as it should be.
pub(super) type Map = Option<Vec<[Option<Text>; 2]>>;

/// The values of one column in some rows.
pub(super) enum Cells {
    Texts(Vec<Option<Text>>),
    /// Microseconds since 1970.
    Instants(Vec<Option<i64>>),
    Maps(Vec<Map>),
}

/// Reads one column of a row group from its beginning to its end.
pub(super) enum Reader {
    Texts(Leaf<ByteArrayType>),
    Instants(Leaf<Int64Type>),
    Maps(Box<[Leaf<ByteArrayType>; 2]>),
}

impl Reader {
    /// Begins to read a column, which the schema has found sound.
    pub(super) fn new(group: &dyn RowGroupReader, column: &Column) -> Result<Self> {
        let schema = group.metadata().schema_descr_ptr();
        let leaves = (0..schema.num_columns())
            .filter(|leaf| schema.get_column_root(*leaf).name() == column.name);
        let leaves: Vec<usize> = leaves.collect();
        Ok(match (column.kind, &leaves[..]) {
            (Type::String, [leaf]) => Self::Texts(Leaf::texts(group, *leaf)?),
            (Type::Timestamp, [leaf]) => match group.get_column_reader(*leaf)? {
                ColumnReader::Int64ColumnReader(reader) => Self::Instants(Leaf::new(
                    reader,
                    &schema.column(*leaf),
                    schema.get_column_root(*leaf),
                )),
                _ => return Err(other_type()),
            },
            (Type::Map, [keys, values]) => Self::Maps(Box::new([
                Leaf::texts(group, *keys)?,
                Leaf::texts(group, *values)?,
            ])),
            _ => return Err(other_type()),
        })
    }

    /// The values of the next rows, of exactly so many.
    pub(super) fn read(&mut self, rows: usize) -> Result<Cells> {
        Ok(match self {
            Self::Texts(leaf) => Cells::Texts(
                leaf.flat(rows)?
                    .iter()
                    .map(|value| text(value.as_ref()))
                    .collect(),
            ),
            Self::Instants(leaf) => Cells::Instants(leaf.flat(rows)?),
            Self::Maps(leaves) => {
                let [keys, values] = leaves.as_mut();
                let maps = keys.nested(rows)?.into_iter().zip(values.nested(rows)?);
                let maps = maps.map(|(keys, values)| map(keys, values));
                Cells::Maps(maps.collect::<Result<_>>()?)
            }
        })
    }
}

/// A map of its keys and values, which are stored apart.
fn map(keys: Entries<ByteArray>, values: Entries<ByteArray>) -> Result<Map> {
    match (keys, values) {
        (Some(keys), Some(values)) if keys.len() == values.len() => {
            let entries = keys.iter().zip(&values);
            Ok(Some(
                entries
                    .map(|(key, value)| [text(key.as_ref()), text(value.as_ref())])
                    .collect(),
            ))
        }
        (None, None) => Ok(None),
        _ => Err(ParquetError::General(
            "keys and values do not belong together".to_owned(),
        )),
    }
}

fn other_type() -> ParquetError {
    ParquetError::General("the values have another type than the schema says".to_owned())
}

fn text(bytes: Option<&ByteArray>) -> Option<Text> {
    let bytes = bytes?.data().to_vec();
    Some(String::from_utf8(bytes).map_err(FromUtf8Error::into_bytes))
}

/// Repetition level, definition level, and a value if there is one.
type Level<T> = (i16, i16, Option<T>);

/// What a repeated column holds in one row; `None` if the column itself is null.
type Entries<T> = Option<Vec<Option<T>>>;

/// A leaf of the schema: values with levels that tell where there are none.
pub(super) struct Leaf<T: DataType> {
    reader: ColumnReaderImpl<T>,
    /// The definition level of a value.
    defined: i16,
    /// The definition level from which on the column itself is not null.
    present: i16,
}

impl Leaf<ByteArrayType> {
    fn texts(group: &dyn RowGroupReader, leaf: usize) -> Result<Self> {
        let schema = group.metadata().schema_descr_ptr();
        match group.get_column_reader(leaf)? {
            ColumnReader::ByteArrayColumnReader(reader) => Ok(Self::new(
                reader,
                &schema.column(leaf),
                schema.get_column_root(leaf),
            )),
            _ => Err(other_type()),
        }
    }
}

impl<T: DataType> Leaf<T> {
    fn new(reader: ColumnReaderImpl<T>, descriptor: &ColumnDescriptor, root: &Declared) -> Self {
        Self {
            reader,
            defined: descriptor.max_def_level(),
            present: i16::from(root.is_optional()),
        }
    }

    /// The values of a column that is not repeated.
    fn flat(&mut self, rows: usize) -> Result<Vec<Option<T::T>>> {
        let nested = self.levels(rows)?;
        Ok(nested.into_iter().map(|(_, _, value)| value).collect())
    }

    /// The values of a column that is repeated once, row by row.
    fn nested(&mut self, rows: usize) -> Result<Vec<Entries<T::T>>> {
        let mut all: Vec<Entries<T::T>> = Vec::with_capacity(rows);
        for (repetition, definition, value) in self.levels(rows)? {
            if repetition == 0 {
                all.push((definition >= self.present).then(Vec::new));
            }
            // Between the level of the column and that of its entries lies the map without any.
            if definition > self.present {
                let Some(Some(entries)) = all.last_mut() else {
                    return Err(ParquetError::General("an entry without a row".to_owned()));
                };
                entries.push(value);
            }
        }
        Ok(all)
    }

    /// All entries of the next rows.
    fn levels(&mut self, rows: usize) -> Result<Vec<Level<T::T>>> {
        let (mut definitions, mut repetitions, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let (read, _, levels) = self.reader.read_records(
            rows,
            Some(&mut definitions),
            Some(&mut repetitions),
            &mut values,
        )?;
        if read != rows {
            return Err(ParquetError::EOF(format!("{read} rows of {rows}")));
        }
        // Where there is only one level, none are written.
        definitions.resize(levels, self.defined);
        repetitions.resize(levels, 0);
        let mut values = values.into_iter();
        let all = repetitions.into_iter().zip(definitions);
        let all = all.map(|(repetition, definition)| {
            let value = if definition == self.defined {
                values.next()
            } else {
                None
            };
            (repetition, definition, value)
        });
        Ok(all.collect())
    }
}
