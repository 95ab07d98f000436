//! Mistakes about fractions of a second: PK-028, PK-030.

use chrono::{DateTime, TimeDelta};

use super::encoder;
use super::written::{Stamp, moved, refused, rewritten};
use crate::model::civil::{self, Written};
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, read_as};
use crate::rule::rules::{PK_028, PK_030};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/fraction-rounded-half-up",
        rule: PK_028,
        about: "Rounds to the nearest microsecond.",
        make: || {
            encoder::taking("t", |text| {
                rounded(text, |_, _, rest| rest.as_bytes()[0] >= b'5')
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/fraction-rounded-half-even",
        rule: PK_028,
        about: "Rounds to the nearest microsecond, and halves to the even one.",
        make: || {
            encoder::taking("t", |text| {
                rounded(text, |_, digits, rest| {
                    let odd = digits.as_bytes()[5] % 2 == 1;
                    let half = rest.trim_end_matches('0') == "5";
                    rest.as_bytes()[0] >= b'5' && (!half || odd)
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/fraction-rounded-up",
        rule: PK_028,
        about: "Rounds to the next microsecond.",
        make: || {
            encoder::taking("t", |text| {
                rounded(text, |_, _, rest| rest.bytes().any(|digit| digit != b'0'))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/fraction-toward-1970",
        rule: PK_028,
        about: "Divides nanoseconds since 1970 by 1000, which rounds toward 1970.",
        make: || {
            encoder::taking("t", |text| {
                rounded(text, |written, _, rest| {
                    let before = written
                        .utc()
                        .is_some_and(|utc| utc < DateTime::UNIX_EPOCH.naive_utc());
                    before && rest.bytes().any(|digit| digit != b'0')
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/fraction-filled-from-the-left",
        rule: PK_030,
        about: "Takes the digits of the fraction for a number of microseconds.",
        make: || encoder::taking("t", |text| refilled(text, |digits| format!("{digits:0>6}"))),
    },
    Mutant {
        id: "partition_key/mutant/fraction-cut-to-milliseconds",
        rule: PK_030,
        about: "Holds milliseconds and fills up with zeros.",
        make: || encoder::taking("t", |text| refilled(text, |digits| format!("{digits:.3}"))),
    },
    Mutant {
        id: "partition_key/mutant/fraction-dropped",
        rule: PK_030,
        about: "Holds whole seconds.",
        make: || encoder::taking("t", |text| refilled(text, |_| "000000".to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/fraction-through-float",
        rule: PK_030,
        about: "Multiplies a binary fraction by a million and cuts the rest.",
        make: || {
            encoder::taking("t", |text| {
                refilled(text, |digits| {
                    format!(
                        "{:06.0}",
                        (format!("0.{digits}").parse::<f64>().unwrap_or(0.0) * 1e6).floor()
                    )
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/seconds-through-float",
        rule: PK_030,
        about: "Holds seconds since 1970 as a double, fraction included.",
        make: || {
            encoder::taking("t", |text| {
                rewritten(text, |stamp, written| {
                    let whole = written.local.and_utc().timestamp();
                    let exact = format!(
                        "{whole}.{:06}",
                        written.local.and_utc().timestamp_subsec_micros()
                    );
                    let seconds: f64 = exact.parse().ok()?;
                    let micros = format!("{:.0}", (seconds.rem_euclid(1.0) * 1e6).floor())
                        .parse()
                        .ok()?;
                    let second = DateTime::from_timestamp(whole, 0)?.naive_utc();
                    moved(stamp, second + TimeDelta::microseconds(micros))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/fraction-of-one-digit-refused",
        rule: PK_030,
        about: "Takes fractions of three or six digits only.",
        make: || {
            encoder::taking("t", |text| {
                refused(text, |stamp| [1, 2, 4, 5].contains(&stamp.fraction.len()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/fraction-missing-refused",
        rule: PK_030,
        about: "Wants every timestamp to have a fraction.",
        make: || encoder::taking("t", |text| refused(text, |stamp| stamp.fraction.is_empty())),
    },
];

/// One microsecond later, if it is finer than microseconds and the mutant rounds it up: judging by its first six
/// fractional digits and by the rest.
fn rounded(text: &str, up: fn(&Written, &str, &str) -> bool) -> Opinion {
    let finer = || {
        let (stamp, written) = (Stamp::of(text)?, civil::timestamp(text).ok()?);
        let (digits, rest) = stamp
            .fraction
            .split_at_checked(6)
            .filter(|(_, rest)| !rest.is_empty())?;
        let up = TimeDelta::microseconds(i64::from(up(&written, digits, rest)));
        moved(stamp, written.local + up)
    };
    read_as(finer())
}

/// With another fraction, if it has at most six digits.
fn refilled(text: &str, refill: fn(&str) -> String) -> Opinion {
    let stamp = Stamp::of(text).filter(|stamp| (1..=6).contains(&stamp.fraction.len()));
    read_as(stamp.map(|stamp| {
        let fraction = refill(stamp.fraction);
        Stamp {
            fraction: &fraction,
            ..stamp
        }
        .text()
    }))
}
