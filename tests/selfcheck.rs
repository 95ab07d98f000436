//! The model checked by a second engine: quickcheck draws, the model must keep its promises.

#![allow(
    clippy::needless_pass_by_value,
    reason = "quickcheck hands its inputs over by value"
)]

use proofmark::generate::arbitrary::{AnyDimensions, AnyOperation};
use proofmark::model::partition_key::{Dimension, encode, parse, partition_id};
use proofmark::model::task_id::{Outcome, Queue, REUSE_WINDOW, cloud_task_id, sanitize};
use proofmark::model::{Literal, Stance};
use quickcheck::{QuickCheck, TestResult};

fn check(property: impl quickcheck::Testable) {
    QuickCheck::new().tests(1000).quickcheck(property);
}

fn encoded(dimensions: &[Dimension<Literal>]) -> String {
    encode(dimensions, &mut Stance::default()).expect("valid dimensions are encoded")
}

#[test]
fn parsing_inverts_encoding() {
    fn property(AnyDimensions(dimensions): AnyDimensions) -> bool {
        let canonical = encoded(&dimensions);
        let parsed = parse(&canonical, &mut Stance::default()).expect("canonical text parses");
        let names: Vec<&str> = parsed
            .iter()
            .map(|dimension| dimension.key.as_str())
            .collect();
        let mut expected: Vec<&str> = dimensions
            .iter()
            .map(|dimension| dimension.key.as_str())
            .collect();
        expected.sort_unstable();
        names == expected
            && parsed.iter().all(|dimension| {
                canonical.contains(&format!("{}={}:", dimension.key, dimension.value.tag()))
            })
    }
    check(property as fn(AnyDimensions) -> bool);
}

#[test]
fn encoding_ignores_the_order_of_dimensions() {
    fn property(AnyDimensions(dimensions): AnyDimensions) -> bool {
        let reversed: Vec<_> = dimensions.iter().rev().cloned().collect();
        encoded(&dimensions) == encoded(&reversed)
    }
    check(property as fn(AnyDimensions) -> bool);
}

#[test]
fn parsing_any_text_neither_panics_nor_accepts_what_is_not_canonical() {
    fn property(text: String, AnyDimensions(dimensions): AnyDimensions, at: usize) -> bool {
        // Random text rarely comes near a key, so a key is damaged with it.
        let mut damaged: Vec<char> = encoded(&dimensions).chars().collect();
        let at = at % damaged.len();
        if let Some(c) = text.chars().next() {
            damaged[at] = c;
        }
        let damaged: String = damaged.into_iter().collect();
        [text, damaged]
            .iter()
            .all(|text| match parse(text, &mut Stance::default()) {
                Err(_) => true,
                Ok(parsed) => {
                    let parts = parsed
                        .iter()
                        .map(|d| format!("{}={}:{}", d.key, d.value.tag(), d.value.encoded()));
                    parts.collect::<Vec<_>>().join(",") == *text
                }
            })
    }
    check(property as fn(String, AnyDimensions, usize) -> bool);
}

#[test]
fn different_keys_and_assets_have_different_ids() {
    fn property(
        AnyDimensions(one): AnyDimensions,
        AnyDimensions(other): AnyDimensions,
        a: String,
        b: String,
    ) -> TestResult {
        if a.is_empty() || b.is_empty() {
            return TestResult::discard();
        }
        let id = |asset: &str, key: &str| {
            partition_id(asset, key, &mut Stance::default()).expect("a canonical key has an id")
        };
        let (one, other) = (encoded(&one), encoded(&other));
        let same = id(&a, &one) == id(&b, &other);
        TestResult::from_bool(same == (a == b && one == other))
    }
    check(property as fn(AnyDimensions, AnyDimensions, String, String) -> TestResult);
}

#[test]
fn cloud_task_ids_have_their_form_and_tell_operations_apart() {
    fn property(AnyOperation(one): AnyOperation, AnyOperation(other): AnyOperation) -> bool {
        let name = |operation: &proofmark::model::task_id::Operation| {
            let id = operation
                .internal_id(&mut Stance::default())
                .expect("valid operations have ids");
            cloud_task_id(operation.kind(), &id, &mut Stance::default()).expect("the letter fits")
        };
        let (a, b) = (name(&one), name(&other));
        a.len() == 28 && (a == b) == (one == other)
    }
    check(property as fn(AnyOperation, AnyOperation) -> bool);
}

#[test]
fn sanitized_ids_hold_allowed_characters_only_and_are_never_longer_than_500() {
    fn property(text: String) -> bool {
        let sanitized = sanitize(&text.repeat(40));
        sanitized.len() <= 500
            && sanitized
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
    }
    check(property as fn(String) -> bool);
}

#[test]
fn a_name_is_free_exactly_when_its_window_is_over() {
    fn property(AnyOperation(operation): AnyOperation, gap: u32, fail: bool) -> bool {
        let (mut queue, mut stance) = (Queue::default(), Stance::default());
        let gap = i64::from(gap % 200_000);
        let record = queue
            .enqueue(&operation, 1000, &mut stance)
            .expect("a fresh name is free");
        let outcome = if fail {
            Outcome::Failed
        } else {
            Outcome::Succeeded
        };
        queue
            .complete(&record.internal_id, outcome, 5000)
            .expect("it is pending");
        queue.enqueue(&operation, 5000 + gap, &mut stance).is_ok() == (gap >= REUSE_WINDOW)
    }
    check(property as fn(AnyOperation, u32, bool) -> bool);
}
