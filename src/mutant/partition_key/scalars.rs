//! Mistakes about booleans, null and floats: PK-017 to PK-019.

use super::encoder::{self, distinct, filled};
use super::parser::{self, ascending};
use crate::model::Literal;
use crate::mutant::Mutant;
use crate::mutant::number;
use crate::mutant::opinion::{Opinion, read_as};
use crate::rule::rules::{PK_017, PK_018, PK_019};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/boolean-any-case",
        rule: PK_017,
        about: "Parses booleans without regard to case.",
        make: || parser::taking("b", |text| Opinion::Reads(text.to_ascii_lowercase())),
    },
    Mutant {
        id: "partition_key/mutant/boolean-digits",
        rule: PK_017,
        about: "Parses 1 and 0 as booleans.",
        make: || {
            parser::taking("b", |text| match text {
                "1" => Opinion::Reads("true".to_owned()),
                "0" => Opinion::Reads("false".to_owned()),
                _ => Opinion::Right,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/boolean-words",
        rule: PK_017,
        about: "Parses the words of configuration files as booleans.",
        make: || {
            parser::taking("b", |text| match text {
                "yes" | "on" | "t" => Opinion::Reads("true".to_owned()),
                "no" | "off" | "f" => Opinion::Reads("false".to_owned()),
                _ => Opinion::Right,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/boolean-all-else-false",
        rule: PK_017,
        about: "Compares with `true` and takes everything else for false.",
        make: || parser::taking("b", |text| Opinion::Reads((text == "true").to_string())),
    },
    Mutant {
        id: "partition_key/mutant/boolean-empty-false",
        rule: PK_017,
        about: "Takes the empty text for false.",
        make: || {
            parser::taking("b", |text| {
                read_as(text.is_empty().then(|| "false".to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/boolean-trimmed",
        rule: PK_017,
        about: "Trims the text of booleans.",
        make: || parser::taking("b", |text| Opinion::Reads(text.trim().to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/boolean-capitalized",
        rule: PK_017,
        about: "Writes booleans the way Python prints them.",
        make: || {
            encoder::writing("b", |text| {
                if text == "true" { "True" } else { "False" }.to_owned()
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/boolean-written-as-digit",
        rule: PK_017,
        about: "Writes booleans as 1 and 0.",
        make: || encoder::writing("b", |text| u8::from(text == "true").to_string()),
    },
    Mutant {
        id: "partition_key/mutant/boolean-taken-for-integer",
        rule: PK_017,
        about: "Asks for integers before booleans, and a boolean is one.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Bool(truth) => Some(Literal::Int(u8::from(*truth).to_string())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/null-left-out",
        rule: PK_018,
        about: "Leaves out the dimensions that have no value when encoding.",
        make: || {
            encoder::arranging(|mut dimensions| {
                dimensions.retain(|dimension| dimension.value != "n:null");
                distinct(filled(dimensions)?)
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/null-left-out-by-parser",
        rule: PK_018,
        about: "Leaves out the dimensions that have no value when parsing.",
        make: || {
            parser::arranging(|dimensions| {
                let mut dimensions = distinct(ascending(filled(dimensions)?)?)?;
                dimensions.retain(|dimension| dimension.value != Literal::Null);
                Ok(dimensions)
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/null-any-case",
        rule: PK_018,
        about: "Parses null without regard to case.",
        make: || parser::taking("n", |text| Opinion::Reads(text.to_ascii_lowercase())),
    },
    Mutant {
        id: "partition_key/mutant/null-empty",
        rule: PK_018,
        about: "Takes the empty text after its tag for null.",
        make: || {
            parser::taking("n", |text| {
                read_as(text.is_empty().then(|| "null".to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/null-anything",
        rule: PK_018,
        about: "Sees the tag of null and does not look at the text.",
        make: || parser::taking("n", |_| Opinion::Reads("null".to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/null-written-as-nothing",
        rule: PK_018,
        about: "Writes nothing after the tag of null.",
        make: || encoder::writing("n", |_| String::new()),
    },
    Mutant {
        id: "partition_key/mutant/null-written-as-none",
        rule: PK_018,
        about: "Writes null the way Python prints it.",
        make: || encoder::writing("n", |_| "None".to_owned()),
    },
    Mutant {
        id: "partition_key/mutant/null-taken-for-string",
        rule: PK_018,
        about: "Prints null and encodes the word as a string.",
        make: || {
            encoder::converting(|value| {
                (*value == Literal::Null).then(|| Literal::String("null".to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/float-whole-taken-for-integer",
        rule: PK_019,
        about: "Takes a float without fraction for an integer.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Float(text) => number::whole(text).map(Literal::Int),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/float-truncated",
        rule: PK_019,
        about: "Casts floats to integers.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Float(text) => {
                    let value: f64 = text.parse().ok()?;
                    number::whole(&value.trunc().to_string()).map(Literal::Int)
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/float-taken-for-string",
        rule: PK_019,
        about: "Prints floats and encodes the text as a string.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Float(text) => Some(Literal::String(text.clone())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/float-not-a-number-is-null",
        rule: PK_019,
        about: "Encodes what is not a number as null, as JSON does.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Float(text) if text == "NaN" => Some(Literal::Null),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/float-tag-accepted",
        rule: PK_019,
        about: "Parses a tag for floats, as long as the number is whole.",
        make: || {
            parser::retagging(|tag, text| {
                (tag == "f").then(|| ("i", number::whole(text).unwrap_or_default()))
            })
        },
    },
];
