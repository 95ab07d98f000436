//! Values that implementations get wrong: boundaries, near-duplicates, and texts that look like something else.
//!
//! Every list begins with its simplest member, because shrinking moves towards the beginning.

use proptest::prelude::*;
use proptest::sample::select;

use crate::model::{Literal, civil};

/// Texts that are not byte for byte what they seem, beside plain and random ones.
pub fn texts() -> BoxedStrategy<String> {
    let known = select(KNOWN_TEXTS).prop_map(str::to_owned);
    let tricky =
        proptest::collection::vec(select(TRICKY_CHARACTERS), 0..6).prop_map(String::from_iter);
    let any = proptest::collection::vec(any::<char>(), 0..8).prop_map(String::from_iter);
    // Longer than a line of mail, and than columns and buffers that people think of.
    let long = select(&[80, 300, 2000_usize]).prop_map(|length| "a".repeat(length));
    prop_oneof![8 => known, 6 => tricky, 2 => any, 1 => long].boxed()
}

pub(super) const KNOWN_TEXTS: &[&str] = &[
    "a",
    "",
    "b",
    "A",
    "ab",
    "a\0",
    "\0",
    "a\0b",
    " a",
    "a ",
    "a\n",
    "\u{e9}",
    "e\u{301}",
    "\u{feff}a",
    "\u{1f600}",
    "\u{fb01}",
    "\u{130}",
    "\u{df}",
    "null",
    "true",
    "42",
    "4.2",
    "2025-01-15",
    "a,b=i:1",
    "???",
    "~~~",
    "\u{ff}",
    "\u{ffff}",
    "\u{10ffff}",
    "\u{212a}",
    "\u{1100}\u{1161}",
    "us-east",
    "a\r\nb",
    "\r",
];

const TRICKY_CHARACTERS: &[char] = &[
    'a',
    'b',
    'Z',
    '0',
    ' ',
    '\0',
    '\n',
    '?',
    '~',
    '>',
    '\u{e9}',
    '\u{301}',
    '\u{323}',
    '\u{a0}',
    '\u{feff}',
    '\u{200d}',
    '\u{1f600}',
    '\u{ffff}',
    '\u{10000}',
];

/// Signed 64-bit integers, above all those that floats and 32 bits cannot hold.
pub fn integers() -> BoxedStrategy<i64> {
    let known = select(KNOWN_INTEGERS);
    prop_oneof![3 => known, 1 => any::<i64>()].boxed()
}

const BEYOND_FLOATS: i64 = (1 << 53) + 1;

pub(super) const KNOWN_INTEGERS: &[i64] = &[
    0,
    1,
    -1,
    42,
    -42,
    10,
    100,
    2_147_483_648,
    -2_147_483_649,
    BEYOND_FLOATS,
    -BEYOND_FLOATS,
    i64::MAX,
    i64::MIN,
    i64::MAX - 1,
    i64::MIN + 1,
];

/// Real days in the years 0001 to 9999.
pub fn dates() -> BoxedStrategy<String> {
    let any = (years(), 1..=12_u8, select(&[1, 28, 29, 30, 31, 15_u8]));
    let any = any.prop_map(|(year, month, day)| {
        let candidates = (1..=day)
            .rev()
            .map(|day| format!("{year:04}-{month:02}-{day:02}"));
        candidates
            .into_iter()
            .find(|text| civil::date(text).is_ok())
            .expect("every month has a first day")
    });
    // The ends of the range, and days that other calendars lack.
    let known = select(&["9999-12-31", "0001-01-01", "1582-10-10", "2000-02-29"]);
    prop_oneof![8 => any, 1 => known.prop_map(str::to_owned)].boxed()
}

fn years() -> BoxedStrategy<u16> {
    let known = select(&[
        1970, 2025, 1969, 2024, 2000, 1900, 2100, 1582, 999, 1, 9999, 400_u16,
    ]);
    prop_oneof![3 => known, 1 => 1..=9999_u16].boxed()
}

/// Timestamps in their canonical form.
pub fn canonical_timestamps() -> BoxedStrategy<String> {
    let fraction = select(&[
        "000000", "000001", "999999", "500000", "100000", "123456", "000090",
    ]);
    let any = (dates(), times(), fraction)
        .prop_map(|(date, time, fraction)| format!("{date}T{time}.{fraction}Z"));
    let ends = select(&["9999-12-31T23:59:59.999999Z", "0001-01-01T00:00:00.000000Z"]);
    prop_oneof![12 => any, 1 => ends.prop_map(str::to_owned)].boxed()
}

