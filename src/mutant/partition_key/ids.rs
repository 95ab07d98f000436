//! Mistakes about partition ids: PK-031 to PK-033.

use serde_json::json;
use unicode_normalization::UnicodeNormalization as _;

use crate::mutant::Mutant;
use crate::mutant::deviation::{after, before, instead, text};
use crate::mutant::hash::{hex, sha256};
use crate::rule::rules::{PK_031, PK_032, PK_033};
use crate::subject::{Implementation, Reply, Request};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/id-upper-case",
        rule: PK_031,
        about: "Prints the hash in upper case.",
        make: || printing(|digest| cut(&hex(digest), 32).to_uppercase()),
    },
    Mutant {
        id: "partition_key/mutant/id-of-31-digits",
        rule: PK_031,
        about: "Cuts one digit too early.",
        make: || printing(|digest| cut(&hex(digest), 31)),
    },
    Mutant {
        id: "partition_key/mutant/id-of-33-digits",
        rule: PK_031,
        about: "Cuts one digit too late.",
        make: || printing(|digest| cut(&hex(digest), 33)),
    },
    Mutant {
        id: "partition_key/mutant/id-of-64-digits",
        rule: PK_031,
        about: "Counts 32 bytes where digits are meant.",
        make: || printing(hex),
    },
    Mutant {
        id: "partition_key/mutant/id-of-last-digits",
        rule: PK_031,
        about: "Takes the last digits of the hash.",
        make: || printing(|digest| hex(digest)[32..].to_owned()),
    },
    Mutant {
        id: "partition_key/mutant/id-without-zeros",
        rule: PK_031,
        about: "Prints each byte without filling it up to two digits.",
        make: || {
            printing(|digest| {
                let digits: String = digest.iter().map(|byte| format!("{byte:x}")).collect();
                cut(&digits, 32)
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/id-without-prefix",
        rule: PK_031,
        about: "Returns the digits alone.",
        make: || {
            after(&[ID], |_, result| {
                result["partition_id"] =
                    json!(text(result, "partition_id").trim_start_matches("part_"));
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/id-with-hyphen",
        rule: PK_031,
        about: "Joins prefix and digits with a hyphen.",
        make: || {
            after(&[ID], |_, result| {
                result["partition_id"] = json!(text(result, "partition_id").replace('_', "-"));
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/id-without-separator",
        rule: PK_031,
        about: "Hashes asset id and key without anything between them.",
        make: || hashing(|asset, key| format!("{asset}{key}").into_bytes()),
    },
    Mutant {
        id: "partition_key/mutant/id-with-slash",
        rule: PK_031,
        about: "Hashes asset id and key as a path.",
        make: || hashing(|asset, key| format!("{asset}/{key}").into_bytes()),
    },
    Mutant {
        id: "partition_key/mutant/id-of-key-alone",
        rule: PK_031,
        about: "Hashes the key alone.",
        make: || hashing(|_, key| key.as_bytes().to_vec()),
    },
    Mutant {
        id: "partition_key/mutant/id-of-key-first",
        rule: PK_031,
        about: "Hashes the key before the asset id.",
        make: || hashing(|asset, key| format!("{key}:{asset}").into_bytes()),
    },
    Mutant {
        id: "partition_key/mutant/id-of-a-line",
        rule: PK_031,
        about: "Hashes a line, its end included, as a shell does.",
        make: || hashing(|asset, key| format!("{asset}:{key}\n").into_bytes()),
    },
    Mutant {
        id: "partition_key/mutant/id-of-latin-1",
        rule: PK_031,
        about: "Hashes one byte for each character where that is possible.",
        make: || {
            hashing(|asset, key| {
                let whole = format!("{asset}:{key}");
                let bytes: Option<Vec<u8>> = whole
                    .chars()
                    .map(|c| u8::try_from(u32::from(c)).ok())
                    .collect();
                bytes.unwrap_or_else(|| whole.into_bytes())
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/asset-lower-cased",
        rule: PK_032,
        about: "Folds the case of asset ids.",
        make: || renaming(str::to_lowercase),
    },
    Mutant {
        id: "partition_key/mutant/asset-trimmed",
        rule: PK_032,
        about: "Trims asset ids.",
        make: || renaming(|asset| asset.trim().to_owned()),
    },
    Mutant {
        id: "partition_key/mutant/asset-nfc",
        rule: PK_032,
        about: "Normalizes asset ids to NFC.",
        make: || renaming(|asset| asset.nfc().collect()),
    },
    Mutant {
        id: "partition_key/mutant/asset-colon-escaped",
        rule: PK_032,
        about: "Escapes the separator within asset ids.",
        make: || renaming(|asset| asset.replace(':', "%3A")),
    },
    Mutant {
        id: "partition_key/mutant/asset-slash-at-end-dropped",
        rule: PK_032,
        about: "Takes asset ids for paths and drops a slash at their end.",
        make: || renaming(|asset| asset.trim_end_matches('/').to_owned()),
    },
    Mutant {
        id: "partition_key/mutant/asset-ends-at-nul",
        rule: PK_032,
        about: "Passes asset ids through an interface that ends them at NUL.",
        make: || renaming(|asset| asset.split('\0').next().unwrap_or_default().to_owned()),
    },
    Mutant {
        id: "partition_key/mutant/asset-empty",
        rule: PK_032,
        about: "Does not ask whether there is an asset id.",
        make: || {
            instead(&[ID], |reference, request| {
                if !text(&request.input, "asset_id").is_empty() {
                    return reference.call(request);
                }
                // The key is still judged, under a name that passes.
                let key = text(&request.input, "canonical");
                let judged = Request::new(ID, json!({"asset_id": "a", "canonical": key}));
                match reference.call(&judged) {
                    Reply::Ok(_) => {
                        Reply::Ok(json!({"partition_id": id(&sha256(format!(":{key}")))}))
                    }
                    refusal => refusal,
                }
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/id-of-any-text",
        rule: PK_033,
        about: "Hashes whatever text is given as a key.",
        make: || hashing_anyway(|_| true),
    },
    Mutant {
        id: "partition_key/mutant/id-of-any-shape",
        rule: PK_033,
        about: "Looks for `=` and `:` and does not parse the key.",
        make: || {
            hashing_anyway(|key| {
                key.split(',')
                    .all(|part| part.contains('=') && part.contains(':'))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/id-of-sorted-key",
        rule: PK_033,
        about: "Sorts the dimensions before hashing instead of refusing them.",
        make: || {
            before(&[ID], |input| {
                let mut parts: Vec<&str> = text(input, "canonical").split(',').collect();
                parts.sort_unstable_by_key(|part| part.split('=').next());
                input["canonical"] = json!(parts.join(","));
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/id-of-trimmed-key",
        rule: PK_033,
        about: "Trims the key before hashing it.",
        make: || {
            before(&[ID], |input| {
                input["canonical"] = json!(text(input, "canonical").trim());
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/id-of-unpadded-key",
        rule: PK_033,
        about: "Strips padding from the key before hashing it.",
        make: || {
            before(&[ID], |input| {
                input["canonical"] = json!(text(input, "canonical").trim_end_matches('='));
            })
        },
    },
];

const ID: &str = "partition_key.id";

/// Prints the hash otherwise, after the same prefix.
fn printing(print: fn(&[u8]) -> String) -> Box<dyn Implementation> {
    after(&[ID], move |input, result| {
        let digest = sha256(pre_image(text(input, "asset_id"), text(input, "canonical")));
        result["partition_id"] = json!(format!("part_{}", print(&digest)));
    })
}

/// Hashes other bytes.
fn hashing(bytes: fn(&str, &str) -> Vec<u8>) -> Box<dyn Implementation> {
    after(&[ID], move |input, result| {
        let bytes = bytes(text(input, "asset_id"), text(input, "canonical"));
        result["partition_id"] = json!(id(&sha256(bytes)));
    })
}

/// Alters the asset id, unless nothing would be left of it.
fn renaming(rename: fn(&str) -> String) -> Box<dyn Implementation> {
    before(&[ID], move |input| {
        let asset = rename(text(input, "asset_id"));
        if !asset.is_empty() {
            input["asset_id"] = json!(asset);
        }
    })
}

/// Hashes keys that the reference refuses.
fn hashing_anyway(accepts: fn(&str) -> bool) -> Box<dyn Implementation> {
    instead(&[ID], move |reference, request| {
        let (asset, key) = (
            text(&request.input, "asset_id"),
            text(&request.input, "canonical"),
        );
        match reference.call(request) {
            Reply::Reject { .. } if !asset.is_empty() && accepts(key) => {
                Reply::Ok(json!({"partition_id": id(&sha256(pre_image(asset, key)))}))
            }
            reply => reply,
        }
    })
}

fn pre_image(asset: &str, key: &str) -> String {
    format!("{asset}:{key}")
}

fn id(digest: &[u8]) -> String {
    format!("part_{}", cut(&hex(digest), 32))
}

fn cut(digits: &str, length: usize) -> String {
    digits.chars().take(length).collect()
}
