//! `proofmark completions` and `proofmark man`

use std::fs;
use std::path::PathBuf;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;
use clap_mangen::Man;

use super::{exit, print};
use crate::error::Error;

#[derive(Debug, Args)]
pub(super) struct Completions {
    /// For which shell
    #[arg(value_enum)]
    shell: Shell,
}

#[derive(Debug, Args)]
pub(super) struct Manual {
    /// Write a page for each command into this folder instead
    #[arg(long, value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

/// Prints what a shell needs to complete our command line.
pub(super) fn completions(arguments: &Completions) -> Result<u8, Error> {
    let mut text = Vec::new();
    let mut command = super::Arguments::command();
    clap_complete::generate(arguments.shell, &mut command, "proofmark", &mut text);
    let text = String::from_utf8_lossy(&text);
    print(|out| out.write_all(with_ids(&text, arguments.shell).as_bytes()))?;
    Ok(exit::CONFORMS)
}

/// The same script, which also completes the ids that `explain` takes. They are asked for when they are needed, so that
/// a script that was installed once knows the ids of every later version.
fn with_ids(script: &str, shell: Shell) -> String {
    match shell {
        Shell::Bash => format!("{script}\n{BASH}"),
        Shell::Fish => format!("{script}{FISH}"),
        Shell::Zsh => {
            // In the part about `explain`, what its argument is completed with is named last.
            let (before, part) = script.split_once("(explain)").unwrap_or((script, ""));
            let part = part.replacen(":_default'", ":_proofmark_ids'", 1);
            let before = before.replacen("_proofmark() {", &format!("{ZSH}\n_proofmark() {{"), 1);
            format!("{before}(explain){part}")
        }
        // Their scripts leave an argument to the shell.
        _ => script.to_owned(),
    }
}

const BASH: &str = r#"_proofmark_ids() {
    if [[ ${COMP_WORDS[1]} == explain && ${COMP_CWORD} -eq 2 ]]; then
        local word="${COMP_WORDS[2]}"
        COMPREPLY=($(compgen -W "$("${COMP_WORDS[0]}" list ids 2>/dev/null)" -- "${word}"))
    else
        _proofmark "$@"
    fi
}

complete -F _proofmark_ids -o nosort -o bashdefault -o default proofmark
"#;

const FISH: &str = r#"complete -c proofmark -n "__fish_proofmark_using_subcommand explain" -f -a "(proofmark list ids 2>/dev/null)"
"#;

const ZSH: &str = r#"_proofmark_ids() {
    local -a ids
    ids=(${(f)"$(proofmark list ids 2>/dev/null)"})
    compadd -a ids
}
"#;

/// Prints the manual page, or writes all of them.
pub(super) fn manual(arguments: &Manual) -> Result<u8, Error> {
    let command = super::Arguments::command();
    match &arguments.folder {
        Some(folder) => {
            fs::create_dir_all(folder).map_err(|source| Error::write(folder, source))?;
            clap_mangen::generate_to(command, folder)
                .map_err(|source| Error::write(folder, source))?;
        }
        None => print(|out| Man::new(command).render(out))?,
    }
    Ok(exit::CONFORMS)
}
