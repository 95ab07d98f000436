//! `proofmark list`

use clap::{Args, ValueEnum};

use super::{exit, print};
use crate::error::Error;
use crate::law;
use crate::rule::Registry;
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
    Laws,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    let registry = Registry::embedded();
    match arguments.what {
        What::Rules => {
            let matcher = crate::runner::globs(&arguments.only)?;
            let shown = |id: &str| arguments.only.is_empty() || matcher.is_match(id);
            print(|out| {
                for rule in registry.rules().filter(|rule| shown(&rule.id.to_string())) {
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
        What::Laws => {
            let matcher = crate::runner::globs(&arguments.only)?;
            let shown = |id: &str| arguments.only.is_empty() || matcher.is_match(id);
            print(|out| {
                for law in law::all().filter(|law| shown(law.id)) {
                    writeln!(
                        out,
                        "{:<46} {} ({})",
                        law.id,
                        law.about,
                        law.oracle.as_str()
                    )?;
                }
                Ok(())
            })?;
        }
    }
    Ok(exit::CONFORMS)
}
