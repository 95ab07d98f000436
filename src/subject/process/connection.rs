//! One running child and the threads that serve its three pipes.
//!
//! The writer has a thread of its own, and so has the reader: neither a child that does not read nor one that does not
//! write can make the other direction wait.

use std::io::{self, Write};
use std::process::{ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::launch::Launch;
use super::lines::{self, Event, Lines};
use super::tail::Tail;
use crate::subject::{Fault, Stop};

/// How many chunks of lines the reader may be ahead. A child that writes more has to wait.
const READ_AHEAD: usize = 4;

/// How often a silent child is looked after: has it ended, has the run been stopped?
const GLANCE: Duration = Duration::from_millis(50);

/// How long a killed child may take to disappear.
const DEATH: Duration = Duration::from_secs(5);

/// Why there is no line.
#[derive(Debug)]
pub enum Trouble {
    /// None came in time.
    Silent,
    /// One is too long.
    TooLong,
    /// The child has ended.
    Ended,
    /// The child closed its standard output, but lives on.
    Mute,
    /// The child closed its standard input, and said no more.
    Deaf,
    /// The run is over.
    Stopped(Fault),
}

/// A running child. Dropping it kills the child and its whole group.
#[derive(Debug)]
pub(super) struct Connection {
    child: Box<dyn ChildWrapper>,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Event>,
    lines: Lines,
    errors: Arc<Mutex<Tail>>,
    deaf: Arc<AtomicBool>,
    begun: Arc<AtomicUsize>,
    patience: Duration,
}

impl Connection {
    /// Starts a command, without a shell. `patience` is how long it may take to end when that is what it should do.
    pub(super) fn start(launch: &Launch, patience: Duration) -> io::Result<Self> {
        let mut plain = launch.to_command()?;
        plain
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut grouped = CommandWrap::from(plain);
        #[cfg(unix)]
        grouped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        grouped.wrap(process_wrap::std::JobObject);
        let mut child = grouped.spawn()?;

        let stdin = child.stdin().take().expect("piped");
        let stdout = child.stdout().take().expect("piped");
        let stderr = child.stderr().take().expect("piped");
        let (input, lines_to_write) = mpsc::channel();
        let (events, output) = mpsc::sync_channel(READ_AHEAD);
        let connection = Self {
            child,
            input: Some(input),
            output,
            lines: Lines::default(),
            errors: Arc::default(),
            deaf: Arc::default(),
            begun: Arc::default(),
            patience,
        };
        let deaf = Arc::clone(&connection.deaf);
        thread::spawn(move || write(stdin, &lines_to_write, &deaf));
        let begun = Arc::clone(&connection.begun);
        thread::spawn(move || lines::read(stdout, &events, &begun));
        let tail = Arc::clone(&connection.errors);
        thread::spawn(move || Tail::follow(stderr, &tail));
        Ok(connection)
    }

    /// Hands lines to the writer. A child that no longer reads is noticed by its silence.
    pub(super) fn send(&self, lines: Vec<u8>) {
        if let Some(input) = &self.input {
            _ = input.send(lines);
        }
    }

    /// The next line, without its end.
    pub(super) fn line(&mut self, until: Instant, stop: &Stop) -> Result<&[u8], Trouble> {
        // Asking twice is what the borrow checker asks for: the first answer may be none.
        if !self.lines.has_next() {
            self.lines = Lines::new(self.chunk(until, stop)?);
        }
        Ok(self
            .lines
            .next()
            .expect("a chunk is made of one line at least"))
    }

    fn chunk(&mut self, until: Instant, stop: &Stop) -> Result<Vec<u8>, Trouble> {
        let (mut until, mut ended) = (until, false);
        loop {
            if let Some(fault) = stop.fault() {
                return Err(Trouble::Stopped(fault));
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(GLANCE)) {
                Ok(Event::Lines(chunk)) => return Ok(chunk),
                Ok(Event::TooLong) => return Err(Trouble::TooLong),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    return Err(match self.status_within(self.patience) {
                        Some(_) => Trouble::Ended,
                        None => Trouble::Mute,
                    });
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            // Others may hold its pipe open. What it wrote itself has come by now.
            if ended {
                return Err(Trouble::Ended);
            }
            ended = self.status().is_some();
            let deaf = self.deaf.load(Ordering::Relaxed);
            if Instant::now() >= until {
                return Err(if deaf { Trouble::Deaf } else { Trouble::Silent });
            }
            if deaf {
                until = until.min(Instant::now() + self.patience);
            }
        }
    }

    /// How much has come of a line that has not ended.
    pub(super) fn begun(&self) -> usize {
        self.begun.load(Ordering::Relaxed)
    }

    /// How the child ended, if it has, and the end of its standard error.
    pub(super) fn last_words(&mut self) -> String {
        let mut words = match self.status() {
            Some(status) => {
                // What it wrote last may still be on its way to the tail.
                thread::sleep(Duration::from_millis(20));
                format!(" ({status})")
            }
            None => String::new(),
        };
        let errors = self
            .errors
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .text();
        if !errors.trim().is_empty() {
            words.push_str("\nthe end of its standard error:\n");
            words.extend(errors.lines().map(|line| format!("  {line}\n")));
            words.truncate(words.trim_end().len());
        }
        words
    }

    /// Closes the child's input.
    pub(super) fn end_input(&mut self) {
        self.input = None;
    }

    /// Closes the child's input, and waits for the end of its output. Returns how that ended.
    pub(super) fn close(
        &mut self,
        stop: &Stop,
        mut line: impl FnMut(&[u8]) -> bool,
    ) -> Option<Trouble> {
        self.end_input();
        let until = Instant::now() + self.patience;
        loop {
            match self.line(until, stop) {
                Ok(late) if line(late) => {}
                Ok(_) => return None,
                Err(trouble) => return Some(trouble),
            }
        }
    }

    /// Whether the child has ended, and without a failure.
    pub(super) fn succeeded(&mut self) -> bool {
        self.status().is_some_and(|status| status.success())
    }

    fn status(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    fn status_within(&mut self, limit: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + limit;
        loop {
            match self.status() {
                None if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                status => return status,
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.input = None;
        // Also where the child has ended: others of its group may live on, and hold its pipes.
        _ = self.child.start_kill();
        _ = self.status_within(DEATH);
    }
}

fn write(mut stdin: impl Write, lines: &Receiver<Vec<u8>>, deaf: &AtomicBool) {
    while let Ok(bytes) = lines.recv() {
        let written = stdin.write_all(&bytes).and_then(|()| stdin.flush());
        if written.is_err() {
            deaf.store(true, Ordering::Relaxed);
            return;
        }
    }
}
