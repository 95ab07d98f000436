//! When a run is over before its work is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::{Fault, FaultKind};

/// Tells everyone who holds it when to stop: at a time, or when someone interrupts. By default, never.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    interrupted: Arc<AtomicBool>,
    limit: Option<(Instant, Duration)>,
}

impl Stop {
    /// Stops when this much time has passed from now on.
    #[must_use]
    pub fn after(limit: Duration) -> Self {
        Self {
            interrupted: Arc::default(),
            limit: Instant::now().checked_add(limit).map(|end| (end, limit)),
        }
    }

    /// Stops now, for all that share it.
    pub fn interrupt(&self) {
        self.interrupted.store(true, Ordering::Relaxed);
    }

    /// Whether someone interrupted.
    #[must_use]
    pub fn is_interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    /// Why nothing more is asked, if it is so.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        if self.is_interrupted() {
            let message = "not judged: the run was interrupted";
            return Some(Fault::new(FaultKind::Abandoned, message));
        }
        let (end, limit) = self.limit?;
        (Instant::now() >= end).then(|| {
            let message = format!("not judged: the run's limit of {limit:?} was reached");
            Fault::new(FaultKind::Abandoned, message)
        })
    }
}
