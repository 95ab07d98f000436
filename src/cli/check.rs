//! `proofmark check`

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::{exit, print, shell, width};
use crate::error::Error;
use crate::report::{json, terminal};
use crate::rule::Registry;
use crate::runner::{Observer, Selection, run as check};
use crate::subject::process::Limits;
use crate::subject::{InProcess, Process, Reference, Subject};
use crate::vector::Library;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Only ids that match; `*` stands for anything. May be given again
    #[arg(long, value_name = "GLOB")]
    only: Vec<String>,
    /// Leave out ids that match. May be given again
    #[arg(long, value_name = "GLOB")]
    skip: Vec<String>,
    /// What the rules rest on: `stated` leaves out what this project decided
    #[arg(long, value_enum, default_value_t = Basis::All)]
    basis: Basis,
    /// Fail unless everything in this domain is supported and checked. May be given again
    #[arg(long, value_name = "DOMAIN")]
    require: Vec<String>,
    /// Also write a report, for example `json=report.json`. May be given again
    #[arg(long, value_name = "KIND=FILE", value_parser = parse_report)]
    report: Vec<(ReportKind, PathBuf)>,
    /// Take the vectors from this folder instead of the embedded ones
    #[arg(long, value_name = "FOLDER")]
    vectors: Option<PathBuf>,
    /// The adapter and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Basis {
    Stated,
    All,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ReportKind {
    Json,
}

fn parse_report(text: &str) -> Result<(ReportKind, PathBuf), String> {
    let (kind, file) = text
        .split_once('=')
        .ok_or("expected KIND=FILE, for example json=report.json")?;
    Ok((ReportKind::from_str(kind, false)?, PathBuf::from(file)))
}

pub(super) fn run(arguments: Arguments) -> Result<u8, Error> {
    let registry = Registry::embedded();
    let library = match &arguments.vectors {
        Some(folder) => Library::folder(folder)?,
        None => Library::embedded(),
    };
    let selection = Selection {
        only: arguments.only,
        skip: arguments.skip,
        stated_only: matches!(arguments.basis, Basis::Stated),
        require: arguments.require,
    };
    let plan = selection.plan(&library, registry)?;
    for (_, file) in &arguments.report {
        // Said before the run, not after.
        fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(file)
            .map_err(|source| Error::write(file, source))?;
    }
    let command: Vec<String> = arguments
        .command
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let mut subject: Box<dyn Subject> = if arguments.command.is_empty() {
        Box::new(InProcess(Reference::default()))
    } else {
        Box::new(Process::new(arguments.command, Limits::default()))
    };
    let mut bar = Bar::new(plan.cases.len());
    let finished = check(plan, subject.as_mut(), registry, &mut bar)?;
    bar.0.finish_and_clear();
    drop(subject);
    for (kind, file) in &arguments.report {
        let text = match kind {
            ReportKind::Json => json::render(&finished, &selection, &command, registry),
        };
        fs::write(file, text).map_err(|source| Error::write(file, source))?;
    }
    let context = terminal::Context {
        registry,
        command: shell::quoted(&command),
        width: width(),
    };
    print(|out| terminal::write(&finished, &context, out))?;
    Ok(exit::of_run(&finished))
}

/// A progress bar, where there is a terminal to show it.
struct Bar(ProgressBar);

impl Bar {
    fn new(total: usize) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {elapsed}")
            .expect("the template is valid");
        Self(ProgressBar::new(total as u64).with_style(style))
    }
}

impl Observer for Bar {
    fn judged(&mut self, count: usize) {
        self.0.inc(count as u64);
    }
}
