//! A menagerie of bad adapters: whatever they do, the run ends in time, the right case is blamed, no verdict is lost,
//! and no process is left.
//!
//! The adapters are this very program, started again as `menagerie adapter NAME TOKEN`.

mod beasts;
mod cages;
mod chaos;
mod interrupts;
mod leftovers;
mod novices;
mod soundness;
#[path = "../support/mod.rs"]
mod support;

use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use libtest_mimic::{Arguments, Trial};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [_, "adapter", name, token] => {
            return novices::behave(name).unwrap_or_else(|| beasts::behave(name, token));
        }
        [_, "chaos", seed, log] => return chaos::behave(seed, log),
        _ => {}
    }
    let mut trials = cages::trials();
    trials.extend(interrupts::trials());
    trials.extend(soundness::trials());
    trials.push(trial("chaos_over_200_seeds", chaos::over_200_seeds));
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

/// A test by its name.
fn trial(name: &str, test: impl FnOnce() + Send + 'static) -> Trial {
    Trial::test(name, move || {
        test();
        Ok(())
    })
}

/// A text that no other process has among its arguments.
fn token() -> String {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("menagerie-{}-{number}-", std::process::id())
}

/// The command of a beast: a program and its arguments.
fn command(name: &str, token: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("this program has a path");
    let program = program.to_str().expect("its path is Unicode");
    [program, "adapter", name, token]
        .map(str::to_owned)
        .to_vec()
}
