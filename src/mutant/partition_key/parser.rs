//! A parser in which each decision can be got wrong.

use serde_json::json;

use super::encoder::{distinct, filled};
use super::{
    Arranged, Dimension, NO_REWRITES, NO_VALUES, Rewrites, Values, literal, refusal, tagged,
};
use crate::model::Literal;
use crate::mutant::deviation::{instead, text};
use crate::mutant::opinion::Opinion;
use crate::rule::codes::partition_key as code;
use crate::subject::{Implementation, Reference, Reply, Request, wire};

const PARSE: &str = "partition_key.parse";

/// A name, a tag and the text of a value.
pub(super) type Parts = (String, String, String);

/// The tag and text that a parser takes a tag and text for.
type Retags = fn(&str, &str) -> Option<(&'static str, String)>;

/// The decisions of a parser.
#[derive(Clone, Copy)]
struct Parser {
    /// The dimensions' texts; none for the empty key.
    splits: fn(&str) -> Vec<String>,
    /// The parts of a dimension's text.
    divides: fn(&str) -> Option<Parts>,
    /// What it makes of a name.
    names: fn(&str) -> Opinion,
    /// The tag and text that it takes a tag and text for.
    retags: Retags,
    /// What it makes of the texts behind a tag.
    values: Values,
    /// How it alters the values that it gives back.
    gives: Rewrites,
    /// The dimensions that it gives back, or the code of its refusal.
    arranges: fn(Vec<Dimension<Literal>>) -> Arranged<Literal>,
}

/// The parser that does as the reference does.
const RIGHT: Parser = Parser {
    splits: split,
    divides: divide,
    names: |_| Opinion::Right,
    retags: |_, _| None,
    values: NO_VALUES,
    gives: NO_REWRITES,
    arranges: |dimensions| distinct(ascending(filled(dimensions)?)?),
};

/// A parser that splits otherwise.
pub(super) fn splitting(splits: fn(&str) -> Vec<String>) -> Box<dyn Implementation> {
    Parser { splits, ..RIGHT }.subject()
}

/// A parser that takes dimensions apart otherwise.
pub(super) fn dividing(divides: fn(&str) -> Option<Parts>) -> Box<dyn Implementation> {
    Parser { divides, ..RIGHT }.subject()
}

/// A parser that makes something of names.
pub(super) fn naming(names: fn(&str) -> Opinion) -> Box<dyn Implementation> {
    Parser { names, ..RIGHT }.subject()
}

/// A parser that takes some tags for others.
pub(super) fn retagging(retags: Retags) -> Box<dyn Implementation> {
    Parser { retags, ..RIGHT }.subject()
}

/// A parser that makes something of the values of a type.
pub(super) fn taking(tag: &'static str, values: fn(&str) -> Opinion) -> Box<dyn Implementation> {
    Parser {
        values: (tag, values),
        ..RIGHT
    }
    .subject()
}

/// A parser that alters the values of a type.
pub(super) fn giving(tag: &'static str, rewrites: fn(&str) -> String) -> Box<dyn Implementation> {
    Parser {
        gives: (tag, rewrites),
        ..RIGHT
    }
    .subject()
}

/// A parser that chooses otherwise among the dimensions.
pub(super) fn arranging(
    arranges: fn(Vec<Dimension<Literal>>) -> Arranged<Literal>,
) -> Box<dyn Implementation> {
    Parser { arranges, ..RIGHT }.subject()
}

/// The texts between commas.
pub(super) fn split(canonical: &str) -> Vec<String> {
    if canonical.is_empty() {
        return Vec::new();
    }
    canonical.split(',').map(str::to_owned).collect()
}

/// The parts around the first `=` and the first `:` after it.
pub(super) fn divide(dimension: &str) -> Option<Parts> {
    let (name, typed) = dimension.split_once('=')?;
    let (tag, text) = typed.split_once(':')?;
    Some((name.to_owned(), tag.to_owned(), text.to_owned()))
}

/// Refuses names that descend.
pub(super) fn ascending<V>(dimensions: Vec<Dimension<V>>) -> Arranged<V> {
    if dimensions.is_sorted_by(|a, b| a.key <= b.key) {
        Ok(dimensions)
    } else {
        Err(code::UNSORTED_KEYS)
    }
}

impl Parser {
    /// The reference with this parser.
    fn subject(self) -> Box<dyn Implementation> {
        instead(&[PARSE], move |reference, request| {
            self.parse(reference, request)
                .unwrap_or_else(|refusal| refusal)
        })
    }

    fn parse(self, reference: &mut Reference, request: &Request) -> Result<Reply, Reply> {
        let mut dimensions = Vec::new();
        for part in (self.splits)(text(&request.input, "canonical")) {
            dimensions.push(self.dimension(reference, &part)?);
        }
        let dimensions = (self.arranges)(dimensions).map_err(Reply::reject)?;
        let dimensions: Vec<_> = dimensions
            .iter()
            .map(|dimension| json!({"key": dimension.key, "value": wire::value(&dimension.value)}))
            .collect();
        Ok(Reply::Ok(json!({"dimensions": dimensions})))
    }

    /// A dimension by itself.
    fn dimension(self, reference: &mut Reference, part: &str) -> Result<Dimension<Literal>, Reply> {
        let malformed = || Reply::reject(code::MALFORMED_DIMENSION);
        let (name, tag, text) = (self.divides)(part).ok_or_else(malformed)?;
        let (tag, text) = match (self.retags)(&tag, &text) {
            Some((tag, text)) => (tag.to_owned(), text),
            None => (tag, text),
        };
        // Put together again, the reference would divide it at its first colon.
        if tag.contains(':') {
            return Err(Reply::reject(code::UNKNOWN_TYPE));
        }
        let (key, judged) = match (self.names)(&name) {
            Opinion::Right => (name.clone(), name),
            Opinion::Reads(other) => (other.clone(), other),
            Opinion::Keeps(kept) => (kept, "a".to_owned()),
            Opinion::Refuses => return Err(Reply::reject(code::INVALID_KEY_NAME)),
        };
        let opinion = if tag == self.values.0 {
            (self.values.1)(&text)
        } else {
            Opinion::Right
        };
        let value = match opinion {
            Opinion::Right => one(reference, &judged, &tag, &text)?,
            Opinion::Reads(other) => one(reference, &judged, &tag, &other)?,
            Opinion::Keeps(kept) => {
                one(reference, &judged, "n", "null")?;
                literal(&tag, kept)
            }
            Opinion::Refuses => return Err(Reply::reject(refusal(&tag))),
        };
        let value = match tagged(&value) {
            Some((tag, text)) if tag == self.gives.0 => literal(tag, (self.gives.1)(text)),
            _ => value,
        };
        Ok(Dimension { key, value })
    }
}

/// What the reference reads in one dimension.
fn one(reference: &mut Reference, name: &str, tag: &str, text: &str) -> Result<Literal, Reply> {
    let input = json!({"canonical": format!("{name}={tag}:{text}")});
    match reference.call(&Request::new(PARSE, input)) {
        Reply::Ok(result) => wire::literal(&result["dimensions"][0]["value"])
            .map_err(|message| Reply::Error { message }),
        refusal => Err(refusal),
    }
}

#[cfg(test)]
mod tests {
    use crate::mutant::deviation::assert_right;

    #[test]
    fn without_a_mistake_the_parser_is_the_reference() {
        assert_right(super::RIGHT.subject());
    }
}
