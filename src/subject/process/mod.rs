//! A subject in a child process: starts it, keeps its pipe full, and finds out whom to blame when it breaks.

mod connection;
mod tail;

use std::collections::HashSet;
use std::ffi::OsString;
use std::time::Duration;

use serde_json::{Map, Value, json};

use self::connection::{Connection, Event};
use super::{Answer, Fault, FaultKind, Hello, Reply, Request, Subject};
use crate::error::Error;

/// How long a child may take, and how often it may fail.
#[derive(Debug, Clone)]
pub struct Limits {
    /// From the start to the answer to `hello`.
    pub handshake: Duration,
    /// Between two replies, while requests are waiting.
    pub request: Duration,
    /// From the end of input to the exit.
    pub exit: Duration,
    /// How often the child is started again before the rest is given up.
    pub restarts: usize,
    /// How many requests may wait for their replies.
    pub window: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(30),
            request: Duration::from_secs(10),
            exit: Duration::from_secs(2),
            restarts: 20,
            window: 512,
        }
    }
}

/// A subject behind a command.
#[derive(Debug)]
pub struct Process {
    command: Vec<OsString>,
    limits: Limits,
    connection: Option<Connection>,
    restarts: usize,
    next_id: u64,
}

impl Process {
    /// A subject that the command starts. Nothing is started yet.
    #[must_use]
    pub fn new(command: Vec<OsString>, limits: Limits) -> Self {
        Self {
            command,
            limits,
            connection: None,
            restarts: 0,
            next_id: 0,
        }
    }

    /// Starts the command and shakes hands.
    fn connect(&mut self) -> Result<Hello, Error> {
        let name = self
            .command
            .first()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let mut connection = Connection::start(&self.command).map_err(|error| {
            Error::Unusable(format!("cannot start the adapter `{name}`: {error}"))
        })?;
        match self.shake_hands(&mut connection) {
            Ok(hello) => {
                self.connection = Some(connection);
                Ok(hello)
            }
            Err(message) => {
                let last_words = connection.last_words(self.limits.exit);
                Err(Error::Unusable(format!(
                    "the adapter `{name}` is unusable: {message}{last_words}"
                )))
            }
        }
    }

    fn shake_hands(&mut self, connection: &mut Connection) -> Result<Hello, String> {
        let id = self.take_id();
        let mut line = Vec::new();
        Request::new("hello", json!({"protocol": super::PROTOCOL})).write(id, &mut line);
        connection.send(line);
        match connection.receive(self.limits.handshake) {
            Some(Event::Line(line)) => {
                let (reply_id, fields) = fields(&line)?;
                if reply_id != id {
                    return Err(format!("its first reply has the id {reply_id}, not {id}"));
                }
                match Reply::from_fields(fields)? {
                    Reply::Ok(value) => Hello::from_value(value),
                    other => Err(format!("it answered hello with {}", other.to_value())),
                }
            }
            Some(Event::TooLong) => Err("its answer to hello is longer than 16 MiB".to_owned()),
            Some(Event::Closed) => Err("it ended before it answered hello".to_owned()),
            None => Err(format!(
                "it did not answer hello within {:?}",
                self.limits.handshake
            )),
        }
    }

    fn take_id(&mut self) -> u64 {
        self.next_id += 1;
        self.next_id - 1
    }

    /// Sends the requests at `wanted` and fills in their answers, many at a time. Returns what broke, if anything did;
    /// then some of `wanted` have no answer.
    fn pipeline(
        &mut self,
        requests: &[Request],
        wanted: &[usize],
        answers: &mut [Option<Answer>],
    ) -> Option<Fault> {
        let base = self.next_id;
        self.next_id += wanted.len() as u64;
        let Some(connection) = &mut self.connection else {
            return Some(Fault::new(
                FaultKind::Abandoned,
                "the adapter is not running",
            ));
        };
        let (mut sent, mut received) = (0, 0);
        while received < wanted.len() {
            // Filling up only when half of the window has been answered lets many requests share one write.
            if sent < wanted.len() && sent - received <= self.limits.window / 2 {
                let until = wanted.len().min(received + self.limits.window);
                let mut lines = Vec::new();
                for (at, index) in wanted.iter().enumerate().take(until).skip(sent) {
                    requests[*index].write(base + at as u64, &mut lines);
                }
                connection.send(lines);
                sent = until;
            }
            let line = match connection.receive(self.limits.request) {
                Some(Event::Line(line)) => line,
                Some(Event::TooLong) => {
                    return Some(Fault::new(
                        FaultKind::Protocol,
                        "a reply is longer than 16 MiB",
                    ));
                }
                Some(Event::Closed) => {
                    let last_words = connection.last_words(self.limits.exit);
                    return Some(Fault::new(
                        FaultKind::Crashed,
                        format!("the adapter ended{last_words}"),
                    ));
                }
                None => {
                    let message = format!("no reply within {:?}", self.limits.request);
                    return Some(Fault::new(FaultKind::Hung, message));
                }
            };
            let (id, fields) = match fields(&line) {
                Ok(parts) => parts,
                Err(message) => return Some(Fault::new(FaultKind::Protocol, message)),
            };
            let slot = id
                .checked_sub(base)
                .and_then(|at| usize::try_from(at).ok())
                .filter(|at| *at < sent);
            let Some(at) = slot else {
                return Some(Fault::new(
                    FaultKind::Protocol,
                    format!("a reply has the id {id}, which no waiting request has"),
                ));
            };
            let answer = &mut answers[wanted[at]];
            if answer.is_some() {
                *answer = Some(Err(Fault::new(
                    FaultKind::Protocol,
                    "the request was answered twice",
                )));
                continue;
            }
            *answer = Some(
                Reply::from_fields(fields)
                    .map_err(|message| Fault::new(FaultKind::Protocol, message)),
            );
            received += 1;
        }
        None
    }

