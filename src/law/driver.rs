//! Searching for an input that breaks a law, and making it small.
//!
//! Inputs are drawn one after the other from a generator that depends on the seed and the law alone. They are sent in
//! batches, so that their requests share the pipe; the size of the batches does not change what is drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{Law, Step, Violation};
use crate::rule::Registry;
use crate::subject::{Answer, Reply, Request, Subject};
use crate::verdict::{Detail, Finding, Kind, Search, Verdict};

/// How many inputs share a round trip: at first a few, because most faults show at once, then more.
const BATCHES: [usize; 2] = [8, 64];

/// How hard to search.
#[derive(Debug, Clone)]
pub struct Effort {
    /// The seed.
    pub seed: u64,
    /// How many inputs each law gets.
    pub cases: usize,
    /// How many smaller inputs are tried at most.
    pub shrink_steps: usize,
    /// How long smaller inputs are tried at most.
    pub shrink_time: Duration,
    /// An input to check instead of drawing any.
    pub replay: Option<Value>,
}

impl Default for Effort {
    fn default() -> Self {
        Self {
            seed: 20_250_115,
            cases: 256,
            shrink_steps: 4096,
            shrink_time: Duration::from_secs(20),
            replay: None,
        }
    }
}

/// Searches for an input that breaks the law.
pub fn search(law: &Law, subject: &mut dyn Subject, effort: &Effort) -> Finding {
    if let Some(input) = &effort.replay {
        return replay(law, input, subject);
    }
    let strategy = law.strategy();
    let mut runner = runner(law, effort.seed);
    let mut digest = Sha256::new();
    let mut inputs = 0;
    let wanted = effort.cases.div_ceil(law.cost);
    while inputs < wanted {
        let mut batch = Vec::new();
        let size = BATCHES[usize::from(inputs > 0)];
        for _ in 0..size.min(wanted - inputs) {
            match strategy.new_tree(&mut runner) {
                Ok(tree) => batch.push(tree),
                Err(reason) => return errored(law, format!("no input can be drawn: {reason}")),
            }
        }
        let drawn: Vec<Value> = batch.iter().map(ValueTree::current).collect();
        for (tree, (input, outcome)) in batch
            .iter_mut()
            .zip(drawn.iter().zip(converse(law, &drawn, subject)))
        {
            inputs += 1;
            digest.update(input.to_string());
            digest.update(b"\n");
            let found = |search| finding(law, &outcome.result, search);
            match &outcome.result {
                Ending::Holds => {}
                Ending::Unsupported(_) | Ending::Errored(_) => {
                    let search = Search {
                        inputs,
                        digest: hex(&digest),
                        smallest: Some(input.clone()),
                        shrink_steps: 0,
                        requests: outcome.asked.clone(),
                    };
                    return found(search);
                }
                Ending::Broken(_) => {
                    let digest = hex(&digest);
                    let (smallest, outcome, shrink_steps) =
                        shrink(law, tree.as_mut(), outcome, subject, effort);
                    let search = Search {
                        inputs,
                        digest,
                        smallest: Some(smallest),
                        shrink_steps,
                        requests: outcome.asked,
                    };
                    return finding(law, &outcome.result, search);
                }
            }
        }
    }
    let search = Search {
        inputs,
        digest: hex(&digest),
        smallest: None,
        shrink_steps: 0,
        requests: Vec::new(),
    };
    finding(law, &Ending::Holds, search)
}

impl Law {
    /// The first inputs that the default seed draws.
    #[must_use]
    pub fn examples(&self, count: usize) -> Vec<Value> {
        let (strategy, mut runner) = (self.strategy(), runner(self, Effort::default().seed));
        (0..count)
            .filter_map(|_| Some(strategy.new_tree(&mut runner).ok()?.current()))
            .collect()
    }
}

/// Checks the law on one given input.
fn replay(law: &Law, input: &Value, subject: &mut dyn Subject) -> Finding {
    let outcome = converse(law, std::slice::from_ref(input), subject).remove(0);
    let search = Search {
        inputs: 1,
        digest: hex(&Sha256::new_with_prefix(format!("{input}\n"))),
        smallest: (!matches!(outcome.result, Ending::Holds)).then(|| input.clone()),
        shrink_steps: 0,
        requests: outcome.asked,
    };
    finding(law, &outcome.result, search)
}

