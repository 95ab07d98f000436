//! `proofmark parquet`: the reference's own files, damaged ones, and those of another writer, pyarrow.

#[path = "../support/mod.rs"]
mod support;

mod damage;
mod pyarrow;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use support::{Said, proofmark, said};

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        trial("the_references_files_conform", conform),
        trial("files_that_are_there_stay_as_they_are", stay),
        trial("a_file_that_is_not_there_is_wrong_usage", not_there),
        trial("files_or_a_folder_to_write_must_be_given", nothing_given),
    ];
    trials.extend(damage::trials());
    trials.extend(pyarrow::trials());
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trial(name: &str, test: fn()) -> Trial {
    Trial::test(name, move || {
        test();
        Ok::<(), Failed>(())
    })
}

/// Checks a file.
fn check(file: &Path) -> Said {
    said(proofmark().arg("parquet").arg(file))
}

/// Writes the reference's files into a folder.
fn written(folder: &Path) -> Said {
    said(proofmark().args(["parquet", "--write"]).arg(folder))
}

fn conform() {
    let folder = tempfile::tempdir().unwrap();
    let into = folder.path().join("new");
    let files = written(&into).exits(0).out;
    let files: Vec<&str> = files.lines().collect();
    assert_eq!(files.len(), 3);
    let checked = said(proofmark().arg("parquet").args(&files)).exits(0);
    let rows = checked.out.lines().zip([
        "partition_status.parquet conforms: partition_status, 3 rows judged",
        "dispatch_outbox.parquet conforms: dispatch_outbox, 1 row judged",
        "timers.parquet conforms: timers, 2 rows judged",
    ]);
    assert_eq!(checked.out.lines().count(), 3, "{}", checked.out);
    for (line, end) in rows {
        assert!(line.ends_with(end), "{line}");
    }
}

fn stay() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("timers.parquet");
    std::fs::write(&file, "mine").unwrap();
    let said = written(folder.path()).exits(2);
    assert!(said.err.contains("timers.parquet"), "{}", said.err);
    assert_eq!(std::fs::read(file).unwrap(), b"mine");
}

fn not_there() {
    let said = check(Path::new("no/such.parquet")).exits(2);
    assert!(
        said.err.contains("cannot read no/such.parquet"),
        "{}",
        said.err
    );
}

fn nothing_given() {
    said(proofmark().arg("parquet")).exits(2);
    said(proofmark().args(["parquet", "--write", "x", "y"])).exits(2);
    let said = said(proofmark().args(["parquet", "--table", "other", "y"])).exits(2);
    assert!(said.err.contains("dispatch_outbox"), "{}", said.err);
}
