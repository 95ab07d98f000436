//! Mistakes about dates: PK-020 to PK-022.

use chrono::{Days, Months, NaiveDate};

use super::written::day;
use super::{encoder, parser};
use crate::mutant::Mutant;
use crate::mutant::number;
use crate::mutant::opinion::{Opinion, kept_if, read_as, refused_if};
use crate::rule::rules::{PK_020, PK_021, PK_022};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_key/mutant/date-any-width",
        rule: PK_020,
        about: "Parses year, month and day as numbers of any width.",
        make: || parser::taking("d", |text| read_as(filled_up(text))),
    },
    Mutant {
        id: "partition_key/mutant/date-any-width-encoded",
        rule: PK_020,
        about: "Takes dates whose month and day are not filled up, and fills them up.",
        make: || encoder::taking("d", |text| read_as(filled_up(text))),
    },
    Mutant {
        id: "partition_key/mutant/date-slashes",
        rule: PK_020,
        about: "Takes slashes for hyphens.",
        make: || encoder::taking("d", |text| Opinion::Reads(text.replace('/', "-"))),
    },
    Mutant {
        id: "partition_key/mutant/date-basic-form",
        rule: PK_020,
        about: "Parses ISO 8601 as a whole, which also knows a form without hyphens.",
        make: || {
            parser::taking("d", |text| {
                let plain = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit());
                read_as(plain.then(|| format!("{}-{}-{}", &text[..4], &text[4..6], &text[6..])))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/date-time-ignored",
        rule: PK_020,
        about: "Takes the first ten characters of the text.",
        make: || parser::taking("d", |text| read_as(text.get(..10).map(str::to_owned))),
    },
    Mutant {
        id: "partition_key/mutant/date-time-ignored-when-encoding",
        rule: PK_020,
        about: "Cuts the time off a timestamp that is given as a date.",
        make: || {
            encoder::taking("d", |text| {
                read_as(text.split('T').next().map(str::to_owned))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/date-trimmed",
        rule: PK_020,
        about: "Trims the text of dates.",
        make: || encoder::taking("d", |text| Opinion::Reads(text.trim().to_owned())),
    },
    Mutant {
        id: "partition_key/mutant/date-plus-year",
        rule: PK_020,
        about: "Lets a sign stand before the year, as expanded years have one.",
        make: || {
            parser::taking("d", |text| {
                read_as(text.strip_prefix('+').map(str::to_owned))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/date-unicode-digits",
        rule: PK_020,
        about: "Uses `\\d`, which takes the digits of every script.",
        make: || parser::taking("d", |text| Opinion::Reads(number::ascii_digits(text))),
    },
    Mutant {
        id: "partition_key/mutant/date-year-not-filled",
        rule: PK_020,
        about: "Writes years before 1000 without zeros, as the formatting function of some platforms does.",
        make: || encoder::writing("d", |text| text.trim_start_matches('0').to_owned()),
    },
    Mutant {
        id: "partition_key/mutant/date-month-and-day-not-filled",
        rule: PK_020,
        about: "Writes months and days without zeros.",
        make: || encoder::writing("d", |text| text.replace("-0", "-")),
    },
    Mutant {
        id: "partition_key/mutant/date-shape-only",
        rule: PK_021,
        about: "Checks dates by a pattern and no calendar.",
        make: || {
            parser::taking("d", |text| {
                kept_if(day(text).is_some_and(|(year, ..)| year > 0), text)
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/date-months-of-31-days",
        rule: PK_021,
        about: "Lets every month have 31 days.",
        make: || {
            encoder::taking("d", |text| {
                kept_if(
                    day(text).is_some_and(|(year, month, day)| {
                        year > 0 && (1..=12).contains(&month) && (1..=31).contains(&day)
                    }),
                    text,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/date-rolls-over",
        rule: PK_021,
        about: "Lets days beyond the end of a month run into the next.",
        make: || encoder::taking("d", |text| read_as(rolled_over(text))),
    },
    Mutant {
        id: "partition_key/mutant/date-rolls-over-when-parsed",
        rule: PK_021,
        about: "Parses with a lenient calendar, in which days beyond the end of a month run into the next.",
        make: || parser::taking("d", |text| read_as(rolled_over(text))),
    },
    Mutant {
        id: "partition_key/mutant/date-clamped",
        rule: PK_021,
        about: "Takes days beyond the end of a month for its last.",
        make: || encoder::taking("d", |text| read_as(clamped(text))),
    },
    Mutant {
        id: "partition_key/mutant/leap-year-every-four",
        rule: PK_021,
        about: "Takes 1900 and 2100 for leap years, because 4 divides them.",
        make: || {
            parser::taking("d", |text| {
                kept_if(
                    day(text).is_some_and(|date| leap_day(date) && date.0 % 4 == 0 && date.0 > 0),
                    text,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/leap-year-never-a-century",
        rule: PK_021,
        about: "Does not take 2000 for a leap year, because 100 divides it.",
        make: || {
            parser::taking("d", |text| {
                refused_if(day(text).is_some_and(|date| leap_day(date) && date.0 % 100 == 0))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/leap-year-julian",
        rule: PK_021,
        about: "Counts by the Julian calendar before the reform.",
        make: || {
            encoder::taking("d", |text| {
                kept_if(
                    day(text).is_some_and(|date| {
                        leap_day(date) && date.0 % 4 == 0 && (1..1582).contains(&date.0)
                    }),
                    text,
                )
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/leap-day-unknown",
        rule: PK_021,
        about: "Has a table of the months' lengths with 28 days for February.",
        make: || encoder::taking("d", |text| refused_if(day(text).is_some_and(leap_day))),
    },
    Mutant {
        id: "partition_key/mutant/year-before-1970",
        rule: PK_022,
        about: "Counts days since 1970 without sign.",
        make: || {
            encoder::taking("d", |text| {
                refused_if(day(text).is_some_and(|(year, ..)| year < 1970))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/year-before-reform",
        rule: PK_022,
        about: "Knows no Gregorian dates before the reform.",
        make: || {
            parser::taking("d", |text| {
                refused_if(day(text).is_some_and(|(year, ..)| year < 1583))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/year-before-1000",
        rule: PK_022,
        about: "Wants the first digit of a year not to be zero.",
        make: || parser::taking("d", |text| refused_if(text.starts_with('0'))),
    },
    Mutant {
        id: "partition_key/mutant/year-of-nanoseconds",
        rule: PK_022,
        about: "Counts nanoseconds in 64 bits, which reach from 1677 to 2262.",
        make: || {
            encoder::taking("d", |text| {
                refused_if(day(text).is_some_and(|(year, ..)| !(1678..2262).contains(&year)))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/year-of-two-digits",
        rule: PK_022,
        about: "Takes years below 100 for those of the twentieth century.",
        make: || {
            encoder::taking("d", |text| {
                let early = day(text).is_some_and(|(year, ..)| (1..100).contains(&year));
                read_as(early.then(|| text.replacen("00", "19", 1)))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/days-of-the-reform-missing",
        rule: PK_022,
        about: "Uses a calendar that leaves out the ten days of October 1582.",
        make: || {
            encoder::taking("d", |text| {
                refused_if(("1582-10-05".."1582-10-15").contains(&text))
            })
        },
    },
    Mutant {
        id: "partition_key/mutant/last-year-excluded",
        rule: PK_022,
        about: "Keeps 9999-12-31 for `never`.",
        make: || parser::taking("d", |text| refused_if(text == "9999-12-31")),
    },
];

fn leap_day((_, month, day): (i32, u32, u32)) -> bool {
    (month, day) == (2, 29)
}

/// Three numbers with the zeros that they lack.
fn filled_up(text: &str) -> Option<String> {
    let fields: Vec<u32> = text
        .split('-')
        .map(|field| field.parse().ok())
        .collect::<Option<_>>()?;
    let [year, month, day] = fields.try_into().ok()?;
    Some(format!("{year:04}-{month:02}-{day:02}"))
}

/// The day that is so many months and days after the beginning of its year.
fn rolled_over(text: &str) -> Option<String> {
    let (year, month, day) = day(text)?;
    let first = NaiveDate::from_ymd_opt(year, 1, 1).filter(|_| year > 0)?;
    let month = first.checked_add_months(Months::new(month.checked_sub(1)?))?;
    let day = month.checked_add_days(Days::new(u64::from(day.checked_sub(1)?)))?;
    Some(day.format("%Y-%m-%d").to_string())
}

/// The day, or the last one of its month.
fn clamped(text: &str) -> Option<String> {
    let (year, month, day) = day(text).filter(|(year, _, day)| *year > 0 && *day > 0)?;
    let date = (1..=day)
        .rev()
        .find_map(|day| NaiveDate::from_ymd_opt(year, month, day))?;
    Some(date.format("%Y-%m-%d").to_string())
}
