//! Laws of the store: what scans list, page by page, while rows come and go.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::agrees::STORE;
use super::{FULL, PLAIN, Query, Table, create, put, row_values, rows, scan, stateful};
use crate::generate::index_key::{self as generate, Palette, conditions, lives, requests, tables};
use crate::law::{Body, Law, Oracle, Step, broken, steps};
use crate::model::index_key::{Row, Value as Indexed, order};
use crate::rule::rules::{
    IK_081, IK_095, IK_096, IK_097, IK_098, IK_099, IK_100, IK_101, IK_102, IK_103, IK_104, IK_105,
    IK_106, IK_108, IK_109, IK_110,
};
use crate::subject::{Reply, Request, wire};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "index_key/law/scans-agree",
        rules: &[
            IK_095, IK_096, IK_097, IK_098, IK_103, IK_104, IK_081, IK_102,
        ],
        about: "a store of integers and texts, over any life, lists what the model lists",
        oracle: Oracle::Model,
        operations: STORE,
        needs: PLAIN,
        cost: 2,
        strategy: || {
            lives(generate::PLAIN, 12, false, false)
                .prop_map(|life| steps(&requests(&life)))
                .boxed()
        },
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/scans-agree-for-all-types",
        rules: &[IK_097, IK_098, IK_104],
        about: "a store of any types and directions, over any life, lists what the model lists",
        oracle: Oracle::Model,
        operations: STORE,
        needs: FULL,
        cost: 4,
        strategy: || {
            lives(generate::FULL, 12, false, false)
                .prop_map(|life| steps(&requests(&life)))
                .boxed()
        },
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/uniqueness-agrees",
        rules: &[IK_099, IK_100, IK_101, IK_102],
        about: "a unique index, under any puts, updates and deletes, refuses what the model refuses",
        oracle: Oracle::Model,
        operations: STORE,
        needs: &[
            "index_key.types=int",
            "index_key.types=string",
            "index_key.types=null",
            "index_key.features=unique",
        ],
        cost: 2,
        strategy: || {
            lives(NULLABLE, 12, true, false)
                .prop_map(|life| steps(&requests(&life)))
                .boxed()
        },
        body: Body::SessionAgrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/pages-are-the-scan",
        rules: &[IK_105, IK_106, IK_108, IK_104],
        about: "the pages of any size, one after the other, are the whole scan, in both directions",
        oracle: Oracle::Itself,
        operations: PAGED,
        needs: &[
            "index_key.types=int",
            "index_key.types=string",
            "index_key.features=cursors",
        ],
        cost: 2,
        strategy: || paged(generate::PLAIN),
        body: Body::Talk(pages_are_the_scan),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/pages-are-the-scan-for-all-types",
        rules: &[IK_108],
        about: "the pages of any size are the whole scan, over all types and directions",
        oracle: Oracle::Itself,
        operations: PAGED,
        needs: super::CANONICAL,
        cost: 4,
        strategy: || paged(generate::FULL),
        body: Body::Talk(pages_are_the_scan),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/pages-are-live",
        rules: &[IK_109, IK_110, IK_106, IK_108],
        about: "with writes between pages, each page is what then lies behind the last row: untouched rows once, in strict order",
        oracle: Oracle::Model,
        operations: STORE,
        needs: &[
            "index_key.types=int",
            "index_key.types=string",
            "index_key.features=cursors",
        ],
        cost: 2,
        strategy: written_between,
        body: Body::Talk(pages_are_live),
        blame: |_| None,
    },
];

const PAGED: &[&str] = &["index_key.create", "index_key.put", "index_key.scan"];

const NULLABLE: Palette = Palette {
    null: true,
    ..generate::PLAIN
};

fn paged(palette: Palette) -> BoxedStrategy<Value> {
    (conditions(palette), any::<bool>(), 1..4_u64)
        .prop_map(|(mut question, reverse, size)| {
            question.table = question.table.distinct();
            let mut input = question.wire();
            input["reverse"] = reverse.into();
            input["size"] = size.into();
            input
        })
        .boxed()
}

/// Rows, and for each page what is written before it: a row that is put, or a primary key that is deleted.
fn written_between() -> BoxedStrategy<Value> {
    let write = (0..6_usize, 0..6_usize, any::<bool>());
    let between = proptest::collection::vec(proptest::collection::vec(write, 0..3), 0..5);
    (
        tables(generate::PLAIN, 6),
        between,
        any::<bool>(),
        1..3_u64,
        0..6_usize,
    )
        .prop_map(|(table, between, reverse, size, present)| {
            let mut input = table.wire();
            let pick = |row: usize, of: usize, deleted: bool| {
                let primary_key = wire::value(&table.rows[row].primary_key);
                if deleted {
                    json!({"delete": primary_key})
                } else {
                    let components = input["rows"][of]["components"].clone();
                    json!({"put": {"components": components, "primary_key": primary_key}})
                }
            };
            let writes = |writes: &Vec<(usize, usize, bool)>| -> Value {
                writes
                    .iter()
                    .map(|(row, of, deleted)| pick(*row, *of, *deleted))
                    .collect()
            };
            let between: Value = between.iter().map(writes).collect();
            input["between"] = between;
            input["reverse"] = reverse.into();
            input["size"] = size.into();
            input["present"] = present.into();
            input
        })
        .boxed()
}

impl Query {
    fn read(input: &Value) -> Self {
        Self {
            prefix: input["prefix"].as_array().cloned().unwrap_or_default(),
            range: input["range"].clone(),
            reverse: input["reverse"] == true,
        }
    }
}

