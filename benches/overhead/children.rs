//! The children in Rust.

use std::io::{self, BufRead as _, BufReader, BufWriter, Write};
use std::process::ExitCode;

use serde::Deserialize;
use serde_json::Value;

/// Parses every line and writes it again.
pub(crate) fn echo() -> ExitCode {
    converse(|line, output| {
        let value: Value = serde_json::from_slice(line).expect("a line is JSON");
        Ok(serde_json::to_writer(output, &value)?)
    })
}

/// Says hello, and answers `unsupported` to everything. All that it looks for in a line is the id.
pub(crate) fn null() -> ExitCode {
    #[derive(Deserialize)]
    struct Line {
        id: u64,
    }
    let hello = br#"{"id":0,"ok":{"protocol":1,"name":"null"}}"#;
    converse(|line, output| {
        let Line { id } = serde_json::from_slice(line).expect("a line is JSON");
        match id {
            0 => output.write_all(hello),
            _ => write!(output, r#"{{"id":{id},"unsupported":{{}}}}"#),
        }
    })
}

/// Answers each line. As `serve` does, it flushes when no further line is waiting.
fn converse(answer: impl Fn(&[u8], &mut dyn Write) -> io::Result<()>) -> ExitCode {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin());
    let mut output = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        if !input.buffer().contains(&b'\n') {
            output.flush().expect("the pipe holds");
        }
        if input.read_until(b'\n', &mut line).expect("the pipe holds") == 0 {
            return ExitCode::SUCCESS;
        }
        answer(&line, &mut output).expect("the pipe holds");
        output.write_all(b"\n").expect("the pipe holds");
    }
}
