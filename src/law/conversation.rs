//! Talking with a subject about the inputs of a law, round by round.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Law, Step, Violation};
use crate::rule::Registry;
use crate::subject::{Answer, FaultKind, Reply, Request, Subject};

/// How the talk about one input ended, and what was asked.
pub(super) struct Outcome {
    pub(super) result: Ending,
    pub(super) asked: Vec<Request>,
    /// The replies to what was asked, as far as there are any.
    pub(super) heard: Vec<Reply>,
}

pub(super) enum Ending {
    Holds,
    Broken(Box<Violation>),
    Unsupported(String),
    Errored(Option<FaultKind>, String),
}

impl Ending {
    fn is_lost(&self) -> bool {
        matches!(self, Self::Errored(Some(FaultKind::Lost), _))
    }
}

/// How often an input is talked about again that lost its session through no fault of its own.
const AGAIN: usize = 3;

/// Talks with the subject about several inputs. Those that lose their sessions because another one breaks the subject
/// are talked about again, alone and from the beginning.
pub(super) fn converse(law: &Law, inputs: &[Value], subject: &mut dyn Subject) -> Vec<Outcome> {
    let mut outcomes = converse_once(law, inputs, subject);
    for (outcome, input) in outcomes.iter_mut().zip(inputs) {
        for _ in 0..AGAIN {
            if !outcome.result.is_lost() {
                break;
            }
            *outcome = converse_once(law, std::slice::from_ref(input), subject).remove(0);
        }
    }
    outcomes
}

/// Talks with the subject about several inputs at once: in each round, all that is asked next is sent together.
fn converse_once(law: &Law, inputs: &[Value], subject: &mut dyn Subject) -> Vec<Outcome> {
    struct Talk {
        asked: Vec<Request>,
        heard: Vec<Reply>,
        result: Option<Ending>,
    }
    let fresh = || Talk {
        asked: Vec::new(),
        heard: Vec::new(),
        result: None,
    };
    let mut talks: Vec<Talk> = inputs.iter().map(|_| fresh()).collect();
    loop {
        let mut round: Vec<Request> = Vec::new();
        let mut turns = Vec::new();
        for (at, (talk, input)) in talks.iter_mut().zip(inputs).enumerate() {
            if talk.result.is_some() {
                continue;
            }
            match law.step(input, &talk.heard) {
                Step::Holds => talk.result = Some(Ending::Holds),
                Step::Broken(violation) => talk.result = Some(Ending::Broken(violation)),
                Step::Ask(requests) => {
                    turns.push((at, requests.len()));
                    talk.asked.extend(requests.iter().cloned());
                    round.extend(
                        requests
                            .into_iter()
                            .map(|request| in_session(request, law, at)),
                    );
                }
            }
        }
        if round.is_empty() {
            break;
        }
        let mut answers = subject.answer(&round).into_iter();
        for (at, count) in turns {
            let talk = &mut talks[at];
            for answer in answers.by_ref().take(count) {
                match heard(answer) {
                    Ok(reply) => talk.heard.push(reply),
                    // What is lost with a session was lost by another fault, which says more.
                    Err(ending) if talk.result.as_ref().is_none_or(Ending::is_lost) => {
                        talk.result = Some(ending);
                    }
                    Err(_) => {}
                }
            }
        }
    }
    end_sessions(
        law,
        &talks
            .iter()
            .map(|talk| talk.asked.as_slice())
            .collect::<Vec<_>>(),
        subject,
    );
    let outcome = |talk: Talk| Outcome {
        result: talk.result.unwrap_or(Ending::Holds),
        asked: talk.asked,
        heard: talk.heard,
    };
    talks.into_iter().map(outcome).collect()
}

/// A reply that a law can judge, or why there is none.
fn heard(answer: Answer) -> Result<Reply, Ending> {
    match answer {
        Err(fault) => Err(Ending::Errored(Some(fault.kind), fault.message)),
        Ok(Reply::Error { message }) => {
            let message = format!(
                "the adapter answered with an error, which is never a correct answer: {message}"
            );
            Err(Ending::Errored(None, message))
        }
        Ok(Reply::Unsupported { reason }) => {
            Err(Ending::Unsupported(reason.unwrap_or_else(|| {
                "the adapter does not support the operation".to_owned()
            })))
        }
        Ok(reply) => Ok(reply),
    }
}

/// The request in a session of this input's own, or in one of several that the law tells apart by name.
fn in_session(request: Request, law: &Law, at: usize) -> Request {
    let session = request.session.map(|name| format!("{}#{at}{name}", law.id));
    Request { session, ..request }
}

fn end_sessions(law: &Law, asked: &[&[Request]], subject: &mut dyn Subject) {
    let operation = format!("{}.end", law.domain());
    if Registry::embedded().operation(&operation).is_none() {
        return;
    }
    let mut ends = Vec::new();
    for (at, asked) in asked.iter().enumerate() {
        let names: BTreeSet<&String> = asked
            .iter()
            .filter_map(|request| request.session.as_ref())
            .collect();
        ends.extend(names.into_iter().map(|name| {
            let request = Request {
                operation: operation.clone(),
                session: Some(name.clone()),
                input: json!({}).into(),
            };
            in_session(request, law, at)
        }));
    }
    if !ends.is_empty() {
        subject.answer(&ends);
    }
}
