//! The documents keep their word: every command in a `console` block runs here, and prints what the document says.
//!
//! A block ```` ```LANGUAGE NAME ```` is a file of that name, which the commands after it can use.

#![cfg(unix)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// A fenced block of a document.
struct Block {
    line: usize,
    /// What stands behind the fence: the language, and perhaps the name of a file.
    info: String,
    text: String,
}

/// A command of a `console` block, and the output that the document shows.
struct Shown {
    line: usize,
    command: String,
    output: Vec<String>,
}

#[test]
fn the_readme_keeps_its_word() {
    keeps_its_word("README.md", 10);
}

#[test]
fn the_guide_for_contributors_keeps_its_word() {
    keeps_its_word("CONTRIBUTING.md", 4);
}

#[test]
fn the_description_of_the_vectors_keeps_its_word() {
    keeps_its_word("vectors/README.md", 1);
}

#[test]
fn the_description_of_the_python_adapter_keeps_its_word() {
    keeps_its_word("adapters/python/README.md", 1);
}

#[test]
fn the_guide_to_adapters_keeps_its_word() {
    keeps_its_word("docs/adapters.md", 12);
}

#[test]
fn the_snippets_of_the_guide_are_those_of_the_example() {
    let example = [
        read("examples/rust-crate/tests/conformance.rs"),
        read("examples/rust-crate/Cargo.toml"),
    ]
    .concat();
    let blocks = blocks(&read("docs/adapters.md"));
    let shown = blocks
        .iter()
        .filter(|block| ["rust", "toml"].contains(&block.info.as_str()));
    let mut count = 0;
    for block in shown {
        count += 1;
        for part in block.text.split("...\n") {
            assert!(
                example.contains(part),
                "docs/adapters.md:{}: {part}",
                block.line
            );
        }
    }
    assert!(count >= 2, "{count}");
}

#[test]
fn continuous_integration_runs_the_commands_of_the_readme() {
    let (ci, readme) = (read(".ci/run"), read("README.md"));
    for command in ["cargo test", "cargo run --release -- check"] {
        assert!(ci.contains(&format!("\n{command}\n")), "{command}");
        assert!(readme.contains(&format!("\n$ {command}\n")), "{command}");
    }
}

#[test]
fn the_cases_that_the_documents_show_are_in_the_vectors() {
    let vectors = read("vectors/partition_key/dates.yaml");
    let blocks = blocks(&read("vectors/README.md"));
    let shown: Vec<&Block> = blocks
        .iter()
        .filter(|block| block.info == "yaml" && block.text.contains("- id: "))
        .collect();
    assert!(shown.len() >= 2);
    for block in shown {
        let case = block.text.split("cases:\n").last().unwrap_or_default();
        assert!(vectors.contains(case), "vectors/README.md:{}", block.line);
    }
}

#[test]
fn links_between_documents_lead_somewhere() {
    for document in documents() {
        let folder = document.parent().expect("a file has a folder");
        let text = fs::read_to_string(&document).expect("the document can be read");
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap_or_default();
            let elsewhere = target.is_empty() || target.contains("://");
            let exists = elsewhere || folder.join(target).exists();
            assert!(exists, "{}: {target}", document.display());
        }
    }
}

#[test]
fn every_folder_is_on_the_map() {
    let map = read("ARCHITECTURE.md");
    for (folder, prefix) in [("src", ""), ("tests", ""), ("", "")] {
        for entry in fs::read_dir(support::root().join(folder)).expect("the folder can be read") {
            let entry = entry.expect("the folder can be read");
            let name = entry.file_name().to_string_lossy().into_owned();
            let hidden = name.starts_with('.') || ["target", "snapshots"].contains(&name.as_str());
            if hidden || !entry.path().is_dir() {
                continue;
            }
            let told = format!("| `{prefix}{name}/` |");
            assert!(map.contains(&told), "ARCHITECTURE.md lacks {told}");
        }
    }
}

/// Runs the commands of a document, in a copy of what they need.
fn keeps_its_word(document: &str, at_least: usize) {
    let folder = workplace();
    let mut commands = 0;
    let mut code = 0;
    for block in blocks(&read(document)) {
        if let Some((_, name)) = block.info.split_once(' ') {
            fs::write(folder.path().join(name), &block.text).expect("there is room");
        }
        if block.info != "console" {
            continue;
        }
        for shown in shown(&block) {
            commands += 1;
            let place = format!("{document}:{}", shown.line);
            if shown.command == "cargo test" {
                continue; // This is it.
            }
            if shown.command == "echo $?" {
                assert_eq!(shown.output, [code.to_string()], "{place}");
                code = 0;
                continue;
            }
            assert_eq!(
                code, 0,
                "before {place}: the document does not tell that it fails"
            );
            if shown.command.contains("python3") && support::python_is_missing().is_some() {
                eprintln!("{place}: not run, because there is no Python");
                continue;
            }
            let output;
            (output, code) = run(&shown.command, folder.path());
            let lines: Vec<&str> = output.lines().collect();
            let expected: Vec<&str> = shown.output.iter().map(String::as_str).collect();
            assert!(
                matches(&expected, &lines),
                "{place}: $ {}\n{output}",
                shown.command
            );
        }
    }
    assert_eq!(
        code, 0,
        "{document} does not tell that its last command fails"
    );
    assert!(commands >= at_least, "{document} has {commands} commands");
}

