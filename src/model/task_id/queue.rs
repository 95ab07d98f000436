//! The queue and its outbox: TI-020 to TI-028.

use std::collections::BTreeMap;

use super::{Operation, Record};
use crate::model::{Answer, Rejection, Stance};
use crate::rule::codes::task_id as code;
use crate::rule::rules::{TI_020, TI_021, TI_026};

/// How long a name is refused after its completion, in seconds.
pub const REUSE_WINDOW: i64 = 24 * 60 * 60;

/// How a task ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// It did what it should.
    Succeeded,
    /// It did not.
    Failed,
}

/// A queue that refuses names, with the outbox that feeds it. Times are seconds since 1970 and never go back.
#[derive(Debug, Clone, Default)]
pub struct Queue {
    /// By internal id, which stands for the name: they correspond one to one (TI-014, TI-015).
    names: BTreeMap<String, Name>,
    outbox: BTreeMap<String, Record>,
}

/// The history of one name: all that matters for whether it is free (TI-025).
#[derive(Debug, Clone, Copy)]
enum Name {
    Pending,
    Completed { at: i64 },
}

impl Queue {
    /// Enqueues an operation.
    ///
    /// # Errors
    ///
    /// An operation that has no internal id, and a name that is not free.
    pub fn enqueue(
        &mut self,
        operation: &Operation,
        now: i64,
        stance: &mut Stance,
    ) -> Answer<Record> {
        let record = Record::of(operation, stance)?;
        match self.names.get(&record.internal_id) {
            Some(Name::Pending) => return Err(Rejection::new(code::NAME_IN_USE, TI_020)),
            // TI-022: at the end of the window the name is free.
            Some(Name::Completed { at }) if now - at < REUSE_WINDOW => {
                return Err(Rejection::new(code::NAME_IN_USE, TI_021));
            }
            _ => {}
        }
        self.names.insert(record.internal_id.clone(), Name::Pending);
        // TI-023, TI-027; a row that a failure left behind is replaced by its equal (TI-024).
        if matches!(operation, Operation::Dispatch { .. }) {
            self.outbox
                .insert(record.internal_id.clone(), record.clone());
        }
        Ok(record)
    }

    /// Completes a pending task.
    ///
    /// # Errors
    ///
    /// TI-026: a task that is not pending.
    pub fn complete(&mut self, internal_id: &str, outcome: Outcome, now: i64) -> Answer<()> {
        match self.names.get_mut(internal_id) {
            Some(name @ Name::Pending) => *name = Name::Completed { at: now },
            _ => return Err(Rejection::new(code::UNKNOWN_TASK, TI_026)),
        }
        // TI-023; a failure keeps the row (TI-024).
        if outcome == Outcome::Succeeded {
            self.outbox.remove(internal_id);
        }
        Ok(())
    }

    /// The records of the outbox, ascending by the bytes of their internal ids (TI-028).
    pub fn outbox(&self) -> impl Iterator<Item = &Record> {
        self.outbox.values()
    }
}
