//! What the laws of order and selection ask, and how they judge.

use serde_json::{Value, json};

use super::{Table, all_bytes, bytes, encode, row_value};
use crate::law::{Step, Violation, broken, refused};
use crate::model::index_key::{Range, condition, encode as encoded_by_model, order};
use crate::subject::index_key as read;
use crate::subject::{Reply, Request};

/// The first difference of two outcomes of a law: the step that ends it.
type Judged = Result<Step, Step>;

/// Whichever it is, it is a step.
fn either(judged: Judged) -> Step {
    judged.unwrap_or_else(|step| step)
}

pub(super) fn faulty_rows_are_refused(input: &Value, heard: &[Reply]) -> Step {
    let Some(reply) = heard.first() else {
        return Step::Ask(vec![Request::new("index_key.encode", input.clone())]);
    };
    let index = read::index(&input["index"]).expect("the strategy writes an index");
    let row = json!({"components": input["components"], "primary_key": input["primary_key"]});
    let row = read::row(&row).expect("the strategy writes a row");
    match (encoded_by_model(&index, &row), reply) {
        (Ok(_), Reply::Ok(_)) | (Err(_), Reply::Reject { .. }) => Step::Holds,
        (Ok(_), _) => refused(reply),
        (Err(rejection), _) => Step::Broken(Box::new(Violation {
            message: "a row that cannot be indexed is accepted".to_owned(),
            rule: Some(rejection.rule),
            expected: Some(json!({"reject": rejection.code})),
            actual: Some(reply.to_value()),
        })),
    }
}

pub(super) fn rows_compare_as_in_the_model(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    let rows = 0..table.rows.len();
    let pairs = rows.flat_map(|left| (0..left).map(move |right| (left, right)));
    if heard.is_empty() {
        let ask = |(left, right)| {
            let [left, right]: [&Value; 2] = [&input["rows"][left], &input["rows"][right]];
            let input = json!({"index": input["index"], "left": left, "right": right});
            Request::new("index_key.compare", input)
        };
        return Step::Ask(pairs.map(ask).collect());
    }
    for ((left, right), reply) in pairs.zip(heard) {
        let order = order::compare(&table.index, &table.rows[left], &table.rows[right]);
        let order = format!("{order:?}").to_lowercase();
        match reply {
            Reply::Ok(ok) if ok["order"] == *order => {}
            Reply::Ok(ok) => {
                let rows = [&table.rows[left], &table.rows[right]].map(row_value);
                let expected = json!({"rows": rows, "order": order});
                return broken("two rows compare otherwise", expected, ok.clone());
            }
            reply => return refused(reply),
        }
    }
    Step::Holds
}

pub(super) fn byte_order_is_value_order(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    if heard.is_empty() {
        let ask = |row| encode(&input["index"], row);
        return Step::Ask(table.given.iter().map(ask).collect());
    }
    either(all_bytes(heard, "key").map(|keys| {
        let by_value = order::compare(&table.index, &table.rows[0], &table.rows[1]);
        let by_bytes = keys[0].cmp(&keys[1]);
        if by_value == by_bytes {
            return Step::Holds;
        }
        let expected = format!("the first row is {by_value:?}").to_lowercase();
        let message = format!("by its bytes the first row is {by_bytes:?}").to_lowercase();
        broken(
            message,
            expected,
            json!([read::hex(&keys[0]), read::hex(&keys[1])]),
        )
    }))
}

pub(super) fn decoding_inverts_encoding(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    match heard {
        [] => Step::Ask(vec![encode(&input["index"], &table.given[0])]),
        [reply] => either(bytes(reply, "key").map(|key| ask_decode(input, &key))),
        [_, Reply::Ok(ok)] => {
            let same = read::row(ok)
                .ok()
                .and_then(|row| table.index.row(&row).ok());
            if same.is_some_and(|row| row == table.rows[0]) {
                Step::Holds
            } else {
                let expected = row_value(&table.rows[0]);
                broken("the row that is decoded is another", expected, ok.clone())
            }
        }
        [_, reply, ..] => refused(reply),
    }
}

fn ask_decode(input: &Value, key: &[u8]) -> Step {
    let input = json!({"index": input["index"], "key": read::hex(key)});
    Step::Ask(vec![Request::new("index_key.decode", input)])
}

pub(super) fn decoding_accepts_only_keys(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    let damaged = |reply: &Reply| bytes(reply, "key").map(|key| damage(key, input));
    match heard {
        [] => Step::Ask(vec![encode(&input["index"], &table.given[0])]),
        [reply] => either(damaged(reply).map(|key| ask_decode(input, &key))),
        [_, Reply::Ok(ok)] => match read::row(ok) {
            Ok(row) => Step::Ask(vec![encode(&input["index"], &row)]),
            Err(message) => broken("what is decoded is no row", message, ok.clone()),
        },
        [_, _] => Step::Holds,
        [first, decoded, again, ..] => either(damaged(first).and_then(|key| {
            let encoded = bytes(again, "key")?;
            if encoded == key {
                return Ok(Step::Holds);
            }
            let message = "bytes are decoded that are not the key of the result";
            Err(broken(message, read::hex(&encoded), decoded.to_value()))
        })),
    }
}

/// Damages a key in one place.
fn damage(mut key: Vec<u8>, input: &Value) -> Vec<u8> {
    let number = |field: &str| usize::try_from(input[field].as_u64().unwrap_or(0)).unwrap_or(0);
    let (at, how) = (number("at"), number("how"));
    if key.is_empty() {
        return key;
    }
    let at = at % key.len();
    match how {
        0..=7 => key[at] ^= 1 << how,
        8 => key.truncate(at),
        9 => key.push(0),
        10 => key.insert(at, 0),
        _ => key[at] = 0xff,
    }
    key
}

