//! Values of every type, above all those that encoders put into the wrong order.
//!
//! Every list begins with its simplest member, because shrinking moves towards the beginning.

use proptest::prelude::*;
use proptest::sample::select;

use crate::generate::value;
use crate::model::Literal;
use crate::model::index_key::Value;

/// Values of a type that can be indexed, in any form in which they can be written.
///
/// # Panics
///
/// If there is no such type.
pub fn of_type(name: &str) -> BoxedStrategy<Literal> {
    match name {
        "null" => Just(Literal::Null).boxed(),
        "bool" => any::<bool>().prop_map(Literal::Bool).boxed(),
        "int" => integers()
            .prop_map(|number| Literal::Int(number.to_string()))
            .boxed(),
        "uint" => unsigned()
            .prop_map(|number| Literal::Uint(number.to_string()))
            .boxed(),
        "decimal" => decimals().prop_map(Literal::Decimal).boxed(),
        "float" => floats().prop_map(Literal::Float).boxed(),
        "date" => value::dates().prop_map(Literal::Date).boxed(),
        "timestamp" => timestamps().prop_map(Literal::Timestamp).boxed(),
        "string" => texts().prop_map(Literal::String).boxed(),
        "bytes" => byte_strings().prop_map(Literal::Bytes).boxed(),
        "ulid" => ulids()
            .prop_map(|number| Value::Ulid(number).to_literal())
            .boxed(),
        "enum" => enums(),
        other => panic!("`{other}` is no type"),
    }
}

/// Values of a type that cannot be indexed; for types that have none, values of other types.
pub fn faulty(name: &str) -> BoxedStrategy<Literal> {
    let owned = |text: &str| text.to_owned();
    match name {
        "int" => select(&[
            "9223372036854775808",
            "-9223372036854775809",
            "18446744073709551616",
        ])
        .prop_map(move |text| Literal::Int(owned(text)))
        .boxed(),
        "uint" => select(&["18446744073709551616", "18446744073709551623"])
            .prop_map(move |text| Literal::Uint(owned(text)))
            .boxed(),
        "decimal" => no_decimals().prop_map(Literal::Decimal).boxed(),
        "float" => Just(Literal::Float(owned("NaN"))).boxed(),
        "date" => value::no_dates().prop_map(Literal::Date).boxed(),
        "timestamp" => no_timestamps().prop_map(Literal::Timestamp).boxed(),
        "ulid" => no_ulids().prop_map(Literal::Ulid).boxed(),
        "enum" => no_enums(),
        "null" | "bool" | "bytes" => of_type("string"),
        _ => of_type("bytes"),
    }
}

fn integers() -> BoxedStrategy<i64> {
    let near = prop_oneof![-3..=3_i64, 250..=260_i64, -260..=-250_i64, 9..=11_i64];
    prop_oneof![3 => near, 3 => value::integers()].boxed()
}

fn unsigned() -> BoxedStrategy<u64> {
    let known = select(&[
        0,
        1,
        2,
        9,
        10,
        255,
        256,
        65_535,
        65_536,
        u64::MAX,
        u64::MAX - 1,
        1 << 63,
        (1 << 63) - 1,
        (1 << 53) + 1,
        1 << 53,
        1 << 32,
    ]);
    prop_oneof![4 => known, 1 => any::<u64>()].boxed()
}

