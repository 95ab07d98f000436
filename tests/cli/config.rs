//! `proofmark.yaml`, `proofmark init` and `proofmark schema`

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use crate::support::{Said, proofmark, python_is_missing, said};

/// A folder with this configuration.
fn folder(config: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("proofmark.yaml"), config).unwrap();
    folder
}

fn inside(folder: &Path, arguments: &[&str]) -> Said {
    said(proofmark().args(arguments).current_dir(folder))
}

fn schema(of: &str) -> Value {
    serde_json::from_str(&said(proofmark().args(["schema", of])).exits(0).out).unwrap()
}

const FEW: [&str; 3] = ["check", "--only", "partition_key/structure/*"];

#[test]
fn it_is_found_from_here_upwards() {
    let folder = folder("subjects:\n- {name: mine, builtin: reference}\n");
    let deep = folder.path().join("a/b");
    fs::create_dir_all(&deep).unwrap();
    for from in [folder.path(), &deep] {
        let said = inside(from, &FEW).exits(0);
        assert!(said.out.contains("\nmine conforms: "), "{}", said.out);
    }
    let said = inside(&deep, &[&FEW[..], &["--no-config"]].concat()).exits(0);
    assert!(said.out.contains("\nreference conforms: "), "{}", said.out);
}

#[test]
fn a_command_runs_in_the_folder_of_the_configuration_or_below_it() {
    let serve = env!("CARGO_BIN_EXE_proofmark");
    for (key, place) in [
        ("", "proofmark-here"),
        ("  folder: below\n", "below/proofmark-here"),
    ] {
        let config =
            format!("subjects:\n- name: served\n  command: [./proofmark-here, serve]\n{key}");
        let folder = folder(&config);
        fs::create_dir(folder.path().join("below")).unwrap();
        // A link would do, but not everywhere.
        fs::copy(serve, folder.path().join(place)).unwrap();
        let from = folder.path().join("elsewhere");
        fs::create_dir(&from).unwrap();
        let said = inside(&from, &FEW).exits(0);
        assert!(said.out.contains("\nserved conforms: "), "{}", said.out);
    }
}

#[test]
fn flags_take_precedence() {
    let folder = folder("subjects:\n- {name: mine, builtin: reference}\ncases: 3\nseed: 7\n");
    let law = ["check", "--only", "partition_key/law/parse-inverts-encode"];
    let said = inside(folder.path(), &law).exits(0);
    assert!(said.out.contains("1 laws (3 inputs)"), "{}", said.out);
    assert!(said.out.contains("(seed 7)"), "{}", said.out);
    let said = inside(
        folder.path(),
        &[&law[..], &["--cases", "5", "--seed", "8"]].concat(),
    )
    .exits(0);
    assert!(said.out.contains("1 laws (5 inputs)"), "{}", said.out);
    assert!(said.out.contains("(seed 8)"), "{}", said.out);
    let serve = env!("CARGO_BIN_EXE_proofmark");
    let said = inside(folder.path(), &[&FEW[..], &["--", serve, "serve"]].concat()).exits(0);
    assert!(said.out.contains("\nreference conforms: "), "{}", said.out);
}

#[test]
fn reports_are_written_beside_it() {
    let folder = folder("reports: {json: out.json, badge: badge.svg}\n");
    let deep = folder.path().join("a");
    fs::create_dir(&deep).unwrap();
    inside(&deep, &FEW).exits(0);
    for file in ["out.json", "badge.svg"] {
        assert!(
            folder.path().join(file).metadata().unwrap().len() > 0,
            "{file}"
        );
    }
    inside(&deep, &[&FEW[..], &["--report", "junit=mine.xml"]].concat()).exits(0);
    assert!(deep.join("mine.xml").exists());
}

#[test]
fn a_kind_of_report_may_go_to_several_files() {
    let folder = folder("reports: {badge: [badge.svg, badge.json]}\n");
    inside(folder.path(), &FEW).exits(0);
    let read = |file: &str| fs::read_to_string(folder.path().join(file)).unwrap();
    assert!(read("badge.svg").starts_with("<svg "));
    assert!(read("badge.json").starts_with('{'));
}

#[test]
fn a_command_gets_its_environment() {
    if python_is_missing().is_some() {
        return;
    }
    let adapter = "import json,os,sys\nfor line in sys.stdin:\n    r=json.loads(line)\n    name=os.environ['GREETING']\n    print(json.dumps({'id':r['id'],'ok':{'protocol':1,'name':name}} if r['op']=='hello' else {'id':r['id'],'error':{'message':name}}),flush=True)\n";
    let folder = folder(
        "subjects:\n- name: mine\n  command: [python3, adapter.py]\n  environment: {GREETING: good day}\n",
    );
    fs::write(folder.path().join("adapter.py"), adapter).unwrap();
    let said = inside(folder.path(), &FEW).exits(3);
    assert!(said.out.contains("good day"), "{}{}", said.out, said.err);
}

#[test]
fn what_is_built_in_needs_no_configuration() {
    let folder = tempfile::tempdir().unwrap();
    let mutant = "partition_key/mutant/";
    let all = said(proofmark().args(["list", "mutants"])).exits(0).out;
    let id = all.lines().find(|line| line.starts_with(mutant)).unwrap();
    let id = id.split(' ').next().unwrap();
    let only = [
        "check",
        "--only",
        "partition_key/*",
        "--cases",
        "8",
        "--subject",
        id,
    ];
    let said = inside(folder.path(), &only).exits(1);
    assert!(
        said.out.contains(&format!("\n{id} does not conform: ")),
        "{}",
        said.out
    );
    assert!(
        said.out.contains(&format!(" --subject {id}\n")),
        "{}",
        said.out
    );
}

