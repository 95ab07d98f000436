//! How the laws of the table talk with a subject.

use serde_json::{Value, json};

use super::{identity, rows};
use crate::law::{Step, broken, in_one_session, refused};
use crate::subject::{Reply, Request};

fn in_session(name: &str, input: Value) -> Request {
    Request {
        operation: format!("partition_status.{name}"),
        session: Some(String::new()),
        input: input.into(),
    }
}

fn batches(input: &Value) -> &[Value] {
    input["batches"].as_array().map_or(&[], Vec::as_slice)
}

/// The last batch leaves the rows of one fold over all events.
pub(super) fn batches_are_one_fold(input: &Value, heard: &[Reply]) -> Step {
    let batches = batches(input);
    if heard.is_empty() {
        let events: Vec<&Value> = batches
            .iter()
            .filter_map(|batch| batch["events"].as_array())
            .flatten()
            .collect();
        let mut requests: Vec<Request> = batches
            .iter()
            .map(|batch| in_session("apply", batch.clone()))
            .collect();
        requests.push(Request::new(
            "partition_status.fold",
            json!({"events": events}),
        ));
        return Step::Ask(requests);
    }
    match heard {
        [.., Reply::Ok(applied), Reply::Ok(folded)] if applied == folded => Step::Holds,
        [.., Reply::Ok(applied), Reply::Ok(folded)] => broken(
            "the rows after the last batch are others than those of one fold",
            folded.clone(),
            applied.clone(),
        ),
        [.., Reply::Ok(_), reply] | [.., reply, _] | [reply] => refused(reply),
        [] => Step::Holds,
    }
}

/// From batch to batch, every row stays and its version does not become smaller.
pub(super) fn versions_never_decrease(input: &Value, heard: &[Reply]) -> Step {
    if heard.is_empty() {
        let apply = |batch: &Value| in_session("apply", batch.clone());
        return Step::Ask(batches(input).iter().map(apply).collect());
    }
    for pair in heard.windows(2) {
        let (Some(before), Some(after)) = (rows(&pair[0]), rows(&pair[1])) else {
            return refused(&pair[1]);
        };
        for row in before {
            let same = after.iter().find(|other| identity(other) == identity(row));
            let version = same.and_then(|row| row["row_version"].as_str());
            if version < row["row_version"].as_str() {
                return broken(
                    "a row vanished, or its version decreased",
                    json!(before),
                    json!(after),
                );
            }
        }
    }
    Step::Holds
}

/// Over a life: where a batch changes a materialization, the staleness is gone; where a batch materializes nothing, it
/// stays.
pub(super) fn cleared_by_materializations(input: &Value, heard: &[Reply]) -> Step {
    over_life(input, heard, |request, before, after| {
        if request.operation != "partition_status.apply" {
            return None;
        }
        let events = request.input["events"].as_array()?;
        let materializes = |row: &Value| {
            events.iter().any(|event| {
                identity(event) == identity(row)
                    && event["outcome"] == "SUCCEEDED"
                    && event["materialized"] == true
            })
        };
        for row in before {
            let now = after
                .iter()
                .find(|other| identity(other) == identity(row))?;
            if made(now) != made(row) && stale(now) != json!([null, null]) {
                return Some((
                    "a new materialization left staleness",
                    json!([null, null]),
                    stale(now),
                ));
            }
            if !materializes(row) && stale(now) != stale(row) {
                return Some((
                    "nothing was materialized, but the staleness is another",
                    stale(row),
                    stale(now),
                ));
            }
        }
        None
    })
}

/// Over a life: before and after a sweep, all is the same but the staleness of one row.
pub(super) fn sweeps_alter_staleness_only(input: &Value, heard: &[Reply]) -> Step {
    over_life(input, heard, |request, before, after| {
        if request.operation != "partition_status.sweep" {
            return None;
        }
        let swept = identity(&request.input["partition"]);
        let blank = |rows: &[Value]| -> Vec<Value> {
            let mut rows = rows.to_vec();
            for row in rows.iter_mut().filter(|row| identity(row) == swept) {
                row["stale_since"] = Value::Null;
                row["stale_reason_code"] = Value::Null;
            }
            rows
        };
        let (before, after) = (blank(before), blank(after));
        (before != after).then(|| {
            (
                "a sweep altered something else",
                json!(before),
                json!(after),
            )
        })
    })
}

type Complaint = (&'static str, Value, Value);

/// Asks all steps of a life, and looks at each with the rows before and after it. A step that was refused left the rows
/// as they were.
fn over_life(
    input: &Value,
    heard: &[Reply],
    look: impl Fn(&Request, &[Value], &[Value]) -> Option<Complaint>,
) -> Step {
    let requests = in_one_session(input);
    if heard.is_empty() && !requests.is_empty() {
        return Step::Ask(requests);
    }
    let mut before: &[Value] = &[];
    for (request, reply) in requests.iter().zip(heard) {
        let Some(after) = rows(reply) else { continue };
        if let Some((message, expected, actual)) = look(request, before, after) {
            return broken(message, expected, actual);
        }
        before = after;
    }
    Step::Holds
}

fn made(row: &Value) -> [&Value; 3] {
    [
        &row["last_materialization_run_id"],
        &row["last_materialization_at"],
        &row["last_materialization_code_version"],
    ]
}

fn stale(row: &Value) -> Value {
    json!([row["stale_since"], row["stale_reason_code"]])
}

/// A query, a sweep and a query again, of one row at one instant, all say the same.
pub(super) fn sweep_then_query(input: &Value, heard: &[Reply]) -> Step {
    let Some(applied) = heard.first() else {
        let events = json!({"events": input["events"]});
        return Step::Ask(vec![in_session("apply", events)]);
    };
    let Some(table) = rows(applied) else {
        return refused(applied);
    };
    if table.is_empty() {
        return Step::Holds;
    }
    let at = usize::try_from(input["row"].as_u64().unwrap_or(0)).unwrap_or(0) % table.len();
    match heard {
        [_] => Step::Ask(vec![
            query(&table[at], &input["circumstances"]),
            in_session("sweep", sweep(&table[at], &input["circumstances"])),
        ]),
        [_, Reply::Ok(derived), swept] => match rows(swept).and_then(|rows| rows.get(at)) {
            Some(row) if stale(row) == stale(derived) => {
                Step::Ask(vec![query(row, &input["circumstances"])])
            }
            Some(row) => broken(
                "the sweep stores another staleness than the query gives",
                stale(derived),
                stale(row),
            ),
            None => refused(swept),
        },
        [_, Reply::Ok(first), _, Reply::Ok(second)] if first == second => Step::Holds,
        [_, Reply::Ok(first), _, Reply::Ok(second)] => broken(
            "the query gives another answer after the sweep",
            first.clone(),
            second.clone(),
        ),
        [_, Reply::Ok(_), _, reply] | [_, reply, ..] => refused(reply),
        [] => Step::Holds,
    }
}

fn query(row: &Value, circumstances: &Value) -> Request {
    let mut input = circumstances.clone();
    for column in [
        "last_materialization_at",
        "last_materialization_code_version",
        "last_attempt_at",
        "last_attempt_outcome",
        "stale_since",
        "stale_reason_code",
    ] {
        input[column] = row[column].clone();
    }
    Request::new("partition_status.query", input)
}

fn sweep(row: &Value, circumstances: &Value) -> Value {
    let mut input = circumstances.clone();
    input["partition"] = json!({
        "tenant_id": row["tenant_id"],
        "workspace_id": row["workspace_id"],
        "asset_key": row["asset_key"],
        "partition_key": row["partition_key"],
    });
    input
}
