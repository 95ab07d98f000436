//! What others put into their CI: the script of the action, the job for GitLab, the hook; completions and manual pages.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;

use proofmark::vector::{Comments, from_commented_yaml};
use serde_json::Value;

use crate::support::{proofmark, root, said};

fn yaml(file: &str) -> Value {
    let text = fs::read_to_string(root().join(file)).unwrap();
    from_commented_yaml(file, &text, Comments::Allowed).unwrap()
}

/// Runs the script of the action as GitHub would, and returns its exit code, its log, its outputs and its summary.
#[cfg(unix)]
fn action(
    folder: &Path,
    inputs: &[(&str, &str)],
) -> (i32, String, BTreeMap<String, String>, String) {
    let (output, summary) = (folder.join("output"), folder.join("summary"));
    fs::write(&output, "").unwrap();
    fs::write(&summary, "").unwrap();
    let mut bash = Command::new("bash");
    bash.arg(root().join("ci/github.sh"))
        .current_dir(folder)
        .env("PROOFMARK", env!("CARGO_BIN_EXE_proofmark"))
        .env("GITHUB_OUTPUT", &output)
        .env("GITHUB_STEP_SUMMARY", &summary)
        .env("COMMAND", "")
        .env("CONFIG", "")
        .env("GATE", "true")
        .env("REPORTS", "reports")
        .envs(inputs.iter().copied());
    let said = said(&mut bash);
    let outputs = fs::read_to_string(output).unwrap();
    let outputs = outputs.lines().filter_map(|line| line.split_once('='));
    let outputs = outputs.map(|(name, value)| (name.to_owned(), value.to_owned()));
    (
        said.code,
        said.out,
        outputs.collect(),
        fs::read_to_string(summary).unwrap(),
    )
}

#[cfg(unix)]
#[test]
fn the_action_annotates_summarizes_and_says_where_its_reports_are() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let config =
        "subjects:\n- {name: careless, builtin: task_id/mutant/letter-unchecked}\ncases: 1\n";
    fs::write(folder.join("mine.yaml"), config).unwrap();
    let (code, log, outputs, summary) = action(folder, &[("CONFIG", "mine.yaml")]);
    assert_eq!(code, 1, "{log}");
    assert!(
        log.contains("\n::error file=vectors/task_id/cloud.yaml,line="),
        "{log}"
    );
    assert_eq!(outputs["verdict"], "does-not-conform");
    for kind in ["json", "junit", "html"] {
        assert!(
            folder.join(&outputs[kind]).metadata().unwrap().len() > 0,
            "{kind}"
        );
    }
    assert!(
        summary.contains("❌ **`careless` does not conform**"),
        "{summary}"
    );
    // Without the gate the job goes on.
    let (code, _, outputs, _) = action(folder, &[("CONFIG", "mine.yaml"), ("GATE", "false")]);
    assert_eq!((code, outputs["verdict"].as_str()), (0, "does-not-conform"));
}

#[cfg(unix)]
#[test]
fn the_action_splits_its_command_as_a_shell_does() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("proofmark.yaml"), "cases: 1\n").unwrap();
    let serve = format!("'{}' serve", env!("CARGO_BIN_EXE_proofmark"));
    let (code, log, outputs, _) = action(folder, &[("COMMAND", &serve)]);
    assert_eq!(
        (code, outputs["verdict"].as_str()),
        (0, "conforms"),
        "{log}"
    );
    let (code, _, outputs, summary) = action(folder, &[("COMMAND", "./gone 'a b'")]);
    assert_eq!((code, outputs["verdict"].as_str()), (3, "unusable"));
    assert!(
        summary.contains("cannot start the adapter `./gone`"),
        "{summary}"
    );
    let (code, _, outputs, _) = action(folder, &[("CONFIG", "no-such.yaml")]);
    assert_eq!((code, outputs["verdict"].as_str()), (2, "error"));
}

