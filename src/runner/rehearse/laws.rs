//! The laws that would fail, or see other answers than before.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::{ChangedLaw, Moved, Proposal, rehearsal_effort};
use crate::error::{Error, SourceError};
use crate::law::{self, Law, Oracle, search};
use crate::subject::{Answer, Hello, InProcess, Request, Subject};
use crate::vector::{from_yaml, yaml};
use crate::verdict::{Finding, Verdict};

/// What the laws asked the model, and what it answered, as digests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LawRecord {
    laws: BTreeMap<String, Entry>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    inputs: String,
    answers: String,
}

impl LawRecord {
    /// The file's name in the folder of the vectors.
    pub const FILE: &str = "laws.yaml";

    /// What the laws ask now, and what the model of this binary answers.
    #[must_use]
    pub fn now() -> Self {
        let laws = law::all().map(|law| {
            let (_, entry) = asked(law, Proposal::Model);
            (law.id.to_owned(), entry)
        });
        Self {
            laws: laws.collect(),
        }
    }

    /// Reads a record. `file` names it in errors.
    ///
    /// # Errors
    ///
    /// Anything but a record, with its place.
    pub fn read(file: &str, text: &str) -> Result<Self, SourceError> {
        from_yaml(file, text)
    }

    /// The record as a file.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        yaml(&json!(self))
    }
}

pub(super) fn changes(
    domain: &str,
    proposal: Proposal,
    record: Option<&LawRecord>,
) -> Vec<ChangedLaw> {
    let laws = law::all().filter(|law| law.domain() == domain);
    let changes = laws.filter_map(|law| {
        let (finding, entry) = asked(law, proposal);
        let how = match proposal {
            Proposal::Model => by_record(&finding, &entry, record?.laws.get(law.id)),
            Proposal::As(_) => by_model(law, &finding),
        };
        Some(ChangedLaw {
            id: law.id,
            rules: law.rules,
            how: how?,
        })
    });
    changes.collect()
}

/// What the law says of the model, and what is on record.
fn by_record(finding: &Finding, now: &Entry, before: Option<&Entry>) -> Option<Moved> {
    if finding.verdict == Verdict::Fail {
        return Some(fails(finding));
    }
    match before {
        None => Some(Moved::Unknown),
        Some(before) if before.inputs != now.inputs => Some(Moved::Inputs),
        Some(before) if before.answers != now.answers => Some(Moved::Answers),
        Some(_) => None,
    }
}

/// A law that compares with the model would follow it; every other one holds or does not.
fn by_model(law: &Law, finding: &Finding) -> Option<Moved> {
    match (finding.verdict, law.oracle) {
        (Verdict::Fail, Oracle::Model) => Some(Moved::Answers),
        (Verdict::Fail, Oracle::Itself) => Some(fails(finding)),
        _ => None,
    }
}

fn fails(finding: &Finding) -> Moved {
    let detail = finding.detail.clone();
    let (message, input) = detail.map_or_else(Default::default, |it| (it.message, it.input));
    Moved::Fails(message, input)
}

/// Asks the inputs of a law, and takes down the answers.
fn asked(law: &Law, proposal: Proposal) -> (Finding, Entry) {
    let mut listener = Listener {
        subject: InProcess(proposal.subject()),
        answers: Sha256::new(),
    };
    let finding = search(law, &mut listener, &rehearsal_effort());
    let answers = listener.answers.finalize();
    let entry = Entry {
        inputs: finding
            .search
            .as_ref()
            .map(|it| it.digest.clone())
            .unwrap_or_default(),
        answers: answers
            .iter()
            .take(8)
            .map(|byte| format!("{byte:02x}"))
            .collect(),
    };
    (finding, entry)
}

/// A subject whose answers are taken down.
struct Listener<S> {
    subject: S,
    answers: Sha256,
}

impl<S: Subject> Subject for Listener<S> {
    fn hello(&mut self) -> Result<Hello, Error> {
        self.subject.hello()
    }

    fn answer(&mut self, requests: &[Request]) -> Vec<Answer> {
        let answers = self.subject.answer(requests);
        for answer in answers.iter().flatten() {
            self.answers.update(answer.to_value().to_string());
        }
        answers
    }
}
