//! Mistakes in the layout of keys and in reading them back: IK-057 to IK-064, IK-079, IK-080, IK-119.

use serde_json::json;

use super::encoder::{Habits, RIGHT, inverted};
use crate::model::index_key::Kind;
use crate::mutant::Mutant;
use crate::mutant::deviation::{after, before, instead};
use crate::rule::rules::{
    IK_057, IK_058, IK_059, IK_060, IK_061, IK_062, IK_064, IK_079, IK_080, IK_119,
};
use crate::subject::{Implementation as _, Reply};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/descending-ignored",
        rule: IK_057,
        about: "Writes descending components as if they were ascending.",
        make: || {
            let direct = |bytes, _| bytes;
            Habits { direct, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/descending-tag-not-inverted",
        rule: IK_057,
        about: "Inverts the frame of descending components but not the tag.",
        make: || {
            let direct = |bytes: Vec<u8>, descending| {
                if descending {
                    [&bytes[..1], &inverted(&bytes[1..])].concat()
                } else {
                    bytes
                }
            };
            Habits { direct, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/descending-end-not-inverted",
        rule: IK_057,
        about: "Leaves the end of descending texts as it is.",
        make: || {
            let direct = |bytes: Vec<u8>, descending| {
                let ended = [0x48, 0x50].contains(&bytes[0]);
                let (body, end) = bytes.split_at(bytes.len() - if ended { 2 } else { 0 });
                if descending {
                    [&inverted(body)[..], end].concat()
                } else {
                    bytes
                }
            };
            Habits { direct, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/no-version",
        rule: IK_058,
        about: "Begins keys with the kind.",
        make: || {
            let head = |index: &_| super::encoder::head(index)[1..].to_vec();
            Habits { head, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/version-1",
        rule: IK_058,
        about: "Still writes the version of the hash keys.",
        make: || {
            let head = |index: &_| [&[1][..], &super::encoder::head(index)[1..]].concat();
            Habits { head, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/no-kind",
        rule: IK_059,
        about: "Leaves the kind out of the key.",
        make: || {
            let head = |index: &_| {
                let head = super::encoder::head(index);
                [&head[..1], &head[2..]].concat()
            };
            Habits { head, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/kind-counts-from-0",
        rule: IK_059,
        about: "Numbers the kinds from 0.",
        make: || {
            let head = |index: &crate::model::index_key::Index| {
                let mut head = super::encoder::head(index);
                head[1] = u8::from(index.kind == Kind::System);
                head
            };
            Habits { head, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/id-in-few-bytes",
        rule: IK_060,
        about: "Writes the index id in as few bytes as it needs.",
        make: || {
            let head = |index: &crate::model::index_key::Index| {
                let bytes = index.id.to_be_bytes();
                let zeros = usize::try_from(index.id.leading_zeros() / 8).unwrap_or(0);
                [&super::encoder::head(index)[..2], &bytes[zeros.min(3)..]].concat()
            };
            Habits { head, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/id-little-endian",
        rule: IK_060,
        about: "Writes the index id in the byte order of the machine.",
        make: || {
            let head = |index: &crate::model::index_key::Index| {
                [&super::encoder::head(index)[..2], &index.id.to_le_bytes()].concat()
            };
            Habits { head, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/id-has-16-bits",
        rule: IK_060,
        about: "Keeps the lower 16 bits of the index id.",
        make: || {
            let head = |index: &crate::model::index_key::Index| {
                let mut head = super::encoder::head(index);
                head[2..4].fill(0);
                head
            };
            Habits { head, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/components-swapped",
        rule: IK_061,
        about: "Writes the components in reverse.",
        make: || {
            let join = |components: &[Vec<u8>], primary_key: Vec<u8>| {
                let mut reversed = components.to_vec();
                reversed.reverse();
                (RIGHT.join)(&reversed, primary_key)
            };
            Habits { join, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/separator",
        rule: IK_061,
        about: "Writes a zero byte between components.",
        make: || {
            let join = |components: &[Vec<u8>], primary_key: Vec<u8>| {
                let mut bytes = components.join(&0);
                bytes.extend(primary_key);
                bytes
            };
            Habits { join, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/no-primary-key",
        rule: IK_062,
        about: "Leaves the primary key out of the key.",
        make: || {
            let join = |components: &[Vec<u8>], _| components.concat();
            Habits { join, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/primary-key-before-components",
        rule: IK_062,
        about: "Writes the primary key before the components.",
        make: || {
            let join = |components: &[Vec<u8>], primary_key: Vec<u8>| {
                [&primary_key[..], &components.concat()].concat()
            };
            Habits { join, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/primary-key-in-the-last-direction",
        rule: IK_062,
        about: "Inverts the primary key if the last component is descending.",
        make: || {
            let primary = |bytes: Vec<u8>, index: &crate::model::index_key::Index| {
                if index.is_descending(index.components.len() - 1) {
                    inverted(&bytes)
                } else {
                    bytes
                }
            };
            Habits { primary, ..RIGHT }.subject()
        },
    },
    Mutant {
        id: "index_key/mutant/decoded-text-ends-at-nul",
        rule: IK_064,
        about: "Ends decoded texts at the first NUL.",
        make: || {
            after(&["index_key.decode"], |_, row| {
                super::rewrite(row, &|literal| match literal {
                    crate::model::Literal::String(text) => {
                        let text = text.split('\0').next().unwrap_or_default();
                        Some(crate::model::Literal::String(text.to_owned()))
                    }
                    _ => None,
                });
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decoded-components-swapped",
        rule: IK_064,
        about: "Gives the decoded components in reverse.",
        make: || {
            after(&["index_key.decode"], |_, row| {
                if let Some(components) = row["components"].as_array_mut() {
                    components.reverse();
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/prefix-without-last-byte",
        rule: IK_079,
        about: "Drops the last byte of a prefix that ends in zero, and so matches longer texts.",
        make: || {
            after(&["index_key.prefix"], |input, ok| {
                let none = input["components"].as_array().is_none_or(Vec::is_empty);
                let text = ok["prefix"].as_str().unwrap_or_default().to_owned();
                if !none && let Some(shorter) = text.strip_suffix("00") {
                    ok["prefix"] = json!(shorter);
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/prefix-of-one-component",
        rule: IK_079,
        about: "Heeds the first component of a prefix only.",
        make: || {
            before(&["index_key.prefix"], |input| {
                let wanted = input["index"]["components"].as_array().map_or(0, Vec::len);
                if let Some(tuple) = input["components"].as_array_mut()
                    && tuple.len() <= wanted
                {
                    tuple.truncate(1);
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/empty-prefix-is-empty",
        rule: IK_079,
        about: "Answers with no bytes where no components are given.",
        make: || {
            after(&["index_key.prefix"], |input, ok| {
                if input["components"].as_array().is_some_and(Vec::is_empty) {
                    ok["prefix"] = json!("");
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/prefix-too-long",
        rule: IK_080,
        about: "Ignores what a prefix has beyond the components.",
        make: || {
            before(&["index_key.prefix"], |input| {
                let wanted = input["index"]["components"].as_array().map_or(0, Vec::len);
                if let Some(tuple) = input["components"].as_array_mut() {
                    tuple.truncate(wanted);
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/bounds-of-a-long-prefix",
        rule: IK_080,
        about: "Ignores what the prefix of a condition has beyond the components.",
        make: || {
            before(&["index_key.bounds"], |input| {
                let wanted = input["index"]["components"].as_array().map_or(0, Vec::len);
                if let Some(tuple) = input["prefix"].as_array_mut() {
                    tuple.truncate(wanted);
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/answers-cached-by-index",
        rule: IK_119,
        about: "Keeps the last plan of an index, whatever is asked of it next.",
        make: || {
            let mut known: Option<(serde_json::Value, Reply)> = None;
            instead(&["index_key.plan"], move |reference, request| {
                let index = &request.input["index"];
                if let Some((of, plan)) = &known
                    && of == index
                {
                    return plan.clone();
                }
                let reply = reference.call(request);
                known = Some((index.clone(), reply.clone()));
                reply
            })
        },
    },
    Mutant {
        id: "index_key/mutant/keys-numbered",
        rule: IK_119,
        about: "Adds a counter to keys that it has made before, so that no two are equal.",
        make: || {
            let mut made = std::collections::HashMap::<String, u8>::new();
            after(&["index_key.encode"], move |_, ok| {
                let key = ok["key"].as_str().unwrap_or_default().to_owned();
                let times = made.entry(key.clone()).or_default();
                if *times > 0 {
                    ok["key"] = json!(format!("{key}{times:02x}"));
                }
                *times = times.wrapping_add(1);
            })
        },
    },
];