fn decimals() -> BoxedStrategy<String> {
    let known = select(&[
        "0",
        "1",
        "-1",
        "1.0",
        "1.00",
        "-1.0",
        "10e-1",
        "10",
        "9",
        "-10",
        "-9",
        "1.5",
        "1.50",
        "-1.5",
        "1.51",
        "-1.51",
        "1.49",
        "-1.49",
        "1.05",
        "-1.05",
        "0.1",
        "-0.1",
        "0.01",
        "-0.01",
        "-0",
        "0.00",
        "100",
        "1e2",
        "-100",
        "99",
        "101",
        "2",
        "-2",
        "12",
        "0.9",
        "0.99",
        "1e-6143",
        "-1e-6143",
        "1e6143",
        "-9e6143",
        "9.9e6143",
        "1e100",
        "-1e100",
        "1e-100",
        "-1e-100",
        "99999999999999999999999999999999999999",
        "-99999999999999999999999999999999999999",
        "1.0000000000000000000000000000000000001",
        "0.1000000000000000055511151231257827",
        "1e38",
        "9007199254740993",
        "9007199254740992",
    ]);
    let any = (any::<bool>(), 0..2000_u32, 0..4_usize, -6..6_i32).prop_map(
        |(negative, digits, zeros, exponent)| {
            let (sign, zeros) = (if negative { "-" } else { "" }, "0".repeat(zeros));
            format!("{sign}{digits}.5{zeros}e{exponent}")
        },
    );
    prop_oneof![4 => known.prop_map(str::to_owned), 1 => any].boxed()
}

fn no_decimals() -> BoxedStrategy<String> {
    let known = select(&[
        "1e6144",
        "-1e6144",
        "1e-6144",
        "10e6143",
        "0.1e-6143",
        "1e99999",
        "1e-99999",
        "1e8192",
        "999999999999999999999999999999999999999",
        "1.00000000000000000000000000000000000001",
        "-111111111111111111111111111111111111111",
    ]);
    known.prop_map(str::to_owned).boxed()
}

fn floats() -> BoxedStrategy<String> {
    let known = select(&[
        "0.0",
        "1.0",
        "-1.0",
        "-0.0",
        "2.0",
        "-2.0",
        "0.5",
        "-0.5",
        "1.5",
        "-1.5",
        "Infinity",
        "-Infinity",
        "5e-324",
        "-5e-324",
        "1e-323",
        "1.7976931348623157e308",
        "-1.7976931348623157e308",
        "2.2250738585072014e-308",
        "2.225073858507201e-308",
        "1.0000000000000002",
        "0.1",
        "0.30000000000000004",
        "0.3",
        "9007199254740993",
        "1e22",
        "1e-7",
        "10",
        "9",
        "-0",
    ]);
    let any = any::<u64>()
        .prop_map(f64::from_bits)
        .prop_filter("a number", |number| number.is_finite())
        .prop_map(|number| format!("{number:e}"));
    prop_oneof![5 => known.prop_map(str::to_owned), 1 => any].boxed()
}

/// Timestamps of at most six fractional digits that stay in range whatever their offset.
fn timestamps() -> BoxedStrategy<String> {
    let day = prop_oneof![
        3 => select(&["1970-01-01", "2025-01-15", "1969-12-31", "2025-01-16", "1969-12-30", "0002-01-01", "9998-12-31"]).prop_map(str::to_owned),
        1 => value::dates().prop_filter("far from the ends", |date| !date.starts_with("0001") && !date.starts_with("9999")),
    ];
    let time = select(&[
        "00:00:00", "10:00:00", "23:59:59", "08:00:00", "12:00:00", "23:30:00",
    ]);
    let fraction = select(&[
        "", ".5", ".000001", ".999999", ".1", ".100000", ".000000", ".29", ".499999",
    ]);
    (day, time, fraction, value::offsets())
        .prop_map(|(day, time, fraction, offset)| format!("{day}T{time}{fraction}{offset}"))
        .boxed()
}

fn no_timestamps() -> BoxedStrategy<String> {
    let precise = select(&[
        "2025-01-15T10:00:00.1234567Z",
        "2025-01-15T10:00:00.0000000Z",
        "2025-01-15T23:59:59.9999999Z",
    ]);
    let known = value::no_timestamps().prop_filter("not sent", |text| !text.starts_with("0000"));
    prop_oneof![1 => precise.prop_map(str::to_owned), 3 => known].boxed()
}

