//! Numbers beyond 2^53 are texts, and stay what they are.

use serde_json::Value;

use crate::adapter::complaint::Complaint;
use crate::adapter::conversation::{Conversation, Fair, quoted};
use crate::adapter::probe::has_text;
use crate::adapter::{Bench, Outcome};
use crate::subject::{Reply, Request};

/// The fewest digits of a number that floating point may not hold.
const MANY: usize = 16;

/// AP-001, and the values of the protocol: digits come back as they are, as text.
pub(super) fn intact(bench: &Bench) -> Fair<Outcome> {
    let probes = bench.probes.single.iter();
    let probes: Vec<_> = probes
        .filter_map(|probe| Some((&probe.request, probe.result.as_ref()?)))
        .filter(|(_, result)| {
            has_text(result, &|text| {
                text.bytes().any(|byte| byte.is_ascii_digit())
            })
        })
        .collect();
    if probes.is_empty() {
        let why = "no declared operation answers with numbers";
        return Ok(Outcome::NotCovered(why.to_owned()));
    }
    let (mut conversation, _) = Conversation::begin(bench)?;
    let requests: Vec<Request> = probes
        .iter()
        .map(|(request, _)| (*request).clone())
        .collect();
    let replies = conversation.ask_all(&requests)?;
    let mut great = 0;
    for ((request, result), reply) in probes.iter().zip(&replies) {
        let Reply::Ok(actual) = reply else { continue };
        if let Some((cause, remedy)) = damage(result, actual) {
            let saw = format!(
                "{}: it answered {actual} instead of {result}",
                quoted(request)
            );
            return Err(Complaint::new(saw, cause, remedy));
        }
        great += usize::from(actual == *result && has_text(result, &is_great));
    }
    Ok(match great {
        0 => Outcome::NotCovered("no number beyond 2^53 came back".to_owned()),
        _ => Outcome::Sound(format!(
            "{great} numbers of {MANY} digits and more came back intact"
        )),
    })
}

fn is_great(text: &str) -> bool {
    runs(text).any(|run| run.len() >= MANY)
}

/// How numbers were damaged, if it is known which way. Other differences are the implementation's.
fn damage(expected: &Value, actual: &Value) -> Option<(&'static str, &'static str)> {
    if expected == actual {
        return None;
    }
    if as_texts(expected) == as_texts(actual) {
        return Some((
            "a number is written as a JSON number where the page wants a text",
            "write numbers of values as decimal text: {\"int\":\"5\"} and not {\"int\":5}",
        ));
    }
    let (expected, actual) = (expected.to_string(), actual.to_string());
    let rounded = runs(&expected).zip(runs(&actual)).any(|(before, after)| {
        before != after
            && before.len() >= MANY
            && before.len() == after.len()
            && before[..MANY - 1] == after[..MANY - 1]
    });
    (rounded && without_runs(&expected) == without_runs(&actual)).then_some((
        "a number goes through floating point, which holds 53 bits, or is parsed as a JSON number on its way",
        "read numbers of values as integers of 64 bits, or of any size, and never as a double",
    ))
}

/// The value with every number as a text.
fn as_texts(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::String(number.to_string()),
        Value::Array(items) => items.iter().map(as_texts).collect(),
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(name, field)| (name.clone(), as_texts(field)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

/// The digits of a text, run by run.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|run| !run.is_empty())
}

fn without_runs(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit()).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn damaged_numbers_are_told_from_wrong_ones() {
        let int = |text: &str| json!({"int": text});
        assert_eq!(damage(&int("5"), &int("5")), None);
        assert_eq!(damage(&int("5"), &int("6")), None, "wrong, but not damaged");
        let found = damage(&int("5"), &json!({"int": 5})).expect("it is a number");
        assert!(found.0.contains("JSON number"), "{}", found.0);
        let found = damage(&int("9007199254740993"), &int("9007199254740992"));
        assert!(found.expect("it is rounded").0.contains("floating point"));
    }
}
