//! What an adapter does not know, and what it cannot read.

use serde_json::json;

use crate::adapter::complaint::Complaint;
use crate::adapter::conversation::{Conversation, Fair, hello};
use crate::adapter::{Bench, Outcome};
use crate::subject::{Reply, Request};

/// AP-006: an unknown operation is unsupported, whatever its name and its input.
pub(super) fn unknown(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let names = [
        "proofmark.unknown",
        "partition_key.no_such_operation",
        "constructor",
        "__class__",
        "",
        "partition_key",
        "größe.\u{1f600}",
    ];
    let inputs = [json!({}), json!({"a": [1, null, {"b": "c"}]})];
    for name in names {
        for input in &inputs {
            let reply = conversation.ask(&Request::new(name, input.clone()))?;
            if !matches!(reply, Reply::Unsupported { .. }) {
                return Err(Complaint::kind(
                    &reply,
                    &format!("the unknown operation `{name}`"),
                    "unknown operations end in the same branch as errors or refusals, or handlers are looked up among all names of the language",
                    "look the operation up in a table of your own, and answer {\"unsupported\":{}} if it is not there (AP-006)",
                ));
            }
        }
    }
    Ok(Outcome::Sound(format!(
        "{} names are unsupported",
        names.len()
    )))
}

/// Lines that are no requests, and the id that their replies have.
fn broken_lines(id: u64, bench: &Bench) -> Vec<(Vec<u8>, Option<u64>)> {
    let mut lines: Vec<(Vec<u8>, Option<u64>)> = [
        &b"nonsense\n"[..],
        b"[1,2]\n",
        b"null\n",
        b"5\n",
        b"{\n",
        b"{\"op\":\"hello\",\"input\":{\"protocol\":1}}\n",
    ]
    .map(|line| (line.to_vec(), None))
    .to_vec();
    let mut with_id = |id: u64, rest: &str| {
        lines.push((format!("{{\"id\":{id}{rest}}}\n").into_bytes(), Some(id)));
    };
    with_id(id, "");
    with_id(id + 1, ",\"op\":5,\"input\":{}");
    if let Some(operation) = &bench.probes.rigid {
        let operation = json!(operation);
        with_id(id + 2, &format!(",\"op\":{operation}"));
        with_id(id + 3, &format!(",\"op\":{operation},\"input\":[]"));
        with_id(id + 4, &format!(",\"op\":{operation},\"input\":{{}}"));
    }
    lines
}

/// AP-004: a line that is no request is answered with `error`, and the process lives on.
pub(super) fn malformed(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let lines = broken_lines(1000, bench);
    for (bytes, id) in &lines {
        let about = format!("the line {}", String::from_utf8_lossy(bytes).trim_end());
        conversation.send(bytes);
        let heard = conversation.hear(&about)?;
        if heard.id != *id && heard.id.is_some() {
            return Err(Complaint::new(
                format!("{about}: the reply has the id {:?}", heard.id),
                "the id of an earlier request is still there when the line cannot be read",
                "forget the id before each line: the reply has the line's own id if it can be read, else null (AP-004)",
            ));
        }
        // Who cannot read the rest of a request may also not have seen its id.
        let reply = heard.outcome(|| about.clone())?;
        if !matches!(reply, Reply::Error { .. }) {
            return Err(Complaint::kind(
                &reply,
                &about,
                "missing and wrong fields are taken for values that the implementation refuses, or get defaults",
                "check that op is a text and input an object with the fields of the page, and answer {\"error\":{\"message\":…}} if not (AP-004)",
            ));
        }
    }
    not_utf_8(&mut conversation)?;
    let id = conversation.id();
    let about = "a request after lines that are none";
    conversation.send(&hello(id));
    conversation.hear(about)?.to(about, id)?;
    Ok(Outcome::Sound(format!(
        "{} lines are errors, and it lives on",
        lines.len() + 1
    )))
}

/// AP-001, AP-004: a line that is not UTF-8 is no request, though all but a text in it can be read.
fn not_utf_8(conversation: &mut Conversation<'_>) -> Fair<()> {
    let about = "a line with the bytes FF FE in a text";
    conversation
        .send(b"{\"id\":999,\"op\":\"proofmark.unknown\",\"input\":{\"a\":\"\xff\xfe\"}}\n");
    let heard = conversation.hear(about)?;
    match heard.outcome(|| about.to_owned())? {
        Reply::Error { .. } => Ok(()),
        reply => Err(Complaint::kind(
            &reply,
            about,
            "standard input is read as Latin-1 or in the platform's encoding, or bytes that are no UTF-8 are replaced",
            "read standard input as UTF-8, whatever the locale, and strictly; answer {\"error\":{\"message\":…}} where it is none (AP-004)",
        )),
    }
}

/// AP-008: whatever failures print, it does not come between the replies.
pub(super) fn noise(bench: &Bench) -> Fair<Outcome> {
    let (mut conversation, _) = Conversation::begin(bench)?;
    let mut bytes = Vec::new();
    let mut wanted = Vec::new();
    for round in 0..50 {
        bytes.extend(b"nonsense ");
        bytes.extend(vec![b'x'; 1000 + round]);
        bytes.push(b'\n');
        let id = conversation.id();
        bytes.extend(hello(id));
        wanted.push(id);
    }
    conversation.send(&bytes);
    let about = "requests between lines that are none";
    let mut nameless = 0;
    for _ in 0..wanted.len() * 2 {
        let heard = conversation.hear(about)?;
        match heard.id {
            Some(id) if wanted.contains(&id) => wanted.retain(|it| *it != id),
            Some(id) => return Err(Complaint::unknown_id(id, true, about)),
            None => nameless += 1,
        }
    }
    conversation.end(0)?;
    Ok(Outcome::Sound(format!(
        "{nameless} failures in a row spoil no reply"
    )))
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn broken_lines_are_single_lines_and_no_requests() {
        let bench = Bench {
            command: Vec::new(),
            limits: crate::subject::process::Limits::default(),
            stop: crate::subject::Stop::default(),
            probes: crate::adapter::probe::Probes::default(),
        };
        for (line, id) in broken_lines(5, &bench) {
            assert_eq!(
                line.iter().position(|byte| *byte == b'\n'),
                Some(line.len() - 1)
            );
            let (read, _) = Request::read(&line).expect_err("it is no request");
            assert_eq!(read, id.map_or(Value::Null, |id| json!(id)));
        }
    }
}
