//! Where two texts differ.

use serde_json::Value;

use super::json::Entry;
use super::visible::visible;

/// Expected and actual as texts, and where they differ.
#[derive(Debug)]
pub(super) struct Difference {
    /// What is allowed, each with the choices that lead to it.
    pub(super) expected: Vec<String>,
    pub(super) actual: Option<String>,
    /// From which character on they differ, and how many characters do: in what was expected, and in what came.
    #[cfg_attr(
        not(feature = "cli"),
        allow(dead_code, reason = "only the terminal marks it")
    )]
    pub(super) at: Option<(usize, usize, usize)>,
}

impl Difference {
    pub(super) fn of(entry: &Entry) -> Self {
        let text = |value: &Value| visible(&value.to_string());
        let alternatives = entry
            .expected
            .as_ref()
            .and_then(|it| it.get("any_of")?.as_array());
        let expected = match (alternatives, &entry.expected) {
            (Some(alternatives), _) => alternatives.iter().map(one_of).collect(),
            (None, Some(expected)) => vec![text(expected)],
            (None, None) => Vec::new(),
        };
        let actual = entry.actual.as_ref().map(text);
        let at = match (&expected[..], &actual) {
            ([expected], Some(actual)) if are_alike(entry) => Some(differing(expected, actual)),
            _ => None,
        };
        Self {
            expected,
            actual,
            at,
        }
    }
}

/// An outcome that open rules allow, and the choices that lead to it.
fn one_of(alternative: &Value) -> String {
    let mut outcome = alternative.clone();
    let choice = outcome
        .as_object_mut()
        .and_then(|fields| fields.shift_remove("choice"));
    let choice = choice.iter().filter_map(Value::as_object).flatten();
    let choice: Vec<String> = choice
        .map(|(rule, name)| format!("{rule} {}", name.as_str().unwrap_or_default()))
        .collect();
    visible(&format!("{outcome} if {}", choice.join(", ")))
}

/// Whether the two are worth comparing: a result and a refusal have no part that differs.
fn are_alike(entry: &Entry) -> bool {
    let is_result = |value: &Option<Value>| value.as_ref().is_some_and(|it| it.get("ok").is_some());
    is_result(&entry.expected) && is_result(&entry.actual)
}

/// From which character on two texts differ, and how many characters of each do.
pub(super) fn differing(expected: &str, actual: &str) -> (usize, usize, usize) {
    let (e, a): (Vec<char>, Vec<char>) = (expected.chars().collect(), actual.chars().collect());
    let start = e.iter().zip(&a).take_while(|(x, y)| x == y).count();
    let room = e.len().min(a.len()) - start;
    let end = e
        .iter()
        .rev()
        .zip(a.iter().rev())
        .take(room)
        .take_while(|(x, y)| x == y)
        .count();
    (start, e.len() - start - end, a.len() - start - end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_part_that_differs_is_between_what_both_begin_and_end_with() {
        assert_eq!(differing("abcde", "abXde"), (2, 1, 1));
        assert_eq!(differing("abde", "abXYde"), (2, 0, 2));
        assert_eq!(differing("aa", "aaa"), (2, 0, 1));
        assert_eq!(differing("", "x"), (0, 0, 1));
        assert_eq!(differing("same", "same"), (4, 0, 0));
    }
}
