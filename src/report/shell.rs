//! Commands as a POSIX shell would take them.

use super::json::{Entry, Subject};
use crate::verdict::Kind;

/// The words of a command, quoted where a shell needs it.
#[must_use]
pub fn quoted(words: &[String]) -> String {
    let words = words.iter().map(|word| quote(word));
    words.collect::<Vec<_>>().join(" ")
}

/// One word, quoted if a shell needs it.
#[must_use]
pub fn quote(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        always(word)
    }
}

/// The command that checks one case or law again; a law on the input that breaks it.
#[must_use]
pub fn again(entry: &Entry, subject: &Subject) -> String {
    let mut line = format!("proofmark check --only {}", always(&entry.id));
    let (options, command) = match subject.arguments.iter().position(|word| word == "--") {
        Some(at) => subject.arguments.split_at(at),
        None => (&subject.arguments[..], &[][..]),
    };
    let replay = match (entry.kind, &entry.input) {
        (Kind::Law, Some(input)) if !input.is_null() => {
            format!("--replay {}", always(&input.to_string()))
        }
        _ => String::new(),
    };
    for part in [quoted(options), replay, quoted(command)] {
        if !part.is_empty() {
            line.push(' ');
            line.push_str(&part);
        }
    }
    line
}

/// One word, quoted: ids may hold what a shell would expand one day.
fn always(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
