//! How the laws of partition keys talk with a subject.

use serde_json::{Value, json};

use crate::law::{Step, broken, refused};
use crate::subject::{Reply, Request};

fn encode(input: &Value) -> Request {
    Request::new("partition_key.encode", input.clone())
}

pub(super) fn parse_inverts_encode(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![encode(input)]),
        [Reply::Ok(encoded)] => {
            Step::Ask(vec![Request::new("partition_key.parse", encoded.clone())])
        }
        [Reply::Ok(encoded), Reply::Ok(parsed)] => {
            let mut expected = input.clone();
            if let Some(list) = expected["dimensions"].as_array_mut() {
                list.sort_by(|a, b| a["key"].as_str().cmp(&b["key"].as_str()));
            }
            if expected == *parsed {
                Step::Holds
            } else {
                broken(
                    format!(
                        "{} does not parse to what it was encoded from",
                        encoded["canonical"]
                    ),
                    expected,
                    parsed.clone(),
                )
            }
        }
        [.., reply] => refused(reply),
    }
}

/// Encodes `one` and `other`, which must give the same text.
pub(super) fn same_text(input: &Value, heard: &[Reply], what: &str) -> Step {
    match heard {
        [] => Step::Ask(vec![encode(&input["one"]), encode(&input["other"])]),
        [Reply::Ok(one), Reply::Ok(other)] if one == other => Step::Holds,
        [Reply::Ok(one), Reply::Ok(other)] => broken(
            format!("{what} has another text"),
            one.clone(),
            other.clone(),
        ),
        replies => refused(
            replies
                .iter()
                .find(|reply| !matches!(reply, Reply::Ok(_)))
                .unwrap_or(&replies[0]),
        ),
    }
}

pub(super) fn only_canonical_text_parses(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![Request::new("partition_key.parse", input.clone())]),
        [Reply::Ok(parsed)] => Step::Ask(vec![encode(parsed)]),
        [Reply::Ok(_), Reply::Ok(encoded)] if encoded == input => Step::Holds,
        [Reply::Ok(_), encoded] => broken(
            "a text parses, but encoding its dimensions does not give it back",
            input.clone(),
            encoded.to_value(),
        ),
        _ => Step::Holds,
    }
}

pub(super) fn different_keys_differ(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![encode(&input["one"]), encode(&input["other"])]),
        [Reply::Ok(one), Reply::Ok(other)] if one == other => broken(
            "two different keys have the same text",
            "two texts",
            one.clone(),
        ),
        [Reply::Ok(_), Reply::Ok(_)] => Step::Holds,
        replies => refused(
            replies
                .iter()
                .find(|reply| !matches!(reply, Reply::Ok(_)))
                .unwrap_or(&replies[0]),
        ),
    }
}

pub(super) fn url_safe(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![encode(input)]),
        [Reply::Ok(encoded)] => {
            let text = encoded["canonical"].as_str().unwrap_or_default();
            match text
                .chars()
                .find(|c| !c.is_ascii_alphanumeric() && !"_-=:,.".contains(*c))
            {
                None if !text.is_empty() => Step::Holds,
                None => broken("the text is missing or empty", "a text", encoded.clone()),
                Some(c) => broken(
                    format!("the text holds {c:?}"),
                    "A-Z a-z 0-9 _ - = : , .",
                    text,
                ),
            }
        }
        [reply, ..] => refused(reply),
    }
}

pub(super) fn ids_tell_pairs_apart(input: &Value, heard: &[Reply]) -> Step {
    let pairs = |keys: [&Value; 2]| {
        let assets = [&input["assets"][0], &input["assets"][1]];
        let all = keys
            .into_iter()
            .flat_map(move |key| assets.map(|asset| (asset.clone(), key["canonical"].clone())));
        let mut distinct: Vec<(Value, Value)> = Vec::new();
        for pair in all {
            if !distinct.contains(&pair) {
                distinct.push(pair);
            }
        }
        distinct
    };
    match heard {
        [] => Step::Ask(vec![encode(&input["keys"][0]), encode(&input["keys"][1])]),
        [Reply::Ok(one), Reply::Ok(other)] => {
            let ask = |(asset, key): (Value, Value)| {
                Request::new(
                    "partition_key.id",
                    json!({"asset_id": asset, "canonical": key}),
                )
            };
            Step::Ask(pairs([one, other]).into_iter().map(ask).collect())
        }
        [Reply::Ok(one), Reply::Ok(other), ids @ ..] => {
            let mut seen: Vec<(&str, (Value, Value))> = Vec::new();
            for (reply, pair) in ids.iter().zip(pairs([one, other])) {
                let Reply::Ok(ok) = reply else {
                    return refused(reply);
                };
                let id = ok["partition_id"].as_str().unwrap_or_default();
                let digits = id.strip_prefix("part_").unwrap_or_default();
                if digits.len() != 32
                    || !digits
                        .bytes()
                        .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
                {
                    return broken(
                        "the id does not have its form",
                        "part_ and 32 lower-case hexadecimal digits",
                        ok.clone(),
                    );
                }
                if let Some((_, twin)) = seen.iter().find(|(known, _)| *known == id) {
                    return broken(
                        "two pairs have the same id",
                        "two ids",
                        json!([id, [twin.0, twin.1], [pair.0, pair.1]]),
                    );
                }
                seen.push((id, pair));
            }
            Step::Holds
        }
        [.., reply] => refused(reply),
    }
}
