//! Mistakes about offsets: PK-025.

use chrono::TimeDelta;

use super::encoder;
use super::written::{Stamp, moved, refused, rewritten, zone};
use crate::model::civil::{self};
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, read_as};
use crate::rule::rules::PK_025;

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
