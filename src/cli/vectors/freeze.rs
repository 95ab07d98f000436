//! `proofmark vectors freeze`

use std::fs;

use super::stock::Stock;
use super::verify::complaints;
use crate::cli::{exit, print};
use crate::error::Error;
use crate::vector::{Frozen, Manifest};

/// Only what is verified is frozen.
pub(super) fn run(arguments: &super::Freeze) -> Result<u8, Error> {
    let mut stock = Stock::load(&arguments.vectors, arguments.spec.as_deref())?;
    let complaints = complaints(&stock)?;
    if !complaints.is_empty() {
        print(|out| {
            complaints
                .iter()
                .try_for_each(|complaint| writeln!(out, "{complaint}"))?;
            writeln!(out, "nothing was frozen")
        })?;
        return Ok(exit::DOES_NOT);
    }
    let domains = chosen(&arguments.domains, &stock)?;
    let mut told = Vec::new();
    for domain in domains {
        let at = stock
            .promises
            .iter()
            .position(|it| it.entry.domain == domain);
        let promises = &stock.promises[at.expect("it was chosen from these")];
        let version = promises.entry.version;
        if promises.entry.is_released() {
            told.push(format!(
                "{domain} was released with version {version} already"
            ));
            continue;
        }
        let frozen = Frozen::of(version, stock.cases(&domain));
        let path = stock.folder.join(&domain).join(Frozen::file(version));
        fs::write(&path, frozen.to_text()).map_err(|source| Error::write(&path, source))?;
        told.push(format!(
            "{domain}, version {version}: {} cases are frozen",
            frozen.cases.len()
        ));
        let promises = &mut stock.promises[at.expect("as above")];
        promises.entry.released.push(version);
        promises.released.push(frozen);
    }
    let path = stock.folder.join(Manifest::FILE);
    let manifest = stock.listed(|file| file.text.clone())?.to_yaml();
    fs::write(&path, manifest).map_err(|source| Error::write(&path, source))?;
    print(|out| told.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    Ok(exit::CONFORMS)
}

fn chosen(wanted: &[String], stock: &Stock) -> Result<Vec<String>, Error> {
    let known: Vec<String> = stock
        .promises
        .iter()
        .map(|promises| promises.entry.domain.clone())
        .collect();
    if let Some(unknown) = wanted.iter().find(|domain| !known.contains(domain)) {
        let known = known.join(", ");
        return Err(Error::Usage(format!(
            "`{unknown}` is no domain of these vectors: expected one of {known}"
        )));
    }
    Ok(if wanted.is_empty() {
        known
    } else {
        wanted.to_vec()
    })
}
