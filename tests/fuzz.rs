//! Fuzzing: whatever comes in, nothing panics, and what is accepted comes out the same again.
//!
//! In `cargo test` this is a smoke run of a second or so for each target; `cargo bolero test` goes on for as long as it
//! may. The inputs are those of the vectors, changed here and there, and plain noise.

mod support;

use std::sync::LazyLock;
use std::time::Duration;

use bolero::{TypeGenerator, check};
use proofmark::rule::Registry;
use proofmark::subject::{Implementation as _, Reference, Reply, Request};
use proofmark::vector::Topic;
use serde_json::{Value, json};

/// An input: one of the corpus with some changes, or bytes from nowhere.
#[derive(Debug, TypeGenerator)]
enum Input {
    Changed { seed: usize, changes: Vec<Change> },
    Noise(Vec<u8>),
}

/// A change of some bytes.
#[derive(Debug, TypeGenerator)]
enum Change {
    Set { at: usize, byte: u8 },
    Insert { at: usize, bytes: Vec<u8> },
    Remove { at: usize, count: u8 },
    Repeat { at: usize, count: u8 },
}

impl Input {
    fn bytes(&self, corpus: &[Vec<u8>]) -> Vec<u8> {
        let (seed, changes) = match self {
            Self::Noise(bytes) => return bytes.clone(),
            Self::Changed { seed, changes } => (seed, changes),
        };
        let mut bytes = corpus[seed % corpus.len()].clone();
        for change in changes.iter().take(8) {
            change.apply(&mut bytes);
        }
        bytes
    }
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let place = |at: &usize, bytes: &[u8]| at % (bytes.len() + 1);
        match self {
            Self::Set { at, byte } => {
                let at = place(at, bytes);
                if let Some(old) = bytes.get_mut(at) {
                    *old = *byte;
                }
            }
            Self::Insert { at, bytes: new } => {
                let at = place(at, bytes);
                bytes.splice(at..at, new.iter().copied());
            }
            Self::Remove { at, count } => {
                let at = place(at, bytes);
                let end = bytes.len().min(at + usize::from(*count));
                bytes.drain(at..end);
            }
            Self::Repeat { at, count } => {
                let at = place(at, bytes);
                let end = bytes.len().min(at + usize::from(*count));
                let again = bytes[at..end].to_vec();
                bytes.splice(at..at, again);
            }
        }
    }
}

/// Runs a target for about a second, or as long as a fuzzer wants. A macro, because the fuzzer knows a target by the
/// function that this stands in.
macro_rules! fuzz {
    ($corpus:expr, $target:expr) => {{
        let (corpus, target): (&'static [Vec<u8>], _) = (&$corpus, $target);
        assert!(corpus.len() > 4, "{}", corpus.len());
        for bytes in corpus {
            target(bytes);
        }
        check!()
            .with_type::<Input>()
            .with_iterations(20_000)
            .with_test_time(Duration::from_secs(1))
            .for_each(|input| target(&input.bytes(corpus)));
    }};
}

/// The replies that the vectors expect, as lines.
static REPLIES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut reference = Reference::default();
    let lines = requests(|_| true).map(|request| {
        let mut line = Vec::new();
        reference.call(&request).write(&json!(7), &mut line);
        line.pop();
        line
    });
    lines.collect()
});

fn requests(of: impl Fn(&str) -> bool) -> impl Iterator<Item = Request> {
    let steps = support::cases().into_iter().step_by(9).flat_map(|case| {
        let id = case.id;
        case.steps.into_iter().map(move |step| Request {
            operation: step.operation,
            session: Some(id.clone()),
            input: step.input,
        })
    });
    steps.filter(move |request| of(&request.operation))
}

#[test]
fn replies() {
    fuzz!(REPLIES, |line: &[u8]| {
        if let Ok((id, Ok(reply))) = Reply::read(line) {
            let mut again = Vec::new();
            reply.write(&json!(id), &mut again);
            again.pop();
            assert_eq!(Reply::read(&again), Ok((id, Ok(reply))));
        }
    });
}

