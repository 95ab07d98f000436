//! Files that are no Parquet files any more, or never were.

use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::Trial;
use proofmark::parquet::{Checked, write};
use tempfile::TempDir;

use crate::{check, trial};

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("an_empty_file_is_named", empty),
        trial("a_file_of_another_kind_is_named", another_kind),
        trial("a_file_cut_in_half_is_named", half),
        trial("a_file_cut_anywhere_does_not_conform", anywhere),
        trial("a_file_that_lost_its_middle_names_column_and_row", middle),
        trial("no_flipped_byte_crashes_the_check", flipped),
        trial("a_reader_that_panics_says_nothing_but_its_finding", quiet),
    ]
}

/// The reference's files, to be damaged.
fn whole() -> (TempDir, Vec<PathBuf>) {
    let folder = tempfile::tempdir().unwrap();
    let files = write(folder.path()).unwrap();
    (folder, files)
}

fn in_process(file: &Path) -> Checked {
    proofmark::parquet::check(file, None).unwrap()
}

fn empty() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("timers.parquet");
    fs::write(&file, "").unwrap();
    let said = check(&file).exits(1);
    assert!(
        said.out.contains("timers.parquet, the file\n  is empty\n"),
        "{}",
        said.out
    );
    assert!(said.out.contains("nothing could be judged"), "{}", said.out);
}

fn another_kind() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("timers.parquet");
    for text in [
        "PAR1",
        "timer_id,cloud_task_id\na,b\n",
        "PAR1 and then something else",
    ] {
        fs::write(&file, text).unwrap();
        let said = check(&file).exits(1);
        let found = said.out.contains("is no Parquet file") || said.out.contains("is cut short");
        assert!(found, "{text}: {}", said.out);
    }
}

fn half() {
    let (_folder, files) = whole();
    for file in files {
        let bytes = fs::read(&file).unwrap();
        fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        let said = check(&file).exits(1);
        let expected = format!(
            "is cut short: it begins like a Parquet file, but has no footer after its {} bytes",
            bytes.len() / 2
        );
        assert!(said.out.contains(&expected), "{}", said.out);
    }
}

fn anywhere() {
    let (_folder, files) = whole();
    let bytes = fs::read(&files[0]).unwrap();
    for length in 0..bytes.len() {
        fs::write(&files[0], &bytes[..length]).unwrap();
        assert!(!in_process(&files[0]).conforms(), "{length} bytes");
    }
}

/// The footer is there and so says what is missing.
fn middle() {
    let (_folder, files) = whole();
    let bytes = fs::read(&files[0]).unwrap();
    let end = bytes.len() / 8;
    let damaged: Vec<u8> = [&bytes[..4], &vec![0; end][..], &bytes[4 + end..]].concat();
    fs::write(&files[0], damaged).unwrap();
    let said = check(&files[0]).exits(1);
    assert!(
        said.out
            .contains("column tenant_id, row 1\n  cannot be read from this row on"),
        "{}",
        said.out
    );
}

/// Every byte, in three ways. The file may still conform: not every bit of it is looked at.
fn flipped() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !proofmark::parquet::is_reading() {
            tell(panic);
        }
    }));
    let (_folder, files) = whole();
    for file in files {
        let bytes = fs::read(&file).unwrap();
        for at in 0..bytes.len() {
            for mask in [0x01, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] ^= mask;
                fs::write(&file, damaged).unwrap();
                // Wrong usage is an answer too: a codec that nobody has, for example.
                _ = proofmark::parquet::check(&file, None);
            }
        }
    }
}

/// A length of -1, of which the reader takes it for granted that it cannot be.
fn quiet() {
    let (_folder, files) = whole();
    let bytes = fs::read(&files[0]).unwrap();
    let mut panicked = 0;
    for at in bytes.len() * 2 / 3..bytes.len() - 8 {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x01;
        fs::write(&files[0], damaged).unwrap();
        let Ok(checked) = proofmark::parquet::check(&files[0], None) else {
            continue;
        };
        let told = checked.findings.told().iter();
        if told
            .clone()
            .any(|finding| finding.problem.contains("should not be negative"))
        {
            panicked += 1;
            let said = check(&files[0]).exits(1);
            assert_eq!(said.err, "");
        }
        if panicked == 3 {
            return;
        }
    }
    panic!("no damage made the reader panic: it may do without its guard");
}
