//! The children in Rust.

use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::process::ExitCode;

use proofmark::subject::{Hello, Implementation, Reply, Request, serve};
use serde_json::Value;

/// Parses every line and writes it again. As `serve` does, it flushes when no further line is waiting.
pub(crate) fn echo() -> ExitCode {
    let mut input = BufReader::new(io::stdin());
    let mut output = BufWriter::new(io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        if !input.buffer().contains(&b'\n') {
            output.flush().expect("the pipe holds");
        }
        if input.read_until(b'\n', &mut line).expect("the pipe holds") == 0 {
            return ExitCode::SUCCESS;
        }
        let value: Value = serde_json::from_slice(&line).expect("a line is JSON");
        serde_json::to_writer(&mut output, &value).expect("the pipe holds");
        output.write_all(b"\n").expect("the pipe holds");
    }
}

/// An implementation that supports nothing.
struct Null;

impl Implementation for Null {
    fn hello(&self) -> Hello {
        Hello {
            protocol: 1,
            name: "null".to_owned(),
            ..Hello::default()
        }
    }

    fn call(&mut self, _: &Request) -> Reply {
        Reply::Unsupported { reason: None }
    }
}

pub(crate) fn null() -> ExitCode {
    serve(&mut Null, io::stdin(), io::stdout().lock()).expect("the pipe holds");
    ExitCode::SUCCESS
}
