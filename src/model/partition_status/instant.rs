//! Instants: PS-004 to PS-006.

use std::fmt;

use chrono::{DateTime, Datelike as _, NaiveDateTime, TimeDelta};

use crate::model::civil::{self, Flaw};
use crate::model::{Answer, Rejection};
use crate::rule::codes::partition_status as code;
use crate::rule::rules::{PS_004, PS_005, PS_006};

/// A point in time, in UTC, in whole microseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(NaiveDateTime);

impl Instant {
    /// The instant that a text names in the one form there is.
    ///
    /// # Errors
    ///
    /// Any other form, times that do not exist, and year 0000.
    pub fn parse(text: &str) -> Answer<Self> {
        let written = civil::timestamp(text).map_err(|flaw| {
            let rule = match flaw {
                Flaw::Form | Flaw::Offset => PS_004,
                Flaw::Day | Flaw::Time => PS_005,
            };
            Rejection::new(code::INVALID_INSTANT, rule)
        })?;
        if written.offset.is_some() || written.fraction_digits != 6 {
            return Err(Rejection::new(code::INVALID_INSTANT, PS_004));
        }
        written
            .utc()
            .map(Self)
            .ok_or(Rejection::new(code::INSTANT_OUT_OF_RANGE, PS_006))
    }

    /// The instant so many microseconds after the beginning of 1970, or before it.
    ///
    /// # Errors
    ///
    /// PS-006: instants outside of the years 0001 to 9999.
    pub fn from_unix(microseconds: i64) -> Answer<Self> {
        DateTime::from_timestamp_micros(microseconds)
            .map(|utc| utc.naive_utc())
            .filter(|utc| (1..=9999).contains(&utc.year()))
            .map(Self)
            .ok_or(Rejection::new(code::INSTANT_OUT_OF_RANGE, PS_006))
    }

    /// How many microseconds it lies after the beginning of 1970, or before it.
    #[must_use]
    pub fn unix(self) -> i64 {
        self.0.and_utc().timestamp_micros()
    }

    /// So many microseconds later; `None` far beyond all instants (PS-035).
    #[must_use]
    pub fn after(self, microseconds: i64) -> Option<Self> {
        self.0
            .checked_add_signed(TimeDelta::microseconds(microseconds))
            .map(Self)
    }
}

impl fmt::Display for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.format("%Y-%m-%dT%H:%M:%S%.6fZ"))
    }
}
