//! Two subjects, asked the same random inputs. No model takes part: where they differ, one of them may be wrong, or both.

use std::thread;
use std::time::Instant;

use proptest::strategy::{Strategy as _, ValueTree};
use serde_json::Value;

use super::conversation::{Ending, Outcome, converse};
use super::driver::{BATCHES, runner};
use super::{Effort, Law};
use crate::rule::Registry;
use crate::subject::{Reply, Request, Subject};
use crate::verdict::same_numbers;

/// What came of asking two subjects about the inputs of a law.
#[derive(Debug)]
pub enum Comparison {
    /// They gave the same answers, to so many inputs.
    Same(usize),
    /// They did not.
    Differ(Box<Difference>),
    /// One of them does not support it.
    Unsupported,
}

/// Where two subjects differ.
#[derive(Debug)]
pub struct Difference {
    /// The smallest input that was found.
    pub input: Value,
    /// What they were asked for it, up to the request that they answer differently.
    pub requests: Vec<Request>,
    /// The two answers.
    pub answers: [Value; 2],
    /// How many inputs were asked, up to and with the first that makes them differ.
    pub inputs: usize,
    /// How many smaller inputs were tried.
    pub shrink_steps: usize,
}

/// Looks for an input of the law on which the subjects differ. Reject codes count only if they are wanted: which of
/// several faults is named first is free.
pub fn compare(
    law: &Law,
    subjects: &mut [Box<dyn Subject>; 2],
    effort: &Effort,
    codes: bool,
) -> Comparison {
    let (strategy, mut runner) = (law.strategy(), runner(law, effort.seed));
    let mut inputs = 0;
    let wanted = effort.cases.div_ceil(law.cost);
    while inputs < wanted {
        let size = BATCHES[usize::from(inputs > 0)].min(wanted - inputs);
        let mut trees: Vec<_> = (0..size)
            .filter_map(|_| strategy.new_tree(&mut runner).ok())
            .collect();
        let drawn: Vec<Value> = trees.iter().map(ValueTree::current).collect();
        if drawn.is_empty() {
            return Comparison::Unsupported;
        }
        for (at, pair) in ask(law, &drawn, subjects).into_iter().enumerate() {
            inputs += 1;
            match contrast(law, &pair, codes) {
                Contrast::Same => {}
                Contrast::Unsupported => return Comparison::Unsupported,
                Contrast::Differ(found) => {
                    let first = Difference {
                        input: drawn[at].clone(),
                        inputs,
                        ..*found
                    };
                    let found = shrink(law, trees[at].as_mut(), first, subjects, effort, codes);
                    return Comparison::Differ(Box::new(found));
                }
            }
        }
    }
    Comparison::Same(inputs)
}

/// Asks both at the same time.
fn ask(law: &Law, inputs: &[Value], subjects: &mut [Box<dyn Subject>; 2]) -> Vec<[Outcome; 2]> {
    let [a, b] = subjects;
    let (a, b) = thread::scope(|scope| {
        let a = scope.spawn(|| converse(law, inputs, a.as_mut()));
        let b = converse(law, inputs, b.as_mut());
        (a.join().expect("asking does not panic"), b)
    });
    a.into_iter().zip(b).map(|(a, b)| [a, b]).collect()
}

enum Contrast {
    Same,
    Differ(Box<Difference>),
    Unsupported,
}

/// Where two talks about the same input part.
fn contrast(law: &Law, pair: &[Outcome; 2], codes: bool) -> Contrast {
    if pair
        .iter()
        .any(|it| matches!(it.result, Ending::Unsupported(_)))
    {
        return Contrast::Unsupported;
    }
    let page = Registry::embedded().page(law.domain());
    let fields = page.map_or(&[][..], |page| &page.ascending);
    let [a, b] = [0, 1].map(|at| answers(&pair[at], fields));
    let parted = a.iter().zip(&b).position(|(a, b)| !alike(a, b, codes));
    let Some(at) = parted else {
        return Contrast::Same;
    };
    Contrast::Differ(Box::new(Difference {
        input: Value::Null,
        requests: pair[0].asked.iter().take(at + 1).cloned().collect(),
        answers: [a[at].clone(), b[at].clone()],
        inputs: 0,
        shrink_steps: 0,
    }))
}

/// The answers in order, and at the end, if there was one, the fault that ended the talk.
fn answers(outcome: &Outcome, fields: &[String]) -> Vec<Value> {
    let mut answers: Vec<Value> = same_numbers(&outcome.heard, fields)
        .iter()
        .map(Reply::to_value)
        .collect();
    if let Ending::Errored(_, message) = &outcome.result {
        answers.push(serde_json::json!({"error": {"message": message}}));
    }
    answers
}

/// Whether two answers say the same. What they say for people does not count.
fn alike(a: &Value, b: &Value, codes: bool) -> bool {
    match (a.get("reject"), b.get("reject")) {
        (Some(a), Some(b)) => !codes || a.get("code") == b.get("code"),
        _ => a.get("error").is_some() && b.get("error").is_some() || a == b,
    }
}

/// Goes on to a simpler input as long as the two still differ.
fn shrink(
    law: &Law,
    tree: &mut dyn ValueTree<Value = Value>,
    first: Difference,
    subjects: &mut [Box<dyn Subject>; 2],
    effort: &Effort,
    codes: bool,
) -> Difference {
    let deadline = Instant::now() + effort.shrink_time;
    let (mut smallest, mut steps) = (first, 0);
    let mut simpler = tree.simplify();
    while simpler && steps < effort.shrink_steps && Instant::now() < deadline {
        steps += 1;
        let input = tree.current();
        let pair = ask(law, std::slice::from_ref(&input), subjects).remove(0);
        if let Contrast::Differ(found) = contrast(law, &pair, codes) {
            smallest = Difference {
                input,
                inputs: smallest.inputs,
                ..*found
            };
            simpler = tree.simplify();
        } else {
            simpler = tree.complicate();
        }
    }
    Difference {
        shrink_steps: steps,
        ..smallest
    }
}
