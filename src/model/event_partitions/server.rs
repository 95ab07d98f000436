//! The server: what it holds, and submitting to it: EP-026 to EP-041, EP-059 to EP-076.

use std::collections::{BTreeMap, BTreeSet};

use super::given::misshapen;
use super::names::{limited, nfc, set, written};
use super::{Draft, Event, Given};
use crate::model::{Answer, Rejection, Stance};
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::{EP_026, EP_027, EP_032, EP_035, EP_036, EP_039, EP_073, EP_075};

/// A server with its log, its connections and what its clients may use.
#[derive(Debug, Clone, Default)]
pub struct Server {
    pub(super) log: Vec<Event>,
    /// Where in the log the event of a draft id is.
    drafts: BTreeMap<String, usize>,
    /// By client; the names are normalized (EP-029).
    grants: BTreeMap<String, BTreeSet<String>>,
    connections: BTreeMap<String, Connection>,
}

#[derive(Debug, Clone)]
pub(super) struct Connection {
    client: String,
    /// The connection's own (EP-066), normalized (EP-065).
    pub(super) subscriptions: BTreeSet<String>,
}

/// What each connection receives, in commit order (EP-074).
pub type Deliveries = BTreeMap<String, Vec<Event>>;

/// What becomes of the events of a batch, one by one.
pub type Submitted = Vec<Answer<Event>>;

impl Server {
    /// Opens a connection for a client. It subscribes to nothing (EP-059).
    pub fn connect(&mut self, connection: &str, client: &str) {
        let fresh = Connection {
            client: client.to_owned(),
            subscriptions: BTreeSet::new(),
        };
        self.connections.insert(connection.to_owned(), fresh);
    }

    /// Closes a connection; its subscriptions end with it (EP-067).
    ///
    /// # Errors
    ///
    /// EP-075: a connection that is not open.
    pub fn disconnect(&mut self, connection: &str) -> Answer<()> {
        self.client(connection)?;
        self.connections.remove(connection);
        Ok(())
    }

    /// Sets what a client may use. Subscriptions stay as they are (EP-068).
    pub fn grant(&mut self, client: &str, partitions: &[String]) {
        let names = partitions.iter().map(|name| nfc(name)).collect();
        self.grants.insert(client.to_owned(), names);
    }

    /// Submits an event.
    ///
    /// # Errors
    ///
    /// Every refusal leaves log, grants and connections as they were (EP-030, EP-031, EP-037, EP-076).
    pub fn submit(
        &mut self,
        connection: &str,
        draft: Option<&Draft>,
        stance: &mut Stance,
    ) -> Answer<(Event, Deliveries)> {
        let client = self.client(connection)?.to_owned();
        let draft = draft.ok_or_else(|| misshapen(EP_026, stance))?;
        let (Given::Text(id), Given::Text(content)) = (&draft.id, &draft.content) else {
            return Err(misshapen(EP_026, stance));
        };
        let names = written(&draft.partitions, &draft.partition, stance)?;
        let limits = limited(&names, stance);
        let partitions = set(names);
        let earlier = self.drafts.get(id).map(|&at| self.log[at].clone());
        let same =
            |earlier: &Event| earlier.partitions == partitions && earlier.content == *content;
        let invalid = match &earlier {
            _ if limits.is_err() => limits.err(),
            Some(earlier) if !same(earlier) => {
                Some(Rejection::new(code::VALIDATION_FAILED, EP_035))
            }
            _ => None,
        };
        // EP-027, EP-028: by grants alone.
        let allowed = self.allows(&client, &partitions);
        let forbidden = |rule| Err(Rejection::new(code::FORBIDDEN, rule));
        match (invalid, earlier) {
            (Some(_), _) if !allowed && stance.takes(EP_032, "forbidden") => forbidden(EP_032),
            (Some(rejection), _) => Err(rejection),
            (None, Some(_)) if !allowed && stance.takes(EP_036, "forbidden") => forbidden(EP_036),
            // EP-033; and nothing is delivered (EP-034).
            (None, Some(earlier)) => Ok((earlier, Deliveries::new())),
            (None, None) if !allowed => forbidden(EP_027),
            (None, None) => Ok(self.commit(connection, id, partitions, content, stance)),
        }
    }

    /// Submits several events, each as if it came alone (EP-038).
    ///
    /// # Errors
    ///
    /// A connection that is not open, and EP-039: the whole batch, if one of its events is refused.
    pub fn submit_batch(
        &mut self,
        connection: &str,
        drafts: &[Option<Draft>],
        stance: &mut Stance,
    ) -> Answer<(Submitted, Deliveries)> {
        self.client(connection)?;
        let mut after = self.clone();
        let mut all = Deliveries::new();
        let mut results = Submitted::new();
        for draft in drafts {
            let result = after.submit(connection, draft.as_ref(), stance);
            results.push(result.map(|(event, deliveries)| {
                for (to, events) in deliveries {
                    all.entry(to).or_default().extend(events);
                }
                event
            }));
        }
        if let Some(rejection) = results.iter().find_map(|result| result.as_ref().err())
            && stance.takes(EP_039, "whole")
        {
            return Err(*rejection);
        }
        *self = after;
        Ok((results, all))
    }

    /// The committed id of a draft that has been committed.
    #[must_use]
    pub fn committed_id(&self, draft_id: &str) -> Option<u64> {
        self.drafts
            .get(draft_id)
            .map(|&at| self.log[at].committed_id)
    }

    /// The client behind an open connection.
    pub(super) fn client(&self, connection: &str) -> Answer<&str> {
        let open = self.connections.get(connection);
        let open = open.ok_or(Rejection::new(code::UNKNOWN_CONNECTION, EP_075))?;
        Ok(&open.client)
    }

    /// The connection of a name that is known to be open.
    pub(super) fn open(&mut self, connection: &str) -> &mut Connection {
        self.connections
            .get_mut(connection)
            .expect("the caller has asked for its client")
    }

    /// Whether a client may use all of these partitions.
    pub(super) fn allows(&self, client: &str, partitions: &BTreeSet<String>) -> bool {
        self.grants
            .get(client)
            .map_or(partitions.is_empty(), |granted| {
                partitions.is_subset(granted)
            })
    }

    fn commit(
        &mut self,
        origin: &str,
        id: &str,
        partitions: BTreeSet<String>,
        content: &str,
        stance: &mut Stance,
    ) -> (Event, Deliveries) {
        let event = Event {
            id: id.to_owned(),
            // EP-040, EP-041: from 1, without gaps.
            committed_id: self.log.len() as u64 + 1,
            partitions,
            content: content.to_owned(),
        };
        self.drafts.insert(event.id.clone(), self.log.len());
        self.log.push(event.clone());
        // EP-069, EP-070, EP-072: by the subscriptions of this moment; EP-071: once for each connection.
        let mut deliveries = Deliveries::new();
        for (name, connection) in &self.connections {
            let meets = !connection.subscriptions.is_disjoint(&event.partitions);
            if meets && (name != origin || stance.takes(EP_073, "one")) {
                deliveries.insert(name.clone(), vec![event.clone()]);
            }
        }
        (event, deliveries)
    }
}
