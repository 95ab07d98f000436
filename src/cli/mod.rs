//! The command line: reads arguments, calls the library, prints.

mod adapter;
mod check;
mod closest;
mod compare;
mod coverage;
mod exit;
mod explain;
mod git;
mod init;
mod interrupt;
mod known;
mod list;
mod mutants;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod progress;
mod rehearse;
mod report;
mod seed;
mod serve;
mod shell;
mod template;
mod vectors;

use std::io::{self, Write as _};
use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use clap::{Parser, Subcommand};

use crate::error::{Error, SourceError};
use crate::report::visible::visible;

const ERROR: Style = AnsiColor::Red.on_default().bold();

/// Checks implementations of five specifications of data platforms, rule by rule.
#[derive(Debug, Parser)]
#[command(name = "proofmark", version, max_term_width = 100, after_help = exit::HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check an implementation; without a command, the built-in reference
    Check(Box<check::Arguments>),
    /// Ask two implementations the same random inputs, and show the smallest on which they differ
    Compare(compare::Arguments),
    /// Keep the list of failures that are borne for now
    Known(known::Arguments),
    /// Write a commented configuration
    Init(init::Arguments),
    /// Begin an adapter, or test one apart from the implementation behind it
    Adapter(adapter::Arguments),
    /// List rules or cases, one a line
    List(list::Arguments),
    /// Tell all about a rule, a case or a reject code
    Explain(explain::Arguments),
    /// Regenerate or verify the golden vectors
    Vectors(vectors::Arguments),
    /// Run everything against deliberately wrong subjects, and show what catches them
    Mutants(mutants::Arguments),
    /// Show what stands for each rule, and fail on any hole
    Coverage(coverage::Arguments),
    /// Tell what an edit of a rule or of the model means: which cases, laws, mutants and rules are concerned
    Rehearse(rehearse::Arguments),
    /// Render JSON reports in another form, side by side, or merge those of shards
    Report(report::Arguments),
    /// Check Parquet files of the tables, or write an example of each
    #[cfg(feature = "parquet")]
    Parquet(parquet::Arguments),
    /// Print the JSON Schema of a file
    Schema {
        /// Of which file
        #[arg(value_enum)]
        of: init::Schema,
    },
    /// Print what a shell needs to complete this command line
    Completions(shell::Completions),
    /// Print the manual page
    Man(shell::Manual),
    /// Put the reference behind the adapter protocol, on standard input and output
    Serve(serve::Arguments),
}

/// Runs the command line of this process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.command {
        Command::Check(arguments) => check::run(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Known(arguments) => known::run(&arguments),
        Command::Init(arguments) => init::run(&arguments),
        Command::Schema { of } => init::schema(of),
        Command::Adapter(arguments) => adapter::run(arguments),
        Command::List(arguments) => list::run(&arguments),
        Command::Explain(arguments) => explain::run(&arguments),
        Command::Mutants(arguments) => mutants::run(&arguments),
        Command::Coverage(arguments) => coverage::run(&arguments),
        Command::Vectors(arguments) => vectors::run(&arguments),
        Command::Rehearse(arguments) => rehearse::run(&arguments),
        Command::Report(arguments) => report::run(&arguments),
        Command::Completions(arguments) => shell::completions(&arguments),
        Command::Man(arguments) => shell::manual(&arguments),
        #[cfg(feature = "parquet")]
        Command::Parquet(arguments) => parquet::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            complain(&error);
            ExitCode::from(exit::code(&error))
        }
    }
}

/// The reader of our output went away: that is its right.
fn broken_pipe(error: &io::Error) -> Result<u8, Error> {
    match error.kind() {
        io::ErrorKind::BrokenPipe => Ok(exit::CONFORMS),
        _ => Err(Error::Usage(format!(
            "standard input or output failed: {error}"
        ))),
    }
}

/// Writes to standard output. A reader that goes away ends the output, not the program.
fn print(text: impl FnOnce(&mut dyn io::Write) -> io::Result<()>) -> Result<(), Error> {
    let mut out = anstream::stdout().lock();
    let written = text(&mut out).and_then(|()| out.flush());
    written.or_else(|error| broken_pipe(&error).map(drop))
}

/// The columns of the terminal; elsewhere, as many as a log can bear.
fn width() -> usize {
    terminal_size::terminal_size_of(io::stdout()).map_or(120, |(columns, _)| columns.0.into())
}

fn complain(error: &Error) {
    match error {
        Error::Source(source) => anstream::eprintln!("{}", pointed(source)),
        // The message may quote an adapter, which must not be able to talk to the terminal.
        other => {
            let message = other.to_string();
            let lines: Vec<String> = message.lines().map(visible).collect();
            anstream::eprintln!("{ERROR}error{ERROR:#}: {}", lines.join("\n"));
        }
    }
}

/// A fault in a file, with the place marked.
fn pointed(error: &SourceError) -> String {
    let column = error.column.saturating_sub(1);
    let start = error
        .excerpt
        .char_indices()
        .nth(column)
        .map_or(error.excerpt.len(), |(at, _)| at);
    let end = error.excerpt[start..]
        .chars()
        .next()
        .map_or(start, |c| start + c.len_utf8());
    let snippet = Snippet::source(error.excerpt.as_str())
        .line_start(error.line)
        .path(error.file.as_str())
        .annotation(AnnotationKind::Primary.span(start..end));
    let report = [Level::ERROR
        .primary_title(error.message.as_str())
        .element(snippet)];
    Renderer::styled().render(&report)
}
