//! Texts on their way out: all of Unicode, and long ones.

use serde_json::{Value, json};

use crate::adapter::complaint::Complaint;
use crate::adapter::conversation::{Conversation, Fair, quoted};
use crate::adapter::probe::has_text;
use crate::adapter::{Bench, Outcome};
use crate::subject::{PROTOCOL, Reply, Request};

/// AP-001: texts beyond ASCII come back as they are, where the implementation gives them back at all.
pub(super) fn unicode(bench: &Bench) -> Fair<Outcome> {
    let foreign = |text: &str| !text.is_ascii();
    let probes = bench.probes.single.iter();
    let probes: Vec<_> = probes
        .filter_map(|probe| Some((&probe.request, probe.result.as_ref()?)))
        .filter(|(_, result)| has_text(result, &foreign))
        .collect();
    if probes.is_empty() {
        let why = "no declared operation answers with texts beyond ASCII";
        return Ok(Outcome::NotCovered(why.to_owned()));
    }
    let (mut conversation, _) = Conversation::begin(bench)?;
    let requests: Vec<Request> = probes
        .iter()
        .map(|(request, _)| (*request).clone())
        .collect();
    let replies = conversation.ask_all(&requests)?;
    let mut intact = 0;
    for ((request, result), reply) in probes.iter().zip(&replies) {
        let Reply::Ok(actual) = reply else { continue };
        if let Some((cause, remedy)) = damage(&result.to_string(), &actual.to_string()) {
            let saw = format!(
                "{}: it answered {actual}, where {result} went in",
                quoted(request)
            );
            return Err(Complaint::new(saw, cause, remedy));
        }
        intact += usize::from(actual == *result);
    }
    Ok(match intact {
        0 => Outcome::NotCovered("no text beyond ASCII came back".to_owned()),
        _ => Outcome::Sound(format!("{intact} texts beyond ASCII came back intact")),
    })
}

/// How a text was damaged, if it is known which way. Other differences are the implementation's.
fn damage(expected: &str, actual: &str) -> Option<(&'static str, &'static str)> {
    if expected == actual {
        return None;
    }
    if latin_1(expected) == actual {
        return Some((
            "UTF-8 is read as Latin-1 or as the platform's encoding, and written as UTF-8 again",
            "read and write UTF-8, whatever the locale",
        ));
    }
    let kept = |text: &str| -> String {
        let kept = |c: &char| c.is_ascii() && *c != '?';
        text.chars().filter(kept).collect()
    };
    let is_replaced = actual.contains('\u{fffd}') && !expected.contains('\u{fffd}')
        || actual.matches('?').count() > expected.matches('?').count();
    (is_replaced && kept(expected) == kept(actual)).then_some((
        "characters that an encoding lacks are replaced by ? or U+FFFD, or a pair of UTF-16 units is cut in two",
        "read and write UTF-8 without replacement, and take texts apart by characters and not by units",
    ))
}

/// What becomes of a text whose bytes are taken for characters.
fn latin_1(text: &str) -> String {
    text.bytes().map(char::from).collect()
}

const SMALL: &str = "a buffer of fixed size, a limit on the length of lines, or reading that takes longer with each byte";
const GROW: &str = "read lines of up to 16 MiB, with a buffer that grows";

/// AP-001: lines of up to 16 MiB are read, and long replies are written.
pub(super) fn large(bench: &Bench) -> Fair<Outcome> {
    const SIZES: [usize; 3] = [70_000, 1 << 20, (16 << 20) - 200];
    let (mut conversation, _) = Conversation::begin(bench)?;
    for size in SIZES {
        // Fields that are not known are ignored in `hello`.
        let input = json!({"protocol": PROTOCOL, "text": "x".repeat(size)});
        let reply = conversation.ask(&Request::new("hello", input));
        reply.map_err(|complaint| {
            let saw = format!("a line of {size} bytes: {}", complaint.saw);
            Complaint::new(saw, SMALL, GROW)
        })?;
    }
    let Some(request) = echo(bench, 1 << 20) else {
        let seen = "read up to 16 MiB; no declared operation answers with a long text";
        return Ok(Outcome::Sound(seen.to_owned()));
    };
    let reply = conversation.ask(&request)?;
    let about = format!("{} with a text of 1 MiB", request.operation);
    match reply {
        Reply::Error { message } => Err(Complaint::new(
            format!("{about}: it answered with the error {message}"),
            SMALL,
            GROW,
        )),
        // Another text altogether is the implementation's mistake.
        Reply::Ok(result) if has_text(&result, &is_cut) => Err(Complaint::new(
            format!("{about}: the text in the reply is shorter than what went in"),
            "a buffer of fixed size cuts long texts",
            "write texts of any length, with a buffer that grows",
        )),
        _ => Ok(Outcome::Sound(
            "read up to 16 MiB, written 1 MiB".to_owned(),
        )),
    }
}

/// Whether a text is what a buffer has left of a longer one.
fn is_cut(text: &str) -> bool {
    (256..1 << 20).contains(&text.len())
}

/// A request whose result holds the text that goes in, or its base64.
fn echo(bench: &Bench, size: usize) -> Option<Request> {
    let has = |operation: &str| {
        let mut probes = bench.probes.single.iter();
        probes.any(|probe| probe.request.operation == operation)
    };
    let text: Value = json!("x".repeat(size));
    let known = [
        (
            "task_id.internal",
            json!({"operation": {"dispatch": {"run_id": text, "task_key": "t", "attempt": "1"}}}),
        ),
        (
            "partition_key.encode",
            json!({"dimensions": [{"key": "a", "value": {"string": text}}]}),
        ),
    ];
    known
        .into_iter()
        .find(|(operation, _)| has(operation))
        .map(|(operation, input)| Request::new(operation, input))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn damage_by_encodings_is_told_from_other_differences() {
        assert_eq!(damage("é", "é"), None);
        assert_eq!(damage("aé", "b"), None);
        assert_eq!(damage("e\u{301}", "é"), None, "normalization is no damage");
        assert!(damage("aé", "aÃ©").is_some_and(|(cause, _)| cause.contains("Latin-1")));
        for replaced in ["a?", "a\u{fffd}\u{fffd}"] {
            let found = damage("aé", replaced).expect("it is damaged");
            assert!(found.0.contains("replaced"), "{replaced}");
        }
    }
}
