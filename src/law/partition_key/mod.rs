//! The laws of `spec/partition_key.md`.

mod talk;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::{Body, Law, Oracle};
use crate::generate::partition_key::{
    asset_ids, canonical_values, dimensions, given_dimensions, given_texts, wire,
};
use crate::generate::value::{canonical_timestamps, offsets};
use crate::model::civil;
use crate::rule::RuleId;
use crate::rule::rules::{
    PK_001, PK_002, PK_003, PK_004, PK_005, PK_006, PK_007, PK_008, PK_009, PK_010, PK_011, PK_012,
    PK_013, PK_014, PK_015, PK_016, PK_017, PK_018, PK_019, PK_020, PK_021, PK_022, PK_024, PK_025,
    PK_026, PK_027, PK_028, PK_030, PK_031, PK_032, PK_033, PK_034,
};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "partition_key/law/encode-agrees",
        rules: ENCODING,
        about: "encoding any dimensions, sound or faulty, gives what the model gives",
        oracle: Oracle::Model,
        operations: &["partition_key.encode"],
        needs: &[],
        cost: 1,
        strategy: || {
            given_dimensions()
                .prop_map(|dimensions| wire(&dimensions))
                .boxed()
        },
        body: Body::Agrees,
        blame: encode_blame,
    },
    Law {
        id: "partition_key/law/parse-agrees",
        rules: PARSING,
        about: "parsing any text, canonical or damaged in one place, gives what the model gives",
        oracle: Oracle::Model,
        operations: &["partition_key.parse"],
        needs: &[],
        cost: 1,
        strategy: || {
            given_texts()
                .prop_map(|text| json!({"canonical": text}))
                .boxed()
        },
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "partition_key/law/id-agrees",
        rules: IDS,
        about: "the id of any asset and text, canonical or damaged, is what the model gives",
        oracle: Oracle::Model,
        operations: &["partition_key.id"],
        needs: &[],
        cost: 1,
        strategy: || {
            let asset = prop_oneof![8 => asset_ids(), 1 => Just(String::new())];
            (asset, given_texts())
                .prop_map(|(asset, text)| json!({"asset_id": asset, "canonical": text}))
                .boxed()
        },
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "partition_key/law/parse-inverts-encode",
        rules: &[PK_008, PK_011, PK_013, PK_015, PK_016, PK_018, PK_022],
        about: "parsing what was encoded gives the same dimensions, in the order of their names",
        oracle: Oracle::Itself,
        operations: &["partition_key.encode", "partition_key.parse"],
        needs: &[],
        cost: 1,
        strategy: || {
            dimensions()
                .prop_map(|dimensions| wire(&dimensions))
                .boxed()
        },
        body: Body::Talk(talk::parse_inverts_encode),
        blame: |_| None,
    },
    Law {
        id: "partition_key/law/order-does-not-matter",
        rules: &[PK_004],
        about: "encoding the same dimensions in another order gives the same text",
        oracle: Oracle::Itself,
        operations: &["partition_key.encode"],
        needs: &[],
        cost: 1,
        strategy: || {
            (dimensions(), any::<Index>())
                .prop_map(|(dimensions, turn)| {
                    let mut turned = dimensions.clone();
                    turned.rotate_left(turn.index(dimensions.len()));
                    turned.reverse();
                    json!({"one": wire(&dimensions), "other": wire(&turned)})
                })
                .boxed()
        },
        body: Body::Talk(|input, heard| {
            talk::same_text(input, heard, "the same dimensions in another order")
        }),
        blame: |_| None,
    },
    Law {
        id: "partition_key/law/only-canonical-text-parses",
        rules: &[
            PK_002, PK_004, PK_005, PK_008, PK_012, PK_015, PK_017, PK_018, PK_020, PK_024,
        ],
        about: "a text that parses is what encoding its dimensions gives, however it was damaged",
        oracle: Oracle::Itself,
        operations: &["partition_key.parse", "partition_key.encode"],
        needs: &[],
        cost: 1,
        strategy: || {
            given_texts()
                .prop_map(|text| json!({"canonical": text}))
                .boxed()
        },
        body: Body::Talk(talk::only_canonical_text_parses),
        blame: |_| None,
    },
    Law {
        id: "partition_key/law/different-keys-differ",
        rules: &[PK_007, PK_013, PK_016, PK_018],
        about: "two lists of dimensions that differ in one value have different texts",
        oracle: Oracle::Itself,
        operations: &["partition_key.encode"],
        needs: &[],
        cost: 1,
        strategy: different_pairs,
        body: Body::Talk(talk::different_keys_differ),
        blame: |_| None,
    },
    Law {
        id: "partition_key/law/url-safe",
        rules: &[PK_010, PK_011],
        about: "canonical text survives as a URL path segment without escaping",
        oracle: Oracle::Itself,
        operations: &["partition_key.encode"],
        needs: &[],
        cost: 1,
        strategy: || {
            dimensions()
                .prop_map(|dimensions| wire(&dimensions))
                .boxed()
        },
        body: Body::Talk(talk::url_safe),
        blame: |_| None,
    },
    Law {
        id: "partition_key/law/same-instant-same-key",
        rules: &[PK_025],
        about: "a timestamp and the same instant with another offset have the same text",
        oracle: Oracle::Itself,
        operations: &["partition_key.encode"],
        needs: &[],
        cost: 1,
        strategy: same_instants,
        body: Body::Talk(|input, heard| {
            talk::same_text(input, heard, "the same instant with another offset")
        }),
        blame: |_| None,
    },
    Law {
        id: "partition_key/law/ids-tell-pairs-apart",
        rules: &[PK_031, PK_032, PK_034],
        about: "different pairs of asset id and key have different ids, and ids have their form",
        oracle: Oracle::Itself,
        operations: &["partition_key.encode", "partition_key.id"],
        needs: &[],
        cost: 1,
        strategy: || {
            (dimensions(), dimensions(), asset_ids(), asset_ids())
                .prop_map(|(one, other, asset, other_asset)| {
                    json!({"keys": [wire(&one), wire(&other)], "assets": [asset, other_asset]})
                })
                .boxed()
        },
        body: Body::Talk(talk::ids_tell_pairs_apart),
        blame: |_| None,
    },
];

