//! A server in which each decision can be got wrong.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::{Value, json};

use super::naming::{Naming, OPERATIONS, RIGHT as NAMING, nfc};
use super::state::{Connection, Event, Server};
use crate::mutant::deviation::{instead, text};
use crate::rule::codes::event_partitions as code;
use crate::subject::{Implementation, Reply};

/// Names of partitions.
pub(super) type Names = BTreeSet<String>;

/// The decisions of a server.
#[derive(Clone, Copy)]
pub(super) struct Habits {
    /// How it normalizes the partitions of events.
    pub(super) naming: Naming,
    /// The forms that it gives to names in grants, scopes and subscriptions.
    pub(super) forms: [fn(&str) -> String; 3],
    /// Whether it lets a client, on a connection, submit to partitions, as they stand in the event.
    pub(super) submits: fn(&Server, &Connection, &[String]) -> bool,
    /// The draft id of an event that has one.
    pub(super) id: fn(&Value) -> Option<String>,
    /// The content of an event that has one.
    pub(super) content: fn(&Value) -> Option<String>,
    /// What it does beside refusing an event, of which it knows id, partitions and content as far as it could read them.
    pub(super) refused: fn(&mut Server, &str, &Event),
    /// Whether a draft is the same as the event that was committed under its id.
    pub(super) same: fn(&Event, &Event) -> bool,
    /// What it answers to a draft that is the same, on this connection; `None` to commit it.
    pub(super) repeats: fn(&mut Server, &str, &Event) -> Option<Event>,
    /// What it answers to a draft that is another, or its refusal; `None` to commit it.
    pub(super) conflicts: fn(&mut Server, &Event, Event) -> Result<Option<Event>, &'static str>,
    /// Whether it refuses a draft id that is not in its log.
    pub(super) taken: fn(&Server, &Event) -> bool,
    /// The committed id of an event.
    pub(super) number: fn(&mut Server, &Event) -> u64,
    /// What it shows of an event: in the answer to its submit, in a broadcast, in a sync; the names are those that the reader asked for.
    pub(super) shows: [fn(&Event, &Names) -> Value; 3],
    /// Who receives an event from a connection: each connection as often as it stands there.
    pub(super) receives: fn(&Server, &str, &Event) -> Vec<String>,
    /// How it arranges what one connection receives by one request.
    pub(super) arranges: fn(&mut Vec<Event>),
    /// How it goes through a batch: the places of its events in the order of work.
    pub(super) batch: fn(usize) -> Vec<usize>,
    /// The number that `since_committed_id` stands for.
    pub(super) since: fn(&Value) -> Option<u64>,
    /// The names that a list in a payload stands for.
    pub(super) scope: fn(&Value) -> Option<Vec<String>>,
    /// What is left of a scope that a client, on a connection, syncs; `None` to refuse it.
    pub(super) syncs: fn(&Server, &Connection, &Names) -> Option<Names>,
    /// Whether it lets a client subscribe.
    pub(super) subscribes: fn(&Server, &Connection, &Names) -> bool,
    /// What it does beside refusing a sync, with the scope and subscriptions as far as it could read them.
    pub(super) sync_refused: fn(&mut Server, &str, &Names, Option<&Names>),
    /// The subscriptions after a sync: from those before, those given, and the scope.
    pub(super) replaces: fn(&Names, Option<&Names>, &Names) -> Names,
    /// The effective subscriptions that it tells: from those before, those after, and those given as written.
    pub(super) tells: fn(&Names, &Names, &Value) -> Vec<String>,
    /// The events of a scope after a number, for a connection.
    pub(super) view: fn(&mut Server, &str, &Names, u64) -> Vec<Event>,
    /// The page of a view with a limit, and whether there is more.
    #[allow(
        clippy::type_complexity,
        reason = "a view goes in, a page and whether there is more come out"
    )]
    pub(super) page: fn(&Server, &[Event], usize) -> (Vec<Event>, bool),
    /// What happens when a connection has been opened, closed, or its client's grant has been set.
    pub(super) connected: fn(&mut Server, &str),
    /// See above.
    pub(super) disconnected: fn(&mut Server, &str, &Connection),
    /// See above.
    pub(super) granted: fn(&mut Server, &str),
    /// What it does about a connection that is not open, before it refuses.
    pub(super) unknown: fn(&mut Server, &str),
    /// What happens when a connection has given subscriptions.
    pub(super) subscribed: fn(&mut Server, &str),
}

