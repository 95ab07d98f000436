//! `--jobs`, `--lockstep`, `--shard`, and `proofmark report merge`: they change how the work is done, not what comes out.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{Said, proofmark, said};

const SERVE: [&str; 3] = ["--", env!("CARGO_BIN_EXE_proofmark"), "serve"];

/// Checks, and returns the JSON report without its times.
fn report(arguments: &[&str], file: &Path) -> String {
    let mut option = OsString::from("json=");
    option.push(file);
    let mut check = proofmark();
    check
        .args(["check", "--cases", "16", "--report"])
        .arg(option);
    said(check.args(arguments)).exits(0);
    timeless(&fs::read_to_string(file).unwrap())
}

fn timeless(report: &str) -> String {
    let lines = report
        .lines()
        .filter(|line| !line.trim_start().starts_with("\"seconds\": "));
    let timeless: Vec<&str> = lines.collect();
    assert_eq!(timeless.len() + 1, report.lines().count());
    timeless.join("\n")
}

fn merged(files: &[PathBuf]) -> Said {
    said(proofmark().args(["report", "merge"]).args(files))
}

/// The reports of all shards, in files.
fn shards(arguments: &[&str], of: usize, folder: &Path) -> Vec<PathBuf> {
    let shard = |index: usize| {
        let file = folder.join(format!("{index}-of-{of}.json"));
        let shard = format!("{index}/{of}");
        report(&[&["--shard", &shard], arguments].concat(), &file);
        file
    };
    (1..=of).map(shard).collect()
}

#[test]
fn three_shards_merged_are_the_whole_run_byte_for_byte() {
    let folder = tempfile::tempdir().unwrap();
    let whole = report(&[], &folder.path().join("whole.json"));
    let mut files = shards(&[], 3, folder.path());
    // In whatever order they are given.
    files.rotate_left(1);
    let merged = merged(&files).exits(0);
    assert!(timeless(&merged.out) == whole, "they differ");
}

#[test]
fn broken_laws_are_held_against_the_same_rule_in_shards() {
    let folder = tempfile::tempdir().unwrap();
    let check = |file: &str, more: &[&str]| {
        let mut check = proofmark();
        check.args([
            "check",
            "--cases",
            "16",
            "--only",
            "index_key/*",
            "--report",
            &format!("json={file}"),
        ]);
        check
            .args(["--subject", "index_key/mutant/nul-not-escaped"])
            .args(more);
        said(check.current_dir(folder.path())).exits(1);
        folder.path().join(file)
    };
    let whole = fs::read_to_string(check("whole.json", &[])).unwrap();
    let files =
        ["1/2", "2/2"].map(|shard| check(&format!("{}.json", &shard[..1]), &["--shard", shard]));
    assert!(
        timeless(&merged(&files).exits(1).out) == timeless(&whole),
        "they differ"
    );
    let report: serde_json::Value = serde_json::from_str(&whole).unwrap();
    let verdicts = report["subjects"][0]["verdicts"].as_array().unwrap();
    let law = verdicts
        .iter()
        .find(|it| it["id"] == "index_key/law/encode-agrees")
        .unwrap();
    assert_eq!(law["rules"][0], "IK-052");
}

#[test]
fn merging_keeps_failures_choices_and_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let python = "import json,sys\nfor line in sys.stdin:\n    r=json.loads(line)\n    h=r['op']=='hello'\n    o={'ok':{'protocol':1,'name':'x'}} if h else {'reject':{'code':'x'}} if r['op']=='task_id.cloud' else {'unsupported':{}}\n    print(json.dumps({'id':r['id'],**o}),flush=True)\n";
    if crate::support::python_is_missing().is_some() {
        return;
    }
    let arguments = [
        "--only",
        "task_id/cloud/*",
        "--only",
        "task_id/internal/*",
        "--require",
        "task_id",
        "--skip",
        "*/law/*",
        "--",
        "python3",
        "-c",
        python,
    ];
    let run = |more: &[&str], file: &Path| {
        let mut option = OsString::from("json=");
        option.push(file);
        let mut check = proofmark();
        check
            .args(["check", "--report"])
            .arg(option)
            .args(more)
            .args(arguments);
        said(&mut check).exits(1);
    };
    let whole = folder.path().join("whole.json");
    run(&[], &whole);
    let files: Vec<PathBuf> = (1..=4)
        .map(|index| {
            let file = folder.path().join(format!("{index}.json"));
            run(&["--shard", &format!("{index}/4")], &file);
            file
        })
        .collect();
    let merged = merged(&files).exits(1);
    let whole = fs::read_to_string(whole).unwrap();
    assert!(whole.contains("\"fail\"") && whole.contains("\"missing\": [\n"));
    assert_eq!(timeless(&merged.out), timeless(&whole));
}

