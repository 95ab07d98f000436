//! One running child and the threads that serve its three pipes.
//!
//! The writer has a thread of its own, and so has the reader: neither a child that does not read nor one that does not
//! write can make the other direction wait.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use process_wrap::std::{ChildWrapper, CommandWrap};

use super::tail::Tail;

/// The longest line that is accepted: AP-001.
const MAX_LINE: u64 = 16 << 20;

/// How many lines the reader may be ahead.
const READ_AHEAD: usize = 1024;

/// What comes out of a child.
#[derive(Debug)]
pub(super) enum Event {
    /// A line, without its end.
    Line(Vec<u8>),
    /// A line that is longer than allowed.
    TooLong,
    /// The end of its output.
    Closed,
}

/// A running child. Dropping it ends the child and its whole group.
#[derive(Debug)]
pub(super) struct Connection {
    child: Box<dyn ChildWrapper>,
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<Event>,
    errors: Arc<Mutex<Tail>>,
}

impl Connection {
    /// Starts a command, without a shell.
    pub(super) fn start(command: &[OsString]) -> io::Result<Self> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let mut plain = Command::new(program);
        plain
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut grouped = CommandWrap::from(plain);
        #[cfg(unix)]
        grouped.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        grouped.wrap(process_wrap::std::JobObject);
        let mut child = grouped.spawn()?;

        let (input, lines_to_write) = mpsc::channel();
        let (read_lines, output) = mpsc::sync_channel(READ_AHEAD);
        let errors = Arc::new(Mutex::new(Tail::default()));
        let stdin = child.stdin().take().expect("piped");
        let stdout = child.stdout().take().expect("piped");
        let stderr = child.stderr().take().expect("piped");
        thread::spawn(move || write(stdin, &lines_to_write));
        thread::spawn(move || read(stdout, &read_lines));
        let tail = Arc::clone(&errors);
        thread::spawn(move || {
            Tail::follow(stderr, |bytes| {
                tail.lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(bytes);
            });
        });
        Ok(Self {
            child,
            input: Some(input),
            output,
            errors,
        })
    }

    /// Hands lines to the writer. A child that no longer reads is noticed by its silence.
    pub(super) fn send(&self, lines: Vec<u8>) {
        if let Some(input) = &self.input {
            _ = input.send(lines);
        }
    }

    /// The next event; `None` if there is none in time.
    pub(super) fn receive(&self, limit: Duration) -> Option<Event> {
        match self.output.recv_timeout(limit) {
            Ok(event) => Some(event),
            Err(mpsc::RecvTimeoutError::Timeout) => None,
            Err(mpsc::RecvTimeoutError::Disconnected) => Some(Event::Closed),
        }
    }

    /// How the child ended, if it did so within the limit, and the end of its standard error.
    pub(super) fn last_words(&mut self, limit: Duration) -> String {
        self.input = None;
        let mut words = match self.wait(limit) {
            Some(status) => format!(" ({status})"),
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

    fn wait(&mut self, limit: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + limit;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => {
                    // What it wrote last may still be on its way to the tail.
                    thread::sleep(Duration::from_millis(20));
                    return Some(status);
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                _ => return None,
            }
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.input = None;
        if self.wait(Duration::from_millis(500)).is_none() {
            _ = self.child.start_kill();
            _ = self.child.wait();
        }
    }
}

fn write(mut stdin: impl Write, lines: &Receiver<Vec<u8>>) {
    while let Ok(bytes) = lines.recv() {
        if stdin
            .write_all(&bytes)
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read(stdout: impl Read, lines: &SyncSender<Event>) {
    let mut stdout = BufReader::with_capacity(1 << 16, stdout);
    loop {
        let mut line = Vec::new();
        let event = match stdout
            .by_ref()
            .take(MAX_LINE + 1)
            .read_until(b'\n', &mut line)
        {
            Ok(0) | Err(_) => Event::Closed,
            Ok(_) if line.last() == Some(&b'\n') => {
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                Event::Line(line)
            }
            Ok(read) if read as u64 > MAX_LINE => Event::TooLong,
            // The child ended within a line: what came of it is no reply.
            Ok(_) => Event::Closed,
        };
        let last = !matches!(event, Event::Line(_));
        if lines.send(event).is_err() || last {
            return;
        }
    }
}
