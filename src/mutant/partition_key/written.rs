//! Dates and timestamps as texts, taken apart without judging them.

use chrono::{Datelike as _, NaiveDateTime, TimeDelta};

use crate::model::civil::{self, Written};
use crate::mutant::opinion::{Opinion, read_as, refused_if};

/// The canonical form of an instant.
const CANONICAL: &str = "%Y-%m-%dT%H:%M:%S%.6fZ";

/// The year, month and day in a text of the form `YYYY-MM-DD`, whether or not there is such a day.
pub(super) fn day(text: &str) -> Option<(i32, u32, u32)> {
    let shape: String = text
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    if shape != "0000-00-00" {
        return None;
    }
    Some((
        text[..4].parse().ok()?,
        text[5..7].parse().ok()?,
        text[8..].parse().ok()?,
    ))
}

/// The parts of a timestamp.
#[derive(Clone, Copy)]
pub(super) struct Stamp<'a> {
    /// Ten characters.
    pub(super) date: &'a str,
    /// The character between date and time.
    pub(super) separator: &'a str,
    /// Eight characters.
    pub(super) clock: &'a str,
    /// The digits after the point; empty if there is none.
    pub(super) fraction: &'a str,
    /// Whatever is left.
    pub(super) zone: &'a str,
}

impl<'a> Stamp<'a> {
    /// The parts of a text, if it is long enough to have them.
    pub(super) fn of(text: &'a str) -> Option<Self> {
        if text.len() < 19 || !text.is_ascii() {
            return None;
        }
        let rest = &text[19..];
        let (fraction, zone) = match rest.strip_prefix('.') {
            Some(rest) => rest.split_at(rest.bytes().take_while(u8::is_ascii_digit).count()),
            None => ("", rest),
        };
        Some(Self {
            date: &text[..10],
            separator: &text[10..11],
            clock: &text[11..19],
            fraction,
            zone,
        })
    }

    /// The text of the parts.
    pub(super) fn text(self) -> String {
        let Self {
            date,
            separator,
            clock,
            fraction,
            zone,
        } = self;
        let point = if fraction.is_empty() { "" } else { "." };
        format!("{date}{separator}{clock}{point}{fraction}{zone}")
    }

    /// Whether the fraction has the six digits of the canonical form.
    pub(super) fn is_fine(self) -> bool {
        self.fraction.len() == 6
    }

    /// Hours, minutes and seconds, whether or not there is such a time.
    pub(super) fn time(self) -> Option<(i64, i64, i64)> {
        Some((
            self.clock[..2].parse().ok()?,
            self.clock[3..5].parse().ok()?,
            self.clock[6..].parse().ok()?,
        ))
    }

    /// Hours and minutes of the offset, both with its sign.
    pub(super) fn offset(self) -> Option<(i32, i32)> {
        let sign = match self.zone.as_bytes().first()? {
            b'+' => 1,
            b'-' => -1,
            _ => return None,
        };
        let (hours, minutes) = self.zone[1..].split_once(':')?;
        Some((
            sign * hours.parse::<i32>().ok()?,
            sign * minutes.parse::<i32>().ok()?,
        ))
    }
}

/// An offset of so many minutes.
pub(super) fn zone(minutes: i32) -> String {
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

/// The canonical text of the instant that a valid timestamp stands for, in whatever year.
pub(super) fn canonical(text: &str) -> Option<String> {
    let written = civil::timestamp(text).ok()?;
    let offset = TimeDelta::minutes(i64::from(written.offset.unwrap_or(0)));
    let instant = written.local.checked_sub_signed(offset)?;
    // `%Y` would put a sign before years of five digits.
    let text = instant.format(CANONICAL).to_string();
    Some(text.trim_start_matches('+').to_owned())
}

/// The year of the instant that a valid timestamp stands for.
pub(super) fn year(text: &str) -> Option<i32> {
    canonical(text)?.split('-').next()?.parse().ok()
}

/// The timestamp with another local time, of six fractional digits, and the same offset.
pub(super) fn moved(stamp: Stamp<'_>, local: NaiveDateTime) -> Option<String> {
    (local.year() < 10_000)
        .then(|| format!("{}{}", local.format("%Y-%m-%dT%H:%M:%S%.6f"), stamp.zone))
}

/// Takes a valid timestamp for another, if the mutant has another.
pub(super) fn rewritten(text: &str, rewrite: fn(Stamp<'_>, Written) -> Option<String>) -> Opinion {
    let valid = Stamp::of(text).zip(civil::timestamp(text).ok());
    read_as(valid.and_then(|(stamp, written)| rewrite(stamp, written)))
}

/// Refuses a timestamp whose parts the mutant does not like.
pub(super) fn refused(text: &str, refuses: fn(Stamp<'_>) -> bool) -> Opinion {
    refused_if(Stamp::of(text).is_some_and(refuses))
}
