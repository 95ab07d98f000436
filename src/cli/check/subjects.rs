//! Who is checked.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::basics::Basics;
use crate::cli::closest::closest;
use crate::cli::config::{self, Config};
use crate::error::Error;
use crate::mutant::{self, Mutant};
use crate::subject::process::Limits;
use crate::subject::{Declared, InProcess, Process, Reference, Stop, Subject};

/// An implementation that was chosen.
#[derive(Debug)]
pub(in crate::cli) struct Chosen {
    /// What reports call it; `None`: what it calls itself.
    pub(in crate::cli) name: Option<String>,
    origin: Origin,
    /// The folder that it runs in; `None`: this one.
    folder: Option<PathBuf>,
    options: BTreeMap<String, String>,
    /// Its list of known failures.
    pub(in crate::cli) known: Option<PathBuf>,
    /// The arguments of `proofmark check` that lead to it.
    pub(in crate::cli) arguments: Vec<String>,
}

#[derive(Debug)]
enum Origin {
    Command(Vec<OsString>),
    Reference,
    Mutant(&'static Mutant),
}

/// The subjects that the flags name, or else those of the configuration, or else the reference.
pub(in crate::cli) fn chosen(basics: &Basics, config: &Config) -> Result<Vec<Chosen>, Error> {
    let from_config = basics.command.is_empty() && !config.subjects.is_empty();
    if !from_config && !basics.subject.is_empty() {
        return Err(Error::Usage(
            "--subject chooses among the subjects of a configuration: there is none".to_owned(),
        ));
    }
    let mut all = if from_config {
        of_names(&basics.subject, config, basics.config.as_deref())?
    } else {
        vec![of_command(&basics.command)]
    };
    if let Some(file) = &basics.known {
        let [one] = &mut all[..] else {
            return Err(Error::Usage(
                "--known is for one subject: choose it with --subject".to_owned(),
            ));
        };
        one.known = Some(file.clone());
        let words = ["--known".to_owned(), file.display().to_string()];
        one.arguments.splice(..0, words);
    }
    if let Some(folder) = &basics.vectors {
        let words = ["--vectors".to_owned(), folder.display().to_string()];
        for one in &mut all {
            one.arguments.splice(..0, words.clone());
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
    let mut arguments = Vec::new();
    if !command.is_empty() {
        arguments.push("--".to_owned());
        arguments.extend(words(command));
    }
    Chosen {
        name: None,
        origin: match command.is_empty() {
            true => Origin::Reference,
            false => Origin::Command(command.to_vec()),
        },
        folder: None,
        options: BTreeMap::new(),
        known: None,
        arguments,
    }
}

/// The subjects of a configuration that have these names, or all of them. `file` is the configuration, if it was named.
pub(in crate::cli) fn of_names(
    wanted: &[String],
    config: &Config,
    file: Option<&Path>,
) -> Result<Vec<Chosen>, Error> {
    let names = || config.subjects.iter().map(|it| it.name.value.clone());
    if let Some(unknown) = wanted.iter().find(|name| !names().any(|it| it == **name)) {
        let close = closest(unknown, names());
        let meant = match close.is_empty() {
            true => format!("expected one of {}", names().collect::<Vec<_>>().join(", ")),
            false => format!("did you mean {}?", close.join(", ")),
        };
        return Err(Error::Usage(format!("there is no subject `{unknown}`; {meant}")));
    }
    let is_wanted =
        |it: &&config::Subject| wanted.is_empty() || wanted.contains(&it.name.value);
    let one = |it: &config::Subject| Chosen {
        name: Some(it.name.value.clone()),
        origin: match it.builtin.as_deref() {
            None => Origin::Command(it.command.iter().map(OsString::from).collect()),
            Some(id) => match mutant::all().find(|mutant| mutant.id == id) {
                Some(mutant) => Origin::Mutant(mutant),
                None => Origin::Reference,
            },
        },
        folder: Some(match &it.folder {
            Some(folder) => config.folder().join(folder),
            None => config.folder().to_owned(),
        }),
        options: it.options.clone(),
        known: it.known.as_ref().map(|file| config.folder().join(file)),
        arguments: {
            let named = file.into_iter();
            let named = named.flat_map(|file| ["--config".to_owned(), file.display().to_string()]);
            let subject = ["--subject".to_owned(), it.name.value.clone()];
            named.chain(subject).collect()
        },
    };
    Ok(config.subjects.iter().filter(is_wanted).map(one).collect())
}

impl Chosen {
    /// The adapter and its arguments; empty for what is built in.
    pub(in crate::cli) fn command(&self) -> Vec<String> {
        match &self.origin {
            Origin::Command(command) => words(command),
            Origin::Reference | Origin::Mutant(_) => Vec::new(),
        }
    }

    /// The folder that it runs in; `None`: this one.
    pub(in crate::cli) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// The subject. Nothing is started yet.
    pub(in crate::cli) fn subject(&self, limits: &Limits, stop: &Stop) -> Box<dyn Subject> {
        let subject: Box<dyn Subject> = match &self.origin {
            Origin::Reference => Box::new(InProcess(Reference::default())),
            Origin::Mutant(mutant) => Box::new(InProcess(mutant.subject())),
            Origin::Command(command) => {
                Box::new(Process::new(command.clone(), limits.clone()).until(stop.clone()))
            }
        };
        match self.options.is_empty() {
            true => subject,
            false => Box::new(Declared::new(subject, self.options.clone())),
        }
    }

    /// Goes into the folder that the subject runs in, because processes start where we are.
    pub(in crate::cli) fn enter(&self) -> Result<Inside, Error> {
        match &self.folder {
            Some(folder) if !folder.as_os_str().is_empty() => Inside::folder(folder),
            _ => Ok(Inside(None)),
        }
    }
}

/// Being in another folder, until this is dropped.
#[derive(Debug)]
pub(in crate::cli) struct Inside(Option<PathBuf>);

impl Inside {
    fn folder(folder: &Path) -> Result<Self, Error> {
        let back = env::current_dir().map_err(|source| Error::read(".", source))?;
        env::set_current_dir(folder).map_err(|source| Error::read(folder, source))?;
        Ok(Self(Some(back)))
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        if let Some(back) = &self.0 {
            // A folder that is gone by now cannot be gone back to; what is written next will say so.
            _ = env::set_current_dir(back);
        }
    }
}

fn words(command: &[OsString]) -> Vec<String> {
    let words = command.iter().map(|word| word.to_string_lossy());
    words.map(|word| word.into_owned()).collect()
}
