//! How long a child may take, how often it may fail, and how much is asked of it at once.

use std::time::Duration;

use crate::subject::{Fault, FaultKind};

/// How long a child may take, and how often it may fail.
#[derive(Debug, Clone)]
pub struct Limits {
    /// From the start to the answer to `hello`.
    pub handshake: Duration,
    /// Between two replies, while requests are waiting.
    pub request: Duration,
    /// From the end of input to the exit.
    pub exit: Duration,
    /// How often the child may break without getting anywhere before the rest is given up.
    pub restarts: usize,
    /// How many requests may wait for their replies.
    pub window: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(30),
            request: Duration::from_secs(10),
            exit: Duration::from_secs(2),
            restarts: 20,
            window: 512,
        }
    }
}

/// How many answers make up for one breakdown.
const ANSWERS_A_BREAKDOWN: usize = 4;

/// What a hang counts for, because it costs so much more time than a crash.
const HANG: usize = 4;

/// How much more a child may break. Every breakdown uses some of it up, and answers earn it back: who breaks on some
/// requests is asked all of them, who breaks on most is given up, and both after a bounded time.
#[derive(Debug, Default)]
pub(super) struct Patience {
    used: usize,
    earned: usize,
}

impl Patience {
    /// The child has broken, in this way.
    pub(super) fn broken(&mut self, kind: FaultKind) {
        self.used += if kind == FaultKind::Hung { HANG } else { 1 };
    }

    /// The child has given so many answers.
    pub(super) fn answered(&mut self, count: usize) {
        self.earned += count;
        let made_up = (self.earned / ANSWERS_A_BREAKDOWN).min(self.used);
        self.used -= made_up;
        self.earned = if self.used == 0 {
            0
        } else {
            self.earned - made_up * ANSWERS_A_BREAKDOWN
        };
    }

    /// Why the child is given up, if it is.
    pub(super) fn exhausted(&self, limits: &Limits, last: &str) -> Option<Fault> {
        (self.used > limits.restarts).then(|| {
            let message =
                format!("not judged: the adapter broke too often, the last time so: {last}");
            Fault::new(FaultKind::Abandoned, message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given_up(patience: &Patience) -> bool {
        patience.exhausted(&Limits::default(), "").is_some()
    }

    #[test]
    fn who_gets_nowhere_is_given_up_after_the_restarts() {
        let mut patience = Patience::default();
        for _ in 0..20 {
            patience.broken(FaultKind::Crashed);
            assert!(!given_up(&patience));
        }
        patience.broken(FaultKind::Crashed);
        assert!(given_up(&patience));
    }

    #[test]
    fn hangs_are_given_up_sooner() {
        let mut patience = Patience::default();
        for _ in 0..5 {
            patience.broken(FaultKind::Hung);
            assert!(!given_up(&patience));
        }
        patience.broken(FaultKind::Hung);
        assert!(given_up(&patience));
    }

    #[test]
    fn answers_earn_patience_but_do_not_save_it_up() {
        let mut patience = Patience::default();
        patience.answered(1_000_000);
        for _ in 0..1000 {
            patience.broken(FaultKind::Crashed);
            patience.answered(2);
            patience.answered(2);
            assert!(!given_up(&patience));
        }
        for _ in 0..21 {
            patience.broken(FaultKind::Crashed);
        }
        assert!(given_up(&patience));
    }
}
