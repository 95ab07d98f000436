//! Every adapter of this project is sound: the reference, the implementations below `adapters/`, and the skeletons, each
//! of which is written, built and tested untouched; nothing is written over.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use libtest_mimic::{Arguments, Failed, Trial};
use support::{Said, proofmark, root, said};

/// A language, the tool that must be there, how it is built, and how it is started.
struct Language {
    name: &'static str,
    tool: &'static [&'static str],
    build: &'static str,
    command: &'static [&'static str],
}

const LANGUAGES: [Language; 6] = [
    Language {
        name: "python",
        tool: &["python3", "--version"],
        build: "",
        command: &["python3", "adapter.py"],
    },
    Language {
        name: "node",
        tool: &["node", "--version"],
        build: "",
        command: &["node", "adapter.js"],
    },
    Language {
        name: "rust",
        tool: &["cargo", "--version"],
        build: "cargo build",
        command: &["target/debug/my-adapter"],
    },
    Language {
        name: "go",
        tool: &["go", "version"],
        build: "test -z \"$(gofmt -l .)\" && go vet . && go build -o my-adapter .",
        command: &["./my-adapter"],
    },
    Language {
        name: "java",
        tool: &["javac", "-version"],
        build: "javac -Xlint:all,-serial -Werror -d classes *.java",
        command: &["java", "-cp", "classes", "Adapter"],
    },
    Language {
        name: "c",
        tool: &["gcc", "--version"],
        build: "make CC=gcc CFLAGS='-std=c11 -O1 -Wall -Wextra -Wpedantic -Werror'",
        command: &["./adapter"],
    },
];

fn main() -> ExitCode {
    let mut trials: Vec<Trial> = LANGUAGES.iter().map(of_language).collect();
    trials.extend(implementations());
    trials.push(Trial::test("nothing_is_written_over", || {
        nothing_is_written_over();
        Ok(())
    }));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// Every check can be tried on those that have everything, and succeeds.
fn implementations() -> Vec<Trial> {
    let reference = vec![
        env!("CARGO_BIN_EXE_proofmark").to_owned(),
        "serve".to_owned(),
    ];
    let adapter = |program: &str, file: &str| {
        let file = root().join("adapters").join(file);
        vec![program.to_owned(), file.display().to_string()]
    };
    let all = [
        ("the_served_reference", reference, None),
        (
            "the_python_adapter",
            adapter("python3", "python/adapter.py"),
            support::python_is_missing(),
        ),
        (
            "the_node_adapter",
            adapter("node", "node/adapter.js"),
            support::node_is_missing(),
        ),
    ];
    let trial = |(name, command, missing): (&str, Vec<String>, Option<String>)| {
        let trial = Trial::test(format!("{name}_is_sound"), move || {
            let said = said(proofmark().args(["adapter", "test", "--"]).args(command)).exits(0);
            assert!(said.out.contains(": 16 sound, 0 unsound\n"), "{}", said.out);
            Ok(())
        });
        unless(missing, trial)
    };
    all.into_iter().map(trial).collect()
}

/// Ignored where something is missing, with the reason.
fn unless(missing: Option<String>, trial: Trial) -> Trial {
    match missing {
        None => trial,
        Some(reason) => trial.with_kind(reason).with_ignored_flag(true),
    }
}

fn of_language(language: &'static Language) -> Trial {
    let name = format!("{}_is_sound_and_its_example_conforms", language.name);
    let trial = Trial::test(name, || works(language));
    unless(support::tool_is_missing(language.tool), trial)
}

fn works(language: &Language) -> Result<(), Failed> {
    let place = tempfile::tempdir().expect("there is room");
    let folder = place.path().join("deep").join(language.name);
    let written = new(language.name, &folder).exits(0);
    if !language.build.is_empty() {
        let built = shell(language.build, &folder);
        if built.code != 0 {
            return Err(format!("{}\n{}", built.out, built.err).into());
        }
    }
    let command = command(language, &folder);
    // What is printed after `new` is what works.
    let shown = format!("proofmark adapter test -- {}", language.command.join(" "));
    assert!(written.out.contains(&shown), "{}", written.out);

    let mut test = proofmark();
    test.current_dir(&folder).args(["adapter", "test", "--"]);
    let tested = said(test.args(&command)).exits(0);
    assert!(tested.out.contains(" 0 unsound"), "{}", tested.out);
    assert!(!tested.out.contains("not covered AP-001"), "{}", tested.out);

    let mut check = proofmark();
    check.current_dir(&folder).args(["check", "--cases", "32"]);
    let checked = said(
        check
            .args(["--only", "task_id/*internal*", "--"])
            .args(&command),
    )
    .exits(0);
    assert!(
        checked.out.contains("my-implementation conforms: "),
        "{}",
        checked.out
    );
    Ok(())
}

/// Where the program was built.
fn command(language: &Language, folder: &Path) -> Vec<PathBuf> {
    let (program, arguments) = language
        .command
        .split_first()
        .expect("a command has a program");
    let program = if language.name == "rust" {
        target().join("debug/my-adapter")
    } else if program.contains('/') {
        folder.join(program)
    } else {
        program.into()
    };
    let arguments = arguments.iter().map(PathBuf::from);
    [program].into_iter().chain(arguments).collect()
}

/// This project's target folder, so that what the skeleton depends on may be there already.
fn target() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    folder
        .parent()
        .expect("it lies in the target folder")
        .to_owned()
}

fn shell(command: &str, folder: &Path) -> Said {
    let mut shell = Command::new("sh");
    let shell = shell
        .args(["-c", command])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_NET_OFFLINE", "true")
        .env("GOFLAGS", "-mod=mod")
        .env("GOCACHE", folder.join("cache"));
    said(shell)
}

fn new(language: &str, folder: &Path) -> Said {
    said(proofmark().args(["adapter", "new", language]).arg(folder))
}

fn nothing_is_written_over() {
    for language in &LANGUAGES {
        let folder = tempfile::tempdir().expect("there is room");
        new(language.name, folder.path()).exits(0);
        let mut files = files(folder.path());
        files.sort();
        let last = files.last().expect("there are files").clone();
        for file in &files {
            fs::remove_file(file).expect("it is there");
        }
        fs::write(&last, "mine").expect("there is room");
        let said = new(language.name, folder.path()).exits(2);
        assert!(
            said.err.contains("exists already, and is not written over"),
            "{}",
            said.err
        );
        assert_eq!(fs::read_to_string(&last).expect("it is there"), "mine");
        assert_eq!(self::files(folder.path()), [last], "something was written");
    }
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.push(path);
        }
    }
    files
}
