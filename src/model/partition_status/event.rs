//! Events: PS-001 to PS-011.

use std::collections::BTreeMap;
use std::fmt;

use super::{Instant, values};
use crate::model::{Answer, Rejection, Stance, partition_key};
use crate::rule::codes::partition_status as code;
use crate::rule::rules::{PS_003, PS_007, PS_008, PS_010};

/// An event as it is given: nothing in it is judged yet.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct GivenEvent {
    /// The event's own id.
    pub event_id: String,
    /// The tenant.
    pub tenant_id: String,
    /// The workspace.
    pub workspace_id: String,
    /// The run that the task belongs to.
    pub run_id: String,
    /// The asset, if the task has one.
    pub asset_key: Option<String>,
    /// The partition, if the task has one.
    pub partition_key: Option<String>,
    /// How the task ended.
    pub outcome: String,
    /// When the task ended.
    pub at: String,
    /// The code that ran, if that is known.
    pub code_version: Option<String>,
    /// Whether the task produced the partition's data.
    pub materialized: bool,
}

/// An event in which every field is sound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The event's own id.
    pub id: EventId,
    /// The partition that it is about; `None` for an event without asset or partition (PS-002).
    pub partition: Option<Partition>,
    /// The run that the task belongs to.
    pub run_id: String,
    /// How the task ended.
    pub outcome: Outcome,
    /// When the task ended.
    pub at: Instant,
    /// The code that ran, if that is known.
    pub code_version: Option<String>,
    /// Whether the task produced the partition's data.
    pub materialized: bool,
}

/// PS-001: what makes a row, in the order in which rows are listed (PS-023).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Identity {
    /// The tenant.
    pub tenant_id: String,
    /// The workspace.
    pub workspace_id: String,
    /// The asset.
    pub asset_key: String,
    /// The canonical partition key.
    pub partition_key: String,
}

/// A partition, with the values that its key holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Partition {
    /// Which partition it is.
    pub identity: Identity,
    /// The value of each dimension, by name.
    pub values: BTreeMap<String, String>,
}

/// A ULID in its canonical form, so that the order of the texts is the order of the ids.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId(String);

/// How a task ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It did what it should.
    Succeeded,
    /// It did not.
    Failed,
    /// Someone stopped it.
    Cancelled,
}

impl Event {
    /// Judges every field of an event, also where nothing depends on it (PS-011).
    ///
    /// # Errors
    ///
    /// The first field that breaks a rule.
    pub fn parse(given: &GivenEvent, stance: &mut Stance) -> Answer<Self> {
        let id = EventId::parse(&given.event_id)?;
        let tenant_id = identifier(&given.tenant_id)?;
        let workspace_id = identifier(&given.workspace_id)?;
        let run_id = identifier(&given.run_id)?;
        let asset_key = given.asset_key.as_deref().map(identifier).transpose()?;
        let key = given.partition_key.as_deref();
        let values = key.map(|key| key_values(key, stance)).transpose()?;
        // PS-002
        let partition = match (asset_key, key, values) {
            (Some(asset_key), Some(key), Some(values)) => Some(Partition {
                identity: Identity {
                    tenant_id,
                    workspace_id,
                    asset_key,
                    partition_key: key.to_owned(),
                },
                values,
            }),
            _ => None,
        };
        Ok(Self {
            id,
            partition,
            run_id,
            outcome: Outcome::parse(&given.outcome)?,
            at: Instant::parse(&given.at)?,
            code_version: given.code_version.clone(),
            materialized: given.materialized,
        })
    }

    /// PS-014, PS-015: only a success materializes, and only if it says so.
    #[must_use]
    pub fn materializes(&self) -> bool {
        self.outcome == Outcome::Succeeded && self.materialized
    }
}

impl Identity {
    /// Judges the four texts that name a partition.
    ///
    /// # Errors
    ///
    /// An empty identifier, and a partition key that is not canonical.
    pub fn judged(self, stance: &mut Stance) -> Answer<Self> {
        identifier(&self.tenant_id)?;
        identifier(&self.workspace_id)?;
        identifier(&self.asset_key)?;
        key_values(&self.partition_key, stance)?;
        Ok(self)
    }
}

impl EventId {
    /// PS-003
    ///
    /// # Errors
    ///
    /// A text that is no ULID, or not the canonical text of one.
    pub fn parse(text: &str) -> Answer<Self> {
        let crockford = |byte: u8| b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains(&byte);
        let first = text.bytes().next().unwrap_or_default();
        if text.len() == 26 && text.bytes().all(crockford) && first <= b'7' {
            Ok(Self(text.to_owned()))
        } else {
            Err(Rejection::new(code::INVALID_EVENT_ID, PS_003))
        }
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Outcome {
    /// Every outcome that there is.
    pub const ALL: [Self; 3] = [Self::Succeeded, Self::Failed, Self::Cancelled];

    /// PS-007
    ///
    /// # Errors
    ///
    /// A text that names no outcome.
    pub fn parse(text: &str) -> Answer<Self> {
        Self::ALL
            .into_iter()
            .find(|outcome| outcome.as_str() == text)
            .ok_or(Rejection::new(code::UNKNOWN_OUTCOME, PS_007))
    }

    /// The outcome as events and rows write it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Succeeded => "SUCCEEDED",
            Self::Failed => "FAILED",
            Self::Cancelled => "CANCELLED",
        }
    }
}

/// PS-008; and whatever else it holds, it stays as it is (PS-009).
///
/// # Errors
///
/// The empty text.
pub fn identifier(text: &str) -> Answer<String> {
    if text.is_empty() {
        Err(Rejection::new(code::EMPTY_IDENTIFIER, PS_008))
    } else {
        Ok(text.to_owned())
    }
}

/// PS-010
fn key_values(canonical: &str, stance: &mut Stance) -> Answer<BTreeMap<String, String>> {
    let dimensions = partition_key::parse(canonical, stance)
        .map_err(|_| Rejection::new(code::INVALID_PARTITION_KEY, PS_010))?;
    Ok(values::of(dimensions))
}
