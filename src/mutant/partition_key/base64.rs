//! Mistakes about how strings are written: PK-011, PK-012.

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::prelude::{BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE, BASE64_URL_SAFE_NO_PAD};

use super::{encoder, parser, utf8};
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, read_as};
use crate::rule::rules::{PK_011, PK_012};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/base64-standard-alphabet",
        rule: PK_011,
        about: "Uses the standard alphabet, with `+` and `/`.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Keeps(BASE64_STANDARD_NO_PAD.encode(text))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/base64-padded",
        rule: PK_011,
        about: "Leaves the padding that the library writes.",
        make: || encoder::taking("s", |text| Opinion::Keeps(BASE64_URL_SAFE.encode(text))),
    },
    Mutant {
        id: "partition_key/mutant/base64-padding-cut-once",
        rule: PK_011,
        about: "Cuts one `=` off the end, where there may be two.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Keeps({
                    let padded = BASE64_URL_SAFE.encode(text);
                    padded.strip_suffix('=').unwrap_or(&padded).to_owned()
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/base64-alphabet-half-replaced",
        rule: PK_011,
        about: "Replaces `+` by `-` and forgets `/`.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Keeps(BASE64_STANDARD_NO_PAD.encode(text).replace('+', "-"))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/base64-in-lines",
        rule: PK_011,
        about: "Uses the encoder for mail, which breaks lines after 76 characters.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Keeps({
                    let whole = BASE64_URL_SAFE_NO_PAD.encode(text);
                    let lines: Vec<&str> = whole
                        .as_bytes()
                        .chunks(76)
                        .filter_map(|line| str::from_utf8(line).ok())
                        .collect();
                    lines.join("\r\n")
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/string-as-hex",
        rule: PK_011,
        about: "Writes the bytes in hexadecimal.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Keeps(text.bytes().map(|byte| format!("{byte:02x}")).collect())
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/string-as-utf16",
        rule: PK_011,
        about: "Encodes the language's own UTF-16 units.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Keeps({
                    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
                    BASE64_URL_SAFE_NO_PAD.encode(units.collect::<Vec<u8>>())
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/string-as-latin-1",
        rule: PK_011,
        about: "Encodes one byte for each character where that is possible.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Keeps({
                    let bytes: Option<Vec<u8>> = text
                        .chars()
                        .map(|c| u8::try_from(u32::from(c)).ok())
                        .collect();
                    BASE64_URL_SAFE_NO_PAD.encode(bytes.unwrap_or_else(|| text.into()))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/string-as-modified-utf8",
        rule: PK_011,
        about: "Writes characters beyond U+FFFF as two surrogates of three bytes each.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Keeps(BASE64_URL_SAFE_NO_PAD.encode(utf8::with_surrogates(text)))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/string-in-quotes",
        rule: PK_011,
        about: "Encodes the JSON of the string, quotes included.",
        make: || encoder::taking("s", |text| Opinion::Reads(format!("{text:?}"))),
    },
    Mutant {
        id: "partition_key/mutant/padding-accepted",
        rule: PK_012,
        about: "Decodes with or without padding.",
        make: || {
            parser::taking("s", |text| {
                Opinion::Reads(text.trim_end_matches('=').to_owned())
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/standard-alphabet-accepted",
        rule: PK_012,
        about: "Decodes both alphabets.",
        make: || {
            parser::taking("s", |text| {
                Opinion::Reads(text.replace('+', "-").replace('/', "_"))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/trailing-bits-ignored",
        rule: PK_012,
        about: "Drops the bits of the last character that belong to no byte.",
        make: || {
            parser::taking("s", |text| {
                read_as(
                    CARELESS
                        .decode(text)
                        .ok()
                        .map(|bytes| BASE64_URL_SAFE_NO_PAD.encode(bytes)),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/dangling-character-ignored",
        rule: PK_012,
        about: "Drops a last character that is too short for a byte.",
        make: || {
            parser::taking("s", |text| {
                let whole = if text.len() % 4 == 1 {
                    text.len() - 1
                } else {
                    text.len()
                };
                read_as(text.get(..whole).map(str::to_owned))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/whitespace-skipped",
        rule: PK_012,
        about: "Skips white space within base64, as decoders for mail do.",
        make: || {
            parser::taking("s", |text| {
                Opinion::Reads(text.split_ascii_whitespace().collect())
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/foreign-characters-skipped",
        rule: PK_012,
        about: "Skips every character outside the alphabet, as a decoder that does not validate.",
        make: || {
            parser::taking("s", |text| {
                Opinion::Reads(
                    text.chars()
                        .filter(|c| c.is_ascii_alphanumeric() || "-_".contains(*c))
                        .collect(),
                )
            })
        },
    },
];

/// A decoder that does not look at the bits that belong to no byte.
const CARELESS: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::RequireNone)
        .with_decode_allow_trailing_bits(true),
);
