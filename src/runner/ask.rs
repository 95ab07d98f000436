//! Asking cases and laws: what is sent, what is not, and what becomes of the answers.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::{Value, json};

use super::pace::Paced;
use crate::generate::requests;
use crate::law::{self, Effort, Law};
use crate::rule::{Registry, RuleId};
use crate::subject::{Answer, FaultKind, Hello, Request, Subject as _};
use crate::vector::Case;
use crate::verdict::{Detail, Finding, Kind, Verdict, judge};

/// What is known to everyone who asks.
#[derive(Clone, Copy)]
pub(super) struct Inquiry<'a> {
    pub(super) hello: &'a Hello,
    pub(super) effort: &'a Effort,
    pub(super) registry: &'a Registry,
}

/// What a subject answered to several cases. Judging them does not need the subject, and does not keep it waiting.
pub(super) struct Heard<'a> {
    parts: Vec<Part<'a>>,
    answers: Vec<Answer>,
    registry: &'a Registry,
}

/// One of the cases, and where the answers to it stand.
struct Part<'a> {
    case: &'a Case,
    lack: Option<Lack>,
    judged: Range<usize>,
}

impl Heard<'_> {
    /// What was found, case by case.
    pub(super) fn judge(self) -> Vec<Finding> {
        let parts = self.parts.into_iter();
        let findings = parts.map(|part| match part.lack {
            None => judge(part.case, &self.answers[part.judged], self.registry),
            Some(lack) => unsupported(&part.case.id, Kind::Case, &part.case.rules, lack),
        });
        findings.collect()
    }
}

impl<'a> Inquiry<'a> {
    /// Asks several cases at once, so that their requests share the pipe. With the answers come, for each case, the
    /// places of its requests in the conversation.
    pub(super) fn cases(
        &self,
        cases: &'a [Case],
        subject: &mut Paced<'_>,
    ) -> (Heard<'a>, Vec<Range<u64>>) {
        let mut script: Vec<Request> = Vec::new();
        let (mut parts, mut asked) = (Vec::new(), Vec::new());
        let before = subject.asked;
        for case in cases {
            let start = script.len();
            let needs = case.needs.iter().map(String::as_str);
            let operations = case.steps.iter().map(|step| step.operation.as_str());
            let lack = self.lack(needs, operations);
            let mut judged = start;
            if lack.is_none() {
                script.extend(requests(case));
                judged = script.len();
                script.extend(self.end(case, &script[start..]));
            }
            let judged = start..judged;
            parts.push(Part { case, lack, judged });
            asked.push(before + start as u64..before + script.len() as u64);
        }
        let heard = Heard {
            parts,
            answers: subject.answer(&script),
            registry: self.registry,
        };
        (heard, asked)
    }

    /// Searches for an input that breaks a law. With the finding come the places of the requests in the conversation.
    pub(super) fn law(&self, law: &Law, subject: &mut Paced<'_>) -> (Finding, Range<u64>) {
        let (needs, operations) = (law.needs.iter().copied(), law.operations.iter().copied());
        let before = subject.asked;
        let finding = match self.lack(needs, operations) {
            Some(lack) => unsupported(law.id, Kind::Law, law.rules, lack),
            None => law::search(law, subject, self.effort),
        };
        (finding, before..subject.asked)
    }

    /// The request that ends the session of a case, if it has one.
    fn end(&self, case: &Case, asked: &[Request]) -> Option<Request> {
        let session = asked.iter().find_map(|request| request.session.clone())?;
        let operation = format!("{}.end", case.domain());
        self.registry.operation(&operation)?;
        Some(Request {
            operation,
            session: Some(session),
            input: json!({}).into(),
        })
    }

    /// What the subject lacks, by its own declaration, for something that has these needs and operations.
    fn lack<'i>(
        &self,
        mut needs: impl Iterator<Item = &'i str>,
        mut operations: impl Iterator<Item = &'i str> + Clone,
    ) -> Option<Lack> {
        let first = operations.clone().next().unwrap_or_default();
        if let Some(need) = needs.find(|need| !self.hello.meets(need, self.registry)) {
            return Some(Lack {
                operation: first.to_owned(),
                message: format!("the adapter does not declare {need}"),
            });
        }
        let domain = first.split('.').next().unwrap_or_default();
        if let Err(message) = self.hello.versions(domain, self.registry) {
            return Some(Lack {
                operation: first.to_owned(),
                message,
            });
        }
        let operation = operations.find(|operation| !self.hello.has(operation))?;
        Some(Lack {
            operation: operation.to_owned(),
            message: "the adapter does not declare the operation".to_owned(),
        })
    }
}

/// Why something is not asked at all.
struct Lack {
    operation: String,
    message: String,
}

fn unsupported(id: &str, kind: Kind, rules: &[RuleId], lack: Lack) -> Finding {
    Finding {
        id: id.to_owned(),
        kind,
        rules: rules.to_vec(),
        verdict: Verdict::Unsupported,
        detail: Some(Detail {
            message: lack.message,
            step: None,
            operation: lack.operation,
            input: Value::Null,
            expected: None,
            actual: None,
            fault: None,
        }),
        choices: BTreeMap::new(),
        search: None,
        known: None,
    }
}

/// The same, but errored: one of its requests was answered twice, so that no answer to it can be trusted.
pub(super) fn answered_twice(mut finding: Finding) -> Finding {
    let message = "a request was answered twice".to_owned();
    finding.verdict = Verdict::Errored;
    finding.choices.clear();
    let detail = finding.detail.get_or_insert_with(|| Detail {
        message: String::new(),
        step: None,
        operation: String::new(),
        input: Value::Null,
        expected: None,
        actual: None,
        fault: None,
    });
    (detail.message, detail.fault) = (message, Some(FaultKind::Protocol));
    (detail.expected, detail.actual) = (None, None);
    finding
}
