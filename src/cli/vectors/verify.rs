//! `proofmark vectors verify`

use super::Place;
use super::stock::{File, Stock};
use crate::cli::{exit, print};
use crate::error::Error;
use crate::vector::{Entry, Manifest, Promises};

pub(super) fn run(place: &Place) -> Result<u8, Error> {
    let stock = Stock::load(&place.folder, place.spec.as_deref())?;
    let complaints = complaints(&stock)?;
    print(|out| {
        for complaint in &complaints {
            writeln!(out, "{complaint}")?;
        }
        let (files, cases) = (stock.files.len(), stock.count());
        if complaints.is_empty() {
            let text = "as the model expects, byte for byte";
            writeln!(out, "{files} files, {cases} cases: {text}")
        } else {
            let text = "`proofmark vectors generate` writes what the model expects, where nothing is pinned or frozen";
            writeln!(out, "{text}")
        }
    })?;
    Ok(if complaints.is_empty() {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}

/// All that is wrong: with the files, with what was promised, and with the manifest.
pub(super) fn complaints(stock: &Stock) -> Result<Vec<String>, Error> {
    let mut complaints: Vec<String> = stock.files.iter().flat_map(of_file).collect();
    for promises in &stock.promises {
        let cases = stock.cases(&promises.entry.domain);
        let breaches = promises.breaches(&cases).into_iter();
        complaints.extend(breaches.map(|breach| breach.to_string()));
        complaints.extend(of_renames(&promises.entry, stock));
        complaints.extend(of_version(promises));
    }
    let path = stock.folder.join(Manifest::FILE).display().to_string();
    let should = stock.listed(|file| file.text.clone())?;
    match &stock.manifest {
        None => complaints.push(format!("{path} is missing")),
        Some(manifest) => {
            for entry in &should.domains {
                let known = manifest.entry(&entry.domain);
                complaints.extend(of_entry(known, entry, &path));
            }
        }
    }
    Ok(complaints)
}

fn of_file(file: &File) -> Vec<String> {
    let (path, new) = (&file.source.file, &file.new);
    let mut complaints = Vec::new();
    for disagreement in &new.disagreements {
        complaints.push(format!("{}: {}", disagreement.case, disagreement.message));
    }
    for case in &new.changed {
        complaints.push(format!(
            "{case}: {path} does not hold what the model expects"
        ));
    }
    let yaml = new.topic.to_yaml();
    if complaints.is_empty() && yaml != file.text {
        let same = yaml.lines().zip(file.text.lines());
        let line = same.take_while(|(a, b)| a == b).count() + 1;
        let case = new.topic.cases.iter().rev().find(|case| case.line <= line);
        let case = case.map_or(String::new(), |case| format!("{}: ", case.id));
        complaints.push(format!(
            "{case}{path}:{line} is not written in the canonical form"
        ));
    }
    complaints
}

/// Who follows the map of renamed cases must arrive at a case.
fn of_renames(entry: &Entry, stock: &Stock) -> Vec<String> {
    let cases = stock.cases(&entry.domain);
    let exists = |id: &String| cases.iter().any(|case| case.id == *id);
    let mut complaints = Vec::new();
    for (old, new) in &entry.renamed {
        if exists(old) {
            complaints.push(format!("{old}: renamed to {new}, but still there"));
        }
        if !exists(new) {
            complaints.push(format!("{old}: renamed to {new}, which is no case"));
        }
    }
    complaints
}

/// Versions follow one another, and each is released before the next is begun.
fn of_version(Promises { entry, .. }: &Promises) -> Option<String> {
    let last = *entry.released.iter().max()?;
    let (domain, version) = (&entry.domain, entry.version);
    (!(last..=last + 1).contains(&version)).then(|| {
        format!("spec/{domain}.md has version {version}, but the last released version is {last}")
    })
}

fn of_entry(known: Option<&Entry>, should: &Entry, path: &str) -> Vec<String> {
    let domain = &should.domain;
    let Some(known) = known else {
        return vec![format!("{path} does not list {domain}")];
    };
    let mut complaints = Vec::new();
    if known.version != should.version {
        complaints.push(format!(
            "{path} has version {} of {domain}, but spec/{domain}.md has version {}",
            known.version, should.version
        ));
    }
    for (file, digest) in &should.files {
        match known.files.get(file) {
            None => complaints.push(format!("{path} does not list {domain}/{file}")),
            Some(listed) if listed != digest => {
                complaints.push(format!("{path} has another digest of {domain}/{file}"));
            }
            Some(_) => {}
        }
    }
    for file in known.files.keys() {
        if !should.files.contains_key(file) {
            complaints.push(format!("{path} lists {domain}/{file}, which is missing"));
        }
    }
    complaints
}
