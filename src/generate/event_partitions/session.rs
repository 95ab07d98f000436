//! Sessions: clients who connect, submit and sync, step by step.

use std::collections::BTreeMap;
use std::ops::Range;

use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value, json};

use crate::generate::sequence::Sequence;
use crate::subject::{Implementation as _, Reference, Reply, Request};

/// The partitions that sessions are about, each in the ways to write it. Few, so that they meet.
const PARTITIONS: [&[&str]; 6] = [
    &["a"],
    &["ab"],
    &["\u{e9}", "e\u{301}"],
    &["A"],
    &["\u{ffff}"],
    &["\u{10000}"],
];

/// The connections that sessions open, each for any client.
const CONNECTIONS: [&str; 5] = ["c1", "c2", "c3", "c4", "c5"];

const CLIENTS: [&str; 3] = ["ann", "bob", "cy"];

/// One step of a session.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Opens a connection for a client, unless it is open.
    Connect(usize, &'static str),
    /// Closes a connection, or tries to.
    Disconnect(usize),
    /// Sets what a client may use.
    Grant(&'static str, Vec<String>),
    /// Submits an event.
    Submit(usize, Draft),
    /// Submits several events.
    SubmitBatch(usize, Vec<Draft>),
    /// Syncs.
    Sync {
        /// On which connection.
        on: usize,
        /// The scope.
        scope: Value,
        /// The new subscriptions.
        subscriptions: Option<Vec<String>>,
        /// After how many committed events, if there are so many; else from the beginning.
        after: Option<usize>,
        /// How many events at most.
        limit: Option<u8>,
    },
}

/// An event that is to be submitted.
#[derive(Debug, Clone, PartialEq)]
pub struct Draft {
    /// Which of the client's known drafts it is; `None` for one that has not been before.
    pub known: Option<u8>,
    /// Its partitions, in the right shape or not.
    pub partitions: Value,
    /// Its body.
    pub content: &'static str,
}

/// What the clients of a session do, beside what all do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// They only do what they may, and every draft is new.
    Orderly,
    /// They also try what they may not.
    Curious,
    /// They also repeat drafts, with the same or other content.
    Forgetful,
    /// They also send what has not the right shape or breaks limits.
    Clumsy,
    /// They submit batches.
    Hasty,
    /// They sync page by page.
    Patient,
    /// They come and go, are granted more and less, and submit nothing.
    Restless,
}

/// Sessions of fewer than `most` steps beside those that open them.
pub fn sessions(habit: Habit, most: usize) -> BoxedStrategy<Vec<Action>> {
    let connects = (0..CONNECTIONS.len()).map(|at| (0.8, connect(Just(at))));
    let grants = CLIENTS.iter().map(|client| {
        let grant = granted(habit).prop_map(|names| Action::Grant(client, names));
        (0.95, grant.boxed())
    });
    let subscribes = (0..2).map(|_| (0.5, subscribing(habit)));
    Sequence {
        opening: connects.chain(grants).chain(subscribes).collect(),
        others: action(habit),
        count: 1..most,
    }
    .boxed()
}

/// The requests of a session. A connection that is open is not opened again, and only what has surely been committed is
/// named by `since_event`.
#[must_use]
pub fn requests(session: &[Action]) -> Vec<(String, Value)> {
    let mut server = Reference::default();
    let mut open: BTreeMap<usize, &str> = BTreeMap::new();
    let mut committed: Vec<String> = Vec::new();
    let mut drafts = 0;
    let mut requests = Vec::new();
    for action in session {
        match action {
            Action::Connect(at, _) if open.contains_key(at) => continue,
            Action::Connect(at, client) => _ = open.insert(*at, client),
            Action::Disconnect(at) => _ = open.remove(at),
            _ => {}
        }
        let (name, input) = request(action, &open, &committed, &mut drafts);
        let operation = format!("event_partitions.{name}");
        let reply = server.call(&Request {
            operation: operation.clone(),
            session: Some(String::new()),
            input: input.clone().into(),
        });
        for id in surely_committed(&reply) {
            if !committed.contains(&id) {
                committed.push(id);
            }
        }
        requests.push((operation, input));
    }
    requests
}

