//! What can be said of a session by its requests and replies alone.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::names::set;
use crate::law::{Step, broken, in_one_session};
use crate::subject::{Reply, Request};

/// A step of a session, and what is known from those before.
struct Moment<'a> {
    /// The operation, without its domain.
    operation: &'a str,
    input: &'a Value,
    /// The result; `None` if the step was refused.
    ok: Option<&'a Value>,
    known: &'a Known<'a>,
}

/// What the steps so far have told.
#[derive(Default)]
struct Known<'a> {
    /// The open connections with their clients and what the subject says that they subscribe to.
    open: BTreeMap<&'a str, (&'a str, BTreeSet<String>)>,
    /// What clients have been granted.
    grants: BTreeMap<&'a str, BTreeSet<String>>,
    /// The events that were answered as committed, in order.
    committed: Vec<&'a Value>,
}

/// Asks the steps of the input, and judges them one by one.
fn each(
    input: &Value,
    heard: &[Reply],
    judge: impl Fn(&Moment<'_>) -> Option<(&'static str, Value, Value)>,
) -> Step {
    let requests = in_one_session(input);
    if heard.is_empty() && !requests.is_empty() {
        return Step::Ask(requests);
    }
    let mut known = Known::default();
    for (at, (request, reply)) in requests.iter().zip(heard).enumerate() {
        let ok = match reply {
            Reply::Ok(ok) => Some(ok),
            _ => None,
        };
        let (_, operation) = request.operation.split_once('.').unwrap_or_default();
        let moment = Moment {
            operation,
            input: &request.input,
            ok,
            known: &known,
        };
        if let Some((message, expected, actual)) = judge(&moment) {
            return broken(format!("step {}: {message}", at + 1), expected, actual);
        }
        known.learn(request, operation, ok);
    }
    Step::Holds
}

impl<'a> Known<'a> {
    fn learn(&mut self, request: &'a Request, operation: &str, ok: Option<&'a Value>) {
        let Some(ok) = ok else { return };
        let text = |field: &str| request.input[field].as_str().unwrap_or_default();
        match operation {
            "connect" => {
                let fresh = (text("client"), BTreeSet::new());
                self.open.insert(text("connection"), fresh);
            }
            "disconnect" => _ = self.open.remove(text("connection")),
            "grant" => {
                self.grants
                    .insert(text("client"), set(&request.input["partitions"]));
            }
            "submit" if self.draft(&ok["event"]["id"]).is_none() => {
                self.committed.push(&ok["event"]);
            }
            "sync" => {
                if let Some((_, subscriptions)) = self.open.get_mut(text("connection")) {
                    *subscriptions = set(&ok["effective_subscriptions"]);
                }
            }
            _ => {}
        }
    }

    /// The committed event of a draft id.
    fn draft(&self, id: &Value) -> Option<&'a Value> {
        self.committed
            .iter()
            .find(|event| event["id"] == *id)
            .copied()
    }
}

impl Moment<'_> {
    fn connection(&self) -> &str {
        self.input["connection"].as_str().unwrap_or_default()
    }
}

fn number(event: &Value) -> Option<u128> {
    event["committed_id"].as_str()?.parse().ok()
}

pub(super) fn ids_ascend(input: &Value, heard: &[Reply]) -> Step {
    each(input, heard, |moment| {
        let event = &moment.ok?["event"];
        if moment.operation != "submit" || moment.known.draft(&event["id"]).is_some() {
            return None;
        }
        let before = moment.known.committed.iter().copied();
        let greatest = before.filter_map(number).max().unwrap_or(0);
        let ascends = number(event).is_some_and(|number| number > greatest);
        let expected = format!("greater than {greatest}");
        (!ascends).then(|| {
            (
                "the committed id does not ascend",
                json!(expected),
                event["committed_id"].clone(),
            )
        })
    })
}

