//! The model against answers that others published, where no golden vector can ask, and what it does at open rules.

use proofmark::model::civil::{self, Flaw};
use proofmark::model::partition_key::{Dimension, Value, encode, parse, partition_id};
use proofmark::model::task_id::{
    Operation, Outcome, Queue, REUSE_WINDOW, Record, cloud_task_id, sanitize,
};
use proofmark::model::{Literal, Stance};
use proofmark::rule::{codes, rules};

fn key(literal: Literal) -> Result<String, &'static str> {
    let dimension = Dimension {
        key: "k".to_owned(),
        value: literal,
    };
    encode(&[dimension], &mut Stance::default()).map_err(|rejection| rejection.code)
}

#[test]
fn strings_are_the_base64_of_rfc_4648_section_10() {
    let known = [
        ("", ""),
        ("f", "Zg"),
        ("fo", "Zm8"),
        ("foo", "Zm9v"),
        ("foob", "Zm9vYg"),
        ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ];
    for (plain, encoded) in known {
        assert_eq!(
            key(Literal::String(plain.to_owned())),
            Ok(format!("k=s:{encoded}"))
        );
        let parsed = parse(&format!("k=s:{encoded}"), &mut Stance::default()).unwrap();
        assert_eq!(parsed[0].value, Value::String(plain.to_owned()));
    }
}

#[test]
fn cloud_ids_are_the_base32_of_known_sha_256_digests() {
    // NIST: SHA-256 of the empty text, of "abc", and of the 448-bit message, in base32 by Python's hashlib and base64.
    let known = [
        ("", "4oymiquy7qobjgx36tejs35zeq"),
        ("abc", "xj4bnp4pahh6uqkbidpf3lrceo"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "esgwuyosay4lrzoae2jqyptahg",
        ),
    ];
    for (text, hash) in known {
        let id = cloud_task_id("d", text, &mut Stance::default()).unwrap();
        assert_eq!(id, format!("d_{hash}"));
    }
}

#[test]
fn the_calendar_agrees_with_known_days() {
    // Days before and after the leap days of each kind of year, counted from 0001-01-01 as other calendars do.
    let known = [
        ("0001-01-01", 1),
        ("1970-01-01", 719_163),
        ("2000-02-29", 730_179),
        ("2100-03-01", 766_704),
        ("9999-12-31", 3_652_059),
    ];
    for (text, ordinal) in known {
        use chrono::Datelike as _;
        assert_eq!(
            civil::date(text).unwrap().num_days_from_ce(),
            ordinal,
            "{text}"
        );
    }
}

#[test]
fn a_flaw_in_a_date_or_timestamp_is_told_apart() {
    assert_eq!(civil::date("2025-1-01"), Err(Flaw::Form));
    assert_eq!(civil::date("2100-02-29"), Err(Flaw::Day));
    let flaw = |text| civil::timestamp(text).unwrap_err();
    assert_eq!(flaw("2025-01-01 00:00:00Z"), Flaw::Form);
    assert_eq!(flaw("2025-01-01T00:00:00"), Flaw::Offset);
    assert_eq!(flaw("2025-01-01T00:00:00+24:00"), Flaw::Offset);
    assert_eq!(flaw("2025-02-30T00:00:00Z"), Flaw::Day);
    assert_eq!(flaw("2025-01-01T24:00:00Z"), Flaw::Time);
    assert_eq!(flaw("2025-01-01T23:59:60Z"), Flaw::Time);
}

#[test]
fn types_that_a_key_does_not_know_are_refused() {
    let payload = Some(Box::new(Literal::Null));
    for literal in [
        Literal::Uint("1".to_owned()),
        Literal::Decimal("1.5".to_owned()),
        Literal::Bytes(vec![0]),
        Literal::Ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV".to_owned()),
        Literal::Enum {
            discriminant: 0,
            payload,
        },
    ] {
        assert_eq!(key(literal), Err(codes::partition_key::UNKNOWN_TYPE));
    }
    assert_eq!(
        key(Literal::Float("42.0".to_owned())),
        Err(codes::partition_key::FLOAT_NOT_ALLOWED)
    );
}

#[test]
fn a_rejection_names_the_rule_that_demands_it() {
    let stance = &mut Stance::default();
    assert_eq!(
        parse("b=i:1,a=i:1", stance).unwrap_err().rule,
        rules::PK_004
    );
    assert_eq!(parse("a=s:Zg==", stance).unwrap_err().rule, rules::PK_012);
    assert_eq!(
        parse("a=d:2100-02-29", stance).unwrap_err().rule,
        rules::PK_021
    );
    assert_eq!(
        partition_id("", "a=i:1", stance).unwrap_err().rule,
        rules::PK_032
    );
    assert_eq!(
        cloud_task_id("x", "dispatch:r:t:1", stance)
            .unwrap_err()
            .rule,
        rules::TI_012
    );
}

