//! What rows are asked for: prefixes, ranges, predicates and orders.

use proptest::prelude::*;
use proptest::sample::{Index as Pick, select};
use serde_json::{Value, json};

use super::{FULL, Palette, Table, faulty, of_type, single, tables};
use crate::model::Literal;
use crate::model::index_key::{Bound, Index, Range, Row, TYPES};
use crate::subject::index_key::{index_value, range_value, values};
use crate::subject::wire;

/// A table and a condition on its rows.
#[derive(Debug, Clone)]
pub struct Question {
    /// The table.
    pub table: Table,
    /// The leading components.
    pub prefix: Vec<Literal>,
    /// The condition on the next element.
    pub range: Option<Range<Literal>>,
}

/// A table of one component and a beginning.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// The table.
    pub table: Table,
    /// A text, or bytes.
    pub beginning: Literal,
}

impl Question {
    /// The question as an input.
    #[must_use]
    pub fn wire(&self) -> Value {
        let mut input = self.table.wire();
        input["prefix"] = values(&self.prefix);
        input["range"] = range_value(self.range.as_ref());
        input
    }
}

/// How a condition is made of two rows.
#[derive(Debug, Clone, Copy)]
pub(super) struct Condition {
    prefix: Pick,
    form: Form,
}

#[derive(Debug, Clone, Copy)]
enum Form {
    Prefix,
    Lower(bool),
    Upper(bool),
    Between(bool, bool),
    Beginning,
}

/// Ways to make conditions, simple ones first.
pub(super) fn forms() -> BoxedStrategy<Condition> {
    let form = prop_oneof![
        2 => Just(Form::Prefix),
        3 => any::<bool>().prop_map(Form::Lower),
        3 => any::<bool>().prop_map(Form::Upper),
        3 => (any::<bool>(), any::<bool>()).prop_map(|(lower, upper)| Form::Between(lower, upper)),
        1 => Just(Form::Beginning),
    ];
    (any::<Pick>(), form)
        .prop_map(|(prefix, form)| Condition { prefix, form })
        .boxed()
}

impl Condition {
    /// The condition for which the values are taken from one row and, for a second bound, from another.
    pub(super) fn of(
        self,
        index: &Index,
        row: &Row<Literal>,
        other: &Row<Literal>,
    ) -> (Vec<Literal>, Option<Range<Literal>>) {
        let at = self.prefix.index(index.elements());
        let bound = |row: &Row<Literal>, inclusive| {
            Some(Bound {
                value: row.element(at).clone(),
                inclusive,
            })
        };
        let between = |lower, upper| Some(Range::Between { lower, upper });
        let range = match self.form {
            Form::Prefix => None,
            Form::Lower(inclusive) => between(bound(row, inclusive), None),
            Form::Upper(inclusive) => between(None, bound(row, inclusive)),
            Form::Between(lower, upper) => between(bound(row, lower), bound(other, upper)),
            Form::Beginning => beginning(row.element(at)).map(Range::StartsWith),
        };
        (row.components[..at].to_vec(), range)
    }
}

/// The first half of a text or of bytes.
fn beginning(literal: &Literal) -> Option<Literal> {
    match literal {
        Literal::String(text) => {
            let half = text.chars().count().div_ceil(2);
            Some(Literal::String(text.chars().take(half).collect()))
        }
        Literal::Bytes(bytes) => Some(Literal::Bytes(bytes[..bytes.len().div_ceil(2)].to_vec())),
        _ => None,
    }
}

/// Tables with conditions whose values occur, mostly, in their rows.
pub fn conditions(palette: Palette) -> BoxedStrategy<Question> {
    (tables(palette, 6), forms())
        .prop_map(|(mut table, condition)| {
            let (row, other) = (table.rows.remove(0), table.rows[0].clone());
            let (prefix, range) = condition.of(&table.index, &row, &other);
            Question {
                table,
                prefix,
                range,
            }
        })
        .boxed()
}

/// Texts, or bytes, and a beginning that some of them have.
pub fn beginnings(name: &'static str) -> BoxedStrategy<Beginning> {
    let values = proptest::collection::vec(of_type(name), 5);
    (values, any::<bool>())
        .prop_map(move |(mut values, whole)| {
            let first = values.remove(0);
            let row = |value| Row {
                components: vec![value],
                primary_key: Literal::Int("1".to_owned()),
            };
            Beginning {
                beginning: if whole {
                    Some(first)
                } else {
                    beginning(&first)
                }
                .expect("texts and bytes have a beginning"),
                table: Table {
                    index: single(name),
                    rows: values.into_iter().map(row).collect(),
                },
            }
        })
        .boxed()
}

