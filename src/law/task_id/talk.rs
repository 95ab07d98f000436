//! How the laws of task ids talk with a subject.

use serde_json::{Value, json};

use crate::law::{Step, Violation, agrees, broken, in_one_session, refused};
use crate::rule::rules::TI_025;
use crate::subject::{Reply, Request};

fn cloud(input: &Value) -> Request {
    Request::new("task_id.cloud", input.clone())
}

/// Takes turns between two sessions; the one that is over first is ended while the other goes on.
pub(super) fn sessions_are_independent(input: &Value, heard: &[Reply]) -> Step {
    let lives = ["one", "other"].map(|name| {
        let mut life = in_one_session(&input[name]);
        for request in &mut life {
            request.session = Some(format!("/{name}"));
        }
        life
    });
    let longest = lives.iter().map(Vec::len).max().unwrap_or(0);
    let mut turns: Vec<(usize, Request)> = Vec::new();
    for turn in 0..longest {
        for (which, life) in lives.iter().enumerate() {
            if let Some(request) = life.get(turn) {
                turns.push((which, request.clone()));
            } else if turn == life.len() {
                let end = Request {
                    operation: "task_id.end".to_owned(),
                    input: json!({}).into(),
                    ..life[0].clone()
                };
                turns.push((2, end));
            }
        }
    }
    if heard.is_empty() {
        return Step::Ask(turns.into_iter().map(|(_, request)| request).collect());
    }
    for (which, life) in lives.iter().enumerate() {
        let own = turns
            .iter()
            .zip(heard)
            .filter(|((whose, _), _)| *whose == which);
        let replies: Vec<Reply> = own.map(|(_, reply)| reply.clone()).collect();
        if let Step::Broken(violation) = agrees(&[TI_025], life, &replies) {
            return Step::Broken(Box::new(Violation {
                rule: Some(TI_025),
                ..*violation
            }));
        }
    }
    Step::Holds
}

pub(super) fn cloud_form(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![cloud(input)]),
        [Reply::Ok(ok)] => {
            let id = ok["cloud_task_id"].as_str().unwrap_or_default();
            let hash = id
                .strip_prefix("d_")
                .or_else(|| id.strip_prefix("t_"))
                .unwrap_or_default();
            let fine = hash.len() == 26
                && hash
                    .bytes()
                    .all(|b| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b));
            if fine {
                Step::Holds
            } else {
                broken(
                    "the cloud task id has another form",
                    "^[dt]_[a-z2-7]{26}$",
                    ok.clone(),
                )
            }
        }
        [reply, ..] => refused_unless_open(input, reply),
    }
}

pub(super) fn same_id_same_name(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![
            cloud(&input["one"]),
            cloud(&input["other"]),
            cloud(&input["one"]),
        ]),
        [first, _, again] if first == again => Step::Holds,
        [first, _, again] => broken(
            "the second answer is another",
            first.to_value(),
            again.to_value(),
        ),
        _ => Step::Holds,
    }
}

pub(super) fn no_collisions(input: &Value, heard: &[Reply]) -> Step {
    let operations = input["operations"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let kind = |operation: &Value| {
        if operation.get("dispatch").is_some() {
            "d"
        } else {
            "t"
        }
    };
    let count = operations.len();
    if heard.is_empty() {
        let ask = |operation| Request::new("task_id.internal", json!({"operation": operation}));
        return Step::Ask(operations.iter().map(ask).collect());
    }
    let internal = heard[..count].iter().zip(operations);
    let accepted: Vec<(&Value, &Value)> = internal
        .filter_map(|(reply, operation)| ok_of(reply, operation))
        .collect();
    if heard.len() == count {
        if let Some(message) = twins(
            accepted
                .iter()
                .map(|(ok, operation)| (&ok["internal_id"], *operation)),
        ) {
            return broken(
                "two operations have the same internal id",
                "two internal ids",
                message,
            );
        }
        let ask = |(ok, operation): &(&Value, &Value)| {
            cloud(&json!({"kind": kind(operation), "internal_id": ok["internal_id"]}))
        };
        let questions: Vec<Request> = accepted.iter().map(ask).collect();
        return if questions.is_empty() {
            Step::Holds
        } else {
            Step::Ask(questions)
        };
    }
    let clouds = heard[count..].iter().zip(&accepted);
    let named =
        clouds.filter_map(|(reply, (_, operation))| Some((ok_of(reply, operation)?.0, *operation)));
    let named: Vec<(&Value, &Value)> = named.collect();
    match twins(
        named
            .iter()
            .map(|(ok, operation)| (&ok["cloud_task_id"], *operation)),
    ) {
        Some(message) => broken(
            "two operations have the same cloud task id",
            "two cloud task ids",
            message,
        ),
        None => Step::Holds,
    }
}

fn ok_of<'a>(reply: &'a Reply, operation: &'a Value) -> Option<(&'a Value, &'a Value)> {
    match reply {
        Reply::Ok(ok) => Some((ok, operation)),
        _ => None,
    }
}

