//! One case or law of a report.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::subject::FaultKind;
use crate::verdict::{Failure, Finding, Kind, Verdict};

/// One case or law.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The case or law.
    pub id: String,
    /// Which of the two.
    pub kind: Kind,
    /// The rules that it stands for; of a broken law, the one that is or most probably is broken comes first.
    pub rules: Vec<String>,
    /// The verdict.
    pub verdict: Verdict,
    /// For a law: how many inputs were judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inputs: Option<usize>,
    /// For a law: a digest of these inputs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
    /// The file of the case, or of the rule that a law stands for. This and the following are there unless it passed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The line in that file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// What happened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How it fails, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// At which step of a scenario, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub step: Option<usize>,
    /// The operation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// Its input; for a law, the smallest that was found.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub input: Option<Value>,
    /// What was expected.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub expected: Option<Value>,
    /// What came.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "present"
    )]
    pub actual: Option<Value>,
    /// Why there is no reply: `crashed`, `hung`, `protocol`, or `abandoned` if it was not asked to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// What the list of known failures says about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known: Option<Known>,
}

/// What the list of known failures says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// The ways in which it fails.
    pub fails: Vec<Failure>,
    /// Why that is borne.
    pub reason: String,
    /// Where to read more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

/// A field that is there has a value, be it null.
fn present<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Entry {
    /// The entry of a finding. `place` is the file and the line where it can be read.
    pub(super) fn of(finding: &Finding, place: Option<(String, usize)>) -> Self {
        let (detail, search) = (finding.detail.as_ref(), finding.search.as_ref());
        let told = finding.verdict != Verdict::Pass;
        let (file, line) = place.filter(|_| told).unzip();
        Self {
            id: finding.id.clone(),
            kind: finding.kind,
            rules: finding.rules.iter().map(ToString::to_string).collect(),
            verdict: finding.verdict,
            inputs: search.map(|search| search.inputs),
            digest: search.map(|search| search.digest.clone()),
            file,
            line,
            message: detail.map(|detail| detail.message.clone()),
            failure: finding.failure(),
            step: detail.and_then(|detail| detail.step),
            operation: detail.map(|detail| detail.operation.clone()),
            input: detail.map(|detail| detail.input.clone()),
            expected: detail.and_then(|detail| detail.expected.clone()),
            actual: detail.and_then(|detail| detail.actual.clone()),
            fault: detail.and_then(|detail| Some(detail.fault?.as_str().to_owned())),
            known: finding.known.as_ref().map(|known| Known {
                fails: known.fails.clone(),
                reason: known.reason.clone(),
                link: known.link.clone(),
            }),
        }
    }

    /// The domain: the first part of the id.
    #[must_use]
    pub fn domain(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Whether the subject was not asked at all, or not to the end.
    #[must_use]
    pub fn is_abandoned(&self) -> bool {
        self.fault.as_deref() == Some(FaultKind::Abandoned.as_str())
    }

    /// The message, with the step that it is about, and what is known.
    #[must_use]
    pub fn told(&self) -> String {
        let step = self
            .step
            .map_or(String::new(), |step| format!("step {}: ", step + 1));
        let mut told = format!("{step}{}", self.message.as_deref().unwrap_or_default());
        if let Some(known) = &self.known {
            let kinds: Vec<&str> = known.fails.iter().map(|fails| fails.as_str()).collect();
            let kinds = kinds.join(" or ");
            let note = match self.verdict {
                Verdict::KnownFailure => format!("known: {}", known.reason),
                Verdict::UnexpectedPass => {
                    format!(
                        "does not fail any more, but is listed as known: {}",
                        known.reason
                    )
                }
                _ => format!(
                    "known to fail, but in another way ({kinds}): {}",
                    known.reason
                ),
            };
            told = match told.as_str() {
                "" => note,
                _ => format!("{told}\n{note}"),
            };
        }
        told
    }
}
