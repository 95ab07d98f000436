//! How the laws of the fold talk with a subject.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{identity, rows};
use crate::law::{Step, broken, refused};
use crate::subject::{Reply, Request};

fn fold(input: &Value) -> Request {
    Request::new("partition_status.fold", input.clone())
}

/// Two lists of events have the same rows.
pub(super) fn same_rows(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![fold(&input["one"]), fold(&input["other"])]),
        [Reply::Ok(one), Reply::Ok(other)] if one == other => Step::Holds,
        [Reply::Ok(one), Reply::Ok(other)] => {
            broken("the rows are others", one.clone(), other.clone())
        }
        _ => refused_of(heard),
    }
}

/// Every row of the first list has the same materialization in the second.
pub(super) fn same_materializations(input: &Value, heard: &[Reply]) -> Step {
    if heard.is_empty() {
        return Step::Ask(vec![fold(&input["one"]), fold(&input["other"])]);
    }
    let [Some(before), Some(after)] = [rows(&heard[0]), rows(&heard[1])] else {
        return refused_of(heard);
    };
    for row in before {
        let same = after.iter().find(|other| identity(other) == identity(row));
        let now = same.map(materialization).unwrap_or_default();
        if now != materialization(row) {
            return broken("the materialization is another", materialization(row), now);
        }
    }
    Step::Holds
}

fn materialization(row: &Value) -> Value {
    json!({
        "last_materialization_run_id": row["last_materialization_run_id"],
        "last_materialization_at": row["last_materialization_at"],
        "last_materialization_code_version": row["last_materialization_code_version"],
    })
}

/// Each row shows the attempt with the greatest event id, which can be read off the events.
pub(super) fn greatest_event_id(input: &Value, heard: &[Reply]) -> Step {
    let Some(reply) = heard.first() else {
        return Step::Ask(vec![fold(input)]);
    };
    let Some(rows) = rows(reply) else {
        return refused(reply);
    };
    for row in rows {
        let own = given(input).filter(|event| identity(event) == identity(row));
        let last = own.max_by_key(|event| event["event_id"].as_str());
        let last = last.unwrap_or(&Value::Null);
        let expected = json!([
            last["run_id"],
            last["at"],
            last["outcome"],
            last["event_id"]
        ]);
        let actual = json!([
            row["last_attempt_run_id"],
            row["last_attempt_at"],
            row["last_attempt_outcome"],
            row["row_version"],
        ]);
        if expected != actual {
            return broken("the last attempt is another", expected, actual);
        }
    }
    Step::Holds
}

/// The rows of all events are those of each partition's events alone, in whatever order.
pub(super) fn independent_rows(input: &Value, heard: &[Reply]) -> Step {
    let mut partitions: BTreeMap<[&str; 4], Vec<&Value>> = BTreeMap::new();
    for event in given(input) {
        if let Some(identity) = identity(event) {
            partitions.entry(identity).or_default().push(event);
        }
    }
    let Some((all, each)) = heard.split_first() else {
        let each = partitions.values().map(|events| json!({"events": events}));
        let each: Vec<Request> = each.map(|events| fold(&events)).collect();
        return Step::Ask([vec![fold(input)], each].concat());
    };
    let Some(together) = rows(all) else {
        return refused(all);
    };
    let mut alone: Vec<&Value> = Vec::new();
    for reply in each {
        match rows(reply) {
            Some(rows) => alone.extend(rows),
            None => return refused(reply),
        }
    }
    let missing = alone.iter().find(|row| !together.contains(row));
    if missing.is_none() && alone.len() == together.len() {
        Step::Holds
    } else {
        broken(
            "partitions influence each other",
            json!(alone),
            json!(together),
        )
    }
}

/// Rows stand in the order of their identifiers, one for each partition of the events.
pub(super) fn rows_in_order(input: &Value, heard: &[Reply]) -> Step {
    let Some(reply) = heard.first() else {
        return Step::Ask(vec![fold(input)]);
    };
    let Some(rows) = rows(reply) else {
        return refused(reply);
    };
    let mut expected: Vec<[&str; 4]> = given(input).filter_map(identity).collect();
    expected.sort_unstable();
    expected.dedup();
    let actual: Vec<[&str; 4]> = rows.iter().filter_map(identity).collect();
    if expected == actual {
        Step::Holds
    } else {
        broken("the rows are others", json!(expected), json!(actual))
    }
}

/// Rows that events lead to, with a given staleness, are displayed as the specification's table says.
pub(super) fn display_of_reachable_rows(input: &Value, heard: &[Reply]) -> Step {
    let Some((folded, displayed)) = heard.split_first() else {
        return Step::Ask(vec![fold(&json!({"events": input["events"]}))]);
    };
    let Some(rows) = rows(folded) else {
        return refused(folded);
    };
    if displayed.len() < rows.len() {
        let ask = |row: &Value| {
            let columns = json!({
                "last_materialization_at": row["last_materialization_at"],
                "last_attempt_at": row["last_attempt_at"],
                "last_attempt_outcome": row["last_attempt_outcome"],
                "stale_since": input["stale_since"],
            });
            Request::new("partition_status.display", columns)
        };
        return Step::Ask(rows.iter().map(ask).collect());
    }
    for (row, reply) in rows.iter().zip(displayed) {
        let Reply::Ok(ok) = reply else {
            return refused(reply);
        };
        let expected = json!({"status": by_the_table(row, !input["stale_since"].is_null())});
        if *ok != expected {
            return broken("the status is another", expected, ok.clone());
        }
    }
    Step::Holds
}

/// The table of the page, column by column. Instants in their one form are ordered as texts are.
fn by_the_table(row: &Value, stale: bool) -> &'static str {
    let materialized = row["last_materialization_at"].as_str();
    let later = row["last_attempt_at"].as_str() > materialized;
    let failed = row["last_attempt_outcome"] == "FAILED";
    match (materialized.is_some(), failed, later, stale) {
        (false, _, _, _) => "NEVER_MATERIALIZED",
        (true, true, true, _) => "MATERIALIZED_BUT_LAST_ATTEMPT_FAILED",
        (true, _, _, true) => "STALE",
        (true, _, _, false) => "MATERIALIZED",
    }
}

fn given(input: &Value) -> impl Iterator<Item = &Value> {
    input["events"].as_array().into_iter().flatten()
}

/// The first reply that is no result.
fn refused_of(heard: &[Reply]) -> Step {
    let refusal = heard.iter().find(|reply| rows(reply).is_none());
    refused(refusal.unwrap_or(&heard[0]))
}