#[test]
fn the_action_hands_every_input_to_its_script_and_every_output_back() {
    let action = yaml("action.yml");
    let script = fs::read_to_string(root().join("ci/github.sh")).unwrap();
    let step = &action["runs"]["steps"][1];
    for (name, input) in action["inputs"].as_object().unwrap() {
        assert!(
            input["description"].is_string() && input["default"].is_string(),
            "{name}"
        );
        let variable = name.to_uppercase();
        let given = format!("${{{{ inputs.{name} }}}}");
        assert_eq!(step["env"][&variable], given, "{name}");
        assert!(script.contains(&format!("${{{variable}:-")), "{name}");
    }
    for (name, output) in action["outputs"].as_object().unwrap() {
        let value = format!("${{{{ steps.check.outputs.{name} }}}}");
        assert_eq!(output["value"], value);
        assert!(script.contains(&format!("echo \"{name}=")), "{name}");
    }
}

#[test]
fn the_job_and_the_hook_call_commands_that_there_are() {
    let job = &yaml("ci/gitlab.yml")["proofmark"];
    let line = job["script"][0].as_str().unwrap();
    let (command, _) = line.split_once(" ${").unwrap();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("proofmark.yaml"), "cases: 1\n").unwrap();
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    said(proofmark().args(words).current_dir(folder.path())).exits(0);
    let artifacts = &job["artifacts"];
    for file in [&artifacts["reports"]["junit"], &artifacts["paths"][0]] {
        assert!(
            folder.path().join(file.as_str().unwrap()).exists(),
            "{file}"
        );
    }
    let hook = &yaml(".pre-commit-hooks.yaml")[0];
    let words: Vec<&str> = hook["entry"].as_str().unwrap().split(' ').collect();
    assert_eq!(words[0], "proofmark");
    said(proofmark().args(&words[1..]).current_dir(folder.path())).exits(0);
}

#[test]
fn completions_and_manual_pages_know_every_command() {
    let help = said(proofmark().arg("--help")).exits(0).out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = commands.take_while(|line| !line.is_empty());
    let commands = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands: Vec<&str> = commands
        .filter(|it| !it.is_empty() && *it != "help")
        .collect();
    assert!(commands.len() > 10, "{help}");
    let folder = tempfile::tempdir().unwrap();
    said(proofmark().args(["man", "--folder"]).arg(folder.path())).exits(0);
    let man = said(proofmark().arg("man")).exits(0).out;
    assert!(man.contains(".TH proofmark 1"), "{man}");
    for command in &commands {
        let page = folder.path().join(format!("proofmark-{command}.1"));
        assert!(page.exists(), "{command}");
    }
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = said(proofmark().args(["completions", shell])).exits(0).out;
        for command in &commands {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

#[cfg(unix)]
#[test]
fn bash_takes_the_completions() {
    let script = said(proofmark().args(["completions", "bash"])).exits(0).out;
    let ask = "\nCOMP_WORDS=(proofmark che); COMP_CWORD=1; _proofmark proofmark che proofmark; echo \"${COMPREPLY[*]}\"";
    let said = said(Command::new("bash").arg("-c").arg(script + ask)).exits(0);
    assert_eq!(said.out, "check\n");
}

#[cfg(unix)]
#[test]
fn bash_completes_the_ids_of_explain() {
    let script = said(proofmark().args(["completions", "bash"])).exits(0).out;
    let binary = env!("CARGO_BIN_EXE_proofmark");
    let ask = |word: &str| {
        let ask = format!(
            "\nCOMP_WORDS=({binary} explain {word}); COMP_CWORD=2; _proofmark_ids proofmark {word} explain; echo \"${{COMPREPLY[*]}}\""
        );
        let mut bash = Command::new("bash");
        said(bash.arg("-c").arg(format!("{script}{ask}")))
            .exits(0)
            .out
    };
    assert_eq!(
        ask("TI-00"),
        "TI-001 TI-002 TI-003 TI-004 TI-005 TI-006 TI-007 TI-008 TI-009\n"
    );
    assert_eq!(ask("task_id/law/cloud-a"), "task_id/law/cloud-agrees\n");
    assert_eq!(ask("known"), "known-failure\n");
}

#[test]
fn the_other_shells_ask_for_ids_too() {
    let script = |shell| said(proofmark().args(["completions", shell])).exits(0).out;
    let zsh = script("zsh");
    assert!(zsh.contains("\n_proofmark_ids() {\n"), "{zsh}");
    let explain = zsh.split("(explain)").nth(1).unwrap();
    assert!(
        explain
            .split(";;")
            .next()
            .unwrap()
            .contains(":_proofmark_ids'"),
        "{explain}"
    );
    assert!(script("fish").contains("-f -a \"(proofmark list ids 2>/dev/null)\""));
}
