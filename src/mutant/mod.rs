//! Mutants: subjects that break one rule each, the way a plausible implementer would. The suite must catch every one
//! of them, or the suite is wrong.
//!
//! Everything wrong lives here and nothing of it in the model. A mutant is the [`Reference`](crate::subject::Reference)
//! but for the operations that its `deviation` names; there it answers by a small implementation of its own, in which
//! every decision is the right one except for the one that the mutant gets wrong.

mod deviation;
mod event_partitions;
mod hash;
mod index_key;
mod number;
mod opinion;
mod partition_key;
mod partition_status;
mod task_id;

use crate::rule::RuleId;
use crate::subject::{Hello, Implementation, Reply, Request};

/// A subject that breaks one rule.
#[derive(Debug)]
pub struct Mutant {
    /// The id: domain, `mutant` and name, joined by `/`.
    pub id: &'static str,
    /// The rule that it breaks.
    pub rule: RuleId,
    /// The mistake, as the one who made it would tell it.
    pub about: &'static str,
    make: fn() -> Box<dyn Implementation>,
}

/// Every mutant, domain by domain.
pub fn all() -> impl Iterator<Item = &'static Mutant> {
    let tables = partition_key::TABLES
        .iter()
        .chain(partition_status::TABLES)
        .chain(task_id::TABLES)
        .chain(event_partitions::TABLES)
        .chain(index_key::TABLES);
    tables.copied().flatten()
}

impl Mutant {
    /// The domain: the first part of the id.
    #[must_use]
    pub fn domain(&self) -> &'static str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// The name: the last part of the id.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.id.rsplit('/').next().unwrap_or_default()
    }

    /// A fresh subject, which calls itself by the mutant's id.
    #[must_use]
    pub fn subject(&self) -> Box<dyn Implementation> {
        Box::new(Named {
            id: self.id,
            implementation: (self.make)(),
        })
    }
}

struct Named {
    id: &'static str,
    implementation: Box<dyn Implementation>,
}

impl Implementation for Named {
    fn hello(&self) -> Hello {
        Hello {
            name: self.id.to_owned(),
            // It has whatever the suite asks for, so there is nothing to match.
            operations: None,
            ..self.implementation.hello()
        }
    }

    fn call(&mut self, request: &Request) -> Reply {
        self.implementation.call(request)
    }
}
