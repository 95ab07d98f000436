//! Mistakes about what fits an index: IK-029 to IK-034.

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use super::rewrite;
use super::taking::{TAKING, taking, texts};
use crate::model::Literal;
use crate::mutant::Mutant;
use crate::mutant::deviation::{before, instead};
use crate::mutant::hash::{hex, sha256};
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_029, IK_030, IK_031, IK_032, IK_033, IK_034};
use crate::subject::{Implementation as _, Reply};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/enums-cut-at-eight",
        rule: IK_029,
        about: "Leaves out what is deeper than eight enums.",
        make: || {
            before(TAKING, |input| {
                rewrite(input, &|literal| {
                    let mut kept = literal.clone();
                    let mut level = &mut kept;
                    for _ in 1..8 {
                        match level {
                            Literal::Enum {
                                payload: Some(payload),
                                ..
                            } => level = payload,
                            _ => return None,
                        }
                    }
                    match level {
                        Literal::Enum { payload, .. }
                            if matches!(payload.as_deref(), Some(Literal::Enum { .. })) =>
                        {
                            *payload = None;
                            Some(kept)
                        }
                        _ => None,
                    }
                });
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-refused",
        rule: IK_030,
        about: "Refuses null, because the column is not declared nullable.",
        make: || {
            instead(
                &["index_key.encode", "index_key.put"],
                |reference, request| {
                    let null = json!({"null": null});
                    let components = request.input["components"].as_array();
                    if components.is_some_and(|values| values.contains(&null)) {
                        return Reply::reject(code::TYPE_MISMATCH);
                    }
                    reference.call(request)
                },
            )
        },
    },
    Mutant {
        id: "index_key/mutant/types-converted",
        rule: IK_031,
        about: "Converts whole numbers between signed and unsigned, as the component needs.",
        make: || {
            instead(TAKING, |reference, request| match reference.call(request) {
                Reply::Reject { code, .. } if code == code::TYPE_MISMATCH => {
                    let mut request = request.clone();
                    rewrite(request.input_mut(), &|literal| match literal {
                        Literal::Uint(text) => Some(Literal::Int(text.clone())),
                        Literal::Int(text) => Some(Literal::Uint(text.replace('-', ""))),
                        Literal::String(text) => Some(Literal::Bytes(text.clone().into_bytes())),
                        Literal::Bytes(bytes) => {
                            Some(Literal::String(String::from_utf8_lossy(bytes).into_owned()))
                        }
                        _ => None,
                    });
                    reference.call(&request)
                }
                reply => reply,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-primary-key",
        rule: IK_032,
        about: "Takes a null primary key for the least there is.",
        make: || {
            instead(&["index_key.encode"], |reference, request| {
                if request.input["primary_key"] != json!({"null": null}) {
                    return reference.call(request);
                }
                let mut request = request.clone();
                let declared = request.input["index"]["primary_key"]
                    .as_str()
                    .unwrap_or("any");
                let least = match declared {
                    "string" => json!({"string": ""}),
                    "bytes" => json!({"bytes": ""}),
                    "decimal" | "float" | "uint" => json!({declared: "0"}),
                    "date" => json!({"date": "0001-01-01"}),
                    "ulid" => json!({"ulid": "00000000000000000000000000"}),
                    "enum" => json!({"enum": {"discriminant": 0}}),
                    _ => json!({"int": "0"}),
                };
                request.input_mut()["primary_key"] = least;
                reference.call(&request)
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-bound-on-primary-key",
        rule: IK_032,
        about: "Takes a null bound on the primary key for no bound.",
        make: || {
            instead(
                &["index_key.bounds", "index_key.scan"],
                |reference, request| match reference.call(request) {
                    Reply::Reject { code, .. } if code == code::NULL_PRIMARY_KEY => {
                        let mut request = request.clone();
                        request.input_mut()["range"] = Value::Null;
                        reference.call(&request)
                    }
                    reply => reply,
                },
            )
        },
    },
    Mutant {
        id: "index_key/mutant/missing-values-are-null",
        rule: IK_033,
        about: "Fills missing components with null.",
        make: || {
            before(&["index_key.encode"], |input| {
                let wanted = input["index"]["components"].as_array().map_or(0, Vec::len);
                if let Some(values) = input["components"].as_array_mut()
                    && values.len() < wanted
                {
                    values.resize(wanted, json!({"null": null}));
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/surplus-values-dropped",
        rule: IK_033,
        about: "Ignores values beyond the last component.",
        make: || {
            before(&["index_key.encode"], |input| {
                let wanted = input["index"]["components"].as_array().map_or(0, Vec::len);
                if let Some(values) = input["components"].as_array_mut() {
                    values.truncate(wanted);
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/texts-normalized",
        rule: IK_034,
        about: "Normalizes texts to NFC before indexing them.",
        make: || texts(|text| text.nfc().collect()),
    },
    Mutant {
        id: "index_key/mutant/texts-trimmed",
        rule: IK_034,
        about: "Trims texts before indexing them.",
        make: || texts(|text| text.trim().to_owned()),
    },
    Mutant {
        id: "index_key/mutant/texts-cut",
        rule: IK_034,
        about: "Cuts texts to 255 characters, the width of a column.",
        make: || texts(|text| text.chars().take(255).collect()),
    },
    Mutant {
        id: "index_key/mutant/empty-text-is-null",
        rule: IK_034,
        about: "Takes the empty text for null, as one database does.",
        make: || {
            taking(|literal| match literal {
                Literal::String(text) if text.is_empty() => Some(Literal::Null),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/long-texts-hashed",
        rule: IK_034,
        about: "Replaces texts of more than 64 bytes by a hash.",
        make: || {
            texts(|text| {
                if text.len() > 64 {
                    hex(&sha256(text))
                } else {
                    text.to_owned()
                }
            })
        },
    },
];
