//! The end of what a child wrote to its standard error.

use std::collections::VecDeque;
use std::io::Read;

/// How much is kept.
const KEPT: usize = 4096;

/// The last bytes of a stream.
#[derive(Debug, Default)]
pub(super) struct Tail(VecDeque<u8>);

impl Tail {
    /// Reads a stream to its end, keeping the last bytes where `keep` can see them.
    pub(super) fn follow(mut stream: impl Read, keep: impl Fn(&[u8])) {
        let mut buffer = [0; 8192];
        while let Ok(read @ 1..) = stream.read(&mut buffer) {
            keep(&buffer[..read]);
        }
    }

    /// Appends bytes, and forgets the first ones.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        self.0.extend(&bytes[bytes.len().saturating_sub(KEPT)..]);
        let excess = self.0.len().saturating_sub(KEPT);
        self.0.drain(..excess);
    }

    /// The last lines, as text.
    pub(super) fn text(&self) -> String {
        let bytes: Vec<u8> = self.0.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        let lines: Vec<&str> = text.lines().rev().take(12).collect();
        lines.into_iter().rev().collect::<Vec<_>>().join("\n")
    }
}
