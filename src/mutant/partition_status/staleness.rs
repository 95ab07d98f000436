//! Mistakes about staleness: PS-032 to PS-045.

use serde_json::{Value, json};

use super::inquiry::{Cause, Facts, Habits, RIGHT, deadline, newer};
use crate::model::partition_status::{Instant, Reason};
use crate::mutant::Mutant;
use crate::mutant::deviation::{instead, text};
use crate::rule::codes::partition_status as code;
use crate::rule::rules::{
    PS_032, PS_033, PS_034, PS_035, PS_036, PS_037, PS_038, PS_039, PS_040, PS_041, PS_042, PS_043,
    PS_044, PS_045,
};
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
    Mutant {
        id: "partition_status/mutant/version-case-ignored",
        rule: PS_039,
        about: "Compares code versions without case.",
        make: || coded(|made, now| !made.eq_ignore_ascii_case(now)),
    },
    Mutant {
        id: "partition_status/mutant/version-trimmed",
        rule: PS_039,
        about: "Compares code versions without blanks around them.",
        make: || coded(|made, now| made.trim() != now.trim()),
    },
    Mutant {
        id: "partition_status/mutant/version-newer-only",
        rule: PS_039,
        about: "Takes data for stale only if the code version is greater.",
        make: || coded(|made, now| now > made),
    },
    Mutant {
        id: "partition_status/mutant/version-empty-is-unknown",
        rule: PS_039,
        about: "Takes an empty code version for unknown.",
        make: || coded(|made, now| made != now && !made.is_empty() && !now.is_empty()),
    },
    Mutant {
        id: "partition_status/mutant/version-by-date-of-deploy",
        rule: PS_039,
        about: "Takes data for stale if any code took effect after it.",
        make: || {
            Habits {
                code: |facts| {
                    (RIGHT.code)(facts).or_else(|| {
                        facts
                            .code
                            .as_ref()
                            .map(|(_, since)| *since)
                            .filter(|since| {
                                facts.version.is_some()
                                    && *since > facts.made
                                    && *since <= facts.now
                            })
                    })
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/version-unknown-is-changed",
        rule: PS_040,
        about: "Takes an unknown code version of the data for another one.",
        make: || {
            Habits {
                code: |facts| {
                    let (version, since) = facts.code.as_ref()?;
                    let since = (*since).max(facts.made);
                    (facts.version.as_ref() != Some(version) && facts.now >= since).then_some(since)
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/current-version-unknown-is-changed",
        rule: PS_040,
        about: "Takes an unknown current code version for another one.",
        make: || {
            Habits {
                code: |facts| {
                    if facts.code.is_none() {
                        facts
                            .version
                            .as_ref()
                            .map(|_| facts.made)
                            .filter(|made| facts.now >= *made)
                    } else {
                        (RIGHT.code)(facts)
                    }
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/code-since-now",
        rule: PS_041,
        about: "Dates a change of the code to the instant of the query.",
        make: || {
            Habits {
                code: |facts| (RIGHT.code)(facts).map(|_| facts.now),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/code-since-before-the-data",
        rule: PS_041,
        about: "Dates a change of the code to when it took effect, also before the data was made.",
        make: || {
            Habits {
                code: |facts| (RIGHT.code)(facts).and(facts.code.as_ref().map(|(_, since)| *since)),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/code-since-materialization",
        rule: PS_041,
        about: "Dates a change of the code to the materialization.",
        make: || {
            Habits {
                code: |facts| (RIGHT.code)(facts).map(|_| facts.made),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/code-before-the-data-ignored",
        rule: PS_041,
        about: "Ignores code that took effect before the data was made.",
        make: || {
            Habits {
                code: |facts| (RIGHT.code)(facts).filter(|since| *since > facts.made),
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/upstream-of-the-future",
        rule: PS_042,
        about: "Counts an upstream that lies in the future.",
        make: || upstream(|facts| newer(facts).min()),
    },
    Mutant {
        id: "partition_status/mutant/code-of-the-future",
        rule: PS_042,
        about: "Counts code that takes effect in the future.",
        make: || {
            Habits {
                code: |facts| {
                    let (version, since) = facts.code.as_ref()?;
                    (facts.version.as_ref()? != version).then(|| (*since).max(facts.made))
                },
                ..RIGHT
            }
            .subject()
        },
    },
    Mutant {
        id: "partition_status/mutant/upstream-strictly-before-now",
        rule: PS_042,
        about: "Counts an upstream only after its instant.",
        make: || upstream(|facts| (RIGHT.upstream)(facts).filter(|since| facts.now > *since)),
    },
    Mutant {
        id: "partition_status/mutant/fixed-precedence",
        rule: PS_043,
        about: "Gives the first cause that holds in the order of the document.",
        make: || choosing(|causes| causes.into_iter().next()),
    },
    Mutant {
        id: "partition_status/mutant/latest-cause",
        rule: PS_043,
        about: "Gives the latest cause.",
        make: || {
            choosing(|causes| {
                causes
                    .into_iter()
                    .max_by_key(|(since, reason)| (*since, std::cmp::Reverse(*reason)))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/last-cause-overwrites",
        rule: PS_043,
        about: "Lets each check overwrite the one before.",
        make: || choosing(|causes| causes.into_iter().last()),
    },
    Mutant {
        id: "partition_status/mutant/reason-of-another-cause",
        rule: PS_043,
        about: "Gives the earliest instant with the first reason.",
        make: || {
            choosing(|causes| {
                Some((
                    causes.iter().map(|(since, _)| *since).min()?,
                    causes.first()?.1,
                ))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/ties-reversed",
        rule: PS_044,
        about: "Gives the last of causes that tie.",
        make: || {
            choosing(|causes| {
                causes
                    .into_iter()
                    .min_by_key(|(since, reason)| (*since, std::cmp::Reverse(*reason)))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/ties-upstream-first",
        rule: PS_044,
        about: "Gives the upstream where it ties with the policy.",
        make: || {
            choosing(|causes| {
                causes.into_iter().min_by_key(|(since, reason)| {
                    (*since, *reason != Reason::UpstreamChanged, *reason)
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/ties-code-before-upstream",
        rule: PS_044,
        about: "Gives the code where it ties with the upstream.",
        make: || {
            choosing(|causes| {
                causes.into_iter().min_by_key(|(since, reason)| {
                    (
                        *since,
                        *reason != Reason::FreshnessPolicy,
                        std::cmp::Reverse(*reason),
                    )
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/stored-preferred",
        rule: PS_045,
        about: "Answers with what is stored, if there is something.",
        make: || {
            answering(|input, derived| {
                if input["stale_since"].is_null() {
                    derived
                } else {
                    stored(input)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/stored-kept-if-not-stale",
        rule: PS_045,
        about: "Answers with what is stored, if nothing is derived.",
        make: || {
            answering(|input, derived| {
                if derived["stale_since"].is_null() {
                    stored(input)
                } else {
                    derived
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/stored-if-earlier",
        rule: PS_045,
        about: "Answers with what is stored, if it is earlier than what is derived.",
        make: || {
            answering(|input, derived| {
                let earlier = !input["stale_since"].is_null()
                    && text(input, "stale_since") < text(&derived, "stale_since");
                if earlier { stored(input) } else { derived }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/stored-displayed",
        rule: PS_045,
        about: "Displays the row as it is stored, beside the derived staleness.",
        make: || {
            instead(&["partition_status.query"], |reference, request| {
                let mut reply = reference.call(request);
                if let Reply::Ok(answer) = &mut reply {
                    let stale = !request.input["stale_since"].is_null();
                    match text(answer, "status") {
                        "STALE" if !stale => answer["status"] = json!("MATERIALIZED"),
                        "MATERIALIZED" if stale => answer["status"] = json!("STALE"),
                        _ => {}
                    }
                }
                reply
            })
        },
    },
];

const QUERIES: &[&str] = &["partition_status.staleness", "partition_status.query"];

fn fresh(freshness: fn(&Facts) -> Option<Instant>) -> Box<dyn Implementation> {
    Habits { freshness, ..RIGHT }.subject()
}

fn upstream(upstream: fn(&Facts) -> Option<Instant>) -> Box<dyn Implementation> {
    Habits { upstream, ..RIGHT }.subject()
}

fn choosing(choose: fn(Vec<Cause>) -> Option<Cause>) -> Box<dyn Implementation> {
    Habits { choose, ..RIGHT }.subject()
}

fn answering(answers: fn(&Value, Value) -> Value) -> Box<dyn Implementation> {
    Habits { answers, ..RIGHT }.subject()
}

/// Takes the code for changed if `changed` says so of the two versions, where both are known.
fn coded(changed: fn(&str, &str) -> bool) -> Box<dyn Implementation> {
    instead(QUERIES, move |reference, request| {
        let (made, now) = (
            request.input["last_materialization_code_version"].as_str(),
            request.input["current_code"]["version"].as_str(),
        );
        let mut request = request.clone();
        if let (Some(made), Some(now)) = (made, now) {
            // Two versions that the reference takes for what the mutant takes these for.
            let version = if changed(made, now) {
                format!("{made}'")
            } else {
                made.to_owned()
            };
            request.input["current_code"]["version"] = json!(version);
        }
        reference.call(&request)
    })
}

/// Alters the policy's age before it is judged.
fn ages(read: fn(&str) -> String) -> Box<dyn Implementation> {
    instead(QUERIES, move |reference, request| {
        let mut request = request.clone();
        if let Some(age) = request.input["max_age_micros"].as_str() {
            request.input["max_age_micros"] = json!(read(age));
        }
        reference.call(&request)
    })
}

fn known(facts: &Facts) -> impl Iterator<Item = Instant> {
    facts.upstreams.iter().flatten().copied()
}

fn stored(input: &Value) -> Value {
    json!({"stale_since": input["stale_since"], "stale_reason_code": input["stale_reason_code"]})
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
