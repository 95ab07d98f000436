//! The same kinds of inputs for quickcheck, drawn and shrunk by its own engine.

use quickcheck::{Arbitrary, Gen};

use super::partition_key::Dimensions;
use super::value::{KNOWN_INTEGERS, KNOWN_TEXTS};
use crate::model::Literal;
use crate::model::partition_key::Dimension;
use crate::model::task_id::Operation;

/// Valid dimensions with different names, written as a parser answers with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyDimensions(pub Dimensions);

/// An operation whose parts are all allowed; its attempt is at least 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyOperation(pub Operation);

impl Arbitrary for AnyDimensions {
    fn arbitrary(g: &mut Gen) -> Self {
        let mut dimensions: Dimensions = Vec::new();
        for _ in 0..=usize::arbitrary(g) % 5 {
            let key = name(g);
            if dimensions.iter().all(|known| known.key != key) {
                dimensions.push(Dimension {
                    key,
                    value: literal(g),
                });
            }
        }
        Self(dimensions)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let all = self.0.clone();
        let fewer = (0..all.len()).filter(|_| self.0.len() > 1).map({
            let all = all.clone();
            move |at| {
                let mut fewer = all.clone();
                fewer.remove(at);
                Self(fewer)
            }
        });
        let simpler = (0..all.len())
            .filter(|at| self.0[*at].value != Literal::Null)
            .map(move |at| {
                let mut simpler = all.clone();
                simpler[at].value = Literal::Null;
                Self(simpler)
            });
        Box::new(
            fewer
                .collect::<Vec<_>>()
                .into_iter()
                .chain(simpler.collect::<Vec<_>>()),
        )
    }
}

impl Arbitrary for AnyOperation {
    fn arbitrary(g: &mut Gen) -> Self {
        let (run_id, task_key) = (component(g), component(g));
        let attempt = (u64::arbitrary(g) % (i64::MAX as u64))
            .saturating_add(1)
            .to_string();
        let epoch = (u64::arbitrary(g) >> 1).to_string();
        Self(match g.choose(&[0, 1, 2]) {
            Some(0) => Operation::Dispatch {
                run_id,
                task_key,
                attempt,
            },
            Some(1) => Operation::Retry {
                run_id,
                task_key,
                attempt,
                due_epoch: epoch,
            },
            _ => Operation::Heartbeat {
                run_id,
                task_key,
                check_epoch: epoch,
            },
        })
    }
}

fn name(g: &mut Gen) -> String {
    let rest: Vec<char> = Vec::<u8>::arbitrary(g)
        .into_iter()
        .take(4)
        .map(|n| char::from(b"abz09_"[usize::from(n) % 6]))
        .collect();
    std::iter::once('a').chain(rest).collect()
}

fn literal(g: &mut Gen) -> Literal {
    match u8::arbitrary(g) % 6 {
        0 => Literal::Null,
        1 => Literal::Bool(bool::arbitrary(g)),
        2 => Literal::Int(integer(g).to_string()),
        3 => Literal::String(text(g)),
        4 => Literal::Date(date(g)),
        _ => {
            let (hour, minute, second) = (
                u8::arbitrary(g) % 24,
                u8::arbitrary(g) % 60,
                u8::arbitrary(g) % 60,
            );
            let micros = u32::arbitrary(g) % 1_000_000;
            Literal::Timestamp(format!(
                "{}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z",
                date(g)
            ))
        }
    }
}

fn integer(g: &mut Gen) -> i64 {
    if bool::arbitrary(g) {
        i64::arbitrary(g)
    } else {
        *g.choose(KNOWN_INTEGERS).unwrap_or(&0)
    }
}

fn text(g: &mut Gen) -> String {
    if bool::arbitrary(g) {
        String::arbitrary(g)
    } else {
        (*g.choose(KNOWN_TEXTS).unwrap_or(&"")).to_owned()
    }
}

fn date(g: &mut Gen) -> String {
    let (year, month, day) = (
        u16::arbitrary(g) % 9999 + 1,
        u8::arbitrary(g) % 12 + 1,
        u8::arbitrary(g) % 28 + 1,
    );
    format!("{year:04}-{month:02}-{day:02}")
}

fn component(g: &mut Gen) -> String {
    let text = text(g).replace(':', "_");
    if text.is_empty() {
        "a".to_owned()
    } else {
        text
    }
}
