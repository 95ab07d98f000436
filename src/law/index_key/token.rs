//! Laws of tokens: whatever was not given for this very scan is refused.

use proptest::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::{PLAIN, Query, Table, create, put, row_values, rows, scan};
use crate::generate::index_key::{self as generate, tables};
use crate::law::{Body, Law, Oracle, Step, broken};
use crate::rule::RuleId;
use crate::rule::rules::{IK_108, IK_110, IK_112, IK_113, IK_114, IK_115, IK_116};
use crate::subject::Reply;
use crate::subject::index_key::{bytes, hex, index, index_value};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "index_key/law/altered-tokens-are-refused",
        rules: &[IK_112, IK_113],
        about: "a token that was altered in one place is refused",
        oracle: Oracle::Itself,
        operations: OPERATIONS,
        needs: NEEDS,
        cost: 1,
        strategy: || {
            (tokens(), any::<prop::sample::Index>(), 0..7_u8)
                .prop_map(|(mut input, at, how)| {
                    input["at"] = at.index(1 << 16).into();
                    input["how"] = how.into();
                    input
                })
                .boxed()
        },
        body: Body::Talk(altered_tokens_are_refused),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/foreign-tokens-are-refused",
        rules: &[IK_114, IK_115, IK_116],
        about: "a token is refused in another index, for another prefix or range, and in the other direction",
        oracle: Oracle::Itself,
        operations: OPERATIONS,
        needs: NEEDS,
        cost: 1,
        strategy: tokens,
        body: Body::Talk(foreign_tokens_are_refused),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/tokens-can-be-used-again",
        rules: &[IK_108, IK_110],
        about: "a token gives the same rows each time, as many as the limit of that time allows",
        oracle: Oracle::Itself,
        operations: OPERATIONS,
        needs: NEEDS,
        cost: 1,
        strategy: tokens,
        body: Body::Talk(tokens_can_be_used_again),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/forged-tokens-are-refused",
        rules: &[IK_112, IK_113, IK_114, IK_115],
        about: "a token is refused if it is written otherwise, or was forged with a checksum that fits",
        oracle: Oracle::Itself,
        operations: OPERATIONS,
        needs: CANONICAL,
        cost: 1,
        strategy: || {
            (tokens(), 0..FORGERIES.len())
                .prop_map(|(mut input, how)| {
                    input["how"] = how.into();
                    input
                })
                .boxed()
        },
        body: Body::Talk(forged_tokens_are_refused),
        blame: |_| None,
    },
];

/// What a forger may do to a token of ours. All but the first three have a checksum that fits.
const FORGERIES: [(&str, RuleId); 9] = [
    ("in upper case", IK_112),
    ("after a blank", IK_112),
    ("before a line feed", IK_112),
    ("of version 2", IK_113),
    ("of version 0", IK_113),
    ("in a third direction", IK_112),
    ("of another index", IK_114),
    ("of another query", IK_115),
    ("behind the bounds", IK_115),
];

pub(super) const OPERATIONS: &[&str] = &["index_key.create", "index_key.put", "index_key.scan"];

const NEEDS: &[&str] = &[PLAIN[0], PLAIN[1], "index_key.features=cursors"];

/// Tokens of the fixed layout, not of any.
pub(super) const CANONICAL: &[&str] = &[
    "index_key.profile=canonical",
    PLAIN[0],
    PLAIN[1],
    "index_key.features=cursors",
];

/// A few rows that are scanned by pages of one.
fn tokens() -> BoxedStrategy<Value> {
    (tables(generate::PLAIN, 3), any::<bool>())
        .prop_map(|(table, reverse)| {
            let mut neighbour = table.index.clone();
            neighbour.id ^= 1;
            let mut input = table.distinct().wire();
            input["neighbour"] = index_value(&neighbour);
            input["reverse"] = reverse.into();
            input
        })
        .boxed()
}

/// The first page, and its token once it has been heard; `None` if there is none.
fn first_page(input: &Value, heard: &[Reply]) -> Result<Option<String>, Step> {
    let table = Table::read(input);
    let Some(page) = heard.get(2 + 2 * table.given.len()) else {
        let neighbour = index(&input["neighbour"]).expect("the strategy writes an index");
        let mut questions = vec![create(&input["index"]), create(&input["neighbour"])];
        questions.extend(table.given.iter().map(|row| put(&table.index, row)));
        questions.extend(table.given.iter().map(|row| put(&neighbour, row)));
        questions.push(scan(&table.index, &query(input), Some(1), &Value::Null));
        return Err(Step::Ask(questions));
    };
    match page {
        Reply::Ok(ok) => Ok(ok["cursor"].as_str().map(str::to_owned)),
        reply @ Reply::Reject { .. } => Err(super::refused(reply)),
        _ => Err(Step::Holds),
    }
}

fn query(input: &Value) -> Query {
    Query {
        reverse: input["reverse"] == true,
        ..Query::default()
    }
}

fn altered_tokens_are_refused(input: &Value, heard: &[Reply]) -> Step {
    let token = match first_page(input, heard) {
        Ok(Some(token)) => token,
        Ok(None) => return Step::Holds,
        Err(step) => return step,
    };
    let table = Table::read(input);
    match heard.get(3 + 2 * table.given.len()) {
        None => {
            let altered = alter(&token, input);
            Step::Ask(vec![scan(
                &table.index,
                &query(input),
                Some(1),
                &json!(altered),
            )])
        }
        Some(Reply::Reject { .. }) => Step::Holds,
        Some(reply) => {
            let altered = json!({"token": token, "altered": alter(&token, input)});
            broken("an altered token is accepted", altered, reply.to_value())
        }
    }
}

