//! Partition keys to try implementations with.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};

use super::value;
use crate::model::partition_key::{Dimension, encode};
use crate::model::{Literal, Stance};
use crate::subject::wire::value as value_on_wire;

/// A list of dimensions as an encoder is given it.
pub type Dimensions = Vec<Dimension<Literal>>;

/// Dimensions as the input of `partition_key.encode`.
#[must_use]
pub fn wire(dimensions: &Dimensions) -> Value {
    let list = dimensions
        .iter()
        .map(|dimension| json!({"key": dimension.key, "value": value_on_wire(&dimension.value)}));
    json!({"dimensions": list.collect::<Vec<_>>()})
}

/// Valid names, many of them prefixes of each other or apart by `_` and digits only.
pub fn names() -> BoxedStrategy<String> {
    let known = select(&[
        "a", "b", "aa", "a1", "a_", "ab", "a_b", "z", "a0", "a10", "a2", "date", "region", "n",
        "null", "true", "class", "select", "if",
    ]);
    let any = proptest::collection::vec(select(&['a', 'b', 'z', '0', '9', '_']), 0..6);
    let any = any.prop_map(|rest| std::iter::once('a').chain(rest).collect::<String>());
    let long = select(&[64, 300_usize]).prop_map(|length| "a".repeat(length));
    prop_oneof![12 => known.prop_map(str::to_owned), 3 => any, 1 => long].boxed()
}

/// Valid values, written as a parser answers with them.
pub fn canonical_values() -> BoxedStrategy<Literal> {
    prop_oneof![
        1 => Just(Literal::Null),
        1 => any::<bool>().prop_map(Literal::Bool),
        3 => value::integers().prop_map(|number| Literal::Int(number.to_string())),
        5 => value::texts().prop_map(Literal::String),
        3 => value::dates().prop_map(Literal::Date),
        3 => value::canonical_timestamps().prop_map(Literal::Timestamp),
    ]
    .boxed()
}

/// Valid dimensions with different names, in any order, written as a parser answers with them.
pub fn dimensions() -> BoxedStrategy<Dimensions> {
    proptest::collection::vec((names(), canonical_values()), 1..6)
        .prop_map(distinct)
        .boxed()
}

/// Dimensions as an encoder may be given them, of which about half must be refused.
pub fn given_dimensions() -> BoxedStrategy<Dimensions> {
    let fine =
        prop_oneof![3 => canonical_values(), 3 => value::timestamps().prop_map(Literal::Timestamp)];
    let fine = proptest::collection::vec((names(), fine), 1..6).prop_map(distinct);
    prop_oneof![
        4 => fine.clone(),
        3 => (fine.clone(), any::<Index>(), faulty_values()).prop_map(|(mut dimensions, at, value)| {
            let at = at.index(dimensions.len());
            dimensions[at].value = value;
            dimensions
        }),
        2 => (fine.clone(), any::<Index>(), faulty_names()).prop_map(|(mut dimensions, at, name)| {
            let at = at.index(dimensions.len());
            dimensions[at].key = name;
            dimensions
        }),
        1 => (fine, any::<Index>(), proptest::option::of(canonical_values())).prop_map(|(mut dimensions, at, other)| {
            let mut again = dimensions[at.index(dimensions.len())].clone();
            again.value = other.unwrap_or(again.value);
            dimensions.push(again);
            dimensions
        }),
        1 => Just(Vec::new()).prop_map(|none: Dimensions| none),
    ]
    .boxed()
}

fn faulty_values() -> BoxedStrategy<Literal> {
    let beyond = select(&[
        "9223372036854775808",
        "-9223372036854775809",
        "18446744073709551616",
        "18446744073709551615",
    ]);
    prop_oneof![
        2 => beyond.prop_map(|text| Literal::Int(text.to_owned())),
        5 => value::no_dates().prop_map(Literal::Date),
        5 => value::no_timestamps().prop_map(Literal::Timestamp),
        3 => value::foreign_literals(),
    ]
    .boxed()
}