#[test]
fn shards_that_do_not_make_a_whole_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let only = ["--only", "task_id/queue/*"];
    let files = shards(&only, 3, folder.path());
    let refused = |files: &[PathBuf], expected: &str| {
        let said = merged(files).exits(2);
        assert!(said.err.contains(expected), "{}", said.err);
        assert_eq!(said.out, "");
    };
    refused(&files[..2], "the shard 3/3 is missing");
    refused(
        &[files[0].clone(), files[0].clone()],
        "are both the shard 1/3",
    );
    let other = |name: &str, arguments: &[&str]| {
        let file = folder.path().join(name);
        report(&[arguments, &only].concat(), &file);
        [files[0].clone(), files[1].clone(), file]
    };
    let seed = other("seed.json", &["--shard", "3/3", "--seed", "5"]);
    refused(&seed, "have not the same seed");
    let two = other("two.json", &["--shard", "2/2"]);
    refused(&two, "is a shard of 2, but");
    let whole = other("whole.json", &[]);
    refused(&whole, "is the report of a whole run, not of a shard");
    let selection = folder.path().join("selection.json");
    report(&["--shard", "3/3", "--only", "task_id/cloud/*"], &selection);
    refused(
        &[files[0].clone(), files[1].clone(), selection],
        "have not the same selection",
    );
    // A report that was edited: what one shard has, another has too.
    let text = fs::read_to_string(&files[2]).unwrap();
    let mut edited: serde_json::Value = serde_json::from_str(&text).unwrap();
    let first: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(&files[0]).unwrap()).unwrap();
    edited["shard"]["places"][0] = first["shard"]["places"][0].clone();
    let overlapping = folder.path().join("overlapping.json");
    fs::write(&overlapping, edited.to_string()).unwrap();
    refused(
        &[files[0].clone(), files[1].clone(), overlapping],
        "two shards overlap",
    );
    let mut newer: serde_json::Value = serde_json::from_str(&text).unwrap();
    newer["proofmark"] = "99.0.0".into();
    let version = folder.path().join("version.json");
    fs::write(&version, newer.to_string()).unwrap();
    refused(
        &[files[0].clone(), files[1].clone(), version],
        "have not the same version of proofmark",
    );
}

#[test]
fn a_shard_may_be_empty() {
    let folder = tempfile::tempdir().unwrap();
    let only = ["--only", "partition_key/structure/parse-one-dimension"];
    let whole = report(&only, &folder.path().join("whole.json"));
    let files = shards(&only, 3, folder.path());
    assert_eq!(timeless(&merged(&files).exits(0).out), whole);
}

#[test]
fn a_shard_is_a_part_of_a_whole() {
    for wrong in ["0/3", "4/3", "3", "a/b"] {
        let said = said(proofmark().args(["check", "--shard", wrong])).exits(2);
        assert!(
            said.err.contains("expected I/N, from 1/N to N/N"),
            "{}",
            said.err
        );
    }
}

#[test]
fn the_report_is_the_same_whatever_the_jobs() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let one = report(&["--jobs", "1"], &file);
    assert!(report(&["--jobs", "5"], &file) == one);
    let serve = |arguments: &[&str]| report(&[arguments, &SERVE].concat(), &file);
    let only = ["--only", "task_id/*"];
    let one = serve(&[&["--jobs", "1"], &only[..]].concat());
    assert!(serve(&[&["--jobs", "5"], &only[..]].concat()) == one);
    assert!(serve(&[&["--lockstep"], &only[..]].concat()) == one);
}

#[test]
fn limits_are_numbers_of_seconds() {
    for option in ["--hello-limit", "--reply-limit", "--run-limit"] {
        for wrong in ["0", "-1", "soon", "nan", "1e99"] {
            let argument = format!("{option}={wrong}");
            let said = said(proofmark().args(["check", &argument])).exits(2);
            assert!(
                said.err.contains("expected a number of seconds"),
                "{}",
                said.err
            );
        }
    }
}

/// The most memory that a command ever has, in KiB.
#[cfg(target_os = "linux")]
fn peak(arguments: &[&str]) -> u64 {
    use std::process::Stdio;
    let mut running = proofmark()
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let status = format!("/proc/{}/status", running.id());
    let mut peak = 0;
    while running.try_wait().unwrap().is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(kib.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(running.wait().unwrap().success());
    assert!(peak > 0);
    peak
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_number_of_inputs() {
    let law = ["check", "--only", "task_id/law/queue-agrees", "--cases"];
    for adapter in [&[][..], &SERVE] {
        let few = peak(&[&law, &["1000"][..], adapter].concat());
        let many = peak(&[&law, &["20000"][..], adapter].concat());
        assert!(many < few + 8 * 1024, "{few} KiB, {many} KiB");
    }
}
