//! Keys put together from frames, many of which no encoder writes.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::single;
use crate::model::index_key::{Index, encode};
use crate::model::{Literal, index_key::Row};

/// A key whose one component is a frame made by hand, ascending or descending. The rest is sound, but for a primary key
/// that is null now and then.
pub fn crafted_keys() -> BoxedStrategy<(Index, Vec<u8>)> {
    let rarely = || proptest::bool::weighted(0.1);
    (frames(), any::<bool>(), rarely(), rarely())
        .prop_map(|((name, frame), descending, turned, keyless)| {
            let mut index = single(name);
            index.components[0].descending = descending;
            let row = Row {
                components: vec![Literal::Null],
                primary_key: Literal::Int("1".to_owned()),
            };
            // The frame takes the place of null, which is one byte after a head of six.
            let mut key = encode(&index, &row).expect("null fits every component");
            let inverted = descending != turned;
            let frame = frame
                .into_iter()
                .map(|byte| if inverted { !byte } else { byte });
            if keyless {
                let null = key[6] ^ if descending { 0xff } else { 0 };
                key.splice(7.., [null]);
            }
            key.splice(6..7, frame);
            (index, key)
        })
        .boxed()
}

/// Frames with their tags, and the types that they are about.
fn frames() -> BoxedStrategy<(&'static str, Vec<u8>)> {
    prop_oneof![
        1 => of("bool", 0x10, select(&[1, 0, 2, 0xff_u8]).prop_map(|byte| vec![byte])),
        3 => of("decimal", 0x28, decimals()),
        2 => of("float", 0x30, floats()),
        1 => of("date", 0x38, days()),
        1 => of("timestamp", 0x40, instants()),
        2 => of("string", 0x48, texts()),
        1 => of("bytes", 0x50, texts()),
        1 => of("enum", 0x60, enums()),
        1 => of("int", 0x18, vec(any::<u8>(), 7..10)),
        1 => select(&[0x18, 0, 0xff, 8, 0x17, 0xe7, 0x20, 1_u8]).prop_map(|tag| ("int", [&[tag][..], &[0x80, 0, 0, 0, 0, 0, 0, 1]].concat())),
    ]
    .boxed()
}

fn of(
    name: &'static str,
    tag: u8,
    frame: impl Strategy<Value = Vec<u8>> + 'static,
) -> BoxedStrategy<(&'static str, Vec<u8>)> {
    frame
        .prop_map(move |frame| (name, [&[tag][..], &frame].concat()))
        .boxed()
}

/// Sign, exponent, digits and end, any of which may be wrong.
fn decimals() -> BoxedStrategy<Vec<u8>> {
    const EXPONENTS: [u16; 8] = [0x2000, 0x2001, 0x37ff, 0x3800, 0x0801, 0x0800, 0, 0xffff];
    let sign = prop_oneof![6 => select(&[3, 1_u8]), 1 => select(&[2, 0, 4, 0xff_u8])];
    let digit = prop_oneof![8 => 1..=10_u8, 1 => Just(11_u8)];
    let digits = prop_oneof![4 => vec(digit, 0..4), 1 => vec(2..=10_u8, 37..41)];
    (sign, select(&EXPONENTS), digits)
        .prop_map(|(sign, exponent, digits)| {
            let magnitude = [&exponent.to_be_bytes()[..], &digits, &[0]].concat();
            let magnitude = magnitude.into_iter();
            let magnitude = magnitude.map(|byte| if sign == 1 { !byte } else { byte });
            std::iter::once(sign).chain(magnitude).collect()
        })
        .boxed()
}

/// Around zero, the infinities and what is no number.
fn floats() -> BoxedStrategy<Vec<u8>> {
    let around = select(&[
        1 << 63,
        (1 << 63) - 1,
        0xfff0_0000_0000_0000,
        0x000f_ffff_ffff_ffff,
        u64::MAX,
        0_u64,
    ]);
    (around, -2..=2_i64)
        .prop_map(|(bits, step)| bits.wrapping_add_signed(step).to_be_bytes().to_vec())
        .boxed()
}

/// Around 1970, the first and the last day.
fn days() -> BoxedStrategy<Vec<u8>> {
    (
        select(&[0, -719_162, 2_932_896, i32::MIN, i32::MAX]),
        -1..=1_i32,
    )
        .prop_map(|(days, step)| (days.wrapping_add(step) ^ i32::MIN).to_be_bytes().to_vec())
        .boxed()
}

/// Around 1970, the first and the last microsecond.
fn instants() -> BoxedStrategy<Vec<u8>> {
    const DAY: i64 = 86_400_000_000;
    let around = select(&[0, -719_162 * DAY, 2_932_897 * DAY - 1, i64::MIN, i64::MAX]);
    (around, -1..=1_i64)
        .prop_map(|(micros, step)| {
            (micros.wrapping_add(step) ^ i64::MIN)
                .to_be_bytes()
                .to_vec()
        })
        .boxed()
}

/// Pieces of texts, escapes and ends, good and bad.
fn texts() -> BoxedStrategy<Vec<u8>> {
    let pieces: [&[u8]; 12] = [
        b"a",
        &[0, 0xff],
        &[0, 0],
        &[0, 1],
        &[0xc3, 0xa9],
        &[0xc3],
        &[0xa9],
        &[0xc0, 0x80],
        &[0xed, 0xa0, 0x80],
        &[0xf0, 0x90, 0x80, 0x80],
        &[0xf4, 0x90, 0x80, 0x80],
        &[0xff],
    ];
    (
        vec(select(pieces.to_vec()), 0..3),
        proptest::bool::weighted(0.9),
    )
        .prop_map(|(pieces, ended)| {
            let mut text = pieces.concat();
            if ended {
                text.extend([0, 0]);
            }
            text
        })
        .boxed()
}

/// Enums in each other, about as deep as they may be.
fn enums() -> BoxedStrategy<Vec<u8>> {
    (1..11_usize, select(&[0, 8, 0x60, 0xff_u8]))
        .prop_map(|(depth, last)| {
            let level = [0, 0, 0, 1, 0x60];
            let mut frame = level.repeat(depth);
            *frame.last_mut().expect("there is a level") = last;
            frame
        })
        .boxed()
}
