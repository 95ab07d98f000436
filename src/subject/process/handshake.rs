//! The beginning of a conversation, AP-005, and its end, AP-009.

use std::time::Instant;

use serde_json::json;

use super::connection::{Connection, Trouble};
use super::{DOUBTS, Process};
use crate::subject::{Fault, FaultKind, Hello, PROTOCOL, Reply, Request};

impl Process {
    /// Starts the command and shakes hands.
    pub(super) fn connect(&mut self) -> Result<Hello, Fault> {
        let name = self.launch.name();
        self.connection = None;
        let mut connection =
            Connection::start(&self.launch, self.limits.exit).map_err(|error| {
                let message = format!("cannot start the adapter `{name}`: {error}");
                Fault::new(FaultKind::Crashed, message)
            })?;
        let hello = self.shake_hands(&mut connection).map_err(|fault| {
            let last_words = connection.last_words();
            let message = format!(
                "the adapter `{name}` is unusable: {}{last_words}",
                fault.message
            );
            Fault::new(fault.kind, message)
        })?;
        self.connection = Some(connection);
        self.started += 1;
        self.fresh = true;
        Ok(hello)
    }

    fn shake_hands(&self, connection: &mut Connection) -> Result<Hello, Fault> {
        let protocol = |message: String| Fault::new(FaultKind::Protocol, message);
        let mut line = Vec::new();
        Request::new("hello", json!({"protocol": PROTOCOL})).write(0, &mut line);
        connection.send(line);
        let limit = self.limits.handshake;
        let line = match connection.line(Instant::now() + limit, &self.stop) {
            Ok(line) => line.to_vec(),
            Err(trouble) => return Err(self.speechless(connection, trouble)),
        };
        match Reply::read(&line).map_err(protocol)? {
            (0, Ok(Reply::Ok(value))) => Hello::from_value(value).map_err(protocol),
            (0, Ok(other)) => Err(protocol(format!(
                "it answered hello with {}",
                other.to_value()
            ))),
            (0, Err(message)) => Err(protocol(message)),
            (id, _) => Err(protocol(format!("its first reply has the id {id}, not 0"))),
        }
    }

    /// Why there is no answer to `hello`.
    fn speechless(&self, connection: &mut Connection, trouble: Trouble) -> Fault {
        let limit = self.limits.handshake;
        match trouble {
            Trouble::TooLong => Fault::new(
                FaultKind::Protocol,
                "its answer to hello is longer than 16 MiB",
            ),
            Trouble::Ended => Fault::new(FaultKind::Crashed, "it ended before it answered hello"),
            Trouble::Mute => Fault::new(
                FaultKind::Crashed,
                "it closed its standard output before it answered hello",
            ),
            Trouble::Deaf => Fault::new(
                FaultKind::Crashed,
                "it closed its standard input before it answered hello",
            ),
            Trouble::Stopped(fault) => fault,
            Trouble::Silent => {
                let mut message = format!("it did not answer hello within {limit:?}");
                // Who answers at the end of the input only has kept the answer in a buffer.
                let mut late = false;
                connection.close(&self.stop, |_| {
                    late = true;
                    false
                });
                if late {
                    message.push_str(
                        ", but did when its input ended: it has to flush every reply (AP-001)",
                    );
                }
                Fault::new(FaultKind::Hung, message)
            }
        }
    }

    /// Lets the child end by itself, and listens to what it still says: AP-009.
    pub(super) fn part(&mut self, connection: &mut Connection) {
        let (asked, doubtful) = (self.asked, &mut self.doubtful);
        let mut stray = None;
        let trouble = connection.close(&self.stop, |line| match Reply::read(line) {
            Ok((id, _)) if (1..=asked).contains(&id) => {
                doubtful.insert(id - 1);
                doubtful.len() <= DOUBTS
            }
            Ok((id, _)) => {
                stray = Some(format!("a reply has the id {id}, which no request had"));
                false
            }
            Err(message) => {
                stray = Some(message);
                false
            }
        });
        if let Some(message) = stray {
            self.breakdowns
                .push(format!("after the last answer, {message}"));
        }
        match trouble {
            Some(Trouble::Silent | Trouble::Mute) => self.notes.push(format!(
                "the adapter did not end within {:?} after its input (AP-009), and was killed",
                self.limits.exit
            )),
            Some(Trouble::Ended) if !connection.succeeded() => {
                let last_words = connection.last_words();
                self.notes.push(format!(
                    "the adapter failed when its input ended{last_words}"
                ));
            }
            _ => {}
        }
    }
}