/// A token with one character changed, lost or added. A hexadecimal digit has one of its bits flipped.
fn alter(token: &str, input: &Value) -> String {
    let number = |field: &str| usize::try_from(input[field].as_u64().unwrap_or(0)).unwrap_or(0);
    let mut characters: Vec<char> = token.chars().collect();
    if characters.is_empty() {
        return "0".to_owned();
    }
    let at = number("at") % characters.len();
    match number("how") {
        4 => _ = characters.pop(),
        5 => characters.push('0'),
        6 => characters.extend(['0', '0']),
        bit => {
            let flipped = match characters[at] {
                digit @ ('0'..='9' | 'a'..='f') => digit
                    .to_digit(16)
                    .and_then(|digit| char::from_digit(digit ^ 1 << bit, 16)),
                'A' => Some('B'),
                _ => Some('A'),
            };
            characters[at] = flipped.unwrap_or('A');
        }
    }
    characters.into_iter().collect()
}

fn tokens_can_be_used_again(input: &Value, heard: &[Reply]) -> Step {
    let token = match first_page(input, heard) {
        Ok(Some(token)) => json!(token),
        Ok(None) => return Step::Holds,
        Err(step) => return step,
    };
    let table = Table::read(input);
    let Some(pages) = heard
        .get(3 + 2 * table.given.len()..)
        .filter(|pages| !pages.is_empty())
    else {
        let again = |limit| scan(&table.index, &query(input), Some(limit), &token);
        return Step::Ask([1, 2, 1].map(again).to_vec());
    };
    let pages: Result<Vec<_>, Step> = pages.iter().map(|page| rows(&table.index, page)).collect();
    match pages {
        Ok(pages) if pages[1].starts_with(&pages[0]) && pages[0] == pages[2] => Step::Holds,
        Ok(pages) => {
            let [expected, actual] = [&pages[0], &pages[1]].map(|page| row_values(page));
            broken("the same token gives other rows", expected, actual)
        }
        Err(step) => step,
    }
}

fn forged_tokens_are_refused(input: &Value, heard: &[Reply]) -> Step {
    let token = match first_page(input, heard) {
        Ok(Some(token)) => token,
        Ok(None) => return Step::Holds,
        Err(step) => return step,
    };
    let how = usize::try_from(input["how"].as_u64().unwrap_or(0)).unwrap_or(0);
    let Some(forged) = forge(&token, how) else {
        return broken("the token is none of ours", "IK-111", token);
    };
    let table = Table::read(input);
    match heard.get(3 + 2 * table.given.len()) {
        None => {
            let forged = json!(forged);
            Step::Ask(vec![scan(&table.index, &query(input), Some(1), &forged)])
        }
        Some(Reply::Reject { .. }) => Step::Holds,
        Some(reply) => {
            let (name, rule) = FORGERIES[how];
            let message = format!("a token {name} is accepted");
            let forged = json!({"token": token, "forged": forged});
            blamed(broken(message, forged, reply.to_value()), rule)
        }
    }
}

/// A forged token; none if the token is not one of ours (IK-111).
fn forge(token: &str, how: usize) -> Option<String> {
    let mut body = bytes(token).ok().filter(|bytes| bytes.len() > 24)?;
    body.truncate(body.len() - 8);
    match how {
        0 if token.contains(|c: char| c.is_ascii_lowercase()) => {
            return Some(token.to_uppercase());
        }
        0 | 1 => return Some(format!(" {token}")),
        2 => return Some(format!("{token}\n")),
        3 => body[0] = 2,
        4 => body[0] = 0,
        5 => body[1] = 2,
        6 => body[15] ^= 1,
        7 => body[2] ^= 1,
        // Version, kind and id, and then more than any tag.
        _ => body.splice(16.., [0xff]).for_each(drop),
    }
    let checksum = Sha256::digest(&body);
    body.extend(&checksum[..8]);
    Some(hex(&body))
}

/// The law is broken, and this rule with it.
fn blamed(step: Step, rule: RuleId) -> Step {
    match step {
        Step::Broken(mut violation) => {
            violation.rule = Some(rule);
            Step::Broken(violation)
        }
        step => step,
    }
}

fn foreign_tokens_are_refused(input: &Value, heard: &[Reply]) -> Step {
    let token = match first_page(input, heard) {
        Ok(Some(token)) => json!(token),
        Ok(None) => return Step::Holds,
        Err(step) => return step,
    };
    let table = Table::read(input);
    let neighbour = index(&input["neighbour"]).expect("the strategy writes an index");
    let asked = 3 + 2 * table.given.len();
    if heard.len() == asked {
        let (same, mut back, mut narrow, mut above) =
            (query(input), query(input), query(input), query(input));
        back.reverse = !back.reverse;
        let first = &input["rows"][0]["components"][0];
        narrow.prefix = vec![first.clone()];
        above.range = json!({"lower": {"value": first, "inclusive": true}});
        return Step::Ask(vec![
            scan(&neighbour, &same, Some(1), &token),
            scan(&table.index, &back, Some(1), &token),
            scan(&table.index, &narrow, Some(1), &token),
            scan(&table.index, &above, Some(1), &token),
        ]);
    }
    let scans = [
        ("in another index", IK_114),
        ("in the other direction", IK_116),
        ("for a prefix", IK_115),
        ("for a range", IK_115),
    ];
    for ((scan, rule), reply) in scans.into_iter().zip(&heard[asked..]) {
        if !matches!(reply, Reply::Reject { .. }) {
            let message = format!("a token is accepted {scan}");
            return blamed(broken(message, "a refusal", reply.to_value()), rule);
        }
    }
    Step::Holds
}
