//! A child that is spoken to in raw lines, whatever they hold: for those who examine the adapter itself.

use std::ffi::OsString;
use std::time::{Duration, Instant};

use super::connection::{Connection, Trouble};
use super::launch::Launch;
use crate::error::Error;
use crate::subject::Stop;

/// A running child, without any judgement of what it says. Dropping it kills the child and its whole group.
#[derive(Debug)]
pub struct Dialogue {
    connection: Connection,
    stop: Stop,
}

impl Dialogue {
    /// Starts a command. `patience` is how long it may take to end when that is what it should do.
    ///
    /// # Errors
    ///
    /// If it cannot be started.
    pub fn start(command: &[OsString], patience: Duration, stop: &Stop) -> Result<Self, Error> {
        let launch = Launch::from(command.to_vec());
        let connection = Connection::start(&launch, patience).map_err(|error| {
            let name = launch.name();
            Error::Unusable(format!("cannot start the adapter `{name}`: {error}"))
        })?;
        Ok(Self {
            connection,
            stop: stop.clone(),
        })
    }

    /// Writes bytes, which need not be whole lines. It does not wait for the child to read them.
    pub fn send(&self, bytes: Vec<u8>) {
        self.connection.send(bytes);
    }

    /// The next line, without its end.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn line(&mut self, within: Duration) -> Result<Vec<u8>, Trouble> {
        let line = self.connection.line(Instant::now() + within, &self.stop)?;
        Ok(line.to_vec())
    }

    /// How many bytes have come of a line that has not ended.
    #[must_use]
    pub fn begun(&self) -> usize {
        self.connection.begun()
    }

    /// Closes the child's input. What it still says can be read.
    pub fn end_input(&mut self) {
        self.connection.end_input();
    }

    /// Whether the child has ended, and without a failure.
    pub fn succeeded(&mut self) -> bool {
        self.connection.succeeded()
    }

    /// How the child ended, if it has, and the end of its standard error.
    pub fn last_words(&mut self) -> String {
        self.connection.last_words()
    }
}
