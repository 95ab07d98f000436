//! Decoders that read what is no key: IK-029 and IK-066 to IK-078.

use serde_json::json;

use super::decoder::{mending, replaced};
use crate::mutant::Mutant;
use crate::mutant::deviation::instead;
use crate::rule::codes::index_key as code;
use crate::rule::rules::{
    IK_029, IK_066, IK_067, IK_068, IK_069, IK_070, IK_071, IK_072, IK_073, IK_074, IK_075, IK_076,
    IK_077, IK_078,
};
use crate::subject::{Implementation as _, Reply, index_key as read};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/deep-enums-read",
        rule: IK_029,
        about: "Limits how deep enums are when it writes them, but not when it reads them.",
        make: || {
            mending(code::ENUM_TOO_DEEP, |key, at| {
                // What is beyond the eighth is left out here, where it would be read.
                let level = at >= 6 && key.get(at) == Some(&0x60) && key.len() > at + 5;
                level.then(|| [&key[..at], &key[at + 5..]].concat())
            })
        },
    },
    Mutant {
        id: "index_key/mutant/version-1-read-as-2",
        rule: IK_066,
        about: "Does not look at the version, and reads keys of version 1.",
        make: || {
            mending(code::LEGACY_VERSION, |key, at| {
                replaced(key, 0, &[2]).filter(|_| at == 0)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/later-versions-read",
        rule: IK_067,
        about: "Reads keys of any version but 1 as its own.",
        make: || {
            mending(code::UNKNOWN_VERSION, |key, at| {
                replaced(key, 0, &[2]).filter(|_| at == 0)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/foreign-keys-read",
        rule: IK_068,
        about: "Skips the head of a key without looking at it.",
        make: || {
            instead(&["index_key.decode"], |reference, request| {
                let reply = reference.call(request);
                let foreign =
                    matches!(&reply, Reply::Reject { code, .. } if code == code::FOREIGN_INDEX);
                let (Some(key), Ok(index)) = (
                    request.input["key"]
                        .as_str()
                        .filter(|key| foreign && key.len() > 12),
                    read::index(&request.input["index"]),
                ) else {
                    return reply;
                };
                let mut request = request.clone();
                let head = read::hex(&super::encoder::head(&index));
                request.input_mut()["key"] = json!(format!("{head}{}", &key[12..]));
                reference.call(&request)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/missing-end-filled",
        rule: IK_069,
        about: "Reads missing bytes at the end as zeros.",
        make: || {
            mending(code::TRUNCATED_KEY, |key, at| {
                (6..key.len() + 24).contains(&(key.len() + at)).then(|| {
                    let mut key = key.to_vec();
                    key.resize(key.len() + at, 0);
                    key
                })
            })
        },
    },
    Mutant {
        id: "index_key/mutant/trailing-bytes-ignored",
        rule: IK_070,
        about: "Stops reading after the primary key.",
        make: || {
            mending(code::TRAILING_BYTES, |key, at| {
                Some(key[..key.len() - at.min(key.len())].to_vec())
            })
        },
    },
    Mutant {
        id: "index_key/mutant/unknown-tags-are-null",
        rule: IK_071,
        about: "Reads an unknown tag as null.",
        make: || {
            mending(code::UNKNOWN_TAG, |key, at| {
                // What was behind the tag is skipped too, as far as need be.
                (at >= 6)
                    .then(|| [&key[..at], &[8], key.get(at + 9..).unwrap_or_default()].concat())
            })
        },
    },
    Mutant {
        id: "index_key/mutant/directions-guessed",
        rule: IK_071,
        about: "Reads a component in whichever direction its tag has.",
        make: || {
            mending(code::UNKNOWN_TAG, |key, at| {
                let component = key.get(at..at + 9).filter(|_| at >= 6)?;
                replaced(key, at, &super::encoder::inverted(component))
            })
        },
    },
    Mutant {
        id: "index_key/mutant/any-escape-is-nul",
        rule: IK_072,
        about: "Reads a zero and whatever follows it as NUL.",
        make: || {
            mending(code::INVALID_ESCAPE, |key, at| {
                let escape = key.get(at..at + 2).filter(|pair| pair[0] == 0 && at >= 6)?;
                replaced(key, at, &[escape[0], 0xff])
            })
        },
    },
    Mutant {
        id: "index_key/mutant/bad-utf-8-replaced",
        rule: IK_073,
        about: "Replaces bytes that are no UTF-8.",
        make: || {
            mending(code::INVALID_UTF8, |key, at| {
                // All that is not ASCII from here on, up to the end of the text.
                let mut key = key.to_vec();
                let text = key.get_mut(at..).filter(|_| at >= 6)?;
                let end = text.windows(2).position(|pair| pair == [0, 0])?;
                text[..end]
                    .iter_mut()
                    .filter(|byte| **byte >= 0x80)
                    .for_each(|byte| *byte = b'?');
                Some(key)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/surrogates-read",
        rule: IK_073,
        about: "Reads surrogates that are written in three bytes.",
        make: || {
            mending(code::INVALID_UTF8, |key, at| {
                let surrogate =
                    matches!(key.get(at..at + 3), Some([0xed, 0xa0..=0xbf, 0x80..=0xbf]));
                replaced(key, at, b"???").filter(|_| surrogate && at >= 6)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/overlong-nul-read",
        rule: IK_073,
        about: "Reads c0 80 as NUL, as some machines write it.",
        make: || {
            mending(code::INVALID_UTF8, |key, at| {
                let nul = key.get(at..at + 2) == Some(&[0xc0, 0x80]);
                replaced(key, at, &[0, 0xff]).filter(|_| nul && at >= 6)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/any-byte-is-true",
        rule: IK_074,
        about: "Reads every byte but 00 as true.",
        make: || {
            mending(code::NON_CANONICAL, |key, at| {
                let plain = at >= 7 && key.get(at - 1) == Some(&0x10);
                replaced(key, at, &[1]).filter(|_| plain)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/float-bytes-unchecked",
        rule: IK_075,
        about: "Reads the bytes of NaN and of negative zero.",
        make: || {
            mending(code::NON_CANONICAL, |key, at| {
                let float = at >= 7 && key.get(at - 1) == Some(&0x30);
                replaced(key, at, &[0x80, 0, 0, 0, 0, 0, 0, 0]).filter(|_| float)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-zeros-read",
        rule: IK_076,
        about: "Reads decimals with needless zeros at the end of their digits.",
        make: || {
            mending(code::NON_CANONICAL, |key, at| {
                let zero = at >= 9 && key.get(at..at + 2) == Some(&[1, 0]);
                zero.then(|| [&key[..at], &key[at + 1..]].concat())
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-exponent-unchecked",
        rule: IK_076,
        about: "Reads decimals with any exponent.",
        make: || {
            mending(code::NON_CANONICAL, |key, at| {
                let positive = at >= 8 && key.get(at - 2..at) == Some(&[0x28, 3]);
                replaced(key, at, &[0x20, 0]).filter(|_| positive)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-sign-unchecked",
        rule: IK_076,
        about: "Reads any sign byte beyond 03 as positive.",
        make: || {
            mending(code::NON_CANONICAL, |key, at| {
                let sign =
                    at >= 7 && key[at - 1] == 0x28 && key.get(at).is_some_and(|sign| *sign > 3);
                replaced(key, at, &[3]).filter(|_| sign)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimal-digits-uncounted",
        rule: IK_076,
        about: "Reads decimals of any number of digits.",
        make: || {
            mending(code::NON_CANONICAL, |key, at| {
                let frame = key
                    .get(at..)
                    .filter(|frame| frame.starts_with(&[0x28, 3]))?;
                let digits = frame
                    .get(4..)?
                    .iter()
                    .take_while(|digit| **digit != 0)
                    .count();
                let end = at + 4 + digits;
                (digits > 38).then(|| [&key[..end - 1], &key[end..]].concat())
            })
        },
    },
    Mutant {
        id: "index_key/mutant/dates-unchecked",
        rule: IK_077,
        about: "Reads days far outside of the years with four digits.",
        make: || {
            mending(code::NON_CANONICAL, |key, at| {
                let date = at >= 7 && key.get(at - 1) == Some(&0x38);
                replaced(key, at, &[0x80, 0, 0, 0]).filter(|_| date)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/timestamps-unchecked",
        rule: IK_077,
        about: "Reads instants far outside of the years with four digits.",
        make: || {
            mending(code::NON_CANONICAL, |key, at| {
                let timestamp = at >= 7 && key.get(at - 1) == Some(&0x40);
                replaced(key, at, &[0x80, 0, 0, 0, 0, 0, 0, 0]).filter(|_| timestamp)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/types-unchecked",
        rule: IK_078,
        about: "Reads values of any type, whatever the index declares.",
        make: || {
            instead(&["index_key.decode"], |reference, request| {
                let reply = reference.call(request);
                if !matches!(&reply, Reply::Reject { code, .. } if code == code::TYPE_MISMATCH) {
                    return reply;
                }
                let mut request = request.clone();
                let index = &mut request.input_mut()["index"];
                for component in index["components"].as_array_mut().into_iter().flatten() {
                    component["type"] = json!("any");
                }
                index["primary_key"] = json!("any");
                reference.call(&request)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-primary-key-read",
        rule: IK_078,
        about: "Reads a primary key that is null.",
        make: || {
            instead(&["index_key.decode"], |reference, request| {
                let reply = reference.call(request);
                if !matches!(&reply, Reply::Reject { code, .. } if code == code::NULL_PRIMARY_KEY) {
                    return reply;
                }
                // A primary key of another type is in its place while the rest is read.
                let mut other = request.clone();
                let key = request.input["key"].as_str().unwrap_or_default();
                other.input_mut()["key"] =
                    json!(format!("{}1000", &key[..key.len().saturating_sub(2)]));
                other.input_mut()["index"]["primary_key"] = json!("bool");
                match reference.call(&other) {
                    Reply::Ok(mut row) => {
                        row["primary_key"] = json!({"null": null});
                        Reply::Ok(row)
                    }
                    _ => reply,
                }
            })
        },
    },
];