#[test]
fn requests_to_the_reference() {
    static LINES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let lines = requests(|_| true).map(|request| {
            let mut line = Vec::new();
            request.write(7, &mut line);
            line
        });
        lines.collect()
    });
    fuzz!(LINES, |line: &[u8]| {
        if let Ok((_, request)) = Request::read(line) {
            Reference::default().call(&request);
        }
    });
}

#[test]
fn vectors() {
    static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        // Small ones: of a large one, changes mostly hit the inputs.
        let topics = support::cases().into_iter().step_by(97).map(|mut case| {
            case.id = "partition_key/fuzz/a".to_owned();
            let topic = Topic {
                name: "partition_key/fuzz".to_owned(),
                file: String::new(),
                about: "Fuzzing.".to_owned(),
                cases: vec![case],
            };
            topic.to_yaml().into_bytes()
        });
        topics.collect()
    });
    let parse = |text: &str| Topic::parse("partition_key/fuzz", "", text, Registry::embedded());
    fuzz!(FILES, |bytes: &[u8]| {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return;
        };
        if let Ok(topic) = parse(text) {
            let again = parse(&topic.to_yaml()).expect("what is written can be read");
            assert_eq!(without_lines(&again), without_lines(&topic));
        }
    });
}

/// Writing a file again may move its cases.
fn without_lines(topic: &Topic) -> Topic {
    let mut topic = topic.clone();
    for case in &mut topic.cases {
        case.line = 0;
    }
    topic
}

#[test]
fn pages() {
    static PAGES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let spec = support::root().join("spec");
        let files = std::fs::read_dir(spec).expect("there is spec/");
        let paths = files.map(|entry| entry.expect("it can be listed").path());
        let pages = paths.filter(|path| path.extension().is_some_and(|it| it == "md"));
        pages
            .map(|path| std::fs::read(path).expect("it can be read"))
            .collect()
    });
    fuzz!(PAGES, |bytes: &[u8]| {
        if let Ok(text) = std::str::from_utf8(bytes) {
            _ = Registry::from_pages([("fuzz.md".to_owned(), text.to_owned())]);
        }
    });
}

/// The texts under a field of the requests to an operation.
fn texts(operation: &str, field: &str) -> Vec<Vec<u8>> {
    let inputs = requests(|name| name == operation);
    let text = |request: Request| Some(request.input.get(field)?.as_str()?.as_bytes().to_vec());
    inputs.filter_map(text).collect()
}

fn ask(operation: &str, input: Value) -> Reply {
    Reference::default().call(&Request::new(operation, input))
}

#[test]
fn partition_keys() {
    static KEYS: LazyLock<Vec<Vec<u8>>> =
        LazyLock::new(|| texts("partition_key.parse", "canonical"));
    fuzz!(KEYS, |bytes: &[u8]| {
        let Ok(text) = std::str::from_utf8(bytes) else {
            return;
        };
        if let Reply::Ok(parsed) = ask("partition_key.parse", json!({"canonical": text})) {
            let again = ask("partition_key.encode", parsed);
            assert_eq!(again, Reply::Ok(json!({"canonical": text})));
        }
    });
}

#[test]
fn index_keys() {
    static INPUTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
        let inputs = requests(|name| name == "index_key.decode");
        inputs
            .map(|request| request.input.to_string().into_bytes())
            .collect()
    });
    fuzz!(INPUTS, |bytes: &[u8]| {
        let Ok(input) = serde_json::from_slice::<Value>(bytes) else {
            return;
        };
        let key = input["key"].clone();
        if let Reply::Ok(mut row) = ask("index_key.decode", input.clone()) {
            row["index"] = input["index"].clone();
            let Reply::Ok(again) = ask("index_key.encode", row) else {
                panic!("what was decoded is a row: {input}");
            };
            assert_eq!(again["key"], key, "{input}");
        }
    });
}
