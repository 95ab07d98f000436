//! The operations of `spec/partition_status.md`.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{Attempt, Reference, input};
use crate::model::partition_status::{
    COLUMNS, Circumstances, Code, GivenEvent, Identity, Instant, Outcome, Row, Staleness, Table,
    max_age, staleness, status,
};
use crate::model::{Answer, Stance};
use crate::subject::Request;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Events {
    events: Vec<WireEvent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireEvent {
    event_id: String,
    tenant_id: String,
    workspace_id: String,
    run_id: String,
    #[serde(deserialize_with = "present")]
    asset_key: Option<String>,
    #[serde(deserialize_with = "present")]
    partition_key: Option<String>,
    outcome: String,
    at: String,
    #[serde(deserialize_with = "present")]
    code_version: Option<String>,
    materialized: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Stale {
    #[serde(deserialize_with = "present")]
    last_materialization_at: Option<String>,
    #[serde(deserialize_with = "present")]
    last_materialization_code_version: Option<String>,
    #[serde(deserialize_with = "present")]
    max_age_micros: Option<String>,
    upstreams: Vec<Option<String>>,
    #[serde(deserialize_with = "present")]
    current_code: Option<WireCode>,
    now: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Display {
    #[serde(deserialize_with = "present")]
    last_materialization_at: Option<String>,
    #[serde(deserialize_with = "present")]
    last_attempt_at: Option<String>,
    #[serde(deserialize_with = "present")]
    last_attempt_outcome: Option<String>,
    #[serde(deserialize_with = "present")]
    stale_since: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Query {
    #[serde(deserialize_with = "present")]
    last_materialization_at: Option<String>,
    #[serde(deserialize_with = "present")]
    last_materialization_code_version: Option<String>,
    #[serde(deserialize_with = "present")]
    last_attempt_at: Option<String>,
    #[serde(deserialize_with = "present")]
    last_attempt_outcome: Option<String>,
    #[serde(deserialize_with = "present")]
    stale_since: Option<String>,
    #[serde(rename = "stale_reason_code", deserialize_with = "present")]
    _stale_reason_code: Option<String>,
    #[serde(deserialize_with = "present")]
    max_age_micros: Option<String>,
    upstreams: Vec<Option<String>>,
    #[serde(deserialize_with = "present")]
    current_code: Option<WireCode>,
    now: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sweep {
    partition: WirePartition,
    #[serde(deserialize_with = "present")]
    max_age_micros: Option<String>,
    upstreams: Vec<Option<String>>,
    #[serde(deserialize_with = "present")]
    current_code: Option<WireCode>,
    now: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WirePartition {
    tenant_id: String,
    workspace_id: String,
    asset_key: String,
    partition_key: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WireCode {
    version: String,
    since: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

impl Reference {
    /// Answers an operation of the domain, if there is one of that name.
    pub(super) fn partition_status(&mut self, name: &str, request: &Request) -> Option<Attempt> {
        let value = &request.input;
        Some(match name {
            "fold" => input(value).map(|input: Events| {
                let mut table = Table::default();
                apply(&mut table, input, &mut self.stance)
            }),
            "staleness" => input(value).map(|input: Stale| derive(&input).map(stale_columns)),
            "display" => input(value).and_then(|input: Display| {
                paired(value, "last_attempt_at", "last_attempt_outcome")?;
                Ok(show(&input))
            }),
            "query" => input(value).and_then(|input: Query| {
                paired(value, "last_attempt_at", "last_attempt_outcome")?;
                paired(value, "stale_since", "stale_reason_code")?;
                Ok(answer(&input))
            }),
            "columns" => input(value).map(|Nothing {}| Ok(json!({"columns": columns()}))),
            "apply" | "sweep" | "end" => self.table(name, request),
            _ => return None,
        })
    }

    fn table(&mut self, name: &str, request: &Request) -> Attempt {
        let session = request
            .session
            .clone()
            .ok_or("a stateful operation needs a session")?;
        if name == "end" {
            input::<Nothing>(&request.input)?;
            self.tables.remove(&session);
            return Ok(Ok(json!({})));
        }
        let table = self.tables.entry(session).or_default();
        if name == "apply" {
            let events = input(&request.input)?;
            return Ok(apply(table, events, &mut self.stance));
        }
        let sweep: Sweep = input(&request.input)?;
        Ok(store(table, sweep, &mut self.stance))
    }
}

fn apply(table: &mut Table, input: Events, stance: &mut Stance) -> Answer<Value> {
    let events: Vec<GivenEvent> = input.events.into_iter().map(GivenEvent::from).collect();
    table.apply(&events, stance)?;
    Ok(rows(table))
}

fn store(table: &mut Table, sweep: Sweep, stance: &mut Stance) -> Answer<Value> {
    let WirePartition {
        tenant_id,
        workspace_id,
        asset_key,
        partition_key,
    } = sweep.partition;
    let identity = Identity {
        tenant_id,
        workspace_id,
        asset_key,
        partition_key,
    };
    let identity = identity.judged(stance)?;
    let circumstances = circumstances(
        sweep.max_age_micros.as_deref(),
        &sweep.upstreams,
        sweep.current_code.as_ref(),
        &sweep.now,
    )?;
    table.sweep(&identity, &circumstances);
    Ok(rows(table))
}

fn derive(input: &Stale) -> Answer<Option<Staleness>> {
    let made = instant(input.last_materialization_at.as_deref())?;
    let circumstances = circumstances(
        input.max_age_micros.as_deref(),
        &input.upstreams,
        input.current_code.as_ref(),
        &input.now,
    )?;
    let version = input.last_materialization_code_version.as_deref();
    Ok(staleness(made, version, &circumstances))
}

fn show(input: &Display) -> Answer<Value> {
    let made = instant(input.last_materialization_at.as_deref())?;
    let attempt = attempt(
        input.last_attempt_at.as_deref(),
        input.last_attempt_outcome.as_deref(),
    )?;
    let stale = instant(input.stale_since.as_deref())?.is_some();
    Ok(json!({"status": status(made, attempt, stale).as_str()}))
}

/// Staleness first, then the display of what was derived, not of what is stored.
fn answer(query: &Query) -> Answer<Value> {
    let made = instant(query.last_materialization_at.as_deref())?;
    let attempt = attempt(
        query.last_attempt_at.as_deref(),
        query.last_attempt_outcome.as_deref(),
    )?;
    instant(query.stale_since.as_deref())?; // PS-011: judged, although nothing depends on it
    let circumstances = circumstances(
        query.max_age_micros.as_deref(),
        &query.upstreams,
        query.current_code.as_ref(),
        &query.now,
    )?;
    let version = query.last_materialization_code_version.as_deref();
    let stale = staleness(made, version, &circumstances);
    let mut answer = stale_columns(stale);
    answer["status"] = json!(status(made, attempt, stale.is_some()).as_str());
    Ok(answer)
}

fn attempt(at: Option<&str>, outcome: Option<&str>) -> Answer<Option<(Instant, Outcome)>> {
    let outcome = outcome.map(Outcome::parse).transpose()?;
    Ok(instant(at)?.zip(outcome))
}

fn circumstances(
    age: Option<&str>,
    upstreams: &[Option<String>],
    code: Option<&WireCode>,
    now: &str,
) -> Answer<Circumstances> {
    let upstreams = upstreams
        .iter()
        .map(|upstream| instant(upstream.as_deref()));
    let code = code.map(|code| {
        Ok(Code {
            version: code.version.clone(),
            since: Instant::parse(&code.since)?,
        })
    });
    Ok(Circumstances {
        max_age: age.map(max_age).transpose()?,
        upstreams: upstreams.collect::<Answer<_>>()?,
        current_code: code.transpose()?,
        now: Instant::parse(now)?,
    })
}

fn instant(text: Option<&str>) -> Answer<Option<Instant>> {
    text.map(Instant::parse).transpose()
}

fn rows(table: &Table) -> Value {
    json!({"rows": table.rows().map(row).collect::<Vec<_>>()})
}

/// A row as the wire carries it.
fn row(row: &Row) -> Value {
    let made = row.materialization.as_ref();
    let stale = stale_columns(row.stale);
    json!({
        "tenant_id": row.identity.tenant_id,
        "workspace_id": row.identity.workspace_id,
        "asset_key": row.identity.asset_key,
        "partition_key": row.identity.partition_key,
        "last_materialization_run_id": made.map(|made| &made.run_id),
        "last_materialization_at": made.map(|made| made.at.to_string()),
        "last_materialization_code_version": made.and_then(|made| made.code_version.as_ref()),
        "last_attempt_run_id": row.attempt.run_id,
        "last_attempt_at": row.attempt.at.to_string(),
        "last_attempt_outcome": row.attempt.outcome.as_str(),
        "stale_since": stale["stale_since"],
        "stale_reason_code": stale["stale_reason_code"],
        "partition_values": row.values,
        "row_version": row.version.to_string(),
    })
}

fn stale_columns(stale: Option<Staleness>) -> Value {
    json!({
        "stale_since": stale.map(|stale| stale.since.to_string()),
        "stale_reason_code": stale.map(|stale| stale.reason.as_str()),
    })
}

fn columns() -> Vec<Value> {
    let columns = COLUMNS.iter().map(|column| {
        json!({"name": column.name, "type": column.kind.as_str(), "nullable": column.nullable})
    });
    columns.collect()
}

/// Two columns that are null together, or not at all: everything else is no request of this protocol.
fn paired(value: &Value, one: &str, other: &str) -> Result<(), String> {
    if value[one].is_null() == value[other].is_null() {
        Ok(())
    } else {
        Err(format!("`{one}` and `{other}` are both null or both not"))
    }
}

/// A field that may be null but not absent.
fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    Option::deserialize(deserializer)
}

impl From<WireEvent> for GivenEvent {
    fn from(wire: WireEvent) -> Self {
        Self {
            event_id: wire.event_id,
            tenant_id: wire.tenant_id,
            workspace_id: wire.workspace_id,
            run_id: wire.run_id,
            asset_key: wire.asset_key,
            partition_key: wire.partition_key,
            outcome: wire.outcome,
            at: wire.at,
            code_version: wire.code_version,
            materialized: wire.materialized,
        }
    }
}
