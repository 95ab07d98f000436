//! Any implementation behind the protocol, over any pair of streams.

use std::io::{self, BufRead as _, BufReader, BufWriter, Read, Write};

use super::{Implementation, Reply, Request};

/// As much as a pipe holds: whoever reads less wakes the other side more often.
const PIPE: usize = 1 << 16;

/// Answers line by line until the input ends. Answers are flushed when no further request is waiting: a flush for each
/// costs more than most answers do.
///
/// # Errors
///
/// If the streams fail.
pub fn serve(
    implementation: &mut dyn Implementation,
    input: impl Read,
    output: impl Write,
) -> io::Result<()> {
    let mut input = BufReader::with_capacity(PIPE, input);
    let mut output = BufWriter::with_capacity(PIPE, output);
    let (mut line, mut out) = (Vec::new(), Vec::new());
    loop {
        line.clear();
        if !input.buffer().contains(&b'\n') {
            output.flush()?;
        }
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        out.clear();
        match Request::read(&line) {
            Ok((id, request)) if request.operation == "hello" => {
                let hello = serde_json::to_value(implementation.hello())
                    .expect("texts and numbers always serialize");
                Reply::Ok(hello).write(&id, &mut out);
            }
            Ok((id, request)) => implementation.call(&request).write(&id, &mut out),
            Err((id, message)) => Reply::Error { message }.write(&id, &mut out),
        }
        output.write_all(&out)?;
    }
}
