//! The operations of `spec/partition_key.md`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Attempt, input};
use crate::model::partition_key::{Dimension, Value as Typed, encode, parse, partition_id};
use crate::model::{Literal, Stance};
use crate::subject::wire;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Encode {
    dimensions: Vec<WireDimension>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireDimension {
    key: String,
    value: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parse {
    canonical: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Id {
    asset_id: String,
    canonical: String,
}

/// Answers an operation of the domain, if there is one of that name.
pub(super) fn answer(name: &str, value: &Value, stance: &mut Stance) -> Option<Attempt> {
    Some(match name {
        "encode" => input(value).and_then(|input: Encode| {
            let dimensions = input.dimensions.into_iter().map(|dimension| {
                Ok(Dimension {
                    key: dimension.key,
                    value: wire::literal(&dimension.value)?,
                })
            });
            let dimensions: Vec<_> = dimensions.collect::<Result<_, String>>()?;
            Ok(encode(&dimensions, stance).map(|canonical| json!({"canonical": canonical})))
        }),
        "parse" => input(value).map(|input: Parse| {
            parse(&input.canonical, stance).map(|dimensions| {
                let dimensions = dimensions.iter().map(|dimension| {
                    json!({"key": dimension.key, "value": wire::value(&literal(&dimension.value))})
                });
                json!({"dimensions": dimensions.collect::<Vec<_>>()})
            })
        }),
        "id" => input(value).map(|input: Id| {
            partition_id(&input.asset_id, &input.canonical, stance)
                .map(|id| json!({"partition_id": id}))
        }),
        _ => return None,
    })
}

fn literal(value: &Typed) -> Literal {
    match value {
        Typed::String(text) => Literal::String(text.clone()),
        Typed::Int(_) => Literal::Int(value.encoded()),
        Typed::Bool(truth) => Literal::Bool(*truth),
        Typed::Date(_) => Literal::Date(value.encoded()),
        Typed::Timestamp(_) => Literal::Timestamp(value.encoded()),
        Typed::Null => Literal::Null,
    }
}
