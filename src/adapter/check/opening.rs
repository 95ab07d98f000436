//! The beginning of a conversation: the handshake, ids, and what is declared.

use std::collections::BTreeMap;

use serde_json::json;

use crate::adapter::complaint::Complaint;
use crate::adapter::conversation::{Conversation, Fair, hello, line};
use crate::adapter::{Bench, Outcome};
use crate::subject::{Reply, Request};

/// AP-005: `hello` is answered with the adapter's own version, whatever it is told, also later and again.
pub(super) fn handshake(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, first) = Conversation::begin(bench)?;
    let id = conversation.id();
    let input = json!({"protocol": 99, "of-the-future": [true]});
    conversation.send(&line(id, "hello", &input));
    let heard =
        conversation.hear("a second hello, with another version and a field of the future")?;
    let again = heard.hello(id)?;
    if again != first {
        return Err(Complaint::new(
            "a second hello is answered in another way than the first",
            "the adapter takes the version from the request, or changes what it has while it runs",
            "answer hello with the adapter's own version and operations, whatever it is told (AP-005)",
        ));
    }
    let operations = match &first.operations {
        Some(operations) => format!("{} declared", count(operations.len())),
        None => "no list of operations: all are tried".to_owned(),
    };
    Ok(Outcome::Sound(format!("{}, {operations}", first.name)))
}

/// AP-002: a reply has its request's id, however great and in whatever order.
pub(super) fn ids(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let ids = [
        7,
        1,
        (1 << 31) - 1,
        1 << 31,
        (1 << 32) + 1,
        2,
        (1 << 53) - 1,
        (1 << 53) - 2,
    ];
    for id in ids {
        let about = format!("a request with the id {id}");
        conversation.send(&hello(id));
        let heard = conversation.hear(&about)?;
        match heard.id {
            Some(own) if own == id => {}
            Some(own) => return Err(Complaint::unknown_id(own, false, &about)),
            None => return Err(heard.nameless(&about)),
        }
    }
    Ok(Outcome::Sound(format!("{} ids up to 2^53-1", ids.len())))
}

/// AP-005: what is declared is there, and requests that are right are not answered with `error`.
pub(super) fn operations(bench: &Bench) -> Fair<Outcome> {
    let mut by_operation: BTreeMap<&str, Vec<Request>> = BTreeMap::new();
    for probe in &bench.probes.single {
        let requests = by_operation.entry(&probe.request.operation).or_default();
        requests.push(probe.request.clone());
    }
    let (mut conversation, hello) = Conversation::begin(bench)?;
    let mut missing = Vec::new();
    for (operation, requests) in &by_operation {
        let replies = conversation.ask_all(requests)?;
        if let Some(at) = replies
            .iter()
            .position(|it| matches!(it, Reply::Error { .. }))
        {
            return Err(Complaint::kind(
                &replies[at],
                &crate::adapter::conversation::quoted(&requests[at]),
                "the implementation's refusal is an exception that the adapter does not know, or the adapter fails on an input that is right",
                "answer the implementation's own exceptions with reject and a code of the operation's page; look on standard error for the trace of others",
            ));
        }
        if replies
            .iter()
            .all(|it| matches!(it, Reply::Unsupported { .. }))
        {
            missing.push(*operation);
        }
    }
    // Without a list nothing is promised.
    if let (Some(first), Some(_)) = (missing.first(), &hello.operations) {
        return Err(Complaint::new(
            format!(
                "{first} is declared, but answered with unsupported ({} such operations)",
                missing.len()
            ),
            "the list of operations in the answer to hello holds what is planned, or a name is spelt in two ways",
            "declare what is there: make the list from the same table that finds the handlers",
        ));
    }
    let present = by_operation.len() - missing.len();
    Ok(match present {
        0 => Outcome::NotCovered("no operation is supported outside of sessions".to_owned()),
        _ => Outcome::Sound(format!("{} tried", count(present))),
    })
}

fn count(operations: usize) -> String {
    let plural = if operations == 1 { "" } else { "s" };
    format!("{operations} operation{plural}")
}
