//! The reference behind an adapter that, from a seed, drops, delays, repeats, spoils or dies; and what must hold
//! whatever it does.
//!
//! The adapter writes down what it does to each request. What was done last decides: a case that passes was answered
//! well then, a case that is to blame was not.

use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead as _, Write as _};
use std::path::Path;
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use proofmark::law::{self, Effort};
use proofmark::rule::Registry;
use proofmark::runner::{Pace, Plan, Run, run_at};
use proofmark::subject::process::Limits;
use proofmark::subject::{Process, Reference, Reply, Request};
use proofmark::vector::Case;
use proofmark::verdict::{Kind, Verdict};
use serde_json::{Value, json};

use crate::beasts::{line_of, reply_to, say};
use crate::{leftovers, support};

/// A small generator of numbers (`SplitMix64`), so that a seed says it all.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % sides
    }
}

/// What is done to a request. Those up to `die-after` leave the answer as it should be.
const DEEDS: [&str; 12] = [
    "answer",
    "delay",
    "die-after",
    "drop",
    "repeat",
    "spoil",
    "cut",
    "noise",
    "wrong-id",
    "unknown-id",
    "wrong-value",
    "die",
];

fn is_sound(deed: &str) -> bool {
    DEEDS[..3].contains(&deed)
}

/// The adapter.
pub(crate) fn behave(seed: &str, log: &str) -> ExitCode {
    let log = Path::new(log);
    let before = fs::read_to_string(log).unwrap_or_default();
    let starts = before.lines().filter(|line| *line == "start").count() as u64;
    note(log, "start");
    let seed: u64 = seed.parse().expect("a seed is a number");
    let mut dice = Dice(seed.wrapping_mul(1000) + starts);
    // Some seeds are calm, others wild: one in 25 to one in 400.
    let calm = [25, 50, 100, 400][usize::try_from(seed % 4).unwrap_or(0)];
    let mut reference = Reference::default();
    for line in io::stdin().lock().split(b'\n') {
        let line = line.expect("the pipe holds");
        let (id, request) = Request::read(&line).expect("the runner sends requests");
        let right = line_of(&id, &reply_to(&mut reference, &request));
        let first_hello = request.operation == "hello" && starts == 0;
        let deed = if dice.roll(calm) > 0 || first_hello {
            "answer"
        } else {
            DEEDS[1 + usize::try_from(dice.roll(11)).unwrap_or(0)]
        };
        // Dying after hello would look like dying on the request that follows, which nobody could tell apart.
        let deed = match deed {
            "die-after" if request.operation == "hello" => "die",
            deed => deed,
        };
        note(log, &format!("{deed} {}", key(&request)));
        misbehave(deed, &id, &right, &mut dice);
    }
    ExitCode::SUCCESS
}

fn misbehave(deed: &str, id: &Value, right: &[u8], dice: &mut Dice) {
    match deed {
        "delay" => {
            thread::sleep(Duration::from_millis(dice.roll(40)));
            say(right);
        }
        "die-after" => {
            say(right);
            exit(1);
        }
        "drop" => {}
        "repeat" => say(&right.repeat(2)),
        "spoil" => {
            let mut line = right.to_vec();
            let at = usize::try_from(dice.roll(line.len() as u64 - 1)).unwrap_or(0);
            line[at] = 0xff;
            say(&line);
        }
        "cut" => {
            let end = usize::try_from(dice.roll(right.len() as u64 - 2)).unwrap_or(0);
            say(&right[..end]);
            exit(1);
        }
        "noise" => say(&[b"{noise}\n", right].concat()),
        "wrong-id" => {
            let id = id.as_u64().unwrap_or(0);
            let other = (id + 1 + dice.roll(6)).saturating_sub(4);
            let right = String::from_utf8_lossy(right).into_owned();
            let other = other + u64::from(other == id);
            say(right
                .replacen(&format!("\"id\":{id}"), &format!("\"id\":{other}"), 1)
                .as_bytes());
        }
        "unknown-id" => say(&line_of(&json!(1_u64 << 40), &Reply::reject("x"))),
        "wrong-value" => say(&line_of(id, &Reply::Ok(json!({"chaos": true})))),
        "die" => exit(1),
        _ => say(right),
    }
}

/// Appends a line. One write each, so that none is torn.
fn note(log: &Path, line: &str) {
    let mut file = OpenOptions::new().create(true).append(true).open(log);
    let file = file.as_mut().expect("the log can be written");
    file.write_all(format!("{line}\n").as_bytes())
        .expect("there is room");
}

/// What tells a request from every other.
fn key(request: &Request) -> String {
    let session = request.session.as_deref().unwrap_or_default();
    format!("{} {session} {}", request.operation, request.input)
}

