//! The operations of `spec/event_partitions.md`.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Attempt, Reference, input};
use crate::model::Answer;
use crate::model::event_partitions::{Deliveries, Draft, Event, Given, Server, Sync, normalize};
use crate::subject::Request;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Connect {
    connection: String,
    client: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Grant {
    client: String,
    partitions: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Submit {
    connection: String,
    event: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SubmitBatch {
    connection: String,
    events: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireSync {
    connection: String,
    payload: Value,
    since_event: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Disconnect {
    connection: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Reference {
    /// Answers an operation of the domain, if there is one of that name.
    pub(super) fn event_partitions(&mut self, name: &str, request: &Request) -> Option<Attempt> {
        let value = &request.input;
        Some(match name {
            "normalize" => Ok(normalize(
                &field(value, "partitions"),
                &field(value, "partition"),
                &mut self.stance,
            )
            .map(|partitions| json!({"partitions": partitions}))),
            "connect" | "grant" | "submit" | "submit_batch" | "sync" | "disconnect" | "end" => {
                self.server(name, request)
            }
            _ => return None,
        })
    }

    fn server(&mut self, name: &str, request: &Request) -> Attempt {
        let session = request
            .session
            .clone()
            .ok_or("a stateful operation needs a session")?;
        let stance = &mut self.stance;
        let value = &request.input;
        if name == "end" {
            input::<Nothing>(value)?;
            self.servers.remove(&session);
            return Ok(Ok(json!({})));
        }
        let server = self.servers.entry(session).or_default();
        Ok(match name {
            "connect" => {
                let Connect { connection, client } = input(value)?;
                server.connect(&connection, &client);
                Ok(quiet())
            }
            "grant" => {
                let Grant { client, partitions } = input(value)?;
                server.grant(&client, &partitions);
                Ok(quiet())
            }
            "submit" => {
                let Submit { connection, event } = input(value)?;
                let submitted = server.submit(&connection, draft(&event).as_ref(), stance);
                submitted.map(|(event, deliveries)| {
                    json!({"event": shown(&event), "deliveries": delivered(&deliveries)})
                })
            }
            "submit_batch" => {
                let SubmitBatch { connection, events } = input(value)?;
                let drafts: Vec<_> = events.iter().map(draft).collect();
                let submitted = server.submit_batch(&connection, &drafts, stance);
                submitted.map(|(results, deliveries)| {
                    let results: Vec<_> = results.iter().map(result).collect();
                    json!({"results": results, "deliveries": delivered(&deliveries)})
                })
            }
            "sync" => {
                let wire: WireSync = input(value)?;
                let payload = payload(server, &wire)?;
                let page = server.sync(&wire.connection, payload.as_ref(), stance);
                page.map(|page| {
                    json!({
                        "events": page.events.iter().map(shown).collect::<Vec<_>>(),
                        "has_more": page.has_more,
                        "effective_subscriptions": page.effective_subscriptions,
                        "deliveries": {},
                    })
                })
            }
            _ => {
                let Disconnect { connection } = input(value)?;
                server.disconnect(&connection).map(|()| quiet())
            }
        })
    }
}

/// The payload of a sync, with the place that `since_event` names filled in.
fn payload(server: &Server, wire: &WireSync) -> Result<Option<Sync>, String> {
    let message = &wire.payload;
    let since = match &wire.since_event {
        Some(id) => {
            let committed = server.committed_id(id);
            Given::Whole(committed.ok_or_else(|| format!("no draft `{id}` was committed"))?)
        }
        None => field(message, "since_committed_id"),
    };
    Ok(message.is_object().then(|| Sync {
        partitions: field(message, "partitions"),
        since_committed_id: since,
        subscription_partitions: field(message, "subscription_partitions"),
        limit: field(message, "limit"),
    }))
}

/// A field of a message, whatever it holds.
fn field(message: &Value, name: &str) -> Given {
    message.get(name).map_or(Given::Absent, given)
}

fn given(value: &Value) -> Given {
    match value {
        Value::String(text) => Given::Text(text.clone()),
        Value::Array(list) => Given::List(list.iter().map(given).collect()),
        Value::Number(number) => number.as_u64().map_or(Given::Other, Given::Whole),
        _ => Given::Other,
    }
}

fn draft(event: &Value) -> Option<Draft> {
    event.is_object().then(|| Draft {
        id: field(event, "id"),
        partitions: field(event, "partitions"),
        partition: field(event, "partition"),
        content: field(event, "content"),
    })
}

fn shown(event: &Event) -> Value {
    json!({
        "id": event.id,
        "committed_id": event.committed_id.to_string(),
        "partitions": event.partitions,
        "content": event.content,
    })
}

fn result(result: &Answer<Event>) -> Value {
    match result {
        Ok(event) => json!({"event": shown(event)}),
        Err(rejection) => json!({"reject": {"code": rejection.code}}),
    }
}

fn delivered(deliveries: &Deliveries) -> Value {
    let all = deliveries
        .iter()
        .map(|(to, events)| (to.clone(), events.iter().map(shown).collect()));
    Value::Object(all.collect::<Map<_, _>>())
}

fn quiet() -> Value {
    json!({"deliveries": {}})
}
