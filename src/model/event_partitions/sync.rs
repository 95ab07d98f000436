//! Syncing, and the subscriptions that come with it: EP-042 to EP-064.

use std::collections::BTreeSet;

use super::given::misshapen;
use super::names::{limited, set, texts};
use super::{Event, Given, Server};
use crate::model::{Answer, Rejection, Stance};
use crate::rule::codes::event_partitions as code;
use crate::rule::rules::{EP_046, EP_048, EP_049, EP_050, EP_051, EP_052};

/// The payload of a sync.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sync {
    /// The scope: which partitions to return events for.
    pub partitions: Given,
    /// After which committed id.
    pub since_committed_id: Given,
    /// The new subscriptions, if they are to change.
    pub subscription_partitions: Given,
    /// How many events to return at most.
    pub limit: Given,
}

/// What a sync returns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The events, in commit order.
    pub events: Vec<Event>,
    /// Whether the limit has held back events: EP-058.
    pub has_more: bool,
    /// The connection's subscriptions after the request: EP-064.
    pub effective_subscriptions: BTreeSet<String>,
}

impl Server {
    /// Syncs a connection.
    ///
    /// # Errors
    ///
    /// Every refusal leaves the subscriptions as they were (EP-054).
    pub fn sync(
        &mut self,
        connection: &str,
        payload: Option<&Sync>,
        stance: &mut Stance,
    ) -> Answer<Page> {
        let client = self.client(connection)?.to_owned();
        let payload = payload.ok_or_else(|| misshapen(EP_048, stance))?;
        let Given::Whole(since) = payload.since_committed_id else {
            return Err(misshapen(EP_046, stance));
        };
        let scope = names(&payload.partitions, stance)?.ok_or_else(|| misshapen(EP_048, stance))?;
        if scope.is_empty() && stance.takes(EP_049, "reject") {
            return Err(misshapen(EP_049, stance));
        }
        let replacement = names(&payload.subscription_partitions, stance)?;
        let forbidden = |rule| Err(Rejection::new(code::FORBIDDEN, rule));
        // EP-053: by grants alone.
        if !self.allows(&client, &scope) {
            return forbidden(EP_051);
        }
        if let Some(replacement) = &replacement
            && !self.allows(&client, replacement)
        {
            return forbidden(EP_052);
        }
        let subscriptions = &mut self.open(connection).subscriptions;
        // EP-060, EP-061; absent, it changes nothing (EP-062), and the scope never does (EP-063).
        if let Some(replacement) = replacement {
            *subscriptions = replacement;
        }
        let effective_subscriptions = subscriptions.clone();
        let limit = match payload.limit {
            Given::Whole(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
            _ => usize::MAX,
        };
        let mut view = self.view(&scope, since);
        let events = view.by_ref().take(limit).cloned().collect();
        Ok(Page {
            events,
            has_more: view.next().is_some(),
            effective_subscriptions,
        })
    }

    /// EP-042 to EP-045: the events after `since` that are in any partition of the scope, in commit order, each once.
    /// Nothing else decides (EP-056), so what one page leaves over the next returns (EP-057).
    fn view(&self, scope: &BTreeSet<String>, since: u64) -> impl Iterator<Item = &Event> {
        self.log
            .iter()
            .filter(move |event| event.committed_id > since && !event.partitions.is_disjoint(scope))
    }
}

/// The names of a list in a payload, normalized (EP-047, EP-065); `None` if it is absent.
fn names(given: &Given, stance: &mut Stance) -> Answer<Option<BTreeSet<String>>> {
    let names = match given {
        Given::Absent => return Ok(None),
        Given::List(list) => texts(list).map_err(|_| misshapen(EP_048, stance))?,
        _ => return Err(misshapen(EP_048, stance)),
    };
    // EP-050
    if limited(&names, &mut Stance::default()).is_err() && stance.takes(EP_050, "limited") {
        return Err(Rejection::new(code::VALIDATION_FAILED, EP_050));
    }
    Ok(Some(set(names)))
}
