//! Adapters with which nothing can be judged, or not all that is asked for: exit codes 3 and 1.

use std::time::{Duration, Instant};

use libtest_mimic::Trial;
use proofmark::subject::process::Limits;
use proofmark::subject::{Process, Subject as _};

use crate::support::{count, proofmark, said};
use crate::{check, command};

pub(crate) fn trials() -> Vec<Trial> {
    trials![
        a_command_that_does_not_exist_is_unusable,
        an_adapter_that_exits_at_once_is_unusable_and_quoted,
        an_adapter_that_says_nothing_is_unusable,
        a_wrong_answer_to_hello_makes_unusable,
        an_adapter_that_supports_nothing_cannot_be_judged,
        what_is_not_covered_is_counted_and_shown_but_no_failure,
        a_required_domain_that_is_not_covered_fails,
    ]
}

fn a_command_that_does_not_exist_is_unusable() {
    let said = said(proofmark().args(["check", "--", "./no-such-adapter"])).exits(3);
    let expected = "error: cannot start the adapter `./no-such-adapter`: ";
    assert!(said.err.starts_with(expected), "{}", said.err);
}

fn an_adapter_that_exits_at_once_is_unusable_and_quoted() {
    let said = said(&mut check(&[], "exits-at-once")).exits(3);
    assert!(
        said.err
            .contains("is unusable: it ended before it answered hello (exit status: 7)"),
        "{}",
        said.err
    );
    assert!(
        said.err.contains("the end of its standard error:\n  "),
        "{}",
        said.err
    );
    assert!(said.err.contains("no licence found"), "{}", said.err);
    // What it wrote cannot talk to the terminal, not even to one with colours.
    let coloured = check(&[], "exits-at-once")
        .env("CLICOLOR_FORCE", "1")
        .output();
    let coloured = String::from_utf8(coloured.expect("it starts").stderr).expect("it is UTF-8");
    assert!(
        coloured.contains("\n  \\u{001B}[31mno licence found\\u{001B}[0m"),
        "{coloured:?}"
    );
}

fn an_adapter_that_says_nothing_is_unusable() {
    let handshake = Duration::from_millis(200);
    let limits = Limits {
        handshake,
        exit: Duration::from_millis(50),
        ..Limits::default()
    };
    let start = Instant::now();
    let error = Process::new(command("says-nothing"), limits)
        .hello()
        .unwrap_err();
    assert!(
        error
            .to_string()
            .contains("it did not answer hello within 200ms"),
        "{error}"
    );
    assert!(start.elapsed() < Duration::from_secs(10));
}

fn a_wrong_answer_to_hello_makes_unusable() {
    let known = [
        (
            "speaks-version-2",
            "it speaks version 2 of the protocol; this runner speaks version 1",
        ),
        (
            "has-no-name",
            "does not follow AP-005: missing field `name`",
        ),
        (
            "refuses-hello",
            "it answered hello with {\"reject\":{\"code\":\"no\"}}",
        ),
    ];
    for (name, expected) in known {
        let said = said(&mut check(&[], name)).exits(3);
        assert!(said.err.contains(expected), "{}", said.err);
    }
}

fn an_adapter_that_supports_nothing_cannot_be_judged() {
    let said = said(&mut check(&[], "supports-nothing")).exits(3);
    assert!(
        said.out.contains(&format!("{} unsupported", count(""))),
        "{}",
        said.out
    );
    assert!(said.out.contains("cannot be judged"), "{}", said.out);
}

fn what_is_not_covered_is_counted_and_shown_but_no_failure() {
    let said = said(&mut check(&[], "has-partition-keys-only")).exits(0);
    assert!(
        said.out.contains("not covered task_id.internal: "),
        "{}",
        said.out
    );
    assert!(
        said.out.contains(&format!(
            "{} unsupported",
            count("") - count("partition_key/")
        )),
        "{}",
        said.out
    );
}

fn a_required_domain_that_is_not_covered_fails() {
    let said = said(&mut check(
        &["--require", "task_id"],
        "has-partition-keys-only",
    ))
    .exits(1);
    assert!(
        said.out
            .contains("incomplete: required, but not all of it was checked: task_id"),
        "{}",
        said.out
    );
    let said = crate::support::said(&mut check(
        &["--require", "partition_key"],
        "has-partition-keys-only",
    ));
    said.exits(0);
}
