//! The table and its fold: PS-012 to PS-031.

use std::collections::BTreeMap;

use super::{Circumstances, Event, EventId, GivenEvent, Identity, Instant, Outcome, Staleness};
use super::{Partition, staleness};
use crate::model::{Answer, Stance};

/// The rows of all partitions, each with what the columns do not hold.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// PS-022: one entry for each identity, which nothing else touches. PS-023: the order of `str` is that of its bytes.
    entries: BTreeMap<Identity, Entry>,
}

/// What is known of one partition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Which partition it is.
    pub identity: Identity,
    /// Where its data comes from; `None` if there never was any.
    pub materialization: Option<Materialization>,
    /// What was last tried.
    pub attempt: Attempt,
    /// Staleness that a sweep has stored. The fold computes none (PS-024).
    pub stale: Option<Staleness>,
    /// The value of each dimension, by name.
    pub values: BTreeMap<String, String>,
    /// The greatest event id.
    pub version: EventId,
}

/// PS-016: the data of a partition, and the one event that it comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Materialization {
    /// The run that made it.
    pub run_id: String,
    /// When it was made.
    pub at: Instant,
    /// The code that made it, if that is known.
    pub code_version: Option<String>,
}

/// PS-012: an attempt, whatever its outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// The run that tried.
    pub run_id: String,
    /// When it ended.
    pub at: Instant,
    /// How it ended.
    pub outcome: Outcome,
}

/// A row, and the event id of its last materialization, for which there is no column (PS-019).
#[derive(Debug, Clone)]
struct Entry {
    row: Row,
    materialized_by: Option<EventId>,
}

impl Table {
    /// Folds one more batch of events into the table.
    ///
    /// # Errors
    ///
    /// The first fault of any event; then no event of the batch takes effect (PS-011).
    pub fn apply(&mut self, events: &[GivenEvent], stance: &mut Stance) -> Answer<()> {
        let events = events.iter().map(|given| Event::parse(given, stance));
        for event in events.collect::<Answer<Vec<_>>>()? {
            if let Some(partition) = &event.partition {
                self.entries
                    .entry(partition.identity.clone())
                    .or_insert_with(|| Entry::new(partition, &event))
                    .record(&event);
            }
        }
        Ok(())
    }

    /// PS-030: stores the staleness of one row ahead of time. It alters nothing else, and makes no row (PS-031).
    pub fn sweep(&mut self, partition: &Identity, circumstances: &Circumstances) {
        if let Some(Entry { row, .. }) = self.entries.get_mut(partition) {
            row.stale = row.staleness(circumstances);
        }
    }

    /// The rows, in the order of PS-023.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.entries.values().map(|entry| &entry.row)
    }
}

impl Row {
    /// What [`staleness`] says of this row.
    #[must_use]
    pub fn staleness(&self, circumstances: &Circumstances) -> Option<Staleness> {
        let made = self.materialization.as_ref();
        staleness(
            made.map(|made| made.at),
            made.and_then(|made| made.code_version.as_deref()),
            circumstances,
        )
    }
}

impl Entry {
    /// The row that a partition's first event makes.
    fn new(partition: &Partition, event: &Event) -> Self {
        let row = Row {
            identity: partition.identity.clone(),
            materialization: None,
            attempt: attempt(event),
            stale: None, // PS-024
            values: partition.values.clone(),
            version: event.id.clone(),
        };
        Self {
            row,
            materialized_by: None,
        }
    }

    /// Records an event. Each of the two histories goes by its own greatest event id (PS-018), so neither the order of
    /// events nor their repetition matters (PS-019, PS-020).
    fn record(&mut self, event: &Event) {
        // PS-013, PS-021: every event is an attempt, so the row's version is also the last attempt's event id.
        if event.id > self.row.version {
            self.row.attempt = attempt(event);
            self.row.version = event.id.clone();
        }
        // PS-017
        if event.materializes() && Some(&event.id) > self.materialized_by.as_ref() {
            self.row.materialization = Some(materialization(event));
            self.materialized_by = Some(event.id.clone());
            self.row.stale = None; // PS-028, and nowhere else (PS-029)
        }
    }
}

fn attempt(event: &Event) -> Attempt {
    Attempt {
        run_id: event.run_id.clone(),
        at: event.at,
        outcome: event.outcome,
    }
}

fn materialization(event: &Event) -> Materialization {
    Materialization {
        run_id: event.run_id.clone(),
        at: event.at,
        code_version: event.code_version.clone(),
    }
}
