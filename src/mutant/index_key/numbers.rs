//! Mistakes about which numbers can be indexed: IK-019 to IK-023, and the infinities of IK-007.

use super::taking::{refusing, taking};
use crate::model::Literal;
use crate::mutant::Mutant;
use crate::rule::codes::index_key as code;
use crate::rule::rules::{IK_007, IK_019, IK_020, IK_021, IK_022, IK_023};

pub(super) const MUTANTS: &[Mutant] = &[
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
        id: "index_key/mutant/zeros-count-as-digits",
        rule: IK_021,
        about: "Counts the zeros at either end of a decimal among its digits.",
        make: || {
            refusing(code::DECIMAL_TOO_PRECISE, |literal| match literal {
                Literal::Decimal(text) => {
                    let mantissa = text.split('e').next().unwrap_or_default();
                    mantissa.bytes().filter(u8::is_ascii_digit).count() > 38
                }
                _ => false,
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
        id: "index_key/mutant/decimals-overflow",
        rule: IK_022,
        about: "Takes decimals whose exponent is too great for the greatest one.",
        make: || {
            taking(|literal| match literal {
                Literal::Decimal(text) => {
                    let (_, exponent) = text.split_once('e')?;
                    let great =
                        exponent.len() > 4 || exponent.parse::<u32>().is_ok_and(|e| e > 6143);
                    let positive = great && !exponent.starts_with('-');
                    positive.then(|| Literal::Decimal("9e6143".to_owned()))
                }
                _ => None,
            })
        },
    },
    Mutant {
        id: "index_key/mutant/zero-has-an-exponent",
        rule: IK_022,
        about: "Refuses zero for the exponent with which it is written.",
        make: || {
            refusing(code::DECIMAL_OUT_OF_RANGE, |literal| match literal {
                Literal::Decimal(text) => {
                    let exponent = text
                        .split_once('e')
                        .map(|(_, exponent)| exponent.parse::<i64>());
                    exponent.is_some_and(|exponent| exponent.map_or(true, |e| e.abs() > 6143))
                        && !text.starts_with(|c: char| ('1'..='9').contains(&c))
                }
                _ => false,
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
        id: "index_key/mutant/nan-within-enums",
        rule: IK_023,
        about: "Looks for NaN in components, but not in what enums hold.",
        make: || {
            taking(|literal| match literal {
                Literal::Enum {
                    discriminant,
                    payload: Some(payload),
                } if **payload == Literal::Float("NaN".to_owned()) => Some(Literal::Enum {
                    discriminant: *discriminant,
                    payload: Some(Box::new(Literal::Float("Infinity".to_owned()))),
                }),
                _ => None,
            })
        },
    },
];

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
