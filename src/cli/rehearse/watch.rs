//! `--watch`: the rehearsal again, whenever something is saved.
//!
//! Pages and vectors are read from their files, so a save of one is rehearsed at once. The model is part of the program:
//! when a source of it is saved, in the project's own folder, the program is built anew, and started anew in its place.

use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant, SystemTime};
use std::{env, fs, thread};

use super::{Arguments, Desk};
use crate::cli::{exit, print};
use crate::error::Error;
use crate::report::rehearsal;

/// How often files are looked at. Nobody saves faster than that.
const PAUSE: Duration = Duration::from_millis(200);

/// Says that this process is watched over by another one, which builds and starts it.
const INNER: &str = "PROOFMARK_REHEARSE_INNER";

pub(super) fn run(arguments: &Arguments, desk: Desk) -> Result<u8, Error> {
    let source = Path::new("src");
    let own = Path::new("Cargo.toml").is_file() && source.join("model").is_dir();
    if own && env::var_os(INNER).is_none() {
        Keeper::new(arguments)?.keep()
    } else {
        follow(arguments, desk)
    }
}

/// Rehearses whenever a page or a vector is saved, and never ends by itself.
fn follow(arguments: &Arguments, mut desk: Desk) -> Result<u8, Error> {
    loop {
        let seen = state(&[&arguments.spec, &arguments.vectors]);
        let start = Instant::now();
        // What is half-written is wrong for a moment; the next save may mend it.
        let text = match desk.rehearse() {
            Ok(found) => rehearsal::text(&found),
            Err(error) => format!("error: {error}\n"),
        };
        let seconds = start.elapsed().as_secs_f64();
        print(|out| writeln!(out, "{text}rehearsed in {seconds:.2} s; watching\n"))?;
        while state(&[&arguments.spec, &arguments.vectors]) == seen {
            thread::sleep(PAUSE);
        }
    }
}

/// Starts the program, and starts it again when it was built.
struct Keeper {
    program: PathBuf,
    build: bool,
}

impl Keeper {
    fn new(arguments: &Arguments) -> Result<Self, Error> {
        let program = env::current_exe();
        let program = program.map_err(|error| Error::Usage(format!("--watch: {error}")))?;
        Ok(Self {
            program,
            build: !arguments.no_build,
        })
    }

    fn keep(&self) -> Result<u8, Error> {
        let mut child = Kept(self.start()?);
        let (mut sources, mut program) = (state(&[Path::new("src")]), modified(&self.program));
        loop {
            thread::sleep(PAUSE);
            if let Ok(Some(status)) = child.0.try_wait() {
                let code = status.code().and_then(|code| u8::try_from(code).ok());
                return Ok(code.unwrap_or(exit::DOES_NOT));
            }
            let saved = state(&[Path::new("src")]);
            if self.build && saved != sources {
                sources = saved;
                self.build()?;
            }
            let built = modified(&self.program);
            if built.is_some() && built != program {
                program = built;
                drop(child);
                child = Kept(self.start()?);
            }
        }
    }

    fn start(&self) -> Result<Child, Error> {
        let mut command = Command::new(&self.program);
        command.args(env::args_os().skip(1)).env(INNER, "1");
        let child = command.spawn();
        child.map_err(|error| Error::Usage(format!("--watch cannot start itself: {error}")))
    }

    /// Builds the program in the way in which it was built. What the compiler says is shown as it is.
    fn build(&self) -> Result<(), Error> {
        let release = self.program.iter().any(|part| part == "release");
        let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        command.args(["build", "--quiet", "--bin", "proofmark"]);
        if release {
            command.arg("--release");
        }
        let status = command.status();
        status
            .map(drop)
            .map_err(|error| Error::Usage(format!("--watch cannot start cargo: {error}")))
    }
}

/// A child that does not outlive us.
struct Kept(Child);

impl Drop for Kept {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to end.
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

/// When each file below the folders was saved, and how long it is.
fn state(folders: &[&Path]) -> Vec<(PathBuf, Option<SystemTime>, u64)> {
    let mut found = Vec::new();
    for folder in folders {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => found.extend(state(&[&path])),
                Ok(metadata) => found.push((path, metadata.modified().ok(), metadata.len())),
                Err(_) => {}
            }
        }
    }
    found.sort();
    found
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
