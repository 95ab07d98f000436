//! Every case and every law as a test of the crate that implements them, in `cargo test` and `cargo nextest`.
//!
//! A test target with `harness = false` needs one line:
//!
//! ```no_run
//! # use proofmark::subject::Reference as MySubject;
//! fn main() {
//!     proofmark::harness(MySubject::default)
//! }
//! ```
//!
//! What is required, and what is known to fail, is said in code:
//!
//! ```no_run
//! # use proofmark::subject::Reference as MySubject;
//! proofmark::Harness::new(MySubject::default)
//!     .require("task_id")
//!     .known_failure("task_id/cloud/letter-*", "issue 12: the letter is not looked at")
//!     .run()
//! ```

mod failure;
mod settings;
mod trial;

use libtest_mimic::Arguments;

pub use settings::{KnownFailure, Settings};

use crate::subject::Implementation;

/// Runs every case and law as a test, and ends the process as a test program does.
pub fn harness<I, F>(subject: F) -> !
where
    I: Implementation,
    F: Fn() -> I + Send + Sync + 'static,
{
    Harness::new(subject).run()
}

/// The tests of an implementation, and what is expected of them.
#[derive(Debug)]
pub struct Harness<F> {
    subject: F,
    settings: Settings,
}

impl<I, F> Harness<F>
where
    I: Implementation,
    F: Fn() -> I + Send + Sync + 'static,
{
    /// Tests of what the function makes: each test gets one of its own.
    pub fn new(subject: F) -> Self {
        Self {
            subject,
            settings: Settings::default(),
        }
    }

    /// Takes all settings at once, from wherever they come.
    #[must_use]
    pub fn with(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }

    /// Everything in this domain must be supported: what is not is a failure, and not ignored.
    #[must_use]
    pub fn require(mut self, domain: &str) -> Self {
        self.settings.require.push(domain.to_owned());
        self
    }

    /// Cases and laws that match, where `*` stands for anything, are known to fail. One that passes is a failure.
    #[must_use]
    pub fn known_failure(mut self, pattern: &str, reason: &str) -> Self {
        self.settings.known_failures.push(KnownFailure {
            pattern: pattern.to_owned(),
            reason: reason.to_owned(),
        });
        self
    }

    /// How many random inputs each law gets.
    #[must_use]
    pub fn cases(mut self, count: usize) -> Self {
        self.settings.effort.cases = count;
        self
    }

    /// What the random inputs are drawn from.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.effort.seed = seed;
        self
    }

    /// Runs the tests that the arguments of this process ask for, and ends the process as a test program does.
    pub fn run(self) -> ! {
        let arguments = Arguments::from_args();
        match trial::trials(self.subject, self.settings, &arguments) {
            Ok(trials) => libtest_mimic::run(&arguments, trials).exit(),
            Err(error) => {
                eprintln!("error: {error}");
                std::process::exit(2)
            }
        }
    }
}