#[test]
fn options_are_declared_for_the_subject() {
    let folder = folder(
        "subjects:\n- name: own\n  builtin: reference\n  options: {index_key.profile: own}\n",
    );
    let said = inside(folder.path(), &["check", "--only", "index_key/keys/*"]);
    assert!(
        said.out.contains("not covered index_key."),
        "{}\n{}",
        said.out,
        said.err
    );
}

#[test]
fn what_makes_no_sense_is_pointed_at() {
    for (config, message, place) in [
        (
            "subjcts: []\n",
            "did you mean `subjects`?",
            "proofmark.yaml:1:1",
        ),
        (
            "subjects:\n- nam: x\n",
            "did you mean `name`?",
            "proofmark.yaml:2:3",
        ),
        (
            "limits: {repply: 3}\n",
            "did you mean `reply`?",
            "proofmark.yaml:1:10",
        ),
        (
            "reports: {yaml: x}\n",
            "`yaml` is no kind of report",
            "proofmark.yaml:1:11",
        ),
        (
            "subjects:\n- name: x\n",
            "`x` needs a `command`",
            "proofmark.yaml:2:9",
        ),
        (
            "subjects:\n- {name: x, builtin: reference, command: [a]}\n",
            "both a `command` and a `builtin`",
            "proofmark.yaml:2:10",
        ),
        (
            "subjects:\n- {name: x, builtin: reference}\n- {name: x, builtin: reference}\n",
            "there is another subject `x`",
            "proofmark.yaml:3:10",
        ),
        (
            "subjects:\n- {name: x, builtin: refrence}\n",
            "`refrence` is neither `reference` nor a mutant",
            "proofmark.yaml:2:10",
        ),
        ("cases: many\n", "", "proofmark.yaml:1:8"),
    ] {
        let folder = folder(config);
        let said = inside(folder.path(), &["check"]).exits(2);
        assert!(said.err.contains(message), "{config}\n{}", said.err);
        assert!(said.err.contains(place), "{config}\n{}", said.err);
    }
}

#[test]
fn an_unknown_subject_is_an_error_with_a_suggestion() {
    let folder = folder("subjects:\n- {name: python, builtin: reference}\n");
    let said = inside(folder.path(), &["check", "--subject", "pyton"]).exits(2);
    assert_eq!(
        said.err,
        "error: there is no subject `pyton`; did you mean python?\n"
    );
}

#[test]
fn init_writes_a_configuration_that_works_and_over_nothing() {
    let folder = tempfile::tempdir().unwrap();
    inside(folder.path(), &["init"]).exits(0);
    let said = inside(folder.path(), &FEW).exits(0);
    assert!(
        said.out.contains("\nmy-implementation conforms: "),
        "{}",
        said.out
    );
    let said = inside(folder.path(), &["init"]).exits(2);
    assert!(
        said.err.contains("cannot write proofmark.yaml"),
        "{}",
        said.err
    );
}

#[test]
fn what_init_writes_explains_every_key_of_the_schema() {
    let folder = tempfile::tempdir().unwrap();
    inside(folder.path(), &["init"]).exits(0);
    let text = fs::read_to_string(folder.path().join("proofmark.yaml")).unwrap();
    let schema = schema("config");
    let keys = |at: &str| -> Vec<String> {
        let object = schema.pointer(at).unwrap().as_object().unwrap();
        object.keys().cloned().collect()
    };
    for at in [
        "/properties",
        "/properties/limits/properties",
        "/properties/reports/properties",
        "/$defs/subject/properties",
    ] {
        for key in keys(at) {
            assert!(
                text.contains(&format!("{key}: ")) || text.contains(&format!("{key}:\n")),
                "{key}"
            );
        }
    }
    // With every comment that is a key made one, it is still a configuration.
    let all: String = text
        .lines()
        .filter(|line| !line.contains("builtin: reference"))
        .map(|line| {
            let bare = line.replacen("# ", "", 1);
            let is_key = bare
                .trim_start()
                .split_once(':')
                .is_some_and(|(key, rest)| {
                    !key.contains(' ')
                        && (rest.is_empty() || rest.starts_with(' '))
                        && !key.is_empty()
                });
            format!("{}\n", if is_key { &bare } else { line })
        })
        .collect();
    fs::write(folder.path().join("proofmark.yaml"), &all).unwrap();
    let said = inside(folder.path(), &["check"]).exits(2);
    assert!(
        said.err.contains("cannot read vectors"),
        "only the folder of the vectors is missing:\n{all}\n{}",
        said.err
    );
}

#[test]
fn the_schema_accepts_and_refuses_what_the_program_does() {
    let validator = jsonschema::validator_for(&schema("config")).unwrap();
    for (config, sensible) in [
        (serde_json::json!({}), true),
        (
            serde_json::json!({"subjects": [{"name": "x", "builtin": "reference"}]}),
            true,
        ),
        (serde_json::json!({"subjects": [{"name": "x"}]}), false),
        (serde_json::json!({"subjects": [{"command": ["x"]}]}), false),
        (serde_json::json!({"limits": {"reply": 0}}), false),
        (
            serde_json::json!({"limits": {"jobs": 2}, "basis": "stated"}),
            true,
        ),
        (serde_json::json!({"basis": "guessed"}), false),
        (serde_json::json!({"require": ["task_ids"]}), false),
        (serde_json::json!({"reports": {"yaml": "x"}}), false),
        (serde_json::json!({"unknown": 1}), false),
    ] {
        assert_eq!(validator.is_valid(&config), sensible, "{config}");
        let folder = folder(&config.to_string());
        let said = inside(folder.path(), &FEW);
        assert_eq!(said.code == 0, sensible, "{config}\n{}", said.err);
    }
}