const ENCODING: &[RuleId] = &[
    PK_001, PK_002, PK_003, PK_004, PK_005, PK_006, PK_009, PK_010, PK_011, PK_013, PK_015, PK_016,
    PK_017, PK_018, PK_019, PK_020, PK_021, PK_022, PK_024, PK_025, PK_026, PK_027, PK_028, PK_030,
];

const PARSING: &[RuleId] = &[
    PK_001, PK_002, PK_003, PK_004, PK_005, PK_006, PK_008, PK_011, PK_012, PK_013, PK_014, PK_015,
    PK_016, PK_017, PK_018, PK_019, PK_020, PK_021, PK_022, PK_024, PK_026, PK_027,
];

const IDS: &[RuleId] = &[PK_031, PK_032, PK_033, PK_034];

/// The rule that a list of dimensions with one value is about, if the model accepts it.
fn encode_blame(input: &Value) -> Option<RuleId> {
    let [dimension] = input["dimensions"].as_array()?.as_slice() else {
        return Some(PK_004);
    };
    let (name, text) = dimension["value"].as_object()?.iter().next()?;
    Some(match name.as_str() {
        "null" => PK_018,
        "bool" => PK_017,
        "int" => PK_015,
        "string" => PK_013,
        "date" => PK_020,
        "timestamp" => {
            let written = civil::timestamp(text.as_str()?).ok()?;
            match (written.offset, written.fraction_digits) {
                (Some(1.. | ..=-1), _) => PK_025,
                (_, 6) => PK_024,
                (_, ..6) => PK_030,
                _ => PK_028,
            }
        }
        _ => return None,
    })
}

/// Dimensions, and the same with one value replaced by another, often by one that looks alike.
fn different_pairs() -> BoxedStrategy<Value> {
    (dimensions(), any::<Index>(), canonical_values())
        .prop_filter_map("the same value again", |(one, at, replacement)| {
            let mut other = one.clone();
            let at = at.index(one.len());
            other[at].value = replacement;
            (one != other).then(|| json!({"one": wire(&one), "other": wire(&other)}))
        })
        .boxed()
}

/// The same instant in UTC and with an offset.
fn same_instants() -> BoxedStrategy<Value> {
    let dimension =
        |text: &str| json!({"dimensions": [{"key": "a", "value": {"timestamp": text}}]});
    (canonical_timestamps(), offsets())
        .prop_filter_map("outside the years 0001 to 9999", move |(utc, offset)| {
            let instant = civil::timestamp(&utc).ok()?;
            let minutes = civil::timestamp(&format!("2025-01-15T10:00:00{offset}"))
                .ok()?
                .offset
                .unwrap_or(0);
            let local = instant.local + chrono::TimeDelta::minutes(i64::from(minutes));
            let in_range = (1..=9999).contains(&chrono::Datelike::year(&local));
            let local = local.format("%Y-%m-%dT%H:%M:%S%.6f");
            in_range.then(
                || json!({"one": dimension(&utc), "other": dimension(&format!("{local}{offset}"))}),
            )
        })
        .boxed()
}
