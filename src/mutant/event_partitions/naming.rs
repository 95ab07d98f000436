//! A normalizer of partitions in which each decision can be got wrong.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use super::server::{Habits, RIGHT as SERVER};
use crate::mutant::deviation::instead;
use crate::rule::codes::event_partitions as code;
use crate::subject::{Implementation, Reply};

/// A name as it was written, and as it was normalized.
pub(super) type Name = (String, String);

/// The decisions of a normalizer. Refusals are codes.
#[derive(Clone, Copy)]
pub(super) struct Naming {
    /// The list that it takes a value for.
    pub(super) list: fn(&Value) -> Option<Vec<Value>>,
    /// Whether it takes a list without names.
    pub(super) takes_none: bool,
    /// The name that it takes a value for; `Some(None)` to leave it out.
    pub(super) text: fn(&Value) -> Option<Option<String>>,
    /// The form that it gives to names.
    pub(super) form: fn(&str) -> String,
    /// Whether a name, as written and normalized, is too short or too long.
    pub(super) breaks: fn(&str, &str) -> bool,
    /// Whether there are too many names.
    pub(super) too_many: fn(&[Name]) -> bool,
    /// How it refuses broken limits.
    pub(super) code: &'static str,
    /// The list that it stores.
    pub(super) arrange: fn(Vec<Name>) -> Vec<String>,
    /// The names that it takes a `partition` alone for.
    pub(super) alone: fn(&Value) -> Option<Vec<String>>,
    /// What it makes of a `partition` beside a list that disagrees; both are normalized.
    pub(super) disagreeing: fn(&[Name], &str) -> Result<Vec<String>, &'static str>,
}

/// The normalizer that does as the reference does.
pub(super) const RIGHT: Naming = Naming {
    list: |value| value.as_array().cloned(),
    takes_none: false,
    text: |value| value.as_str().map(|text| Some(text.to_owned())),
    form: nfc,
    breaks: |_, name| name.is_empty() || name.len() > 128,
    too_many: |names| names.len() > 64,
    code: code::VALIDATION_FAILED,
    arrange: |names| {
        let set: BTreeSet<String> = names.into_iter().map(|(_, name)| name).collect();
        set.into_iter().collect()
    },
    alone: |value| value.as_str().map(|name| vec![name.to_owned()]),
    disagreeing: |_, _| Err(code::BAD_REQUEST),
};

pub(super) fn nfc(text: &str) -> String {
    text.nfc().collect()
}

impl Naming {
    /// The reference with this normalizer, for events too.
    pub(super) fn subject(self) -> Box<dyn Implementation> {
        let mut server = Habits {
            naming: self,
            ..SERVER
        }
        .subject();
        instead(&OPERATIONS, move |_, request| {
            if request.operation != OPERATIONS[0] {
                return server.call(request);
            }
            match self.partitions(&request.input) {
                Ok(list) => Reply::Ok(json!({"partitions": list})),
                Err(code) => Reply::reject(code),
            }
        })
    }

    /// What is stored for an event with these fields.
    pub(super) fn partitions(&self, event: &Value) -> Result<Vec<String>, &'static str> {
        let names = self.names(event)?;
        self.limited(&names)?;
        Ok((self.arrange)(names))
    }

    /// The names of an event.
    pub(super) fn names(&self, event: &Value) -> Result<Vec<Name>, &'static str> {
        let (list, legacy) = (event.get("partitions"), event.get("partition"));
        let written = match (list, legacy) {
            (None, Some(legacy)) => (self.alone)(legacy),
            (list, _) => list
                .and_then(self.list)
                .filter(|list| self.takes_none || !list.is_empty())
                .and_then(|list| list.iter().map(self.text).collect())
                .map(|names: Vec<Option<String>>| names.into_iter().flatten().collect()),
        };
        let written = written.ok_or(code::BAD_REQUEST)?;
        let named = |list: Vec<String>| -> Vec<Name> {
            let names = list.into_iter();
            names
                .map(|name| (name.clone(), (self.form)(&name)))
                .collect()
        };
        let names = named(written);
        let (Some(_), Some(legacy)) = (list, legacy) else {
            return Ok(names);
        };
        let legacy = legacy.as_str().ok_or(code::BAD_REQUEST)?;
        let legacy = (self.form)(legacy);
        if names.iter().all(|(_, name)| *name == legacy) {
            Ok(names)
        } else {
            Ok(named((self.disagreeing)(&names, &legacy)?))
        }
    }

    /// Whether names keep the limits.
    pub(super) fn limited(&self, names: &[Name]) -> Result<(), &'static str> {
        let broken = names
            .iter()
            .any(|(written, name)| (self.breaks)(written, name));
        if broken || (self.too_many)(names) {
            Err(self.code)
        } else {
            Ok(())
        }
    }
}

pub(super) const OPERATIONS: [&str; 8] = [
    "event_partitions.normalize",
    "event_partitions.connect",
    "event_partitions.grant",
    "event_partitions.submit",
    "event_partitions.submit_batch",
    "event_partitions.sync",
    "event_partitions.disconnect",
    "event_partitions.end",
];
