//! Mistakes about times of day and the range of instants: PK-026, PK-027.

use chrono::{NaiveDate, TimeDelta};

use super::written::{Stamp, canonical, day, moved, year};
use super::{encoder, parser};
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, kept_as, read_as, refused_if};
use crate::rule::rules::{PK_026, PK_027};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/hour-24",
        rule: PK_026,
        about: "Takes 24:00 for the next midnight.",
        make: || {
            encoder::taking("t", |text| {
                read_as(carried(text, |(hour, minute, second)| {
                    (hour, minute, second) == (24, 0, 0)
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/hour-24-parsed",
        rule: PK_026,
        about: "Parses 24:00 as the next midnight.",
        make: || {
            parser::taking("t", |text| {
                read_as(carried(text, |(hour, minute, second)| {
                    (hour, minute, second) == (24, 0, 0)
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/second-60-carried",
        rule: PK_026,
        about: "Carries second 60 into the next minute.",
        make: || {
            encoder::taking("t", |text| {
                read_as(carried(text, |(hour, minute, second)| {
                    hour < 24 && minute < 60 && second == 60
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/leap-second-clamped",
        rule: PK_026,
        about: "Takes a leap second for the second before it.",
        make: || {
            encoder::taking("t", |text| {
                Opinion::Reads(text.replace("23:59:60", "23:59:59"))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/leap-second-kept",
        rule: PK_026,
        about: "Parses a leap second and keeps it, as calendars with leap seconds do.",
        make: || {
            parser::taking("t", |text| {
                kept_as(
                    (text.contains("T23:59:60") && Stamp::of(text).is_some_and(Stamp::is_fine))
                        .then(|| text.to_owned()),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/minute-60-carried",
        rule: PK_026,
        about: "Lets the calendar carry minutes beyond 59 into the next hour.",
        make: || {
            encoder::taking("t", |text| {
                read_as(carried(text, |(hour, minute, second)| {
                    hour < 24 && minute >= 60 && second < 60
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/timestamp-day-rolls-over",
        rule: PK_026,
        about: "Lets the day of a timestamp run into the next month.",
        make: || {
            encoder::taking("t", |text| {
                read_as(Stamp::of(text).and_then(|stamp| {
                    let (year, month, day) = day(stamp.date)?;
                    let first = NaiveDate::from_ymd_opt(year, month, 1)?;
                    let date = first + TimeDelta::days(i64::from(day.checked_sub(1)?));
                    let date = date.format("%Y-%m-%d").to_string();
                    Some(
                        Stamp {
                            date: &date,
                            ..stamp
                        }
                        .text(),
                    )
                }))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/instant-after-9999",
        rule: PK_027,
        about: "Checks the local year, not the one in UTC, at the end of the range.",
        make: || {
            encoder::taking("t", |text| {
                kept_as(canonical(text).filter(|_| year(text) > Some(9999)))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/instant-before-0001",
        rule: PK_027,
        about: "Checks the local year, not the one in UTC, at the beginning of the range.",
        make: || {
            encoder::taking("t", |text| {
                kept_as(
                    canonical(text).filter(|_| !text.starts_with("0000") && year(text) == Some(0)),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/instant-in-year-0000-parsed",
        rule: PK_027,
        about: "Parses instants of year 0000, which four digits can hold.",
        make: || {
            parser::taking("t", |text| {
                kept_as(
                    canonical(text)
                        .filter(|canonical| canonical == text && text.starts_with("0000")),
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/instant-clamped",
        rule: PK_027,
        about: "Takes instants after the range for its last.",
        make: || {
            encoder::taking("t", |text| {
                read_as((year(text) > Some(9999)).then(|| "9999-12-31T23:59:59.999999Z".to_owned()))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/instant-before-1970",
        rule: PK_027,
        about: "Counts microseconds since 1970 without sign.",
        make: || {
            encoder::taking("t", |text| {
                refused_if(year(text).is_some_and(|year| (1..1970).contains(&year)))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/instant-of-nanoseconds",
        rule: PK_027,
        about: "Counts nanoseconds in 64 bits, which reach from 1677 to 2262.",
        make: || {
            parser::taking("t", |text| {
                refused_if(year(text).is_some_and(|year| !(1678..2262).contains(&year)))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/last-microsecond-excluded",
        rule: PK_027,
        about: "Compares with the last microsecond by `<` where it should be `<=`.",
        make: || {
            parser::taking("t", |text| {
                refused_if(text == "9999-12-31T23:59:59.999999Z")
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/first-instant-excluded",
        rule: PK_027,
        about: "Keeps the first instant for `never`.",
        make: || {
            encoder::taking("t", |text| {
                refused_if(canonical(text).as_deref() == Some("0001-01-01T00:00:00.000000Z"))
            })
        },
    },
];

/// The text with a time of day that the calendar carried on, if it is one that the mutant accepts.
fn carried(text: &str, accepts: fn((i64, i64, i64)) -> bool) -> Option<String> {
    let stamp = Stamp::of(text)?;
    let time = stamp.time().filter(|time| accepts(*time))?;
    let (hour, minute, second) = time;
    let (year, month, day) = day(stamp.date)?;
    let micros: i64 = format!("{:0<6.6}", stamp.fraction).parse().ok()?;
    let time =
        TimeDelta::seconds(hour * 3600 + minute * 60 + second) + TimeDelta::microseconds(micros);
    let midnight = NaiveDate::from_ymd_opt(year, month, day)?.and_hms_opt(0, 0, 0)?;
    moved(stamp, midnight.checked_add_signed(time)?)
}
