//! What several test programs share.

#![allow(
    dead_code,
    reason = "every test program uses another part of this module"
)]

pub(crate) mod altered;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

use proofmark::law::Effort;
use proofmark::model::Stance;
use proofmark::rule::{Basis, Registry};
use proofmark::runner::{Plan, Run, run};
use proofmark::subject::Subject;
use proofmark::vector::{Case, Library};

/// The binary under test, in the project's folder, without colours and without what the caller's shell may have set.
pub(crate) fn proofmark() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_proofmark"));
    command
        .current_dir(root())
        .env_remove("CLICOLOR_FORCE")
        .env_remove("FORCE_COLOR");
    command
}

/// The project's folder.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What a finished command said, and how it ended.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs a command to its end.
pub(crate) fn said(command: &mut Command) -> Said {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("the command starts");
    Said {
        code: status.code().unwrap_or(-1),
        out: String::from_utf8(stdout).expect("the output is UTF-8"),
        err: String::from_utf8(stderr).expect("the messages are UTF-8"),
    }
}

impl Said {
    /// Asserts the exit code, and shows everything if it is another.
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "\n{}\n{}", self.out, self.err);
        self
    }
}

/// Every embedded case.
pub(crate) fn cases() -> Vec<Case> {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
        let topics = Library::embedded().topics(Registry::embedded());
        let topics = topics.unwrap_or_else(|error| panic!("{error}"));
        topics.into_iter().flat_map(|topic| topic.cases).collect()
    });
    CASES.clone()
}

/// How many cases and laws there are whose ids begin so.
pub(crate) fn count(prefix: &str) -> usize {
    let laws = proofmark::law::all().filter(|law| law.id.starts_with(prefix));
    let cases = cases();
    cases
        .iter()
        .filter(|case| case.id.starts_with(prefix))
        .count()
        + laws.count()
}

/// Checks a subject on these cases.
pub(crate) fn check(cases: Vec<Case>, subject: &mut dyn Subject) -> Run {
    let plan = Plan {
        cases,
        ..Plan::default()
    };
    run(
        &plan,
        subject,
        &Effort::default(),
        Registry::embedded(),
        &mut (),
    )
    .unwrap_or_else(|error| panic!("{error}"))
}

/// The stance that takes the last behaviour listed at every open rule of a domain; the reference takes the first.
pub(crate) fn otherwise(domain: &str) -> Stance {
    let page = Registry::embedded().page(domain).expect("there is a page");
    let open = page.rules.iter().filter(|rule| rule.basis == Basis::Open);
    let open: Vec<_> = open.collect();
    let stances = Stance::explore(|stance| {
        for rule in &open {
            stance.takes(rule.id, &rule.choices[0]);
        }
    });
    let (last, ()) = stances.into_iter().last().expect("there is a stance");
    last
}

/// Why there is no Python to test with; `None` if there is one.
///
/// # Panics
///
/// If `PROOFMARK_CI` is set: there, nothing that can be installed may be missing.
pub(crate) fn python_is_missing() -> Option<String> {
    let script = "import sys; sys.exit(sys.version_info < (3, 9))";
    let reason = match Command::new("python3").args(["-c", script]).output() {
        Ok(output) if output.status.success() => return None,
        Ok(_) => "python3 is older than 3.9".to_owned(),
        Err(error) => format!("no python3: {error}"),
    };
    assert!(std::env::var_os("PROOFMARK_CI").is_none(), "{reason}");
    Some(reason)
}

/// Why there is no Node to test with; `None` if there is one.
///
/// # Panics
///
/// If `PROOFMARK_CI` is set: there, nothing that can be installed may be missing.
pub(crate) fn node_is_missing() -> Option<String> {
    let script = "process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)";
    let reason = match Command::new("node").args(["-e", script]).output() {
        Ok(output) if output.status.success() => return None,
        Ok(_) => "node is older than 18".to_owned(),
        Err(error) => format!("no node: {error}"),
    };
    assert!(std::env::var_os("PROOFMARK_CI").is_none(), "{reason}");
    Some(reason)
}

/// Why there is no tool to test with, which is asked for its version; `None` if there is one.
///
/// # Panics
///
/// If `PROOFMARK_CI` is set: there, nothing that can be installed may be missing.
pub(crate) fn tool_is_missing(version: &[&str]) -> Option<String> {
    let reason = match Command::new(version[0]).args(&version[1..]).output() {
        Ok(output) if output.status.success() => return None,
        Ok(_) => format!("{} does not work", version.join(" ")),
        Err(error) => format!("no {}: {error}", version[0]),
    };
    assert!(std::env::var_os("PROOFMARK_CI").is_none(), "{reason}");
    Some(reason)
}

/// Copies a folder's files, without those below it.
pub(crate) fn copy_files(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("the folder can be made");
    for entry in std::fs::read_dir(from).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_file() {
            let name = path.file_name().expect("a file has a name");
            std::fs::copy(&path, to.join(name)).expect("the file can be copied");
        }
    }
}
