//! Files that are written: `--report KIND=FILE`, `--to KIND=FILE`.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::print;
use crate::error::Error;

/// The name that stands for standard output.
const STDOUT: &str = "-";

/// Reads `KIND=FILE`.
pub(super) fn parse<K: FromStr<Err = String>>(text: &str) -> Result<(K, PathBuf), String> {
    let (kind, file) = text
        .split_once('=')
        .ok_or("expected KIND=FILE, for example json=report.json")?;
    if file.is_empty() {
        return Err("expected a file after the `=`".to_owned());
    }
    Ok((kind.parse()?, PathBuf::from(file)))
}

/// Finds out before the work, and not after it, whether the files can be written. What they hold is kept until then.
pub(super) fn writable<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Error> {
    for file in files.into_iter().filter(|file| !is_stdout(file)) {
        fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(file)
            .map_err(|source| Error::write(file, source))?;
    }
    Ok(())
}

/// Writes a file, or to standard output.
pub(super) fn write(file: &Path, text: &str) -> Result<(), Error> {
    if is_stdout(file) {
        return print(|out| out.write_all(text.as_bytes()));
    }
    fs::write(file, text).map_err(|source| Error::write(file, source))
}

fn is_stdout(file: &Path) -> bool {
    file.as_os_str() == STDOUT
}
