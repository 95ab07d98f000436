//! What is started, where, and with what around it.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf, absolute};
use std::process::Command;

/// A command, without a shell.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// The program and its arguments.
    pub command: Vec<OsString>,
    /// The folder that it runs in; `None`: this one.
    pub folder: Option<PathBuf>,
    /// Variables that it gets beside those of this process.
    pub environment: BTreeMap<String, String>,
}

impl From<Vec<OsString>> for Launch {
    fn from(command: Vec<OsString>) -> Self {
        Self {
            command,
            ..Self::default()
        }
    }
}

impl Launch {
    /// What the program is called.
    pub(super) fn name(&self) -> String {
        let program = self.command.first();
        program.map_or(String::new(), |name| name.to_string_lossy().into_owned())
    }

    pub(super) fn to_command(&self) -> io::Result<Command> {
        let (program, arguments) = self
            .command
            .split_first()
            .ok_or(io::ErrorKind::InvalidInput)?;
        let mut command = match &self.folder {
            None => Command::new(program),
            Some(folder) => {
                let mut command = Command::new(within(folder, Path::new(program))?);
                command.current_dir(folder);
                command
            }
        };
        command.args(arguments).envs(&self.environment);
        Ok(command)
    }
}

/// A program that is named by a path is looked for in its folder. Left to themselves, systems differ in that.
fn within(folder: &Path, program: &Path) -> io::Result<PathBuf> {
    if program.is_absolute() || program.components().count() < 2 {
        return Ok(program.to_owned());
    }
    absolute(folder.join(program))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_starts_from_the_folder_and_a_name_is_looked_up() {
        let folder = Path::new("some/folder");
        assert_eq!(
            within(folder, Path::new("python3")).unwrap(),
            Path::new("python3")
        );
        let found = within(folder, Path::new("./adapter")).unwrap();
        assert!(
            found.is_absolute() && found.ends_with("some/folder/adapter"),
            "{found:?}"
        );
    }
}
