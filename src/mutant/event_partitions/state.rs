//! What a server holds.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Value, json};

use super::server::Names;

#[derive(Default)]
pub(super) struct Server {
    pub(super) log: Vec<Event>,
    pub(super) grants: HashMap<String, Names>,
    pub(super) open: BTreeMap<String, Connection>,
    /// What connections have received since the last answer.
    pub(super) received: BTreeMap<String, Vec<Event>>,
    /// The subscriptions of connections that have been closed, by name.
    pub(super) closed: HashMap<String, Names>,
    /// Numbers for whatever a mutant counts.
    pub(super) counters: HashMap<String, u64>,
}

#[derive(Clone)]
pub(super) struct Connection {
    pub(super) name: String,
    pub(super) client: String,
    pub(super) subscriptions: Names,
}

#[derive(Clone)]
pub(super) struct Event {
    pub(super) id: String,
    pub(super) committed_id: u64,
    pub(super) partitions: Vec<String>,
    pub(super) content: String,
    /// The connection that it came from.
    pub(super) origin: String,
    /// The message that it came in.
    pub(super) written: Value,
}

impl Server {
    pub(super) fn connect(&mut self, name: &str, client: &str) {
        let fresh = Connection {
            name: name.to_owned(),
            client: client.to_owned(),
            subscriptions: Names::new(),
        };
        self.open.insert(name.to_owned(), fresh);
    }

    pub(super) fn granted(&self, client: &str) -> Names {
        self.grants.get(client).cloned().unwrap_or_default()
    }

    pub(super) fn deliver(&mut self, name: &str, event: &Event) {
        let received = self.received.entry(name.to_owned()).or_default();
        received.push(event.clone());
    }

    /// Delivers an event to all who subscribe to it, but its origin.
    pub(super) fn broadcast(&mut self, origin: &str, event: &Event) {
        for name in self.others(origin, |open| event.meets(&open.subscriptions)) {
            self.deliver(&name, event);
        }
    }

    /// The committed id of a draft.
    pub(super) fn numbered(&self, id: &str) -> Option<u64> {
        let known = self.log.iter().find(|event| event.id == id);
        known.map(|event| event.committed_id)
    }

    pub(super) fn client_of(&self, name: &str) -> String {
        let open = self.open.get(name);
        open.map(|open| open.client.clone()).unwrap_or_default()
    }

    pub(super) fn subscribe(&mut self, name: &str, names: Names) {
        if let Some(open) = self.open.get_mut(name) {
            open.subscriptions = names;
        }
    }

    /// The connections, but the origin, that a condition picks.
    pub(super) fn others(&self, origin: &str, picks: impl Fn(&Connection) -> bool) -> Vec<String> {
        let open = self.open.values();
        open.filter(|open| open.name != origin && picks(open))
            .map(|open| open.name.clone())
            .collect()
    }

    /// The events of a scope after a number: the right view.
    pub(super) fn after(&self, scope: &Names, since: u64) -> Vec<Event> {
        self.view(scope, |number| number > since)
    }

    /// The later events that a condition picks.
    pub(super) fn picked(&self, since: u64, picks: impl Fn(&Event) -> bool) -> Vec<Event> {
        let later = self.log.iter().filter(|event| event.committed_id > since);
        later.filter(|event| picks(event)).cloned().collect()
    }

    /// The events of a scope whose number is in order.
    pub(super) fn view(&self, scope: &Names, fits: impl Fn(u64) -> bool) -> Vec<Event> {
        let events = self.log.iter();
        events
            .filter(|event| event.meets(scope) && fits(event.committed_id))
            .cloned()
            .collect()
    }

    /// Counts up, by name.
    pub(super) fn count(&mut self, name: &str) -> u64 {
        let counter = self.counters.entry(name.to_owned()).or_default();
        *counter += 1;
        *counter
    }
}

impl Event {
    pub(super) fn meets(&self, names: &Names) -> bool {
        self.partitions.iter().any(|name| names.contains(name))
    }

    /// The event with the partitions that it is shown with.
    pub(super) fn shown_with(&self, partitions: impl Into<Value>) -> Value {
        json!({
            "id": self.id,
            "committed_id": self.committed_id.to_string(),
            "partitions": partitions.into(),
            "content": self.content,
        })
    }

    pub(super) fn shown(&self) -> Value {
        self.shown_with(self.partitions.clone())
    }
}
