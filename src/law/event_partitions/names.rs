//! What the laws about names ask, and how they judge the answers.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use unicode_normalization::UnicodeNormalization as _;

use crate::law::{Step, broken, refused};
use crate::subject::{Reply, Request};

fn normalize(partitions: &Value) -> Request {
    Request::new(
        "event_partitions.normalize",
        json!({"partitions": partitions}),
    )
}

/// The NFC forms of the names in a list, in the order of their bytes.
pub(super) fn set(list: &Value) -> BTreeSet<String> {
    let names = list
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str);
    names.map(|name| name.nfc().collect()).collect()
}

pub(super) fn nothing_but_nfc(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![normalize(&input["partitions"])]),
        [Reply::Ok(ok), ..] => {
            let expected = json!({"partitions": set(&input["partitions"])});
            if *ok == expected {
                Step::Holds
            } else {
                broken("the list is another", expected, ok.clone())
            }
        }
        [reply, ..] => refused(reply),
    }
}

pub(super) fn one_set_one_list(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [Reply::Ok(one), Reply::Ok(other)] if one == other => Step::Holds,
        [Reply::Ok(one), Reply::Ok(other)] => {
            broken("the second list is another", one.clone(), other.clone())
        }
        [] => Step::Ask(vec![normalize(&input["one"]), normalize(&input["other"])]),
        [Reply::Ok(_), reply] | [reply, ..] => refused(reply),
    }
}

pub(super) fn normal_stays_normal(input: &Value, heard: &[Reply]) -> Step {
    match heard {
        [] => Step::Ask(vec![normalize(&input["partitions"])]),
        [Reply::Ok(first)] => Step::Ask(vec![normalize(&first["partitions"])]),
        [Reply::Ok(first), Reply::Ok(again)] if first == again => Step::Holds,
        [Reply::Ok(first), Reply::Ok(again)] => broken(
            "normalized again, the list is another",
            first.clone(),
            again.clone(),
        ),
        [Reply::Ok(_), reply, ..] | [reply, ..] => refused(reply),
    }
}
