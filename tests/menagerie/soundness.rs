//! `proofmark adapter test` of every beast: it names what the author most likely did, and nothing else.

use std::collections::BTreeSet;

use libtest_mimic::Trial;

#[cfg(unix)]
use crate::beasts;
use crate::support::{proofmark, said};
use crate::{cages, command, leftovers, novices, token, trial};

/// Those that are sound: they are slow, loud, greedy or strange, but they keep the protocol.
const SOUND: &[&str] = &[
    "answers-in-reverse",
    "ends-lines-like-windows",
    "floods-stderr",
    "has-a-grandchild",
    "reference",
];

/// Those that would make every one of some thousand requests, or of some twenty processes, expensive. What they do is no
/// matter of the protocol.
const LEFT_OUT: &[&str] = &["is-slow", "leaks-1-gb"];

const UNCAUGHT: &str = "an exception, a panic or a signal that nobody catches";
const TWICE: &str = "both the handler and the loop write the reply";
const FOREIGN_ID: &str = "the adapter counts its replies itself";
const SILENT: &str = "the loop prints nothing in this case";
const PRINTS: &str = "something prints to standard output beside the replies";
const UNFLUSHED: &str = "replies stay in a buffer";
const HAND_MADE: &str = "JSON is put together by hand";

/// The others: the check that fails first, and what its author most likely did.
const UNSOUND: &[(&str, &str, &str)] = &[
    (
        "dies-at-hello",
        "handshake",
        "the program fails when it starts",
    ),
    ("says-nothing", "handshake", SILENT),
    ("never-reads", "handshake", SILENT),
    ("never-answers", "1 in flight", SILENT),
    ("never-flushes", "handshake", UNFLUSHED),
    ("floods-stdout-at-once", "handshake", PRINTS),
    (
        "begins-with-a-bom",
        "handshake",
        "the writer begins with a byte order mark",
    ),
    (
        "speaks-version-99",
        "handshake",
        "a field of the answer to hello is missing",
    ),
    ("prints-blank-lines", "handshake", "a line feed too many"),
    ("dies-on-every-request", "1 in flight", UNCAUGHT),
    ("answers-everything-twice", "1 in flight", TWICE),
    ("dies-on-the-40th-request", "1 in flight", UNCAUGHT),
    (
        "answers-half-a-line",
        "1 in flight",
        "a reply is printed without a line feed",
    ),
    (
        "answers-too-late",
        "1 in flight",
        "this takes longer than the limit",
    ),
    ("answers-twice", "1 in flight", TWICE),
    ("answers-unknown-ids", "1 in flight", FOREIGN_ID),
    ("dies", "1 in flight", UNCAUGHT),
    ("dies-and-leaves-a-grandchild", "1 in flight", UNCAUGHT),
    (
        "exits-0-too-early",
        "1 in flight",
        "its loop stops after a request",
    ),
    ("floods-stdout", "1 in flight", TWICE),
    (
        "writes-20-mib",
        "1 in flight",
        "a reply repeats its input or grows",
    ),
    (
        "nests-10000-levels",
        "1 in flight",
        "the reply repeats its input, or wraps",
    ),
    (
        "writes-invalid-utf-8",
        "1 in flight",
        "replies are written in the platform's encoding",
    ),
    ("writes-nul", "1 in flight", "the NUL that ends a text in C"),
    ("writes-a-huge-number", "1 in flight", HAND_MADE),
    ("prints-debugging", "1 in flight", PRINTS),
    (
        "answers-errors",
        "operations",
        "the implementation's refusal is an exception",
    ),
    (
        "lies-about-its-operations",
        "operations",
        "holds what is planned",
    ),
    ("ignores-sigterm", "1 in flight", "keeps it alive"),
    (
        "dies-at-exit",
        "1 in flight",
        "the end of the input is taken for an error",
    ),
    (
        "writes-ids-as-text",
        "handshake",
        "the id is read or written as a text",
    ),
    ("holds-ids-in-32-bits", "ids", FOREIGN_ID),
    ("counts-its-replies", "ids", FOREIGN_ID),
    (
        "echoes-the-version",
        "handshake",
        "a field of the answer to hello is missing",
    ),
    (
        "puts-results-beside-the-id",
        "1 in flight",
        "the result stands beside the id",
    ),
    (
        "prints-objects",
        "1 in flight",
        "an object of the language is printed",
    ),
    (
        "shares-its-sessions",
        "sessions",
        "state is shared between sessions",
    ),
    (
        "fails-on-unknown-operations",
        "unknown operations",
        "unknown operations end in the same branch",
    ),
    ("dies-on-nonsense", "malformed lines", UNCAUGHT),
    ("is-silent-about-nonsense", "malformed lines", SILENT),
    (
        "rejects-nonsense",
        "malformed lines",
        "missing and wrong fields are taken for values",
    ),
    (
        "remembers-ids",
        "malformed lines",
        "the id of an earlier request is still there",
    ),
    (
        "reads-latin-1",
        "malformed lines",
        "standard input is read as Latin-1",
    ),
    (
        "writes-question-marks",
        "Unicode",
        "replaced by ? or U+FFFD",
    ),
    (
        "has-a-small-buffer",
        "large lines",
        "a buffer of fixed size",
    ),
    (
        "writes-numbers",
        "numbers",
        "a JSON number where the page wants a text",
    ),
    (
        "goes-through-doubles",
        "numbers",
        "goes through floating point",
    ),
    (
        "loses-its-last-words",
        "end of input",
        "the end of the input ends the process before",
    ),
];

