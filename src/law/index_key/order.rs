//! Laws of order: that of the bytes is that of the values.

use proptest::prelude::*;

use super::{DESCENDING, FULL, PLAIN, talk};
use crate::generate::index_key::{
    self as generate, bare_enums, large_tables, of_type, tables, tables_of,
};
use crate::law::{Body, Law, Oracle};
use crate::rule::rules::{
    IK_001, IK_002, IK_003, IK_004, IK_005, IK_006, IK_007, IK_008, IK_009, IK_010, IK_011, IK_012,
    IK_013, IK_014, IK_015, IK_016, IK_017, IK_018, IK_030, IK_034, IK_035, IK_037, IK_039, IK_040,
    IK_041, IK_042, IK_043, IK_044, IK_045, IK_046, IK_047, IK_048, IK_049, IK_050, IK_051, IK_052,
    IK_053, IK_054, IK_055, IK_056, IK_057, IK_061, IK_062, IK_064, IK_065, IK_069, IK_070, IK_119,
};

/// The laws over one component of one type: order, and back from the bytes.
macro_rules! of_one_type {
    ($name:literal, $values:expr, [$($need:literal),*], [$($rule:ident),*]) => {
        Law {
            id: concat!("index_key/law/order-of-", $name),
            rules: &[$($rule,)* IK_035],
            about: concat!("the keys of two rows with values of type ", $name, " compare as the values do"),
            oracle: Oracle::Model,
            operations: &["index_key.encode"],
            needs: &["index_key.types=int", $($need),*],
            cost: 1,
            strategy: || tables_of($values, 2).prop_map(|table| table.wire()).boxed(),
            body: Body::Talk(talk::byte_order_is_value_order),
            blame: |_| None,
        }
    };
    (back $name:literal, $values:expr, [$($need:literal),*], [$($rule:ident),*]) => {
        Law {
            id: concat!("index_key/law/round-trip-of-", $name),
            rules: &[IK_064 $(, $rule)*],
            about: concat!("decoding gives back every row with a value of type ", $name),
            oracle: Oracle::Itself,
            operations: &["index_key.encode", "index_key.decode"],
            needs: &["index_key.types=int", $($need),*],
            cost: 1,
            strategy: || tables_of($values, 1).prop_map(|table| table.wire()).boxed(),
            body: Body::Talk(talk::decoding_inverts_encoding),
            blame: |_| None,
        }
    };
}

fn nullable() -> (&'static str, BoxedStrategy<crate::model::Literal>) {
    let value = prop_oneof![of_type("int"), of_type("null")];
    ("int", value.boxed())
}

fn typed(name: &'static str) -> (&'static str, BoxedStrategy<crate::model::Literal>) {
    (name, of_type(name))
}

