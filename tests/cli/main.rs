//! The command line as its users meet it: exit codes, messages, files.

mod adapter;
mod check;
mod explain;
mod mutants;
mod pace;
#[path = "../support/mod.rs"]
mod support;
mod vectors;
