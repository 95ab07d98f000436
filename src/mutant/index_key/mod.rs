//! Mutants of index keys, one file for each group of decisions.

mod bounds;
mod compare;
mod decimals;
mod decoder;
mod encoder;
mod fit;
mod frames;
mod keys;
mod numbers;
mod order;
mod pages;
mod plan;
mod pushdown;
mod ranges;
mod refusals;
mod rows;
mod store;
mod strings;
mod taking;
mod times;
mod tokens;
mod tuples;

use serde_json::Value as Json;

use super::Mutant;
use crate::model::Literal;
use crate::model::index_key::{Decimal, Index, Row, TYPES, Value};
use crate::subject::{index_key as read, wire};

/// The mutants, in the order of the rules.
pub(super) const TABLES: &[&[Mutant]] = &[
    order::MUTANTS,
    tuples::MUTANTS,
    numbers::MUTANTS,
    times::MUTANTS,
    fit::MUTANTS,
    frames::MUTANTS,
    decimals::MUTANTS,
    strings::MUTANTS,
    keys::MUTANTS,
    refusals::MUTANTS,
    ranges::MUTANTS,
    rows::MUTANTS,
    pages::MUTANTS,
    tokens::MUTANTS,
    plan::MUTANTS,
    pushdown::MUTANTS,
];

/// A row of the index, of an input that holds its fields; `None` where the reference refuses it or the input is malformed.
fn row(index: &Index, input: &Json) -> Option<Row<Value>> {
    let components = read::literals(input["components"].as_array()?).ok()?;
    let primary_key = read::number_checked(&input["primary_key"]).ok()?;
    index
        .row(&Row {
            components,
            primary_key,
        })
        .ok()
}

/// Replaces protocol values within an input, wherever they stand, payloads included.
fn rewrite(input: &mut Json, with: &dyn Fn(&Literal) -> Option<Literal>) {
    let one = input.as_object().filter(|map| map.len() == 1);
    let name = one.and_then(|map| map.keys().next());
    let is_value = name.is_some_and(|name| TYPES.contains(&name.as_str()));
    if let Some(literal) = wire::literal(input).ok().filter(|_| is_value) {
        if let Some(other) = within(&literal, with) {
            *input = wire::value(&other);
        }
        return;
    }
    match input {
        Json::Object(map) => map.values_mut().for_each(|value| rewrite(value, with)),
        Json::Array(list) => list.iter_mut().for_each(|value| rewrite(value, with)),
        _ => {}
    }
}

/// A literal with itself, or what it holds, replaced.
fn within(literal: &Literal, with: &dyn Fn(&Literal) -> Option<Literal>) -> Option<Literal> {
    if let Some(other) = with(literal) {
        return Some(other);
    }
    let Literal::Enum {
        discriminant,
        payload: Some(payload),
    } = literal
    else {
        return None;
    };
    Some(Literal::Enum {
        discriminant: *discriminant,
        payload: Some(Box::new(within(payload, with)?)),
    })
}

/// A decimal taken apart: whether it is negative, its digits, and the exponent of the first.
fn parts(number: &Decimal) -> (bool, Vec<u8>, i32) {
    let text = number.to_string();
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits = mantissa.bytes().filter(u8::is_ascii_digit);
    (
        mantissa.starts_with('-'),
        digits.map(|digit| digit - b'0').collect(),
        exponent.parse().unwrap_or_default(),
    )
}
