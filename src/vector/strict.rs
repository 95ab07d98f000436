//! YAML without surprises: read through serde, but only after every scalar has been looked at.
//!
//! Plain scalars that YAML versions read differently, anchors, aliases, tags, comments and further documents are
//! errors with their place. Comments too, where writing the file again would lose them.

use std::fmt::Write as _;

use granit_parser::{Event, Parser, ScalarStyle, Span};
use serde::de::DeserializeOwned;

use crate::error::SourceError;

/// Deeper nesting than any input needs.
const MAX_DEPTH: usize = 64;

/// What is done with comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comments {
    /// They are errors, because the file is written again. What is to be kept belongs into this field.
    BelongInto(&'static str),
    /// They are for people, who alone write the file.
    Allowed,
}

/// Reads a document into `T`. Comments belong into `note`.
///
/// # Errors
///
/// Invalid YAML, duplicate keys, unknown fields, and everything that this module refuses; with line and column.
pub fn from_yaml<T: DeserializeOwned>(file: &str, text: &str) -> Result<T, SourceError> {
    from_commented_yaml(file, text, Comments::BelongInto("note"))
}

/// Reads a document into `T`.
///
/// # Errors
///
/// Like [`from_yaml`].
pub fn from_commented_yaml<T: DeserializeOwned>(
    file: &str,
    text: &str,
    comments: Comments,
) -> Result<T, SourceError> {
    scan(file, text, comments)?;
    let options = serde_saphyr::options! {
        strict_booleans: true,
        with_snippet: false,
        // The scan has bounded depth and forbidden aliases; what is left grows with the file and no faster.
        budget: None,
    };
    serde_saphyr::from_str_with_options(text, options).map_err(|error| {
        let (line, column) = error
            .location()
            .map_or((1, 1), |at| (at.line(), at.column()));
        let message = error.without_snippet().to_string();
        // What comes behind is the place, which is told apart, or advice to those who call the parser.
        let end = [" at line ", ", set "]
            .iter()
            .filter_map(|rest| message.find(rest))
            .min();
        let mut message = message[..end.unwrap_or(message.len())].to_owned();
        if let Some(meant) = meant(&error) {
            _ = write!(message, "; did you mean `{meant}`?");
        }
        let (line, column) = (
            usize::try_from(line).unwrap_or(1),
            usize::try_from(column).unwrap_or(1),
        );
        SourceError::new(file, text, line, column, message)
    })
}

/// The field that an unknown one was probably meant to be.
fn meant(error: &serde_saphyr::Error) -> Option<&'static str> {
    let serde_saphyr::Error::SerdeUnknownField {
        field, expected, ..
    } = error
    else {
        return None;
    };
    let close = expected
        .iter()
        .map(|known| (strsim::jaro_winkler(field, known), *known))
        .filter(|(likeness, _)| *likeness > 0.7);
    close
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, known)| known)
}

fn scan(file: &str, text: &str, comments: Comments) -> Result<(), SourceError> {
    let fault = |span: Span, message: String| {
        SourceError::new(file, text, span.start.line(), span.start.col() + 1, message)
    };
    let (mut depth, mut documents) = (0, 0);
    // For each open mapping, whether a key comes next; `None` for a sequence.
    let mut open: Vec<Option<bool>> = Vec::new();
    for next in Parser::new_from_str(text) {
        let (event, span) = next.map_err(|error| {
            let mark = error.marker();
            SourceError::new(
                file,
                text,
                mark.line(),
                mark.col() + 1,
                format!("invalid YAML: {}", error.info()),
            )
        })?;
        let is_key = matches!(open.last(), Some(Some(true)));
        let (anchor, tagged) = match &event {
            Event::Scalar(_, _, anchor, tag) => (*anchor, tag.is_some()),
            Event::SequenceStart(_, anchor, tag) | Event::MappingStart(_, anchor, tag) => {
                (*anchor, tag.is_some())
            }
            _ => (0, false),
        };
        if anchor != 0 || matches!(event, Event::Alias(_)) {
            return Err(fault(
                span,
                "anchors and aliases are not used here: write the value out".to_owned(),
            ));
        }
        if tagged {
            return Err(fault(
                span,
                "tags are not used here: quote a text, and write other values plainly".to_owned(),
            ));
        }
        match event {
            Event::DocumentStart(..) => {
                documents += 1;
                if documents > 1 {
                    return Err(fault(
                        span,
                        "expected one document, found a second".to_owned(),
                    ));
                }
            }
            Event::Comment(..) => {
                if let Comments::BelongInto(field) = comments {
                    let message =
                        format!("comments are not kept when the file is written: use `{field}`");
                    return Err(fault(span, message));
                }
            }
            Event::Scalar(_, ScalarStyle::Plain, ..) if span.is_empty() => {
                let message = "expected a value here: write null, or \"\" for the empty text";
                return Err(fault(span, message.to_owned()));
            }
            Event::Scalar(value, ScalarStyle::Plain, ..) => {
                if let Some(message) = ambiguity(&value, is_key) {
                    return Err(fault(span, message));
                }
                turn(&mut open);
            }
            Event::Scalar(..) => turn(&mut open),
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(fault(
                        span,
                        format!("nested more than {MAX_DEPTH} levels deep"),
                    ));
                }
                open.push(matches!(event, Event::MappingStart(..)).then_some(true));
            }
            Event::SequenceEnd | Event::MappingEnd => {
                depth -= 1;
                open.pop();
                turn(&mut open);
            }
            _ => {}
        }
    }
    Ok(())
}

/// A node has ended: in a mapping, key and value take turns.
fn turn(open: &mut [Option<bool>]) {
    if let Some(Some(key)) = open.last_mut() {
        *key = !*key;
    }
}

/// Why a plain scalar is refused, if it is.
fn ambiguity(value: &str, is_key: bool) -> Option<String> {
    let quote = |what: &str| Some(format!("`{value}` {what}: quote it if it is a text"));
    match value {
        "null" | "true" | "false" if is_key => {
            return quote("as a key is not a text in every YAML version");
        }
        "null" | "true" | "false" => return None,
        _ => {}
    }
    // What YAML 1.1 takes for booleans and null.
    let words = [
        "y", "n", "yes", "no", "on", "off", "true", "false", "null", "~",
    ];
    if words.contains(&value.to_ascii_lowercase().as_str()) {
        return quote("means something else in other YAML versions");
    }
    if looks_like_a_number(value) {
        if is_key {
            return quote("as a key looks like a number");
        }
        let number: Option<serde_json::Number> = serde_json::from_str(value).ok();
        let exact = number.is_some_and(|number| {
            let fraction = value.contains(['.', 'e', 'E']);
            value != "-0" && (fraction || number.is_i64() || number.is_u64())
        });
        if !exact {
            return quote("looks like a number, date or time but is none of at most 64 bits");
        }
    }
    None
}

/// Whether any YAML reader might take it for a number, a date or a time. A path (`./x`) and a flag (`--x`) are none.
fn looks_like_a_number(value: &str) -> bool {
    let digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let rest = value.trim_start_matches(['+', '-']);
    let fraction = rest.strip_prefix('.').is_some_and(|rest| {
        let word = rest.to_ascii_lowercase();
        digit(rest) || ["inf", "nan"].contains(&word.as_str())
    });
    digit(rest) || fraction
}
