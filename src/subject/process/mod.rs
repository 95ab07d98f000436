//! A subject in a child process: starts it, keeps its pipe full, and finds out whom to blame when it breaks.

mod blame;
mod connection;
mod dialogue;
mod handshake;
mod launch;
mod limits;
mod lines;
mod round;
mod tail;

use std::collections::{BTreeSet, HashMap};
use std::time::Instant;

pub use self::connection::Trouble;
pub use self::dialogue::Dialogue;
pub use self::launch::Launch;
pub use self::limits::Limits;

use self::blame::Breakdown;
use self::connection::Connection;
use self::limits::Patience;
use self::round::Round;
use super::{Afterthoughts, Answer, Fault, FaultKind, Hello, Reply, Request, Stop, Subject};
use crate::error::Error;

/// How many answers may be in doubt before the adapter is given up.
const DOUBTS: usize = 1000;

/// How many things are told that nobody could be blamed for.
const TOLD: usize = 10;

/// A subject behind a command.
#[derive(Debug)]
pub struct Process {
    launch: Launch,
    limits: Limits,
    stop: Stop,
    connection: Option<Connection>,
    /// How many processes have been started: the number of the present one.
    started: u64,
    /// Whether the present process has been asked anything but `hello`.
    fresh: bool,
    patience: Patience,
    /// Why nothing is asked any more, once it is so.
    given_up: Option<Fault>,
    /// How many requests this conversation has seen.
    asked: u64,
    /// The sessions that have begun and not ended, and the process in which each of them lives.
    sessions: HashMap<String, u64>,
    /// The requests that were answered more than once.
    doubtful: BTreeSet<u64>,
    breakdowns: Vec<String>,
    notes: Vec<String>,
}

