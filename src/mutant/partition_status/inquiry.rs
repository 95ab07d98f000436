//! A query in which each decision can be got wrong.

use serde_json::{Value, json};

use crate::model::partition_status::{Instant, Reason};
use crate::mutant::deviation::instead;
use crate::subject::{Implementation, Reference, Reply, Request};

/// What a query is about.
pub(super) struct Facts {
    /// When the data was made; `now` if it never was.
    pub(super) made: Instant,
    pub(super) version: Option<String>,
    pub(super) age: Option<i64>,
    pub(super) upstreams: Vec<Option<Instant>>,
    pub(super) code: Option<(String, Instant)>,
    pub(super) now: Instant,
}

/// A cause that holds: since when, and which.
pub(super) type Cause = (Instant, Reason);

/// The decisions of a query.
#[derive(Clone, Copy)]
pub(super) struct Habits {
    /// Whether data that was never made is looked at.
    pub(super) looks_at_nothing: bool,
    /// Since when the policy makes the data stale, if it does.
    pub(super) freshness: fn(&Facts) -> Option<Instant>,
    /// Since when an upstream makes the data stale, if one does.
    pub(super) upstream: fn(&Facts) -> Option<Instant>,
    /// Since when the code makes the data stale, if it does.
    pub(super) code: fn(&Facts) -> Option<Instant>,
    /// Which of the causes that hold, in the order of the document, is given.
    pub(super) choose: fn(Vec<Cause>) -> Option<Cause>,
    /// What becomes of the derived staleness, given what is stored.
    pub(super) answers: fn(&Value, Value) -> Value,
}

/// The habits of the reference.
pub(super) const RIGHT: Habits = Habits {
    looks_at_nothing: false,
    freshness: |facts| deadline(facts).filter(|deadline| facts.now > *deadline),
    upstream: |facts| newer(facts).min().filter(|since| facts.now >= *since),
    code: |facts| {
        let (version, since) = facts.code.as_ref()?;
        let since = (*since).max(facts.made);
        (facts.version.as_ref()? != version && facts.now >= since).then_some(since)
    },
    choose: |causes| causes.into_iter().min(),
    answers: |_, derived| derived,
};

/// The policy's deadline, if there is one that an instant can reach.
pub(super) fn deadline(facts: &Facts) -> Option<Instant> {
    facts.made.after(facts.age?)
}

/// The upstreams that are newer than the data, in the order given.
pub(super) fn newer(facts: &Facts) -> impl Iterator<Item = Instant> {
    let known = facts.upstreams.iter().flatten().copied();
    known.filter(|upstream| *upstream > facts.made)
}

impl Habits {
    /// The reference with queries of these habits.
    pub(super) fn subject(self) -> Box<dyn Implementation> {
        let operations = &["partition_status.staleness", "partition_status.query"];
        instead(operations, move |reference, request| {
            // The reference judges.
            match reference.call(request) {
                Reply::Ok(_) => self.answer(reference, request),
                refusal => refusal,
            }
        })
    }

    fn answer(self, reference: &mut Reference, request: &Request) -> Reply {
        let input = &request.input;
        let cause = facts(input)
            .filter(|_| self.looks_at_nothing || !input["last_materialization_at"].is_null())
            .and_then(|facts| self.cause(&facts));
        let derived = json!({
            "stale_since": cause.map(|(since, _)| since.to_string()),
            "stale_reason_code": cause.map(|(_, reason)| reason.as_str()),
        });
        if request.operation == "partition_status.staleness" {
            return Reply::Ok(derived);
        }
        let mut answer = (self.answers)(input, derived);
        let display = json!({
            "last_materialization_at": input["last_materialization_at"],
            "last_attempt_at": input["last_attempt_at"],
            "last_attempt_outcome": input["last_attempt_outcome"],
            "stale_since": answer["stale_since"],
        });
        if let Reply::Ok(shown) = reference.call(&Request::new("partition_status.display", display))
        {
            // A habit may have displayed something else already.
            if answer["status"].is_null() {
                answer["status"] = shown["status"].clone();
            }
        }
        Reply::Ok(answer)
    }

    fn cause(self, facts: &Facts) -> Option<Cause> {
        let causes = [
            (self.freshness)(facts),
            (self.upstream)(facts),
            (self.code)(facts),
        ];
        let causes = causes.into_iter().zip(Reason::ALL);
        (self.choose)(
            causes
                .filter_map(|(since, reason)| Some((since?, reason)))
                .collect(),
        )
    }
}

fn facts(input: &Value) -> Option<Facts> {
    let instant = |value: &Value| value.as_str().and_then(|text| Instant::parse(text).ok());
    let now = instant(&input["now"])?;
    let code = &input["current_code"];
    Some(Facts {
        made: instant(&input["last_materialization_at"]).unwrap_or(now),
        version: input["last_materialization_code_version"]
            .as_str()
            .map(str::to_owned),
        age: input["max_age_micros"]
            .as_str()
            .and_then(|age| age.parse().ok()),
        upstreams: input["upstreams"].as_array()?.iter().map(instant).collect(),
        code: code["version"]
            .as_str()
            .map(str::to_owned)
            .zip(instant(&code["since"])),
        now,
    })
}
