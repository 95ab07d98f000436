//! Filling in what the model expects, without touching what is pinned.

use super::expectations;
use crate::vector::{Expectation, Topic};

/// A file with its expectations filled in, and what stands against it.
#[derive(Debug)]
pub struct Regenerated {
    /// The file as it should be.
    pub topic: Topic,
    /// Cases whose expectation is another now, or is new; by id.
    pub changed: Vec<String>,
    /// Pinned cases that the model does not meet.
    pub disagreements: Vec<Disagreement>,
}

/// A case that the model and its author see differently, or that the model cannot answer.
#[derive(Debug)]
pub struct Disagreement {
    /// The case.
    pub case: String,
    /// What is the matter.
    pub message: String,
}

/// Fills in the expectations of a file.
#[must_use]
pub fn regenerate(mut topic: Topic) -> Regenerated {
    let (mut changed, mut disagreements) = (Vec::new(), Vec::new());
    for case in &mut topic.cases {
        let expected = match expectations(case) {
            Ok(expected) => expected,
            Err(message) => {
                disagreements.push(Disagreement {
                    case: case.id.clone(),
                    message,
                });
                continue;
            }
        };
        for (step, expected) in case.steps.iter_mut().zip(expected) {
            if step.expect.as_ref() == Some(&expected) {
                continue;
            }
            match (&case.pinned, &step.expect) {
                (Some(source), Some(pinned)) => {
                    let message = format!(
                        "it is pinned ({source}) to {}, but the model says {}",
                        shown(pinned),
                        shown(&expected)
                    );
                    disagreements.push(Disagreement {
                        case: case.id.clone(),
                        message,
                    });
                }
                _ => {
                    step.expect = Some(expected);
                    changed.push(case.id.clone());
                }
            }
        }
    }
    changed.dedup();
    Regenerated {
        topic,
        changed,
        disagreements,
    }
}

fn shown(expectation: &Expectation) -> String {
    expectation.value().to_string()
}