/// The habits of the reference.
pub(super) const RIGHT: Habits = Habits {
    naming: NAMING,
    forms: [nfc, nfc, nfc],
    submits: |server, connection, names| {
        let granted = server.granted(&connection.client);
        names.iter().all(|name| granted.contains(name))
    },
    id: |event| event["id"].as_str().map(str::to_owned),
    content: |event| event["content"].as_str().map(str::to_owned),
    refused: |_, _, _| (),
    same: |earlier, draft| {
        earlier.partitions == draft.partitions && earlier.content == draft.content
    },
    repeats: |_, _, earlier| Some(earlier.clone()),
    conflicts: |_, _, _| Err(code::VALIDATION_FAILED),
    taken: |_, _| false,
    number: |server, _| server.log.len() as u64 + 1,
    shows: [
        |event, _| event.shown(),
        |event, _| event.shown(),
        |event, _| event.shown(),
    ],
    receives: |server, origin, event| {
        server.others(origin, |open| event.meets(&open.subscriptions))
    },
    arranges: |_| (),
    batch: |count| (0..count).collect(),
    since: Value::as_u64,
    scope: texts,
    syncs: |server, connection, scope| {
        let granted = server.granted(&connection.client);
        scope.is_subset(&granted).then(|| scope.clone())
    },
    subscribes: |server, connection, names| names.is_subset(&server.granted(&connection.client)),
    sync_refused: |_, _, _, _| (),
    replaces: |before, given, _| given.unwrap_or(before).clone(),
    tells: |_, after, _| after.iter().cloned().collect(),
    view: |server, _, scope, since| server.after(scope, since),
    page: |_, view, limit| {
        let events = view.iter().take(limit).cloned().collect();
        (events, view.len() > limit)
    },
    connected: |_, _| (),
    disconnected: |_, _, _| (),
    granted: |_, _| (),
    unknown: |_, _| (),
    subscribed: |_, _| (),
};

/// The texts of a list, if it is one.
pub(super) fn texts(value: &Value) -> Option<Vec<String>> {
    let list = value.as_array()?.iter();
    list.map(|name| name.as_str().map(str::to_owned)).collect()
}

impl Habits {
    /// The reference with a server of these habits.
    pub(super) fn subject(self) -> Box<dyn Implementation> {
        let mut servers: HashMap<String, Server> = HashMap::new();
        instead(&OPERATIONS[1..], move |reference, request| {
            // A request without a session is no business of a mutant.
            let Some(session) = &request.session else {
                return reference.call(request);
            };
            let server = servers.entry(session.clone()).or_default();
            let input = &request.input;
            let on = text(input, "connection");
            let done = match request.operation.split('.').nth(1) {
                Some("connect") => {
                    server.connect(on, text(input, "client"));
                    (self.connected)(server, on);
                    Ok(json!({}))
                }
                Some("grant") => {
                    let names = texts(&input["partitions"]).unwrap_or_default();
                    let names = names.iter().map(|name| (self.forms[0])(name)).collect();
                    let client = text(input, "client");
                    server.grants.insert(client.to_owned(), names);
                    (self.granted)(server, client);
                    Ok(json!({}))
                }
                Some("submit") => self
                    .submit(server, on, &input["event"])
                    .map(|event| json!({"event": event})),
                Some("submit_batch") => self.submit_batch(server, on, &input["events"]),
                Some("sync") => self.sync(server, on, input),
                Some("disconnect") => self.open(server, on).map(|connection| {
                    server.open.remove(on);
                    (self.disconnected)(server, on, &connection);
                    json!({})
                }),
                _ => {
                    servers.remove(session);
                    return Reply::Ok(json!({}));
                }
            };
            match done {
                Ok(mut ok) => {
                    ok["deliveries"] = self.delivered(server);
                    Reply::Ok(ok)
                }
                Err(code) => Reply::reject(code),
            }
        })
    }

