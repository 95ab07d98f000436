//! A store in which each decision can be got wrong.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value as Json, json};

use super::row;
use super::tokens::{Sealing, Seen};
use crate::model::index_key::{Index, Row, Value};
use crate::mutant::deviation::instead;
use crate::rule::codes::index_key as code;
use crate::subject::{Implementation, Reference, Reply, Request, index_key as read};

/// The decisions of a store.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a decision of its own"
)]
#[derive(Clone, Copy)]
pub(super) struct Habits {
    /// Whether creating an index again replaces it.
    pub(super) recreates: bool,
    /// Whether an index that was not created is taken for an empty one.
    pub(super) unknown_is_empty: bool,
    /// What tells an index from others: from a definition or a reference.
    pub(super) place: fn(&Json) -> String,
    /// Whether a row makes way for a new one.
    pub(super) replaces: fn(&Stored, &Stored) -> bool,
    /// Whether a new row violates the uniqueness of another.
    pub(super) violates: fn(&Stored, &Stored) -> bool,
    /// Whether the old row goes before the new one is refused.
    pub(super) removes_first: bool,
    /// Whether a row is taken away, and what is answered: from whether there is one.
    pub(super) deletes: fn(bool) -> (bool, bool),
    /// How the rows of a scan, ascending, are put into order.
    pub(super) orders: fn(&mut Vec<Stored>, bool),
    /// How many rows a page has, and none if the limit is refused.
    pub(super) pages: fn(u64) -> Option<u64>,
    /// How many rows a page has without a limit.
    pub(super) unlimited: Option<u64>,
    /// Whether there is a token: from how many rows remain, and whether the page is full.
    pub(super) goes_on: fn(usize, bool) -> bool,
    /// Where a page begins, in the rows of the scan: from the key in the token, the direction, and how many were seen;
    /// none if the token is refused.
    pub(super) resumes: fn(&[Stored], &Seen, bool) -> Option<usize>,
    /// Whether a token is still good: from what it remembers of it, if anything, and the limit.
    pub(super) honours: fn(Option<&Given>, Option<u64>) -> bool,
    /// Whether it keeps the rows of a scan for its further pages.
    pub(super) copies: bool,
    /// How tokens are written and read.
    pub(super) sealing: Sealing,
}

/// A row with its key.
#[derive(Clone)]
pub(super) struct Stored {
    pub(super) key: Vec<u8>,
    pub(super) row: Row<Value>,
    /// The primary key as it was written.
    pub(super) written: Json,
    /// When it was put.
    pub(super) age: usize,
}

/// What a store remembers of a token that it gave or took.
pub(super) struct Given {
    /// The rows of the scan.
    rows: Vec<Stored>,
    /// The limit of the page.
    pub(super) limit: Option<u64>,
    /// Whether it has been used.
    pub(super) used: bool,
}

/// The habits of the reference.
pub(super) const RIGHT: Habits = Habits {
    recreates: false,
    unknown_is_empty: false,
    place: |index| format!("{} {}", index["kind"], index["id"]),
    replaces: |new, old| new.row.primary_key == old.row.primary_key,
    violates: |new, other| {
        new.row.primary_key != other.row.primary_key && new.row.components == other.row.components
    },
    removes_first: false,
    deletes: |there| (there, there),
    orders: |rows, reverse| {
        if reverse {
            rows.reverse();
        }
    },
    pages: |limit| Some(limit).filter(|limit| *limit > 0),
    unlimited: None,
    goes_on: |remain, _| remain > 0,
    resumes: |rows, seen, reverse| {
        let behind = |row: &Stored| {
            if reverse {
                row.key < seen.key
            } else {
                row.key > seen.key
            }
        };
        Some(rows.iter().position(behind).unwrap_or(rows.len()))
    },
    honours: |_, _| true,
    copies: false,
    sealing: super::tokens::RIGHT,
};

#[derive(Default)]
struct Table {
    index: Option<Index>,
    rows: BTreeMap<Vec<u8>, Stored>,
    puts: usize,
    given: HashMap<String, Given>,
}

