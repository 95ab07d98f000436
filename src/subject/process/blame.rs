//! Who is to blame when the child breaks, and for what.

use super::connection::Trouble;
use super::round::Round;
use super::{Process, TOLD};
use crate::subject::{Fault, FaultKind};

/// What broke, and which requests were waiting then.
pub(super) struct Breakdown {
    pub(super) fault: Fault,
    pub(super) waiting: Vec<usize>,
}

impl Process {
    /// Finds out who is to blame for a breakdown: those who were waiting are asked one by one.
    pub(super) fn investigate(
        &mut self,
        round: &mut Round<'_>,
        breakdown: Breakdown,
    ) -> Result<(), Fault> {
        let Breakdown { fault, waiting } = breakdown;
        self.broken(&fault)?;
        if round.is_of_one_carried_session(&waiting) {
            round.blame(&waiting, waiting[0], fault);
            return Ok(());
        }
        round.lose_sessions(None);
        round.restart_sessions();
        let mut found = false;
        for group in round.groups(&waiting) {
            found |= self.interrogate(round, &group)?;
        }
        if !found && self.breakdowns.len() < TOLD {
            self.breakdowns.push(fault.message);
        }
        Ok(())
    }

    /// Asks a request, or a session, alone. Whether it is to blame: only one that breaks a process that was asked nothing
    /// else is, unless it hangs, which nobody does for another.
    fn interrogate(&mut self, round: &mut Round<'_>, group: &[usize]) -> Result<bool, Fault> {
        loop {
            self.connected()?;
            let fresh = self.fresh;
            round.forget(group);
            let broken = group
                .iter()
                .find_map(|at| Some((*at, self.pipeline(round, &[*at]).err()?.fault)));
            let Some((at, fault)) = broken else {
                return Ok(false);
            };
            self.broken(&fault)?;
            if fresh || fault.kind == FaultKind::Hung {
                round.blame(group, at, fault);
                return Ok(true);
            }
        }
    }

    /// Why there is no line, and what the child said at last.
    pub(super) fn silenced(&mut self, trouble: Trouble) -> Fault {
        let limit = self.limits.request;
        let Some(connection) = &mut self.connection else {
            return Fault::new(FaultKind::Abandoned, "the adapter is not running");
        };
        let (kind, message) = match trouble {
            Trouble::Stopped(fault) => return fault,
            Trouble::TooLong => {
                return Fault::new(FaultKind::Protocol, "a line is longer than 16 MiB");
            }
            Trouble::Silent => {
                let begun = match connection.begun() {
                    0 => String::new(),
                    bytes => format!(", only {bytes} bytes of a line that did not end"),
                };
                (FaultKind::Hung, format!("no reply within {limit:?}{begun}"))
            }
            Trouble::Ended => (FaultKind::Crashed, "the adapter ended".to_owned()),
            Trouble::Mute => (
                FaultKind::Crashed,
                "the adapter closed its standard output".to_owned(),
            ),
            Trouble::Deaf => (
                FaultKind::Crashed,
                "the adapter closed its standard input".to_owned(),
            ),
        };
        Fault::new(kind, message + &connection.last_words())
    }
}
