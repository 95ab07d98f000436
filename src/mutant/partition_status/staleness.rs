//! Mistakes about policies and upstreams: PS-032 to PS-038.

use serde_json::{Value, json};

use super::inquiry::{Facts, Habits, RIGHT, deadline, newer};
use crate::model::partition_status::Instant;
use crate::mutant::Mutant;
use crate::mutant::deviation::{instead, text};
use crate::rule::codes::partition_status as code;
use crate::rule::rules::{PS_032, PS_033, PS_034, PS_035, PS_036, PS_037, PS_038};
use crate::subject::{Implementation, Reply};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/never-materialized-is-stale",
        rule: PS_032,
        about: "Takes what was never materialized for stale by its policy.",
        make: || {
            Habits {
                looks_at_nothing: true,
                freshness: |facts| facts.age.map(|_| facts.now),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/never-materialized-has-newer-upstreams",
        rule: PS_032,
        about: "Takes every upstream for newer than what was never materialized.",
        make: || {
            Habits {
                looks_at_nothing: true,
                upstream: |facts| {
                    if facts.made == facts.now {
                        facts.upstreams.iter().flatten().copied().min()
                    } else {
                        (RIGHT.upstream)(facts)
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/deadline-inclusive",
        rule: PS_033,
        about: "Takes data for stale at its deadline.",
        make: || fresh(|facts| deadline(facts).filter(|deadline| facts.now >= *deadline)),
    },
    Mutant {
        id: "partition_status/mutant/policy-since-now",
        rule: PS_033,
        about: "Dates staleness by policy to the instant of the query.",
        make: || fresh(|facts| (RIGHT.freshness)(facts).map(|_| facts.now)),
    },
    Mutant {
        id: "partition_status/mutant/policy-since-materialization",
        rule: PS_033,
        about: "Dates staleness by policy to the materialization.",
        make: || fresh(|facts| (RIGHT.freshness)(facts).map(|_| facts.made)),
    },
    Mutant {
        id: "partition_status/mutant/age-in-milliseconds",
        rule: PS_033,
        about: "Drops the microseconds of the policy's age.",
        make: || {
            fresh(|facts| {
                facts
                    .made
                    .after(facts.age? / 1000 * 1000)
                    .filter(|deadline| facts.now > *deadline)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/age-through-floats",
        rule: PS_033,
        about: "Adds the policy's age as a float.",
        make: || {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                reason = "that is the mistake"
            )]
            fresh(|facts| {
                facts
                    .made
                    .after(facts.age? as f64 as i64)
                    .filter(|deadline| facts.now > *deadline)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/no-policy-is-age-zero",
        rule: PS_033,
        about: "Takes no policy for an age of zero.",
        make: || {
            fresh(|facts| {
                facts
                    .made
                    .after(facts.age.unwrap_or(0))
                    .filter(|deadline| facts.now > *deadline)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/age-zero-is-no-policy",
        rule: PS_034,
        about: "Takes an age of zero for no policy.",
        make: || fresh(|facts| (RIGHT.freshness)(facts).filter(|_| facts.age != Some(0))),
    },
    Mutant {
        id: "partition_status/mutant/age-negative",
        rule: PS_034,
        about: "Takes ages with a sign.",
        make: || ages(|age| age.trim_start_matches(['-', '+']).to_owned()),
    },
    Mutant {
        id: "partition_status/mutant/age-leading-zeros",
        rule: PS_034,
        about: "Takes ages with leading zeros.",
        make: || {
            ages(|age| match age.trim_start_matches('0') {
                "" if !age.is_empty() => "0".to_owned(),
                rest => rest.to_owned(),
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/age-trimmed",
        rule: PS_034,
        about: "Trims ages.",
        make: || ages(|age| age.trim().to_owned()),
    },
    Mutant {
        id: "partition_status/mutant/age-clamped",
        rule: PS_034,
        about: "Clamps ages that are out of range.",
        make: || {
            ages(|age| {
                if age.len() > 18 && age.bytes().all(|byte| byte.is_ascii_digit()) {
                    i64::MAX.to_string()
                } else {
                    age.to_owned()
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/far-deadline-refused",
        rule: PS_035,
        about: "Refuses a deadline that lies beyond its calendar.",
        make: || {
            instead(QUERIES, |reference, request| {
                match reference.call(request) {
                    Reply::Ok(_) if beyond(&request.input) => {
                        Reply::reject(code::INSTANT_OUT_OF_RANGE)
                    }
                    reply => reply,
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/far-deadline-wraps",
        rule: PS_035,
        about: "Lets a deadline that lies beyond 64 bits wrap into the past.",
        make: || {
            fresh(|facts| match facts.age {
                Some(age) if age > 1 << 62 => Some(facts.made),
                _ => (RIGHT.freshness)(facts),
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/far-deadline-clamped",
        rule: PS_035,
        about: "Clamps a deadline to the last instant but one.",
        make: || {
            fresh(|facts| {
                let last = Instant::parse("9999-12-31T23:59:59.999998Z").ok()?;
                let deadline = deadline(facts).map_or(last, |deadline| {
                    if deadline > facts.now {
                        deadline.min(last)
                    } else {
                        deadline
                    }
                });
                facts
                    .age
                    .map(|_| deadline)
                    .filter(|deadline| facts.now > *deadline)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/upstream-inclusive",
        rule: PS_036,
        about: "Takes an upstream of the same instant for newer.",
        make: || {
            upstream(|facts| {
                known(facts)
                    .filter(|upstream| *upstream >= facts.made)
                    .min()
                    .filter(|since| facts.now >= *since)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/upstream-in-milliseconds",
        rule: PS_036,
        about: "Compares upstreams to the millisecond.",
        make: || {
            upstream(|facts| {
                newer(facts)
                    .filter(|upstream| upstream.to_string()[..23] > facts.made.to_string()[..23])
                    .min()
                    .filter(|since| facts.now >= *since)
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/upstreams-ignored",
        rule: PS_036,
        about: "Does not look at upstreams.",
        make: || upstream(|_| None),
    },
    Mutant {
        id: "partition_status/mutant/upstream-first-listed",
        rule: PS_037,
        about: "Takes the first newer upstream of the list.",
        make: || upstream(|facts| newer(facts).next().filter(|since| facts.now >= *since)),
    },
    Mutant {
        id: "partition_status/mutant/upstream-latest",
        rule: PS_037,
        about: "Takes the latest upstream.",
        make: || upstream(|facts| newer(facts).max().filter(|since| facts.now >= *since)),
    },
    Mutant {
        id: "partition_status/mutant/upstream-last-listed",
        rule: PS_037,
        about: "Takes the last newer upstream of the list.",
        make: || upstream(|facts| newer(facts).last().filter(|since| facts.now >= *since)),
    },
    Mutant {
        id: "partition_status/mutant/upstream-missing-is-stale",
        rule: PS_038,
        about: "Takes data for stale if an upstream was never materialized.",
        make: || {
            upstream(|facts| {
                (RIGHT.upstream)(facts)
                    .or_else(|| facts.upstreams.contains(&None).then_some(facts.made))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/upstream-missing-hides-others",
        rule: PS_038,
        about: "Looks at upstreams only if all were materialized.",
        make: || {
            upstream(|facts| (RIGHT.upstream)(facts).filter(|_| !facts.upstreams.contains(&None)))
        },
    },
];

pub(super) const QUERIES: &[&str] = &["partition_status.staleness", "partition_status.query"];

fn fresh(freshness: fn(&Facts) -> Option<Instant>) -> Box<dyn Implementation> {
    Habits { freshness, ..RIGHT }.subject()
}

pub(super) fn upstream(upstream: fn(&Facts) -> Option<Instant>) -> Box<dyn Implementation> {
    Habits { upstream, ..RIGHT }.subject()
}

/// Alters the policy's age before it is judged.
fn ages(read: fn(&str) -> String) -> Box<dyn Implementation> {
    instead(QUERIES, move |reference, request| {
        let mut request = request.clone();
        if let Some(age) = request.input["max_age_micros"].as_str() {
            request.input_mut()["max_age_micros"] = json!(read(age));
        }
        reference.call(&request)
    })
}

fn known(facts: &Facts) -> impl Iterator<Item = Instant> {
    facts.upstreams.iter().flatten().copied()
}

/// Whether the deadline lies after the last instant.
fn beyond(input: &Value) -> bool {
    let made = Instant::parse(text(input, "last_materialization_at")).ok();
    let last = Instant::parse("9999-12-31T23:59:59.999999Z").ok();
    match (made, text(input, "max_age_micros").parse()) {
        (Some(made), Ok(age)) => made.after(age).is_none_or(|deadline| Some(deadline) > last),
        _ => false,
    }
}