fn faulty_names() -> BoxedStrategy<String> {
    let known = select(&[
        "A",
        "",
        "1a",
        "_a",
        "_",
        "a-b",
        "a.b",
        "a b",
        " a",
        "a ",
        "a\n",
        "aB",
        "\u{e9}",
        "a\u{e9}",
        "\u{ff41}",
        "a\u{663}",
        "a=b",
        "a:b",
        "a,b",
        "a\0",
        "\u{430}",
        "\u{17f}",
        "a\u{212a}",
    ]);
    known.prop_map(str::to_owned).boxed()
}

/// Canonical texts, of which about two in three have been damaged in one place.
pub fn given_texts() -> BoxedStrategy<String> {
    let sound = dimensions().prop_map(|dimensions| canonical(&dimensions));
    prop_oneof![
        2 => sound.clone(),
        4 => (sound.clone(), any::<Index>(), spoiled_values()).prop_map(|(text, at, spoiled)| {
            let mut parts: Vec<String> = text.split(',').map(str::to_owned).collect();
            let at = at.index(parts.len());
            let name = parts[at].split('=').next().unwrap_or_default().to_owned();
            parts[at] = format!("{name}={spoiled}");
            parts.join(",")
        }),
        4 => (sound, any::<Index>(), damages()).prop_map(|(text, at, damage)| damage.apply(&text, at)),
    ]
    .boxed()
}

/// The canonical text of valid dimensions.
fn canonical(dimensions: &Dimensions) -> String {
    encode(dimensions, &mut Stance::default()).expect("the strategy makes valid dimensions")
}

/// Typed values that look right and are not.
fn spoiled_values() -> BoxedStrategy<String> {
    let known = select(&[
        "i:-0",
        "i:007",
        "i:+5",
        "i:",
        "i:-",
        "i:1_000",
        "i:1e3",
        "i:0x10",
        "i: 1",
        "i:1 ",
        "i:\u{663}",
        "i:4.0",
        "i:9223372036854775808",
        "i:-9223372036854775809",
        "i:18446744073709551617",
        "i:00",
        "i:-07",
        "i:1\n",
        "b:True",
        "b:FALSE",
        "b:1",
        "b:",
        "b:yes",
        "n:",
        "n:Null",
        "n:NULL",
        "n:nil",
        "f:1.5",
        "f:1",
        "f:42.0",
        "S:YQ",
        "x:1",
        ":1",
        "ss:YQ",
        "i",
        "s",
        "I:1",
        "d",
        "u:7",
        "s:YQ==",
        "s:YQ=",
        "s:Zm8=",
        "s:YR",
        "s:Zm9",
        "s:Y",
        "s:Zm9vY",
        "s:+w",
        "s:Pz8/",
        "s:_-8",
        "s:Zm 9v",
        "s:Zm9v\n",
        "s:gA",
        "s:wIA",
        "s:7aCA",
        "s:9JCAgA",
        "s:_w",
        "s:4oI",
        "s:\u{e9}",
        "s:YQ%3D",
        "t:2025-01-15T10:00:00Z",
        "t:2025-01-15T10:00:00.123Z",
        "t:2025-01-15T10:00:00.1234567Z",
        "t:2025-01-15T10:00:00.000000+00:00",
        "t:2025-01-15T10:00:00.000000z",
        "t:2025-01-15t10:00:00.000000Z",
        "t:2025-01-15 10:00:00.000000Z",
        "t:2025-01-15T24:00:00.000000Z",
        "t:2025-01-15T23:59:60.000000Z",
        "t:2025-02-29T00:00:00.000000Z",
        "t:0000-01-01T00:00:00.000000Z",
        "t:2025-01-15T10:00:00.000000",
        "t:10000-01-01T00:00:00.000000Z",
        "t:2025-01-15T10:60:00.000000Z",
    ]);
    prop_oneof![
        4 => known.prop_map(str::to_owned),
        1 => value::no_dates().prop_map(|text| format!("d:{}", text.replace(',', ""))),
    ]
    .boxed()
}