const OPERATIONS: &[&str] = &[
    "index_key.create",
    "index_key.put",
    "index_key.delete",
    "index_key.scan",
    "index_key.end",
];

impl Habits {
    /// The reference with a store of these habits.
    pub(super) fn subject(self) -> Box<dyn Implementation> {
        let mut stores: HashMap<String, HashMap<String, Table>> = HashMap::new();
        instead(OPERATIONS, move |reference, request| {
            let Some(session) = &request.session else {
                return reference.call(request);
            };
            if request.operation == "index_key.end" {
                stores.remove(session);
                return Reply::Ok(json!({}));
            }
            let store = stores.entry(session.clone()).or_default();
            let index = &request.input["index"];
            let place = (self.place)(index);
            let known = store.contains_key(&place);
            if request.operation == "index_key.create" {
                if known && !self.recreates {
                    return Reply::reject(code::INDEX_EXISTS);
                }
                let index = read::index(index).ok();
                store.insert(
                    place,
                    Table {
                        index,
                        ..Table::default()
                    },
                );
                return Reply::Ok(json!({}));
            }
            let Some(table) = store.get_mut(&place) else {
                return self.unknown(&request.operation);
            };
            let answer = match request.operation.as_str() {
                "index_key.put" => self.put(table, reference, &request.input),
                "index_key.delete" => self.delete(table, reference, &request.input),
                _ => self.scan(table, reference, &request.input),
            };
            answer.unwrap_or_else(|refusal| refusal)
        })
    }

    fn unknown(self, operation: &str) -> Reply {
        match operation {
            "index_key.scan" if self.unknown_is_empty => {
                Reply::Ok(json!({"rows": [], "cursor": null}))
            }
            _ => Reply::reject(code::UNKNOWN_INDEX),
        }
    }

    fn put(
        self,
        table: &mut Table,
        reference: &mut Reference,
        input: &Json,
    ) -> Result<Reply, Reply> {
        let index = table
            .index
            .clone()
            .ok_or_else(|| Reply::reject(code::UNKNOWN_INDEX))?;
        let encode = json!({
            "index": read::index_value(&index),
            "components": input["components"],
            "primary_key": input["primary_key"],
        });
        let key = read::bytes(
            asked(reference, "encode", encode)?["key"]
                .as_str()
                .unwrap_or_default(),
        );
        let (Ok(key), Some(row)) = (key, row(&index, input)) else {
            return Err(Reply::reject(code::TYPE_MISMATCH));
        };
        let new = Stored {
            key: key.clone(),
            row,
            written: input["primary_key"].clone(),
            age: table.puts,
        };
        let mut rows = table.rows.values();
        let violated = index.unique && rows.any(|other| (self.violates)(&new, other));
        if !violated || self.removes_first {
            table.rows.retain(|_, old| !(self.replaces)(&new, old));
        }
        if violated {
            return Err(Reply::reject(code::UNIQUE_VIOLATION));
        }
        table.puts += 1;
        table.rows.insert(key, new);
        Ok(Reply::Ok(json!({})))
    }

    fn delete(
        self,
        table: &mut Table,
        reference: &mut Reference,
        input: &Json,
    ) -> Result<Reply, Reply> {
        let index = table
            .index
            .clone()
            .ok_or_else(|| Reply::reject(code::UNKNOWN_INDEX))?;
        // The reference judges the primary key; nulls stand for the components.
        let nulls: Json = index
            .components
            .iter()
            .map(|_| json!({"null": null}))
            .collect();
        let input = json!({"index": read::index_value(&index), "components": nulls, "primary_key": input["primary_key"]});
        asked(reference, "encode", input.clone())?;
        let Some(gone) = row(&index, &input) else {
            return Err(Reply::reject(code::TYPE_MISMATCH));
        };
        let there = |row: &Stored| row.row.primary_key == gone.primary_key;
        let (removes, deleted) = (self.deletes)(table.rows.values().any(there));
        if removes {
            table.rows.retain(|_, row| !there(row));
        }
        Ok(Reply::Ok(json!({"deleted": deleted})))
    }

