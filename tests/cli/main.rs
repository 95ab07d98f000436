//! The command line as its users meet it: exit codes, messages, files.

mod adapter;
mod check;
mod ci;
mod compare;
mod config;
mod diff;
mod explain;
mod freeze;
mod known;
mod minimize;
mod mutants;
mod pace;
mod sides;
#[path = "../support/mod.rs"]
mod support;
mod vectors;
