//! The reference: the model behind the wire. The only place that knows both.

mod event_partitions;
pub mod index_key;
mod partition_key;
mod partition_status;
mod task_id;

use std::collections::HashMap;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{Hello, Implementation, Reply, Request};
use crate::model::{Answer, Rejection, Stance};
use crate::rule::Registry;

/// The model as an implementation.
#[derive(Debug, Default)]
pub struct Reference {
    stance: Stance,
    queues: HashMap<String, crate::model::task_id::Queue>,
    tables: HashMap<String, crate::model::partition_status::Table>,
    servers: HashMap<String, crate::model::event_partitions::Server>,
    stores: HashMap<String, crate::model::index_key::Store>,
}

/// What the model says to a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Judgement {
    /// A result, or a refusal with the rule that demands it.
    Answer(Answer<Value>),
    /// There is no such operation.
    Unsupported,
    /// The request lacks what the operation's page lists.
    Malformed(String),
}

/// A model's answer, or what is wrong with the request itself.
type Attempt = Result<Answer<Value>, String>;

impl Reference {
    /// The model with choices of its own at open rules.
    #[must_use]
    pub fn with_stance(stance: Stance) -> Self {
        Self {
            stance,
            ..Self::default()
        }
    }

    /// The choices that have been asked for so far.
    #[must_use]
    pub fn stance(&self) -> &Stance {
        &self.stance
    }

    /// What the model says to a request.
    pub fn judge(&mut self, request: &Request) -> Judgement {
        let attempt = match request.operation.split_once('.') {
            Some(("partition_key", name)) => {
                partition_key::answer(name, &request.input, &mut self.stance)
            }
            Some(("partition_status", name)) => self.partition_status(name, request),
            Some(("event_partitions", name)) => self.event_partitions(name, request),
            Some(("task_id", name)) => self.task_id(name, request),
            Some(("index_key", name)) => self.index_key(name, request),
            _ => None,
        };
        match attempt {
            Some(Ok(answer)) => Judgement::Answer(answer),
            Some(Err(message)) => Judgement::Malformed(message),
            None => Judgement::Unsupported,
        }
    }
}

impl Implementation for Reference {
    fn hello(&self) -> Hello {
        let registry = Registry::embedded();
        let operations = registry
            .domains()
            .map(|domain| format!("{domain}.*"))
            .collect();
        Hello {
            protocol: super::PROTOCOL,
            name: "reference".to_owned(),
            version: Some(env!("CARGO_PKG_VERSION").to_owned()),
            language: Some("rust".to_owned()),
            operations: Some(operations),
            ..Hello::default()
        }
    }

    fn call(&mut self, request: &Request) -> Reply {
        match self.judge(request) {
            Judgement::Answer(Ok(value)) => Reply::Ok(value),
            Judgement::Answer(Err(Rejection { code, rule })) => {
                let title = Registry::embedded()
                    .rule(rule)
                    .map_or("", |rule| rule.title.as_str());
                Reply::Reject {
                    code: code.to_owned(),
                    message: Some(format!("{rule}: {title}")),
                }
            }
            Judgement::Unsupported => Reply::Unsupported { reason: None },
            Judgement::Malformed(message) => Reply::Error { message },
        }
    }

    fn another(&self) -> Option<Box<dyn Implementation>> {
        Some(Box::new(Self::with_stance(self.stance.clone())))
    }
}

/// Reads an operation's input.
fn input<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    serde_json::from_value(value.clone()).map_err(|error| error.to_string())
}
