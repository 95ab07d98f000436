//! Mistakes about the code, and about which cause is given: PS-039 to PS-045.

use serde_json::{Value, json};

use super::inquiry::{Cause, Habits, RIGHT, newer};
use super::staleness::{QUERIES, upstream};
use crate::model::partition_status::Reason;
use crate::mutant::Mutant;
use crate::mutant::deviation::{instead, text};
use crate::rule::rules::{PS_039, PS_040, PS_041, PS_042, PS_043, PS_044, PS_045};
use crate::subject::{Implementation, Reply};

pub(super) const MUTANTS: &[Mutant] = &[
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
            request.input_mut()["current_code"]["version"] = json!(version);
        }
        reference.call(&request)
    })
}

fn choosing(choose: fn(Vec<Cause>) -> Option<Cause>) -> Box<dyn Implementation> {
    Habits { choose, ..RIGHT }.subject()
}

fn answering(answers: fn(&Value, Value) -> Value) -> Box<dyn Implementation> {
    Habits { answers, ..RIGHT }.subject()
}

fn stored(input: &Value) -> Value {
    json!({"stale_since": input["stale_since"], "stale_reason_code": input["stale_reason_code"]})
}
