//! Dates and times as they are written.

use chrono::{Datelike as _, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};

/// A timestamp taken apart, before anything is converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The local date and time, cut to the microsecond that it lies in.
    pub local: NaiveDateTime,
    /// How many fractional digits were written.
    pub fraction_digits: usize,
    /// The offset from UTC in minutes; `None` for `Z`.
    pub offset: Option<i32>,
}

/// What is wrong with a written date or timestamp.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Flaw {
    /// It is not written in the form that is asked for.
    Form,
    /// There is no offset, or none that exists.
    Offset,
    /// There is no such day.
    Day,
    /// There is no such time of day.
    Time,
}

/// The day that `YYYY-MM-DD` names, year 0000 included.
///
/// # Errors
///
/// Any other form, and days that do not exist.
pub fn date(text: &str) -> Result<NaiveDate, Flaw> {
    let [year, month, day] = fields(text, '-')?;
    let year = i32::try_from(digits(year, 4)?).expect("four digits fit");
    let (month, day) = (digits(month, 2)?, digits(day, 2)?);
    NaiveDate::from_ymd_opt(year, month, day).ok_or(Flaw::Day)
}

/// The timestamp that `YYYY-MM-DDTHH:MM:SS`, perhaps a fraction, and `Z` or an offset name.
///
/// # Errors
///
/// Any other form, and days, times and offsets that do not exist.
pub fn timestamp(text: &str) -> Result<Written, Flaw> {
    let (day, rest) = text.split_once('T').ok_or(Flaw::Form)?;
    let day = date(day)?;
    let (clock, offset) = match rest.strip_suffix('Z') {
        Some(clock) => (clock, None),
        None => {
            let sign = rest.rfind(['+', '-']).ok_or(Flaw::Offset)?;
            (&rest[..sign], Some(offset(&rest[sign..])?))
        }
    };
    let (clock, fraction) = match clock.split_once('.') {
        Some((_, "")) => return Err(Flaw::Form),
        Some((clock, fraction)) => (clock, fraction),
        None => (clock, ""),
    };
    let [hour, minute, second] = fields(clock, ':')?;
    let (hour, minute, second) = (digits(hour, 2)?, digits(minute, 2)?, digits(second, 2)?);
    let time = NaiveTime::from_hms_micro_opt(hour, minute, second, microseconds(fraction)?)
        .ok_or(Flaw::Time)?;
    Ok(Written {
        local: day.and_time(time),
        fraction_digits: fraction.len(),
        offset,
    })
}

impl Written {
    /// The instant, in UTC; `None` outside the years 0001 to 9999.
    #[must_use]
    pub fn utc(&self) -> Option<NaiveDateTime> {
        let offset = TimeDelta::minutes(i64::from(self.offset.unwrap_or(0)));
        let utc = self.local.checked_sub_signed(offset)?;
        (1..=9999).contains(&utc.year()).then_some(utc)
    }
}

/// Minutes from `+HH:MM` or `-HH:MM`.
fn offset(text: &str) -> Result<i32, Flaw> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let [hours, minutes] = fields(&text[1..], ':').map_err(|_| Flaw::Offset)?;
    let both = digits(hours, 2).and_then(|hours| Ok((hours, digits(minutes, 2)?)));
    match both {
        Ok((hours, minutes)) if hours < 24 && minutes < 60 => {
            Ok(sign * i32::try_from(hours * 60 + minutes).expect("less than a day"))
        }
        _ => Err(Flaw::Offset),
    }
}

/// The first six digits of a fraction, filled with zeros: cut, never rounded.
fn microseconds(fraction: &str) -> Result<u32, Flaw> {
    let filled: String = fraction.chars().chain("000000".chars()).collect();
    if filled.bytes().all(|byte| byte.is_ascii_digit()) {
        digits(&filled[..6], 6)
    } else {
        Err(Flaw::Form)
    }
}

/// Exactly `N` parts between separators.
fn fields<const N: usize>(text: &str, separator: char) -> Result<[&str; N], Flaw> {
    text.split(separator)
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| Flaw::Form)
}

/// Exactly `width` ASCII digits.
fn digits(text: &str, width: usize) -> Result<u32, Flaw> {
    let plain = text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit());
    if plain {
        text.parse().map_err(|_| Flaw::Form)
    } else {
        Err(Flaw::Form)
    }
}
