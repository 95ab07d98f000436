//! The adapters that the tests need, none of which behaves: this program is one of them when it is asked to be.

use std::io::{self, BufRead as _, Write as _};
use std::process::ExitCode;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use proofmark::subject::{Implementation as _, Reference, Reply, Request, serve};
use serde_json::{Value, json};

use crate::support::{
    self,
    altered::{Altered, Mistake},
};

/// The canonical text at which some of them misbehave.
pub(crate) const TARGET: &str = "a=i:5";

/// Behaves as the name says until the input ends.
pub(crate) fn run(name: &str) -> ExitCode {
    let mistake = match name {
        "sorts-in-reverse" => Some(Mistake::SortsInReverse),
        "pads-base64" => Some(Mistake::PadsBase64),
        "accepts-29-february-2100" => Some(Mistake::Accepts29February2100),
        "has-one-code" => Some(Mistake::HasOneCode),
        "has-partition-keys-only" => Some(Mistake::HasPartitionKeysOnly),
        "answers-errors" => Some(Mistake::AnswersErrors),
        _ => None,
    };
    if let Some(mistake) = mistake {
        serve(&mut Altered::new(mistake), io::stdin().lock(), io::stdout())
            .expect("the pipes hold");
        return ExitCode::SUCCESS;
    }
    match name {
        "chooses-otherwise" => {
            let stance = support::otherwise("event_partitions");
            let mut reference = Reference::with_stance(stance);
            serve(&mut reference, io::stdin().lock(), io::stdout()).expect("the pipes hold");
        }
        "exits-at-once" => {
            eprintln!("\u{1b}[31mno licence found\u{1b}[0m");
            return ExitCode::from(7);
        }
        "says-nothing" => thread::sleep(Duration::from_secs(600)),
        "answers-in-reverse" => answer_in_reverse(),
        _ => answer(name),
    }
    ExitCode::SUCCESS
}

/// Answers line by line, wrongly where the name says so.
fn answer(name: &str) {
    let mut reference = Reference::default();
    for line in io::stdin().lock().split(b'\n') {
        let line = line.expect("the pipe holds");
        let (id, request) = Request::read(&line).expect("the runner sends requests");
        let target =
            request.operation == "partition_key.parse" && request.input["canonical"] == TARGET;
        let reply = reply_to(&mut reference, &request);
        let hello = request.operation == "hello";
        let out = match name {
            "speaks-version-2" if hello => {
                line_of(&id, &Reply::Ok(json!({"protocol": 2, "name": "two"})))
            }
            "has-no-name" if hello => line_of(&id, &Reply::Ok(json!({"protocol": 1}))),
            "refuses-hello" if hello => line_of(&id, &Reply::reject("no")),
            "supports-nothing" if !hello => line_of(&id, &Reply::Unsupported { reason: None }),
            "writes-garbage" if target => "this is no JSON\n".to_owned(),
            "writes-a-list" if target => "[1]\n".to_owned(),
            "writes-an-unknown-id" if target => line_of(&json!(999_999_999), &reply),
            "writes-no-id" if target => line_of(&Value::Null, &reply),
            "gives-two-outcomes" if target => {
                format!("{{\"id\":{id},\"ok\":{{}},\"reject\":{{\"code\":\"x\"}}}}\n")
            }
            "gives-no-outcome" if target => format!("{{\"id\":{id}}}\n"),
            "gives-a-bad-outcome" if target => format!("{{\"id\":{id},\"ok\":5}}\n"),
            "answers-twice" if target => line_of(&id, &reply).repeat(2),
            "dies" if target => {
                eprintln!("a stack of traces");
                std::process::exit(9);
            }
            "dies-always" if !hello => std::process::exit(9),
            "hangs" if target => {
                thread::sleep(Duration::from_secs(600));
                continue;
            }
            "ends-lines-like-windows" => line_of(&id, &reply).replace('\n', "\r\n"),
            "talks-to-the-log" => {
                eprintln!("{}", "noise ".repeat(200));
                line_of(&id, &reply)
            }
            _ => line_of(&id, &reply),
        };
        io::stdout()
            .write_all(out.as_bytes())
            .and_then(|()| io::stdout().flush())
            .expect("the pipe holds");
    }
    if let Some(file) = name.strip_prefix("outlives-its-input:") {
        std::fs::write(file, std::process::id().to_string()).expect("there is room");
        thread::sleep(Duration::from_secs(600));
    }
}

/// Collects what has come, and answers the last first: replies may come in any order.
fn answer_in_reverse() {
    let (lines, waiting) = mpsc::channel();
    thread::spawn(move || {
        for line in io::stdin().lock().split(b'\n') {
            lines
                .send(line.expect("the pipe holds"))
                .expect("the other thread waits");
        }
    });
    let mut reference = Reference::default();
    while let Ok(first) = waiting.recv() {
        let mut batch = vec![first];
        while let Ok(line) = waiting.recv_timeout(Duration::from_millis(5)) {
            batch.push(line);
        }
        let replies = batch.iter().map(|line| {
            let (id, request) = Request::read(line).expect("the runner sends requests");
            line_of(&id, &reply_to(&mut reference, &request))
        });
        let replies: Vec<String> = replies.collect();
        let reversed: String = replies.into_iter().rev().collect();
        io::stdout()
            .write_all(reversed.as_bytes())
            .and_then(|()| io::stdout().flush())
            .expect("the pipe holds");
    }
}

fn reply_to(reference: &mut Reference, request: &Request) -> Reply {
    if request.operation == "hello" {
        Reply::Ok(serde_json::to_value(reference.hello()).expect("texts serialize"))
    } else {
        reference.call(request)
    }
}

fn line_of(id: &Value, reply: &Reply) -> String {
    let mut line = Vec::new();
    reply.write(id, &mut line);
    String::from_utf8(line).expect("JSON is UTF-8")
}