/// Those that are waited for in vain. The others get the time that a busy machine may need.
const WAITED_FOR: &[&str] = &[
    "answers-half-a-line",
    "answers-too-late",
    "closes_stdin_and_lives_on",
    "closes_stdout_and_lives_on",
    "ignores-sigterm",
    "is-silent-about-nonsense",
    "never-answers",
    "never-flushes",
    "never-reads",
    "says-nothing",
];

pub(crate) fn trials() -> Vec<Trial> {
    let sound = SOUND.iter().map(|name| {
        trial(&format!("adapter_test::{name}_is_sound"), move || {
            let token = token();
            let report = examined(name, &command(name, &token), &token, 0);
            assert!(!report.contains("FAIL"), "{report}");
        })
    });
    let unsound = UNSOUND.iter().map(|(name, check, cause)| {
        trial(&format!("adapter_test::{name}"), move || {
            let code = if *check == "handshake" { 3 } else { 1 };
            let token = token();
            names(
                &examined(name, &command(name, &token), &token, code),
                check,
                cause,
            );
        })
    });
    let all = trial(
        "adapter_test::every_beast_has_its_place",
        every_beast_has_its_place,
    );
    sound.chain(unsound).chain(shells()).chain([all]).collect()
}

fn every_beast_has_its_place() {
    let unsound = UNSOUND.iter().map(|(name, ..)| name);
    let placed: BTreeSet<&str> = SOUND
        .iter()
        .chain(LEFT_OUT)
        .chain(unsound)
        .copied()
        .collect();
    let beasts = cages::names().chain(novices::NAMES.iter().copied());
    let all: BTreeSet<&str> = beasts.chain(["reference"]).collect();
    assert_eq!(placed, all);
}

/// Those that close their pipes.
#[cfg(unix)]
fn shells() -> Vec<Trial> {
    let causes = [
        (
            "closes_stdout_and_lives_on",
            "standard output is closed or redirected",
        ),
        ("closes_stdin_and_lives_on", SILENT),
    ];
    let of_shell = |(name, script, _): &(&'static str, &'static str, _)| {
        let cause = causes
            .iter()
            .find(|(own, _)| own == name)
            .map(|(_, cause)| *cause);
        let (name, script) = (*name, *script);
        trial(&format!("adapter_test::{name}"), move || {
            let token = token();
            let script = beasts::shell(script);
            let command = ["sh", "-c", &script, &token].map(str::to_owned);
            let report = examined(name, &command, &token, 1);
            names(
                &report,
                "1 in flight",
                cause.expect("every shell has a cause"),
            );
        })
    };
    cages::SHELLS.iter().map(of_shell).collect()
}

#[cfg(not(unix))]
fn shells() -> Vec<Trial> {
    Vec::new()
}

/// What is printed about a beast.
fn examined(name: &str, command: &[String], token: &str, code: i32) -> String {
    let mut test = proofmark();
    test.args(["adapter", "test"]);
    if WAITED_FOR.contains(&name) {
        test.args(["--hello-limit", "5", "--reply-limit", "2"]);
    }
    test.arg("--");
    let said = said(test.args(command)).exits(code);
    leftovers::none(token);
    assert!(!said.out.contains('\u{1b}'), "{}", said.out);
    said.out
}

/// Asserts that the first complaint comes from the check, and that its cause is the likely one.
fn names(report: &str, check: &str, cause: &str) {
    let mut lines = report.lines().skip_while(|line| !line.starts_with("FAIL"));
    let first = lines
        .next()
        .unwrap_or_else(|| panic!("no complaint:\n{report}"));
    assert!(
        first.contains(check),
        "another check fails first:\n{report}"
    );
    let words: Vec<&str> = lines
        .take_while(|line| line.starts_with(' '))
        .skip_while(|line| !line.starts_with("  likely"))
        .flat_map(str::split_whitespace)
        .collect();
    assert!(words.join(" ").contains(cause), "{report}");
    assert!(words.join(" ").contains(" mend it "), "{report}");
}
