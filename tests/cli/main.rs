//! The command line as its users meet it: exit codes, messages, files.

mod adapter;
mod check;
mod diff;
mod explain;
mod freeze;
mod minimize;
mod mutants;
mod pace;
#[path = "../support/mod.rs"]
mod support;
mod vectors;
