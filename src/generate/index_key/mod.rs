//! Indexes and rows to try implementations with.

mod corner;
mod frame;
mod key;
mod life;
mod needs;
mod question;
mod script;
mod value;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

pub use corner::{cold_tokens, crowds, long_orders, rewritten_rows};
pub use frame::crafted_keys;
pub use key::given_keys;
pub use life::{Act, Life, Scan, Twist, lives, requests};
pub use needs::needs;
pub use question::{
    Beginning, Question, beginnings, conditions, given_bounds, given_plans, questions,
};
pub use value::{bare_enums, faulty, of_type};

use crate::model::Literal;
use crate::model::index_key::{Component, Index, Kind, Row, TYPES, Type};
use crate::subject::index_key::{index_value, row_value, values};

/// An index and rows that it can hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// The index.
    pub index: Index,
    /// The rows.
    pub rows: Vec<Row<Literal>>,
}

/// What tables are made of: types, and features that not every implementation has.
#[derive(Debug, Clone, Copy)]
pub struct Palette {
    /// The types of components.
    pub types: &'static [&'static str],
    /// The types of primary keys.
    pub primary_keys: &'static [&'static str],
    /// Whether components may be null.
    pub null: bool,
    /// Whether components may be descending.
    pub descending: bool,
    /// Whether elements may be of type `any`.
    pub mixed: bool,
}

/// The two types that nearly every implementation has.
pub const PLAIN: Palette = Palette {
    types: &["int", "string"],
    primary_keys: &["int", "string"],
    null: false,
    descending: false,
    mixed: false,
};

/// As [`PLAIN`], with descending components.
pub const DESCENDING: Palette = Palette {
    descending: true,
    ..PLAIN
};

/// Everything there is.
pub const FULL: Palette = Palette {
    types: &TYPES,
    primary_keys: &[
        "int", "uint", "string", "decimal", "float", "ulid", "bytes", "enum", "date",
    ],
    null: true,
    descending: true,
    mixed: true,
};

impl Table {
    /// The table as an input.
    #[must_use]
    pub fn wire(&self) -> Value {
        let rows: Vec<Value> = self.rows.iter().map(row_value).collect();
        json!({"index": index_value(&self.index), "rows": rows})
    }

    /// The same, but with one row at most of each primary key, as a store would hold them.
    #[must_use]
    pub fn distinct(mut self) -> Self {
        let mut kept: Vec<Row<Literal>> = Vec::new();
        for row in self.rows {
            let same = |other: &Row<Literal>| {
                self.index.primary_key(&other.primary_key)
                    == self.index.primary_key(&row.primary_key)
            };
            if !kept.iter().any(same) {
                kept.push(row);
            }
        }
        self.rows = kept;
        self
    }
}

/// Tables of so many rows, many of which are equal in some components.
pub fn tables(palette: Palette, rows: usize) -> BoxedStrategy<Table> {
    let columns = proptest::collection::vec((columns(palette, rows), directions(palette)), 1..4);
    let primary = primary_keys(palette, rows);
    (kinds(), ids(), columns, primary)
        .prop_map(move |(kind, id, columns, primary)| {
            let declared = columns.iter().map(|(column, descending)| Component {
                declared: column.declared,
                descending: *descending,
            });
            let index = Index {
                kind,
                id,
                components: declared.collect(),
                primary_key: primary.declared,
                unique: false,
            };
            let row = |at: usize| Row {
                components: columns
                    .iter()
                    .map(|(column, _)| column.values[at].clone())
                    .collect(),
                primary_key: primary.values[at].clone(),
            };
            Table {
                rows: (0..rows).map(row).collect(),
                index,
            }
        })
        .boxed()
}

