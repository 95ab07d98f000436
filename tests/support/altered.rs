//! Implementations that are the reference but for one mistake.

use proofmark::subject::{Hello, Implementation, Reference, Reply, Request};
use serde_json::{Value, json};

/// The reference with a mistake.
#[derive(Debug)]
pub(crate) struct Altered {
    reference: Reference,
    mistake: Mistake,
}

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// Dimensions are sorted in descending order.
    SortsInReverse,
    /// Base64 is padded, and padding is accepted.
    PadsBase64,
    /// 29 February 2100 is a day.
    Accepts29February2100,
    /// Every rejection has the same code.
    HasOneCode,
    /// There are no task ids.
    HasPartitionKeysOnly,
    /// Whatever is to be rejected is answered with an error.
    AnswersErrors,
    /// A rejection makes it panic.
    Panics,
}

impl Altered {
    pub(crate) fn new(mistake: Mistake) -> Self {
        Self {
            reference: Reference::default(),
            mistake,
        }
    }
}

impl Implementation for Altered {
    fn hello(&self) -> Hello {
        let hello = self.reference.hello();
        let operations = match self.mistake {
            Mistake::HasPartitionKeysOnly => Some(vec!["partition_key.*".to_owned()]),
            _ => hello.operations,
        };
        Hello {
            name: "altered".to_owned(),
            operations,
            ..hello
        }
    }

    fn call(&mut self, request: &Request) -> Reply {
        let reply = self.reference.call(request);
        match (self.mistake, reply) {
            (Mistake::SortsInReverse, reply) => reversed(request, reply),
            (Mistake::PadsBase64, reply) => self.padded(request, reply),
            (Mistake::Accepts29February2100, reply) => self.in_2100(request, reply),
            (Mistake::HasOneCode, Reply::Reject { .. }) => Reply::reject("invalid"),
            (Mistake::AnswersErrors, Reply::Reject { code, .. }) => Reply::Error { message: code },
            (Mistake::Panics, Reply::Reject { code, .. }) => {
                // Without the hook, which would print hundreds of them.
                std::panic::resume_unwind(Box::new(code))
            }
            (_, reply) => reply,
        }
    }
}

impl Altered {
    fn padded(&mut self, request: &Request, reply: Reply) -> Reply {
        match (request.operation.as_str(), reply) {
            ("partition_key.encode", Reply::Ok(ok)) => {
                let canonical = ok["canonical"].as_str().expect("a text");
                let parts: Vec<String> = canonical.split(',').map(pad).collect();
                Reply::Ok(json!({"canonical": parts.join(",")}))
            }
            ("partition_key.parse", reply @ Reply::Reject { .. }) => {
                let canonical = request.input["canonical"].as_str().expect("a text");
                let plain = canonical.trim_end_matches('=');
                match self.reference.call(&Request::new(
                    "partition_key.parse",
                    json!({"canonical": plain}),
                )) {
                    ok @ Reply::Ok(_) if plain != canonical => ok,
                    _ => reply,
                }
            }
            (_, reply) => reply,
        }
    }

    /// Asks about a leap year, and puts the year back.
    fn in_2100(&mut self, request: &Request, reply: Reply) -> Reply {
        let text = request.input.to_string();
        if !text.contains("2100-02-29") {
            return reply;
        }
        let leap = replaced(&request.input, "2100-02-29", "2104-02-29");
        let mut leap = Request::new(&request.operation, leap);
        leap.session.clone_from(&request.session);
        match self.reference.call(&leap) {
            Reply::Ok(ok) => Reply::Ok(replaced(&ok, "2104-02-29", "2100-02-29")),
            _ => reply,
        }
    }
}

fn reversed(request: &Request, reply: Reply) -> Reply {
    match (request.operation.as_str(), reply) {
        ("partition_key.encode", Reply::Ok(ok)) => {
            let canonical = ok["canonical"].as_str().expect("a text");
            let parts: Vec<&str> = canonical.rsplit(',').collect();
            Reply::Ok(json!({"canonical": parts.join(",")}))
        }
        (_, reply) => reply,
    }
}

/// A dimension whose string is padded to a multiple of four.
fn pad(dimension: &str) -> String {
    match dimension.split_once("=s:") {
        Some((_, encoded)) => format!("{dimension}{}", "=".repeat((4 - encoded.len() % 4) % 4)),
        None => dimension.to_owned(),
    }
}

fn replaced(value: &Value, from: &str, to: &str) -> Value {
    let text = value.to_string().replace(from, to);
    serde_json::from_str(&text).expect("a date for a date leaves it JSON")
}
