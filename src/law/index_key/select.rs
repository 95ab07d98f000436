//! Laws of selection: prefixes, bounds, and the walls between indexes.

use proptest::prelude::*;
use serde_json::Value;

use super::{CANONICAL, DESCENDING, FULL, PLAIN, talk};
use crate::generate::index_key::{
    self as generate, Palette, beginnings, conditions, ids, kinds, tables,
};
use crate::law::{Body, Law, Oracle};
use crate::model::index_key::Range;
use crate::rule::rules::{
    IK_036, IK_053, IK_058, IK_059, IK_060, IK_063, IK_079, IK_081, IK_082, IK_083, IK_084, IK_085,
    IK_086, IK_087, IK_088, IK_089, IK_090, IK_091, IK_092, IK_093, IK_095, IK_118,
};
use crate::subject::index_key::{index_value, range_value};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "index_key/law/tuple-prefix-is-byte-prefix",
        rules: &[IK_079, IK_036, IK_053],
        about: "the key of a row begins with a prefix exactly if the row does, over integers and texts",
        oracle: Oracle::Model,
        operations: &["index_key.prefix", "index_key.encode"],
        needs: PLAIN,
        cost: 1,
        strategy: || prefixes(generate::PLAIN),
        body: Body::Talk(talk::tuple_prefix_is_byte_prefix),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/tuple-prefix-is-byte-prefix-for-all-types",
        rules: &[IK_079, IK_036],
        about: "the key of a row begins with a prefix exactly if the row does, over all types and directions",
        oracle: Oracle::Model,
        operations: &["index_key.prefix", "index_key.encode"],
        needs: FULL,
        cost: 1,
        strategy: || prefixes(generate::FULL),
        body: Body::Talk(talk::tuple_prefix_is_byte_prefix),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/bounds-select",
        rules: BOUNDS,
        about: "bounds select exactly the rows that a filter selects: every operator, every length of prefix",
        oracle: Oracle::Model,
        operations: &["index_key.bounds", "index_key.encode"],
        needs: PLAIN,
        cost: 1,
        strategy: || {
            conditions(generate::PLAIN)
                .prop_map(|question| question.wire())
                .boxed()
        },
        body: Body::Talk(talk::bounds_select_what_the_condition_selects),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/bounds-select-in-both-directions",
        rules: &[IK_081, IK_089],
        about: "bounds on descending components select exactly the rows that a filter selects",
        oracle: Oracle::Model,
        operations: &["index_key.bounds", "index_key.encode"],
        needs: DESCENDING,
        cost: 1,
        strategy: || {
            conditions(generate::DESCENDING)
                .prop_map(|question| question.wire())
                .boxed()
        },
        body: Body::Talk(talk::bounds_select_what_the_condition_selects),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/bounds-select-among-all-types",
        rules: &[IK_081, IK_090],
        about: "bounds select exactly the rows that a filter selects, null and other types included",
        oracle: Oracle::Model,
        operations: &["index_key.bounds", "index_key.encode"],
        needs: FULL,
        cost: 1,
        strategy: || {
            conditions(generate::FULL)
                .prop_map(|question| question.wire())
                .boxed()
        },
        body: Body::Talk(talk::bounds_select_what_the_condition_selects),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/starts-with-selects-texts",
        rules: &[IK_092, IK_093],
        about: "the bounds of a beginning select exactly the texts that begin with it",
        oracle: Oracle::Model,
        operations: &["index_key.bounds", "index_key.encode"],
        needs: PLAIN,
        cost: 1,
        strategy: || starting("string"),
        body: Body::Talk(talk::bounds_select_what_the_condition_selects),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/starts-with-selects-bytes",
        rules: &[IK_092, IK_093],
        about: "the bounds of a beginning select exactly the byte strings that begin with it",
        oracle: Oracle::Model,
        operations: &["index_key.bounds", "index_key.encode"],
        needs: &["index_key.types=int", "index_key.types=bytes"],
        cost: 1,
        strategy: || starting("bytes"),
        body: Body::Talk(talk::bounds_select_what_the_condition_selects),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/neighbours-never-bleed",
        rules: &[IK_095, IK_063, IK_059, IK_060],
        about: "no bounds hold a key of an index of another id or kind, and no two indexes share a key",
        oracle: Oracle::Itself,
        operations: &["index_key.bounds", "index_key.encode"],
        needs: PLAIN,
        cost: 1,
        strategy: neighbours,
        body: Body::Talk(talk::bounds_stay_within_their_index),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/versions-never-bleed",
        rules: &[IK_118, IK_058],
        about: "all bounds lie within the keys of version 2",
        oracle: Oracle::Itself,
        operations: &["index_key.bounds"],
        needs: CANONICAL,
        cost: 1,
        strategy: || {
            conditions(generate::FULL)
                .prop_map(|question| question.wire())
                .boxed()
        },
        body: Body::Talk(talk::bounds_stay_within_their_version),
        blame: |_| None,
    },
];

const BOUNDS: &[crate::rule::RuleId] = &[
    IK_081, IK_082, IK_083, IK_084, IK_085, IK_086, IK_087, IK_088, IK_091, IK_092,
];

fn prefixes(palette: Palette) -> BoxedStrategy<Value> {
    (tables(palette, 4), 0..4_u8)
        .prop_map(|(table, length)| {
            let mut input = table.wire();
            input["length"] = length.into();
            input
        })
        .boxed()
}

fn starting(name: &'static str) -> BoxedStrategy<Value> {
    beginnings(name)
        .prop_map(|question| {
            let mut input = question.table.wire();
            input["prefix"] = Value::Array(Vec::new());
            input["range"] = range_value(Some(&Range::StartsWith(question.beginning)));
            input
        })
        .boxed()
}

/// A condition on an index, and another index of the same form.
fn neighbours() -> BoxedStrategy<Value> {
    let beside = prop_oneof![Just(None), (kinds(), ids()).prop_map(Some),];
    (conditions(generate::PLAIN), beside, any::<bool>())
        .prop_map(|(question, other, above)| {
            let mut neighbour = question.table.index.clone();
            match other {
                Some((kind, id)) if (kind, id) != (neighbour.kind, neighbour.id) => {
                    (neighbour.kind, neighbour.id) = (kind, id);
                }
                _ if above => neighbour.id = neighbour.id.wrapping_add(1),
                _ => neighbour.id = neighbour.id.wrapping_sub(1),
            }
            let mut input = question.wire();
            input["neighbour"] = index_value(&neighbour);
            input
        })
        .boxed()
}
