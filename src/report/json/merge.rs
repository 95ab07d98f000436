//! The reports of all shards, made into the report of one whole run.

use std::collections::{BTreeMap, BTreeSet};

use super::{Choice, Counts, Entry, Report, Selected, Shard};
use crate::error::Error;
use crate::rule::RuleId;

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
    let verdicts = in_place(&mut reports)?;
    let whole = Report {
        shard: None,
        selection: Selected {
            missing: all(&reports, |report| &report.selection.missing),
            ..reports[0].selection.clone()
        },
        summary: sum(reports.iter().map(|report| &report.summary)),
        domains: domains(&reports),
        choices: choices(&reports)?,
        breakdowns: all(&reports, |report| &report.breakdowns),
        notes: all(&reports, |report| &report.notes),
        verdicts,
        seconds: reports.iter().map(|report| report.seconds).sum(),
        ..reports[0].clone()
    };
    let conforms = whole.summary.of("fail") == 0
        && whole.summary.of("errored") == 0
        && whole.selection.missing.is_empty()
        && whole.breakdowns.is_empty();
    Ok(Report { conforms, ..whole })
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
    let selection = |report: &Report| Selected {
        missing: Vec::new(),
        ..report.selection.clone()
    };
    let total = |report: &Report| report.shard.as_ref().map(|shard| shard.total);
    for (file, other) in others {
        let differences = [
            ("version of proofmark", first.proofmark != other.proofmark),
            ("subject", first.subject != other.subject),
            ("command", first.command != other.command),
            ("selection", selection(first) != selection(other)),
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

/// The verdicts in the order of the whole run: every place once.
fn in_place(reports: &mut [Report]) -> Result<Vec<Entry>, Error> {
    let total = reports
        .first()
        .and_then(|report| report.shard.as_ref())
        .map_or(0, |shard| shard.total);
    let mut all: BTreeMap<usize, Entry> = BTreeMap::new();
    for report in reports {
        let places = report.shard.iter().flat_map(|shard| &shard.places);
        let entries = std::mem::take(&mut report.verdicts);
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
    let ids: BTreeSet<(&str, &str)> = entries
        .iter()
        .map(|entry| (entry.kind.as_str(), entry.id.as_str()))
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
fn all(reports: &[Report], of: impl Fn(&Report) -> &Vec<String>) -> Vec<String> {
    let said: BTreeSet<&String> = reports.iter().flat_map(of).collect();
    said.into_iter().cloned().collect()
}

fn sum<'a>(counts: impl IntoIterator<Item = &'a Counts>) -> Counts {
    let mut sum = Counts::default();
    for counts in counts {
        for (verdict, count) in &counts.verdicts {
            *sum.verdicts.entry(verdict.clone()).or_default() += count;
        }
        sum.total += counts.total;
    }
    sum
}

fn domains(reports: &[Report]) -> BTreeMap<String, Counts> {
    let names: BTreeSet<&String> = reports.iter().flat_map(|it| it.domains.keys()).collect();
    let of = |name: &String| sum(reports.iter().filter_map(|it| it.domains.get(name)));
    names
        .into_iter()
        .map(|name| (name.clone(), of(name)))
        .collect()
}

fn choices(reports: &[Report]) -> Result<Vec<Choice>, Error> {
    let mut merged: BTreeMap<RuleId, Choice> = BTreeMap::new();
    for choice in reports.iter().flat_map(|report| &report.choices) {
        let rule: RuleId = choice.rule.parse().map_err(Error::Usage)?;
        let into = merged.entry(rule).or_insert_with(|| Choice {
            choices: BTreeMap::new(),
            ..choice.clone()
        });
        for (name, count) in &choice.choices {
            *into.choices.entry(name.clone()).or_default() += count;
        }
    }
    Ok(merged.into_values().collect())
}

fn usage<T>(message: String) -> Result<T, Error> {
    Err(Error::Usage(message))
}
