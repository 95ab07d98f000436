//! Laws: invariants that are checked on random inputs.
//!
//! A law draws inputs, asks the subject about each in one or more rounds, and judges the answers. It sees nothing but
//! requests and replies, so it holds for subjects in this process and across the pipe alike.

mod compare;
mod conversation;
mod driver;
mod event_partitions;
mod index_key;
mod partition_key;
mod partition_status;
mod save;
mod task_id;

use proptest::strategy::BoxedStrategy;
use serde_json::{Value, json};

pub use compare::{Comparison, Difference, compare};
pub use driver::{Effort, search};
pub use save::counterexamples;

use crate::generate::{demands, expectations};
use crate::rule::{Registry, RuleId};
use crate::subject::{Implementation as _, Reference, Reply, Request};
use crate::vector::{Case, Step as CaseStep, Versions};
use crate::verdict::{Verdict, judge};

/// An invariant with an id.
#[derive(Debug)]
pub struct Law {
    /// Domain, `law` and name, joined by `/`.
    pub id: &'static str,
    /// The rules that it stands for.
    pub rules: &'static [RuleId],
    /// What it says, in a sentence.
    pub about: &'static str,
    /// Where its expectations come from.
    pub oracle: Oracle,
    /// The operations that it asks.
    pub operations: &'static [&'static str],
    /// What a subject must have declared for the law to apply: `option=value`.
    pub needs: &'static [&'static str],
    /// How many times fewer inputs it gets than others, because each asks so much more.
    pub cost: usize,
    strategy: fn() -> BoxedStrategy<Value>,
    body: Body,
    /// Which of its rules an input is about, for a law that stands for many.
    blame: fn(&Value) -> Option<RuleId>,
}

/// What a law does with an input.
#[derive(Debug, Clone, Copy)]
enum Body {
    /// Asks the law's first operation about the input, and compares with the model.
    Agrees,
    /// Asks the input's `steps`, each an `operation` and its `input`, in one session, and compares with the model.
    SessionAgrees,
    /// Talks with the subject: from the input and the replies so far to the next step.
    Talk(fn(&Value, &[Reply]) -> Step),
}

/// Where a law's expectations come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oracle {
    /// From the model: the subject must agree with it.
    Model,
    /// From the subject's own answers: they must agree with each other.
    Itself,
}

/// What a law does next for one input, given the replies to what it asked so far.
#[derive(Debug)]
pub enum Step {
    /// Ask this. Stateful requests carry any session; the driver gives each input one of its own.
    Ask(Vec<Request>),
    /// The law holds for this input.
    Holds,
    /// The law is broken.
    Broken(Box<Violation>),
}

/// How a law is broken.
#[derive(Debug, Clone, PartialEq)]
pub struct Violation {
    /// In a sentence.
    pub message: String,
    /// The rule that is broken, where that is known more closely than the law's rules say.
    pub rule: Option<RuleId>,
    /// What was expected.
    pub expected: Option<Value>,
    /// What came.
    pub actual: Option<Value>,
}

/// Every law, domain by domain.
pub fn all() -> impl Iterator<Item = &'static Law> {
    let laws = [
        event_partitions::LAWS,
        partition_key::LAWS,
        partition_status::LAWS,
        task_id::LAWS,
    ];
    laws.into_iter().chain(index_key::LAWS).flatten()
}

impl Law {
    /// The domain: the first part of the id.
    #[must_use]
    pub fn domain(&self) -> &'static str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// How its inputs are drawn.
    pub fn strategy(&self) -> BoxedStrategy<Value> {
        (self.strategy)()
    }
}

impl Law {
    /// What to do next for an input, given the replies so far.
    fn step(&self, input: &Value, heard: &[Reply]) -> Step {
        let requests = match self.body {
            Body::Talk(talk) => return talk(input, heard),
            Body::Agrees => vec![Request::new(self.operations[0], input.clone())],
            Body::SessionAgrees => in_one_session(input),
        };
        if heard.is_empty() && !requests.is_empty() {
            Step::Ask(requests)
        } else {
            agrees(self.rules, &requests, heard)
        }
    }
}

