//! Filling in what the model expects, without touching what is pinned or frozen.

use super::expectations;
use crate::vector::{Case, Expectation, Promises, Topic, Versions};

/// A file with its expectations filled in, and what stands against it.
#[derive(Debug)]
pub struct Regenerated {
    /// The file as it should be.
    pub topic: Topic,
    /// Cases whose expectation is another now, or is new; by id.
    pub changed: Vec<String>,
    /// Cases that may not change, but that the model does not meet.
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

/// Fills in the expectations of a file, as far as its domain's promises allow.
///
/// A frozen case whose expectation is another in a later version ends with the last version it was released with, and
/// another case follows it. Cases that have ended are not the model's business any more.
#[must_use]
pub fn regenerate(topic: Topic, promises: Option<&Promises>) -> Regenerated {
    let mut regenerated = Regenerated {
        topic: Topic {
            cases: Vec::new(),
            ..topic
        },
        changed: Vec::new(),
        disagreements: Vec::new(),
    };
    for case in topic.cases {
        if case.versions.are_over() {
            regenerated.topic.cases.push(case);
            continue;
        }
        match expectations(&case) {
            Ok(expected) => regenerated.case(case, expected, promises),
            Err(message) => {
                regenerated.disagree(&case, message);
                regenerated.topic.cases.push(case);
            }
        }
    }
    regenerated
}

impl Regenerated {
    fn case(&mut self, mut case: Case, expected: Vec<Expectation>, promises: Option<&Promises>) {
        let before = case.steps.iter().map(|step| step.expect.as_ref());
        let difference = before
            .zip(&expected)
            .find(|(before, now)| *before != Some(*now));
        let Some((before, now)) = difference else {
            self.topic.cases.push(case);
            return;
        };
        let before = before.map(|before| before.value().to_string());
        let (before, now) = (before.unwrap_or_default(), now.value().to_string());
        let released = promises.and_then(|promises| promises.released_with(&case.id));
        let version = promises.map_or(1, |promises| promises.entry.version);
        let forever = promises.is_some_and(|promises| promises.entry.is_forever(&case.id));
        match (released, &case.pinned) {
            (Some(frozen), _) if frozen < version && !forever => {
                let successor = successor(&case, expected, version);
                case.versions.until = Some(frozen);
                self.changed.push(successor.id.clone());
                self.topic.cases.extend([case, successor]);
                return;
            }
            (Some(frozen), _) => {
                let why = if forever {
                    "it holds in every later version too".to_owned()
                } else {
                    format!("raise the version in spec/{}.md", case.domain())
                };
                self.disagree(
                    &case,
                    format!(
                        "it is frozen with version {frozen} to {before}, but the model says {now}: {why}"
                    ),
                );
            }
            (None, Some(source)) if !before.is_empty() => {
                let message =
                    format!("it is pinned ({source}) to {before}, but the model says {now}");
                self.disagree(&case, message);
            }
            (None, _) => {
                for (step, expected) in case.steps.iter_mut().zip(expected) {
                    step.expect = Some(expected);
                }
                self.changed.push(case.id.clone());
            }
        }
        self.topic.cases.push(case);
    }

    fn disagree(&mut self, case: &Case, message: String) {
        self.disagreements.push(Disagreement {
            case: case.id.clone(),
            message,
        });
    }
}

/// The case that holds from this version on.
fn successor(case: &Case, expected: Vec<Expectation>, version: u32) -> Case {
    let mut successor = Case {
        id: format!("{}-v{version}", case.id),
        versions: Versions {
            since: Some(version),
            until: None,
        },
        pinned: None,
        ..case.clone()
    };
    for (step, expected) in successor.steps.iter_mut().zip(expected) {
        step.expect = Some(expected);
    }
    successor
}
