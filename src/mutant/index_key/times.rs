//! Mistakes about which days, instants and ULIDs can be indexed: IK-024 to IK-028.

use super::taking::taking;
use crate::model::Literal;
use crate::mutant::Mutant;
use crate::rule::rules::{IK_024, IK_025, IK_026, IK_027, IK_028};

pub(super) const MUTANTS: &[Mutant] = &[
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
        id: "index_key/mutant/year-0-is-year-1",
        rule: IK_024,
        about: "Takes the year 0000 for the first one.",
        make: || {
            taking(|literal| match literal {
                Literal::Date(text) => {
                    let day = text.strip_prefix("0000-")?;
                    Some(Literal::Date(format!("0001-{day}")))
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
        id: "index_key/mutant/second-60-is-59",
        rule: IK_025,
        about: "Takes a leap second for the second before.",
        make: || {
            taking(|literal| match literal {
                Literal::Timestamp(text) if text.get(16..19) == Some(":60") => {
                    Some(Literal::Timestamp(text.replacen(":60", ":59", 1)))
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
        id: "index_key/mutant/instants-before-year-1-clamped",
        rule: IK_026,
        about: "Takes instants before year 1 for the first one.",
        make: || {
            taking(|literal| match literal {
                Literal::Timestamp(text) => {
                    let written = crate::model::civil::timestamp(text).ok()?;
                    let before = written.utc().is_none() && text.starts_with("0001");
                    before.then(|| Literal::Timestamp("0001-01-01T00:00:00Z".to_owned()))
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
        id: "index_key/mutant/needless-zeros-of-fractions-cut",
        rule: IK_027,
        about: "Cuts zeros after the sixth digit of a fraction, because they change nothing.",
        make: || {
            taking(|literal| match literal {
                Literal::Timestamp(text) => {
                    let (clock, rest) = text.split_once('.')?;
                    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                    let zeros = rest.get(6..digits)?.bytes().all(|byte| byte == b'0');
                    let cut = || format!("{clock}.{}{}", &rest[..6], &rest[digits..]);
                    zeros.then(|| Literal::Timestamp(cut()))
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
        id: "index_key/mutant/ulids-with-aliases",
        rule: IK_028,
        about: "Reads the letters I and L in ULIDs as 1, and O as 0.",
        make: || {
            taking(|literal| match literal {
                Literal::Ulid(text) => Some(Literal::Ulid(
                    text.replace(['I', 'L'], "1").replace('O', "0"),
                )),
                _ => None,
            })
        },
    },
];