/// The requests of an input that holds `steps`.
fn in_one_session(input: &Value) -> Vec<Request> {
    let steps = input["steps"].as_array().into_iter().flatten();
    let requests = steps.map(|step| Request {
        operation: step["operation"].as_str().unwrap_or_default().to_owned(),
        session: Some(String::new()),
        input: step["input"].clone().into(),
    });
    requests.collect()
}

/// An input that holds `steps`: operations and their inputs.
fn steps(requests: &[(String, Value)]) -> Value {
    let steps = requests
        .iter()
        .map(|(operation, input)| json!({"operation": operation, "input": input}));
    json!({"steps": steps.collect::<Vec<_>>()})
}

impl Oracle {
    /// The oracle in words.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Model => "compared with the model",
            Self::Itself => "needs no model",
        }
    }
}

/// The law is broken, and why.
fn broken(
    message: impl Into<String>,
    expected: impl Into<Value>,
    actual: impl Into<Value>,
) -> Step {
    Step::Broken(Box::new(Violation {
        rule: None,
        message: message.into(),
        expected: Some(expected.into()),
        actual: Some(actual.into()),
    }))
}

/// A valid input was refused.
fn refused(reply: &Reply) -> Step {
    Step::Broken(Box::new(Violation {
        message: "a valid input is not accepted".to_owned(),
        rule: None,
        expected: None,
        actual: Some(reply.to_value()),
    }))
}

/// The replies to these requests must be what the model says, whatever was chosen at open rules.
fn agrees(rules: &[RuleId], requests: &[Request], replies: &[Reply]) -> Step {
    // Most subjects choose like the reference, which takes one run of the model instead of one for each combination.
    if as_the_reference(requests, replies) {
        return Step::Holds;
    }
    let mut case = Case {
        id: requests
            .first()
            .map(|request| request.operation.replace('.', "/"))
            .unwrap_or_default(),
        rules: rules.to_vec(),
        needs: Vec::new(),
        versions: Versions::default(),
        pinned: None,
        note: None,
        steps: requests.iter().map(step_of).collect(),
        line: 0,
    };
    match expectations(&case) {
        Ok(expected) => {
            for (step, expected) in case.steps.iter_mut().zip(expected) {
                step.expect = Some(expected);
            }
        }
        Err(message) => {
            return Step::Broken(Box::new(Violation {
                rule: None,
                message,
                expected: None,
                actual: None,
            }));
        }
    }
    let answers: Vec<_> = replies.iter().cloned().map(Ok).collect();
    let finding = judge(&case, &answers, Registry::embedded());
    match (finding.verdict, finding.detail) {
        // Codes are the business of cases: which of several faults is named first is free.
        (Verdict::Pass | Verdict::Warn, _) | (_, None) => Step::Holds,
        (_, Some(detail)) => {
            let at = detail
                .step
                .map_or(String::new(), |step| format!("step {}: ", step + 1));
            let message = format!("{at}{}", detail.message);
            let demanded = demands(&case).unwrap_or_default();
            let rule = demanded
                .get(detail.step.unwrap_or(0))
                .and_then(|rules| rules.first())
                .copied();
            Step::Broken(Box::new(Violation {
                message,
                rule,
                expected: detail.expected,
                actual: detail.actual,
            }))
        }
    }
}

/// Whether these are the replies of the reference, with its own choices at open rules.
fn as_the_reference(requests: &[Request], replies: &[Reply]) -> bool {
    let mut reference = Reference::default();
    let mut both = requests.iter().zip(replies);
    both.all(|(request, reply)| match (reference.call(request), reply) {
        (Reply::Ok(expected), Reply::Ok(actual)) => expected == *actual,
        (Reply::Reject { code: expected, .. }, Reply::Reject { code, .. }) => expected == *code,
        _ => false,
    })
}

fn step_of(request: &Request) -> CaseStep {
    CaseStep {
        operation: request.operation.clone(),
        input: request.input.clone(),
        expect: None,
    }
}
