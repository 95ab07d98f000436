//! Digests: of files, and of what a case asks and expects.

use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};

use super::Case;

/// The SHA-256 of some bytes, in lower-case hexadecimal.
#[must_use]
pub fn digest(bytes: impl AsRef<[u8]>) -> String {
    let hash = Sha256::digest(bytes);
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Case {
    /// What the case asks, of whom, and what it expects: all that an implementation can feel of it.
    ///
    /// The order of fields does not matter to anyone who reads JSON, so it does not matter here.
    #[must_use]
    pub fn meaning(&self) -> String {
        let steps = self.steps.iter().map(|step| {
            let expect = step.expect.as_ref().map(super::Expectation::value);
            json!({"operation": step.operation, "input": *step.input, "expect": expect})
        });
        let meaning = json!({"needs": self.needs, "steps": steps.collect::<Vec<_>>()});
        sorted(&meaning).to_string()
    }

    /// What the case asks, of whom, without what it expects.
    #[must_use]
    pub fn question(&self) -> String {
        let steps = self.steps.iter();
        let steps = steps.map(|step| json!([step.operation, *step.input]));
        let question = json!({"needs": self.needs, "steps": steps.collect::<Vec<_>>()});
        sorted(&question).to_string()
    }

    /// A digest of the case's meaning: 128 bits, more than enough to tell a few thousand cases apart.
    #[must_use]
    pub fn digest(&self) -> String {
        let mut digest = digest(self.meaning());
        digest.truncate(32);
        digest
    }
}

/// The value with the fields of all objects in order.
fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let mut fields: Vec<_> = map.iter().collect();
            fields.sort_unstable_by_key(|(name, _)| name.as_str());
            let fields = fields.into_iter();
            let fields = fields.map(|(name, value)| (name.clone(), sorted(value)));
            Value::Object(fields.collect::<Map<_, _>>())
        }
        Value::Array(list) => list.iter().map(sorted).collect(),
        scalar => scalar.clone(),
    }
}
