//! Checks a file.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use parquet::basic::Compression;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::schema::types::Type as Declared;

use super::cells::Reader;
use super::guard::guarded;
use super::rows::{Batch, Judge};
use super::{Findings, Table, schema, status, task};
use crate::error::Error;
use crate::model::partition_status::Column;

/// How many rows are in memory at once.
const BATCH: u64 = 1024;

/// The first and the last bytes of a file.
const MAGIC: [u8; 4] = *b"PAR1";
const ENCRYPTED: [u8; 4] = *b"PARE";

const AGAIN: &str = "Write the file again, or copy it again from where it is whole.";

/// What was found in a file.
#[derive(Debug)]
pub struct Checked {
    /// The file.
    pub file: PathBuf,
    /// The table that it was taken for; `None` if it cannot be read at all.
    pub table: Option<Table>,
    /// How many rows were judged.
    pub rows: u64,
    /// Columns that are none of the table's, and that it may have; they were not judged.
    pub others: Vec<String>,
    /// What is wrong.
    pub findings: Findings,
}

impl Checked {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn conforms(&self) -> bool {
        self.findings.told().is_empty()
    }
}

/// Checks a file of a table. Without one, the file's name tells which it is, or else its columns.
///
/// # Errors
///
/// A file that cannot be opened, one of which nobody can tell what it is, and a compression that this reader lacks.
pub fn check(path: &Path, table: Option<Table>) -> Result<Checked, Error> {
    let mut file = File::open(path).map_err(|source| Error::read(path, source))?;
    let mut checked = Checked {
        file: path.to_owned(),
        table,
        rows: 0,
        others: Vec::new(),
        findings: Findings::default(),
    };
    if let Some(damage) = damage(&mut file).map_err(|source| Error::read(path, source))? {
        checked.findings.unreadable(None, None, damage, AGAIN);
        return Ok(checked);
    }
    let reader = match guarded(|| SerializedFileReader::new(file)) {
        Ok(reader) => reader,
        Err(error) => {
            let problem = format!("has a footer that cannot be read: {error}");
            checked.findings.unreadable(None, None, problem, AGAIN);
            return Ok(checked);
        }
    };
    let root = reader.metadata().file_metadata().schema();
    let table = table
        .or_else(|| recognised(path, root))
        .ok_or_else(|| unknown(path))?;
    checked.table = Some(table);
    let columns = schema::judge(table, root, &mut checked.findings);
    if !table.is_closed() {
        checked.others = schema::others(table, root);
    }
    readable(path, reader.metadata(), &columns)?;
    // Where no column can be read, a row has nothing to be judged by.
    if !columns.is_empty() {
        checked.rows = rows(&reader, table, &columns, &mut checked.findings);
    }
    checked.findings.sort();
    Ok(checked)
}

/// Judges all rows, as far as they can be read; tells how many.
fn rows(
    reader: &SerializedFileReader<File>,
    table: Table,
    columns: &[Column],
    findings: &mut Findings,
) -> u64 {
    let mut judge: Box<dyn Judge> = match table {
        Table::PartitionStatus => Box::new(status::Judge::default()),
        Table::DispatchOutbox | Table::Timers => Box::new(task::Judge::new(table)),
    };
    let (mut before, mut judged) = (0_i64, 0);
    for index in 0..reader.num_row_groups() {
        let rows = reader.metadata().row_group(index).num_rows();
        let (Ok(first), Ok(count)) = (u64::try_from(before), u64::try_from(rows)) else {
            let problem = "has a row group with an impossible number of rows";
            findings.unreadable(None, None, problem, AGAIN);
            break;
        };
        let group = Group {
            reader,
            index,
            columns,
            table,
            before: first,
            rows: count,
        };
        judged += group.judge(judge.as_mut(), findings);
        before = before.checked_add(rows).unwrap_or(-1);
    }
    judged
}

/// A part of the file that holds all columns of some rows.
struct Group<'a> {
    reader: &'a SerializedFileReader<File>,
    index: usize,
    columns: &'a [Column],
    table: Table,
    /// How many rows come before it.
    before: u64,
    rows: u64,
}

