//! Work for several subjects at once. Who does what depends on the time it takes; what comes out does not.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender, SyncSender};
use std::thread;

use super::ask::{Heard, Inquiry, answered_twice};
use super::pace::{Pace, Paced};
use super::run::Observer;
use super::selection::Plan;
use crate::subject::{Afterthoughts, Stop, Subject};
use crate::verdict::Finding;

/// The most cases that share a round trip.
const MOST: usize = 1024;

/// The fewest, where there are enough: for fewer, no other subject is worth its start.
const FEWEST: usize = 64;

/// How many units may wait to be judged. A subject that answers faster has to wait.
const AHEAD: usize = 2;

/// After how many answers in doubt that turned out to be wrong the others are believed to be so too.
const CONFIRMED: usize = 20;

/// What is done in one go.
#[derive(Debug, Clone)]
enum Unit {
    /// Cases, by their places in the plan.
    Cases(Range<usize>),
    /// A law, by its place among the laws.
    Law(usize),
}

/// What workers tell.
enum Message {
    /// What was found, from a place in the plan on: cases first, then laws.
    Found(usize, Vec<Finding>),
    /// What came to light at the end of a conversation.
    Afterthoughts(Afterthoughts),
}

/// Everything that was found, in the order of the plan, and what came to light besides.
pub(super) fn work(
    plan: &Plan,
    subject: &mut dyn Subject,
    inquiry: Inquiry<'_>,
    pace: &Pace,
    observer: &mut dyn Observer,
) -> (Vec<Finding>, Afterthoughts) {
    let units = units(plan, pace.jobs);
    let wanted = pace.jobs.min(units.len()).max(1);
    let others: Vec<Box<dyn Subject>> = (1..wanted).map_while(|_| subject.another()).collect();
    let total = plan.cases.len() + plan.laws.len();
    let mut findings: Vec<Option<Finding>> = vec![None; total];
    let mut besides = Afterthoughts::default();
    let next = AtomicUsize::new(0);
    let (messages, told) = mpsc::channel();
    let worker = |messages| Worker {
        plan,
        inquiry,
        units: &units,
        next: &next,
        stop: &pace.stop,
        messages,
    };
    thread::scope(|scope| {
        let first = worker(messages.clone());
        scope.spawn(move || first.run(subject));
        for mut other in others {
            let worker = worker(messages.clone());
            scope.spawn(move || worker.run(other.as_mut()));
        }
        drop(messages);
        for message in told {
            match message {
                Message::Found(start, found) => {
                    let places = &mut findings[start..start + found.len()];
                    observer.judged(places.iter().filter(|place| place.is_none()).count());
                    for (place, finding) in places.iter_mut().zip(found) {
                        *place = Some(finding);
                    }
                }
                Message::Afterthoughts(more) => {
                    besides.breakdowns.extend(more.breakdowns);
                    besides.notes.extend(more.notes);
                }
            }
        }
    });
    for told in [&mut besides.breakdowns, &mut besides.notes] {
        told.sort();
        told.dedup();
    }
    let findings = findings.into_iter();
    let findings: Vec<Finding> = findings
        .map(|finding| finding.expect("every unit was done"))
        .collect();
    // Sessions that span several rounds are asked again by laws: then someone is to blame after all.
    let messages: HashSet<&str> = findings
        .iter()
        .filter_map(|finding| Some(finding.detail.as_ref()?.message.as_str()))
        .collect();
    besides
        .breakdowns
        .retain(|breakdown| !messages.contains(breakdown.as_str()));
    (findings, besides)
}

/// The laws, and then the cases: what is long must not come last.
fn units(plan: &Plan, jobs: usize) -> Vec<Unit> {
    let size = (plan.cases.len() / (jobs.max(1) * 4)).clamp(FEWEST, MOST);
    let laws = 0..plan.laws.len();
    let starts = (0..plan.cases.len()).step_by(size);
    let cases = starts.map(|start| Unit::Cases(start..plan.cases.len().min(start + size)));
    laws.map(Unit::Law).chain(cases).collect()
}

struct Worker<'a> {
    plan: &'a Plan,
    inquiry: Inquiry<'a>,
    units: &'a [Unit],
    next: &'a AtomicUsize,
    stop: &'a Stop,
    messages: Sender<Message>,
}

/// A place in the plan, and the requests that were asked for it.
struct Asked {
    place: usize,
    requests: Range<u64>,
}

impl<'a> Worker<'a> {
    fn run(&self, subject: &mut dyn Subject) {
        let mut subject = Paced::new(subject, self.stop);
        let asked = thread::scope(|scope| {
            let (answers, heard) = mpsc::sync_channel::<(usize, Heard<'_>)>(AHEAD);
            // The subject works on what comes next while someone else judges what it has answered.
            scope.spawn(move || {
                for (start, heard) in heard {
                    self.tell(start, heard.judge());
                }
            });
            self.ask_all(&mut subject, &answers)
        });
        let doubtful = self.close(&mut subject);
        self.ask_again(&asked, &doubtful, &mut subject);
    }

    /// Asks whatever is next, until nothing is left.
    fn ask_all(
        &self,
        subject: &mut Paced<'_>,
        answers: &SyncSender<(usize, Heard<'a>)>,
    ) -> Vec<Asked> {
        let mut asked = Vec::new();
        while let Some(unit) = self.units.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            match unit {
                Unit::Cases(range) => {
                    let cases = &self.plan.cases[range.clone()];
                    let (heard, requests) = self.inquiry.cases(cases, subject);
                    let places = range.clone().zip(requests);
                    asked.extend(places.map(|(place, requests)| Asked { place, requests }));
                    _ = answers.send((range.start, heard));
                }
                Unit::Law(at) => {
                    let place = self.plan.cases.len() + at;
                    let (finding, requests) = self.inquiry.law(self.plan.laws[*at], subject);
                    asked.push(Asked { place, requests });
                    self.tell(place, vec![finding]);
                }
            }
        }
        asked
    }

    /// Asks one place of the plan alone.
    fn ask_one(&self, place: usize, subject: &mut Paced<'_>) -> Finding {
        if let Some(law) = place.checked_sub(self.plan.cases.len()) {
            return self.inquiry.law(self.plan.laws[law], subject).0;
        }
        let case = std::slice::from_ref(&self.plan.cases[place]);
        self.inquiry.cases(case, subject).0.judge().remove(0)
    }

    /// Asks again, each alone in a conversation of its own, what was answered twice. Only who does it again is to blame.
    fn ask_again(&self, asked: &[Asked], doubtful: &[u64], subject: &mut Paced<'_>) {
        let is_doubtful = |asked: &&Asked| doubtful.iter().any(|at| asked.requests.contains(at));
        let mut confirmed = 0;
        for Asked { place, .. } in asked.iter().filter(is_doubtful) {
            let finding = self.ask_one(*place, subject);
            let doubted = confirmed >= CONFIRMED || !self.close(subject).is_empty();
            confirmed += usize::from(doubted);
            let finding = if doubted && !finding.is_abandoned() {
                answered_twice(finding)
            } else {
                finding
            };
            self.tell(*place, vec![finding]);
        }
    }

    fn close(&self, subject: &mut Paced<'_>) -> Vec<u64> {
        let mut afterthoughts = subject.close();
        let doubtful = std::mem::take(&mut afterthoughts.doubtful);
        _ = self.messages.send(Message::Afterthoughts(afterthoughts));
        doubtful
    }

    fn tell(&self, start: usize, found: Vec<Finding>) {
        _ = self.messages.send(Message::Found(start, found));
    }
}
