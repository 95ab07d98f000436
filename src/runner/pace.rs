//! How fast, and how long.

use std::thread;

use crate::subject::{Afterthoughts, Answer, Hello, Request, Stop, Subject};

/// How many subjects work at the same time, and when they stop.
#[derive(Debug, Clone)]
pub struct Pace {
    /// How many of the same kind are asked at the same time, where there can be several.
    pub jobs: usize,
    /// When the run is over, whatever has been judged.
    pub stop: Stop,
}

impl Default for Pace {
    /// One at a time, to the end.
    fn default() -> Self {
        Self {
            jobs: 1,
            stop: Stop::default(),
        }
    }
}

impl Pace {
    /// As many jobs as there are cores.
    #[must_use]
    pub fn cores() -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }
}

/// A subject that is asked nothing more when the run is over, and that knows how much it was asked.
pub(super) struct Paced<'a> {
    subject: &'a mut dyn Subject,
    stop: &'a Stop,
    /// How many requests the conversation has seen: the place of the next one.
    pub(super) asked: u64,
}

impl<'a> Paced<'a> {
    pub(super) fn new(subject: &'a mut dyn Subject, stop: &'a Stop) -> Self {
        let asked = 0;
        Self {
            subject,
            stop,
            asked,
        }
    }
}

impl Subject for Paced<'_> {
    fn hello(&mut self) -> Result<Hello, crate::Error> {
        self.subject.hello()
    }

    fn answer(&mut self, requests: &[Request]) -> Vec<Answer> {
        if let Some(fault) = self.stop.fault() {
            return vec![Err(fault); requests.len()];
        }
        self.asked += requests.len() as u64;
        self.subject.answer(requests)
    }

    fn close(&mut self) -> Afterthoughts {
        self.asked = 0;
        self.subject.close()
    }
}