impl Group<'_> {
    /// Judges its rows, up to where one of its columns cannot be read; tells how many.
    fn judge(&self, judge: &mut dyn Judge, findings: &mut Findings) -> u64 {
        let Some(mut readers) = self.readers(findings) else {
            return 0;
        };
        let mut done = 0;
        while done < self.rows {
            let size = BATCH.min(self.rows - done);
            let first = self.before + done + 1;
            let mut batch = Batch::new(self.table, first, size);
            for (column, reader) in self.columns.iter().zip(&mut readers) {
                let size = usize::try_from(size).expect("a batch is small");
                match guarded(|| reader.read(size)) {
                    Ok(cells) => batch.add(*column, cells, findings),
                    Err(error) => {
                        let problem = format!("cannot be read from this row on: {error}");
                        findings.unreadable(Some(column.name), Some(first), problem, AGAIN);
                        return done;
                    }
                }
            }
            for row in batch.rows() {
                judge.row(&row, findings);
            }
            done += size;
        }
        done
    }

    fn readers(&self, findings: &mut Findings) -> Option<Vec<Reader>> {
        let first = self.before + 1;
        let group = match guarded(|| self.reader.get_row_group(self.index)) {
            Ok(group) => group,
            Err(error) => {
                let problem = format!("cannot be read from this row on: {error}");
                findings.unreadable(None, Some(first), problem, AGAIN);
                return None;
            }
        };
        let mut readers = Vec::new();
        for column in self.columns {
            match guarded(|| Reader::new(group.as_ref(), column)) {
                Ok(reader) => readers.push(reader),
                Err(error) => {
                    let problem = format!("cannot be read from this row on: {error}");
                    findings.unreadable(Some(column.name), Some(first), problem, AGAIN);
                    return None;
                }
            }
        }
        Some(readers)
    }
}

/// What is wrong with a file as a whole, as far as its ends show.
fn damage(file: &mut File) -> io::Result<Option<String>> {
    let length = file.metadata()?.len();
    if length == 0 {
        return Ok(Some("is empty".to_owned()));
    }
    let mut ends = [[0; 4]; 2];
    if length >= 12 {
        file.read_exact(&mut ends[0])?;
        file.seek(SeekFrom::End(-4))?;
        file.read_exact(&mut ends[1])?;
        file.rewind()?;
    }
    Ok(match ends {
        [MAGIC, MAGIC] => None,
        [_, ENCRYPTED] => {
            Some("is encrypted: its footer cannot be read without the key".to_owned())
        }
        [MAGIC, _] => Some(format!(
            "is cut short: it begins like a Parquet file, but has no footer after its {length} bytes, so that neither columns nor rows can be found"
        )),
        _ => Some("is no Parquet file: it does not begin and end with `PAR1`".to_owned()),
    })
}

/// The table that a file seems to be: by its name, so that a missing column can be missed, or by the columns that only
/// one table has.
fn recognised(path: &Path, root: &Declared) -> Option<Table> {
    let stem = path.file_stem().and_then(|stem| stem.to_str());
    if let Some(named) = Table::ALL
        .into_iter()
        .find(|table| Some(table.name()) == stem)
    {
        return Some(named);
    }
    let has = |name: &str| root.get_fields().iter().any(|field| field.name() == name);
    let own = |table: &Table| {
        let elsewhere = |name: &str| {
            let others = Table::ALL.into_iter().filter(|other| other != table);
            others
                .flat_map(Table::columns)
                .any(|column| column.name == name)
        };
        let columns = table.columns().into_iter();
        let own: Vec<_> = columns.filter(|column| !elsewhere(column.name)).collect();
        let here = own.iter().filter(|column| has(column.name)).count();
        here * 2 >= own.len()
    };
    let mut fitting = Table::ALL.into_iter().filter(own);
    match (fitting.next(), fitting.next()) {
        (Some(table), None) => Some(table),
        _ => None,
    }
}

fn unknown(path: &Path) -> Error {
    let names = Table::ALL.map(Table::name).join(", ");
    Error::Usage(format!(
        "{}: neither its name nor its columns tell which table this is: say it with `--table`, one of {names}",
        path.display()
    ))
}

/// That a file cannot be read here says nothing about the file.
fn readable(path: &Path, metadata: &ParquetMetaData, columns: &[Column]) -> Result<(), Error> {
    for chunk in metadata
        .row_groups()
        .iter()
        .flat_map(RowGroupMetaData::columns)
    {
        let name = chunk.column_path().parts().first();
        let judged = name.is_some_and(|name| columns.iter().any(|column| column.name == *name));
        let codec = chunk.compression_codec();
        match chunk.compression() {
            Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::ZSTD(_) => {}
            _ if judged => {
                return Err(Error::Usage(format!(
                    "{}: column {} is compressed with {codec:?}, which cannot be read here: write the file with Snappy, Zstandard or none",
                    path.display(),
                    chunk.column_path().string()
                )));
            }
            _ => {}
        }
    }
    Ok(())
}
