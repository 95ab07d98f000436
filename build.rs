//! Makes constants of the rule ids and reject codes in `spec/`, and embeds the pages and the vectors.
//!
//! Pages and vectors are read by the same parsers as at run time, so a malformed one does not build. Vectors are
//! embedded as JSON too, which loads in a fraction of the time that YAML takes.

#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the library, which uses more of it"
)]
#[path = "src/error.rs"]
mod error;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the library, which uses more of it"
)]
#[path = "src/rule/id.rs"]
mod id;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the library, which uses more of it"
)]
#[path = "src/rule/level.rs"]
mod level;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the library, which uses more of it"
)]
#[path = "src/rule/markdown.rs"]
mod markdown;
#[allow(
    dead_code,
    unreachable_pub,
    reason = "shared with the library, which uses more of it"
)]
#[path = "src/rule/page.rs"]
mod page;
#[allow(dead_code, unreachable_pub, reason = "shared with the library")]
#[path = "src/vector/strict.rs"]
mod strict;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use serde::Deserialize;
use serde_json::{Value, json};
use serde_saphyr::Spanned;

fn main() {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it"));
    println!("cargo::rerun-if-changed=spec");
    println!("cargo::rerun-if-changed=vectors");
    fs::write(out.join("rules.rs"), rules(&root)).expect("the build's folder can be written");
    println!("cargo::rerun-if-changed=src/model");
    fs::write(out.join("vectors.rs"), vectors(&root, &out))
        .expect("the build's folder can be written");
}

fn rules(root: &Path) -> String {
    let (mut pages, mut rules, mut codes, mut cited) =
        (String::new(), String::new(), String::new(), String::new());
    let model = model(root);
    for path in files(&root.join("spec"), "md") {
        let text = read(&path);
        let name = name(root, &path);
        let page = page::Page::parse(&text).unwrap_or_else(|fault| {
            println!("cargo::error={name}:{}: {}", fault.line, fault.message);
            process::exit(1);
        });
        let Some(page) = page else { continue };
        _ = writeln!(pages, "    ({name:?}, include_str!({:?})),", literal(&path));
        for rule in page.rules.iter().filter(|rule| rule.retired.is_none()) {
            let constant = rule.id.to_string().replace('-', "_");
            let (prefix, number) = (&page.prefix, rule.id.number());
            if model.contains(&constant) || model.contains(&rule.id.to_string()) {
                _ = write!(cited, "rules::{constant}, ");
            }
            _ = writeln!(
                rules,
                "    /// {}\n    pub const {constant}: RuleId = RuleId::new(*b{prefix:?}, {number});",
                rule.title
            );
        }
        _ = writeln!(
            codes,
            "    /// The reject codes of `{}`.\n    pub mod {} {{",
            page.domain, page.domain
        );
        for code in &page.codes {
            let constant = code.name.to_uppercase();
            _ = writeln!(
                codes,
                "        /// {}\n        pub const {constant}: &str = {:?};",
                code.meaning, code.name
            );
        }
        codes.push_str("    }\n");
    }
    let mut sources = String::new();
    for path in files(&root.join("spec/sources"), "md") {
        let (name, path) = (name(root, &path), literal(&path).to_owned());
        _ = writeln!(sources, "    ({name:?}, include_str!({path:?})),");
    }
    let matrix = root.join("spec/matrix.md");
    let matrix = literal(&matrix);
    format!(
        "pub(super) const PAGES: &[(&str, &str)] = &[\n{pages}];\n\
         pub(super) const SOURCES: &[(&str, &str)] = &[\n{sources}];\n\
         pub(super) const MATRIX: &str = include_str!({matrix:?});\n\
         pub(super) const CITED_BY_MODEL: &[super::RuleId] = &[{cited}];\n\
         pub(super) mod rules {{\n    use crate::rule::RuleId;\n{rules}}}\n\
         pub(super) mod codes {{\n{codes}}}\n"
    )
}

/// The text of the model, to find out which rules it cites.
fn model(root: &Path) -> String {
    let folder = root.join("src/model");
    let nested = folders(&folder)
        .into_iter()
        .flat_map(|folder| files(&folder, "rs"));
    files(&folder, "rs")
        .into_iter()
        .chain(nested)
        .map(|path| read(&path))
        .collect()
}

/// A file of vectors, of which nothing is known yet but where its cases are.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Topic {
    about: Value,
    cases: Vec<Spanned<Value>>,
}

/// Each file's name, its text, and the same as JSON with the line of each case; and the manifest.
fn vectors(root: &Path, out: &Path) -> String {
    let mut list = String::new();
    for folder in folders(&root.join("vectors")) {
        for path in files(&folder, "yaml") {
            let (name, text) = (name(root, &path), read(&path));
            let topic: Topic = strict::from_yaml(&name, &text).unwrap_or_else(|fault| {
                println!("cargo::error={fault}");
                process::exit(1);
            });
            let lines: Vec<u64> = topic.cases.iter().map(|it| it.referenced.line()).collect();
            let json = json!({"about": topic.about, "lines": lines, "cases": topic.cases});
            let file = out.join(name.replace('/', ".")).with_extension("json");
            fs::write(&file, json.to_string()).expect("the build's folder can be written");
            let (yaml, json) = (literal(&path), literal(&file));
            _ = writeln!(
                list,
                "    ({name:?}, include_str!({yaml:?}), include_str!({json:?})),"
            );
        }
    }
    let manifest = root.join("vectors/manifest.yaml");
    let manifest = literal(&manifest);
    format!(
        "pub(super) const FILES: &[(&str, &str, &str)] = &[\n{list}];\n\
         pub(super) const MANIFEST: &str = include_str!({manifest:?});\n"
    )
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    entries(folder)
        .into_iter()
        .filter(|path| path.is_dir())
        .collect()
}

fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    entries(folder)
        .into_iter()
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .collect()
}

/// What is in a folder, sorted, so that every machine builds the same bytes.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|e| panic!("cannot read {}: {e}", folder.display()));
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("the folder can be listed").path())
        .collect();
    paths.sort();
    paths
}

/// The path as text, for a literal in the generated code.
fn literal(path: &Path) -> &str {
    path.to_str()
        .expect("the folder of the sources has a name in Unicode")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("cannot read {}: {e}", path.display()))
}

/// The path from the crate's root, with `/` on every system.
fn name(root: &Path, path: &Path) -> String {
    let relative = path
        .strip_prefix(root)
        .expect("the path lies below the root");
    relative
        .iter()
        .map(|part| part.to_string_lossy())
        .collect::<Vec<_>>()
        .join("/")
}