fn pages_are_the_scan(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    let (query, size) = (Query::read(input), input["size"].as_u64());
    let setup = 1 + table.given.len();
    if heard.is_empty() {
        let mut questions = vec![create(&input["index"])];
        questions.extend(table.given.iter().map(|row| put(&table.index, row)));
        questions.push(scan(&table.index, &query, None, &Value::Null));
        questions.push(scan(&table.index, &query, size, &Value::Null));
        return Step::Ask(questions);
    }
    let judged = rows(&table.index, &heard[setup]).and_then(|whole| {
        let mut listed: Vec<Row<Indexed>> = Vec::new();
        for page in &heard[setup + 1..] {
            let page = rows(&table.index, page)?;
            if page.len() as u64 > size.unwrap_or(u64::MAX) {
                return Err(broken(
                    "a page is longer than its limit",
                    json!(size),
                    row_values(&page),
                ));
            }
            listed.extend(page);
        }
        let cursor = match heard.last() {
            Some(Reply::Ok(ok)) => ok["cursor"].clone(),
            _ => Value::Null,
        };
        // A cursor that does not move would go on for ever.
        if !cursor.is_null()
            && listed.len() <= whole.len()
            && heard.len() < setup + 2 * whole.len() + 4
        {
            return Ok(Step::Ask(vec![scan(&table.index, &query, size, &cursor)]));
        }
        if listed == whole {
            Ok(Step::Holds)
        } else {
            let message = "the pages, one after the other, are not the whole scan";
            Err(broken(message, row_values(&whole), row_values(&listed)))
        }
    });
    judged.unwrap_or_else(|step| step)
}

/// A store as the law knows it: rows by their values, and nothing of bytes.
struct Known<'a> {
    table: &'a Table,
    reverse: bool,
    rows: Vec<Row<Indexed>>,
}

impl Known<'_> {
    fn write(&mut self, write: &Value) {
        let row = |row: &Value| {
            let row = crate::subject::index_key::row(row).expect("the strategy writes rows");
            self.table
                .index
                .row(&row)
                .expect("the strategy makes sound rows")
        };
        if let Some(put) = write.get("put") {
            let put = row(put);
            self.rows
                .retain(|known| known.primary_key != put.primary_key);
            self.rows.push(put);
        } else {
            let gone = row(&json!({"components": self.any(), "primary_key": write["delete"]}));
            self.rows
                .retain(|known| known.primary_key != gone.primary_key);
        }
    }

    /// Components of any row: they do not matter where only a primary key is read.
    fn any(&self) -> Value {
        crate::subject::index_key::values(&self.table.given[0].components)
    }

    /// The rows behind another, in the order of the scan.
    fn behind(&self, last: Option<&Row<Indexed>>) -> Vec<Row<Indexed>> {
        let compare = |a: &Row<Indexed>, b: &Row<Indexed>| {
            let order = order::compare(&self.table.index, a, b);
            if self.reverse { order.reverse() } else { order }
        };
        let behind = |row: &&Row<Indexed>| last.is_none_or(|last| compare(row, last).is_gt());
        let mut rows: Vec<_> = self.rows.iter().filter(behind).cloned().collect();
        rows.sort_by(compare);
        rows
    }
}

fn pages_are_live(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    let (query, size) = (Query::read(input), input["size"].as_u64().unwrap_or(1));
    let present = input["present"]
        .as_u64()
        .and_then(|n| usize::try_from(n).ok())
        .unwrap_or(0);
    let present = present.min(table.given.len());
    let between = input["between"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let mut known = Known {
        table: &table,
        reverse: query.reverse,
        rows: Vec::new(),
    };
    let given = input["rows"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    given[..present]
        .iter()
        .for_each(|row| known.write(&json!({"put": row})));
    if heard.is_empty() {
        let mut questions = vec![create(&input["index"])];
        questions.extend(
            table.given[..present]
                .iter()
                .map(|row| put(&table.index, row)),
        );
        questions.push(scan(&table.index, &query, Some(size), &Value::Null));
        return Step::Ask(questions);
    }
    let mut heard = heard[1 + present..].iter();
    let mut last: Option<Row<Indexed>> = None;
    for at in 0.. {
        let (page, ok) = match heard.next() {
            Some(page @ Reply::Ok(ok)) => (page, ok),
            Some(refusal) => return super::refused(refusal),
            None => return Step::Holds,
        };
        let page = match rows(&table.index, page) {
            Ok(page) => page,
            Err(step) => return step,
        };
        let mut expected = known.behind(last.as_ref());
        let remain = expected.split_off(expected.len().min(usize::try_from(size).unwrap_or(1)));
        if page != expected {
            return broken(
                format!("page {} is not what lies behind the last row", at + 1),
                row_values(&expected),
                row_values(&page),
            );
        }
        if ok["cursor"].is_null() {
            return if remain.is_empty() {
                Step::Holds
            } else {
                broken(
                    "rows remain, and there is no cursor",
                    row_values(&remain),
                    ok.clone(),
                )
            };
        }
        last = page.into_iter().last().or(last);
        let Some(writes) = between.get(at).and_then(Value::as_array) else {
            return Step::Holds;
        };
        if heard.len() == 0 {
            let mut questions: Vec<Request> =
                writes.iter().map(|write| written(&table, write)).collect();
            questions.push(scan(&table.index, &query, Some(size), &ok["cursor"]));
            return Step::Ask(questions);
        }
        for write in writes {
            known.write(write);
            heard.next();
        }
    }
    Step::Holds
}

fn written(table: &Table, write: &Value) -> Request {
    let index = crate::subject::index_key::reference_value(&table.index);
    match write.get("put") {
        Some(row) => {
            let mut input = row.clone();
            input["index"] = index;
            stateful("put", input)
        }
        None => stateful(
            "delete",
            json!({"index": index, "primary_key": write["delete"]}),
        ),
    }
}
