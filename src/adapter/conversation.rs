//! A conversation with one process of the adapter, in which everything that is wrong becomes a complaint.

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};

use super::Bench;
use super::complaint::Complaint;
use crate::subject::process::{Dialogue, Trouble};
use crate::subject::{Hello, PROTOCOL, Reply, Request};

/// How much of a request is quoted.
const QUOTED: usize = 160;

/// What something is worth, or what is wrong with the adapter.
pub(super) type Fair<T> = Result<T, Complaint>;

/// One process of the adapter, after its handshake.
pub(super) struct Conversation<'a> {
    bench: &'a Bench,
    dialogue: Dialogue,
    next: u64,
}

impl<'a> Conversation<'a> {
    /// Starts the adapter and shakes hands.
    pub(super) fn begin(bench: &'a Bench) -> Fair<(Self, Hello)> {
        let dialogue = Dialogue::start(&bench.command, bench.limits.exit, &bench.stop);
        let dialogue = dialogue.map_err(|error| {
            Complaint::new(
                error.to_string(),
                "the command is misspelt, not on the path, or not to be executed",
                "give the program and its arguments after `--`, as they would be typed",
            )
        })?;
        let next = 1;
        let mut conversation = Self {
            bench,
            dialogue,
            next,
        };
        conversation.send(&self::hello(0));
        let heard = conversation.hear_within(bench.limits.handshake, || "hello".to_owned());
        let hello = heard?.hello(0)?;
        Ok((conversation, hello))
    }

    /// Writes bytes as they are.
    pub(super) fn send(&self, bytes: &[u8]) {
        self.dialogue.send(bytes.to_vec());
    }

    /// An id that was not used before.
    pub(super) fn id(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// The next reply, whoever it is for.
    pub(super) fn hear(&mut self, waiting: &str) -> Fair<Heard> {
        self.hear_within(self.bench.limits.request, || waiting.to_owned())
    }

    /// What is waited for is put into words only where something is wrong.
    fn hear_within(&mut self, limit: Duration, waiting: impl Fn() -> String) -> Fair<Heard> {
        match self.dialogue.line(limit) {
            Ok(line) => Heard::read(&line, waiting),
            Err(Trouble::Silent) if self.dialogue.begun() == 0 => Err(self.silent(&waiting())),
            Err(trouble) => {
                let (begun, words) = (self.dialogue.begun(), self.dialogue.last_words());
                Err(Complaint::silence(&trouble, &waiting(), begun, &words))
            }
        }
    }

    /// Nothing came in time. Does it come later, or when the input ends?
    fn silent(&mut self, waiting: &str) -> Complaint {
        let patience = self.bench.limits.exit;
        if self.dialogue.line(patience).is_ok() {
            return Complaint::late(waiting);
        }
        self.dialogue.end_input();
        if self.dialogue.line(patience).is_ok() {
            return Complaint::unflushed(waiting);
        }
        let words = self.dialogue.last_words();
        let words = words.trim_start_matches(|c| c != '\n');
        Complaint::silence(&Trouble::Silent, waiting, 0, words)
    }

    /// Asks one request, and waits for its reply.
    pub(super) fn ask(&mut self, request: &Request) -> Fair<Reply> {
        let id = self.id();
        let mut bytes = Vec::new();
        request.write(id, &mut bytes);
        self.send(&bytes);
        let about = quoted(request);
        self.hear(&about)?.to(&about, id)
    }

    /// Asks many requests at once, and gives their replies in the order of the requests.
    pub(super) fn ask_all(&mut self, requests: &[Request]) -> Fair<Vec<Reply>> {
        let mut bytes = Vec::new();
        let mut places = HashMap::new();
        for (at, request) in requests.iter().enumerate() {
            let id = self.id();
            request.write(id, &mut bytes);
            places.insert(id, at);
        }
        self.send(&bytes);
        let mut replies: Vec<Option<Reply>> = vec![None; requests.len()];
        for count in 0..requests.len() {
            let about = || {
                let oldest = replies.iter().position(Option::is_none).unwrap_or_default();
                format!(
                    "with {} requests in flight and {count} of them answered, {}",
                    requests.len() - count,
                    quoted(&requests[oldest])
                )
            };
            let heard = self.hear_within(self.bench.limits.request, about)?;
            let id = heard.id.ok_or_else(|| heard.nameless(&about()))?;
            let place = places.get(&id).copied();
            match place.filter(|at| replies[*at].is_none()) {
                Some(at) => replies[at] = Some(heard.outcome(|| quoted(&requests[at]))?),
                None => return Err(Complaint::unknown_id(id, place.is_some(), &about())),
            }
        }
        Ok(replies.into_iter().flatten().collect())
    }

    /// Asserts that nothing more is said: the input ends, and the process too. Returns the replies that still came.
    pub(super) fn end(mut self, expected: usize) -> Fair<Vec<Heard>> {
        self.dialogue.end_input();
        let mut heard = Vec::new();
        let waiting = "after the end of its input";
        loop {
            match self.dialogue.line(self.bench.limits.request) {
                Ok(line) => heard.push(Heard::read(&line, || waiting.to_owned())?),
                Err(Trouble::Ended) if heard.len() < expected => {
                    return Err(Complaint::new(
                        format!(
                            "of {expected} requests that were sent before the input ended, {} were answered",
                            heard.len()
                        ),
                        "the end of the input ends the process before all that was read is answered, or before the output is flushed",
                        "answer every line that was read, flush, and only then exit (AP-009)",
                    ));
                }
                Err(Trouble::Ended) if self.dialogue.succeeded() => return Ok(heard),
                Err(Trouble::Ended) => {
                    return Err(Complaint::new(
                        format!("{waiting}: it failed{}", self.dialogue.last_words()),
                        "the end of the input is taken for an error, or something fails while the process ends",
                        "treat the end of the input as the end of the work, and exit with the code 0 (AP-009)",
                    ));
                }
                Err(Trouble::Silent | Trouble::Mute) => {
                    return Err(Complaint::new(
                        format!("{waiting}: it did not end"),
                        "a thread, a timer, a connection or a child process keeps it alive, or an empty read is taken for an empty line",
                        "leave the loop when standard input ends, stop what still runs, and exit with the code 0 (AP-009)",
                    ));
                }
                Err(trouble) => {
                    let (begun, words) = (self.dialogue.begun(), self.dialogue.last_words());
                    return Err(Complaint::silence(&trouble, waiting, begun, &words));
                }
            }
        }
    }
}

/// A line that is a reply, to whomever.
pub(super) struct Heard {
    /// The id; `None` for `null`.
    pub(super) id: Option<u64>,
    line: Vec<u8>,
    outcome: Result<Reply, String>,
}

impl Heard {
    fn read(line: &[u8], waiting: impl Fn() -> String) -> Fair<Self> {
        let found = match Reply::read(line) {
            Ok((id, outcome)) => Ok((Some(id), outcome)),
            Err(fault) => match without_id(line) {
                Some(outcome) => Ok((None, outcome)),
                None => Err(Complaint::line(line, &fault, &waiting())),
            },
        };
        let (id, outcome) = found?;
        Ok(Self {
            id,
            line: line.to_vec(),
            outcome,
        })
    }