/// Texts over a few characters, so that many begin with each other, and all that normalization would change.
fn texts() -> BoxedStrategy<String> {
    let close = proptest::collection::vec(
        select(&[
            'a',
            'b',
            '\0',
            '\u{1}',
            '\u{ff}',
            'A',
            '\u{ffff}',
            '\u{10000}',
        ]),
        0..4,
    );
    prop_oneof![3 => close.prop_map(String::from_iter), 1 => value::texts()].boxed()
}

fn byte_strings() -> BoxedStrategy<Vec<u8>> {
    let close = proptest::collection::vec(select(&[0x61, 0, 0xff, 1, 0xfe, 0x80, 0x7f_u8]), 0..4);
    let any = proptest::collection::vec(any::<u8>(), 0..10);
    prop_oneof![4 => close, 1 => any].boxed()
}

fn ulids() -> BoxedStrategy<u128> {
    let known = select(&[
        0,
        1,
        2,
        31,
        32,
        255,
        256,
        1 << 64,
        (1 << 64) - 1,
        1 << 80,
        u128::MAX,
        u128::MAX - 1,
        1 << 127,
        (1 << 127) - 1,
        0x0156_3e3a_b5d3_d676_4c61_efb9_9302_bd5b,
    ]);
    prop_oneof![3 => known, 1 => any::<u128>()].boxed()
}

fn no_ulids() -> BoxedStrategy<String> {
    let known = select(&[
        "",
        "80000000000000000000000000",
        "01ARZ3NDEKTSV4RRFFQ69G5FA",
        "01arz3ndektsv4rrffq69g5fav",
        "01ARZ3NDEKTSV4RRFFQ69G5FAVX",
        "01ARZ3NDEKTSV4RRFFQ69G5FAI",
        "O1ARZ3NDEKTSV4RRFFQ69G5FAV",
        "01ARZ3NDEKTSV4RRFFQ69G5FAU",
        "ZZZZZZZZZZZZZZZZZZZZZZZZZZ",
        "01ARZ3NDEKTSV4RRFFQ69G5FA ",
    ]);
    known.prop_map(str::to_owned).boxed()
}

fn discriminants() -> BoxedStrategy<u32> {
    select(&[0, 1, 2, 9, 10, 255, 256, u32::MAX, 1 << 31]).boxed()
}

/// Variants without payload, or of a value, or of variants.
fn enums() -> BoxedStrategy<Literal> {
    let leaf = prop_oneof![
        3 => Just(None),
        3 => of_type("int").prop_map(Some),
        2 => of_type("string").prop_map(Some),
        1 => Just(Some(Literal::Null)),
        1 => of_type("decimal").prop_map(Some),
        1 => of_type("bytes").prop_map(Some),
        1 => of_type("float").prop_map(Some),
    ];
    let flat =
        (discriminants(), leaf).prop_map(|(discriminant, payload)| variant(discriminant, payload));
    let nested = (discriminants(), flat.clone())
        .prop_map(|(discriminant, payload)| variant(discriminant, Some(payload)));
    prop_oneof![3 => flat, 1 => nested].boxed()
}

/// Variants without payload, for those that have no others.
pub fn bare_enums() -> BoxedStrategy<Literal> {
    discriminants()
        .prop_map(|discriminant| variant(discriminant, None))
        .boxed()
}

fn no_enums() -> BoxedStrategy<Literal> {
    let deep = (9..12_u32).prop_map(|depth| {
        let inner = variant(depth, None);
        (1..depth)
            .rev()
            .fold(inner, |payload, level| variant(level, Some(payload)))
    });
    let of_faulty = prop_oneof![
        faulty("float"),
        faulty("int"),
        faulty("date"),
        faulty("ulid")
    ];
    let of_faulty = (discriminants(), of_faulty)
        .prop_map(|(discriminant, payload)| variant(discriminant, Some(payload)));
    prop_oneof![deep, of_faulty].boxed()
}

fn variant(discriminant: u32, payload: Option<Literal>) -> Literal {
    Literal::Enum {
        discriminant,
        payload: payload.map(Box::new),
    }
}
