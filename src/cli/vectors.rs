//! `proofmark vectors`

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::{exit, print};
use crate::error::Error;
use crate::generate::{Regenerated, regenerate, sample, sampled};
use crate::rule::Registry;
use crate::vector::{Library, Source};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Write what the model expects into every file, except where it is pinned
    Generate(Folder),
    /// Fail on any byte that `generate` would change
    Verify(Folder),
    /// Print a file of cases with random inputs for an operation
    Sample(Sample),
}

#[derive(Debug, Args)]
struct Sample {
    /// The operation, or `task_id.queue` for scenarios
    operation: String,
    /// How many cases
    #[arg(long, value_name = "N", default_value_t = 200)]
    count: usize,
    /// What they are drawn from
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

#[derive(Debug, Args)]
struct Folder {
    /// The folder of the vectors
    #[arg(default_value = "vectors")]
    folder: PathBuf,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    match &arguments.action {
        Action::Generate(Folder { folder }) => generate(folder),
        Action::Verify(Folder { folder }) => verify(folder),
        Action::Sample(Sample {
            operation,
            count,
            seed,
        }) => {
            let known = || sampled().collect::<Vec<_>>().join(", ");
            let topic = sample(operation, *count, *seed).ok_or_else(|| {
                Error::Usage(format!(
                    "`{operation}` cannot be sampled: expected one of {}",
                    known()
                ))
            })?;
            print(|out| out.write_all(topic.to_yaml().as_bytes()))?;
            Ok(exit::CONFORMS)
        }
    }
}

/// Every file, as it is and as it should be.
fn regenerated(folder: &Path) -> Result<Vec<(Source, String, Regenerated)>, Error> {
    let (library, registry) = (Library::folder(folder)?, Registry::embedded());
    let each = library.sources().iter().map(|source| {
        let text = source.text()?;
        Ok((source.clone(), text, regenerate(source.parse(registry)?)))
    });
    each.collect()
}

fn generate(folder: &Path) -> Result<u8, Error> {
    let files = regenerated(folder)?;
    let mut agreed = true;
    for (source, text, new) in &files {
        let yaml = new.topic.to_yaml();
        // Nothing is written where the model contradicts a person.
        if new.disagreements.is_empty() && yaml != *text {
            fs::write(&source.file, yaml).map_err(|error| Error::write(&source.file, error))?;
        }
        agreed &= new.disagreements.is_empty();
    }
    print(|out| {
        let mut changed = 0;
        for (source, _, new) in &files {
            for disagreement in &new.disagreements {
                writeln!(
                    out,
                    "error: {}: {}",
                    disagreement.case, disagreement.message
                )?;
            }
            for case in &new.changed {
                writeln!(out, "{}: {case}", source.file)?;
            }
            changed += new.changed.len();
        }
        let cases: usize = files.iter().map(|(_, _, new)| new.topic.cases.len()).sum();
        writeln!(
            out,
            "{} files, {cases} cases, {changed} changed",
            files.len()
        )
    })?;
    Ok(if agreed {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}

fn verify(folder: &Path) -> Result<u8, Error> {
    let files = regenerated(folder)?;
    let mut complaints = Vec::new();
    for (source, text, new) in &files {
        for disagreement in &new.disagreements {
            complaints.push(format!("{}: {}", disagreement.case, disagreement.message));
        }
        for case in &new.changed {
            complaints.push(format!(
                "{case}: {} does not hold what the model expects",
                source.file
            ));
        }
        let yaml = new.topic.to_yaml();
        if new.disagreements.is_empty() && new.changed.is_empty() && yaml != *text {
            let line = yaml
                .lines()
                .zip(text.lines())
                .take_while(|(a, b)| a == b)
                .count()
                + 1;
            let case = new.topic.cases.iter().rev().find(|case| case.line <= line);
            let case = case.map_or(String::new(), |case| format!("{}: ", case.id));
            complaints.push(format!(
                "{case}{}:{line} is not written in the canonical form",
                source.file
            ));
        }
    }
    print(|out| {
        for complaint in &complaints {
            writeln!(out, "{complaint}")?;
        }
        let cases: usize = files.iter().map(|(_, _, new)| new.topic.cases.len()).sum();
        match complaints.len() {
            0 => writeln!(
                out,
                "{} files, {cases} cases: as the model expects, byte for byte",
                files.len()
            ),
            _ => writeln!(
                out,
                "`proofmark vectors generate` writes what the model expects"
            ),
        }
    })?;
    Ok(if complaints.is_empty() {
        exit::CONFORMS
    } else {
        exit::DOES_NOT
    })
}