    /// The outcome, if it is one.
    pub(super) fn outcome(self, about: impl Fn() -> String) -> Fair<Reply> {
        self.outcome
            .map_err(|fault| Complaint::outcome(&fault, &about()))
    }

    /// The outcome, if it is for the request with this id.
    pub(super) fn to(self, about: &str, id: u64) -> Fair<Reply> {
        match self.id {
            None => Err(self.nameless(about)),
            Some(own) if own == id => self.outcome(|| about.to_owned()),
            Some(other) => Err(Complaint::unknown_id(other, other < id, about)),
        }
    }

    /// What the adapter says of itself, if it is asked for that with this id.
    pub(super) fn hello(self, id: u64) -> Fair<Hello> {
        let reply = self.to("hello", id)?;
        let Reply::Ok(value) = reply else {
            return Err(Complaint::kind(
                &reply,
                "hello",
                "hello is not known to the adapter as an operation",
                "answer hello with {\"ok\":{\"protocol\":1,\"name\":…,\"operations\":[…]}} (AP-005)",
            ));
        };
        Hello::from_value(value).map_err(|fault| {
            Complaint::new(
                format!("hello: {fault}"),
                "a field of the answer to hello is missing, or is of another type; or the version is not the number 1",
                "answer hello with protocol, the number 1, name, a text, and operations, a list of texts (AP-005)",
            )
        })
    }

    /// A reply without an id where one was expected.
    pub(super) fn nameless(&self, about: &str) -> Complaint {
        let text = String::from_utf8_lossy(&self.line);
        let fault = format!("a reply has no id that is a number: {text}");
        Complaint::line(&self.line, &fault, about)
    }
}

/// The outcome of a reply with the id `null`, as a line that is no request gets it.
fn without_id(line: &[u8]) -> Option<Result<Reply, String>> {
    let mut value: Value = serde_json::from_slice(line).ok()?;
    let id = value.as_object_mut()?.get_mut("id")?;
    if !id.is_null() {
        return None;
    }
    *id = json!(0);
    Reply::read(value.to_string().as_bytes())
        .ok()
        .map(|(_, outcome)| outcome)
}

/// The line of a `hello`, which every adapter answers.
pub(super) fn hello(id: u64) -> Vec<u8> {
    line(id, "hello", &json!({"protocol": PROTOCOL}))
}

/// The line of a request.
pub(super) fn line(id: u64, operation: &str, input: &Value) -> Vec<u8> {
    let mut line = Vec::new();
    Request::new(operation, input.clone()).write(id, &mut line);
    line
}

/// A request, so short that a person reads it.
pub(super) fn quoted(request: &Request) -> String {
    let text = format!("{} {}", request.operation, request.input);
    match text.char_indices().nth(QUOTED) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
