//! Is an adapter sound, apart from the implementation behind it?
//!
//! Each check has a process of its own, asks what every adapter has to be able to answer, and looks at nothing but
//! how the protocol is kept. Where it needs inputs that make sense, it takes them from the golden vectors; whether
//! the answers are right is the business of a run.

mod check;
mod complaint;
mod conversation;
mod probe;

use std::ffi::OsString;
use std::time::Instant;

pub use complaint::Complaint;

use self::conversation::Conversation;
use self::probe::Probes;
use crate::error::Error;
use crate::rule::{Registry, RuleId};
use crate::subject::process::Limits;
use crate::subject::{Hello, Stop};
use crate::vector::Library;

/// What was found out about an adapter.
#[derive(Debug)]
pub struct Examination {
    /// What the adapter says of itself, if it says anything.
    pub hello: Option<Hello>,
    /// Every check, in order.
    pub checks: Vec<Checked>,
}

/// One check, and how it went.
#[derive(Debug)]
pub struct Checked {
    /// Its name.
    pub name: &'static str,
    /// The rule of the protocol that it stands for.
    pub rule: RuleId,
    /// What it found.
    pub outcome: Outcome,
}

/// How a check went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// As it should, and what was seen.
    Sound(String),
    /// The adapter is not sound.
    Unsound(Complaint),
    /// The adapter has nothing that this could be tried on.
    NotCovered(String),
    /// Not tried, because there was no handshake, too much was waited for in vain, or the examination was stopped.
    NotReached,
}

/// What every check can use.
struct Bench {
    command: Vec<OsString>,
    limits: Limits,
    stop: Stop,
    probes: Probes,
}

/// How many checks may fail by waiting in vain. What an adapter never answers would cost its limit again and again.
const PATIENCE: usize = 3;

/// A check: what was seen, or what is wrong.
type Check = fn(&Bench) -> conversation::Fair<Outcome>;

/// Examines the adapter that a command starts.
///
/// # Errors
///
/// If the vectors cannot be read.
pub fn examine(
    command: Vec<OsString>,
    limits: Limits,
    stop: Stop,
    registry: &Registry,
) -> Result<Examination, Error> {
    let mut bench = Bench {
        command,
        limits,
        stop,
        probes: Probes::default(),
    };
    let hello = Conversation::begin(&bench).map(|(_, hello)| hello);
    let reached = hello.is_ok();
    if let Ok(hello) = &hello {
        bench.probes = Probes::of(hello, &Library::embedded(), registry)?;
    }
    let mut checks = Vec::new();
    let mut waited = 0;
    for (at, (name, rule, check)) in check::ALL.iter().enumerate() {
        let outcome = match &hello {
            _ if bench.stop.fault().is_some() => Outcome::NotReached,
            Err(complaint) if at == 0 => Outcome::Unsound(complaint.clone()),
            _ if !reached || waited == PATIENCE => Outcome::NotReached,
            _ => {
                let start = Instant::now();
                let outcome = check(&bench).unwrap_or_else(Outcome::Unsound);
                let unsound = matches!(outcome, Outcome::Unsound(_));
                waited += usize::from(unsound && start.elapsed() >= bench.limits.request);
                outcome
            }
        };
        checks.push(Checked {
            name,
            rule: *rule,
            outcome,
        });
    }
    Ok(Examination {
        hello: hello.ok(),
        checks,
    })
}

impl Examination {
    /// Whether every check that could be tried went well.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let well = |it: &Checked| matches!(it.outcome, Outcome::Sound(_) | Outcome::NotCovered(_));
        self.checks.iter().all(well)
    }
}
