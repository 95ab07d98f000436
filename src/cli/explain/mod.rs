//! `proofmark explain`

mod case;
mod law;
mod mutant;
mod rule;
mod word;

use std::io::{self, Write};

use clap::Args;

use super::closest::closest;
use super::{exit, print, width};
use crate::error::Error;
use crate::law as laws;
use crate::mutant as mutants;
use crate::report::layout::wrapped;
use crate::rule::{Registry, Rule, RuleId};
use crate::vector::Library;
use crate::verdict::Verdict;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// A rule (`PK-012`), a case (`partition_key/parse/base64-padding-one`), a law, a mutant, a reject code (`empty_key`)
    /// or a verdict (`warn`)
    id: String,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let registry = Registry::embedded();
    let library = Library::embedded();
    let manifest = library.manifest()?.unwrap_or_default();
    let asked = arguments.id.as_str();
    let id = manifest.current(asked);
    if id != asked {
        print(|out| writeln!(out, "{asked} is {id} now\n"))?;
    }
    if let Some(rule) = id.parse::<RuleId>().ok().and_then(|id| registry.known(id)) {
        let topics = library.topics(registry)?;
        print(|out| rule::explain(rule, registry, &topics, out))?;
    } else if let Some(law) = laws::all().find(|law| law.id == id) {
        print(|out| law::explain(law, registry, out))?;
    } else if let Some(mutant) = mutants::all().find(|mutant| mutant.id == id) {
        mutant::explain(mutant, &library, registry)?;
    } else if let Some(found) = case::find(id, &library, registry)? {
        case::explain(&found, &library, registry)?;
    } else if !word::explain(id, registry)? {
        return Err(unknown(id, registry, &library));
    }
    Ok(exit::CONFORMS)
}

/// Everything that can be explained.
pub(super) fn known(registry: &Registry, library: &Library) -> Result<Vec<String>, Error> {
    let rules = registry.pages().iter().flat_map(|page| &page.rules);
    let mut ids: Vec<String> = rules.map(|rule| rule.id.to_string()).collect();
    let topics = library.topics(registry)?;
    let cases = topics.into_iter().flat_map(|topic| topic.cases);
    ids.extend(cases.map(|case| case.id));
    ids.extend(laws::all().map(|law| law.id.to_owned()));
    ids.extend(mutants::all().map(|mutant| mutant.id.to_owned()));
    let codes = registry.pages().iter().flat_map(|page| &page.codes);
    let mut codes: Vec<String> = codes.map(|code| code.name.clone()).collect();
    codes.sort();
    codes.dedup();
    ids.extend(codes);
    ids.extend(Verdict::ALL.map(|verdict| verdict.as_str().to_owned()));
    Ok(ids)
}

fn unknown(id: &str, registry: &Registry, library: &Library) -> Error {
    let known = known(registry, library).unwrap_or_default();
    let close = closest(id, known.into_iter());
    let hint = if close.is_empty() {
        ": `proofmark list ids` shows them all".to_owned()
    } else {
        format!("; did you mean {}?", close.join(", "))
    };
    Error::Usage(format!(
        "`{id}` is no rule, case, law, mutant, reject code or verdict{hint}"
    ))
}

/// A rule on one line.
fn headline(rule: &Rule) -> String {
    let (level, basis) = (rule.level.as_str(), rule.basis.as_str());
    format!("{} {} ({level}, {basis})", rule.id, rule.title)
}

/// A heading with a count, and the ids below it.
fn ids(out: &mut dyn Write, what: &str, ids: &[&str]) -> io::Result<()> {
    writeln!(out, "\n{} {what}", ids.len())?;
    ids.iter().try_for_each(|id| writeln!(out, "  {id}"))
}

/// Text that fits the terminal, after a blank line.
fn paragraphs(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out)?;
    for line in wrapped(text, width()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
