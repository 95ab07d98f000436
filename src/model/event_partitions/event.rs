//! Events: as drafts, and as they are committed.

use std::collections::BTreeSet;

use super::Given;

/// An event as a client submits it. EP-026 asks that it be an object; `None` stands for what is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// The draft's id.
    pub id: Given,
    /// The partitions.
    pub partitions: Given,
    /// The legacy field.
    pub partition: Given,
    /// The body.
    pub content: Given,
}

/// A committed event. It is shown whole wherever it appears (EP-055), and has no field `partition` (EP-021).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The id of the draft that it was.
    pub id: String,
    /// Its place in the log of all events (EP-040, EP-041).
    pub committed_id: u64,
    /// Its partitions, normalized.
    pub partitions: BTreeSet<String>,
    /// Its body.
    pub content: String,
}
