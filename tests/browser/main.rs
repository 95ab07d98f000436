//! The HTML report, in a real browser: Debian's chromium, driven by playwright-core, which is installed here if it is
//! missing. `PROOFMARK_SCREENSHOTS=FOLDER` leaves pictures to be looked at.

#[path = "../support/mod.rs"]
mod support;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;
use support::{proofmark, python_is_missing, root, said};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let trial = match tools() {
        Ok(tools) => Trial::test("the_page_in_a_real_browser", move || in_a_browser(&tools)),
        Err(reason) => {
            // Here, nothing that can be installed may be missing.
            assert!(env::var_os("PROOFMARK_CI").is_none(), "{reason}");
            let ignored = Trial::test("the_page_in_a_real_browser", || Ok(()));
            ignored.with_ignored_flag(true).with_kind(reason)
        }
    };
    libtest_mimic::run(&arguments, vec![trial]).exit_code()
}

/// What drives the browser, and the browser.
struct Tools {
    playwright: PathBuf,
    chromium: PathBuf,
}

fn tools() -> Result<Tools, String> {
    if let Some(reason) = support::node_is_missing().or_else(python_is_missing) {
        return Err(reason);
    }
    let names = ["chromium", "chromium-browser"];
    let found = names.iter().find_map(|name| on_the_path(name));
    let chromium = found.ok_or("no chromium")?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("playwright");
    let playwright = folder.join("node_modules/playwright-core/index.mjs");
    if !playwright.exists() {
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "playwright-core@1"]);
        let installed = npm.current_dir(&folder).output();
        let installed = installed.map_err(|error| format!("no npm: {error}"))?;
        if !installed.status.success() {
            return Err("playwright-core cannot be installed".to_owned());
        }
    }
    Ok(Tools {
        playwright,
        chromium,
    })
}

fn on_the_path(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    let mut files = env::split_paths(&path).map(|folder| folder.join(name));
    files.find(|file| file.is_file())
}

fn in_a_browser(tools: &Tools) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    write_reports(folder)?;
    let mut node = Command::new("node");
    node.arg(root().join("tests/browser/page.mjs"))
        .args([&tools.playwright, &tools.chromium])
        .args(["report.html", "evil.html", "report.html"].map(|name| folder.join(name)));
    if let Some(screenshots) = env::var_os("PROOFMARK_SCREENSHOTS") {
        fs::create_dir_all(&screenshots)?;
        node.arg(screenshots);
    }
    let said = said(&mut node);
    match said.code {
        0 => Ok(()),
        _ => Err(format!("{}\n{}", said.out, said.err).into()),
    }
}

/// A report on the reference, the Python implementation and two mutants, with a kill matrix; and one that means no good.
fn write_reports(folder: &Path) -> Result<(), Failed> {
    let adapter = serde_json::to_string(&root().join("adapters/python"))?;
    let config = format!(
        "subjects:\n- {{name: reference, builtin: reference}}\n- name: python\n  command: [python3, adapter.py]\n  folder: {adapter}\n- {{name: careless, builtin: task_id/mutant/letter-unchecked}}\n- {{name: nul-lover, builtin: index_key/mutant/nul-not-escaped}}\ncases: 8\n"
    );
    fs::write(folder.join("proofmark.yaml"), config)?;
    let inside = |arguments: &[&str]| said(proofmark().args(arguments).current_dir(folder));
    inside(&["check", "--report", "json=report.json"]).exits(1);
    inside(&[
        "mutants",
        "--only",
        "task_id/mutant/*",
        "--only",
        "task_id/cloud/*",
        "--only",
        "task_id/law/cloud-*",
        "--cases",
        "8",
        "--report",
        "json=kills.json",
    ]);
    let to = ["--kills", "kills.json", "--to", "html=report.html"];
    inside(&[&["report", "report.json"][..], &to].concat()).exits(1);
    let report: Value = serde_json::from_str(&fs::read_to_string(folder.join("report.json"))?)?;
    fs::write(folder.join("evil.json"), evil(report).to_string())?;
    inside(&["report", "evil.json", "--to", "html=evil.html"]).exits(1);
    Ok(())
}

/// The report with every text that comes from elsewhere made as evil as it can be.
fn evil(mut report: Value) -> Value {
    const EVIL: &str = "</script><script>globalThis.pwned=1;alert(1)</script><img src=x onerror=alert(2)>\u{202e}\u{0}\"'`${1}";
    let subject = &mut report["subjects"][2];
    for field in ["name", "command", "breakdowns", "notes"] {
        subject[field] = match subject[field] {
            Value::Array(_) => vec![EVIL].into(),
            _ => EVIL.into(),
        };
    }
    subject["hello"]["name"] = EVIL.into();
    subject["hello"]["version"] = EVIL.into();
    for choice in subject["choices"].as_array_mut().into_iter().flatten() {
        choice["choices"] = serde_json::json!({EVIL: 1});
    }
    for entry in subject["verdicts"].as_array_mut().into_iter().flatten() {
        if entry["verdict"] == "fail" {
            entry["id"] = format!("task_id/{EVIL}/{}", entry["id"]).into();
            for field in ["message", "operation", "file"] {
                entry[field] = EVIL.into();
            }
            for field in ["input", "expected", "actual"] {
                entry[field] = serde_json::json!({"ok": {EVIL: EVIL}});
            }
            entry["known"] = serde_json::json!({"fails": ["result"], "reason": EVIL, "link": format!("javascript:alert(3)//{EVIL}")});
        }
    }
    report
}
