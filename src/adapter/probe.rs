//! Requests that make sense for an adapter: the inputs of golden vectors for the operations that it declares.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::error::Error;
use crate::generate::requests;
use crate::rule::Registry;
use crate::subject::{Hello, Request, verbatim};
use crate::vector::{Case, Expectation, Library, Outcome};

/// How many requests of each operation are kept: half of them the shortest, half spread over all lengths.
const KEPT: usize = 200;

/// The longest input, in bytes. Long lines have a check of their own.
const LONGEST: usize = 4096;

/// How many scenarios are kept.
const SCENARIOS: usize = 64;

/// All requests that can be made.
#[derive(Debug, Default)]
pub(super) struct Probes {
    /// Those outside of sessions, operation by operation, the shortest first.
    pub(super) single: Vec<Probe>,
    /// Scenarios, each in a session of its own.
    pub(super) scenarios: Vec<Vec<Request>>,
    /// An operation whose input always has the same fields, of the same types: without them it is malformed. Where
    /// they vary, the page may want another answer than `error`.
    pub(super) rigid: Option<String>,
}

/// A request, and the result of one who answers it rightly, where there is only one.
#[derive(Debug)]
pub(super) struct Probe {
    pub(super) request: Request,
    pub(super) result: Option<Value>,
}

impl Probes {
    /// What can be asked of an adapter that says this of itself.
    pub(super) fn of(hello: &Hello, library: &Library, registry: &Registry) -> Result<Self, Error> {
        let mut single: BTreeMap<String, Vec<Probe>> = BTreeMap::new();
        let mut scenarios: Vec<Vec<Request>> = Vec::new();
        for case in library
            .topics(registry)?
            .into_iter()
            .flat_map(|it| it.cases)
        {
            let known = case.steps.iter().all(|step| hello.has(&step.operation));
            if !known || !case.needs.iter().all(|need| hello.meets(need, registry)) {
                continue;
            }
            let requests: Vec<Request> = requests(&case).collect();
            match &requests[..] {
                _ if requests.iter().any(is_long) => {}
                [one] if one.session.is_none() => {
                    let probes = single.entry(one.operation.clone()).or_default();
                    probes.push(Probe {
                        request: one.clone(),
                        result: result(&case),
                    });
                }
                _ => scenarios.push(requests),
            }
        }
        let rigid = single.iter().find(|(_, probes)| is_rigid(probes));
        let rigid = rigid.map(|(operation, _)| operation.clone());
        for probes in single.values_mut() {
            probes.sort_by_cached_key(|probe| probe.request.input.to_string().len());
            let mut longer = probes.split_off(probes.len().min(KEPT / 2));
            let step = longer.len().div_ceil(KEPT / 2).max(1);
            // From the end, so that the longest is there.
            longer.reverse();
            probes.extend(longer.into_iter().step_by(step));
        }
        // The shortest of each domain would leave others out; these are spread over all.
        let step = scenarios.len().div_ceil(SCENARIOS).max(1);
        Ok(Self {
            single: single.into_values().flatten().collect(),
            scenarios: scenarios.into_iter().step_by(step).collect(),
            rigid,
        })
    }

    /// Every request outside of sessions. Unknown operations where there are none at all.
    pub(super) fn all(&self) -> Vec<Request> {
        match self.single.len() {
            0 => self.many(64),
            _ => self.single.iter().map(|it| it.request.clone()).collect(),
        }
    }

    /// As many requests outside of sessions as are wanted, of all operations in turn, again from the start where they
    /// are too few. Unknown operations where there are none at all.
    pub(super) fn many(&self, count: usize) -> Vec<Request> {
        if self.single.is_empty() {
            let unknown = Request::new("proofmark.unknown", serde_json::json!({}));
            return vec![unknown; count];
        }
        let mut by_operation: BTreeMap<&str, Vec<&Request>> = BTreeMap::new();
        for Probe { request, .. } in &self.single {
            let requests = by_operation.entry(&request.operation).or_default();
            requests.push(request);
        }
        let turns = (0..).flat_map(|turn| {
            let in_turn = move |requests: &Vec<&Request>| requests[turn % requests.len()].clone();
            by_operation.values().map(in_turn).collect::<Vec<_>>()
        });
        turns.take(count).collect()
    }
}

fn is_long(request: &Request) -> bool {
    request.input.to_string().len() > LONGEST
}

/// Whether all inputs have the same fields, one at least, of the same types.
fn is_rigid(probes: &[Probe]) -> bool {
    let shape = |probe: &Probe| -> Vec<_> {
        let fields = probe.request.input.as_object().into_iter().flatten();
        let kind = |value: &Value| (value.is_string(), value.is_array(), value.is_object());
        let mut shape: Vec<_> = fields.map(|(name, it)| (name.clone(), kind(it))).collect();
        shape.sort();
        shape
    };
    let first = probes.first().map(shape).unwrap_or_default();
    !first.is_empty() && probes.iter().all(|probe| shape(probe) == first)
}

/// The only result that is right, if there is one.
fn result(case: &Case) -> Option<Value> {
    match case.steps.first()?.expect.as_ref()? {
        Expectation::One(Outcome::Ok(result)) => Some(result.clone()),
        _ => None,
    }
}

/// Whether any text in a value, names included, is as asked.
pub(super) fn has_text(value: &Value, wanted: &impl Fn(&str) -> bool) -> bool {
    match value {
        Value::String(text) => wanted(text),
        Value::Array(items) => items.iter().any(|item| has_text(item, wanted)),
        Value::Object(fields) => fields
            .iter()
            .any(|(name, field)| wanted(name) || has_text(field, wanted)),
        _ => false,
    }
}

/// Whether a value holds a text that no other spelling has.
pub(super) fn is_verbatim(value: &Value) -> bool {
    verbatim::written(value).is_some()
        || match value {
            Value::Array(items) => items.iter().any(is_verbatim),
            Value::Object(fields) => fields.values().any(is_verbatim),
            _ => false,
        }
}