fn request(
    action: &Action,
    open: &BTreeMap<usize, &str>,
    committed: &[String],
    drafts: &mut u32,
) -> (&'static str, Value) {
    let name = |at: usize| CONNECTIONS[at];
    match action {
        Action::Connect(at, client) => (
            "connect",
            json!({"connection": name(*at), "client": client}),
        ),
        Action::Disconnect(at) => ("disconnect", json!({"connection": name(*at)})),
        Action::Grant(client, names) => ("grant", json!({"client": client, "partitions": names})),
        Action::Submit(at, draft) => {
            let event = event(open.get(at), draft, drafts);
            ("submit", json!({"connection": name(*at), "event": event}))
        }
        Action::SubmitBatch(at, list) => {
            let events = list.iter().map(|draft| event(open.get(at), draft, drafts));
            let events: Vec<Value> = events.collect();
            (
                "submit_batch",
                json!({"connection": name(*at), "events": events}),
            )
        }
        Action::Sync {
            on,
            scope,
            subscriptions,
            after,
            limit,
        } => {
            let mut payload = json!({"partitions": scope});
            let draft = after.and_then(|after| committed.get(after));
            if draft.is_none() {
                payload["since_committed_id"] = json!(0);
            }
            if let Some(names) = subscriptions {
                payload["subscription_partitions"] = json!(names);
            }
            if let Some(limit) = limit {
                payload["limit"] = json!(limit);
            }
            let mut input = json!({"connection": name(*on), "payload": payload});
            if let Some(draft) = draft {
                input["since_event"] = json!(draft);
            }
            ("sync", input)
        }
    }
}

/// The event of a draft. Known drafts are those of the client, and new ones are numbered, not in the order of their coming.
fn event(client: Option<&&str>, draft: &Draft, drafts: &mut u32) -> Value {
    let id = match draft.known {
        Some(known) => {
            let client = CLIENTS
                .iter()
                .position(|name| Some(&name) == client.as_ref());
            10 * (client.unwrap_or(CLIENTS.len()) + 1) + usize::from(known)
        }
        None => {
            *drafts += 1;
            100 + *drafts as usize * 55 % 89
        }
    };
    let id = format!("00000000-0000-4000-8000-{id:012}");
    json!({"id": id, "partitions": draft.partitions, "content": draft.content})
}

/// The draft ids that a reply shows as committed, whatever is chosen at open rules: a batch with a refusal shows none.
fn surely_committed(reply: &Reply) -> Vec<String> {
    let Reply::Ok(ok) = reply else {
        return Vec::new();
    };
    let id = |event: &Value| event["id"].as_str().map(str::to_owned);
    match ok["results"].as_array() {
        Some(results) => {
            let ids = results.iter().map(|result| id(&result["event"]));
            ids.collect::<Option<Vec<_>>>().unwrap_or_default()
        }
        None => id(&ok["event"]).into_iter().collect(),
    }
}

fn action(habit: Habit) -> BoxedStrategy<Action> {
    let (submits, batches) = match habit {
        Habit::Hasty => (2, 5),
        Habit::Restless => (0, 0),
        _ => (6, 0),
    };
    let (grants, names) = match habit {
        Habit::Curious => (3, granted(habit)),
        Habit::Restless => (2, written(habit, 1..4)),
        _ => (0, granted(habit)),
    };
    let submit = (connections(), drafts(habit)).prop_map(|(at, event)| Action::Submit(at, event));
    let batch = (
        connections(),
        proptest::collection::vec(drafts(habit), 1..4),
    )
        .prop_map(|(at, events)| Action::SubmitBatch(at, events));
    let grant =
        (select(&CLIENTS[..]), names).prop_map(|(client, names)| Action::Grant(client, names));
    prop_oneof![
        submits => submit,
        batches => batch,
        3 => sync(habit),
        2 => subscribing(habit),
        grants => grant,
        1 => connections().prop_map(Action::Disconnect),
        1 => connect(connections()),
    ]
    .boxed()
}

fn connect(at: impl Strategy<Value = usize> + 'static) -> BoxedStrategy<Action> {
    (at, select(&CLIENTS[..]))
        .prop_map(|(at, client)| Action::Connect(at, client))
        .boxed()
}

fn connections() -> BoxedStrategy<usize> {
    (0..CONNECTIONS.len()).boxed()
}

