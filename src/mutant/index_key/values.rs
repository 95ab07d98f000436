//! Mistakes about what can be indexed: IK-019 to IK-034.

use serde_json::json;
use unicode_normalization::UnicodeNormalization as _;

use super::rewrite;
use crate::model::Literal;
use crate::mutant::Mutant;
use crate::mutant::deviation::{before, instead};
use crate::rule::codes::index_key as code;
use crate::rule::rules::{
    IK_007, IK_019, IK_020, IK_021, IK_022, IK_023, IK_024, IK_025, IK_026, IK_027, IK_028, IK_029,
    IK_030, IK_031, IK_032, IK_033, IK_034,
};
use crate::subject::{Implementation, Reply};

/// The operations that take values.
const TAKING: &[&str] = &[
    "index_key.encode",
    "index_key.compare",
    "index_key.prefix",
    "index_key.bounds",
    "index_key.put",
    "index_key.delete",
    "index_key.scan",
];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/integers-wrap",
        rule: IK_019,
        about: "Lets integers beyond 64 bits wrap around.",
        make: || {
            taking(|literal| match literal {
                Literal::Int(text) => {
                    let number: i128 = text.parse().ok()?;
                    #[allow(clippy::cast_possible_truncation, reason = "this is the mistake")]
                    Some(Literal::Int((number as i64).to_string()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/integers-through-floats",
        rule: IK_019,
        about: "Reads integers as floats, which lose digits beyond 2^53.",
        make: || {
            taking(|literal| match literal {
                Literal::Int(text) => {
                    let number: f64 = text.parse().ok()?;
                    #[allow(clippy::cast_possible_truncation, reason = "this is the mistake")]
                    Some(Literal::Int((number as i64).to_string()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/unsigned-clamped",
        rule: IK_020,
        about: "Takes unsigned integers that are too great for the greatest.",
        make: || {
            taking(|literal| match literal {
                Literal::Uint(text) if text.parse::<u64>().is_err() => {
                    Some(Literal::Uint(u64::MAX.to_string()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/unsigned-has-63-bits",
        rule: IK_020,
        about: "Refuses unsigned integers that do not fit into a signed one.",
        make: || {
            refusing(code::INTEGER_OUT_OF_RANGE, |literal| match literal {
                Literal::Uint(text) => text.parse::<i64>().is_err(),
                _ => false,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimals-rounded",
        rule: IK_021,
        about: "Cuts decimals to 38 digits.",
        make: || {
            taking(|literal| match literal {
                Literal::Decimal(text) => Some(Literal::Decimal(cut(text)?)),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/decimals-underflow",
        rule: IK_022,
        about: "Takes decimals whose exponent is too small for zero.",
        make: || {
            taking(|literal| match literal {
                Literal::Decimal(text) => {
                    let (_, exponent) = text.split_once("e-")?;
                    let small =
                        exponent.len() > 4 || exponent.parse::<u32>().is_ok_and(|e| e > 6143);
                    small.then(|| Literal::Decimal("0".to_owned()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/nan-is-infinity",
        rule: IK_023,
        about: "Puts NaN behind all numbers, with infinity.",
        make: || {
            taking(|literal| match literal {
                Literal::Float(text) if text == "NaN" => {
                    Some(Literal::Float("Infinity".to_owned()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/infinities-refused",
        rule: IK_007,
        about: "Refuses infinities as it refuses NaN.",
        make: || {
            refusing(
                code::NAN_NOT_ALLOWED,
                |literal| matches!(literal, Literal::Float(text) if text.ends_with("Infinity")),
            )
        },
    },
    Mutant {
        id: "index_key/mutant/days-roll-over",
        rule: IK_024,
        about: "Takes 29 February of a common year for 1 March.",
        make: || {
            taking(|literal| match literal {
                Literal::Date(text) => {
                    let year = text.strip_suffix("-02-29")?;
                    let common = crate::model::civil::date(text).is_err();
                    common.then(|| Literal::Date(format!("{year}-03-01")))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/no-offset-is-utc",
        rule: IK_025,
        about: "Takes a timestamp without an offset for UTC.",
        make: || {
            taking(|literal| match literal {
                Literal::Timestamp(text) => {
                    let local = text.len() >= 19 && text.as_bytes().get(10) == Some(&b'T');
                    let bare = local && !text[11..].contains(['Z', '+', '-', 'z', ' ']);
                    bare.then(|| Literal::Timestamp(format!("{text}Z")))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/midnight-is-24",
        rule: IK_025,
        about: "Takes 24:00:00 for the last second of the day.",
        make: || {
            taking(|literal| match literal {
                Literal::Timestamp(text) if text.contains("T24:00:00") => {
                    Some(Literal::Timestamp(text.replace("T24:00:00", "T23:59:59")))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/instants-clamped",
        rule: IK_026,
        about: "Takes instants after year 9999 for the last one.",
        make: || {
            taking(|literal| match literal {
                Literal::Timestamp(text) => {
                    let written = crate::model::civil::timestamp(text).ok()?;
                    let beyond = written.utc().is_none() && text.starts_with("9999");
                    beyond.then(|| Literal::Timestamp("9999-12-31T23:59:59.999999Z".to_owned()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/fractions-cut",
        rule: IK_027,
        about: "Cuts fractions after six digits.",
        make: || {
            taking(|literal| match literal {
                Literal::Timestamp(text) => {
                    let (clock, rest) = text.split_once('.')?;
                    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                    let cut = || format!("{clock}.{}{}", &rest[..6], &rest[digits..]);
                    (digits > 6).then(|| Literal::Timestamp(cut()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/ulids-in-lower-case",
        rule: IK_028,
        about: "Accepts ULIDs in lower case.",
        make: || {
            taking(|literal| match literal {
                Literal::Ulid(text) => Some(Literal::Ulid(text.to_uppercase())),
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/ulids-overflow",
        rule: IK_028,
        about: "Drops the bits of a ULID beyond 128.",
        make: || {
            taking(|literal| match literal {
                Literal::Ulid(text) => {
                    let first = text
                        .chars()
                        .next()
                        .filter(|c| matches!(c, '8' | '9' | 'Z'))?;
                    let kept = match first {
                        '8' => '0',
                        '9' => '1',
                        _ => '7',
                    };
                    Some(Literal::Ulid(format!("{kept}{}", &text[1..])))
                }
                _ => None,
            })
        },
    },
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
                    rewrite(&mut request.input, &|literal| match literal {
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
                request.input["primary_key"] = least;
                reference.call(&request)
            })
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
];

/// Takes values for others, in every operation.
fn taking(with: fn(&Literal) -> Option<Literal>) -> Box<dyn Implementation> {
    before(TAKING, move |input| rewrite(input, &with))
}

/// Alters texts, in every operation.
fn texts(alter: fn(&str) -> String) -> Box<dyn Implementation> {
    before(TAKING, move |input| {
        rewrite(input, &|literal| match literal {
            Literal::String(text) => Some(Literal::String(alter(text))),
            _ => None,
        });
    })
}

/// Refuses values that contain what is refused.
fn refusing(code: &'static str, refuses: fn(&Literal) -> bool) -> Box<dyn Implementation> {
    instead(TAKING, move |reference, request| {
        let found = std::cell::Cell::new(false);
        rewrite(&mut request.input.clone(), &|literal| {
            found.set(found.get() || refuses(literal));
            None
        });
        if found.get() {
            Reply::reject(code)
        } else {
            reference.call(request)
        }
    })
}

/// A decimal with its digits cut after the 38th, if it has more.
fn cut(text: &str) -> Option<String> {
    let (sign, text) = text
        .strip_prefix('-')
        .map_or(("", text), |rest| ("-", rest));
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}");
    let digits = digits.trim_start_matches('0');
    let kept = digits.get(..38)?;
    let lost = i64::try_from(digits.len() - 38).ok()?;
    let exponent = exponent.parse::<i64>().ok()? + lost - i64::try_from(fraction.len()).ok()?;
    Some(format!("{sign}{kept}e{exponent}"))
}
