//! Lives of a store: rows come and go, and are scanned, perhaps by pages.

use proptest::prelude::*;
use proptest::sample::{Index as Pick, select};
use serde_json::{Value, json};

use super::question::{Condition, forms};
use super::script::{Script, whole};
use super::{Palette, Table, tables};
use crate::model::Literal;
use crate::model::index_key::{Index, Row};
use crate::subject::index_key::{index_value, range_value, reference_value, values};
use crate::subject::wire;

/// A store with an index, its neighbour, and what happens to them.
#[derive(Debug, Clone)]
pub struct Life {
    /// The index, and the rows that may be put into it.
    pub table: Table,
    /// An index next to it, of the same form.
    pub neighbour: Index,
    /// How many of the rows are there from the beginning.
    pub rows: usize,
    /// What happens, in order.
    pub acts: Vec<Act>,
}

/// One thing that happens.
#[derive(Debug, Clone)]
pub enum Act {
    /// A row is put, with the components of another: into the neighbour, if so.
    Put(Pick, Pick, bool),
    /// A row is deleted: from the neighbour, if so.
    Delete(Pick, bool),
    /// The index is scanned.
    Scan(Scan),
    /// The last scan is continued.
    Resume(Option<usize>, Twist),
    /// The index is created again.
    Create,
}

/// A scan.
#[derive(Debug, Clone)]
pub struct Scan {
    condition: Condition,
    /// The rows that the condition is made of.
    of: [Pick; 2],
    reverse: bool,
    limit: Option<usize>,
}

/// What is wrong with the way in which a scan is continued.
#[derive(Debug, Clone, Copy)]
pub enum Twist {
    /// Nothing.
    Nothing,
    /// The token is used for the other direction.
    Direction,
    /// The token is used in the neighbour.
    Neighbour,
    /// The token is used for another prefix or range.
    Query,
    /// A bit of the token is flipped.
    Bit(Pick, u8),
}

/// Lives of up to so many acts, with pages and tokens or without.
pub fn lives(palette: Palette, acts: usize, unique: bool, pages: bool) -> BoxedStrategy<Life> {
    let limit = if pages { limits() } else { Just(None).boxed() };
    let resumed = u32::from(pages) * 3;
    let act = prop_oneof![
        4 => (any::<Pick>(), any::<Pick>(), neighbourly()).prop_map(|(row, of, there)| Act::Put(row, of, there)),
        2 => (any::<Pick>(), neighbourly()).prop_map(|(row, there)| Act::Delete(row, there)),
        3 => scans(limit.clone()).prop_map(Act::Scan),
        1 => Just(Act::Create),
        resumed => (limit, twists()).prop_map(|(limit, twist)| Act::Resume(limit, twist)),
    ];
    let acts = proptest::collection::vec(act, 1..acts);
    (tables(palette, 6), any::<bool>(), 0..6_usize, acts)
        .prop_map(move |(mut table, above, rows, acts)| {
            table.index.unique = unique;
            let id = table.index.id;
            let beside = if above {
                id.checked_add(1)
            } else {
                id.checked_sub(1)
            };
            let neighbour = Index {
                id: beside.unwrap_or(id ^ 1),
                ..table.index.clone()
            };
            Life {
                table,
                neighbour,
                rows,
                acts,
            }
        })
        .boxed()
}

fn neighbourly() -> BoxedStrategy<bool> {
    proptest::bool::weighted(0.15).boxed()
}

fn limits() -> BoxedStrategy<Option<usize>> {
    select(&[Some(1), Some(2), Some(3), None, Some(7), Some(0)]).boxed()
}

fn scans(limit: BoxedStrategy<Option<usize>>) -> BoxedStrategy<Scan> {
    (forms(), any::<[Pick; 2]>(), any::<bool>(), limit)
        .prop_map(|(condition, of, reverse, limit)| Scan {
            condition,
            of,
            reverse,
            limit,
        })
        .boxed()
}

