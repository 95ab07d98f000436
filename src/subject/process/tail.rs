//! The end of what a child wrote to its standard error.

use std::collections::VecDeque;
use std::io::{ErrorKind, Read};
use std::sync::{Mutex, PoisonError};

/// How much is kept.
const KEPT: usize = 4096;

/// How many lines of it are shown.
const SHOWN: usize = 12;

/// The last bytes of a stream.
#[derive(Debug, Default)]
pub(super) struct Tail(VecDeque<u8>);

impl Tail {
    /// Reads a stream to its end, however long it is, and keeps the last bytes where others can see them.
    pub(super) fn follow(mut stream: impl Read, tail: &Mutex<Self>) {
        let mut buffer = vec![0; 1 << 16];
        loop {
            match stream.read(&mut buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) | Err(_) => return,
                Ok(read) => tail
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .push(&buffer[..read]),
            }
        }
    }

    /// Appends bytes, and forgets the first ones.
    fn push(&mut self, bytes: &[u8]) {
        self.0.extend(&bytes[bytes.len().saturating_sub(KEPT)..]);
        let excess = self.0.len().saturating_sub(KEPT);
        self.0.drain(..excess);
    }

    /// The last lines, as text.
    pub(super) fn text(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().rev().take(SHOWN).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}
