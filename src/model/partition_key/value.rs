//! The values of a key: PK-011 to PK-030.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{Datelike as _, NaiveDate, NaiveDateTime};

use crate::model::civil::{self, Flaw, Written};
use crate::model::{Answer, Literal, Rejection, Stance};
use crate::rule::codes::partition_key as code;
use crate::rule::rules::{
    PK_006, PK_012, PK_014, PK_015, PK_016, PK_017, PK_018, PK_019, PK_020, PK_021, PK_023, PK_024,
    PK_025, PK_026, PK_027, PK_029,
};

/// A value of one of the six types of PK-006.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// `s`
    String(String),
    /// `i`
    Int(i64),
    /// `b`
    Bool(bool),
    /// `d`
    Date(NaiveDate),
    /// `t`, in UTC, whole microseconds
    Timestamp(NaiveDateTime),
    /// `n`
    Null,
}

impl Value {
    /// The value that a literal stands for.
    pub(super) fn from_literal(literal: &Literal, stance: &mut Stance) -> Answer<Self> {
        match literal {
            Literal::String(text) => Ok(Self::String(text.clone())), // PK-013
            Literal::Int(text) => integer(text),
            Literal::Bool(truth) => Ok(Self::Bool(*truth)),
            Literal::Date(text) => date(text, stance),
            Literal::Timestamp(text) => instant(text, stance),
            Literal::Null => Ok(Self::Null),
            Literal::Float(_) => Err(Rejection::new(code::FLOAT_NOT_ALLOWED, PK_019)),
            Literal::Uint(_)
            | Literal::Decimal(_)
            | Literal::Bytes(_)
            | Literal::Ulid(_)
            | Literal::Enum { .. } => Err(Rejection::new(code::UNKNOWN_TYPE, PK_006)),
        }
    }

    /// The value that stands behind a tag.
    pub(super) fn parse(tag: &str, encoded: &str, stance: &mut Stance) -> Answer<Self> {
        match tag {
            "s" => string(encoded),
            "i" => integer(encoded),
            "b" => boolean(encoded),
            "d" => date(encoded, stance),
            "t" => canonical_instant(encoded),
            "n" => null(encoded),
            _ => Err(Rejection::new(code::UNKNOWN_TYPE, PK_006)),
        }
    }

    /// PK-006
    #[must_use]
    pub fn tag(&self) -> char {
        match self {
            Self::String(_) => 's',
            Self::Int(_) => 'i',
            Self::Bool(_) => 'b',
            Self::Date(_) => 'd',
            Self::Timestamp(_) => 't',
            Self::Null => 'n',
        }
    }

    /// The text after the tag and its colon.
    #[must_use]
    pub fn encoded(&self) -> String {
        match self {
            Self::String(text) => BASE64_URL_SAFE_NO_PAD.encode(text), // PK-011
            Self::Int(number) => number.to_string(),                   // PK-015
            Self::Bool(truth) => truth.to_string(),                    // PK-017
            Self::Date(day) => day.format("%Y-%m-%d").to_string(),     // PK-020
            Self::Timestamp(instant) => instant.format("%Y-%m-%dT%H:%M:%S%.6fZ").to_string(), // PK-024, PK-030
            Self::Null => "null".to_owned(), // PK-018
        }
    }
}

/// PK-012 to PK-014
fn string(encoded: &str) -> Answer<Value> {
    // This engine takes neither padding nor trailing bits that are not zero.
    let bytes = BASE64_URL_SAFE_NO_PAD
        .decode(encoded)
        .map_err(|_| Rejection::new(code::INVALID_STRING, PK_012))?;
    String::from_utf8(bytes)
        .map(Value::String)
        .map_err(|_| Rejection::new(code::INVALID_UTF8, PK_014))
}

/// PK-015, PK-016
fn integer(text: &str) -> Answer<Value> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let leading_zero = digits.starts_with('0') && text != "0";
    if !plain || leading_zero {
        return Err(Rejection::new(code::INVALID_INTEGER, PK_015));
    }
    text.parse()
        .map(Value::Int)
        .map_err(|_| Rejection::new(code::INTEGER_OUT_OF_RANGE, PK_016))
}

/// PK-017
fn boolean(encoded: &str) -> Answer<Value> {
    match encoded {
        "true" => Ok(Value::Bool(true)),
        "false" => Ok(Value::Bool(false)),
        _ => Err(Rejection::new(code::INVALID_BOOLEAN, PK_017)),
    }
}

/// PK-018
fn null(encoded: &str) -> Answer<Value> {
    if encoded == "null" {
        Ok(Value::Null)
    } else {
        Err(Rejection::new(code::INVALID_NULL, PK_018))
    }
}

/// PK-020, PK-021, PK-023; every other year that four digits can write is allowed (PK-022).
fn date(text: &str, stance: &mut Stance) -> Answer<Value> {
    let day = civil::date(text).map_err(|flaw| {
        let rule = if flaw == Flaw::Form { PK_020 } else { PK_021 };
        Rejection::new(code::INVALID_DATE, rule)
    })?;
    if day.year() == 0 && !stance.takes(PK_023, "accept") {
        return Err(Rejection::new(code::YEAR_OUT_OF_RANGE, PK_023));
    }
    Ok(Value::Date(day))
}

/// PK-025 to PK-030: a timestamp with any offset and fraction.
fn instant(text: &str, stance: &mut Stance) -> Answer<Value> {
    let written = civil::timestamp(text).map_err(|flaw| {
        let rule = match flaw {
            Flaw::Form => PK_024,
            Flaw::Offset => PK_025,
            Flaw::Day | Flaw::Time => PK_026,
        };
        Rejection::new(code::INVALID_TIMESTAMP, rule)
    })?;
    // PK-028: what is finer was cut when it was read, and cutting never moves an instant forward.
    if written.fraction_digits > 6 && !stance.takes(PK_029, "truncate") {
        return Err(Rejection::new(code::TIMESTAMP_TOO_PRECISE, PK_029));
    }
    within_years(written)
}

/// PK-024: a timestamp in its one canonical form.
fn canonical_instant(text: &str) -> Answer<Value> {
    let written = civil::timestamp(text).map_err(|flaw| {
        let rule = match flaw {
            Flaw::Form | Flaw::Offset => PK_024,
            Flaw::Day | Flaw::Time => PK_026,
        };
        Rejection::new(code::INVALID_TIMESTAMP, rule)
    })?;
    if written.offset.is_some() || written.fraction_digits != 6 {
        return Err(Rejection::new(code::INVALID_TIMESTAMP, PK_024));
    }
    within_years(written)
}

/// PK-027
fn within_years(written: Written) -> Answer<Value> {
    written
        .utc()
        .map(Value::Timestamp)
        .ok_or(Rejection::new(code::TIMESTAMP_OUT_OF_RANGE, PK_027))
}
