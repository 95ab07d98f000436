//! Numbers of a subject's own, compared by their order alone.

use serde_json::Value;

use crate::subject::{Answer, Reply};

/// The ascending numbers that a session has shown so far, under the fields that its page names.
#[derive(Debug)]
pub(super) struct Ascending<'a> {
    fields: &'a [String],
    seen: Vec<u128>,
}

impl<'a> Ascending<'a> {
    pub(super) fn new(fields: &'a [String]) -> Self {
        Self {
            fields,
            seen: Vec::new(),
        }
    }

    /// The reply with each number replaced by its place among all that the session has shown, from 1. A number that is
    /// new, and not greater than all that earlier replies have shown, has no place: it is marked, and equals nothing.
    /// `None` where there is nothing to count.
    pub(super) fn counted(&mut self, answer: &Answer) -> Option<Answer> {
        let Ok(Reply::Ok(value)) = answer else {
            return None;
        };
        if self.fields.is_empty() {
            return None;
        }
        let mut new = Vec::new();
        visit(&mut value.clone(), self.fields, &mut |number, _| {
            new.push(number);
        });
        let last = self.seen.last().copied().unwrap_or(0);
        new.retain(|number| *number > last);
        new.sort_unstable();
        new.dedup();
        self.seen.extend(new);
        let mut counted = value.clone();
        visit(&mut counted, self.fields, &mut |number, text| {
            *text = match self.seen.binary_search(&number) {
                Ok(at) => (at + 1).to_string(),
                Err(_) => format!("{number}, not greater than {last}"),
            };
        });
        Some(Ok(Reply::Ok(counted)))
    }
}

/// The replies of one session, with the numbers under these fields replaced by their places: two subjects that count in
/// their own ways say the same.
#[must_use]
pub fn same_numbers(replies: &[Reply], fields: &[String]) -> Vec<Reply> {
    let mut ascending = Ascending::new(fields);
    let same = replies.iter().map(|reply| {
        let counted = ascending.counted(&Ok(reply.clone()));
        counted
            .and_then(Result::ok)
            .unwrap_or_else(|| reply.clone())
    });
    same.collect()
}

/// Calls `f` with every number, and its text, that stands under one of the fields. What is no canonical decimal text stays as it is.
fn visit(value: &mut Value, fields: &[String], f: &mut impl FnMut(u128, &mut String)) {
    match value {
        Value::Object(map) => {
            for (name, value) in map {
                match value {
                    Value::String(text) if fields.contains(name) => {
                        let number = text.parse().ok();
                        if let Some(number) = number.filter(|n: &u128| n.to_string() == *text) {
                            f(number, text);
                        }
                    }
                    value => visit(value, fields, f),
                }
            }
        }
        Value::Array(list) => list.iter_mut().for_each(|value| visit(value, fields, f)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn counted(replies: &[Value]) -> Vec<Value> {
        let fields = ["n".to_owned()];
        let mut ascending = Ascending::new(&fields);
        let count = |value: &Value| match ascending.counted(&Ok(Reply::Ok(value.clone()))) {
            Some(Ok(Reply::Ok(value))) => value,
            _ => unreachable!("an ok stays one"),
        };
        replies.iter().map(count).collect()
    }

    #[test]
    fn gaps_do_not_matter() {
        let replies = [json!({"n": "7"}), json!([{"n": "900"}, {"n": "7"}])];
        assert_eq!(
            counted(&replies),
            [json!({"n": "1"}), json!([{"n": "2"}, {"n": "1"}])]
        );
    }

    #[test]
    fn within_one_reply_the_place_in_the_text_does_not_matter() {
        let replies = [json!({"later": {"n": "5"}, "earlier": {"n": "3"}})];
        assert_eq!(
            counted(&replies),
            [json!({"later": {"n": "2"}, "earlier": {"n": "1"}})]
        );
    }

    #[test]
    fn a_new_number_that_is_smaller_has_no_place() {
        let replies = [json!({"n": "5"}), json!({"n": "2"})];
        assert_eq!(counted(&replies)[1], json!({"n": "2, not greater than 5"}));
    }

    #[test]
    fn what_is_no_number_stays() {
        let replies = [json!({"n": "01", "m": "4"})];
        assert_eq!(counted(&replies), replies);
    }
}
