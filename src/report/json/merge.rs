//! The reports of all shards, made into the report of one whole run.

use std::collections::{BTreeMap, BTreeSet};

use super::{Choice, Entry, Report, Rule, Shard, Subject, blame};
use crate::error::Error;
use crate::verdict::Kind;

/// The report that one whole run would have given, but for the time it takes. Each report comes with the name of its file.
///
/// # Errors
///
/// Reports that are no shards, or not of the same run; a shard that is missing, or there twice.
pub fn merge(reports: Vec<(String, Report)>) -> Result<Report, Error> {
    complete(&reports)?;
    alike(&reports)?;
    let mut reports: Vec<Report> = reports.into_iter().map(|(_, report)| report).collect();
    reports.sort_by_key(|report| report.shard.as_ref().map(|shard| shard.index));
    let subjects = (0..reports[0].subjects.len()).map(|at| whole_subject(&mut reports, at));
    let subjects = subjects.collect::<Result<Vec<_>, _>>()?;
    Ok(Report {
        shard: None,
        conclusion: Report::worst(&subjects),
        subjects,
        rules: rules(&reports),
        ..reports[0].clone()
    })
}

/// Every shard once.
fn complete(reports: &[(String, Report)]) -> Result<(), Error> {
    let mut seen: BTreeMap<usize, &str> = BTreeMap::new();
    let mut parts = None;
    for (file, report) in reports {
        let Some(Shard { index, of, .. }) = report.shard else {
            return usage(format!(
                "{file} is the report of a whole run, not of a shard"
            ));
        };
        match parts {
            Some((parts, first)) if parts != of => {
                return usage(format!(
                    "{file} is a shard of {of}, but {first} is one of {parts}"
                ));
            }
            _ => parts = Some((of, file)),
        }
        if index == 0 || index > of {
            return usage(format!("{file}: there is no shard {index}/{of}"));
        }
        if let Some(other) = seen.insert(index, file) {
            return usage(format!(
                "{other} and {file} are both the shard {index}/{of}"
            ));
        }
    }
    let Some((of, _)) = parts else {
        return usage("there is no report to merge".to_owned());
    };
    match (1..=of).find(|index| !seen.contains_key(index)) {
        Some(index) => usage(format!("the shard {index}/{of} is missing")),
        None => Ok(()),
    }
}

/// All of the same run.
fn alike(reports: &[(String, Report)]) -> Result<(), Error> {
    let Some(((first_file, first), others)) = reports.split_first() else {
        return Ok(());
    };
    let total = |report: &Report| report.shard.as_ref().map(|shard| shard.total);
    for (file, other) in others {
        let differ = |of: fn(&Subject, &Subject) -> bool| {
            let pairs = first.subjects.iter().zip(&other.subjects);
            first.subjects.len() != other.subjects.len() || pairs.into_iter().any(|(a, b)| of(a, b))
        };
        let differences = [
            ("version of proofmark", first.proofmark != other.proofmark),
            (
                "subject",
                differ(|a, b| (&a.name, &a.hello) != (&b.name, &b.hello)),
            ),
            ("command", differ(|a, b| a.command != b.command)),
            ("selection", first.selection != other.selection),
            ("seed", first.seed != other.seed),
            ("number of inputs", first.cases != other.cases),
            ("number of cases and laws", total(first) != total(other)),
        ];
        if let Some((what, _)) = differences.iter().find(|(_, differs)| *differs) {
            return usage(format!("{first_file} and {file} have not the same {what}"));
        }
    }
    Ok(())
}

/// One subject, from all shards.
fn whole_subject(reports: &mut [Report], at: usize) -> Result<Subject, Error> {
    let mut verdicts = in_place(reports, at)?;
    blame::settle(&mut verdicts);
    let parts: Vec<&Subject> = reports.iter().map(|report| &report.subjects[at]).collect();
    let mut whole = Subject {
        missing: all(&parts, |part| &part.missing),
        choices: choices(&parts),
        breakdowns: all(&parts, |part| &part.breakdowns),
        notes: all(&parts, |part| &part.notes),
        verdicts,
        seconds: parts.iter().map(|part| part.seconds).sum(),
        ..parts[0].clone()
    };
    whole.recount();
    Ok(whole)
}

/// The verdicts in the order of the whole run: every place once.
fn in_place(reports: &mut [Report], at: usize) -> Result<Vec<Entry>, Error> {
    let total = reports
        .first()
        .and_then(|report| report.shard.as_ref())
        .map_or(0, |shard| shard.total);
    let mut all: BTreeMap<usize, Entry> = BTreeMap::new();
    for report in reports {
        let places = report.shard.iter().flat_map(|shard| &shard.places);
        let entries = std::mem::take(&mut report.subjects[at].verdicts);
        if places.clone().count() != entries.len() {
            return usage("a shard has not as many verdicts as places".to_owned());
        }
        for (place, entry) in places.zip(entries) {
            if let Some(other) = all.insert(*place, entry) {
                return usage(format!("two shards overlap: both have {}", other.id));
            }
        }
    }
    let entries: Vec<Entry> = all
        .into_iter()
        .enumerate()
        .filter(|(expected, (place, _))| expected == place)
        .map(|(_, (_, entry))| entry)
        .collect();
    let ids: BTreeSet<(bool, &str)> = entries
        .iter()
        .map(|entry| (entry.kind == Kind::Law, entry.id.as_str()))
        .collect();
    if entries.len() != total || ids.len() != total {
        return usage(format!(
            "the shards do not make a whole: {} of {total} cases and laws are there",
            ids.len()
        ));
    }
    Ok(entries)
}

/// What any of them says, sorted, and once.
fn all(parts: &[&Subject], of: impl Fn(&Subject) -> &Vec<String>) -> Vec<String> {
    let said: BTreeSet<&String> = parts.iter().flat_map(|part| of(part)).collect();
    said.into_iter().cloned().collect()
}

fn choices(parts: &[&Subject]) -> Vec<Choice> {
    let mut merged: BTreeMap<&str, BTreeMap<String, usize>> = BTreeMap::new();
    for choice in parts.iter().flat_map(|part| &part.choices) {
        let into = merged.entry(&choice.rule).or_default();
        for (name, count) in &choice.choices {
            *into.entry(name.clone()).or_default() += count;
        }
    }
    let merged = merged.into_iter().map(|(rule, choices)| Choice {
        rule: rule.to_owned(),
        choices,
    });
    merged.collect()
}

fn rules(reports: &[Report]) -> Vec<Rule> {
    let rules = reports.iter().flat_map(|report| &report.rules);
    let rules: BTreeMap<&str, &Rule> = rules.map(|rule| (rule.id.as_str(), rule)).collect();
    rules.into_values().cloned().collect()
}

fn usage<T>(message: String) -> Result<T, Error> {
    Err(Error::Usage(message))
}
