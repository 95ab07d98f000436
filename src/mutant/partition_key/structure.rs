//! Mistakes about the whole key and its types: PK-001, PK-002, PK-006, PK-008 to PK-010.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;

use super::encoder::{self, distinct};
use super::parser::{self, ascending, divide, split};
use crate::model::Literal;
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, kept_if};
use crate::rule::rules::{PK_001, PK_002, PK_006, PK_008, PK_009, PK_010};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/empty-key-encoded",
        rule: PK_001,
        about: "Joins whatever dimensions there are, so that none become the empty text.",
        make: || encoder::arranging(distinct),
    },
    Mutant {
        id: "partition_key/mutant/empty-text-parsed",
        rule: PK_001,
        about: "Returns early from the parser when there is no text, with no dimensions.",
        make: || parser::arranging(|dimensions| distinct(ascending(dimensions)?)),
    },
    Mutant {
        id: "partition_key/mutant/comma-and-blank-written",
        rule: PK_002,
        about: "Joins dimensions with a comma and a blank, as lists are printed.",
        make: || encoder::joining(", "),
    },
    Mutant {
        id: "partition_key/mutant/ampersand-written",
        rule: PK_002,
        about: "Joins dimensions like the parameters of a URL.",
        make: || encoder::joining("&"),
    },
    Mutant {
        id: "partition_key/mutant/trailing-comma-ignored",
        rule: PK_002,
        about: "Drops an empty last part, as the split of some languages does.",
        make: || parser::splitting(|text| split(text.strip_suffix(',').unwrap_or(text))),
    },
    Mutant {
        id: "partition_key/mutant/leading-comma-ignored",
        rule: PK_002,
        about: "Drops an empty first part.",
        make: || parser::splitting(|text| split(text.strip_prefix(',').unwrap_or(text))),
    },
    Mutant {
        id: "partition_key/mutant/doubled-comma-ignored",
        rule: PK_002,
        about: "Splits with a tokenizer that takes a run of commas for one.",
        make: || parser::splitting(|text| split(&text.replace(",,", ","))),
    },
    Mutant {
        id: "partition_key/mutant/blanks-around-parts-trimmed",
        rule: PK_002,
        about: "Trims each part after splitting at the commas.",
        make: || parser::splitting(|text| each(text, |part| part.trim_matches(' ').to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/semicolon-accepted",
        rule: PK_002,
        about: "Splits at semicolons too.",
        make: || parser::splitting(|text| split(&text.replace(';', ","))),
    },
    Mutant {
        id: "partition_key/mutant/second-equals-sign-ignored",
        rule: PK_002,
        about: "Splits a dimension at every `=` and uses the first two pieces.",
        make: || {
            parser::dividing(|part| {
                let mut pieces = part.split('=');
                divide(&format!("{}={}", pieces.next()?, pieces.next()?))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/second-colon-ends-value",
        rule: PK_002,
        about: "Splits a typed value at every `:` and uses the first two pieces.",
        make: || {
            parser::dividing(|part| {
                let (name, tag, text) = divide(part)?;
                let text = text.split(':').next()?.to_owned();
                Some((name, tag, text))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/last-colon-starts-value",
        rule: PK_002,
        about: "Looks for the colon from the end, which times of day also hold.",
        make: || {
            parser::dividing(|part| {
                let (name, typed) = part.split_once('=')?;
                let (tag, text) = typed.rsplit_once(':')?;
                Some((name.to_owned(), tag.to_owned(), text.to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/missing-tag-is-string",
        rule: PK_002,
        about: "Takes a value without a tag for a string.",
        make: || {
            parser::dividing(|part| {
                divide(part).or_else(|| {
                    let (name, text) = part.split_once('=')?;
                    Some((name.to_owned(), "s".to_owned(), base64(text)))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/tag-upper-case-accepted",
        rule: PK_006,
        about: "Compares tags without regard to case.",
        make: || {
            parser::retagging(|tag, text| {
                let known = TAGS.iter().find(|known| known.eq_ignore_ascii_case(tag))?;
                Some((known, text.to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/tag-by-first-letter",
        rule: PK_006,
        about: "Looks at the first letter of the tag only.",
        make: || {
            parser::retagging(|tag, text| {
                let known = TAGS.iter().find(|known| tag.starts_with(**known))?;
                Some((known, text.to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/unknown-tag-is-string",
        rule: PK_006,
        about: "Gives back the raw text as a string where it does not know the tag.",
        make: || parser::retagging(|tag, text| (!TAGS.contains(&tag)).then(|| ("s", base64(text)))),
    },
    Mutant {
        id: "partition_key/mutant/empty-tag-is-string",
        rule: PK_006,
        about: "Takes the string for the default when the tag is empty.",
        make: || parser::retagging(|tag, text| tag.is_empty().then(|| ("s", text.to_owned()))),
    },
    Mutant {
        id: "partition_key/mutant/unsigned-taken-for-integer",
        rule: PK_006,
        about: "Accepts an unsigned integer wherever an integer fits.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Uint(text) => Some(Literal::Int(text.clone())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/bytes-taken-for-string",
        rule: PK_006,
        about: "Encodes bytes as base64, like strings.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Bytes(bytes) => String::from_utf8(bytes.clone()).ok().map(Literal::String),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/decimal-taken-for-string",
        rule: PK_006,
        about: "Falls back to the printed form of a decimal.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Decimal(text) => Some(Literal::String(text.clone())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/ulid-taken-for-string",
        rule: PK_006,
        about: "Falls back to the printed form of a ULID.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Ulid(text) => Some(Literal::String(text.clone())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/enum-taken-for-integer",
        rule: PK_006,
        about: "Encodes a variant of an enumeration by its number.",
        make: || {
            encoder::converting(|value| match value {
                Literal::Enum { discriminant, .. } => Some(Literal::Int(discriminant.to_string())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/newline-at-end-stripped",
        rule: PK_008,
        about: "Strips the line's end before parsing, as if the key came from a file.",
        make: || parser::splitting(|text| split(text.trim_end_matches(['\r', '\n']))),
    },
    Mutant {
        id: "partition_key/mutant/percent-decoded",
        rule: PK_008,
        about: "Undoes the escapes of URLs before parsing, although no key has any.",
        make: || {
            parser::splitting(|text| {
                let escapes = [("%3D", "="), ("%3A", ":"), ("%2C", ",")];
                let plain = escapes
                    .iter()
                    .fold(text.to_owned(), |text, (escape, plain)| {
                        text.replace(escape, plain)
                    });
                split(&plain)
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/byte-order-mark-skipped",
        rule: PK_008,
        about: "Skips a byte order mark at the beginning of the text.",
        make: || parser::splitting(|text| split(text.trim_start_matches('\u{feff}'))),
    },
    Mutant {
        id: "partition_key/mutant/text-ends-at-nul",
        rule: PK_008,
        about: "Hands the text to a parser that stops at NUL.",
        make: || parser::splitting(|text| split(text.split('\0').next().unwrap_or_default())),
    },
    Mutant {
        id: "partition_key/mutant/names-unchecked-when-encoding",
        rule: PK_009,
        about: "Validates names in the parser only.",
        make: || encoder::naming(|name| Opinion::Keeps(name.to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/dates-unchecked-when-encoding",
        rule: PK_009,
        about: "Trusts that a date is one and copies its text.",
        make: || encoder::taking("d", |text| Opinion::Keeps(text.to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/timestamps-unchecked-when-encoding",
        rule: PK_009,
        about: "Copies the text of a timestamp that ends in Z.",
        make: || {
            encoder::taking("t", |text| {
                kept_if(text.ends_with('Z') && text.len() == 27, text)
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/integers-unchecked-when-encoding",
        rule: PK_009,
        about: "Prints integers of any size.",
        make: || encoder::taking("i", |text| Opinion::Keeps(text.to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/plain-strings-unencoded",
        rule: PK_010,
        about: "Escapes strings for URLs instead of encoding them.",
        make: || encoder::taking("s", |text| Opinion::Keeps(percent_encoded(text))),
    },
];

const TAGS: [&str; 6] = ["s", "i", "b", "d", "t", "n"];

fn each(text: &str, alter: fn(&str) -> String) -> Vec<String> {
    split(text).iter().map(|part| alter(part)).collect()
}

fn base64(text: &str) -> String {
    BASE64_URL_SAFE_NO_PAD.encode(text)
}

fn percent_encoded(text: &str) -> String {
    let escaped = text.bytes().map(|byte| {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            char::from(byte).to_string()
        } else {
            format!("%{byte:02X}")
        }
    });
    escaped.collect()
}
