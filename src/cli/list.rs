//! `proofmark list`

use clap::{Args, ValueEnum};

use super::{exit, explain, print};
use crate::error::Error;
use crate::law;
use crate::mutant;
use crate::rule::Registry;
use crate::runner::globs;
use crate::vector::Library;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// What to list
    #[arg(value_enum)]
    what: What,
    /// Only ids that match. May be given again
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    Rules,
    Cases,
    Laws,
    Mutants,
    /// Everything that `explain` knows: what shells complete
    Ids,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let chosen = globs(&arguments.only)?;
    let mut entries = entries(arguments.what)?;
    let unused = (0..arguments.only.len()).find(|at| {
        !entries
            .iter()
            .any(|(id, _)| chosen.matches(id).contains(at))
    });
    if let Some(at) = unused {
        return Err(Error::Usage(format!(
            "`{}` matches nothing: without --only, all ids are listed",
            arguments.only[at]
        )));
    }
    entries.retain(|(id, _)| arguments.only.is_empty() || chosen.is_match(id));
    let width = entries.iter().map(|(id, _)| id.len()).max().unwrap_or(0);
    print(|out| {
        entries
            .iter()
            .map(|(id, about)| format!("{id:<width$}  {about}"))
            .try_for_each(|line| writeln!(out, "{}", line.trim_end()))
    })?;
    Ok(exit::CONFORMS)
}

/// Ids, and what there is to say about each on its line.
fn entries(what: What) -> Result<Vec<(String, String)>, Error> {
    let registry = Registry::embedded();
    Ok(match what {
        What::Rules => registry
            .rules()
            .map(|rule| {
                let (level, basis) = (rule.level.as_str(), rule.basis.as_str());
                let about = format!("{level:<6} {basis:<7} {}", rule.title);
                (rule.id.to_string(), about)
            })
            .collect(),
        What::Cases => {
            let topics = Library::embedded().topics(registry)?;
            let cases = topics.into_iter().flat_map(|topic| topic.cases);
            cases
                .map(|case| {
                    let rules: Vec<String> = case.rules.iter().map(ToString::to_string).collect();
                    (case.id, rules.join(" "))
                })
                .collect()
        }
        What::Laws => law::all()
            .map(|law| {
                let about = format!("{} ({})", law.about, law.oracle.as_str());
                (law.id.to_owned(), about)
            })
            .collect(),
        What::Ids => {
            let ids = explain::known(registry, &Library::embedded())?;
            ids.into_iter().map(|id| (id, String::new())).collect()
        }
        What::Mutants => mutant::all()
            .map(|mutant| {
                let about = format!("{} {}", mutant.rule, mutant.about);
                (mutant.id.to_owned(), about)
            })
            .collect(),
    })
}