    /// Starts the child again, if it may. What broke is over.
    fn restart(&mut self) -> Result<(), Fault> {
        self.connection = None;
        if self.restarts >= self.limits.restarts {
            let message = format!(
                "not asked: the adapter had to be started again {} times before",
                self.restarts
            );
            return Err(Fault::new(FaultKind::Abandoned, message));
        }
        self.restarts += 1;
        self.connect()
            .map(drop)
            .map_err(|error| Fault::new(FaultKind::Abandoned, format!("not asked: {error}")))
    }

    /// Asks one by one, each in a process that is known to be sound, so that a fault is blamed on the request that
    /// causes it and on no other.
    fn one_by_one(
        &mut self,
        requests: &[Request],
        suspects: &[usize],
        answers: &mut [Option<Answer>],
    ) -> Result<(), Fault> {
        for &suspect in suspects {
            if self.connection.is_none() {
                self.restart()?;
            }
            answers[suspect] = None;
            if let Some(fault) = self.pipeline(requests, &[suspect], answers) {
                answers[suspect] = Some(Err(fault));
                self.connection = None;
            }
        }
        if self.connection.is_none() {
            self.restart()
        } else {
            Ok(())
        }
    }
}

impl Subject for Process {
    fn hello(&mut self) -> Result<Hello, Error> {
        self.connect()
    }

    fn answer(&mut self, requests: &[Request]) -> Vec<Answer> {
        let mut answers: Vec<Option<Answer>> = vec![None; requests.len()];
        let mut wanted: Vec<usize> = (0..requests.len()).collect();
        while !wanted.is_empty() {
            if self.pipeline(requests, &wanted, &mut answers).is_none() {
                break;
            }
            self.connection = None;
            let unanswered: Vec<usize> = wanted
                .iter()
                .copied()
                .filter(|at| answers[*at].is_none())
                .collect();
            let suspects = suspects(requests, &unanswered, self.limits.window);
            if let Err(fault) = self.one_by_one(requests, &suspects, &mut answers) {
                for answer in answers.iter_mut().filter(|answer| answer.is_none()) {
                    *answer = Some(Err(fault.clone()));
                }
            }
            wanted.retain(|at| answers[*at].is_none());
        }
        answers
            .into_iter()
            .map(|answer| answer.expect("every request was answered or given up"))
            .collect()
    }
}

/// Which requests to ask again one by one: those that may have been waiting when something broke, and of their
/// sessions all, because a session that lost its process has to start over.
fn suspects(requests: &[Request], unanswered: &[usize], window: usize) -> Vec<usize> {
    let waiting: HashSet<usize> = unanswered.iter().copied().take(window).collect();
    let sessions: HashSet<&str> = waiting
        .iter()
        .filter_map(|at| requests[*at].session.as_deref())
        .collect();
    let in_session = |request: &Request| {
        request
            .session
            .as_deref()
            .is_some_and(|session| sessions.contains(session))
    };
    (0..requests.len())
        .filter(|at| waiting.contains(at) || in_session(&requests[*at]))
        .collect()
}

/// A reply's id and its other fields.
fn fields(line: &[u8]) -> Result<(u64, Map<String, Value>), String> {
    let shown = || String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
    let value: Value = serde_json::from_slice(line)
        .map_err(|error| format!("a line is not JSON ({error}): {}", shown()))?;
    let Value::Object(mut fields) = value else {
        return Err(format!("a line is not a JSON object: {}", shown()));
    };
    let id = fields.remove("id").and_then(|id| id.as_u64());
    Ok((
        id.ok_or_else(|| format!("a reply has no id that is a number: {}", shown()))?,
        fields,
    ))
}
