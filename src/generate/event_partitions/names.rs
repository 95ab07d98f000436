//! Names of partitions, and lists of them.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use crate::subject::verbatim::verbatim;

/// Valid names: short ones that a faulty server confuses, and long ones around the limit. Their normalization has been
/// the same in all versions of Unicode since 12.
pub fn names() -> BoxedStrategy<String> {
    prop_oneof![
        6 => select(KNOWN).prop_map(str::to_owned),
        2 => proptest::collection::vec(select(CHARACTERS), 1..6).prop_map(String::from_iter),
        1 => select(&[("a", 128), ("\u{e9}", 64), ("e\u{301}", 64), ("\u{212a}", 128), ("\u{1f600}", 32), ("\u{1100}\u{1161}", 42), ("\u{958}", 21), ("\u{344}", 32)])
            .prop_map(|(unit, times)| unit.repeat(times)),
    ]
    .boxed()
}

const KNOWN: &[&str] = &[
    "a",
    "b",
    "A",
    "ab",
    " a",
    "a ",
    " ",
    "  ",
    "\u{e9}",
    "e\u{301}",
    "e",
    "f",
    "z",
    "a9",
    "a10",
    "\u{212b}",
    "\u{c5}",
    "A\u{30a}",
    "\u{fb01}",
    "fi",
    "\u{df}",
    "ss",
    "\u{130}",
    "\u{131}",
    "\u{fffd}",
    "\u{ffff}",
    "\u{10000}",
    "\u{1f600}",
    "\u{1100}\u{1161}",
    "\u{ac00}",
    "q\u{307}\u{323}",
    "q\u{323}\u{307}",
    "\u{958}",
    "\u{a0}a",
    "\u{feff}a",
    "a\0",
    "a\n",
    "a\u{200b}",
    "a,b",
    "a/b",
    "a/",
    "%61",
    "*",
    "\u{b2}",
    "2",
    "1",
    "\u{ff21}",
    "\u{212a}",
    "K",
    "k",
];

const CHARACTERS: &[char] = &[
    'a',
    'e',
    'A',
    ' ',
    '\u{301}',
    '\u{323}',
    '\u{307}',
    '\u{e9}',
    '\u{1100}',
    '\u{1161}',
    '\u{11a8}',
    '\u{fb01}',
    '\u{958}',
    '\u{344}',
    '\u{ffff}',
    '\u{10000}',
    '\u{200b}',
    '\0',
];

/// Valid lists of names: in any order, with duplicates, of which some are so only after normalization.
pub fn partitions() -> BoxedStrategy<Vec<String>> {
    let few = proptest::collection::vec(names(), 1..6);
    let many = (select(&[64_usize, 63, 40]), any::<bool>()).prop_map(|(count, backwards)| {
        let mut list: Vec<String> = (0..count).map(|n| format!("p{n}")).collect();
        if backwards {
            list.reverse();
        }
        list
    });
    prop_oneof![
        8 => few.clone(),
        4 => (few, any::<Index>(), any::<bool>()).prop_map(|(mut list, at, first)| {
            let twin = respelled(&list[at.index(list.len())]);
            list.insert(if first { 0 } else { list.len() }, twin);
            list
        }),
        1 => many,
    ]
    .boxed()
}

/// Two lists for one set: the second has other spellings, another order and further duplicates.
pub fn spelled_twice() -> BoxedStrategy<(Vec<String>, Vec<String>)> {
    let list = proptest::collection::vec(names(), 1..6);
    (list, any::<Index>(), any::<bool>())
        .prop_map(|(list, at, respell)| {
            let mut other: Vec<String> = list.iter().rev().cloned().collect();
            if respell {
                for name in &mut other {
                    *name = respelled(name);
                }
            }
            let twin = other[at.index(other.len())].clone();
            other.push(twin);
            (list, other)
        })
        .boxed()
}

/// Names with a lone surrogate, held verbatim.
pub fn lone_surrogates() -> BoxedStrategy<Value> {
    const NAMES: &[&str] = &[
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"a\\ud800\"",
        "\"\\udfffa\"",
        "\"a\\udbffb\"",
        "\"\\ude00\\ud83d\"",
    ];
    select(NAMES).prop_map(verbatim).boxed()
}

/// Another text with the same NFC form, if there is one.
fn respelled(name: &str) -> String {
    let (composed, decomposed): (String, String) = (name.nfc().collect(), name.nfd().collect());
    if name == composed {
        decomposed
    } else {
        composed
    }
}

/// The fields `partitions` and `partition` of an event as a client may send them, of which about half must be refused.
pub fn given_partitions() -> BoxedStrategy<Value> {
    let list = |names: Vec<String>| json!({"partitions": names});
    let no_list = select(&["null", "\"a\"", "1", "true", "{\"a\": 1}", "[]"]);
    let no_name = select(&["null", "1", "true", "[\"a\"]", "{}"]);
    let faulty = prop_oneof![
        2 => Just(String::new()),
        3 => select(&[("a", 129), ("\u{e9}", 65), ("\u{1f600}", 33), ("\u{344}", 33), ("\u{958}", 22), ("e\u{301}", 65), ("a", 1000), ("\u{e9}", 128)])
            .prop_map(|(unit, times)| unit.repeat(times)),
    ];
    let too_many = select(&[65_usize, 66, 100]);
    let parsed = |text: &str| serde_json::from_str::<Value>(text).expect("the text is JSON");
    prop_oneof![
        8 => partitions().prop_map(list),
        3 => no_list.prop_map(move |text| json!({"partitions": parsed(text)})),
        1 => Just(json!({})),
        2 => (partitions(), no_name, any::<Index>()).prop_map(move |(names, text, at)| {
            let mut values: Vec<Value> = names.iter().map(|name| json!(name)).collect();
            let at = at.index(values.len() + 1);
            values.insert(at, parsed(text));
            json!({"partitions": values})
        }),
        4 => (partitions(), faulty, any::<Index>()).prop_map(move |(mut names, name, at)| {
            let at = at.index(names.len());
            names[at] = name;
            list(names)
        }),
        1 => too_many.prop_map(|count| json!({"partitions": (0..count).map(|n| format!("p{n}")).collect::<Vec<_>>()})),
        1 => (select(&[64_usize, 63, 1]), 1..3_usize).prop_map(|(distinct, more)| {
            let count = 64 + more;
            json!({"partitions": (0..count).map(|n| format!("p{}", n % distinct)).collect::<Vec<_>>()})
        }),
        2 => names().prop_map(|name| json!({"partition": name})),
        2 => names().prop_map(|name| json!({"partitions": [respelled(&name)], "partition": name})),
        2 => (partitions(), names()).prop_map(|(names, name)| json!({"partitions": names, "partition": name})),
    ]
    .boxed()
}
