//! What a case catches that no other case does.

use super::matrix::{Depth, Kill, kills};
use super::selection::{Plan, Selection};
use crate::error::Error;
use crate::law::Effort;
use crate::mutant::{self, Mutant};
use crate::rule::Registry;
use crate::vector::{Case, Library};

/// The mutants that a case kills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sole {
    /// All of them.
    pub killed: Vec<&'static str>,
    /// Those that no other case kills.
    pub alone: Vec<&'static str>,
}

/// What a case kills, and what it alone kills.
///
/// # Errors
///
/// Vectors that cannot be read.
pub fn sole(case: &Case, library: &Library, registry: &Registry) -> Result<Sole, Error> {
    let selection = Selection {
        only: vec![format!("{}/*", case.domain())],
        ..Selection::default()
    };
    let mut plan = selection.plan(library, registry)?;
    plan.laws.clear();
    let others = plan.cases.extract_if(.., |other| other.id != case.id);
    let others: Vec<Case> = others.collect();
    let mutants: Vec<&'static Mutant> = mutant::all()
        .filter(|mutant| mutant.domain() == case.domain())
        .collect();
    let effort = Effort::default();
    let hunt = |mutants: &[&'static Mutant], plan: &Plan, depth| {
        kills(mutants, plan, depth, &effort, registry, &|| ())
    };
    let killed = hunt(&mutants, &plan, Depth::Everything)?.into_iter();
    let killed = killed.filter(|kill| !kill.survived());
    let killed: Vec<&'static Mutant> = killed.map(|kill| kill.mutant).collect();
    let others = Plan {
        cases: others,
        ..Plan::default()
    };
    let alone = hunt(&killed, &others, Depth::FirstKiller)?.into_iter();
    let alone = alone.filter(Kill::survived);
    Ok(Sole {
        alone: alone.map(|kill| kill.mutant.id).collect(),
        killed: killed.iter().map(|mutant| mutant.id).collect(),
    })
}