/// Two operations with the same id, if there are any.
fn twins<'a>(ids: impl Iterator<Item = (&'a Value, &'a Value)>) -> Option<Value> {
    let mut seen: Vec<(&Value, &Value)> = Vec::new();
    for (id, operation) in ids {
        if let Some((_, twin)) = seen.iter().find(|(known, _)| *known == id) {
            return Some(json!({"id": id, "operations": [twin, operation]}));
        }
        seen.push((id, operation));
    }
    None
}

/// How many attempts in sequence are looked at.
const NEIGHBOURS: u32 = 1024;

/// The greatest chi-square over 32 characters that passes. With 31 degrees of freedom, an even spread exceeds it once in
/// 2 × 10^13; even a run of 100,000 inputs, with four places each for every 64th, fails by chance less than once in 10^9.
const GREATEST_CHI_SQUARE: f64 = 130.0;

pub(super) fn neighbours_are_spread(input: &Value, heard: &[Reply]) -> Step {
    if heard.is_empty() {
        let (run_id, task_key) = (input["run_id"].as_str(), input["task_key"].as_str());
        let (run_id, task_key) = (run_id.unwrap_or_default(), task_key.unwrap_or_default());
        let first = input["first"].as_u64().unwrap_or(1);
        let ids = (first..first + u64::from(NEIGHBOURS))
            .map(|attempt| format!("dispatch:{run_id}:{task_key}:{attempt}"));
        return Step::Ask(
            ids.map(|id| cloud(&json!({"kind": "d", "internal_id": id})))
                .collect(),
        );
    }
    for place in 2..6 {
        let mut counts = std::collections::BTreeMap::new();
        for reply in heard {
            let Reply::Ok(ok) = reply else {
                return refused(reply);
            };
            let character = ok["cloud_task_id"]
                .as_str()
                .and_then(|id| id.as_bytes().get(place))
                .copied();
            *counts.entry(character).or_insert(0_u32) += 1;
        }
        let expected = f64::from(NEIGHBOURS) / 32.0;
        let seen: f64 = counts
            .values()
            .map(|count| (f64::from(*count) - expected).powi(2) / expected)
            .sum();
        let missing = 32_usize.saturating_sub(counts.len());
        let chi_square = seen + f64::from(u32::try_from(missing).unwrap_or(0)) * expected;
        if chi_square > GREATEST_CHI_SQUARE || counts.len() > 32 {
            let message = format!("character {} of the names is not spread evenly", place + 1);
            return broken(
                message,
                format!("chi-square of at most {GREATEST_CHI_SQUARE}"),
                format!("{chi_square:.1}"),
            );
        }
    }
    Step::Holds
}

pub(super) fn records_hold_both_ids(input: &Value, heard: &[Reply]) -> Step {
    let operation = &input["operation"];
    let (kind, table, column) = if operation.get("dispatch").is_some() {
        ("d", "dispatch_outbox", "dispatch_id")
    } else {
        ("t", "timers", "timer_id")
    };
    match heard {
        [] => Step::Ask(vec![
            Request::new("task_id.record", input.clone()),
            Request::new("task_id.internal", input.clone()),
        ]),
        [_, Reply::Ok(internal)] => Step::Ask(vec![cloud(
            &json!({"kind": kind, "internal_id": internal["internal_id"]}),
        )]),
        [Reply::Ok(record), Reply::Ok(internal), Reply::Ok(cloud)] => {
            let row =
                json!({column: internal["internal_id"], "cloud_task_id": cloud["cloud_task_id"]});
            let expected = json!({"table": table, "row": row});
            if *record == expected {
                Step::Holds
            } else {
                broken(
                    "the record does not hold what the other operations give",
                    expected,
                    record.clone(),
                )
            }
        }
        // An attempt of 0 may be refused, but then by both.
        [Reply::Ok(_), refusal @ Reply::Reject { .. }] => refused(refusal),
        [reply @ Reply::Reject { .. }, Reply::Ok(_), ..] => refused(reply),
        _ => Step::Holds,
    }
}

/// An attempt of 0 may be refused (TI-008, TI-013); nothing else that is sound may.
fn refused_unless_open(input: &Value, reply: &Reply) -> Step {
    let id = input["internal_id"].as_str().unwrap_or_default();
    let zero = id.split(':').any(|part| part == "0");
    if zero { Step::Holds } else { refused(reply) }
}
