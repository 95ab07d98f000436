//! A rule: its text, where it comes from, and what stands for it.

use std::io::{self, Write};

use super::{ids, paragraphs};
use crate::law;
use crate::mutant;
use crate::rule::{Document, Registry, Rule};
use crate::vector::{Case, Topic};

pub(super) fn explain(
    rule: &Rule,
    registry: &Registry,
    topics: &[Topic],
    out: &mut dyn Write,
) -> io::Result<()> {
    writeln!(out, "{} {}", rule.id, rule.title)?;
    let (level, basis) = (rule.level.as_str(), rule.basis.as_str());
    writeln!(out, "  {level}, {basis} · {}", rule.source)?;
    let mut pages = registry.pages().iter();
    let page = pages.find(|page| page.prefix == rule.id.prefix());
    if let Some(file) = page.and_then(|page| registry.file(&page.domain)) {
        writeln!(out, "  {file}:{}", rule.line)?;
    }
    if let Some(retired) = &rule.retired {
        writeln!(
            out,
            "  retired in version {}: {}",
            retired.version, retired.why
        )?;
    }
    paragraphs(&rule.text, out)?;
    if let Some(reason) = &rule.reason {
        paragraphs(&format!("Reason: {reason}"), out)?;
    }
    if !rule.choices.is_empty() {
        writeln!(out, "\nAllowed: {}", rule.choices.join(", "))?;
    }
    if let Some(why) = &rule.not_isolated {
        paragraphs(&format!("Not isolated: {why}"), out)?;
    }
    let sentences = Document::embedded().iter().flat_map(Document::sentences);
    let sentences = sentences.filter(|(_, sentence)| sentence.rules.contains(&rule.id));
    let sentences: Vec<String> = sentences
        .map(|(place, sentence)| format!("{place}: {} {}", sentence.words, sentence.asks))
        .collect();
    ids(out, "sentences", &texts(&sentences))?;
    let cases = topics.iter().flat_map(|topic| &topic.cases);
    let cases: Vec<&Case> = cases.filter(|case| case.rules.contains(&rule.id)).collect();
    let cases: Vec<&str> = cases.iter().map(|case| case.id.as_str()).collect();
    ids(out, "cases", &cases)?;
    let laws = law::all().filter(|law| law.rules.contains(&rule.id));
    ids(out, "laws", &laws.map(|law| law.id).collect::<Vec<_>>())?;
    let mutants = mutant::all().filter(|mutant| mutant.rule == rule.id);
    ids(
        out,
        "mutants",
        &mutants.map(|mutant| mutant.id).collect::<Vec<_>>(),
    )
}

fn texts(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}