/// Tables of one component of a type, of which the values are given.
pub fn tables_of(
    (name, values): (&'static str, BoxedStrategy<Literal>),
    rows: usize,
) -> BoxedStrategy<Table> {
    proptest::collection::vec(values, rows)
        .prop_map(move |values| {
            let row = |value| Row {
                components: vec![value],
                primary_key: Literal::Int("1".to_owned()),
            };
            Table {
                index: single(name),
                rows: values.into_iter().map(row).collect(),
            }
        })
        .boxed()
}

/// Tables of one component of type `any`.
pub fn mixed_tables(rows: usize) -> BoxedStrategy<Table> {
    tables_of(("null", any_value(&TYPES)), rows)
        .prop_map(|mut table| {
            table.index.components[0].declared = None;
            table
        })
        .boxed()
}

/// Tables of two rows with a large text each, the same but for its end.
pub fn large_tables() -> BoxedStrategy<Table> {
    let lengths = select(&[1 << 8, 1 << 12, 1 << 16, 1 << 20]);
    let ends = proptest::collection::vec(of_type("string"), 2);
    (lengths, select(&["a", "\0", "\u{ffff}"]), ends)
        .prop_map(|(length, piece, ends)| {
            let row = |end| {
                let Literal::String(end) = end else {
                    unreachable!("of_type gives values of the type")
                };
                Row {
                    components: vec![Literal::String(piece.repeat(length / piece.len()) + &end)],
                    primary_key: Literal::Int("1".to_owned()),
                }
            };
            Table {
                index: single("string"),
                rows: ends.into_iter().map(row).collect(),
            }
        })
        .boxed()
}

/// A user's index of one ascending component.
#[must_use]
pub fn single(name: &'static str) -> Index {
    Index {
        kind: Kind::User,
        id: 7,
        components: vec![Component {
            declared: Some(name),
            descending: false,
        }],
        primary_key: Some("int"),
        unique: false,
    }
}

/// Rows as an encoder may be given them, of which about half must be refused.
pub fn given_rows() -> BoxedStrategy<(Index, Row<Literal>)> {
    let sound = tables(FULL, 1).prop_map(|mut table| (table.index, table.rows.remove(0)));
    let fault = select(&TYPES).prop_flat_map(|name| (Just(name), faulty(name)));
    prop_oneof![
        4 => sound.clone(),
        3 => (sound.clone(), fault, any::<prop::sample::Index>()).prop_map(|((mut index, mut row), (name, value), at)| {
            let at = at.index(index.elements());
            match row.components.get_mut(at) {
                Some(component) => {
                    *component = value;
                    index.components[at].declared = Some(name);
                }
                None => {
                    row.primary_key = value;
                    index.primary_key = Some(name);
                }
            }
            (index, row)
        }),
        1 => (sound.clone(), any::<bool>()).prop_map(|((index, mut row), longer)| {
            if longer {
                row.components.push(Literal::Null);
            } else {
                row.components.pop();
            }
            (index, row)
        }),
        1 => sound.prop_map(|(index, mut row)| {
            row.primary_key = Literal::Null;
            (index, row)
        }),
    ]
    .boxed()
}

/// A row as the input of `index_key.encode`.
#[must_use]
pub fn wire(index: &Index, row: &Row<Literal>) -> Value {
    let mut input = row_value(row);
    input["index"] = index_value(index);
    input
}

/// Inputs of `index_key.compare`.
pub fn given_pairs() -> BoxedStrategy<Value> {
    tables(FULL, 2).prop_map(|table| pair(&table)).boxed()
}

/// The first two rows of a table, as the input of `index_key.compare`.
#[must_use]
pub fn pair(table: &Table) -> Value {
    json!({
        "index": index_value(&table.index),
        "left": row_value(&table.rows[0]),
        "right": row_value(&table.rows[1]),
    })
}

/// Inputs of `index_key.prefix`, of which some are too long.
pub fn given_prefixes() -> BoxedStrategy<Value> {
    (tables(FULL, 1), 0..5_usize)
        .prop_map(|(mut table, length)| {
            let row = table.rows.remove(0);
            let mut tuple = row.components;
            tuple.push(row.primary_key);
            tuple.truncate(length);
            json!({"index": index_value(&table.index), "components": values(&tuple)})
        })
        .boxed()
}

/// Ids, many of them next to each other or at an end.
pub fn ids() -> BoxedStrategy<u32> {
    select(&[
        7,
        8,
        6,
        0,
        1,
        255,
        256,
        65_535,
        65_536,
        u32::MAX,
        u32::MAX - 1,
        1 << 31,
    ])
    .boxed()
}

/// Both kinds.
pub fn kinds() -> BoxedStrategy<Kind> {
    select(&[Kind::User, Kind::System]).boxed()
}

fn directions(palette: Palette) -> BoxedStrategy<bool> {
    if palette.descending {
        any::<bool>().boxed()
    } else {
        Just(false).boxed()
    }
}

/// The values of one element, row by row.
#[derive(Debug, Clone)]
struct Column {
    declared: Type,
    values: Vec<Literal>,
}

fn columns(palette: Palette, rows: usize) -> BoxedStrategy<Column> {
    let typed = palette.types.iter().map(|name| {
        let value = if palette.null {
            prop_oneof![7 => of_type(name), 1 => Just(Literal::Null)].boxed()
        } else {
            of_type(name)
        };
        (2, column(Some(name), value, rows))
    });
    let mut choices: Vec<_> = typed.collect();
    if palette.mixed {
        choices.push((6, column(None, any_value(palette.types), rows)));
    }
    proptest::strategy::Union::new_weighted(choices).boxed()
}

fn primary_keys(palette: Palette, rows: usize) -> BoxedStrategy<Column> {
    let typed = palette
        .primary_keys
        .iter()
        .map(|name| column(Some(name), of_type(name), rows));
    let mut choices: Vec<_> = typed.collect();
    if palette.mixed {
        choices.push(column(None, any_value(palette.primary_keys), rows));
    }
    proptest::strategy::Union::new(choices).boxed()
}

fn any_value(types: &'static [&'static str]) -> BoxedStrategy<Literal> {
    proptest::strategy::Union::new(types.iter().map(|name| of_type(name))).boxed()
}

/// As many values as there are rows, but fewer different ones, so that rows have something in common.
fn column(declared: Type, value: BoxedStrategy<Literal>, rows: usize) -> BoxedStrategy<Column> {
    let different = rows.div_ceil(2).max(2);
    let values = proptest::collection::vec(value, different);
    let picks = proptest::collection::vec(0..different, rows);
    (values, picks)
        .prop_map(move |(values, picks)| Column {
            declared,
            values: picks.into_iter().map(|pick| values[pick].clone()).collect(),
        })
        .boxed()
}
