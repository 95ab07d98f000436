//! What the runner costs beside what nobody can avoid: `cargo bench --bench overhead`.
//!
//! Everything is measured in one run, on one machine, and told as ratios: figures of different machines, or of
//! different moments of a busy one, say little. The raw limit is a child that parses and writes again each request that
//! the cases make, with the pipe full in both directions and nobody who looks at what comes back.
//!
//! The children in Rust are this very program, started again.

mod children;
mod raw;

use std::ffi::OsString;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use proofmark::law::Effort;
use proofmark::rule::Registry;
use proofmark::runner::{Pace, Plan, run_at};
use proofmark::subject::process::Limits;
use proofmark::subject::{Process, Request};
use proofmark::vector::{Case, Library};

/// How many requests are sent to children that are fast, and to those that are not.
const MANY: usize = 400_000;
const SOME: usize = 60_000;

/// Cases with longer requests are left out: a dozen of a mebibyte each would measure memory, not what a case costs.
const LONG: usize = 4096;

/// How often each measurement is taken; the best counts, because noise only ever slows down.
const TIMES: usize = 3;

fn main() -> ExitCode {
    match std::env::args().nth(1).as_deref() {
        Some("echo") => return children::echo(),
        Some("null") => return children::null(),
        // Cargo says `--bench`. Anything else must not measure: the children are this very program.
        None | Some("--bench") => {}
        Some(other) => {
            eprintln!("unknown argument `{other}`");
            return ExitCode::from(2);
        }
    }
    let cases = cases();
    let mut table = Table::default();
    let languages = [
        ("Rust", own("echo"), own("null"), MANY, 0.6),
        (
            "Python",
            script("python3", "echo.py"),
            script("python3", "null.py"),
            SOME,
            0.8,
        ),
        (
            "Node",
            script("node", "echo.js"),
            script("node", "null.js"),
            SOME,
            0.8,
        ),
    ];
    for (language, echo, null, requests, target) in languages {
        if language != "Rust" && !exists(&echo[0]) {
            println!("{language} is not installed: left out");
            continue;
        }
        let lines = raw::lines(&cases, requests);
        let raw = best(|| raw::measure(&echo, &lines));
        table.row(&format!("raw limit, {language}"), raw, None);
        let checked = best(|| check(&null, &cases, requests, 512).requests);
        let ratio = checked / raw;
        table.row(
            &format!("check of a null adapter, {language}"),
            checked,
            Some((ratio, "of the raw limit", target)),
        );
    }
    let lockstep = best(|| check(&own("null"), &cases, SOME, 1).requests);
    table.row("the same in lockstep, Rust", lockstep, None);
    let serve = vec![env!("CARGO_BIN_EXE_proofmark").into(), "serve".into()];
    let served = best(|| check(&serve, &cases, MANY / 4, 512).requests);
    table.row("check of the reference over serve", served, None);
    let each = best(|| process_per_case(&own("null")));
    table.row("a process for each case, Rust", each, None);
    // A process for each case is asked once. So are these.
    let short: Vec<Case> = cases.into_iter().filter(is_short).collect();
    let null_cases = best(|| check(&own("null"), &short, MANY, 512).cases);
    table.ratio(
        "null adapter in Rust, cases a second",
        null_cases,
        (null_cases / each, "of a process for each", 300.0),
    );
    table.finish()
}

/// This program as a child.
fn own(role: &str) -> Vec<OsString> {
    let program = std::env::current_exe().expect("this program has a path");
    vec![program.into(), role.into()]
}

fn script(program: &str, name: &str) -> Vec<OsString> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/overhead/children/");
    vec![program.into(), format!("{folder}{name}").into()]
}

fn exists(program: &OsString) -> bool {
    let quiet = || Stdio::null();
    Command::new(program)
        .arg("--version")
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .status()
        .is_ok()
}

fn cases() -> Vec<Case> {
    let topics = Library::embedded().topics(Registry::embedded());
    let topics = topics.expect("the embedded vectors are sound");
    let cases = topics.into_iter().flat_map(|topic| topic.cases);
    cases.filter(|case| raw::longest(case) <= LONG).collect()
}

/// Whether a case is one request.
fn is_short(case: &Case) -> bool {
    raw::requests(case).count() == 1
}

fn best(measure: impl Fn() -> f64) -> f64 {
    (0..TIMES).map(|_| measure()).fold(0.0, f64::max)
}

/// How many a second.
struct Rate {
    requests: f64,
    cases: f64,
}

/// Checks an adapter with so many requests, one process, and reports how fast that was.
fn check(command: &[OsString], cases: &[Case], requests: usize, window: usize) -> Rate {
    let (mut plan, mut count) = (Plan::default(), 0);
    for case in cases.iter().cycle() {
        if count >= requests {
            break;
        }
        count += raw::requests(case).count();
        plan.cases.push(case.clone());
    }
    let limits = Limits {
        window,
        ..Limits::default()
    };
    let mut subject = Process::new(command.to_vec(), limits);
    let run = run_at(
        &plan,
        &mut subject,
        &Effort::default(),
        &Pace::default(),
        Registry::embedded(),
        &mut (),
    );
    let seconds = run.expect("the adapter is usable").elapsed.as_secs_f64();
    Rate {
        requests: raw::rate(count, seconds),
        cases: raw::rate(plan.cases.len(), seconds),
    }
}

/// Starts a process for each case, as many suites do: one request in, one reply out, and the end.
fn process_per_case(command: &[OsString]) -> f64 {
    use std::io::Write as _;
    const CASES: u32 = 300;
    let mut line = Vec::new();
    Request::new(
        "partition_key.parse",
        serde_json::json!({"canonical": "a=i:5"}),
    )
    .write(1, &mut line);
    let start = Instant::now();
    for _ in 0..CASES {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("it starts");
        let written = child.stdin.take().expect("piped").write_all(&line);
        written.expect("it reads");
        let output = child.wait_with_output().expect("it ends");
        assert!(!output.stdout.is_empty());
    }
    f64::from(CASES) / start.elapsed().max(Duration::from_nanos(1)).as_secs_f64()
}

/// What is printed, and whether every target is met.
#[derive(Default)]
struct Table {
    missed: bool,
}

impl Table {
    fn row(&mut self, what: &str, rate: f64, ratio: Option<(f64, &str, f64)>) {
        match ratio {
            None => println!("{what:<40} {:>9} requests/s", rounded(rate)),
            Some((ratio, of, target)) => {
                let met = self.met(ratio, target);
                println!(
                    "{what:<40} {:>9} requests/s {ratio:>8.2} {of} (target {target}: {met})",
                    rounded(rate)
                );
            }
        }
    }

    fn ratio(&mut self, what: &str, rate: f64, (ratio, of, target): (f64, &str, f64)) {
        let met = self.met(ratio, target);
        println!(
            "{what:<40} {:>9} cases/s    {ratio:>8.0} {of} (target {target}: {met})",
            rounded(rate)
        );
    }

    fn met(&mut self, ratio: f64, target: f64) -> &'static str {
        self.missed |= ratio < target;
        if ratio < target { "missed" } else { "met" }
    }

    fn finish(self) -> ExitCode {
        ExitCode::from(u8::from(self.missed))
    }
}

/// Three digits are all that a measurement is good for.
fn rounded(rate: f64) -> String {
    let scale = 10_f64.powf((rate.log10() - 2.0).floor().max(0.0));
    format!("{:.0}", (rate / scale).round() * scale)
}