fn twists() -> BoxedStrategy<Twist> {
    prop_oneof![
        5 => Just(Twist::Nothing),
        1 => Just(Twist::Direction),
        1 => Just(Twist::Neighbour),
        1 => Just(Twist::Query),
        2 => (any::<Pick>(), 0..4_u8).prop_map(|(at, bit)| Twist::Bit(at, bit)),
    ]
    .boxed()
}

/// The operations of a life and their inputs. Tokens are those that the reference gives.
#[must_use]
pub fn requests(life: &Life) -> Vec<(String, Value)> {
    let mut session = Session {
        life,
        script: Script::default(),
    };
    session
        .script
        .ask("create", json!({"index": index_value(&life.table.index)}));
    session
        .script
        .ask("create", json!({"index": index_value(&life.neighbour)}));
    for row in &life.table.rows[..life.rows] {
        session.put(row, false);
    }
    for act in &life.acts {
        session.act(act);
    }
    // What is left in the end, wherever it is.
    for index in [&life.table.index, &life.neighbour] {
        session.script.ask("scan", whole(index));
    }
    session.script.requests
}

/// What has been asked so far.
struct Session<'a> {
    life: &'a Life,
    script: Script,
}

impl<'a> Session<'a> {
    fn act(&mut self, act: &Act) {
        let Table { index, rows } = &self.life.table;
        match act {
            Act::Put(row, of, there) => {
                let row = Row {
                    components: rows[of.index(rows.len())].components.clone(),
                    primary_key: rows[row.index(rows.len())].primary_key.clone(),
                };
                self.put(&row, *there);
            }
            Act::Delete(row, there) => {
                let primary_key = wire::value(&rows[row.index(rows.len())].primary_key);
                let index = self.place(*there);
                self.script.ask(
                    "delete",
                    json!({"index": index, "primary_key": primary_key}),
                );
            }
            Act::Scan(scan) => {
                let [row, other] = scan.of.map(|pick| &rows[pick.index(rows.len())]);
                let (prefix, range) = scan.condition.of(index, row, other);
                let mut input = whole(index);
                input["prefix"] = values(&prefix);
                input["range"] = range_value(range.as_ref());
                input["reverse"] = json!(scan.reverse);
                input["limit"] = json!(scan.limit);
                self.script.ask("scan", input);
            }
            Act::Resume(limit, twist) => {
                if let Some((mut input, token)) = self.script.scanned.clone() {
                    input["cursor"] = json!(token);
                    input["limit"] = json!(limit);
                    self.twist(*twist, &token, &mut input);
                    self.script.ask("scan", input);
                }
            }
            Act::Create => self
                .script
                .ask("create", json!({"index": index_value(index)})),
        }
    }

    fn twist(&self, twist: Twist, token: &str, input: &mut Value) {
        match twist {
            Twist::Nothing => {}
            Twist::Direction => input["reverse"] = json!(input["reverse"] == false),
            Twist::Neighbour => input["index"] = self.place(true),
            Twist::Query => {
                let whole = input["prefix"] == json!([]) && input["range"].is_null();
                let first = &self.life.table.rows[0].components[..usize::from(whole)];
                input["prefix"] = values(first);
                input["range"] = Value::Null;
            }
            Twist::Bit(at, bit) => {
                let at = at.index(token.len());
                let digit = u32::from_str_radix(&token[at..=at], 16).unwrap_or_default();
                let digit = char::from_digit(digit ^ 1 << bit, 16).unwrap_or('0');
                input["cursor"] = json!(format!("{}{digit}{}", &token[..at], &token[at + 1..]));
            }
        }
    }

    fn put(&mut self, row: &Row<Literal>, there: bool) {
        self.script.put(row, self.index(there));
    }

    fn place(&self, there: bool) -> Value {
        reference_value(self.index(there))
    }

    fn index(&self, there: bool) -> &'a Index {
        if there {
            &self.life.neighbour
        } else {
            &self.life.table.index
        }
    }
}
