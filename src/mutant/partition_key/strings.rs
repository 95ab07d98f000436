//! Mistakes about strings: PK-011 to PK-014.

use base64::Engine as _;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use base64::prelude::{BASE64_STANDARD_NO_PAD, BASE64_URL_SAFE, BASE64_URL_SAFE_NO_PAD};
use unicode_normalization::UnicodeNormalization as _;

use super::{encoder, parser, utf8};
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, read_as};
use crate::rule::rules::{PK_011, PK_012, PK_013, PK_014};

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
    Mutant {
        id: "partition_key/mutant/string-nfc",
        rule: PK_013,
        about: "Normalizes strings to NFC before encoding them.",
        make: || encoder::taking("s", |text| Opinion::Reads(text.nfc().collect())),
    },
    Mutant {
        id: "partition_key/mutant/string-nfd-parsed",
        rule: PK_013,
        about: "Decomposes parsed strings, as a file system does.",
        make: || parser::giving("s", |text| text.nfd().collect()),
    },
    Mutant {
        id: "partition_key/mutant/string-trimmed",
        rule: PK_013,
        about: "Trims strings before encoding them.",
        make: || encoder::taking("s", |text| Opinion::Reads(text.trim().to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/string-lower-cased",
        rule: PK_013,
        about: "Folds the case of strings, so that regions compare equal.",
        make: || encoder::taking("s", |text| Opinion::Reads(str::to_lowercase(text))),
    },
    Mutant {
        id: "partition_key/mutant/string-ends-at-nul",
        rule: PK_013,
        about: "Passes strings through an interface that ends them at NUL.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Reads(text.split('\0').next().unwrap_or_default().to_owned())
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/string-cut",
        rule: PK_013,
        about: "Cuts strings to 255 characters, the width of a column.",
        make: || encoder::taking("s", |text| Opinion::Reads(text.chars().take(255).collect())),
    },
    Mutant {
        id: "partition_key/mutant/string-beyond-bmp-replaced",
        rule: PK_013,
        about: "Stores characters of at most three bytes and replaces the others.",
        make: || {
            encoder::taking("s", |text| {
                Opinion::Reads(
                    text.chars()
                        .map(|c| if c > '\u{ffff}' { '\u{fffd}' } else { c })
                        .collect(),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/string-line-ends-unified",
        rule: PK_013,
        about: "Turns every carriage return and line feed into a line feed.",
        make: || encoder::taking("s", |text| Opinion::Reads(text.replace("\r\n", "\n"))),
    },
    Mutant {
        id: "partition_key/mutant/string-byte-order-mark-dropped",
        rule: PK_013,
        about: "Decodes with a decoder that swallows a byte order mark.",
        make: || {
            parser::giving("s", |text| {
                text.strip_prefix('\u{feff}').unwrap_or(text).to_owned()
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/string-trimmed-when-parsed",
        rule: PK_013,
        about: "Trims strings after decoding them.",
        make: || parser::giving("s", |text| text.trim().to_owned()),
    },
    Mutant {
        id: "partition_key/mutant/invalid-utf8-replaced",
        rule: PK_014,
        about: "Decodes bytes with U+FFFD for whatever is not UTF-8.",
        make: || {
            parser::taking("s", |text| {
                recoded(text, |bytes| {
                    Some(String::from_utf8_lossy(bytes).into_owned())
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/invalid-utf8-dropped",
        rule: PK_014,
        about: "Decodes bytes and leaves out whatever is not UTF-8.",
        make: || {
            parser::taking("s", |text| {
                recoded(text, |bytes| {
                    Some(bytes.utf8_chunks().map(|chunk| chunk.valid()).collect())
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/invalid-utf8-as-latin-1",
        rule: PK_014,
        about: "Falls back to one character a byte where the bytes are not UTF-8.",
        make: || {
            parser::taking("s", |text| {
                recoded(text, |bytes| {
                    Some(bytes.iter().copied().map(char::from).collect())
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/unfinished-utf8-dropped",
        rule: PK_014,
        about: "Decodes as a stream, in which an unfinished character at the end still waits.",
        make: || {
            parser::taking("s", |text| {
                recoded(text, |bytes| {
                    let fault = str::from_utf8(bytes).err()?;
                    fault.error_len().is_none().then(|| {
                        String::from_utf8_lossy(&bytes[..fault.valid_up_to()]).into_owned()
                    })
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/overlong-utf8-accepted",
        rule: PK_014,
        about: "Puts the bits of a character together without asking whether fewer bytes would do.",
        make: || {
            parser::taking("s", |text| {
                recoded(text, |bytes| {
                    utf8::decoded(bytes, |scalar, _| char::from_u32(scalar))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/surrogates-accepted",
        rule: PK_014,
        about: "Lets surrogates of three bytes each pass, as UTF-16 languages do.",
        make: || {
            parser::taking("s", |text| {
                recoded(text, |bytes| {
                    utf8::decoded(bytes, |scalar, length| {
                        if (0xd800..0xe000).contains(&scalar) {
                            Some('\u{fffd}')
                        } else {
                            utf8::shortest(scalar, length)
                        }
                    })
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/values-beyond-unicode-accepted",
        rule: PK_014,
        about: "Does not compare four-byte characters with U+10FFFF.",
        make: || {
            parser::taking("s", |text| {
                recoded(text, |bytes| {
                    utf8::decoded(bytes, |scalar, length| {
                        if scalar > 0x10_ffff {
                            Some('\u{fffd}')
                        } else {
                            utf8::shortest(scalar, length)
                        }
                    })
                })
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

/// Makes a string of bytes that are not UTF-8, if the mutant knows how.
fn recoded(encoded: &str, decode: fn(&[u8]) -> Option<String>) -> Opinion {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(encoded).ok();
    let broken = bytes.filter(|bytes| str::from_utf8(bytes).is_err());
    let string = broken.and_then(|bytes| decode(&bytes));
    read_as(string.map(|string| BASE64_URL_SAFE_NO_PAD.encode(string)))
}