/// Timestamps with any offset and fraction. Some leave the years 0001 to 9999 in UTC.
pub fn timestamps() -> BoxedStrategy<String> {
    let fraction = prop_oneof![
        2 => Just(""),
        4 => select(&[".5", ".123456", ".1", ".25", ".000001", ".999999", ".29", ".000007", ".12345", ".00009", ".0157", ".00397", ".57"]),
        2 => select(&[".1234567", ".9999999", ".0000009", ".123456789", ".9999995", ".0000000", ".123456500000001"]),
    ];
    (dates(), times(), fraction, offsets())
        .prop_map(|(date, time, fraction, offset)| format!("{date}T{time}{fraction}{offset}"))
        .boxed()
}

fn times() -> BoxedStrategy<&'static str> {
    select(&[
        "00:00:00", "12:00:00", "23:59:59", "00:00:01", "10:20:30", "23:30:00", "00:29:59",
    ])
    .boxed()
}

/// Offsets, `Z` and whole hours first.
pub fn offsets() -> BoxedStrategy<&'static str> {
    select(&[
        "Z", "+01:00", "-01:00", "+00:30", "-00:30", "+05:30", "-03:30", "+14:00", "-12:00",
        "+23:59", "-23:59", "+00:00", "+00:01", "-00:00",
    ])
    .boxed()
}

/// Days that do not exist, and texts that are no dates.
pub fn no_dates() -> BoxedStrategy<String> {
    let odd_days = (years(), 1..=13_u8, select(&[29, 30, 31, 32, 0_u8]))
        .prop_map(|(year, month, day)| format!("{year:04}-{month:02}-{day:02}"))
        .prop_filter("a real day", |text| civil::date(text).is_err());
    let leap_days = select(&[
        "2023-02-29",
        "2100-02-29",
        "1900-02-29",
        "2025-02-30",
        "2024-02-30",
        "0000-01-01",
        "0000-02-29",
        "1500-02-29",
        "1700-02-29",
    ]);
    let odd_texts = select(&[
        "2025-1-15",
        "2025-01-5",
        "25-01-15",
        "02025-01-15",
        "2025/01/15",
        "20250115",
        "2025-01-15 ",
        " 2025-01-15",
        "2025-01-15T",
        "2025-01-15\n",
        "+2025-01-15",
        "-2025-01-15",
        "2025-00-10",
        "",
        "2025-01",
        "\u{662}025-01-15",
        "10000-01-01",
        "2025-W03-3",
        "2025-015",
    ]);
    prop_oneof![2 => odd_days, 3 => leap_days.prop_map(str::to_owned), 2 => odd_texts.prop_map(str::to_owned)].boxed()
}

/// Instants that do not exist, lie out of range, or are written in another form.
pub fn no_timestamps() -> BoxedStrategy<String> {
    let known = select(&[
        "2025-01-15T24:00:00Z",
        "2025-01-15T24:00:00.000000Z",
        "2025-02-29T10:00:00.000000Z",
        "2025-01-15T23:59:60Z",
        "2016-12-31T23:59:60Z",
        "2025-01-15T10:60:00Z",
        "2025-01-15T25:00:00Z",
        "2025-01-15T10:00:00",
        "2025-01-15T10:00:00z",
        "2025-01-15t10:00:00Z",
        "2025-01-15 10:00:00Z",
        "2025-01-15T10:00Z",
        "2025-01-15T10:00:00.Z",
        "2025-01-15T10:00:00,5Z",
        "2025-01-15T10:00:00+0100",
        "2025-01-15T10:00:00+01",
        "2025-01-15T10:00:00+24:00",
        "2025-01-15T10:00:00+01:60",
        "2025-01-15",
        "",
        "20250115T100000Z",
        "2025-02-29T10:00:00Z",
        "2100-02-29T00:00:00Z",
        "0000-06-01T00:00:00Z",
        "9999-12-31T23:59:59-00:01",
        "9999-12-31T23:00:00-01:00",
        "0001-01-01T00:00:00+00:01",
        "0001-01-01T00:30:00+01:00",
        "2025-01-15T10:00:00Z ",
        " 2025-01-15T10:00:00Z",
        "2025-01-15T10:00:00Z\n",
        "2025-01-15T\u{661}0:00:00Z",
        "1736935200",
        "2025-1-15T10:00:00Z",
        "2025-01-15T1:00:00Z",
    ]);
    known.prop_map(str::to_owned).boxed()
}

/// Values of types that a partition key does not have, floats first.
pub fn foreign_literals() -> BoxedStrategy<Literal> {
    let text = str::to_owned;
    select(vec![
        Literal::Float(text("42.0")),
        Literal::Float(text("1.5")),
        Literal::Float(text("NaN")),
        Literal::Float(text("-0.0")),
        Literal::Float(text("Infinity")),
        Literal::Uint(text("7")),
        Literal::Decimal(text("1.50")),
        Literal::Decimal(text("7")),
        Literal::Bytes(vec![97]),
        Literal::Bytes(vec![0, 255]),
        Literal::Ulid(text("01ARZ3NDEKTSV4RRFFQ69G5FAV")),
        Literal::Enum {
            discriminant: 2,
            payload: None,
        },
    ])
    .boxed()
}
