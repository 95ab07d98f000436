//! `proofmark list`

use clap::{Args, ValueEnum};

use super::{exit, print};
use crate::error::Error;
use crate::rule::{Registry, Rule};
use crate::runner::Selection;
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
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let registry = Registry::embedded();
    match arguments.what {
        What::Rules => {
            let rules = rules(&arguments.only, registry)?;
            print(|out| {
                for rule in rules {
                    writeln!(
                        out,
                        "{} {:<6} {:<7} {}",
                        rule.id,
                        rule.level.as_str(),
                        rule.basis.as_str(),
                        rule.title
                    )?;
                }
                Ok(())
            })?;
        }
        What::Cases => {
            let selection = Selection {
                only: arguments.only.clone(),
                ..Selection::default()
            };
            let plan = selection.plan(&Library::embedded(), registry)?;
            print(|out| {
                for case in &plan.cases {
                    let rules: Vec<String> = case.rules.iter().map(ToString::to_string).collect();
                    writeln!(out, "{}  {}", case.id, rules.join(" "))?;
                }
                Ok(())
            })?;
        }
    }
    Ok(exit::CONFORMS)
}

/// The rules whose ids match. A pattern that matches none is an error, as everywhere.
fn rules<'a>(only: &[String], registry: &'a Registry) -> Result<Vec<&'a Rule>, Error> {
    let matcher = crate::runner::globs(only)?;
    let mut used = vec![false; only.len()];
    let mut rules = Vec::new();
    for rule in registry.rules() {
        let hits = matcher.matches(rule.id.to_string());
        if only.is_empty() || !hits.is_empty() {
            rules.push(rule);
        }
        for hit in hits {
            used[hit] = true;
        }
    }
    match only.iter().zip(used).find(|(_, used)| !used) {
        Some((pattern, _)) => Err(Error::Usage(format!(
            "`{pattern}` matches nothing: `proofmark list rules` shows the ids"
        ))),
        None => Ok(rules),
    }
}
