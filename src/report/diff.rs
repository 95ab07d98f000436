//! Two releases of the vectors, compared, written down.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::visible::compact;
use crate::rule::RuleId;
use crate::vector::compare::{CaseChange, Comparison, Kind, Weight};

const WEIGHTS: [Weight; 3] = [Weight::Breaking, Weight::Additive, Weight::Compatible];

/// The comparison as text: the gravest first.
#[must_use]
pub fn text(comparison: &Comparison) -> String {
    let mut out = String::new();
    for (domain, before, now) in &comparison.versions {
        _ = writeln!(out, "{domain}: version {now}, was {before}");
    }
    for weight in WEIGHTS {
        let (rules, cases) = of_weight(comparison, weight);
        if rules.is_empty() && cases.is_empty() {
            continue;
        }
        _ = writeln!(out, "{}", weight.as_str().to_uppercase());
        for rule in rules {
            _ = writeln!(out, "  {rule}");
        }
        for (line, change) in lines(&cases) {
            _ = writeln!(out, "  {line}");
            let Some(change) = change else { continue };
            for (name, value) in [("before", &change.before), ("now   ", &change.now)] {
                if let Some(value) = value {
                    _ = writeln!(out, "      {name} {}", compact(value));
                }
            }
        }
        out.push('\n');
    }
    out.push_str(&summary(comparison));
    out
}

/// The comparison as Markdown, for a release's notes.
#[must_use]
pub fn markdown(comparison: &Comparison) -> String {
    let mut out = format!("# Vectors: {}\n", comparison.weight());
    for (domain, before, now) in &comparison.versions {
        _ = writeln!(out, "\n`{domain}`: version {now}, was {before}.");
    }
    for weight in WEIGHTS {
        let (rules, cases) = of_weight(comparison, weight);
        if rules.is_empty() && cases.is_empty() {
            continue;
        }
        let mut title = weight.as_str().to_owned();
        title[..1].make_ascii_uppercase();
        _ = writeln!(out, "\n## {title}\n");
        for rule in rules {
            _ = writeln!(out, "- {rule}");
        }
        for (line, change) in lines(&cases) {
            _ = writeln!(out, "- {line}");
            let Some(change) = change else { continue };
            for (name, value) in [("before", &change.before), ("now", &change.now)] {
                if let Some(value) = value {
                    let shown = compact(value).replace('`', "'");
                    _ = writeln!(out, "  - {name}: `{shown}`");
                }
            }
        }
    }
    _ = write!(out, "\n{}", summary(comparison));
    out
}

/// The comparison as JSON: every change, one by one.
#[must_use]
pub fn json(comparison: &Comparison) -> String {
    let texts = |rules: &[RuleId]| -> Vec<String> { rules.iter().map(RuleId::to_string).collect() };
    let versions = comparison.versions.iter();
    let versions = versions
        .map(|(domain, before, now)| json!({"domain": domain, "before": before, "now": now}));
    let rules = comparison.rules.iter().map(|change| {
        json!({"id": change.id.to_string(), "weight": change.weight.as_str(), "what": change.what})
    });
    let cases = comparison.cases.iter().map(|change| {
        json!({
            "id": change.id,
            "was": change.was,
            "weight": change.kind.weight().as_str(),
            "what": change.kind.as_str(),
            "step": change.step,
            "rules": texts(&change.rules),
            "because": texts(&change.because),
            "pinned": change.pinned,
            "before": change.before,
            "now": change.now,
        })
    });
    let report = json!({
        "format": 1,
        "proofmark": env!("CARGO_PKG_VERSION"),
        "weight": comparison.weight().as_str(),
        "versions": versions.collect::<Value>(),
        "rules": rules.collect::<Value>(),
        "cases": cases.collect::<Value>(),
    });
    let text = serde_json::to_string_pretty(&report);
    text.expect("texts and numbers always serialize") + "\n"
}

/// The rules, in words, and the cases that changed with this weight.
fn of_weight(comparison: &Comparison, weight: Weight) -> (Vec<String>, Vec<&CaseChange>) {
    let rules = comparison.rules.iter().filter(|it| it.weight == weight);
    let rules = rules.map(|change| format!("{} {}", change.id, change.what.join("; ")));
    let cases = comparison.cases.iter();
    let cases = cases.filter(|change| change.kind.weight() == weight);
    (rules.collect(), cases.collect())
}

/// A line for each change that says something of its own, and one for each file with changes that do not.
fn lines<'a>(cases: &[&'a CaseChange]) -> Vec<(String, Option<&'a CaseChange>)> {
    let mut lines = Vec::new();
    let mut counted: BTreeMap<(Kind, &str), Vec<&CaseChange>> = BTreeMap::new();
    for change in cases {
        let alike = [Kind::Added, Kind::OtherNote, Kind::OtherRules];
        if alike.contains(&change.kind) {
            let topic = change.id.rsplit_once('/').unwrap_or_default().0;
            counted
                .entry((change.kind, topic))
                .or_default()
                .push(change);
        } else {
            lines.push((line(change), Some(*change)));
        }
    }
    for ((kind, topic), changes) in counted {
        match changes[..] {
            [only] => lines.push((line(only), None)),
            _ => lines.push((format!("{topic}: {} cases: {kind}", changes.len()), None)),
        }
    }
    lines
}

fn line(change: &CaseChange) -> String {
    let mut line = format!("{}: {}", change.id, change.kind);
    if let Some(was) = &change.was {
        _ = write!(line, ", was {was}");
    }
    if let Some(step) = change.step {
        _ = write!(line, ", in step {}", step + 1);
    }
    let rules = |rules: &[RuleId]| {
        let rules = rules.iter().map(RuleId::to_string);
        rules.collect::<Vec<_>>().join(", ")
    };
    if change.kind < Kind::Ended {
        _ = write!(line, " ({}", rules(&change.rules));
        if !change.because.is_empty() {
            _ = write!(line, "; changed: {}", rules(&change.because));
        }
        line.push(')');
        if let Some(source) = &change.pinned {
            _ = write!(line, ", pinned: {source}");
        }
    }
    line
}

fn summary(comparison: &Comparison) -> String {
    let count = |weight: Weight| {
        let (rules, cases) = of_weight(comparison, weight);
        let (rules, cases) = (rules.len(), cases.len());
        format!("{weight} {cases} changes of cases and {rules} of rules")
    };
    let counts: Vec<String> = WEIGHTS.into_iter().map(count).collect();
    format!("{}: {}\n", comparison.weight(), counts.join("; "))
}