/// A way to damage a canonical text in one place.
#[derive(Debug, Clone, Copy)]
enum Damage {
    Insert(char),
    Replace(char),
    Delete,
    SwapNeighbours,
    SwapDimensions,
    RepeatDimension,
    Append(&'static str),
    Prepend(&'static str),
    NextDigitAtEnd,
    Escape,
    Erase,
    Semicolons,
}

fn damages() -> BoxedStrategy<Damage> {
    let character = || {
        select(&[
            'a', '0', ' ', '=', ':', ',', '.', '+', '-', '_', '/', 'A', 'Z', '\n', '\0', '%', ';',
            't', '\u{663}', '\u{17f}', '\u{212a}', '\u{e9}',
        ])
    };
    prop_oneof![
        2 => character().prop_map(Damage::Insert),
        2 => character().prop_map(Damage::Replace),
        2 => Just(Damage::Delete),
        1 => Just(Damage::SwapNeighbours),
        2 => Just(Damage::SwapDimensions),
        2 => Just(Damage::RepeatDimension),
        2 => select(&[",", "=", "==", " ", "\n", ",a", ",a=", ",a=i", "\0", "."]).prop_map(Damage::Append),
        1 => select(&[",", " ", "\u{feff}", "=", ":", "\n"]).prop_map(Damage::Prepend),
        2 => Just(Damage::NextDigitAtEnd),
        1 => Just(Damage::Escape),
        1 => Just(Damage::Erase),
        1 => Just(Damage::Semicolons),
    ]
    .boxed()
}

impl Damage {
    fn apply(self, text: &str, at: Index) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let mut parts: Vec<&str> = text.split(',').collect();
        let place = at.index(characters.len());
        let part = at.index(parts.len());
        match self {
            Self::Insert(c) => characters.insert(place, c),
            Self::Replace(c) => characters[place] = c,
            Self::Delete => drop(characters.remove(place)),
            Self::SwapNeighbours => characters.swap(place, place.saturating_sub(1)),
            Self::SwapDimensions => {
                parts.swap(part, 0);
                return parts.join(",");
            }
            Self::RepeatDimension => {
                parts.insert(part, parts[part]);
                return parts.join(",");
            }
            Self::Escape => {
                let escaped = format!("%{:02X}", u32::from(characters[place]));
                characters.splice(place..=place, escaped.chars());
            }
            Self::Erase => return String::new(),
            Self::Semicolons => return text.replace(',', ";"),
            Self::Append(end) => characters.extend(end.chars()),
            Self::Prepend(start) => return format!("{start}{text}"),
            // The last digit of base64 is where bits are left over.
            Self::NextDigitAtEnd => {
                let end = parts[part].char_indices().next_back();
                if let Some((at, c @ ('A'..='Y' | 'a'..='y' | '0'..='8'))) = end {
                    let next = char::from(u8::try_from(c).expect("ASCII") + 1);
                    let changed = format!("{}{next}", &parts[part][..at]);
                    parts[part] = &changed;
                    return parts.join(",");
                }
            }
        }
        characters.into_iter().collect()
    }
}

/// Asset ids: anything but the empty text, with what could be taken for a separator.
pub fn asset_ids() -> BoxedStrategy<String> {
    let known = select(&[
        "a",
        "a:b",
        "a:",
        ":a",
        "b",
        "A",
        "a ",
        "a/",
        "a=i:1",
        "a:a=i:1,b",
        "sales.orders",
        "\u{e9}",
        "e\u{301}",
    ]);
    let any = value::texts().prop_map(|text| {
        if text.is_empty() {
            "a".to_owned()
        } else {
            text
        }
    });
    prop_oneof![3 => known.prop_map(str::to_owned), 1 => any].boxed()
}

/// Keeps the first dimension of each name.
fn distinct(pairs: Vec<(String, Literal)>) -> Dimensions {
    let mut dimensions: Dimensions = Vec::new();
    for (key, value) in pairs {
        if dimensions.iter().all(|known| known.key != key) {
            dimensions.push(Dimension { key, value });
        }
    }
    dimensions
}
