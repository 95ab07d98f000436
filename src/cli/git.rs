//! git, asked for what stood in a revision.

use std::process::{Command, Stdio};

use crate::error::Error;

/// The tree of a revision of the repository around the current folder, as a tar archive.
pub(super) fn archive(revision: &str) -> Result<Vec<u8>, Error> {
    let top = git(&["rev-parse", "--show-toplevel"], revision)?;
    let top = String::from_utf8_lossy(&top);
    let top = top.trim_end_matches(['\r', '\n']);
    git(&["-C", top, "archive", "--format=tar", revision], revision)
}

fn git(arguments: &[&str], revision: &str) -> Result<Vec<u8>, Error> {
    let refused = |why: &str| {
        Error::Usage(format!(
            "`{revision}` is no folder, no archive and no revision of git: {why}"
        ))
    };
    if revision.starts_with('-') {
        return Err(refused("it begins with `-`"));
    }
    let output = Command::new("git")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| refused(&format!("git does not start: {error}")))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        let told = String::from_utf8_lossy(&output.stderr);
        Err(refused(told.lines().next().unwrap_or("git says nothing")))
    }
}
