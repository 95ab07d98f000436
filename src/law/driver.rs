//! Searching for an input that breaks a law, and making it small.
//!
//! Inputs are drawn one after the other from a generator that depends on the seed and the law alone. They are sent in
//! batches, so that their requests share the pipe; the size of the batches does not change what is drawn.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use proptest::strategy::{Strategy as _, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::conversation::{Ending, Outcome, converse};
use super::{Law, Step, Violation};
use crate::subject::{Request, Subject};
use crate::verdict::{Detail, Finding, Kind, Search, Verdict};

/// How many inputs share a round trip: at first a few, because most faults show at once, then more.
pub(super) const BATCHES: [usize; 2] = [8, 64];

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
                Ending::Unsupported(_) | Ending::Errored(..) => {
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

impl Law {
    /// What the law asks first about each of the first inputs, in sessions of their own.
    #[must_use]
    pub fn first_requests(&self, count: usize) -> Vec<Vec<Request>> {
        let inputs = self.examples(count.div_ceil(self.cost)).into_iter();
        let asked = inputs.map(|input| match self.step(&input, &[]) {
            Step::Ask(requests) => requests,
            Step::Holds | Step::Broken(_) => Vec::new(),
        });
        asked.collect()
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

pub(super) fn runner(law: &Law, seed: u64) -> TestRunner {
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
        Ending::Errored(_, message) => (Verdict::Errored, Some(message.clone()), None, None),
    };
    let fault = match ending {
        Ending::Errored(fault, _) => *fault,
        _ => None,
    };
    let detail = message.map(|message| Detail {
        message,
        step: None,
        operation: law.operations[0].to_owned(),
        input: search.smallest.clone().unwrap_or_default(),
        expected,
        actual,
        fault,
    });
    Finding {
        id: law.id.to_owned(),
        kind: Kind::Law,
        rules,
        verdict,
        detail,
        choices: BTreeMap::new(),
        search: Some(search),
        known: None,
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
    finding(law, &Ending::Errored(None, message), search)
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