    fn open(self, server: &mut Server, on: &str) -> Result<Connection, &'static str> {
        if !server.open.contains_key(on) {
            (self.unknown)(server, on);
        }
        server.open.get(on).cloned().ok_or(code::UNKNOWN_CONNECTION)
    }

    /// What has been received since the last answer.
    fn delivered(self, server: &mut Server) -> Value {
        let received = std::mem::take(&mut server.received);
        let shown = received.into_iter().map(|(name, mut events)| {
            let subscriptions = server.open.get(&name).map(|c| c.subscriptions.clone());
            let subscriptions = subscriptions.unwrap_or_default();
            (self.arranges)(&mut events);
            let events = events
                .iter()
                .map(|event| (self.shows[1])(event, &subscriptions));
            (name, events.collect::<Vec<_>>())
        });
        json!(shown.collect::<BTreeMap<_, _>>())
    }

    fn submit(self, server: &mut Server, on: &str, message: &Value) -> Result<Value, &'static str> {
        let connection = self.open(server, on)?;
        let known = texts(&message["partitions"]).unwrap_or_default();
        let mut event = Event {
            id: text(message, "id").to_owned(),
            committed_id: 0,
            partitions: known,
            content: text(message, "content").to_owned(),
            origin: on.to_owned(),
            written: message.clone(),
        };
        let judged = self.judged(server, &connection, message, &mut event);
        if judged.is_err() {
            (self.refused)(server, on, &event);
        }
        let committed = match judged? {
            Some(earlier) => earlier,
            None => self.commit(server, on, event),
        };
        Ok((self.shows[0])(&committed, &Names::new()))
    }

    /// The event that a draft is already, or `None` for one that is to be committed.
    fn judged(
        self,
        server: &mut Server,
        connection: &Connection,
        message: &Value,
        event: &mut Event,
    ) -> Result<Option<Event>, &'static str> {
        if !message.is_object() {
            return Err(code::BAD_REQUEST);
        }
        event.id = (self.id)(message).ok_or(code::BAD_REQUEST)?;
        event.content = (self.content)(message).ok_or(code::BAD_REQUEST)?;
        let names = self.naming.names(message)?;
        let limits = self.naming.limited(&names);
        event.partitions = (self.naming.arrange)(names);
        let earlier = server
            .log
            .iter()
            .find(|known| known.id == event.id)
            .cloned();
        let allowed = (self.submits)(server, connection, &event.partitions);
        limits?;
        match earlier {
            Some(earlier) if !(self.same)(&earlier, event) => {
                (self.conflicts)(server, &earlier, event.clone())
            }
            _ if !allowed => Err(code::FORBIDDEN),
            Some(earlier) => Ok((self.repeats)(server, &connection.name, &earlier)),
            None if (self.taken)(server, event) => Err(code::VALIDATION_FAILED),
            None => Ok(None),
        }
    }

    fn commit(self, server: &mut Server, on: &str, mut event: Event) -> Event {
        event.committed_id = (self.number)(server, &event);
        server.log.push(event.clone());
        for name in (self.receives)(server, on, &event) {
            server.deliver(&name, &event);
        }
        event
    }

    fn submit_batch(
        self,
        server: &mut Server,
        on: &str,
        events: &Value,
    ) -> Result<Value, &'static str> {
        self.open(server, on)?;
        let events = events.as_array().cloned().unwrap_or_default();
        let mut results = vec![Value::Null; events.len()];
        for at in (self.batch)(events.len()) {
            results[at] = match self.submit(server, on, &events[at]) {
                Ok(event) => json!({"event": event}),
                Err(code) => json!({"reject": {"code": code}}),
            };
        }
        Ok(json!({"results": results}))
    }

    fn sync(self, server: &mut Server, on: &str, input: &Value) -> Result<Value, &'static str> {
        let connection = self.open(server, on)?;
        let payload = &input["payload"];
        let normalized = |list: &Value, form: usize| -> Option<Names> {
            let list = (self.scope)(list)?;
            Some(list.iter().map(|name| (self.forms[form])(name)).collect())
        };
        let scope = normalized(&payload["partitions"], 1);
        let written = payload.get("subscription_partitions");
        let given = written.map(|list| normalized(list, 2));
        let since = match server.numbered(text(input, "since_event")) {
            Some(number) => Some(number),
            None => (self.since)(&payload["since_committed_id"]),
        };
        let refuse = |server: &mut Server, code| {
            let given = given.clone().flatten();
            let scope = scope.clone().unwrap_or_default();
            (self.sync_refused)(server, on, &scope, given.as_ref());
            Err(code)
        };
        let (Some(asked), Some(since), None | Some(Some(_))) = (&scope, since, &given) else {
            return refuse(server, code::BAD_REQUEST);
        };
        let given = given.clone().flatten();
        let Some(left) = (self.syncs)(server, &connection, asked) else {
            return refuse(server, code::FORBIDDEN);
        };
        if given
            .as_ref()
            .is_some_and(|names| !(self.subscribes)(server, &connection, names))
        {
            return refuse(server, code::FORBIDDEN);
        }
        let before = connection.subscriptions;
        let after = (self.replaces)(&before, given.as_ref(), asked);
        if let Some(open) = server.open.get_mut(on) {
            open.subscriptions.clone_from(&after);
        }
        if given.is_some() {
            (self.subscribed)(server, on);
        }
        let view = (self.view)(server, on, &left, since);
        let limit = payload["limit"]
            .as_u64()
            .and_then(|limit| usize::try_from(limit).ok());
        let (events, has_more) = (self.page)(server, &view, limit.unwrap_or(usize::MAX));
        let events = events.iter().map(|event| (self.shows[2])(event, asked));
        Ok(json!({
            "events": events.collect::<Vec<_>>(),
            "has_more": has_more,
            "effective_subscriptions": (self.tells)(&before, &after, written.unwrap_or(&Value::Null)),
        }))
    }
}
