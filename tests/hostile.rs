//! Files from elsewhere that mean no good: they are refused with their place, in no time and little space.

mod support;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use support::{Said, proofmark, said};

/// Checks a folder of vectors with one file, which is refused.
fn refused(text: &str) -> Said {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("partition_key")).unwrap();
    fs::write(folder.path().join("partition_key/bad.yaml"), text).unwrap();
    check(folder.path())
}

fn check(folder: &Path) -> Said {
    let start = Instant::now();
    let said = said(proofmark().args(["check", "--vectors"]).arg(folder)).exits(2);
    assert!(start.elapsed() < Duration::from_secs(20), "{said:?}");
    assert_eq!(said.out, "");
    said
}

#[test]
fn a_bomb_of_aliases_is_refused() {
    let mut text = "about: x\ncases:\n- &a [x, x, x, x, x, x, x, x, x]\n".to_owned();
    for at in 0..9 {
        let (this, next) = (char::from(b'a' + at), char::from(b'b' + at));
        let many = format!("*{this}, ").repeat(9);
        _ = writeln!(text, "- &{next} [{many}]");
    }
    let said = refused(&text);
    assert!(
        said.err.contains("anchors and aliases are not used here"),
        "{}",
        said.err
    );
}

#[test]
fn deep_nesting_is_refused() {
    for (open, close) in [("[", "]"), ("{a: ", "}")] {
        let depth = 100_000;
        let text = format!(
            "about: x\ncases: {}1{}\n",
            open.repeat(depth),
            close.repeat(depth)
        );
        let said = refused(&text);
        let expected = ["nested more than 64 levels deep", "invalid YAML"];
        assert!(
            expected.iter().any(|it| said.err.contains(it)),
            "{}",
            &said.err[..said.err.len().min(500)]
        );
    }
}

#[test]
fn a_huge_scalar_is_read_and_judged_like_any_other() {
    let text = format!(
        "about: x\ncases:\n- id: a\n  rules: [PK-999]\n  note: \"{}\"\n",
        "x".repeat(8 << 20)
    );
    let said = refused(&text);
    assert!(said.err.contains("PK-999 is no rule in force"));
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("partition_key")).unwrap();
    let file = fs::File::create(folder.path().join("partition_key/bad.yaml")).unwrap();
    file.set_len(1 << 40).unwrap();
    let said = check(folder.path());
    assert!(
        said.err.contains("it is larger than 64 MiB"),
        "{}",
        said.err
    );
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("partition_key")).unwrap();
    fs::write(
        folder.path().join("partition_key/bad.yaml"),
        b"about: \xff\n",
    )
    .unwrap();
    let said = check(folder.path());
    assert!(said.err.contains("error: cannot read "), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn links_that_lead_round_in_circles_are_refused() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let domain = folder.path().join("partition_key");
    fs::create_dir(&domain).unwrap();
    // A folder within itself has no end either, but nobody goes that deep.
    symlink(folder.path(), domain.join("again")).unwrap();
    symlink(folder.path(), folder.path().join("self")).unwrap();
    symlink(domain.join("b.yaml"), domain.join("a.yaml")).unwrap();
    symlink(domain.join("a.yaml"), domain.join("b.yaml")).unwrap();
    let said = check(folder.path());
    assert!(said.err.contains("error: cannot read "), "{}", said.err);
    assert!(said.err.contains("a.yaml"), "{}", said.err);
}

#[cfg(unix)]
#[test]
fn what_is_no_file_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let domain = folder.path().join("partition_key");
    fs::create_dir(&domain).unwrap();
    std::os::unix::fs::symlink("/dev/zero", domain.join("bad.yaml")).unwrap();
    let said = check(folder.path());
    assert!(said.err.contains("it is no file"), "{}", said.err);
}

#[test]
fn a_report_that_is_none_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("report.json");
    let deep = "[".repeat(100_000);
    for text in ["", "{}", "null", "[1", deep.as_str()] {
        fs::write(&file, text).unwrap();
        let said = said(proofmark().args(["report", "merge"]).arg(&file)).exits(2);
        assert!(said.err.contains("is no report of proofmark: "), "{said:?}");
    }
    let said = said(proofmark().args(["report", "merge", "no/such/report.json"])).exits(2);
    assert!(
        said.err
            .starts_with("error: cannot read no/such/report.json")
    );
}
