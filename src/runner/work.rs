//! Work for several subjects at once. Who does what depends on the time it takes; what comes out does not.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::ask::{Found, Inquiry, answered_twice};
use super::pace::{Pace, Paced};
use super::run::Observer;
use super::selection::Plan;
use crate::subject::{Afterthoughts, Stop, Subject};
use crate::verdict::Finding;

/// The most cases that share a round trip.
const MOST: usize = 1024;

/// The fewest, where there are enough: for fewer, no other subject is worth its start.
const FEWEST: usize = 64;

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
    /// What was found, by its place in the plan: cases first, then laws.
    Found(usize, Box<Finding>),
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
                Message::Found(at, finding) => {
                    observer.judged(usize::from(findings[at].is_none()));
                    findings[at] = Some(*finding);
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

impl Worker<'_> {
    fn run(&self, subject: &mut dyn Subject) {
        let mut subject = Paced::new(subject, self.stop);
        let mut asked = Vec::new();
        while let Some(unit) = self.units.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            for (place, found) in self.ask(unit, &mut subject) {
                asked.push(Asked {
                    place,
                    requests: found.asked,
                });
                self.tell(place, found.finding);
            }
        }
        let doubtful = self.close(&mut subject);
        self.ask_again(&asked, &doubtful, &mut subject);
    }

    fn ask(&self, unit: &Unit, subject: &mut Paced<'_>) -> Vec<(usize, Found)> {
        match unit {
            Unit::Cases(range) => {
                let cases = &self.plan.cases[range.clone()];
                range
                    .clone()
                    .zip(self.inquiry.cases(cases, subject))
                    .collect()
            }
            Unit::Law(at) => {
                let found = self.inquiry.law(self.plan.laws[*at], subject);
                vec![(self.plan.cases.len() + at, found)]
            }
        }
    }

    /// Asks again, each alone in a conversation of its own, what was answered twice. Only who does it again is to blame.
    fn ask_again(&self, asked: &[Asked], doubtful: &[u64], subject: &mut Paced<'_>) {
        let is_doubtful = |asked: &&Asked| doubtful.iter().any(|at| asked.requests.contains(at));
        let mut confirmed = 0;
        for Asked { place, .. } in asked.iter().filter(is_doubtful) {
            let unit = match place.checked_sub(self.plan.cases.len()) {
                Some(law) => Unit::Law(law),
                None => Unit::Cases(*place..place + 1),
            };
            let (_, found) = self.ask(&unit, subject).remove(0);
            let doubted = confirmed >= CONFIRMED || !self.close(subject).is_empty();
            confirmed += usize::from(doubted);
            let finding = if doubted && !found.finding.is_abandoned() {
                answered_twice(found.finding)
            } else {
                found.finding
            };
            self.tell(*place, finding);
        }
    }

    fn close(&self, subject: &mut Paced<'_>) -> Vec<u64> {
        let mut afterthoughts = subject.close();
        let doubtful = std::mem::take(&mut afterthoughts.doubtful);
        _ = self.messages.send(Message::Afterthoughts(afterthoughts));
        doubtful
    }

    fn tell(&self, place: usize, finding: Finding) {
        _ = self.messages.send(Message::Found(place, Box::new(finding)));
    }
}
