//! Keys, sound and damaged.

use proptest::prelude::*;
use proptest::sample::{Index as Pick, select};

use super::{FULL, tables};
use crate::model::index_key::{Index, encode};

/// Keys of an index, of which about two in three have been damaged in one place.
pub fn given_keys() -> BoxedStrategy<(Index, Vec<u8>)> {
    let sound = tables(FULL, 1).prop_map(|table| {
        let key = encode(&table.index, &table.rows[0]).expect("the strategy makes sound rows");
        (table.index, key)
    });
    prop_oneof![
        2 => sound.clone(),
        4 => (sound, any::<Pick>(), damages()).prop_map(|((index, key), at, damage)| {
            let at = at.index(key.len());
            (index, damage.apply(key, at))
        }),
    ]
    .boxed()
}

/// What can happen to a key.
#[derive(Debug, Clone, Copy)]
enum Damage {
    /// The rest is lost.
    Cut,
    /// A byte is lost.
    Drop,
    /// A byte comes twice.
    Repeat,
    /// A byte becomes another.
    Become(u8),
    /// A bit is flipped.
    Flip(u8),
    /// A byte comes in.
    Insert(u8),
    /// A byte comes at the end.
    Append(u8),
    /// The first byte, the version, becomes another.
    Version(u8),
}

fn damages() -> BoxedStrategy<Damage> {
    let byte = || {
        select(&[
            0, 0xff, 1, 2, 8, 0x18, 0x48, 0x80, 0x7f, 0x0b, 0xf7, 0xb7_u8,
        ])
    };
    prop_oneof![
        2 => Just(Damage::Cut),
        1 => Just(Damage::Drop),
        1 => Just(Damage::Repeat),
        3 => byte().prop_map(Damage::Become),
        3 => (0..8_u8).prop_map(Damage::Flip),
        1 => byte().prop_map(Damage::Insert),
        1 => byte().prop_map(Damage::Append),
        1 => select(&[1, 3, 0, 0xff_u8]).prop_map(Damage::Version),
    ]
    .boxed()
}

impl Damage {
    fn apply(self, mut key: Vec<u8>, at: usize) -> Vec<u8> {
        match self {
            Self::Cut => key.truncate(at),
            Self::Drop => _ = key.remove(at),
            Self::Repeat => key.insert(at, key[at]),
            Self::Become(byte) => key[at] = byte,
            Self::Flip(bit) => key[at] ^= 1 << bit,
            Self::Insert(byte) => key.insert(at, byte),
            Self::Append(byte) => key.push(byte),
            Self::Version(version) => key[0] = version,
        }
        key
    }
}
