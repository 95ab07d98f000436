//! `proofmark parquet`

use std::panic;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser as _};

use super::{exit, print};
use crate::error::Error;
use crate::parquet::{Table, check, is_reading, write};
use crate::report::parquet as report;
use crate::rule::Registry;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Files of `partition_status`, `dispatch_outbox` or `timers`
    #[arg(value_name = "FILE", required_unless_present = "write")]
    files: Vec<PathBuf>,
    /// Which table the files are of; else their names tell, or else their columns
    #[arg(long, value_parser = PossibleValuesParser::new(Table::ALL.map(Table::name)).map(|name| named(&name)))]
    table: Option<Table>,
    /// Write an example of each table into this folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["files", "table"])]
    write: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments) -> Result<u8, Error> {
    if let Some(folder) = &arguments.write {
        let files = write(folder)?;
        print(|out| {
            files
                .iter()
                .try_for_each(|file| writeln!(out, "{}", file.display()))
        })?;
        return Ok(exit::CONFORMS);
    }
    // A file that is damaged so badly that its reader panics is a finding, not a crash to be told of.
    let tell = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if !is_reading() {
            tell(panic);
        }
    }));
    let mut code = exit::CONFORMS;
    for file in &arguments.files {
        let checked = check(file, arguments.table)?;
        print(|out| report::write(&checked, Registry::embedded(), out))?;
        if !checked.conforms() {
            code = exit::DOES_NOT;
        }
    }
    Ok(code)
}

fn named(name: &str) -> Table {
    let mut tables = Table::ALL.into_iter();
    tables
        .find(|table| table.name() == name)
        .expect("only these names are let through")
}
