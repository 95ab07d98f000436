//! `proofmark adapter new`: skeletons of adapters.

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use clap::ValueEnum;

use crate::error::Error;
use crate::report::shell;

/// The languages that there are skeletons for.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Language {
    Python,
    Node,
    Rust,
    Go,
    Java,
    C,
}

/// A skeleton: its files, how it is built, and how it is started, in its folder.
struct Template {
    files: &'static [(&'static str, &'static str)],
    build: &'static str,
    command: &'static [&'static str],
}

/// The files of a language's folder.
macro_rules! files {
    ($folder:literal: $($name:literal),*) => {
        &[$(($name, include_str!(concat!("../../templates/", $folder, "/", $name)))),*]
    };
}

const PYTHON: Template = Template {
    files: &[
        (
            "adapter.py",
            include_str!("../../templates/python/adapter.py"),
        ),
        (
            "proofmark_adapter.py",
            include_str!("../../adapters/python/proofmark_adapter/__init__.py"),
        ),
    ],
    build: "",
    command: &["python3", "adapter.py"],
};

const NODE: Template = Template {
    files: &[
        (
            "adapter.js",
            include_str!("../../templates/node/adapter.js"),
        ),
        (
            "package.json",
            include_str!("../../templates/node/package.json"),
        ),
        (
            "proofmark_adapter.js",
            include_str!("../../adapters/node/proofmark_adapter.js"),
        ),
    ],
    build: "",
    command: &["node", "adapter.js"],
};

/// Its manifest has another name here, so that Cargo does not take the folder for a package of its own.
const RUST: Template = Template {
    files: &[
        (
            "Cargo.toml",
            include_str!("../../templates/rust/Cargo.toml.template"),
        ),
        (
            "src/main.rs",
            include_str!("../../templates/rust/src/main.rs"),
        ),
        (
            "src/protocol.rs",
            include_str!("../../templates/rust/src/protocol.rs"),
        ),
        (
            "src/value.rs",
            include_str!("../../templates/rust/src/value.rs"),
        ),
    ],
    build: "cargo build",
    command: &["target/debug/my-adapter"],
};

const GO: Template = Template {
    files: files!("go": "go.mod", "main.go", "protocol.go", "value.go"),
    build: "go build -o my-adapter .",
    command: &["./my-adapter"],
};

const JAVA: Template = Template {
    files: files!("java": "Adapter.java", "Json.java", "Protocol.java"),
    build: "javac -d classes *.java",
    command: &["java", "-cp", "classes", "Adapter"],
};

const C: Template = Template {
    files: files!("c": "Makefile", "adapter.c", "json.c", "json.h", "protocol.c", "protocol.h"),
    build: "make",
    command: &["./adapter"],
};

impl Language {
    fn template(self) -> &'static Template {
        match self {
            Self::Python => &PYTHON,
            Self::Node => &NODE,
            Self::Rust => &RUST,
            Self::Go => &GO,
            Self::Java => &JAVA,
            Self::C => &C,
        }
    }
}

/// Writes a skeleton into a folder, which is made if it is not there. Nothing is written over: if any of the files
/// exists, none is written.
pub(super) fn create(language: Language, folder: &Path) -> Result<(), Error> {
    let template = language.template();
    let paths: Vec<_> = template
        .files
        .iter()
        .map(|(name, _)| folder.join(name))
        .collect();
    if let Some(path) = paths.iter().find(|path| path.symlink_metadata().is_ok()) {
        return Err(Error::Usage(format!(
            "{} exists already, and is not written over; nothing was written",
            path.display()
        )));
    }
    for (path, (_, text)) in paths.iter().zip(template.files) {
        let parent = path.parent().unwrap_or(folder);
        fs::create_dir_all(parent).map_err(|source| Error::write(parent, source))?;
        let file = fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(path);
        let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
        written.map_err(|source| Error::write(path, source))?;
    }
    Ok(())
}

/// Tells what was written, and what to do with it.
pub(super) fn tell(language: Language, folder: &Path, out: &mut dyn io::Write) -> io::Result<()> {
    let template = language.template();
    let names: Vec<&str> = template.files.iter().map(|(name, _)| *name).collect();
    let folder = folder.display().to_string();
    writeln!(out, "{folder}: {}\n", names.join(", "))?;
    writeln!(out, "  cd {}", shell::quoted(&[folder]))?;
    if !template.build.is_empty() {
        writeln!(out, "  {}", template.build)?;
    }
    let command = template.command.join(" ");
    writeln!(out, "  proofmark adapter test -- {command}")?;
    writeln!(out, "  proofmark check -- {command}\n")?;
    writeln!(out, "Then fill in what is marked EDIT.")
}
