//! The expectation of a case, as the model computes it.

use std::collections::BTreeMap;

use crate::model::Stance;
use crate::rule::{Registry, RuleId};
use crate::subject::{Judgement, Reference, Request};
use crate::vector::{Alternative, Case, Expectation, Outcome};

/// What the model expects of each step: one outcome where all stances agree, else one alternative for each combination
/// of choices that matters up to this step.
///
/// # Errors
///
/// A step that the model cannot answer, because the operation is unknown or the input is malformed.
pub fn expectations(case: &Case) -> Result<Vec<Expectation>, String> {
    let runs = runs(case)?;
    let of_step = |at: usize| {
        let mut alternatives: Vec<Alternative> = Vec::new();
        for run in &runs {
            let answer = &run[at];
            let alternative = Alternative {
                choice: answer.choice.clone(),
                outcome: answer.outcome.clone(),
            };
            if !alternatives.contains(&alternative) {
                alternatives.push(alternative);
            }
        }
        let first = &alternatives[0].outcome;
        if alternatives
            .iter()
            .all(|alternative| alternative.outcome == *first)
        {
            Expectation::One(first.clone())
        } else {
            Expectation::AnyOf(alternatives)
        }
    };
    Ok((0..case.steps.len()).map(of_step).collect())
}

/// The rules that the model names for its refusals of each step, under every stance.
///
/// # Errors
///
/// As for [`expectations`].
pub fn demands(case: &Case) -> Result<Vec<Vec<RuleId>>, String> {
    let runs = runs(case)?;
    let of_step = |at: usize| {
        let mut rules: Vec<RuleId> = runs.iter().filter_map(|run| run[at].demanded_by).collect();
        rules.sort_unstable();
        rules.dedup();
        rules
    };
    Ok((0..case.steps.len()).map(of_step).collect())
}

/// The model's answer to one step under one stance.
struct Answered {
    outcome: Outcome,
    demanded_by: Option<RuleId>,
    /// The choices that had been asked for when the step was answered.
    choice: BTreeMap<RuleId, String>,
}

/// The answers to all steps, under every stance that makes a difference.
fn runs(case: &Case) -> Result<Vec<Vec<Answered>>, String> {
    let runs = Stance::explore(|stance| {
        let mut reference = Reference::with_stance(std::mem::take(stance));
        let answers = requests(case).map(|request| {
            let (outcome, demanded_by) = match reference.judge(&request) {
                Judgement::Answer(Ok(value)) => (Outcome::Ok(value), None),
                Judgement::Answer(Err(rejection)) => (
                    Outcome::Reject(rejection.code.to_owned()),
                    Some(rejection.rule),
                ),
                Judgement::Unsupported => {
                    return Err(format!(
                        "the model has no operation `{}`",
                        request.operation
                    ));
                }
                Judgement::Malformed(message) => {
                    return Err(format!("`{}`: {message}", request.operation));
                }
            };
            let choices = reference.stance().choices().into_iter();
            let choice = choices
                .map(|choice| (choice.rule, choice.name.to_owned()))
                .collect();
            Ok(Answered {
                outcome,
                demanded_by,
                choice,
            })
        });
        let answers: Result<Vec<_>, String> = answers.collect();
        *stance = reference.stance().clone();
        answers
    });
    runs.into_iter().map(|(_, answers)| answers).collect()
}

/// The requests of a case, in a session of their own where they need one.
pub(crate) fn requests(case: &Case) -> impl Iterator<Item = Request> {
    case.steps.iter().map(|step| {
        let stateful = Registry::embedded()
            .operation(&step.operation)
            .is_some_and(|operation| operation.stateful);
        Request {
            operation: step.operation.clone(),
            session: stateful.then(|| case.id.clone()),
            input: step.input.clone(),
        }
    })
}