    fn scan(
        self,
        table: &mut Table,
        reference: &mut Reference,
        input: &Json,
    ) -> Result<Reply, Reply> {
        let index = table
            .index
            .clone()
            .ok_or_else(|| Reply::reject(code::UNKNOWN_INDEX))?;
        let query = json!({"index": read::index_value(&index), "prefix": input["prefix"], "range": input["range"]});
        let bounds = asked(reference, "bounds", query)?;
        let bytes = |field: &str| {
            read::bytes(bounds[field].as_str().unwrap_or_default()).unwrap_or_default()
        };
        let bounds = (bytes("start"), bytes("end"));
        let limit = match input["limit"].as_u64() {
            Some(limit) => {
                Some((self.pages)(limit).ok_or_else(|| Reply::reject(code::INVALID_LIMIT))?)
            }
            None => self.unlimited,
        };
        let reverse = input["reverse"] == true;
        let within = |row: &&Stored| bounds.0 <= row.key && row.key < bounds.1;
        let mut rows: Vec<Stored> = table.rows.values().filter(within).cloned().collect();
        (self.orders)(&mut rows, reverse);
        let mut from = 0;
        if let Some(token) = input["cursor"].as_str() {
            let head = super::encoder::head(&index);
            let seen = self.sealing.open(token, &head, &bounds, reverse);
            let seen = seen.map_err(Reply::reject)?;
            if !(self.honours)(table.given.get(token), limit) {
                return Err(Reply::reject(code::FOREIGN_TOKEN));
            }
            let given = table.given.entry(token.to_owned()).or_insert(Given {
                rows: rows.clone(),
                limit,
                used: true,
            });
            given.used = true;
            if self.copies {
                rows.clone_from(&given.rows);
            }
            from = (self.resumes)(&rows, &seen, reverse)
                .ok_or_else(|| Reply::reject(code::FOREIGN_TOKEN))?;
        }
        let (listed, token) = self.page(&rows, from, limit, |seen| {
            self.sealing.seal(&seen, &bounds, reverse)
        });
        if let Some(token) = &token {
            let used = false;
            table
                .given
                .entry(token.clone())
                .or_insert(Given { rows, limit, used });
        }
        Ok(Reply::Ok(json!({"rows": listed, "cursor": token})))
    }

    /// The rows of a page, and its token.
    fn page(
        self,
        rows: &[Stored],
        from: usize,
        limit: Option<u64>,
        seal: impl Fn(Seen) -> String,
    ) -> (Vec<Json>, Option<String>) {
        let limit = limit.and_then(|limit| usize::try_from(limit).ok());
        let page: Vec<_> = rows
            .iter()
            .skip(from)
            .take(limit.unwrap_or(usize::MAX))
            .collect();
        let remain = rows.len() - (from + page.len()).min(rows.len());
        let goes_on = (self.goes_on)(remain, limit == Some(page.len()));
        let token = page.last().filter(|_| goes_on).map(|last| {
            seal(Seen {
                key: last.key.clone(),
                rows: from + page.len(),
            })
        });
        let listed = page.iter().map(|stored| answered(&stored.row)).collect();
        (listed, token)
    }
}

/// The result of an operation of the reference, or its refusal.
fn asked(reference: &mut Reference, name: &str, input: Json) -> Result<Json, Reply> {
    match reference.call(&Request::new(&format!("index_key.{name}"), input)) {
        Reply::Ok(ok) => Ok(ok),
        refusal => Err(refusal),
    }
}

fn answered(row: &Row<Value>) -> Json {
    read::row_value(&Row {
        components: row.components.iter().map(Value::to_literal).collect(),
        primary_key: row.primary_key.to_literal(),
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_store_without_a_mistake_is_the_reference() {
        crate::mutant::deviation::assert_right(super::RIGHT.subject());
    }
}
