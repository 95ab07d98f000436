//! A rehearsal: what it would mean if the model were as it is now, or as a mutant is, before anything is written.
//!
//! The vectors hold what the model said before. So they are compared with what it says now, case by case; laws by a
//! record of what the model answered to their inputs; and mutants, which are the model but for one mistake, by whether
//! the suite that would follow from all that still catches them.

mod cases;
mod laws;
mod mutants;

use serde_json::Value;

pub use laws::LawRecord;

use crate::law::Effort;
use crate::mutant::Mutant;
use crate::rule::{Registry, RuleId};
use crate::subject::{Implementation, Reference};
use crate::vector::{Case, Promises, Topic};

/// What is rehearsed.
#[derive(Debug, Clone, Copy)]
pub enum Proposal {
    /// The model of this binary.
    Model,
    /// That the rule be as this mutant has it.
    As(&'static Mutant),
}

/// What would become of a domain.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Changes {
    /// The cases whose expectation would be another.
    pub cases: Vec<ChangedCase>,
    /// The laws that would fail, or see other answers.
    pub laws: Vec<ChangedLaw>,
    /// The mutants that would not be caught any more.
    pub mutants: Vec<(&'static str, Fate)>,
}

/// A case whose expectation would be another.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedCase {
    /// The case.
    pub id: String,
    /// The rules that it stands for.
    pub rules: Vec<RuleId>,
    /// The first step that differs, from 0, where there are several.
    pub step: Option<usize>,
    /// What is expected.
    pub before: Option<Value>,
    /// What would be.
    pub now: Value,
    /// What forbids the change.
    pub held: Option<Held>,
    /// The whole case, as it is and as it would be.
    pub cases: Box<[Case; 2]>,
}

/// What forbids that a case changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Held {
    /// Its expectation comes from elsewhere.
    Pinned(String),
    /// It was released with this version.
    Frozen(u32),
}

/// A law that would not be as before.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedLaw {
    /// The law.
    pub id: &'static str,
    /// The rules that it stands for.
    pub rules: &'static [RuleId],
    /// In which way.
    pub how: Moved,
}

/// How a law would not be as before.
#[derive(Debug, Clone, PartialEq)]
pub enum Moved {
    /// It does not hold: what it says, and the input.
    Fails(String, Value),
    /// The model answers otherwise to its inputs, and it holds.
    Answers,
    /// It draws other inputs than those that are on record.
    Inputs,
    /// It is not on record.
    Unknown,
}

/// What would become of a mutant that is not caught.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It would be the model.
    Proposed,
    /// It answers like the model to everything that the suite can ask.
    Equivalent,
    /// It answers otherwise, but nothing would notice.
    Survives,
}

/// How many inputs each law gets, and how long a failing one is made smaller: a rehearsal is to be quick.
fn rehearsal_effort() -> Effort {
    Effort {
        cases: 64,
        shrink_steps: 200,
        ..Effort::default()
    }
}

/// Rehearses what would become of the cases and mutants of a domain. What becomes of its laws does not depend on files.
#[must_use]
pub fn rehearse(
    topics: &[&Topic],
    laws: Vec<ChangedLaw>,
    proposal: Proposal,
    promises: Option<&Promises>,
    registry: &Registry,
    rules_changed: bool,
) -> Changes {
    let (cases, proposed) = cases::changes(topics, proposal, promises, registry);
    let mut changes = Changes {
        cases,
        laws,
        mutants: Vec::new(),
    };
    // Mutants deviate from the model, so they can only be affected where the model is.
    let moved = |law: &ChangedLaw| matches!(law.how, Moved::Fails(..) | Moved::Answers);
    if !changes.cases.is_empty() || changes.laws.iter().any(moved) || rules_changed {
        changes.mutants = mutants::fates(proposed, proposal, registry);
    }
    changes
}

/// What becomes of the laws of a domain.
#[must_use]
pub fn rehearse_laws(
    domain: &str,
    proposal: Proposal,
    record: Option<&LawRecord>,
) -> Vec<ChangedLaw> {
    laws::changes(domain, proposal, record)
}

impl Changes {
    /// Whether everything would be as before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cases.is_empty() && self.laws.is_empty() && self.mutants.is_empty()
    }
}

impl Proposal {
    /// A fresh one.
    fn subject(self) -> Box<dyn Implementation> {
        match self {
            Self::Model => Box::new(Reference::default()),
            Self::As(mutant) => mutant.subject(),
        }
    }
}
