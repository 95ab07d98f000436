//! Mistakes about what a string is: PK-013, PK-014.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use unicode_normalization::UnicodeNormalization as _;

use super::{encoder, parser, utf8};
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, read_as};
use crate::rule::rules::{PK_013, PK_014};

pub(super) const MUTANTS: &[Mutant] = &[
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

/// Makes a string of bytes that are not UTF-8, if the mutant knows how.
fn recoded(encoded: &str, decode: fn(&[u8]) -> Option<String>) -> Opinion {
    let bytes = BASE64_URL_SAFE_NO_PAD.decode(encoded).ok();
    let broken = bytes.filter(|bytes| str::from_utf8(bytes).is_err());
    let string = broken.and_then(|bytes| decode(&bytes));
    read_as(string.map(|string| BASE64_URL_SAFE_NO_PAD.encode(string)))
}
