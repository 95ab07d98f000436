//! How many requests are on their way at once, and when their replies come.

use crate::adapter::complaint::Complaint;
use crate::adapter::conversation::{Conversation, Fair, hello, quoted};
use crate::adapter::{Bench, Outcome};
use crate::subject::{Reply, Request};

/// AP-001: a reply comes when its request has been read, also where half of the next one is there already.
pub(super) fn flush(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let mut rest: Vec<u8> = Vec::new();
    for _ in 0..4 {
        let (id, next) = (conversation.id(), conversation.id());
        let next_line = hello(next);
        let (half, other) = next_line.split_at(next_line.len() / 2);
        let mut bytes = std::mem::take(&mut rest);
        bytes.extend(hello(id));
        bytes.extend(half);
        conversation.send(&bytes);
        let about = "a request, with the first half of the next one behind it";
        conversation.hear(about)?.to(about, id)?;
        conversation.send(other);
        conversation
            .hear("the next request, in two halves")?
            .to("the next request", next)?;
    }
    Ok(Outcome::Sound(
        "each reply before the next request".to_owned(),
    ))
}

/// AP-002: one request at a time, and every one of them, so that who fails at one is known by it.
pub(super) fn one(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let requests = bench.probes.all();
    for request in &requests {
        conversation.ask(request)?;
    }
    all_said(conversation, requests.len())
}

/// AP-002: a few at a time.
pub(super) fn sixteen(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let requests = bench.probes.many(256);
    for some in requests.chunks(16) {
        conversation.ask_all(some)?;
    }
    all_said(conversation, requests.len())
}

/// AP-002: more at a time than pipes and buffers hold.
pub(super) fn thousands(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let requests = bench.probes.many(4096);
    conversation.ask_all(&requests)?;
    all_said(conversation, requests.len())
}

/// Nothing more may come: each request was answered once.
fn all_said(conversation: Conversation<'_>, count: usize) -> Fair<Outcome> {
    let late = conversation.end(0)?;
    match late.first() {
        None => Ok(Outcome::Sound(format!(
            "{count} requests, each answered once"
        ))),
        Some(heard) => {
            let about = "after all requests had been answered";
            let id = heard.id.ok_or_else(|| heard.nameless(about))?;
            Err(Complaint::unknown_id(
                id,
                (1..=count as u64).contains(&id),
                about,
            ))
        }
    }
}

/// AP-007: sessions that are interleaved go as each of them goes alone.
pub(super) fn sessions(bench: &Bench) -> Fair<Outcome> {
    let scenarios = &bench.probes.scenarios;
    if scenarios.is_empty() {
        let why = "no stateful operation is declared";
        return Ok(Outcome::NotCovered(why.to_owned()));
    }
    let (mut alone, _) = Conversation::begin(bench)?;
    let mut expected = Vec::new();
    for scenario in scenarios {
        for request in scenario {
            expected.push((request, kind(&alone.ask(request)?)));
        }
    }
    // The first steps of all, then the second ones, and so on.
    let longest = scenarios.iter().map(Vec::len).max().unwrap_or_default();
    let mut places = Vec::new();
    for step in 0..longest {
        let mut before = 0;
        for scenario in scenarios {
            if step < scenario.len() {
                places.push(before + step);
            }
            before += scenario.len();
        }
    }
    let (mut together, _) = Conversation::begin(bench)?;
    let requests: Vec<Request> = places.iter().map(|at| expected[*at].0.clone()).collect();
    let replies = together.ask_all(&requests)?;
    for (at, reply) in places.iter().zip(&replies) {
        let (request, alone) = &expected[*at];
        if *alone != kind(reply) {
            return Err(Complaint::new(
                format!(
                    "{}: {alone} when its session runs alone, and {} among other sessions",
                    quoted(request),
                    kind(reply)
                ),
                "state is shared between sessions, the session's name is ignored, or requests are handled at the same time and out of order",
                "keep a state for each value of `session`, handle the requests of a session in the order in which they come, and drop the state at `end` (AP-007)",
            ));
        }
    }
    Ok(Outcome::Sound(format!(
        "{} sessions, interleaved as alone",
        scenarios.len()
    )))
}

/// The outcome as far as it must not depend on other sessions: ids of events may be drawn from one row for all.
fn kind(reply: &Reply) -> String {
    match reply {
        Reply::Ok(_) => "ok".to_owned(),
        Reply::Reject { code, .. } => format!("reject {code}"),
        Reply::Unsupported { .. } => "unsupported".to_owned(),
        Reply::Error { .. } => "error".to_owned(),
    }
}
