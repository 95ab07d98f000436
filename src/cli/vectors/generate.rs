//! `proofmark vectors generate`

use std::fs;

use super::Place;
use super::stock::Stock;
use crate::cli::{exit, print};
use crate::error::Error;
use crate::vector::Manifest;

pub(super) fn run(place: &Place) -> Result<u8, Error> {
    let mut stock = Stock::load(&place.folder, place.spec.as_deref())?;
    let mut agreed = true;
    for file in &mut stock.files {
        let yaml = file.new.topic.to_yaml();
        // Nothing is written where the model contradicts a person or a promise.
        if file.new.disagreements.is_empty() && yaml != file.text {
            let path = &file.source.file;
            fs::write(path, &yaml).map_err(|error| Error::write(path, error))?;
            file.text = yaml;
        }
        agreed &= file.new.disagreements.is_empty();
    }
    stock.follow_renames();
    let manifest = stock.listed(|file| file.text.clone())?.to_yaml();
    let path = stock.folder.join(Manifest::FILE);
    let before = stock.manifest.as_ref().map(Manifest::to_yaml);
    // A manifest of files that contradict the model would bless them.
    if agreed && before.as_ref() != Some(&manifest) {
        fs::write(&path, manifest).map_err(|error| Error::write(&path, error))?;
    }
    report(&stock)?;
    Ok(if agreed {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}

fn report(stock: &Stock) -> Result<(), Error> {
    print(|out| {
        let mut changed = 0;
        for file in &stock.files {
            for disagreement in &file.new.disagreements {
                let (case, message) = (&disagreement.case, &disagreement.message);
                writeln!(out, "error: {case}: {message}")?;
            }
            for case in &file.new.changed {
                writeln!(out, "{}: {case}", file.source.file)?;
            }
            changed += file.new.changed.len();
        }
        for promises in &stock.promises {
            let before = stock.manifest.as_ref();
            let before = before.and_then(|known| known.entry(&promises.entry.domain));
            for (old, new) in &promises.entry.renamed {
                if before.is_none_or(|before| before.renamed.get(old) != Some(new)) {
                    writeln!(out, "{old} is {new} now")?;
                }
            }
        }
        let (files, cases) = (stock.files.len(), stock.count());
        writeln!(out, "{files} files, {cases} cases, {changed} changed")
    })
}