#[test]
fn an_operation_is_recorded_under_both_identifiers() {
    let dispatch = dispatch("1");
    let record = Record::of(&dispatch, &mut Stance::default()).unwrap();
    assert_eq!(
        (record.table, record.id_column),
        ("dispatch_outbox", "dispatch_id")
    );
    assert_eq!(record.internal_id, "dispatch:run1:extract:1");
    assert_eq!(record.cloud_task_id, "d_cxtoltqhbncw6nevn7hy53kqn6");
}

#[test]
fn a_name_is_free_again_at_the_very_end_of_its_window() {
    let (mut queue, stance) = (Queue::default(), &mut Stance::default());
    queue.enqueue(&dispatch("1"), 0, stance).unwrap();
    queue
        .complete("dispatch:run1:extract:1", Outcome::Failed, 100)
        .unwrap();
    let early = queue.enqueue(&dispatch("1"), 100 + REUSE_WINDOW - 1, stance);
    assert_eq!(early.unwrap_err().rule, rules::TI_021);
    assert!(
        queue
            .enqueue(&dispatch("1"), 100 + REUSE_WINDOW, stance)
            .is_ok()
    );
    assert_eq!(queue.outbox().count(), 1);
}

#[test]
fn a_window_at_the_end_of_time_does_not_overflow() {
    let (mut queue, stance) = (Queue::default(), &mut Stance::default());
    queue.enqueue(&dispatch("1"), i64::MAX, stance).unwrap();
    queue
        .complete("dispatch:run1:extract:1", Outcome::Succeeded, i64::MAX)
        .unwrap();
    assert!(queue.enqueue(&dispatch("1"), i64::MAX, stance).is_err());
}

#[test]
fn the_sanitizer_counts_characters_and_not_bytes() {
    assert_eq!(sanitize(&"é".repeat(501)), "_".repeat(500));
}

#[test]
fn a_stance_takes_the_first_choice_and_keeps_it() {
    let mut stance = Stance::default();
    assert!(stance.choices().is_empty());
    assert!(stance.takes(rules::PK_023, "reject"));
    assert!(!stance.takes(rules::PK_023, "accept"));
    let choices = stance.choices();
    assert_eq!(choices.len(), 1);
    assert_eq!(
        (choices[0].rule, choices[0].name),
        (rules::PK_023, "reject")
    );
}

#[test]
fn nothing_asked_is_explored_once() {
    assert_eq!(Stance::explore(|_| 7).len(), 1);
}

#[test]
fn every_combination_that_is_asked_for_is_explored_once_and_the_references_own_first() {
    let seen: Vec<(bool, bool)> = Stance::explore(|stance| {
        (
            stance.takes(rules::PK_023, "reject"),
            stance.takes(rules::TI_008, "accept"),
        )
    })
    .into_iter()
    .map(|(_, seen)| seen)
    .collect();
    assert_eq!(
        seen,
        [(true, true), (true, false), (false, true), (false, false)]
    );
}

#[test]
fn a_question_that_only_one_choice_leads_to_is_explored_only_there() {
    let explored = Stance::explore(|stance| {
        if stance.takes(rules::PK_023, "reject") {
            "rejected"
        } else if stance.takes(rules::PK_029, "truncate") {
            "cut"
        } else {
            "kept out"
        }
    });
    let seen: Vec<&str> = explored.iter().map(|(_, seen)| *seen).collect();
    assert_eq!(seen, ["rejected", "cut", "kept out"]);
    assert_eq!(explored[0].0.choices().len(), 1);
    assert_eq!(explored[2].0.choices().len(), 2);
}

#[test]
#[should_panic(expected = "PK-001 is not open")]
fn only_open_rules_have_choices() {
    Stance::default().takes(rules::PK_001, "accept");
}

#[test]
#[should_panic(expected = "PK-023 does not list `shrug`")]
fn only_listed_behaviours_are_choices() {
    Stance::default().takes(rules::PK_023, "shrug");
}

fn dispatch(attempt: &str) -> Operation {
    Operation::Dispatch {
        run_id: "run1".to_owned(),
        task_key: "extract".to_owned(),
        attempt: attempt.to_owned(),
    }
}