/// The requests of a case.
fn keys(case: &Case) -> Vec<String> {
    let request = |step: &proofmark::vector::Step| {
        let operation = Registry::embedded().operation(&step.operation);
        let stateful = operation.is_some_and(|operation| operation.stateful);
        Request {
            operation: step.operation.clone(),
            session: stateful.then(|| case.id.clone()),
            input: step.input.clone(),
        }
    };
    case.steps.iter().map(|step| key(&request(step))).collect()
}

/// Some pure cases and some scenarios, of which no two ask the same.
fn cases() -> Vec<Case> {
    let mut seen = HashSet::new();
    let mut cases = support::cases();
    cases.retain(|case| {
        let wanted = ["partition_key/structure/", "task_id/queue/"];
        wanted.iter().any(|prefix| case.id.starts_with(prefix))
            && keys(case).into_iter().all(|key| seen.insert(key))
    });
    let step = (cases.len() / 40).max(1);
    cases.into_iter().step_by(step).collect()
}

pub(crate) fn over_200_seeds() {
    const SEEDS: u64 = 200;
    const AT_ONCE: usize = 12;
    let folder = tempfile::tempdir().expect("there is room");
    let (cases, next) = (cases(), AtomicU64::new(0));
    let seen: Vec<Verdict> = thread::scope(|scope| {
        let worker = || {
            let mut verdicts = Vec::new();
            loop {
                let seed = next.fetch_add(1, Ordering::Relaxed);
                if seed >= SEEDS {
                    return verdicts;
                }
                let log = folder.path().join(format!("chaos-{seed}-"));
                let run = run(seed, &cases, &log);
                leftovers::none(log.to_str().expect("the path is Unicode"));
                holds(
                    seed,
                    &cases,
                    &run,
                    &fs::read_to_string(log).expect("it was written"),
                );
                verdicts.extend(run.findings.iter().map(|finding| finding.verdict));
            }
        };
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(worker)).collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("what must hold, holds"))
            .collect()
    });
    // Otherwise the dice are loaded, and all of this shows nothing.
    for verdict in [Verdict::Pass, Verdict::Errored, Verdict::Fail] {
        let count = seen.iter().filter(|it| **it == verdict).count();
        assert!(count >= 20, "{count} {verdict}");
    }
}

fn run(seed: u64, cases: &[Case], log: &Path) -> Run {
    let program = std::env::current_exe().expect("this program has a path");
    let command = vec![
        program.into(),
        "chaos".into(),
        seed.to_string().into(),
        log.into(),
    ];
    let limits = Limits {
        handshake: Duration::from_secs(2),
        request: Duration::from_secs(2),
        ..Limits::default()
    };
    let laws = ["task_id/law/queue-agrees", "index_key/law/pages-are-live"];
    let plan = Plan {
        cases: cases.to_vec(),
        laws: law::all().filter(|law| laws.contains(&law.id)).collect(),
        ..Plan::default()
    };
    let effort = Effort {
        cases: 8,
        shrink_steps: 0,
        ..Effort::default()
    };
    let start = Instant::now();
    let mut subject = Process::new(command, limits);
    let registry = Registry::embedded();
    let run = run_at(
        &plan,
        &mut subject,
        &effort,
        &Pace::default(),
        registry,
        &mut (),
    );
    assert!(start.elapsed() < Duration::from_secs(120), "seed {seed}");
    run.unwrap_or_else(|error| panic!("seed {seed}: {error}"))
}

/// What must hold, whatever the adapter did.
fn holds(seed: u64, cases: &[Case], run: &Run, log: &str) {
    let deeds = log.lines().filter_map(|line| line.split_once(' '));
    let last: HashMap<&str, &str> = deeds.map(|(deed, key)| (key, deed)).collect();
    let sound = |key: &String| last.get(key.as_str()).is_some_and(|deed| is_sound(deed));
    for (case, finding) in cases.iter().zip(&run.findings) {
        let asked = keys(case);
        let end = format!("{}.end {} {{}}", case.domain(), case.id);
        let end_is_spoilt = last.contains_key(end.as_str()) && !sound(&end);
        let right = match finding.verdict {
            Verdict::Pass => asked.iter().all(sound),
            Verdict::Errored if finding.is_abandoned() => true,
            Verdict::Errored | Verdict::Fail => !asked.iter().all(sound) || end_is_spoilt,
            _ => false,
        };
        assert!(right, "seed {seed}: {finding:#?}\n{log}");
    }
    let lies = log
        .lines()
        .any(|line| line.starts_with("wrong-value ") || line.starts_with("wrong-id "));
    // What a law asks depends on the answers, so it is known only that the model breaks no law by itself.
    for finding in run.findings.iter().filter(|it| it.kind == Kind::Law) {
        let allowed = finding.verdict != Verdict::Fail || lies;
        assert!(allowed, "seed {seed}: {finding:#?}\n{log}");
    }
}