/// A sync that gives subscriptions, and is from the beginning.
fn subscribing(habit: Habit) -> BoxedStrategy<Action> {
    (connections(), written(habit, 1..3), written(habit, 0..4))
        .prop_map(|(on, scope, subscriptions)| Action::Sync {
            on,
            scope: json!(scope),
            subscriptions: Some(subscriptions),
            after: None,
            limit: None,
        })
        .boxed()
}

fn sync(habit: Habit) -> BoxedStrategy<Action> {
    let limit = if habit == Habit::Patient {
        proptest::option::weighted(0.8, 1..4_u8).boxed()
    } else {
        Just(None).boxed()
    };
    let clumsy = select(&["\"a\"", "null", "[1]", "[\"a\", null]"])
        .prop_map(|text| serde_json::from_str(text).expect("the text is JSON"));
    let scope = written(habit, 1..4).prop_map(|names| json!(names));
    let scope = if habit == Habit::Clumsy {
        prop_oneof![3 => scope, 1 => clumsy].boxed()
    } else {
        scope.boxed()
    };
    let after = proptest::option::weighted(0.4, 0..8_usize);
    (connections(), scope, after, limit)
        .prop_map(|(on, scope, after, limit)| Action::Sync {
            on,
            scope,
            subscriptions: None,
            after,
            limit,
        })
        .boxed()
}

fn drafts(habit: Habit) -> BoxedStrategy<Draft> {
    let known = match habit {
        Habit::Forgetful | Habit::Clumsy => (1..3_u8).prop_map(Some).boxed(),
        _ => Just(None).boxed(),
    };
    let content = match habit {
        Habit::Forgetful => prop_oneof![4 => Just("x"), 1 => Just("y")].boxed(),
        _ => prop_oneof![4 => Just("x"), 1 => Just("e\u{301}")].boxed(),
    };
    let most = if habit == Habit::Forgetful { 3 } else { 4 };
    let fine = written(habit, 1..most).prop_map(|names| json!(names));
    let partitions = if habit == Habit::Clumsy {
        prop_oneof![1 => fine, 1 => misshapen()].boxed()
    } else {
        fine.boxed()
    };
    (known, partitions, content)
        .prop_map(|(known, partitions, content)| Draft {
            known,
            partitions,
            content,
        })
        .boxed()
}

/// Partitions that must be refused.
fn misshapen() -> BoxedStrategy<Value> {
    let json = select(&[
        "[]",
        "\"a\"",
        "null",
        "[\"a\", 1]",
        "[\"\"]",
        "[\"a\", \"\"]",
    ]);
    let json = json.prop_map(|text| serde_json::from_str(text).expect("the text is JSON"));
    let long = Just(json!(["a", "a".repeat(129)]));
    prop_oneof![4 => json, 1 => long].boxed()
}

/// Names of known partitions as a client writes them, mostly the first two.
fn written(habit: Habit, count: Range<usize>) -> BoxedStrategy<Vec<String>> {
    // Where grants differ or drafts come again, fewer partitions meet more often.
    let all = match habit {
        Habit::Forgetful => 3,
        Habit::Curious | Habit::Hasty | Habit::Restless => 4,
        _ => PARTITIONS.len(),
    };
    let partition = prop_oneof![3 => 0..2_usize, 2 => 0..all];
    let name = (partition, any::<bool>()).prop_map(|(at, other)| {
        let ways = PARTITIONS[at];
        ways[usize::from(other) % ways.len()].to_owned()
    });
    proptest::collection::vec(name, count).boxed()
}

/// What a client is granted: everything, unless the session is about what is not.
fn granted(habit: Habit) -> BoxedStrategy<Vec<String>> {
    let all: Vec<String> = PARTITIONS.iter().map(|ways| ways[0].to_owned()).collect();
    if matches!(habit, Habit::Curious | Habit::Hasty) {
        // Once granted, a star is a name like any other.
        let some =
            (written(habit, 0..4), proptest::bool::weighted(0.1)).prop_map(|(mut names, star)| {
                names.extend(star.then(|| "*".to_owned()));
                names
            });
        prop_oneof![2 => Just(all), 3 => some].boxed()
    } else {
        Just(all).boxed()
    }
}
