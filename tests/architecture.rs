//! The order of the modules, and what each of them must not know.

use std::path::{Path, PathBuf};
use std::process::Command;

/// From left to right; a module uses only those before it. Those on one line do not use each other.
const ORDER: [&[&str]; 12] = [
    &["error"],
    &["rule"],
    &["model"],
    &["vector"],
    &["subject"],
    &["verdict"],
    &["generate"],
    &["law", "mutant", "adapter"],
    &["runner", "parquet"],
    &["report"],
    &["config"],
    &["cli", "harness"],
];

/// A source file: its path from the root with `/`, and its text without comments.
struct Source {
    path: String,
    code: String,
    lines: usize,
}

#[test]
fn modules_use_only_those_to_their_left() {
    let mut wrong = Vec::new();
    for source in sources() {
        let Some(own) = rank(module(&source.path)) else {
            continue;
        };
        for used in used_modules(&source.code) {
            let rank = rank(used).unwrap_or_else(|| {
                panic!("{}: `crate::{used}` has no place in the order", source.path)
            });
            if rank > own || (rank == own && used != module(&source.path)) {
                wrong.push(format!("{} uses `{used}`", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "against the order:\n{}", wrong.join("\n"));
}

#[test]
fn every_module_has_a_place_in_the_order() {
    let lib = std::fs::read_to_string(root().join("src/lib.rs")).unwrap();
    let modules: Vec<&str> = lib
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert!(modules.len() >= 8, "{modules:?}");
    for module in modules {
        assert!(rank(module).is_some(), "`{module}` is not in the order");
    }
}

#[test]
fn the_model_knows_no_wire() {
    for word in ["serde", "subject", "vector", "std::io", "std::time", "rand"] {
        nowhere(word, |path| path.starts_with("src/model/"));
    }
}

#[test]
fn the_vectors_know_no_model() {
    nowhere("model::", |path| path.starts_with("src/vector/"));
}

#[test]
fn of_the_subjects_only_the_reference_and_the_values_on_the_wire_know_the_model() {
    nowhere("model::", |path| {
        path.starts_with("src/subject/")
            && !path.starts_with("src/subject/reference/")
            && path != "src/subject/wire.rs"
    });
}

#[test]
fn only_the_process_subject_starts_adapters() {
    // Beside adapters, there are git, which knows revisions, and cargo, which builds what is watched.
    for word in ["process::Command", "std::process::{", "CommandWrap"] {
        nowhere(word, |path| {
            !path.starts_with("src/subject/process/")
                && path != "src/cli/git.rs"
                && path != "src/cli/rehearse/watch.rs"
        });
    }
}

#[test]
fn there_is_no_unsafe_code() {
    nowhere("unsafe ", |_| true);
}

#[test]
fn source_files_fit_into_a_head() {
    for source in sources() {
        let lines = source.lines;
        // Tables of mutants are read entry by entry.
        let most = if source.path.starts_with("src/mutant/") {
            450
        } else {
            400
        };
        assert!(lines < most, "{} has {lines} lines", source.path);
    }
}

#[test]
fn tracked_texts_name_no_folder_of_a_machine() {
    let listed = Command::new("git")
        .args(["ls-files", "-z"])
        .current_dir(root())
        .output();
    let Ok(listed) = listed else { return };
    let names = String::from_utf8(listed.stdout).unwrap();
    let folders = ["/home/", "/Users/", "/root/", "/work/", "C:\\\\"];
    for name in names.split_terminator('\0') {
        let Ok(text) = std::fs::read_to_string(root().join(name)) else {
            continue;
        };
        for (number, line) in text.lines().enumerate() {
            let found = folders.iter().any(|folder| line.contains(folder));
            let this = name == "tests/architecture.rs";
            assert!(!found || this, "{name}:{}: {line}", number + 1);
        }
    }
}

#[test]
fn the_library_alone_needs_no_crate_of_the_command_line() {
    let tree = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO"))
            .args(["tree", "--offline", "--locked", "--no-default-features"])
            .args(["-e", "normal", "--prefix", "none", "--format", "{p}"])
            .args(arguments)
            .current_dir(root())
            .output()
            .expect("cargo starts");
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{errors}");
        let text = String::from_utf8(output.stdout).unwrap();
        let names = text.lines().filter_map(|line| line.split(' ').next());
        names.map(str::to_owned).collect::<Vec<_>>()
    };
    let all = tree(&[]);
    assert!(all.contains(&"serde_json".to_owned()), "{all:?}");
    for name in [
        "clap",
        "clap_builder",
        "indicatif",
        "anstream",
        "terminal_size",
        "console",
    ] {
        assert!(!all.contains(&name.to_owned()), "{name} is in {all:?}");
    }
    // serde-saphyr cannot do without these two; the library itself does.
    let direct = tree(&["--depth", "1"]);
    for name in ["anstyle", "annotate-snippets"] {
        assert!(
            !direct.contains(&name.to_owned()),
            "{name} is in {direct:?}"
        );
    }
}

/// Asserts that a text stands in none of the chosen files.
#[track_caller]
fn nowhere(text: &str, chosen: impl Fn(&str) -> bool) {
    let mut looked = 0;
    for source in sources().iter().filter(|source| chosen(&source.path)) {
        looked += 1;
        assert!(!source.code.contains(text), "`{text}` in {}", source.path);
    }
    assert!(looked > 0, "no file was chosen");
}

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|modules| modules.contains(&module))
}

/// The module that a file belongs to: `src/model/civil.rs` to `model`.
fn module(path: &str) -> &str {
    let inner = path.strip_prefix("src/").unwrap_or(path);
    inner.split(['/', '.']).next().unwrap_or(inner)
}

/// The modules that a text names as `crate::…`, also in a group.
fn used_modules(code: &str) -> Vec<&str> {
    let mut used = Vec::new();
    for after in code.split("crate::").skip(1) {
        let names = match after.strip_prefix('{') {
            Some(group) => group.split('}').next().unwrap_or(group),
            None => after,
        };
        let names = if after.starts_with('{') {
            names.split(',').collect()
        } else {
            vec![names]
        };
        for name in names {
            let name = name.trim();
            let end = name.find(|c: char| !c.is_ascii_lowercase() && c != '_');
            let name = &name[..end.unwrap_or(name.len())];
            if !name.is_empty() {
                used.push(name);
            }
        }
    }
    used
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    collect(&root().join("src"), &mut sources);
    assert!(sources.len() > 40, "{}", sources.len());
    sources
}

fn collect(folder: &Path, sources: &mut Vec<Source>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text
                .lines()
                .map(|line| line.split("//").next().unwrap_or(line));
            let relative = path.strip_prefix(root()).unwrap();
            let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
            sources.push(Source {
                path: parts.join("/"),
                code: code.collect::<Vec<_>>().join("\n"),
                lines: text.lines().count(),
            });
        }
    }
}
