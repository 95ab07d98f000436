//! An encoder in which each decision can be got wrong.

use std::cmp::Ordering;
use std::collections::HashSet;

use serde_json::{Value, json};

use super::{
    Arranged, Dimension, NO_REWRITES, NO_VALUES, Rewrites, Values, literal, refusal, tagged,
};
use crate::model::Literal;
use crate::mutant::deviation::{instead, text};
use crate::mutant::opinion::Opinion;
use crate::rule::codes::partition_key as code;
use crate::subject::{Implementation, Reference, Reply, Request, wire};

const ENCODE: &str = "partition_key.encode";

/// How two dimensions compare.
type Order = fn(&Dimension<String>, &Dimension<String>) -> Ordering;

/// The decisions of an encoder.
#[derive(Clone, Copy)]
struct Encoder {
    /// What it makes of a name.
    names: fn(&str) -> Opinion,
    /// The value that it takes another value for.
    converts: fn(&Literal) -> Option<Literal>,
    /// What it makes of the values of a type.
    values: Values,
    /// How it alters what it writes after a tag.
    writes: Rewrites,
    /// How it compares two dimensions, whose values are `tag:text`.
    order: Order,
    /// The dimensions that it writes, of those in order, or the code of its refusal.
    arranges: fn(Vec<Dimension<String>>) -> Arranged<String>,
    /// What it writes between two dimensions.
    separator: &'static str,
}

/// The encoder that does as the reference does.
const RIGHT: Encoder = Encoder {
    names: |_| Opinion::Right,
    converts: |_| None,
    values: NO_VALUES,
    writes: NO_REWRITES,
    order: |a, b| a.key.cmp(&b.key),
    arranges: |dimensions| distinct(filled(dimensions)?),
    separator: ",",
};

/// An encoder that makes something of names.
pub(super) fn naming(names: fn(&str) -> Opinion) -> Box<dyn Implementation> {
    Encoder { names, ..RIGHT }.subject()
}

/// An encoder that takes some values for others.
pub(super) fn converting(converts: fn(&Literal) -> Option<Literal>) -> Box<dyn Implementation> {
    Encoder { converts, ..RIGHT }.subject()
}

/// An encoder that makes something of the values of a type.
pub(super) fn taking(tag: &'static str, values: fn(&str) -> Opinion) -> Box<dyn Implementation> {
    Encoder {
        values: (tag, values),
        ..RIGHT
    }
    .subject()
}

/// An encoder that writes the values of a type otherwise.
pub(super) fn writing(tag: &'static str, rewrites: fn(&str) -> String) -> Box<dyn Implementation> {
    Encoder {
        writes: (tag, rewrites),
        ..RIGHT
    }
    .subject()
}

/// An encoder that sorts otherwise.
pub(super) fn sorting(order: Order) -> Box<dyn Implementation> {
    Encoder { order, ..RIGHT }.subject()
}

/// An encoder that chooses otherwise among the dimensions in order.
pub(super) fn arranging(
    arranges: fn(Vec<Dimension<String>>) -> Arranged<String>,
) -> Box<dyn Implementation> {
    Encoder { arranges, ..RIGHT }.subject()
}

/// An encoder that chooses among the dimensions before it sorts them.
pub(super) fn arranging_unsorted(
    arranges: fn(Vec<Dimension<String>>) -> Arranged<String>,
) -> Box<dyn Implementation> {
    Encoder {
        order: |_, _| Ordering::Equal,
        arranges,
        ..RIGHT
    }
    .subject()
}

/// An encoder that joins dimensions otherwise.
pub(super) fn joining(separator: &'static str) -> Box<dyn Implementation> {
    Encoder { separator, ..RIGHT }.subject()
}

/// Refuses to make a key of nothing.
pub(super) fn filled<V>(dimensions: Vec<Dimension<V>>) -> Arranged<V> {
    if dimensions.is_empty() {
        Err(code::EMPTY_KEY)
    } else {
        Ok(dimensions)
    }
}