/// A folder with copies of pages, vectors and adapters, in which nothing can be spoilt.
fn workplace() -> TempDir {
    let folder = tempfile::tempdir().expect("there is room");
    let copy = |name: &str| {
        support::copy_files(&support::root().join(name), &folder.path().join(name));
    };
    [
        "spec",
        "spec/sources",
        "vectors",
        "adapters/python",
        "adapters/python/proofmark_adapter",
    ]
    .into_iter()
    .for_each(copy);
    for domain in proofmark::rule::Registry::embedded().domains() {
        copy(&format!("vectors/{domain}"));
    }
    folder
}

/// What a command prints, and its exit code. `proofmark` is the binary under test.
fn run(command: &str, folder: &Path) -> (String, i32) {
    let command = command.replace("cargo run --release --", "proofmark");
    let binary = Path::new(env!("CARGO_BIN_EXE_proofmark"));
    let mut path = binary
        .parent()
        .expect("it lies in a folder")
        .as_os_str()
        .to_owned();
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", &command])
        .current_dir(folder)
        .env("PATH", path)
        .env("NO_COLOR", "1")
        // Some set it for all programs; a reader's Python has a buffer.
        .env_remove("PYTHONUNBUFFERED")
        .output()
        .expect("there is a shell");
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).expect("the output is UTF-8");
    (text, output.status.code().unwrap_or(-1))
}

/// Whether lines are as expected, where `...` stands for any lines.
fn matches(expected: &[&str], lines: &[&str]) -> bool {
    match expected {
        [] => lines.is_empty(),
        ["...", rest @ ..] => (0..=lines.len()).any(|skip| matches(rest, &lines[skip..])),
        [first, rest @ ..] => lines
            .split_first()
            .is_some_and(|(line, lines)| is_like(first, line) && matches(rest, lines)),
    }
}

/// Whether a line is as expected, where `[..]` stands for any text. Counts of cases grow, so numbers may differ.
fn is_like(expected: &str, line: &str) -> bool {
    fits(&without_counts(expected), &without_counts(line))
}

/// The line with every number as `#`, and blanks as one.
fn without_counts(line: &str) -> String {
    let words = line.split_whitespace().map(|word| {
        let word: String = word
            .chars()
            .map(|c| if c.is_ascii_digit() { '#' } else { c })
            .collect();
        word.split('#')
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("#")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a line fits, where `[..]` stands for any text.
fn fits(expected: &str, line: &str) -> bool {
    match expected.split_once("[..]") {
        None => expected == line,
        Some((before, after)) => line.strip_prefix(before).is_some_and(|line| {
            let ends = line.char_indices().map(|(at, _)| at).chain([line.len()]);
            ends.into_iter().any(|end| fits(after, &line[end..]))
        }),
    }
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in text.lines().enumerate() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => {
                open = Some(Block {
                    line: number + 1,
                    info: info.to_owned(),
                    text: String::new(),
                });
            }
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block is not closed");
    blocks
}

fn shown(block: &Block) -> Vec<Shown> {
    let mut commands: Vec<Shown> = Vec::new();
    for (number, line) in block.text.lines().enumerate() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push(Shown {
                line: block.line + 1 + number,
                command: command.to_owned(),
                output: Vec::new(),
            }),
            (None, Some(last)) => last.output.push(line.to_owned()),
            (None, None) => panic!("line {}: a console block begins with a command", block.line),
        }
    }
    commands
}

fn documents() -> Vec<PathBuf> {
    let names = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "spec/README.md",
        "spec/errata.md",
        "spec/partition_key.md",
        "spec/protocol.md",
        "spec/task_id.md",
        "vectors/README.md",
        "adapters/python/README.md",
        "adapters/node/README.md",
        "docs/adapters.md",
    ];
    names.map(|name| support::root().join(name)).to_vec()
}

fn read(name: &str) -> String {
    fs::read_to_string(support::root().join(name)).expect("the document can be read")
}