pub(super) fn same_row_same_key(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    let [first, .., last] = heard else {
        let ask = |at: usize| encode(&input["index"], &table.given[at]);
        return Step::Ask(vec![ask(0), ask(1), ask(0)]);
    };
    if first == last {
        Step::Holds
    } else {
        broken(
            "the second key is another",
            first.to_value(),
            last.to_value(),
        )
    }
}

pub(super) fn tuple_prefix_is_byte_prefix(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    let length = input["length"]
        .as_u64()
        .and_then(|length| usize::try_from(length).ok());
    let tuple = &table.given[0].components;
    let length = length.unwrap_or(0).min(tuple.len());
    if heard.is_empty() {
        let prefix = json!({"index": input["index"], "components": read::values(&tuple[..length])});
        let mut questions = vec![Request::new("index_key.prefix", prefix)];
        questions.extend(table.given.iter().map(|row| encode(&input["index"], row)));
        return Step::Ask(questions);
    }
    either(bytes(&heard[0], "prefix").and_then(|prefix| {
        let keys = all_bytes(&heard[1..], "key")?;
        for (key, row) in keys.iter().zip(&table.rows) {
            let by_value = row.components[..length] == table.rows[0].components[..length];
            if key.starts_with(&prefix) != by_value {
                let not = if by_value { "does not begin" } else { "begins" };
                let message = format!("the key of a row {not} with the prefix");
                let actual = json!({"prefix": read::hex(&prefix), "key": read::hex(key)});
                return Err(broken(message, row_value(row), actual));
            }
        }
        Ok(Step::Holds)
    }))
}

fn ask_bounds(input: &Value) -> Request {
    let input =
        json!({"index": input["index"], "prefix": input["prefix"], "range": input["range"]});
    Request::new("index_key.bounds", input)
}

pub(super) fn bounds_select_what_the_condition_selects(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    if heard.is_empty() {
        let mut questions = vec![ask_bounds(input)];
        questions.extend(table.given.iter().map(|row| encode(&input["index"], row)));
        return Step::Ask(questions);
    }
    let (prefix, range) = Table::condition(input);
    either(bytes(&heard[0], "start").and_then(|start| {
        let end = bytes(&heard[0], "end")?;
        let keys = all_bytes(&heard[1..], "key")?;
        for (key, row) in keys.iter().zip(&table.rows) {
            let wanted = condition::selects(&prefix, range.as_ref(), row);
            if (start <= *key && *key < end) != wanted {
                let which = if wanted { "that it should select" } else { "that it should not select" };
                let within = if wanted { "outside" } else { "within" };
                let message = format!("a row {which} lies {within} of the bounds");
                let actual = json!({"start": read::hex(&start), "end": read::hex(&end), "key": read::hex(key)});
                return Err(broken(message, row_value(row), actual));
            }
        }
        Ok(Step::Holds)
    }))
}

pub(super) fn bounds_stay_within_their_index(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    if heard.is_empty() {
        let mut questions = vec![ask_bounds(input)];
        let ask = |index: &'static str| {
            let index = input[index].clone();
            table
                .given
                .iter()
                .map(move |row| encode(&index, row))
                .collect::<Vec<_>>()
        };
        questions.extend(ask("index"));
        questions.extend(ask("neighbour"));
        return Step::Ask(questions);
    }
    either(bytes(&heard[0], "start").and_then(|start| {
        let end = bytes(&heard[0], "end")?;
        let keys = all_bytes(&heard[1..], "key")?;
        let (own, foreign) = keys.split_at(table.rows.len());
        let actual = |key: &[u8]| json!({"start": read::hex(&start), "end": read::hex(&end), "key": read::hex(key)});
        if let Some(key) = foreign.iter().find(|key| start <= **key && **key < end) {
            let message = "a key of the neighbouring index lies within the bounds";
            return Err(broken(message, "a key outside", actual(key)));
        }
        let clash = |key: &&Vec<u8>| own.iter().any(|own| own.starts_with(key) || key.starts_with(own));
        match foreign.iter().find(clash) {
            Some(key) => {
                let message = "two indexes share a key, or one key begins with the other";
                Err(broken(message, "different keys", actual(key)))
            }
            None => Ok(Step::Holds),
        }
    }))
}

pub(super) fn bounds_stay_within_their_version(input: &Value, heard: &[Reply]) -> Step {
    let Some(reply) = heard.first() else {
        return Step::Ask(vec![ask_bounds(input)]);
    };
    either(bytes(reply, "start").and_then(|start| {
        let end = bytes(reply, "end")?;
        if start.first() == Some(&2) && end.first() == Some(&2) {
            Ok(Step::Holds)
        } else {
            let message = "the bounds reach beyond the keys of version 2";
            Err(broken(message, "02", reply.to_value()))
        }
    }))
}

impl Table {
    /// The condition of the input.
    fn condition(
        input: &Value,
    ) -> (
        Vec<crate::model::index_key::Value>,
        Option<Range<crate::model::index_key::Value>>,
    ) {
        let value = crate::model::index_key::Value::from_literal;
        let prefix = input["prefix"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let prefix = read::literals(prefix).expect("the strategy writes values");
        let prefix = prefix
            .iter()
            .map(|literal| value(literal).expect("sound values"));
        let range = read::range(&input["range"]).expect("the strategy writes a range");
        let range = range.map(|range| range.try_map(value).expect("sound values"));
        (prefix.collect(), range)
    }
}
