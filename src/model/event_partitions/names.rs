//! The names of partitions: EP-001 to EP-025.

use std::collections::BTreeSet;

use unicode_normalization::UnicodeNormalization as _;

use super::Given;
use super::given::misshapen;
use crate::model::{Answer, Rejection, Stance};
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::{
    EP_001, EP_002, EP_003, EP_004, EP_012, EP_013, EP_015, EP_016, EP_022, EP_023, EP_024, EP_025,
};

/// How many partitions an event has at most: EP-015.
pub const MOST_NAMES: usize = 64;

/// How many bytes a name has at most: EP-013.
pub const MOST_BYTES: usize = 128;

/// The partitions of an event, as they are stored, from its fields `partitions` and `partition`.
///
/// # Errors
///
/// Fields of the wrong shape or that contradict each other, and names that break a limit.
pub fn normalize(
    partitions: &Given,
    partition: &Given,
    stance: &mut Stance,
) -> Answer<BTreeSet<String>> {
    let names = written(partitions, partition, stance)?;
    limited(&names, stance)?;
    Ok(set(names))
}

/// The names of an event, normalized, in the order and number in which they are written.
pub(super) fn written(
    partitions: &Given,
    partition: &Given,
    stance: &mut Stance,
) -> Answer<Vec<String>> {
    let legacy = match partition {
        Given::Absent => None,
        // EP-025
        partition => Some(name(partition).map_err(|_| misshapen(EP_025, stance))?),
    };
    let names = match (partitions, &legacy) {
        (Given::List(list), _) if list.is_empty() => return Err(misshapen(EP_002, stance)),
        (Given::List(list), _) => texts(list).map_err(|rule| misshapen(rule, stance))?,
        // EP-022: accepted, it is a list of one (EP-025).
        (Given::Absent, Some(legacy)) if stance.takes(EP_022, "accept") => vec![legacy.clone()],
        _ => return Err(misshapen(EP_001, stance)),
    };
    let agrees = legacy.is_none_or(|legacy| names.iter().all(|name| *name == legacy));
    if !agrees {
        return Err(Rejection::new(code::BAD_REQUEST, EP_024));
    }
    let both = *partitions != Given::Absent && *partition != Given::Absent;
    if both && stance.takes(EP_023, "reject") {
        return Err(Rejection::new(code::BAD_REQUEST, EP_023));
    }
    Ok(names)
}

/// The texts of a list, normalized; or the rule that one of them breaks.
pub(super) fn texts(list: &[Given]) -> Result<Vec<String>, crate::rule::RuleId> {
    list.iter().map(name).collect()
}

/// A name, normalized: nothing else is done to it (EP-007 to EP-010).
fn name(given: &Given) -> Result<String, crate::rule::RuleId> {
    match given {
        Given::Text(text) => Ok(nfc(text)),
        Given::LoneSurrogate => Err(EP_004),
        _ => Err(EP_003),
    }
}

/// EP-006
pub(super) fn nfc(text: &str) -> String {
    text.nfc().collect()
}

/// Whether names keep the limits. They are normalized already (EP-014), and may repeat each other.
///
/// # Errors
///
/// EP-017: always the same code.
pub(super) fn limited(names: &[String], stance: &mut Stance) -> Answer<()> {
    let broken = |rule| Err(Rejection::new(code::VALIDATION_FAILED, rule));
    if names.iter().any(String::is_empty) {
        return broken(EP_012);
    }
    if names.iter().any(|name| name.len() > MOST_BYTES) {
        return broken(EP_013);
    }
    if names.len() > MOST_NAMES {
        if names.iter().collect::<BTreeSet<_>>().len() > MOST_NAMES {
            return broken(EP_015);
        }
        if stance.takes(EP_016, "written") {
            return broken(EP_016);
        }
    }
    Ok(())
}

/// The set of names: each once (EP-018), equal ones recognized by their bytes after normalization (EP-011, EP-019), in the
/// order of their bytes (EP-020).
pub(super) fn set(names: Vec<String>) -> BTreeSet<String> {
    names.into_iter().collect()
}
