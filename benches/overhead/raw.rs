//! The raw limit: what a pipe and a child carry, without a runner.

use std::ffi::OsString;
use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Instant;

use proofmark::rule::Registry;
use proofmark::subject::Request;
use proofmark::vector::Case;

/// The requests of a case, with the one that ends its session.
pub(crate) fn requests(case: &Case) -> impl Iterator<Item = Request> {
    let registry = Registry::embedded();
    let stateful = |name: &str| registry.operation(name).is_some_and(|it| it.stateful);
    let session = case
        .steps
        .iter()
        .any(|step| stateful(&step.operation))
        .then(|| case.id.clone());
    let end = session.clone().map(|session| Request {
        operation: format!("{}.end", case.domain()),
        session: Some(session),
        input: serde_json::json!({}).into(),
    });
    let steps = case.steps.iter().map(move |step| Request {
        operation: step.operation.clone(),
        session: session.clone(),
        input: step.input.clone(),
    });
    steps.chain(end)
}

/// The bytes of the longest request of a case.
pub(crate) fn longest(case: &Case) -> usize {
    let size = |request: Request| {
        let mut line = Vec::new();
        request.write(0, &mut line);
        line.len()
    };
    requests(case).map(size).max().unwrap_or(0)
}

/// At least so many requests of the cases, as they stand on the wire. Those with lone surrogates are left out, because
/// no JSON library of the children takes them.
pub(crate) fn lines(cases: &[Case], count: usize) -> Vec<u8> {
    let (mut lines, mut id) = (Vec::new(), 0);
    for request in cases.iter().cycle().flat_map(requests) {
        if id >= count {
            break;
        }
        let start = lines.len();
        request.write(id as u64, &mut lines);
        if serde_json::from_slice::<serde_json::Value>(&lines[start..]).is_ok() {
            id += 1;
        } else {
            lines.truncate(start);
        }
    }
    lines
}

/// Lines a second, through a child and back, with both pipes full.
pub(crate) fn measure(command: &[OsString], lines: &[u8]) -> f64 {
    let mut child = Command::new(&command[0])
        .args(&command[1..])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut stdin = child.stdin.take().expect("piped");
    let mut stdout = child.stdout.take().expect("piped");
    let mut buffer = vec![0; 1 << 16];
    let newlines = |bytes: &[u8]| memchr::memchr_iter(b'\n', bytes).count();
    // The start of the child is no part of it.
    stdin.write_all(b"{\"id\":0}\n").expect("it reads");
    let mut seen = 0;
    while seen < 1 {
        let read = stdout.read(&mut buffer).expect("it writes");
        seen += newlines(&buffer[..read]);
    }
    let (wanted, mut seen) = (newlines(lines), 0);
    let start = Instant::now();
    thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(lines).expect("it reads"));
        while seen < wanted {
            let read = stdout.read(&mut buffer).expect("it writes");
            assert!(read > 0, "the child ended");
            seen += newlines(&buffer[..read]);
        }
    });
    let seconds = start.elapsed().as_secs_f64();
    child.wait().expect("it ends");
    rate(wanted, seconds)
}

/// How many a second.
#[allow(clippy::cast_precision_loss, reason = "a rate needs no more digits")]
pub(crate) fn rate(count: usize, seconds: f64) -> f64 {
    count as f64 / seconds
}