pub(super) fn syncs_return_what_was_committed(input: &Value, heard: &[Reply]) -> Step {
    each(input, heard, |moment| {
        let ok = moment.ok.filter(|_| moment.operation == "sync")?;
        let payload = &moment.input["payload"];
        let scope = set(&payload["partitions"]);
        let since = moment.known.draft(&moment.input["since_event"]);
        let since = since.and_then(number).unwrap_or(0);
        let later = moment
            .known
            .committed
            .iter()
            .filter(|event| number(event).is_some_and(|number| number > since));
        let mut view = later.filter(|event| !set(&event["partitions"]).is_disjoint(&scope));
        let limit = payload["limit"].as_u64().unwrap_or(u64::MAX);
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let events: Vec<&&Value> = view.by_ref().take(limit).collect();
        let expected = json!({"events": events, "has_more": view.next().is_some()});
        let actual = json!({"events": ok["events"], "has_more": ok["has_more"]});
        (expected != actual).then_some(("the sync returns something else", expected, actual))
    })
}

pub(super) fn subscribers_receive(input: &Value, heard: &[Reply]) -> Step {
    each(input, heard, |moment| {
        let ok = moment.ok?;
        let event = &ok["event"];
        let new = moment.operation == "submit" && moment.known.draft(&event["id"]).is_none();
        let names = set(&event["partitions"]);
        let subscribe = moment
            .known
            .open
            .iter()
            .filter(|(_, (_, subscriptions))| new && !subscriptions.is_disjoint(&names))
            .map(|(connection, _)| ((*connection).to_owned(), json!([event])));
        let all: serde_json::Map<String, Value> = subscribe.collect();
        let mut others = all.clone();
        if new {
            others.remove(moment.connection());
        }
        let (all, others) = (Value::Object(all), Value::Object(others));
        let actual = &ok["deliveries"];
        (*actual != all && *actual != others)
            .then(|| ("the deliveries are others", others, actual.clone()))
    })
}

pub(super) fn subscriptions_are_the_last_given(input: &Value, heard: &[Reply]) -> Step {
    each(input, heard, |moment| {
        let ok = moment.ok.filter(|_| moment.operation == "sync")?;
        let expected = match moment.input["payload"].get("subscription_partitions") {
            Some(given) => set(given),
            // The set that was told last is, by this law, the one that was given last.
            None => moment.known.open.get(moment.connection())?.1.clone(),
        };
        let (expected, actual) = (json!(expected), ok["effective_subscriptions"].clone());
        (expected != actual).then_some(("the subscriptions are others", expected, actual))
    })
}

pub(super) fn granted_or_forbidden(input: &Value, heard: &[Reply]) -> Step {
    each(input, heard, |moment| {
        let (client, _) = moment.known.open.get(moment.connection())?;
        let asked = match moment.operation {
            "submit" => set(&moment.input["event"]["partitions"]),
            "sync" => {
                let payload = &moment.input["payload"];
                let mut names = set(&payload["partitions"]);
                names.extend(set(&payload["subscription_partitions"]));
                names
            }
            _ => return None,
        };
        let granted = moment.known.grants.get(client).cloned().unwrap_or_default();
        let word = |accepted| if accepted { "accepted" } else { "refused" };
        let (expected, actual) = (asked.is_subset(&granted), moment.ok.is_some());
        (expected != actual).then(|| {
            (
                "the grant says otherwise",
                json!(word(expected)),
                json!(word(actual)),
            )
        })
    })
}

pub(super) fn refused_events_are_nowhere(input: &Value, heard: &[Reply]) -> Step {
    each(input, heard, |moment| {
        let ok = moment.ok?;
        let synced = ok["events"].as_array().into_iter().flatten();
        let delivered = ok["deliveries"].as_object().into_iter().flatten();
        let delivered = delivered.flat_map(|(_, events)| events.as_array().into_iter().flatten());
        let mut shown = synced.chain(delivered);
        let stranger = shown.find(|event| {
            event["id"] != ok["event"]["id"] && moment.known.draft(&event["id"]).is_none()
        })?;
        Some((
            "an event that was not accepted is shown",
            Value::Null,
            stranger.clone(),
        ))
    })
}
