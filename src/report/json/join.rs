//! Reports of several runs, side by side.

use std::collections::{BTreeMap, BTreeSet};

use super::{Report, Rule};
use crate::error::Error;

/// One report that holds the subjects of all. Each report comes with the name of its file. Subjects of the same name
/// are told apart by a number.
///
/// # Errors
///
/// Reports that were not measured by the same: another version, selection, seed or effort; shards.
pub fn join(reports: Vec<(String, Report)>) -> Result<Report, Error> {
    let mut reports = reports.into_iter();
    let Some((first_file, mut whole)) = reports.next() else {
        return Err(Error::Usage("there is no report".to_owned()));
    };
    for (file, other) in reports {
        let differences = [
            ("version of proofmark", whole.proofmark != other.proofmark),
            ("selection", whole.selection != other.selection),
            ("seed", whole.seed != other.seed),
            ("number of inputs", whole.cases != other.cases),
            ("shard", whole.shard != other.shard),
        ];
        if let Some((what, _)) = differences.iter().find(|(_, differs)| *differs) {
            return Err(Error::Usage(format!(
                "{first_file} and {file} have not the same {what}"
            )));
        }
        whole.subjects.extend(other.subjects);
        let rules = whole.rules.into_iter().chain(other.rules);
        let rules: BTreeMap<String, Rule> = rules.map(|rule| (rule.id.clone(), rule)).collect();
        whole.rules = rules.into_values().collect();
        whole.kills = whole.kills.or(other.kills);
    }
    let mut names = BTreeSet::new();
    for subject in &mut whole.subjects {
        let mut name = subject.name.clone();
        let mut number = 2;
        while !names.insert(name.clone()) {
            name = format!("{} ({number})", subject.name);
            number += 1;
        }
        subject.name = name;
    }
    whole.conclusion = Report::worst(&whole.subjects);
    Ok(whole)
}
