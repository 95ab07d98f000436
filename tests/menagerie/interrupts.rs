//! Runs that end before their work is done.

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::Stdio;
use std::time::{Duration, Instant};

use libtest_mimic::Trial;

use crate::cages::{ASKED, LIMITS};
use crate::support::{proofmark, said};
use crate::{command, leftovers, token, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = vec![trial(
        "the_limit_of_the_run_keeps_what_was_judged",
        the_limit_of_the_run,
    )];
    #[cfg(unix)]
    trials.extend([
        trial("an_interrupt_keeps_what_was_judged", an_interrupt),
        trial(
            "an_interrupt_at_hello_ends_everything",
            an_interrupt_at_hello,
        ),
    ]);
    trials
}

fn the_limit_of_the_run() {
    let token = token();
    let mut check = proofmark();
    check.args(["check", "--lockstep", "--run-limit", "2"]);
    for asked in ASKED {
        check.args(["--only", asked]);
    }
    let start = Instant::now();
    let said = said(check.arg("--").args(command("is-slow", &token))).exits(1);
    assert!(start.elapsed() < Duration::from_secs(20));
    leftovers::none(&token);
    let limit = "not judged: the run's limit of 2s was reached";
    assert!(said.out.contains(limit), "{}", said.out);
    let last = said.out.lines().last().unwrap_or_default();
    assert!(last.contains("was not judged to the end: "), "{last}");
    assert!(!last.contains(": 0 pass"), "{last}");
}

/// A check of a slow adapter, which is interrupted when it has started.
#[cfg(unix)]
fn interrupted(name: &str, wait: Duration) -> (String, Option<i32>) {
    let token = token();
    let mut check = proofmark();
    check.args(["check", "--lockstep"]).args(LIMITS);
    for asked in ASKED {
        check.args(["--only", asked]);
    }
    let mut running = check
        .arg("--")
        .args(command(name, &token))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let deadline = Instant::now() + Duration::from_secs(20);
    while leftovers::with(&token).len() < 2 {
        assert!(Instant::now() < deadline, "the adapter does not start");
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(wait);
    let start = Instant::now();
    leftovers::interrupt(running.id());
    let mut out = String::new();
    let mut stdout = BufReader::new(running.stdout.take().expect("piped"));
    stdout.read_to_string(&mut out).expect("it is text");
    _ = stdout.lines().next();
    let status = running.wait().expect("it ends");
    assert!(start.elapsed() < Duration::from_secs(10));
    leftovers::none(&token);
    (out, status.code())
}

#[cfg(unix)]
fn an_interrupt() {
    let (out, code) = interrupted("is-slow", Duration::from_millis(1500));
    assert_eq!(code, Some(130), "{out}");
    assert!(out.contains("not judged: the run was interrupted"), "{out}");
    let last = out.lines().last().unwrap_or_default();
    assert!(last.contains("was not judged to the end: "), "{last}");
    assert!(!last.contains(": 0 pass"), "{last}");
}

#[cfg(unix)]
fn an_interrupt_at_hello() {
    let (out, code) = interrupted("says-nothing", Duration::from_millis(200));
    assert_eq!((out.as_str(), code), ("", Some(130)));
}
