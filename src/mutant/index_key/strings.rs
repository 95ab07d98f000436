//! Mistakes in writing texts and byte strings: IK-035, IK-052 and IK-053.

use super::encoder::{tagged, writing};
use crate::model::index_key::Value;
use crate::mutant::Mutant;
use crate::rule::rules::{IK_035, IK_052, IK_053};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/text-with-length",
        rule: IK_035,
        about: "Writes the length of a text before it, so that shorter texts come first.",
        make: || texts(|bytes| [&length(bytes)[..], bytes].concat()),
    },
    Mutant {
        id: "index_key/mutant/nul-not-escaped",
        rule: IK_052,
        about: "Writes NUL within texts as it is.",
        make: || texts(|bytes| [bytes, &[0, 0]].concat()),
    },
    Mutant {
        id: "index_key/mutant/nul-escaped-as-01",
        rule: IK_052,
        about: "Writes NUL within texts as 00 01.",
        make: || texts(|bytes| [&replaced(bytes, &[0, 1])[..], &[0, 0]].concat()),
    },
    Mutant {
        id: "index_key/mutant/nul-in-modified-utf-8",
        rule: IK_052,
        about: "Writes NUL within texts as c0 80, which no other character is.",
        make: || {
            writing(|value| match value {
                Value::String(text) => Some(tagged(
                    0x48,
                    &[&replaced(text.as_bytes(), &[0xc0, 0x80])[..], &[0, 0]].concat(),
                )),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/text-in-cesu-8",
        rule: IK_052,
        about: "Writes characters beyond U+FFFF as two surrogates of three bytes each.",
        make: || {
            writing(|value| match value {
                Value::String(text) => Some(tagged(
                    0x48,
                    &[&replaced(&cesu_8(text), &[0, 0xff])[..], &[0, 0]].concat(),
                )),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/text-without-end",
        rule: IK_053,
        about: "Writes no end after texts.",
        make: || texts(|bytes| replaced(bytes, &[0, 0xff])),
    },
    Mutant {
        id: "index_key/mutant/text-ends-with-one-zero",
        rule: IK_053,
        about: "Ends texts with a single 00, which is the beginning of an escape.",
        make: || texts(|bytes| [&replaced(bytes, &[0, 0xff])[..], &[0]].concat()),
    },
    Mutant {
        id: "index_key/mutant/text-in-utf-16",
        rule: IK_053,
        about: "Writes texts in UTF-16.",
        make: || {
            writing(|value| match value {
                Value::String(text) => {
                    let units: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
                    Some([&[0x48][..], &replaced(&units, &[0, 0xff]), &[0, 0]].concat())
                }
                _ => None,
            })
        },
    },
];

/// The frame of texts and of byte strings.
fn texts(frame: fn(&[u8]) -> Vec<u8>) -> Box<dyn Implementation> {
    writing(move |value| match value {
        Value::String(text) => Some(tagged(0x48, &frame(text.as_bytes()))),
        Value::Bytes(bytes) => Some(tagged(0x50, &frame(bytes))),
        _ => None,
    })
}

fn length(bytes: &[u8]) -> [u8; 4] {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_be_bytes()
}

/// Bytes with something else for every zero.
fn replaced(bytes: &[u8], zero: &[u8]) -> Vec<u8> {
    let written = bytes.iter().map(|byte| {
        if *byte == 0 {
            zero
        } else {
            std::slice::from_ref(byte)
        }
    });
    written.collect::<Vec<_>>().concat()
}

/// UTF-8 of the UTF-16 units, each by itself.
fn cesu_8(text: &str) -> Vec<u8> {
    let low = |unit: u16| u8::try_from(unit & 0x3f).unwrap_or(0) | 0x80;
    let bytes = text.chars().map(|character| {
        let mut units = [0; 2];
        match character.encode_utf16(&mut units) {
            [_] => character.to_string().into_bytes(),
            surrogates => surrogates
                .iter()
                .flat_map(|unit| [0xed, low(unit >> 6), low(*unit)])
                .collect(),
        }
    });
    bytes.collect::<Vec<_>>().concat()
}