/// Refuses equal names, wherever they stand.
pub(super) fn distinct<V>(dimensions: Vec<Dimension<V>>) -> Arranged<V> {
    let mut seen = HashSet::new();
    if dimensions
        .iter()
        .all(|dimension| seen.insert(&dimension.key))
    {
        Ok(dimensions)
    } else {
        Err(code::DUPLICATE_KEY)
    }
}

impl Encoder {
    /// The reference with this encoder.
    fn subject(self) -> Box<dyn Implementation> {
        instead(&[ENCODE], move |reference, request| {
            self.encode(reference, request)
                .unwrap_or_else(|refusal| refusal)
        })
    }

    fn encode(self, reference: &mut Reference, request: &Request) -> Result<Reply, Reply> {
        // What the reference cannot read is no business of a mutant.
        let Some(given) = request.input["dimensions"].as_array() else {
            return Err(reference.call(request));
        };
        let mut dimensions = Vec::new();
        for dimension in given {
            let value = wire::literal(&dimension["value"]).map_err(|_| reference.call(request))?;
            dimensions.push(self.dimension(reference, text(dimension, "key"), value)?);
        }
        dimensions.sort_by(self.order);
        let dimensions = (self.arranges)(dimensions).map_err(Reply::reject)?;
        let parts: Vec<String> = dimensions
            .iter()
            .map(|dimension| format!("{}={}", dimension.key, dimension.value))
            .collect();
        Ok(Reply::Ok(json!({"canonical": parts.join(self.separator)})))
    }

    /// A dimension by itself, its value written as `tag:text`.
    fn dimension(
        self,
        reference: &mut Reference,
        name: &str,
        value: Literal,
    ) -> Result<Dimension<String>, Reply> {
        let value = (self.converts)(&value).unwrap_or(value);
        // The reference judges the name that `judged` shows; the key gets `key`.
        let (key, judged) = match (self.names)(name) {
            Opinion::Right => (name.to_owned(), name.to_owned()),
            Opinion::Reads(other) => (other.clone(), other),
            Opinion::Keeps(kept) => (kept, "a".to_owned()),
            Opinion::Refuses => return Err(Reply::reject(code::INVALID_KEY_NAME)),
        };
        let (tag, given) = tagged(&value).unwrap_or_default();
        let opinion = if tag == self.values.0 {
            (self.values.1)(given)
        } else {
            Opinion::Right
        };
        let written = match opinion {
            Opinion::Right => one(reference, &judged, &value)?,
            Opinion::Reads(other) => one(reference, &judged, &literal(tag, other))?,
            Opinion::Keeps(kept) => {
                one(reference, &judged, &Literal::Null)?;
                format!("{tag}:{kept}")
            }
            Opinion::Refuses => return Err(Reply::reject(refusal(tag))),
        };
        let value = match written.split_once(':') {
            Some((tag, text)) if tag == self.writes.0 => format!("{tag}:{}", (self.writes.1)(text)),
            _ => written,
        };
        Ok(Dimension { key, value })
    }
}

/// What the reference writes for one dimension, without its name.
fn one(reference: &mut Reference, name: &str, value: &Literal) -> Result<String, Reply> {
    let input = json!({"dimensions": [{"key": name, "value": wire::value(value)}]});
    match reference.call(&Request::new(ENCODE, input)) {
        Reply::Ok(result) => Ok(typed(&result).to_owned()),
        refusal => Err(refusal),
    }
}

fn typed(result: &Value) -> &str {
    text(result, "canonical")
        .split_once('=')
        .map_or("", |(_, typed)| typed)
}

#[cfg(test)]
mod tests {
    use crate::mutant::deviation::assert_right;

    #[test]
    fn without_a_mistake_the_encoder_is_the_reference() {
        assert_right(super::RIGHT.subject());
    }
}
