//! The bad adapters, by their names. Each is this program, started again; those that need a closed pipe are shells.

use std::io::{self, BufRead as _, Read as _, Write as _};
use std::process::{Command, ExitCode, Stdio, exit};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use proofmark::subject::{Implementation as _, Reference, Reply, Request};
use serde_json::{Value, json};

/// The canonical text at which most of them misbehave.
pub(crate) const TARGET: &str = "a=i:5";

/// Long enough for every limit.
const FOR_EVER: Duration = Duration::from_secs(600);

/// Behaves as the name says. `token` marks the processes of one test.
pub(crate) fn behave(name: &str, token: &str) -> ExitCode {
    match name {
        "dies-at-hello" => {
            eprintln!("\u{1b}[31mno licence\u{1b}[0m");
            return ExitCode::from(7);
        }
        "says-nothing" | "grandchild" => thread::sleep(FOR_EVER),
        "never-reads" => {
            say(&hello_line());
            thread::sleep(FOR_EVER);
        }
        "never-flushes" => {
            let mut all = Vec::new();
            io::stdin().read_to_end(&mut all).expect("the pipe holds");
            say(&hello_line());
        }
        "floods-stdout-at-once" => loop {
            say(b"noise\n");
        },
        "begins-with-a-bom" => {
            say("\u{feff}".as_bytes());
            converse(name);
        }
        "answers-in-reverse" => answer_in_reverse(),
        "ignores-sigterm" => {
            ctrlc::set_handler(|| {}).expect("there is no other handler");
            converse(name);
            thread::sleep(FOR_EVER);
        }
        "leaks-1-gb" => {
            let mut hoard: Vec<Vec<u8>> = Vec::new();
            hoard.resize_with(16, || vec![1; 1 << 26]);
            converse(name);
            assert_eq!(hoard.len(), 16);
        }
        "has-a-grandchild" | "dies-and-leaves-a-grandchild" => {
            spawn_grandchild(token);
            converse(name);
        }
        "dies-at-exit" => {
            converse(name);
            eprintln!("cannot say goodbye");
            return ExitCode::from(9);
        }
        _ => converse(name),
    }
    ExitCode::SUCCESS
}

/// It inherits all three pipes, and is left to itself: that is the point.
#[allow(clippy::zombie_processes, reason = "it must outlive this process")]
fn spawn_grandchild(token: &str) {
    let program = std::env::current_exe().expect("this program has a path");
    Command::new(program)
        .args(["adapter", "grandchild", token])
        .stdin(Stdio::inherit())
        .spawn()
        .expect("it starts");
}

/// Answers line by line, as the reference does but for what the name says.
fn converse(name: &str) {
    let mut reference = Reference::default();
    for (number, line) in io::stdin().lock().split(b'\n').enumerate() {
        let line = line.expect("the pipe holds");
        let (id, request) = match Request::read(&line) {
            Ok(read) => read,
            Err((id, message)) => {
                say(&line_of(&id, &Reply::Error { message }));
                continue;
            }
        };
        let reply = reply_to(&mut reference, &request);
        let right = line_of(&id, &reply);
        let hello = request.operation == "hello";
        let target = request.input["canonical"] == TARGET;
        if let Some(wrong) = everywhere(name, number, hello, &id, &right) {
            say(&wrong);
        } else if let Some(wrong) = target.then(|| at_target(name, &id, &right)).flatten() {
            say(&wrong);
        } else {
            say(&right);
        }
    }
}

/// What is said instead, by those who are always bad.
fn everywhere(name: &str, number: usize, hello: bool, id: &Value, right: &[u8]) -> Option<Vec<u8>> {
    match name {
        "speaks-version-99" if hello => Some(line_of(
            id,
            &Reply::Ok(json!({"protocol": 99, "name": "future"})),
        )),
        "lies-about-its-operations" if !hello => {
            Some(line_of(id, &Reply::Unsupported { reason: None }))
        }
        "never-answers" if !hello => Some(Vec::new()),
        "dies-on-every-request" if !hello => exit(9),
        "dies-on-the-40th-request" if number == 40 => exit(9),
        "answers-everything-twice" if !hello => Some(right.repeat(2)),
        "is-slow" => {
            thread::sleep(Duration::from_millis(20));
            Some(right.to_vec())
        }
        "ends-lines-like-windows" => {
            let mut line = right[..right.len() - 1].to_vec();
            line.extend(b"\r\n");
            Some(line)
        }
        "prints-blank-lines" => {
            let mut line = right.to_vec();
            line.push(b'\n');
            Some(line)
        }
        _ => None,
    }
}

