//! How the laws of staleness talk with a subject.

use serde_json::{Value, json};

use crate::law::{Step, broken, refused};
use crate::subject::{Reply, Request};

fn staleness(input: &Value) -> Request {
    Request::new("partition_status.staleness", input.clone())
}

/// Staleness over time: it comes once, and then neither goes nor changes its instant.
pub(super) fn monotone(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![
            staleness(&input["earlier"]),
            staleness(&input["later"]),
        ]),
        [Reply::Ok(earlier), Reply::Ok(later)] => {
            let (before, after) = (&earlier["stale_since"], &later["stale_since"]);
            if !before.is_null() && before != after {
                return broken("stale_since moved with now", earlier.clone(), later.clone());
            }
            let asked = &input["earlier"]["now"];
            // Instants in their one form are ordered as texts are.
            if before.is_null() && !after.is_null() && after.as_str() < asked.as_str() {
                let message = format!("stale since before {asked}, when it was not stale");
                return broken(message, earlier.clone(), later.clone());
            }
            Step::Holds
        }
        [Reply::Ok(_), reply] | [reply, ..] => refused(reply),
    }
}

/// Two inputs have the same staleness.
pub(super) fn same_staleness(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![staleness(&input["one"]), staleness(&input["other"])]),
        [Reply::Ok(one), Reply::Ok(other)] if one == other => Step::Holds,
        [Reply::Ok(one), Reply::Ok(other)] => {
            broken("the staleness is another", one.clone(), other.clone())
        }
        [Reply::Ok(_), reply] | [reply, ..] => refused(reply),
    }
}

/// A query gives the same if nothing is stored.
pub(super) fn stored_makes_no_difference(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => {
            let mut bare = input.clone();
            bare["stale_since"] = json!(null);
            bare["stale_reason_code"] = json!(null);
            let query = |input| Request::new("partition_status.query", input);
            Step::Ask(vec![query(input.clone()), query(bare)])
        }
        [Reply::Ok(stored), Reply::Ok(bare)] if stored != bare => broken(
            "what is stored makes a difference",
            bare.clone(),
            stored.clone(),
        ),
        // Faulty queries are the business of another law.
        _ => Step::Holds,
    }
}
