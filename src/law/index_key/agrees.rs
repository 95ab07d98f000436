//! Laws that compare with the model, answer by answer.

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::json;

use super::{CANONICAL, FULL, PLAIN, talk};
use crate::generate::index_key::{
    self as generate, crafted_keys, given_bounds, given_keys, given_pairs, given_plans,
    given_prefixes, given_rows, lives, long_orders, mixed_tables, of_type, pair, requests, tables,
    tables_of,
};
use crate::law::{Body, Law, Oracle, steps};
use crate::model::index_key::TYPES;
use crate::rule::rules::{
    IK_001, IK_002, IK_003, IK_004, IK_005, IK_006, IK_007, IK_008, IK_009, IK_010, IK_011, IK_012,
    IK_013, IK_014, IK_015, IK_016, IK_017, IK_018, IK_019, IK_020, IK_021, IK_022, IK_023, IK_024,
    IK_025, IK_026, IK_027, IK_028, IK_029, IK_030, IK_031, IK_032, IK_033, IK_034, IK_037, IK_038,
    IK_039, IK_040, IK_041, IK_042, IK_043, IK_044, IK_045, IK_046, IK_047, IK_048, IK_049, IK_050,
    IK_051, IK_052, IK_053, IK_054, IK_055, IK_056, IK_057, IK_058, IK_059, IK_060, IK_061, IK_062,
    IK_064, IK_065, IK_066, IK_067, IK_068, IK_069, IK_070, IK_071, IK_072, IK_073, IK_074, IK_075,
    IK_076, IK_077, IK_078, IK_079, IK_080, IK_082, IK_083, IK_084, IK_085, IK_086, IK_087, IK_088,
    IK_089, IK_090, IK_091, IK_092, IK_093, IK_094, IK_095, IK_096, IK_097, IK_098, IK_103, IK_104,
    IK_105, IK_106, IK_108, IK_109, IK_110, IK_111, IK_112, IK_113, IK_114, IK_115, IK_116, IK_117,
    IK_119, IK_120, IK_121, IK_122, IK_123, IK_124, IK_125, IK_126, IK_127, IK_128,
};
use crate::subject::index_key::{hex, index_value};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "index_key/law/encode-agrees",
        rules: &[
            IK_019, IK_020, IK_021, IK_022, IK_023, IK_024, IK_025, IK_026, IK_027, IK_028, IK_029,
            IK_030, IK_031, IK_032, IK_033, IK_034, IK_037, IK_039, IK_040, IK_041, IK_042, IK_043,
            IK_044, IK_045, IK_046, IK_047, IK_048, IK_049, IK_050, IK_051, IK_052, IK_053, IK_054,
            IK_055, IK_056, IK_057, IK_058, IK_059, IK_060, IK_061, IK_062, IK_117,
        ],
        about: "the key of any row, sound or faulty, is what the model gives",
        oracle: Oracle::Model,
        operations: &["index_key.encode"],
        needs: CANONICAL,
        cost: 1,
        strategy: given,
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/decode-agrees",
        rules: &[
            IK_064, IK_029, IK_065, IK_066, IK_067, IK_068, IK_069, IK_070, IK_071, IK_072, IK_073,
            IK_074, IK_075, IK_076, IK_077, IK_078,
        ],
        about: "any bytes, a key or a damaged one, are read as the model reads them",
        oracle: Oracle::Model,
        operations: &["index_key.decode"],
        needs: CANONICAL,
        cost: 1,
        strategy: || {
            given_keys()
                .prop_map(|(index, key)| json!({"index": index_value(&index), "key": hex(&key)}))
                .boxed()
        },
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/crafted-frames-agree",
        rules: &[
            IK_029, IK_064, IK_065, IK_069, IK_070, IK_071, IK_072, IK_073, IK_074, IK_075, IK_076,
            IK_077,
        ],
        about: "a frame put together from good and bad parts is read as the model reads it",
        oracle: Oracle::Model,
        operations: &["index_key.decode"],
        needs: CANONICAL,
        cost: 1,
        strategy: || {
            crafted_keys()
                .prop_map(|(index, key)| json!({"index": index_value(&index), "key": hex(&key)}))
                .boxed()
        },
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/prefix-agrees",
        rules: &[IK_079, IK_080],
        about: "the prefix of any tuple is what the model gives",
        oracle: Oracle::Model,
        operations: &["index_key.prefix"],
        needs: CANONICAL,
        cost: 1,
        strategy: given_prefixes,
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/bounds-agree",
        rules: &[
            IK_038, IK_080, IK_082, IK_083, IK_084, IK_085, IK_086, IK_087, IK_088, IK_089, IK_090,
            IK_091, IK_092, IK_093, IK_094, IK_095,
        ],
        about: "the bounds of any condition are what the model gives",
        oracle: Oracle::Model,
        operations: &["index_key.bounds"],
        needs: CANONICAL,
        cost: 1,
        strategy: given_bounds,
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/compare-agrees",
        rules: &[
            IK_001, IK_002, IK_003, IK_004, IK_005, IK_006, IK_007, IK_008, IK_009, IK_010, IK_011,
            IK_012, IK_013, IK_014, IK_015, IK_016, IK_017, IK_018,
        ],
        about: "any two rows of any index compare as in the model",
        oracle: Oracle::Model,
        operations: &["index_key.compare"],
        needs: FULL,
        cost: 1,
        strategy: given_pairs,
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/compare-agrees-on-plain-types",
        rules: &[IK_003, IK_011, IK_016, IK_017],
        about: "any two rows of integers and texts compare as in the model",
        oracle: Oracle::Model,
        operations: &["index_key.compare"],
        needs: PLAIN,
        cost: 1,
        strategy: || {
            tables(generate::PLAIN, 2)
                .prop_map(|table| pair(&table))
                .boxed()
        },
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/compare-agrees-on-values",
        rules: &[
            IK_001, IK_002, IK_003, IK_004, IK_005, IK_006, IK_007, IK_008, IK_009, IK_010, IK_011,
            IK_012, IK_013, IK_014, IK_015,
        ],
        about: "any two of five rows compare as in the model, with values of one type or of any",
        oracle: Oracle::Model,
        operations: &["index_key.compare"],
        needs: FULL,
        cost: 2,
        strategy: || {
            select(&TYPES)
                .prop_flat_map(|name| match name {
                    "null" => mixed_tables(5),
                    name => tables_of((name, of_type(name)), 5),
                })
                .prop_map(|table| table.wire())
                .boxed()
        },
        body: Body::Talk(talk::rows_compare_as_in_the_model),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/faulty-rows-are-refused",
        rules: &[
            IK_019, IK_020, IK_021, IK_022, IK_023, IK_024, IK_025, IK_026, IK_027, IK_028, IK_029,
            IK_030, IK_031, IK_032, IK_033,
        ],
        about: "a row is refused if the model refuses it, and only then, whatever the bytes are",
        oracle: Oracle::Model,
        operations: &["index_key.encode"],
        needs: FULL,
        cost: 1,
        strategy: given,
        body: Body::Talk(talk::faulty_rows_are_refused),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/plan-agrees",
        rules: &[
            IK_119, IK_120, IK_121, IK_122, IK_123, IK_124, IK_125, IK_126, IK_127, IK_128,
        ],
        about: "the plan for any predicates and order is what the model gives",
        oracle: Oracle::Model,
        operations: &["index_key.plan"],
        needs: FULL,
        cost: 1,
        strategy: || prop_oneof![9 => given_plans(), 1 => long_orders()].boxed(),
        body: Body::Agrees,
        blame: |_| None,
    },
    Law {
        id: "index_key/law/store-agrees",
        rules: &[
            IK_096, IK_097, IK_098, IK_103, IK_104, IK_105, IK_106, IK_108, IK_109, IK_110, IK_111,
            IK_112, IK_113, IK_114, IK_115, IK_116, IK_117,
        ],
        about: "a store over any life, with pages and tokens, good and bad, answers as the model does",
        oracle: Oracle::Model,
        operations: STORE,
        needs: CANONICAL,
        cost: 4,
        strategy: || {
            lives(generate::FULL, 16, false, true)
                .prop_map(|life| steps(&requests(&life)))
                .boxed()
        },
        body: Body::SessionAgrees,
        blame: |_| None,
    },
];

/// The operations of a store.
pub(super) const STORE: &[&str] = &[
    "index_key.create",
    "index_key.put",
    "index_key.delete",
    "index_key.scan",
];

/// Rows as an encoder may be given them.
fn given() -> BoxedStrategy<serde_json::Value> {
    given_rows()
        .prop_map(|(index, row)| generate::wire(&index, &row))
        .boxed()
}