/// Inputs of `index_key.bounds`, of which some must be refused.
pub fn given_bounds() -> BoxedStrategy<Value> {
    let input = |question: &Question| {
        json!({
            "index": index_value(&question.table.index),
            "prefix": values(&question.prefix),
            "range": range_value(question.range.as_ref()),
        })
    };
    let fault = select(&TYPES).prop_flat_map(|name| (Just(name), faulty(name)));
    let sound = conditions(FULL).boxed();
    prop_oneof![
        5 => sound.clone().prop_map(move |question| input(&question)),
        1 => (sound.clone(), fault).prop_map(move |(mut question, (name, value))| {
            // The type fits, so that there is one fault.
            let index = &mut question.table.index;
            match index.components.get_mut(question.prefix.len()) {
                Some(component) => component.declared = Some(name),
                None => index.primary_key = Some(name),
            }
            let lower = Some(Bound { value, inclusive: true });
            question.range = Some(Range::Between { lower, upper: None });
            input(&question)
        }),
        1 => (sound, of_type("int")).prop_map(move |(mut question, value)| {
            question.prefix = question.table.rows[0].components.clone();
            question.prefix.push(value);
            question.range = None;
            input(&question)
        }),
    ]
    .boxed()
}

/// Inputs of `index_key.plan`: predicates whose values mostly fit, and orders that mostly are those of the index.
pub fn given_plans() -> BoxedStrategy<Value> {
    let fault = select(&TYPES).prop_flat_map(faulty);
    (
        questions(FULL),
        any::<Pick>(),
        proptest::option::weighted(0.3, fault),
    )
        .prop_map(|(mut question, at, fault)| {
            let predicates = question["predicates"].as_array_mut().expect("a list");
            if let (Some(fault), false) = (fault, predicates.is_empty()) {
                let at = at.index(predicates.len());
                predicates[at]["value"] = wire::value(&fault);
            }
            json!({
                "index": question["index"],
                "columns": question["columns"],
                "predicates": question["predicates"],
                "order": question["order"],
            })
        })
        .boxed()
}

/// A table with predicates and an order over its columns: an input of `index_key.plan`, and `rows`.
pub fn questions(palette: Palette) -> BoxedStrategy<Value> {
    let operator = select(&[
        "eq",
        "eq",
        "eq",
        "ge",
        "lt",
        "le",
        "gt",
        "between",
        "ne",
        "starts_with",
    ]);
    let predicate = (any::<Pick>(), operator, 0..3_usize);
    let predicates = proptest::collection::vec(predicate, 0..5);
    let order = (
        0..3_usize,
        0..4_usize,
        any::<bool>(),
        proptest::option::weighted(0.2, any::<Pick>()),
    );
    (tables(palette, 6), predicates, order)
        .prop_map(|(table, predicates, (from, length, reverse, flipped))| {
            let table = table.distinct();
            let (elements, last) = (table.index.elements(), table.rows.len() - 1);
            let column = |at: usize| format!("c{at}");
            let predicates = predicates.into_iter().map(|(element, operator, row)| {
                // The first components are the interesting ones.
                let element = element.index(elements + 1) * element.index(2);
                let value = |row: usize| wire::value(table.rows[row.min(last)].element(element.min(elements - 1)));
                let mut predicate = json!({"column": column(element), "op": operator, "value": value(row)});
                match operator {
                    "between" => predicate["high"] = value(row + 1),
                    "starts_with" => {
                        let whole = table.rows[row.min(last)].element(element.min(elements - 1));
                        let begun = beginning(whole).unwrap_or_else(|| whole.clone());
                        predicate["value"] = wire::value(&begun);
                    }
                    _ => {}
                }
                predicate
            });
            let wanted = (from..elements).take(length).map(|at| {
                let flipped = flipped.is_some_and(|flip| flip.index(elements) == at);
                json!({"column": column(at), "descending": table.index.is_descending(at) ^ reverse ^ flipped})
            });
            let mut input = table.wire();
            input["columns"] = (0..elements).map(column).collect();
            input["predicates"] = predicates.collect();
            input["order"] = wanted.collect();
            input
        })
        .boxed()
}
