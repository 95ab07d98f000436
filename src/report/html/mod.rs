//! The report as a page: one file, no network, nothing but what is in it.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::{Value, json};

use super::json::Report;
use super::key_fields::{Mismatch, mismatches};
use crate::rule::{Document, Section, Sentence};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// One after the other, in a scope of their own.
const SCRIPTS: [&str; 13] = [
    include_str!("script/dom.js"),
    include_str!("script/data.js"),
    include_str!("script/text.js"),
    include_str!("script/list.js"),
    include_str!("script/filters.js"),
    include_str!("script/overview.js"),
    include_str!("script/rules.js"),
    include_str!("script/verdicts.js"),
    include_str!("script/choices.js"),
    include_str!("script/coverage.js"),
    include_str!("script/sources.js"),
    include_str!("script/kills.js"),
    include_str!("script/main.js"),
];

/// What the page shows.
#[derive(Serialize)]
struct Data<'a> {
    report: &'a Report,
    keys: Vec<BTreeMap<&'a str, Vec<Mismatch>>>,
    documents: Value,
}

/// The whole page. The data stands in it as JSON that no name or output can end.
pub(super) fn render(report: &Report) -> String {
    let data = Data {
        report,
        keys: keys(report),
        documents: documents(report),
    };
    let data = serde_json::to_string(&data).expect("texts and numbers always serialize");
    let script = format!("(() => {{\n\"use strict\";\n{}\n}})();", SCRIPTS.join("\n"));
    PAGE.replace("/*style*/", STYLE)
        .replace("/*script*/", &script)
        .replacen(
            "\"data\"</script>",
            &format!("{}</script>", inert(&data)),
            1,
        )
}

/// The keys that are wrong, field by field, for each subject: the page knows nothing of their form.
fn keys(report: &Report) -> Vec<BTreeMap<&str, Vec<Mismatch>>> {
    let subjects = report.subjects.iter().map(|subject| {
        let wrong = subject.verdicts.iter();
        let wrong = wrong.map(|entry| (entry.id.as_str(), mismatches(entry)));
        wrong.filter(|(_, keys)| !keys.is_empty()).collect()
    });
    subjects.collect()
}

/// The source documents of the domains that were checked, sentence by sentence.
fn documents(report: &Report) -> Value {
    let sentence = |sentence: &Sentence| {
        let rules: Vec<String> = sentence.rules.iter().map(ToString::to_string).collect();
        json!({"words": sentence.words, "asks": sentence.asks, "rules": rules, "untestable": sentence.untestable})
    };
    let section = |section: &Section| {
        let sentences = section.sentences.iter().map(sentence);
        json!({"name": section.name, "sentences": sentences.collect::<Value>()})
    };
    let checked = |document: &&Document| {
        let mut rules = report.rules.iter();
        rules.any(|rule| rule.domain == document.domain)
    };
    let documents = Document::embedded().iter().filter(checked).map(|document| {
        let sections = document.sections.iter().map(section);
        json!({"name": document.name, "domain": document.domain, "sections": sections.collect::<Value>()})
    });
    documents.collect()
}

/// JSON that HTML takes for nothing but text: within strings, which are the only place where these characters can
/// stand, an escape means the same.
fn inert(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_the_script() {
        let json = serde_json::json!({"a": "</script><!--\u{2028}&amp;"}).to_string();
        let safe = inert(&json);
        assert!(!safe.contains(['<', '>', '&', '\u{2028}']), "{safe}");
        let back: serde_json::Value = serde_json::from_str(&safe).unwrap();
        assert_eq!(back.to_string(), json);
    }
}
