//! Who is checked.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::basics::Basics;
use crate::cli::builtin::Builtin;
use crate::cli::closest::closest;
use crate::cli::config::{self, Config};
use crate::error::Error;
use crate::subject::process::{Launch, Limits};
use crate::subject::{Declared, InProcess, Process, Stop, Subject};

/// An implementation that was chosen.
#[derive(Debug)]
pub(in crate::cli) struct Chosen {
    /// What reports call it; `None`: what it calls itself.
    pub(in crate::cli) name: Option<String>,
    origin: Origin,
    options: BTreeMap<String, String>,
    /// Its list of known failures.
    pub(in crate::cli) known: Option<PathBuf>,
    /// The arguments of `proofmark check` that lead to it.
    pub(in crate::cli) arguments: Vec<String>,
}

#[derive(Debug)]
enum Origin {
    Command(Launch),
    Builtin(Builtin),
}

/// The subjects that the flags name, or else those of the configuration, or else the reference.
pub(in crate::cli) fn chosen(basics: &Basics, config: &Config) -> Result<Vec<Chosen>, Error> {
    let mut all = if !basics.command.is_empty() {
        vec![of_command(&basics.command)]
    } else if basics.subject.is_empty() && config.subjects.is_empty() {
        vec![of_builtin(Builtin::Reference)]
    } else {
        of_names(&basics.subject, config, basics.config.as_deref())?
    };
    if let Some(file) = &basics.known {
        let [one] = &mut all[..] else {
            return Err(Error::Usage(
                "--known is for one subject: choose it with --subject".to_owned(),
            ));
        };
        one.known = Some(file.clone());
        one.begin_with("--known", file);
    }
    if let Some(folder) = &basics.vectors {
        for one in &mut all {
            one.begin_with("--vectors", folder);
        }
    }
    Ok(all)
}

/// The commands in a list of words, with `--` between them.
pub(in crate::cli) fn of_commands(words: &[OsString]) -> Vec<Chosen> {
    let commands = words.split(|word| word == "--");
    let commands = commands.filter(|command| !command.is_empty());
    commands.map(of_command).collect()
}

fn of_command(command: &[OsString]) -> Chosen {
    Chosen {
        name: None,
        origin: Origin::Command(command.to_vec().into()),
        options: BTreeMap::new(),
        known: None,
        arguments: std::iter::once("--".to_owned())
            .chain(words(command))
            .collect(),
    }
}

fn of_builtin(builtin: Builtin) -> Chosen {
    Chosen {
        name: None,
        origin: Origin::Builtin(builtin),
        options: BTreeMap::new(),
        known: None,
        arguments: match builtin {
            Builtin::Reference => Vec::new(),
            Builtin::Mutant(_) => vec!["--subject".to_owned(), builtin.name().to_owned()],
        },
    }
}

/// The subjects of a configuration that have these names, or what is built in under them; without names, all of the
/// configuration. `file` is the configuration, if it was named.
pub(in crate::cli) fn of_names(
    wanted: &[String],
    config: &Config,
    file: Option<&Path>,
) -> Result<Vec<Chosen>, Error> {
    if wanted.is_empty() {
        let all = config.subjects.iter();
        return Ok(all.map(|it| of_config(it, config, file)).collect());
    }
    let one = |name: &String| {
        let configured = config.subjects.iter().find(|it| it.name.value == *name);
        match (configured, Builtin::named(name)) {
            (Some(subject), _) => Ok(of_config(subject, config, file)),
            (None, Some(builtin)) => Ok(of_builtin(builtin)),
            (None, None) => Err(unknown(name, config)),
        }
    };
    wanted.iter().map(one).collect()
}

fn unknown(name: &str, config: &Config) -> Error {
    let configured = config.subjects.iter().map(|it| it.name.value.clone());
    let close = closest(name, configured.clone().chain(Builtin::names()));
    let meant = match (close.is_empty(), configured.len()) {
        (false, _) => format!("did you mean {}?", close.join(", ")),
        (true, 0) => "expected `reference`, or a mutant by its id".to_owned(),
        (true, _) => format!(
            "expected one of {}",
            configured.collect::<Vec<_>>().join(", ")
        ),
    };
    Error::Usage(format!("there is no subject `{name}`; {meant}"))
}

fn of_config(subject: &config::Subject, config: &Config, file: Option<&Path>) -> Chosen {
    let builtin = subject.builtin.as_deref().and_then(Builtin::named);
    let folder = match &subject.folder {
        Some(folder) => config.folder().join(folder),
        None => config.folder().to_owned(),
    };
    let command = || Launch {
        command: subject.command.iter().map(OsString::from).collect(),
        folder: Some(folder).filter(|folder| !folder.as_os_str().is_empty()),
        environment: subject.environment.clone(),
    };
    let mut chosen = Chosen {
        name: Some(subject.name.value.clone()),
        origin: builtin.map_or_else(|| Origin::Command(command()), Origin::Builtin),
        options: subject.options.clone(),
        known: subject.known.as_ref().map(|it| config.folder().join(it)),
        arguments: vec!["--subject".to_owned(), subject.name.value.clone()],
    };
    if let Some(file) = file {
        chosen.begin_with("--config", file);
    }
    chosen
}

impl Chosen {
    /// The adapter and its arguments; empty for what is built in.
    pub(in crate::cli) fn command(&self) -> Vec<String> {
        match &self.origin {
            Origin::Command(launch) => words(&launch.command).collect(),
            Origin::Builtin(_) => Vec::new(),
        }
    }

    /// The subject. Nothing is started yet.
    pub(in crate::cli) fn subject(&self, limits: &Limits, stop: &Stop) -> Box<dyn Subject> {
        let subject: Box<dyn Subject> = match &self.origin {
            Origin::Builtin(builtin) => Box::new(InProcess(builtin.implementation())),
            Origin::Command(launch) => {
                Box::new(Process::new(launch.clone(), limits.clone()).until(stop.clone()))
            }
        };
        if self.options.is_empty() {
            subject
        } else {
            Box::new(Declared::new(subject, self.options.clone()))
        }
    }

    /// Another argument that leads to it.
    fn begin_with(&mut self, flag: &str, file: &Path) {
        let words = [flag.to_owned(), file.display().to_string()];
        self.arguments.splice(..0, words);
    }
}

fn words(command: &[OsString]) -> impl Iterator<Item = String> {
    let words = command.iter().map(|word| word.to_string_lossy());
    words.map(std::borrow::Cow::into_owned)
}