/// Makes a failing input as small as the limits allow: goes on to a simpler one as long as that fails too.
fn shrink(
    law: &Law,
    tree: &mut dyn ValueTree<Value = Value>,
    first: Outcome,
    subject: &mut dyn Subject,
    effort: &Effort,
) -> (Value, Outcome, usize) {
    let (mut smallest, mut steps, deadline) = (
        (tree.current(), first),
        0,
        Instant::now() + effort.shrink_time,
    );
    let mut simpler = tree.simplify();
    while simpler && steps < effort.shrink_steps && Instant::now() < deadline {
        steps += 1;
        let input = tree.current();
        let outcome = converse(law, std::slice::from_ref(&input), subject).remove(0);
        if matches!(outcome.result, Ending::Broken(_)) {
            smallest = (input, outcome);
            simpler = tree.simplify();
        } else {
            simpler = tree.complicate();
        }
    }
    (smallest.0, smallest.1, steps)
}

/// How the talk about one input ended, and what was asked.
struct Outcome {
    result: Ending,
    asked: Vec<Request>,
}

enum Ending {
    Holds,
    Broken(Box<Violation>),
    Unsupported(String),
    Errored(String),
}

/// Talks with the subject about several inputs at once: in each round, all that is asked next is sent together.
fn converse(law: &Law, inputs: &[Value], subject: &mut dyn Subject) -> Vec<Outcome> {
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
                    Err(ending) => {
                        talk.result.get_or_insert(ending);
                    }
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
    };
    talks.into_iter().map(outcome).collect()
}

/// A reply that a law can judge, or why there is none.
fn heard(answer: Answer) -> Result<Reply, Ending> {
    match answer {
        Err(fault) => Err(Ending::Errored(fault.message)),
        Ok(Reply::Error { message }) => Err(Ending::Errored(format!(
            "the adapter answered with an error, which is never a correct answer: {message}"
        ))),
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
                input: json!({}),
            };
            in_session(request, law, at)
        }));
    }
    if !ends.is_empty() {
        subject.answer(&ends);
    }
}

fn runner(law: &Law, seed: u64) -> TestRunner {
    let bytes = Sha256::digest(format!("{seed}:{}", law.id));
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    // Files of earlier failures, environment variables and forks would make runs differ.
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, rng)
}

fn finding(law: &Law, ending: &Ending, search: Search) -> Finding {
    let mut rules = law.rules.to_vec();
    let (verdict, message, expected, actual) = match ending {
        Ending::Holds => (Verdict::Pass, None, None, None),
        Ending::Broken(violation) => {
            let Violation {
                message,
                rule,
                expected,
                actual,
            } = Violation::clone(violation);
            if let Some(rule) = rule.or_else(|| (law.blame)(search.smallest.as_ref()?)) {
                rules.retain(|other| *other != rule);
                rules.insert(0, rule);
            }
            (Verdict::Fail, Some(message), expected, actual)
        }
        Ending::Unsupported(reason) => (Verdict::Unsupported, Some(reason.clone()), None, None),
        Ending::Errored(message) => (Verdict::Errored, Some(message.clone()), None, None),
    };
    let detail = message.map(|message| Detail {
        message,
        step: None,
        operation: law.operations[0].to_owned(),
        input: search.smallest.clone().unwrap_or_default(),
        expected,
        actual,
    });
    Finding {
        id: law.id.to_owned(),
        kind: Kind::Law,
        rules,
        verdict,
        detail,
        choices: BTreeMap::new(),
        search: Some(search),
    }
}

fn errored(law: &Law, message: String) -> Finding {
    let search = Search {
        inputs: 0,
        digest: String::new(),
        smallest: None,
        shrink_steps: 0,
        requests: Vec::new(),
    };
    finding(law, &Ending::Errored(message), search)
}

fn hex(digest: &Sha256) -> String {
    digest
        .clone()
        .finalize()
        .iter()
        .take(8)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
