//! Rows, made of the columns of a batch. What can be said of a value alone is said when its column is added.

use super::cells::{Cell, Cells, Text};
use super::{Findings, Table};
use crate::model::partition_status::{Column, Instant};
use crate::rule::RuleId;
use crate::rule::rules::{PS_025, PS_027};

/// Judges row after row.
pub(super) trait Judge {
    fn row(&mut self, row: &Row<'_>, findings: &mut Findings);
}

/// Some rows that follow each other.
pub(super) struct Batch {
    table: Table,
    first: u64,
    size: u64,
    columns: Vec<(&'static str, Values)>,
}

enum Values {
    Texts(Vec<Cell<String>>),
    Instants(Vec<Cell<Instant>>),
    Maps(Vec<Cell<Entries>>),
}

/// The entries of a map, in the order written. A value is unknown if someone has complained about it.
pub(super) type Entries = Vec<(String, Cell<String>)>;

/// One row of a batch.
pub(super) struct Row<'a> {
    batch: &'a Batch,
    at: usize,
}

impl Batch {
    pub(super) fn new(table: Table, first: u64, size: u64) -> Self {
        Self {
            table,
            first,
            size,
            columns: Vec::new(),
        }
    }

    /// Adds a column, and says which of its values cannot be right.
    pub(super) fn add(&mut self, column: Column, cells: Cells, findings: &mut Findings) {
        let mut values = Single {
            column,
            table: self.table,
            row: self.first,
            findings,
        };
        let values = match cells {
            Cells::Texts(cells) => Values::Texts(values.each(cells, Single::text)),
            Cells::Instants(cells) => Values::Instants(values.each(cells, Single::instant)),
            Cells::Maps(cells) => Values::Maps(values.each(cells, Single::entries)),
        };
        self.columns.push((column.name, values));
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        let size = usize::try_from(self.size).expect("a batch is small");
        (0..size).map(|at| Row { batch: self, at })
    }

    fn column(&self, name: &str) -> Option<&Values> {
        let mut columns = self.columns.iter();
        columns
            .find(|(known, _)| *known == name)
            .map(|(_, values)| values)
    }
}

impl Row<'_> {
    /// Its number, from 1.
    pub(super) fn number(&self) -> u64 {
        self.batch.first + u64::try_from(self.at).expect("a batch is small")
    }

    pub(super) fn text(&self, column: &str) -> Cell<&str> {
        match self.batch.column(column) {
            Some(Values::Texts(cells)) => match &cells[self.at] {
                Cell::Is(text) => Cell::Is(text),
                Cell::Null => Cell::Null,
                Cell::Unknown => Cell::Unknown,
            },
            _ => Cell::Unknown,
        }
    }

    pub(super) fn instant(&self, column: &str) -> Cell<Instant> {
        match self.batch.column(column) {
            Some(Values::Instants(cells)) => cells[self.at].clone(),
            _ => Cell::Unknown,
        }
    }

    pub(super) fn entries(&self, column: &str) -> Cell<&Entries> {
        match self.batch.column(column) {
            Some(Values::Maps(cells)) => cells[self.at].as_ref(),
            _ => Cell::Unknown,
        }
    }
}

/// The values of a column, each judged by itself.
struct Single<'a> {
    column: Column,
    table: Table,
    row: u64,
    findings: &'a mut Findings,
}

impl Single<'_> {
    fn each<T, U>(
        &mut self,
        cells: Vec<Option<T>>,
        judged: fn(&mut Self, T) -> Cell<U>,
    ) -> Vec<Cell<U>> {
        let mut values = Vec::with_capacity(cells.len());
        for cell in cells {
            values.push(match cell {
                Some(value) => judged(self, value),
                None if self.column.nullable => Cell::Null,
                None => {
                    let [_, _, nulls] = self.table.rules();
                    self.complain(
                        nulls,
                        "is null".to_owned(),
                        "Write a value: this column is never null.",
                    )
                }
            });
            self.row += 1;
        }
        values
    }

    fn text(&mut self, text: Text) -> Cell<String> {
        match text {
            Ok(text) => Cell::Is(text),
            Err(bytes) => {
                let [_, types, _] = self.table.rules();
                let bytes: String = bytes
                    .iter()
                    .take(40)
                    .map(|byte| format!("{byte:02x}"))
                    .collect();
                let problem = format!("holds bytes that are no UTF-8: {bytes}");
                self.complain(types, problem, "Write texts in UTF-8.")
            }
        }
    }

    fn instant(&mut self, microseconds: i64) -> Cell<Instant> {
        match Instant::from_unix(microseconds) {
            Ok(instant) => Cell::Is(instant),
            Err(rejection) => {
                let problem = format!(
                    "is {microseconds} microseconds from 1970, outside of the years 0001 to 9999"
                );
                let advice = "Look at how the number was made: seconds, milliseconds or nanoseconds taken for microseconds give such instants.";
                self.complain(rejection.rule, problem, advice)
            }
        }
    }

    fn entries(&mut self, entries: Vec<[Option<Text>; 2]>) -> Cell<Entries> {
        let mut known: Entries = Vec::with_capacity(entries.len());
        for [key, value] in entries {
            let Some(key) = key else {
                return self.complain(
                    PS_025,
                    "has an entry without a name".to_owned(),
                    "Name each entry after its dimension.",
                );
            };
            let Cell::Is(key) = self.text(key) else {
                return Cell::Unknown;
            };
            let value = match value {
                Some(value) => self.text(value),
                None => {
                    let problem = format!("has null for `{key}`");
                    self.complain(
                        PS_027,
                        problem,
                        "Write the text `null` for a dimension that is null.",
                    )
                }
            };
            known.push((key, value));
        }
        Cell::Is(known)
    }

    fn complain<T>(&mut self, rule: RuleId, problem: String, advice: &str) -> Cell<T> {
        self.findings
            .value(self.column.name, self.row, rule, problem, advice);
        Cell::Unknown
    }
}