pub(super) const LAWS: &[Law] = &[
    of_one_type!(
        "null",
        nullable(),
        ["index_key.types=null"],
        [IK_001, IK_030]
    ),
    of_one_type!(
        "bool",
        typed("bool"),
        ["index_key.types=bool"],
        [IK_002, IK_039]
    ),
    of_one_type!("int", typed("int"), [], [IK_003, IK_040]),
    of_one_type!(
        "uint",
        typed("uint"),
        ["index_key.types=uint"],
        [IK_004, IK_041]
    ),
    of_one_type!(
        "decimal",
        typed("decimal"),
        ["index_key.types=decimal"],
        [IK_005, IK_042, IK_043, IK_044, IK_045, IK_046]
    ),
    of_one_type!(
        "float",
        typed("float"),
        ["index_key.types=float"],
        [IK_006, IK_007, IK_008, IK_047, IK_048, IK_049]
    ),
    of_one_type!(
        "date",
        typed("date"),
        ["index_key.types=date"],
        [IK_009, IK_050]
    ),
    of_one_type!(
        "timestamp",
        typed("timestamp"),
        ["index_key.types=timestamp"],
        [IK_010, IK_051]
    ),
    of_one_type!(
        "string",
        typed("string"),
        ["index_key.types=string"],
        [IK_011, IK_034, IK_052, IK_053]
    ),
    of_one_type!(
        "bytes",
        typed("bytes"),
        ["index_key.types=bytes"],
        [IK_012, IK_034, IK_052, IK_053]
    ),
    of_one_type!(
        "ulid",
        typed("ulid"),
        ["index_key.types=ulid"],
        [IK_013, IK_054]
    ),
    of_one_type!(
        "bare-enum",
        ("enum", bare_enums()),
        ["index_key.types=enum"],
        [IK_014, IK_055]
    ),
    of_one_type!(
        "enum",
        typed("enum"),
        [
            "index_key.types=enum",
            "index_key.types=null",
            "index_key.types=string",
            "index_key.types=decimal",
            "index_key.types=bytes",
            "index_key.types=float",
            "index_key.features=payloads"
        ],
        [IK_014, IK_015, IK_055, IK_056]
    ),
    of_one_type!(back "null", nullable(), ["index_key.types=null"], [IK_030]),
    of_one_type!(back "bool", typed("bool"), ["index_key.types=bool"], [IK_039]),
    of_one_type!(back "int", typed("int"), [], [IK_040]),
    of_one_type!(back "uint", typed("uint"), ["index_key.types=uint"], [IK_041]),
    of_one_type!(back "decimal", typed("decimal"), ["index_key.types=decimal"], [IK_045]),
    of_one_type!(back "float", typed("float"), ["index_key.types=float"], [IK_007, IK_048]),
    of_one_type!(back "date", typed("date"), ["index_key.types=date"], [IK_050]),
    of_one_type!(back "timestamp", typed("timestamp"), ["index_key.types=timestamp"], [IK_051]),
    of_one_type!(back "string", typed("string"), ["index_key.types=string"], [IK_034, IK_052]),
    of_one_type!(back "bytes", typed("bytes"), ["index_key.types=bytes"], [IK_034, IK_052]),
    of_one_type!(back "ulid", typed("ulid"), ["index_key.types=ulid"], [IK_054]),
    of_one_type!(
        back "enum",
        typed("enum"),
        [
            "index_key.types=enum",
            "index_key.types=null",
            "index_key.types=string",
            "index_key.types=decimal",
            "index_key.types=bytes",
            "index_key.types=float",
            "index_key.features=payloads"
        ],
        [IK_056]
    ),
    Law {
        id: "index_key/law/order-of-rows",
        rules: &[IK_035, IK_016, IK_017, IK_061, IK_062],
        about: "the keys of two rows of integers and texts compare as the rows do, the primary key last",
        oracle: Oracle::Model,
        operations: &["index_key.encode"],
        needs: PLAIN,
        cost: 1,
        strategy: || {
            tables(generate::PLAIN, 2)
                .prop_map(|table| table.wire())
                .boxed()
        },
        body: Body::Talk(talk::byte_order_is_value_order),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/order-of-large-texts",
        rules: &[IK_034, IK_035, IK_011],
        about: "the keys of two rows with texts of up to a mebibyte compare as the texts do, which differ at their ends",
        oracle: Oracle::Model,
        operations: &["index_key.encode"],
        needs: PLAIN,
        cost: 32,
        strategy: || large_tables().prop_map(|table| table.wire()).boxed(),
        body: Body::Talk(talk::byte_order_is_value_order),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/order-of-rows-with-directions",
        rules: &[IK_018, IK_035, IK_057],
        about: "the keys of two rows compare as the rows do where components are descending",
        oracle: Oracle::Model,
        operations: &["index_key.encode"],
        needs: DESCENDING,
        cost: 1,
        strategy: || {
            tables(generate::DESCENDING, 2)
                .prop_map(|table| table.wire())
                .boxed()
        },
        body: Body::Talk(talk::byte_order_is_value_order),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/order-of-all-types",
        rules: &[IK_001, IK_018, IK_035, IK_037],
        about: "the keys of two rows of any types compare as the rows do",
        oracle: Oracle::Model,
        operations: &["index_key.encode"],
        needs: FULL,
        cost: 1,
        strategy: || {
            tables(generate::FULL, 2)
                .prop_map(|table| table.wire())
                .boxed()
        },
        body: Body::Talk(talk::byte_order_is_value_order),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/round-trip-of-rows",
        rules: &[IK_064, IK_061, IK_062],
        about: "decoding gives back every row of integers and texts",
        oracle: Oracle::Itself,
        operations: &["index_key.encode", "index_key.decode"],
        needs: PLAIN,
        cost: 1,
        strategy: || {
            tables(generate::PLAIN, 1)
                .prop_map(|table| table.wire())
                .boxed()
        },
        body: Body::Talk(talk::decoding_inverts_encoding),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/round-trip-of-all-types",
        rules: &[IK_064, IK_057],
        about: "decoding gives back every row of any types and directions",
        oracle: Oracle::Itself,
        operations: &["index_key.encode", "index_key.decode"],
        needs: FULL,
        cost: 1,
        strategy: || {
            tables(generate::FULL, 1)
                .prop_map(|table| table.wire())
                .boxed()
        },
        body: Body::Talk(talk::decoding_inverts_encoding),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/decoding-accepts-only-keys",
        rules: &[IK_065, IK_069, IK_070],
        about: "a key that was damaged in one place is refused, or is itself the key of what it decodes to",
        oracle: Oracle::Itself,
        operations: &["index_key.encode", "index_key.decode"],
        needs: FULL,
        cost: 1,
        strategy: || {
            (
                tables(generate::FULL, 1),
                any::<prop::sample::Index>(),
                0..12_u8,
            )
                .prop_map(|(table, at, how)| {
                    let mut input = table.wire();
                    input["at"] = at.index(64).into();
                    input["how"] = how.into();
                    input
                })
                .boxed()
        },
        body: Body::Talk(talk::decoding_accepts_only_keys),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/same-row-same-key",
        rules: &[IK_119],
        about: "asking again, with another question between, gives the same key",
        oracle: Oracle::Itself,
        operations: &["index_key.encode"],
        needs: PLAIN,
        cost: 1,
        strategy: || {
            tables(generate::PLAIN, 2)
                .prop_map(|table| table.wire())
                .boxed()
        },
        body: Body::Talk(talk::same_row_same_key),
        blame: |_| None,
    },
];
