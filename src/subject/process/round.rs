//! A batch of requests on the way to their answers.

use std::collections::{HashMap, HashSet};

use crate::subject::{Answer, Fault, FaultKind, Request};

/// The requests of one call, and the answers that have come.
#[derive(Debug)]
pub(super) struct Round<'a> {
    requests: &'a [Request],
    answers: Vec<Option<Answer>>,
    /// How many requests the conversation has seen before.
    before: u64,
    /// The sessions that earlier rounds began, and the process in which each of them lives.
    carried: HashMap<&'a str, u64>,
}

impl<'a> Round<'a> {
    pub(super) fn new(requests: &'a [Request], before: u64, open: &HashMap<String, u64>) -> Self {
        let sessions = requests.iter().filter_map(|it| it.session.as_deref());
        let carried = sessions.filter_map(|session| Some((session, *open.get(session)?)));
        Self {
            requests,
            answers: vec![None; requests.len()],
            before,
            carried: carried.collect(),
        }
    }

    pub(super) fn request(&self, at: usize) -> &'a Request {
        &self.requests[at]
    }

    /// The id of a request on the wire. It follows from the request's place in the conversation, so that it is known
    /// at any time whose reply a late one is; 0 is that of `hello`.
    pub(super) fn id(&self, at: usize) -> u64 {
        self.before + at as u64 + 1
    }

    /// The request that has an id, if it is one of this round.
    pub(super) fn place(&self, id: u64) -> Option<usize> {
        let at = usize::try_from(id.checked_sub(self.before + 1)?).ok()?;
        (at < self.requests.len()).then_some(at)
    }

    pub(super) fn is_answered(&self, at: usize) -> bool {
        self.answers[at].is_some()
    }

    pub(super) fn answer(&mut self, at: usize, answer: Answer) {
        self.answers[at] = Some(answer);
    }

    /// What has no answer yet, in order.
    pub(super) fn unanswered(&self) -> Vec<usize> {
        let all = 0..self.requests.len();
        all.filter(|at| !self.is_answered(*at)).collect()
    }

    /// Gives up the sessions that earlier rounds began and that do not live in this process.
    pub(super) fn lose_sessions(&mut self, process: Option<u64>) {
        if self.carried.is_empty() {
            return;
        }
        for at in self.unanswered() {
            let home = self.session(at).and_then(|it| self.carried.get(it));
            if home.is_some_and(|home| Some(*home) != process) {
                self.answers[at] = Some(Err(lost()));
            }
        }
    }

    /// The one session of an earlier round that all of these belong to: it cannot be asked again, and need not be,
    /// because nobody else was waiting.
    pub(super) fn is_of_one_carried_session(&self, waiting: &[usize]) -> bool {
        let mut sessions = waiting.iter().map(|at| self.session(*at));
        let Some(Some(first)) = sessions.next() else {
            return false;
        };
        self.carried.contains_key(first) && sessions.all(|session| session == Some(first))
    }

    /// After the process is gone: sessions that were not through start over.
    pub(super) fn restart_sessions(&mut self) {
        let unanswered = self.unanswered();
        let cut: HashSet<&str> = unanswered
            .iter()
            .filter_map(|at| self.session(*at))
            .filter(|session| !self.carried.contains_key(session))
            .collect();
        for at in 0..self.requests.len() {
            if self.session(at).is_some_and(|it| cut.contains(it)) {
                self.answers[at] = None;
            }
        }
    }

    /// What is asked alone, to find out who is to blame: each request by itself, or with all of its session.
    pub(super) fn groups(&self, waiting: &[usize]) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut of_session: HashMap<&str, usize> = HashMap::new();
        for at in waiting.iter().copied().filter(|at| !self.is_answered(*at)) {
            match self.session(at) {
                None => groups.push(vec![at]),
                Some(session) => {
                    of_session.entry(session).or_insert_with(|| {
                        groups.push(Vec::new());
                        groups.len() - 1
                    });
                }
            }
        }
        if !of_session.is_empty() {
            for at in 0..self.requests.len() {
                if let Some(group) = self.session(at).and_then(|it| of_session.get(it)) {
                    groups[*group].push(at);
                }
            }
        }
        groups
    }

    /// Forgets answers, because all of a session is asked again.
    pub(super) fn forget(&mut self, group: &[usize]) {
        for at in group {
            self.answers[*at] = None;
        }
    }

    /// One of a group is to blame. What comes after it in its session says nothing any more.
    pub(super) fn blame(&mut self, group: &[usize], at: usize, fault: Fault) {
        for later in group.iter().copied().filter(|later| *later > at) {
            self.answers[later] = Some(Err(lost()));
        }
        self.answers[at] = Some(Err(fault));
    }

    /// Nothing more is asked, for this reason.
    pub(super) fn give_up(&mut self, fault: &Fault) {
        for answer in self.answers.iter_mut().filter(|answer| answer.is_none()) {
            *answer = Some(Err(fault.clone()));
        }
    }

    pub(super) fn into_answers(self) -> Vec<Answer> {
        let answers = self.answers.into_iter();
        answers
            .map(|answer| answer.expect("every request was answered or given up"))
            .collect()
    }

    fn session(&self, at: usize) -> Option<&'a str> {
        self.requests[at].session.as_deref()
    }
}

fn lost() -> Fault {
    let message = "its session was lost when the adapter broke on another request";
    Fault::new(FaultKind::Lost, message)
}