impl Process {
    /// A subject that the command starts. Nothing is started yet.
    #[must_use]
    pub fn new(command: impl Into<Launch>, limits: Limits) -> Self {
        Self {
            launch: command.into(),
            limits,
            stop: Stop::default(),
            connection: None,
            started: 0,
            fresh: true,
            patience: Patience::default(),
            given_up: None,
            asked: 0,
            sessions: HashMap::new(),
            doubtful: BTreeSet::new(),
            breakdowns: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The same, but waits for nothing any more when the run is over.
    #[must_use]
    pub fn until(self, stop: Stop) -> Self {
        Self { stop, ..self }
    }

    /// Makes sure that there is a process to ask.
    fn connected(&mut self) -> Result<(), Fault> {
        if let Some(fault) = self.given_up.clone().or_else(|| self.stop.fault()) {
            return Err(fault);
        }
        while self.connection.is_none() {
            match self.connect() {
                Ok(_) => {}
                Err(fault) if fault.kind == FaultKind::Abandoned => return Err(fault),
                Err(fault) => self.broken(&fault)?,
            }
        }
        Ok(())
    }

    /// The process is of no use any more. Is there to be another one?
    fn broken(&mut self, fault: &Fault) -> Result<(), Fault> {
        self.connection = None;
        self.patience.broken(fault.kind);
        self.given_up = match fault.kind {
            FaultKind::Abandoned => Some(fault.clone()),
            _ => self.patience.exhausted(&self.limits, &fault.message),
        };
        self.given_up.clone().map_or(Ok(()), Err)
    }

    /// Sends requests and fills in their answers, many at a time. If something breaks, some have none.
    fn pipeline(&mut self, round: &mut Round<'_>, wanted: &[usize]) -> Result<(), Breakdown> {
        let (mut sent, mut waiting) = (0, 0);
        let mut until = Instant::now() + self.limits.request;
        self.fresh = false;
        while sent < wanted.len() || waiting > 0 {
            // Filling up only when half of the window has been answered lets many requests share one write.
            if sent < wanted.len() && waiting <= self.limits.window / 2 {
                let more = wanted.len().min(sent + self.limits.window - waiting);
                self.send(round, &wanted[sent..more]);
                waiting += more - sent;
                sent = more;
            }
            let heard = self.hear(round, &wanted[..sent], until);
            match heard {
                Ok(true) => {
                    waiting -= 1;
                    until = Instant::now() + self.limits.request;
                }
                Ok(false) => {}
                Err(fault) => {
                    let in_flight = wanted[..sent].iter().copied();
                    let waiting = in_flight.filter(|at| !round.is_answered(*at)).collect();
                    return Err(Breakdown { fault, waiting });
                }
            }
        }
        Ok(())
    }

    fn send(&mut self, round: &Round<'_>, some: &[usize]) {
        let mut lines = Vec::with_capacity(some.len() * 256);
        for at in some {
            round.request(*at).write(round.id(*at), &mut lines);
        }
        if let Some(connection) = &self.connection {
            connection.send(lines);
        }
    }

    /// Reads a line. Whether it is the answer to one of those that were sent; if not, someone was answered twice.
    fn hear(
        &mut self,
        round: &mut Round<'_>,
        sent: &[usize],
        until: Instant,
    ) -> Result<bool, Fault> {
        let Some(connection) = &mut self.connection else {
            let message = "the adapter is not running";
            return Err(Fault::new(FaultKind::Abandoned, message));
        };
        let line = match connection.line(until, &self.stop) {
            Ok(line) => line,
            Err(trouble) => return Err(self.silenced(trouble)),
        };
        let protocol = |message| Fault::new(FaultKind::Protocol, message);
        let (id, reply) = Reply::read(line).map_err(protocol)?;
        let at = round.place(id).filter(|at| sent.binary_search(at).is_ok());
        if let Some(at) = at.filter(|at| !round.is_answered(*at)) {
            round.answer(at, reply.map_err(protocol));
            // Whatever came before is not the answer that counts.
            self.doubtful.remove(&(id - 1));
            self.remember_session(round.request(at));
            self.patience.answered(1);
            return Ok(true);
        }
        if !(1..=self.asked).contains(&id) {
            let message = format!("a reply has the id {id}, which no waiting request has");
            return Err(protocol(message));
        }
        self.doubtful.insert(id - 1);
        if self.doubtful.len() > DOUBTS {
            let message =
                format!("not judged: the adapter answered more than {DOUBTS} requests twice");
            return Err(Fault::new(FaultKind::Abandoned, message));
        }
        Ok(false)
    }

    /// In which process a session lives, until its domain's `end`.
    fn remember_session(&mut self, request: &Request) {
        let Some(session) = &request.session else {
            return;
        };
        if self.sessions.get(session) != Some(&self.started) {
            self.sessions.insert(session.clone(), self.started);
        }
    }

    /// Also a session that was lost, and could not be told so, ends with its `end`.
    fn forget_ended(&mut self, requests: &[Request]) {
        for request in requests {
            if let Some(session) = &request.session
                && let Some((_, "end")) = request.operation.rsplit_once('.')
            {
                self.sessions.remove(session);
            }
        }
    }
}

impl Subject for Process {
    fn hello(&mut self) -> Result<Hello, Error> {
        self.connect()
            .map_err(|fault| Error::Unusable(fault.message))
    }

    fn answer(&mut self, requests: &[Request]) -> Vec<Answer> {
        let mut round = Round::new(requests, self.asked, &self.sessions);
        self.asked += requests.len() as u64;
        loop {
            round.lose_sessions(self.connection.as_ref().map(|_| self.started));
            let wanted = round.unanswered();
            if wanted.is_empty() {
                self.forget_ended(requests);
                return round.into_answers();
            }
            let done = self.connected().and_then(|()| {
                let piped = self.pipeline(&mut round, &wanted);
                piped.or_else(|breakdown| self.investigate(&mut round, breakdown))
            });
            if let Err(fault) = done {
                round.give_up(&fault);
            }
        }
    }

    fn another(&self) -> Option<Box<dyn Subject>> {
        let another = Self::new(self.launch.clone(), self.limits.clone());
        Some(Box::new(another.until(self.stop.clone())))
    }

    fn close(&mut self) -> Afterthoughts {
        if let Some(mut connection) = self.connection.take() {
            self.part(&mut connection);
        }
        self.sessions.clear();
        self.asked = 0;
        // Doubts are settled by asking again.
        self.given_up = self
            .given_up
            .take()
            .filter(|_| self.doubtful.len() <= DOUBTS);
        Afterthoughts {
            doubtful: std::mem::take(&mut self.doubtful).into_iter().collect(),
            breakdowns: std::mem::take(&mut self.breakdowns),
            notes: std::mem::take(&mut self.notes),
        }
    }
}