/// What is said instead, by those who are bad at the target only.
fn at_target(name: &str, id: &Value, right: &[u8]) -> Option<Vec<u8>> {
    let ok = |text: &str| format!("{{\"id\":{id},\"ok\":{text}}}\n").into_bytes();
    Some(match name {
        "answers-half-a-line" => right[..right.len() / 2].to_vec(),
        "answers-too-late" => {
            thread::sleep(Duration::from_secs(3));
            right.to_vec()
        }
        "answers-twice" => right.repeat(2),
        "answers-unknown-ids" => line_of(&json!(987_654_321_u64), &Reply::reject("x")),
        "dies" | "dies-and-leaves-a-grandchild" => exit(9),
        "exits-0-too-early" => exit(0),
        "floods-stdout" => loop {
            say(&line_of(&json!(0), &Reply::reject("x")));
        },
        "floods-stderr" => {
            let noise = vec![b'x'; 1 << 16];
            for _ in 0..100 * 16 {
                io::stderr().write_all(&noise).expect("the pipe holds");
            }
            right.to_vec()
        }
        "writes-20-mib" => ok(&format!("{{\"canonical\":\"{}\"}}", "x".repeat(20 << 20))),
        "nests-10000-levels" => ok(&format!("{}{}", "[".repeat(10_000), "]".repeat(10_000))),
        "writes-invalid-utf-8" => [b"{\"id\":\xff".to_vec(), right.to_vec()].concat(),
        "writes-nul" => [b"\0".to_vec(), right.to_vec()].concat(),
        "writes-a-huge-number" => ok("{\"canonical\":1e999999}"),
        "prints-debugging" => [b"debug: \x1b[2Jgot it\n".to_vec(), right.to_vec()].concat(),
        "answers-errors" => line_of(
            id,
            &Reply::Error {
                message: "oops".to_owned(),
            },
        ),
        _ => return None,
    })
}

/// Collects what has come, and answers the last first.
fn answer_in_reverse() {
    let (lines, waiting) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            _ = lines.send(line.expect("the pipe holds"));
        }
    });
    let mut reference = Reference::default();
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        while let Ok(line) = waiting.recv_timeout(Duration::from_millis(5)) {
            batch.push(line);
        }
        let replies = batch.iter().map(|line| match Request::read(line) {
            Ok((id, request)) => line_of(&id, &reply_to(&mut reference, &request)),
            Err((id, message)) => line_of(&id, &Reply::Error { message }),
        });
        let replies: Vec<Vec<u8>> = replies.collect();
        replies.iter().rev().for_each(|line| say(line));
    }
}

fn hello_line() -> Vec<u8> {
    let request = Request::new("hello", json!({"protocol": 1}));
    line_of(&json!(0), &reply_to(&mut Reference::default(), &request))
}

pub(crate) fn reply_to(reference: &mut Reference, request: &Request) -> Reply {
    if request.operation == "hello" {
        Reply::Ok(serde_json::to_value(reference.hello()).expect("texts serialize"))
    } else {
        reference.call(request)
    }
}

pub(crate) fn line_of(id: &Value, reply: &Reply) -> Vec<u8> {
    let mut line = Vec::new();
    reply.write(id, &mut line);
    line
}

/// Writes to standard output. When nobody listens any more, it is over.
pub(crate) fn say(bytes: &[u8]) {
    let mut out = io::stdout();
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        exit(0);
    }
}

/// An adapter as a shell script, which supports nothing, and at the target does as it is told. `$0` is the token.
#[cfg(unix)]
pub(crate) fn shell(at_target: &str) -> String {
    format!(
        r#"while read -r line; do
    id=${{line#*:}}; id=${{id%%,*}}
    case $line in
        *'"op":"hello"'*) echo "{{\"id\":$id,\"ok\":{{\"protocol\":1,\"name\":\"shell\"}}}}" ;;
        *'"{TARGET}"'*) {at_target} ;;
        *) echo "{{\"id\":$id,\"unsupported\":{{}}}}" ;;
    esac
done"#
    )
}
