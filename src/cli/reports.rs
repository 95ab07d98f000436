//! `--report KIND=FILE`

use std::fs;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::error::Error;

/// Reads `KIND=FILE`.
pub(super) fn parse<K: ValueEnum>(text: &str) -> Result<(K, PathBuf), String> {
    let known = || {
        let names = K::value_variants()
            .iter()
            .filter_map(ValueEnum::to_possible_value);
        names
            .map(|value| value.get_name().to_owned())
            .collect::<Vec<_>>()
            .join(", ")
    };
    let (kind, file) = text
        .split_once('=')
        .ok_or("expected KIND=FILE, for example json=report.json")?;
    if file.is_empty() {
        return Err("expected a file after the `=`".to_owned());
    }
    let kind = K::from_str(kind, false)
        .map_err(|_| format!("`{kind}` is no kind of report: expected one of {}", known()))?;
    Ok((kind, PathBuf::from(file)))
}

/// Finds out before the work, and not after it, whether the files can be written. What they hold is kept until then.
pub(super) fn writable<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Error> {
    for file in files {
        fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(file)
            .map_err(|source| Error::write(file, source))?;
    }
    Ok(())
}
