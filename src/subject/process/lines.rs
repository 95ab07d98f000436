//! The lines that a child writes, many at a time.
//!
//! Whole lines are handed over in the chunks in which they come: a channel is slower than a line is long.

use std::io::{ErrorKind, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::SyncSender;

use memchr::{memchr, memrchr};

/// The longest line that is accepted: AP-001.
const MAX_LINE: usize = 16 << 20;

/// How much is read at once.
const CHUNK: usize = 1 << 16;

/// What comes out of a child.
#[derive(Debug)]
pub(super) enum Event {
    /// One or more whole lines, the last of them ended too.
    Lines(Vec<u8>),
    /// A line that is longer than allowed. Nothing more is read.
    TooLong,
    /// The end of its output.
    Closed,
}

/// Reads to the end. `begun` tells how much of a line has come that has not ended yet.
pub(super) fn read(mut output: impl Read, events: &SyncSender<Event>, begun: &AtomicUsize) {
    let mut buffer = vec![0; CHUNK];
    let mut filled = 0;
    loop {
        let event = match output.read(&mut buffer[filled..]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => Event::Closed,
            Ok(read) => {
                let (old, end) = (filled, filled + read);
                filled = end;
                let first = memchr(b'\n', &buffer[old..end]);
                match memrchr(b'\n', &buffer[old..end]) {
                    _ if first.is_some_and(|first| old + first > MAX_LINE) => Event::TooLong,
                    Some(last) => {
                        let lines = buffer[..=old + last].to_vec();
                        buffer.copy_within(old + last + 1..end, 0);
                        filled = end - (old + last + 1);
                        buffer.truncate((filled + CHUNK).max(CHUNK));
                        Event::Lines(lines)
                    }
                    None if filled > MAX_LINE => Event::TooLong,
                    None => {
                        begun.store(filled, Ordering::Relaxed);
                        let room = (filled * 2).clamp(CHUNK, MAX_LINE + CHUNK);
                        if filled == buffer.len() {
                            buffer.resize(room, 0);
                        }
                        continue;
                    }
                }
            }
        };
        begun.store(filled, Ordering::Relaxed);
        let last = !matches!(event, Event::Lines(_));
        if events.send(event).is_err() || last {
            return;
        }
    }
}

/// The lines of a chunk, one by one.
#[derive(Debug, Default)]
pub(super) struct Lines {
    chunk: Vec<u8>,
    at: usize,
}

impl Lines {
    pub(super) fn new(chunk: Vec<u8>) -> Self {
        Self { chunk, at: 0 }
    }

    pub(super) fn has_next(&self) -> bool {
        self.at < self.chunk.len()
    }

    /// The next line, without its end.
    pub(super) fn next(&mut self) -> Option<&[u8]> {
        let rest = &self.chunk[self.at..];
        let end = memchr(b'\n', rest)?;
        self.at += end + 1;
        let line = &rest[..end];
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    /// Hands out its bytes in pieces of a given size.
    struct Pieces(Vec<u8>, usize);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0.drain(..count);
            Ok(count)
        }
    }

    fn all(text: &[u8], piece: usize) -> (Vec<Vec<u8>>, Event, usize) {
        let (events, output) = mpsc::sync_channel(1 << 16);
        let begun = AtomicUsize::new(0);
        read(Pieces(text.to_vec(), piece), &events, &begun);
        let mut lines = Vec::new();
        loop {
            match output.recv().expect("the last event is an end") {
                Event::Lines(chunk) => {
                    let mut chunk = Lines::new(chunk);
                    while let Some(line) = chunk.next() {
                        lines.push(line.to_vec());
                    }
                }
                end => return (lines, end, begun.into_inner()),
            }
        }
    }

    #[test]
    fn lines_are_the_same_whatever_the_pieces() {
        let long = "x".repeat(3 * CHUNK);
        let text = format!("one\n\ntwo\r\n{long}\nthree\nfour");
        for piece in [1, 2, 3, 7, CHUNK - 1, CHUNK, 1 << 20] {
            let (lines, end, begun) = all(text.as_bytes(), piece);
            assert_eq!(
                lines,
                [b"one", &b""[..], b"two", long.as_bytes(), b"three"],
                "{piece}"
            );
            assert!(matches!(end, Event::Closed));
            assert_eq!(begun, 4, "of the line that has not ended");
        }
    }

    #[test]
    fn a_line_of_16_mib_is_read_and_a_longer_one_is_not() {
        let mut text = vec![b'x'; MAX_LINE];
        text.push(b'\n');
        assert_eq!(all(&text, 1 << 20).0[0].len(), MAX_LINE);
        text.insert(0, b'x');
        assert!(matches!(all(&text[..=MAX_LINE], 1 << 20).1, Event::TooLong));
    }
}
