//! The export: what others find in it without our code, and that it is the same every time.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use proofmark::report::export::{Format, files};
use proofmark::rule::Registry;
use proofmark::vector::{Library, Release, release_files};
use serde_json::Value;
use support::{cases, node_is_missing, proofmark, python_is_missing, root, said};

#[path = "../support/mod.rs"]
mod support;

fn main() {
    let mut trials = vec![
        Trial::test("an_export_is_the_same_every_time", reproducible),
        Trial::test("an_export_is_what_its_schemas_say", described),
        Trial::test("an_export_holds_the_vectors_as_they_are", complete),
        Trial::test("a_folder_that_holds_something_is_left_alone", careful),
        Trial::test("a_changed_case_is_wrong_in_both_languages", noticed)
            .with_ignored_flag(node_is_missing().or(python_is_missing()).is_some()),
    ];
    for (name, missing, language) in [
        ("python", python_is_missing(), PYTHON),
        ("node", node_is_missing(), NODE),
    ] {
        let name = match &missing {
            Some(reason) => format!("{name}_runs_the_partition_keys [{reason}]"),
            None => format!("{name}_runs_the_partition_keys"),
        };
        let trial = Trial::test(name, move || {
            let folder = exported("json");
            let cases = cases().into_iter();
            let count = cases
                .filter(|case| case.domain() == "partition_key")
                .count();
            language.run(folder.path(), &format!("{count} cases, 0 wrong\n"))
        });
        trials.push(trial.with_ignored_flag(missing.is_some()));
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// Who reads the export, with nothing but a standard library.
#[derive(Clone, Copy)]
struct Language {
    command: &'static str,
    script: &'static str,
    implementation: &'static str,
}

const PYTHON: Language = Language {
    command: "python3",
    script: "tests/export/cases.py",
    implementation: "adapters/python",
};
const NODE: Language = Language {
    command: "node",
    script: "tests/export/cases.mjs",
    implementation: "adapters/node",
};

impl Language {
    fn run(self, export: &Path, expected: &str) -> Result<(), Failed> {
        let mut command = Command::new(self.command);
        command.arg(root().join(self.script)).arg(export);
        // Without this, Python would leave its caches among the sources.
        command.env("PYTHONDONTWRITEBYTECODE", "1");
        let said = said(command.arg(root().join(self.implementation)));
        if said.out.ends_with(expected) && said.code == 0 {
            Ok(())
        } else {
            Err(format!("{}{}", said.out, said.err).into())
        }
    }
}

fn exported(format: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut command = proofmark();
    command.args(["vectors", "export", "--format", format]);
    said(command.arg(folder.path())).exits(0);
    folder
}

fn contents(folder: &Path, prefix: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        let name = format!("{prefix}{name}");
        if path.is_dir() {
            found.extend(contents(&path, &format!("{name}/")));
        } else {
            found.insert(name, fs::read_to_string(&path).unwrap());
        }
    }
    found
}

#[allow(clippy::unnecessary_wraps, reason = "every trial has this form")]
fn reproducible() -> Result<(), Failed> {
    for (name, format) in [("json", Format::Json), ("yaml", Format::Yaml)] {
        let expected = files(&Library::embedded(), Registry::embedded(), format).unwrap();
        for _ in 0..2 {
            assert_eq!(contents(exported(name).path(), ""), expected);
        }
    }
    Ok(())
}

#[allow(clippy::unnecessary_wraps, reason = "every trial has this form")]
fn described() -> Result<(), Failed> {
    let export = files(&Library::embedded(), Registry::embedded(), Format::Json).unwrap();
    let schema = |name: &str| {
        let schema: Value = serde_json::from_str(&export[&format!("schema/{name}.json")]).unwrap();
        jsonschema::validator_for(&schema).unwrap()
    };
    let (vectors, manifest, rules) = (schema("vectors"), schema("manifest"), schema("rules"));
    let mut looked_at = 0;
    for (path, text) in &export {
        let validator = match path.as_str() {
            "rules.json" => &rules,
            "vectors/manifest.json" => &manifest,
            path if path.starts_with("vectors/") => &vectors,
            _ => continue,
        };
        let value: Value = serde_json::from_str(text).unwrap();
        if let Err(error) = validator.validate(&value) {
            panic!("{path}: {error} at {}", error.instance_path());
        }
        looked_at += 1;
    }
    assert_eq!(looked_at, Library::embedded().sources().len() + 2);
    // A schema that allows everything would describe nothing.
    for wrong in [
        r#"{"about": "x"}"#,
        r#"{"about": "x", "cases": [{"id": "A b", "rules": ["PK-001"], "operation": "a.b", "input": 1, "expect": {"ok": 1}}]}"#,
        r#"{"about": "x", "cases": [{"id": "a", "rules": ["PK-001"], "operation": "a.b", "input": 1, "expect": {"ok": 1, "reject": "x"}}]}"#,
        r#"{"about": "x", "cases": [{"id": "a", "rules": ["PK-001"], "operation": "a.b", "input": 1, "steps": []}]}"#,
    ] {
        assert!(
            !vectors.is_valid(&serde_json::from_str(wrong).unwrap()),
            "{wrong}"
        );
    }
    Ok(())
}

/// What is read back is what was there, and YAML is as the project itself keeps it.
#[allow(clippy::unnecessary_wraps, reason = "every trial has this form")]
fn complete() -> Result<(), Failed> {
    let meanings = |folder: &Path| {
        let release = Release::from_files(&release_files(folder).unwrap()).unwrap();
        let cases = release.topics.into_iter().flat_map(|topic| topic.cases);
        let cases = cases.map(|case| (case.id.clone(), case.rules.clone(), case.meaning()));
        cases.collect::<Vec<_>>()
    };
    let own = meanings(&root());
    assert_eq!(own.len(), cases().len());
    assert_eq!(meanings(exported("json").path()), own);
    for (path, text) in contents(exported("yaml").path(), "") {
        if path.starts_with("vectors/") && path != "vectors/manifest.yaml" {
            assert_eq!(
                text,
                fs::read_to_string(root().join(&path)).unwrap(),
                "{path}"
            );
        }
    }
    Ok(())
}

#[allow(clippy::unnecessary_wraps, reason = "every trial has this form")]
fn careful() -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mine"), "").unwrap();
    let mut command = proofmark();
    let said = said(command.args(["vectors", "export"]).arg(folder.path())).exits(2);
    assert!(said.err.contains("is not empty"), "{}", said.err);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    Ok(())
}

/// The scripts can fail: one expectation less, and both of them say so.
fn noticed() -> Result<(), Failed> {
    let folder = exported("json");
    let path = folder.path().join("vectors/partition_key/dates.json");
    let text = fs::read_to_string(&path).unwrap();
    let changed = text.replacen("\"reject\": \"invalid_date\"", "\"ok\": {}", 1);
    assert_ne!(text, changed);
    fs::write(&path, changed).unwrap();
    for language in [PYTHON, NODE] {
        // First the digest is wrong, and then, without digests, the case.
        assert!(language.run(folder.path(), "").is_err());
    }
    fs::write(folder.path().join("SHA256SUMS"), "").unwrap();
    PYTHON.run(folder.path(), " cases, 1 wrong\n")?;
    NODE.run(folder.path(), " cases, 1 wrong\n")
}
