//! Mutants of partition keys, one file for each topic of the vectors.

mod base64;
mod dates;
mod encoder;
mod fractions;
mod ids;
mod integers;
mod names;
mod offsets;
mod order;
mod parser;
mod scalars;
mod strings;
mod structure;
mod times;
mod timestamps;
mod utf8;
mod written;

use super::Mutant;
use super::opinion::Opinion;
use crate::model::Literal;
use crate::rule::codes::partition_key as code;

/// The mutants, in the order of the rules.
pub(super) const TABLES: &[&[Mutant]] = &[
    structure::MUTANTS,
    names::MUTANTS,
    order::MUTANTS,
    base64::MUTANTS,
    strings::MUTANTS,
    integers::MUTANTS,
    scalars::MUTANTS,
    dates::MUTANTS,
    timestamps::MUTANTS,
    offsets::MUTANTS,
    times::MUTANTS,
    fractions::MUTANTS,
    ids::MUTANTS,
];

/// A dimension on its way through an encoder or a parser.
type Dimension<V> = crate::model::partition_key::Dimension<V>;

/// The dimensions that an implementation is left with, or the code of its refusal.
type Arranged<V> = Result<Vec<Dimension<V>>, &'static str>;

/// What an implementation makes of the texts of one type; the type is given by its tag.
type Values = (&'static str, fn(&str) -> Opinion);

/// How an implementation alters the texts of one type; the type is given by its tag.
type Rewrites = (&'static str, fn(&str) -> String);

/// Nothing is made of any type.
const NO_VALUES: Values = ("", |_| Opinion::Right);

/// No type is altered.
const NO_REWRITES: Rewrites = ("", str::to_owned);

/// The tag and the text of a literal that has both.
fn tagged(literal: &Literal) -> Option<(&'static str, &str)> {
    match literal {
        Literal::String(text) => Some(("s", text)),
        Literal::Int(text) => Some(("i", text)),
        Literal::Date(text) => Some(("d", text)),
        Literal::Timestamp(text) => Some(("t", text)),
        _ => None,
    }
}

/// The literal of a tag and a text, where the text is all that there is to it.
fn literal(tag: &str, text: String) -> Literal {
    match tag {
        "i" => Literal::Int(text),
        "d" => Literal::Date(text),
        "t" => Literal::Timestamp(text),
        _ => Literal::String(text),
    }
}

/// The code with which an implementation refuses a value of a type.
fn refusal(tag: &str) -> &'static str {
    match tag {
        "i" => code::INTEGER_OUT_OF_RANGE,
        "d" => code::INVALID_DATE,
        "t" => code::INVALID_TIMESTAMP,
        _ => code::INVALID_STRING,
    }
}
