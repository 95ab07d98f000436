//! Mistakes about what instant a timestamp is: PK-025, PK-028, PK-030.

use chrono::{DateTime, TimeDelta};

use super::encoder;
use super::written::{Stamp, moved, zone};
use crate::model::civil::{self, Written};
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, read_as, refused_if};
use crate::rule::rules::{PK_025, PK_028, PK_030};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/offset-dropped",
        rule: PK_025,
        about: "Copies the local digits and writes Z after them.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| stamp.offset().map(|_| "Z".to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-added",
        rule: PK_025,
        about: "Adds the offset to the local time where it should be subtracted.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| {
                    stamp
                        .offset()
                        .map(|(hours, minutes)| zone(-(hours * 60 + minutes)))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-minutes-without-sign",
        rule: PK_025,
        about: "Gives the sign of the offset to its hours and forgets its minutes.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| {
                    stamp
                        .offset()
                        .map(|(hours, minutes)| zone(hours * 60 + minutes.abs()))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-sign-lost-at-zero-hours",
        rule: PK_025,
        about: "Takes the sign from the number of hours, and minus zero has none.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| {
                    stamp
                        .offset()
                        .filter(|(hours, _)| *hours == 0)
                        .map(|(_, minutes)| zone(minutes.abs()))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-minutes-ignored",
        rule: PK_025,
        about: "Subtracts whole hours only.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| {
                    stamp.offset().map(|(hours, _)| zone(hours * 60))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-not-carried-into-date",
        rule: PK_025,
        about: "Moves the time of day and leaves the date as it is.",
        make: || {
            encoder::taking("t", |text| {
                rewritten(text, |stamp, written| {
                    let offset = TimeDelta::minutes(i64::from(written.offset?));
                    let clock = written.local.time().overflowing_sub_signed(offset).0;
                    moved(
                        Stamp { zone: "Z", ..stamp },
                        written.local.date().and_time(clock),
                    )
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-missing-is-utc",
        rule: PK_025,
        about: "Takes a timestamp without offset for one in UTC.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| stamp.zone.is_empty().then(|| "Z".to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-without-colon",
        rule: PK_025,
        about: "Takes offsets without a colon.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| {
                    let plain = stamp.zone.len() == 5 && !stamp.zone.contains(':');
                    plain.then(|| format!("{}:{}", &stamp.zone[..3], &stamp.zone[3..]))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-of-hours",
        rule: PK_025,
        about: "Takes offsets of hours alone.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| {
                    (stamp.zone.len() == 3).then(|| format!("{}:00", stamp.zone))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-of-24-hours",
        rule: PK_025,
        about: "Does not compare the hours of an offset with 23.",
        make: || {
            encoder::taking("t", |text| {
                read_as(Stamp::of(text).and_then(|stamp| {
                    let (hours, minutes) = stamp.offset().filter(|(hours, _)| hours.abs() >= 24)?;
                    let local = civil::timestamp(&Stamp { zone: "Z", ..stamp }.text())
                        .ok()?
                        .local;
                    let utc = local - TimeDelta::minutes(i64::from(hours * 60 + minutes));
                    moved(Stamp { zone: "Z", ..stamp }, utc)
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-of-60-minutes",
        rule: PK_025,
        about: "Does not compare the minutes of an offset with 59.",
        make: || {
            encoder::taking("t", |text| {
                rezoned(text, |stamp| {
                    stamp
                        .offset()
                        .filter(|(_, minutes)| minutes.abs() >= 60)
                        .map(|(hours, minutes)| zone(hours * 60 + minutes))
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-beyond-14-hours",
        rule: PK_025,
        about: "Refuses offsets beyond 14 hours, which no place has.",
        make: || {
            encoder::taking("t", |text| {
                refused(text, |stamp| {
                    stamp
                        .offset()
                        .is_some_and(|(hours, minutes)| (hours * 60 + minutes).abs() > 14 * 60)
                })
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/offset-minus-zero-refused",
        rule: PK_025,
        about: "Refuses -00:00, which ISO 8601 does not know.",
        make: || encoder::taking("t", |text| refused(text, |stamp| stamp.zone == "-00:00")),
    },
    Mutant {
        id: "partition_key/mutant/offset-refused",
        rule: PK_025,
        about: "Refuses every offset but Z.",
        make: || encoder::taking("t", |text| refused(text, |stamp| stamp.offset().is_some())),
    },
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

/// With another offset, if the mutant has one.
fn rezoned(text: &str, zone: fn(Stamp<'_>) -> Option<String>) -> Opinion {
    read_as(Stamp::of(text).and_then(|stamp| {
        let zone = zone(stamp)?;
        Some(
            Stamp {
                zone: &zone,
                ..stamp
            }
            .text(),
        )
    }))
}

/// Otherwise, if it is a valid timestamp.
fn rewritten(text: &str, rewrite: fn(Stamp<'_>, Written) -> Option<String>) -> Opinion {
    let valid = Stamp::of(text).zip(civil::timestamp(text).ok());
    read_as(valid.and_then(|(stamp, written)| rewrite(stamp, written)))
}

fn refused(text: &str, refuses: fn(Stamp<'_>) -> bool) -> Opinion {
    refused_if(Stamp::of(text).is_some_and(refuses))
}

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
