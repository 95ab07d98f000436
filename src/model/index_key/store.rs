//! Rows, scans and cursors: IK-096 to IK-110.

use std::collections::BTreeMap;
use std::ops::Bound as End;

use super::bounds::{Bounds, bounds};
use super::condition::Range;
use super::definition::{Index, Kind, Row};
use super::encode::{element, head, key, tuple};
use super::token::{position, token};
use super::value::Value;
use crate::model::{Answer, Literal, Rejection, Stance};
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_096, IK_099, IK_101, IK_105, IK_107};

/// Indexes with their rows (IK-096).
#[derive(Debug, Clone, Default)]
pub struct Store {
    tables: BTreeMap<(Kind, u32), Table>,
}

/// An index with its rows.
#[derive(Debug, Clone)]
struct Table {
    index: Index,
    /// By key.
    rows: BTreeMap<Vec<u8>, Row<Value>>,
    /// The key of each row, by its encoded primary key.
    places: BTreeMap<Vec<u8>, Vec<u8>>,
}

/// What a scan asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scan {
    /// The leading components.
    pub prefix: Vec<Literal>,
    /// The condition on the next element.
    pub range: Option<Range<Literal>>,
    /// Whether the greatest row comes first.
    pub reverse: bool,
    /// How many rows a page has at most.
    pub limit: Option<usize>,
    /// The token of the page before.
    pub cursor: Option<String>,
}

/// What a scan answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The rows.
    pub rows: Vec<Row<Value>>,
    /// The token with which to go on.
    pub cursor: Option<String>,
}

impl Store {
    /// Makes an empty index.
    ///
    /// # Errors
    ///
    /// IK-096: there is one already.
    pub fn create(&mut self, index: Index) -> Answer<()> {
        let place = (index.kind, index.id);
        if self.tables.contains_key(&place) {
            return Err(Rejection::new(code::INDEX_EXISTS, IK_096));
        }
        let table = Table {
            index,
            rows: BTreeMap::new(),
            places: BTreeMap::new(),
        };
        self.tables.insert(place, table);
        Ok(())
    }

    /// Puts a row into an index, in the place of the one with its primary key.
    ///
    /// # Errors
    ///
    /// A row that the index cannot hold or that violates its uniqueness; nothing changes then (IK-102).
    pub fn put(&mut self, kind: Kind, id: u32, row: &Row<Literal>) -> Answer<()> {
        let table = self.table(kind, id)?;
        let row = table.index.row(row)?;
        if table.index.unique {
            table.refuse_second(&row)?;
        }
        table.remove(&row.primary_key); // IK-097
        let key = key(&table.index, &row);
        table
            .places
            .insert(element(&row.primary_key, false), key.clone());
        table.rows.insert(key, row);
        Ok(())
    }

    /// Takes the row with a primary key away, and tells whether there was one (IK-098).
    ///
    /// # Errors
    ///
    /// A value that is no primary key of the index.
    pub fn delete(&mut self, kind: Kind, id: u32, primary_key: &Literal) -> Answer<bool> {
        let table = self.table(kind, id)?;
        let primary_key = table.index.primary_key(primary_key)?;
        Ok(table.remove(&primary_key))
    }

    /// A page of the rows that satisfy a condition, as they are now (IK-110).
    ///
    /// # Errors
    ///
    /// A condition that cannot be, a limit of 0, or a token of something else.
    pub fn scan(&mut self, kind: Kind, id: u32, scan: &Scan, stance: &mut Stance) -> Answer<Page> {
        let table = self.table(kind, id)?;
        let bounds = bounds(&table.index, &scan.prefix, scan.range.as_ref())?;
        if scan.limit == Some(0) {
            return Err(Rejection::new(code::INVALID_LIMIT, IK_105));
        }
        let after = scan
            .cursor
            .as_ref()
            .map(|cursor| position(cursor, &head(&table.index), &bounds, scan.reverse))
            .transpose()?;
        let mut remaining = table.remaining(&bounds, scan.reverse, after.as_deref());
        let page: Vec<_> = match scan.limit {
            Some(limit) => remaining.by_ref().take(limit).collect(),
            None => remaining.by_ref().collect(),
        };
        let full = scan.limit == Some(page.len());
        // IK-106, IK-107
        let goes_on = remaining.next().is_some() || full && stance.takes(IK_107, "token");
        let cursor = page
            .last()
            .filter(|_| goes_on)
            .map(|(key, _)| token(&bounds, scan.reverse, key));
        Ok(Page {
            rows: page.into_iter().map(|(_, row)| row.clone()).collect(),
            cursor,
        })
    }

    fn table(&mut self, kind: Kind, id: u32) -> Answer<&mut Table> {
        let unknown = Rejection::new(code::UNKNOWN_INDEX, IK_096);
        self.tables.get_mut(&(kind, id)).ok_or(unknown)
    }
}

impl Table {
    /// IK-099; the same row again (IK-100) is no violation, nor is anything where the index is not unique (IK-103).
    fn refuse_second(&self, row: &Row<Value>) -> Answer<()> {
        let equal = Bounds::of_prefix(tuple(&self.index, &row.components));
        let mut others = self
            .remaining(&equal, false, None)
            .filter(|(_, other)| other.primary_key != row.primary_key);
        if others.next().is_none() {
            return Ok(());
        }
        let null = row.components.contains(&Value::Null);
        let rule = if null { IK_101 } else { IK_099 };
        Err(Rejection::new(code::UNIQUE_VIOLATION, rule))
    }

    fn remove(&mut self, primary_key: &Value) -> bool {
        match self.places.remove(&element(primary_key, false)) {
            Some(key) => self.rows.remove(&key).is_some(),
            None => false,
        }
    }

    /// The rows within bounds, in the order of the scan (IK-104), strictly behind a key (IK-108) that need not be there
    /// any more (IK-109).
    fn remaining<'a>(
        &'a self,
        bounds: &'a Bounds,
        reverse: bool,
        after: Option<&'a [u8]>,
    ) -> Box<dyn Iterator<Item = (&'a Vec<u8>, &'a Row<Value>)> + 'a> {
        let (start, end) = (bounds.start.as_slice(), bounds.end.as_slice());
        if start >= end {
            return Box::new(std::iter::empty());
        }
        let whole = (End::Included(start), End::Excluded(end));
        let range = match after {
            None => whole,
            Some(key) if reverse => (whole.0, End::Excluded(key)),
            Some(key) => (End::Excluded(key), whole.1),
        };
        let rows = self.rows.range::<[u8], _>(range);
        if reverse {
            Box::new(rows.rev())
        } else {
            Box::new(rows)
        }
    }
}
