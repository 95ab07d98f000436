//! Mistakes about the display status: PS-046 to PS-051.

use serde_json::{Value, json};

use crate::mutant::Mutant;
use crate::mutant::deviation::instead;
use crate::rule::rules::{PS_046, PS_047, PS_048, PS_049, PS_050, PS_051};
use crate::subject::{Implementation, Reply};

const NEVER: &str = "NEVER_MATERIALIZED";
const FAILED: &str = "MATERIALIZED_BUT_LAST_ATTEMPT_FAILED";
const STALE: &str = "STALE";
const MATERIALIZED: &str = "MATERIALIZED";

/// The columns that a status is made of. Instants in their one form are ordered as texts are.
struct Columns<'a> {
    made: Option<&'a str>,
    tried: Option<&'a str>,
    outcome: Option<&'a str>,
    stale: bool,
}

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/never-materialized-shown-as-failed",
        rule: PS_046,
        about: "Shows a failure before it looks for data.",
        make: || {
            showing(|columns| {
                if columns.outcome == Some("FAILED") && columns.tried > columns.made {
                    FAILED
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/never-materialized-shown-as-stale",
        rule: PS_046,
        about: "Shows staleness before it looks for data.",
        make: || {
            showing(|columns| {
                if columns.made.is_none() && columns.stale {
                    STALE
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/success-shown-as-materialized",
        rule: PS_046,
        about: "Shows data wherever the last attempt succeeded.",
        make: || {
            showing(|columns| {
                if columns.made.is_none() && columns.outcome == Some("SUCCEEDED") {
                    MATERIALIZED
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/stale-shown-before-failed",
        rule: PS_047,
        about: "Shows staleness before a failure.",
        make: || {
            showing(|columns| {
                if right(columns) == FAILED && columns.stale {
                    STALE
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/failure-not-shown",
        rule: PS_047,
        about: "Shows the data as it is, whatever failed.",
        make: || {
            showing(|columns| {
                right(&Columns {
                    outcome: None,
                    ..*columns
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/failure-inclusive",
        rule: PS_048,
        about: "Shows a failure at the instant of the materialization.",
        make: || {
            showing(|columns| {
                if failed_if(columns, columns.tried >= columns.made) {
                    FAILED
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/any-failure-shown",
        rule: PS_048,
        about: "Shows every failure, also one before the materialization.",
        make: || {
            showing(|columns| {
                if failed_if(columns, true) {
                    FAILED
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/failure-unless-equal",
        rule: PS_048,
        about: "Shows every failure at another instant than the materialization.",
        make: || {
            showing(|columns| {
                if failed_if(columns, columns.tried != columns.made) {
                    FAILED
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/failure-in-milliseconds",
        rule: PS_047,
        about: "Compares failure and materialization to the millisecond.",
        make: || {
            showing(|columns| {
                let later = columns.tried.map(|at| &at[..23]) > columns.made.map(|at| &at[..23]);
                if right(columns) == FAILED && !later {
                    right(&Columns {
                        outcome: None,
                        ..*columns
                    })
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/cancelled-shown-as-failed",
        rule: PS_049,
        about: "Takes a cancellation for a failure.",
        make: || {
            showing(|columns| {
                if columns.outcome == Some("CANCELLED") {
                    right(&Columns {
                        outcome: Some("FAILED"),
                        ..*columns
                    })
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/later-attempt-shown-as-failed",
        rule: PS_049,
        about: "Takes every attempt after the materialization for a failure.",
        make: || {
            showing(|columns| {
                right(&Columns {
                    outcome: columns.outcome.map(|_| "FAILED"),
                    ..*columns
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/staleness-not-shown",
        rule: PS_050,
        about: "Does not show staleness.",
        make: || {
            showing(|columns| {
                right(&Columns {
                    stale: false,
                    ..*columns
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/staleness-shown-after-success-only",
        rule: PS_050,
        about: "Shows staleness only where the last attempt succeeded.",
        make: || {
            showing(|columns| {
                right(&Columns {
                    stale: columns.stale && columns.outcome == Some("SUCCEEDED"),
                    ..*columns
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/cancelled-shown-as-stale",
        rule: PS_051,
        about: "Shows data as stale after a cancellation.",
        make: || {
            showing(|columns| {
                right(&Columns {
                    stale: columns.stale || columns.outcome == Some("CANCELLED"),
                    ..*columns
                })
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/no-attempt-shown-as-never",
        rule: PS_051,
        about: "Takes data without an attempt for none.",
        make: || {
            showing(|columns| {
                if columns.outcome.is_none() && right(columns) == MATERIALIZED {
                    NEVER
                } else {
                    right(columns)
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/earlier-failure-shown-as-stale",
        rule: PS_051,
        about: "Shows data as stale after any failure.",
        make: || {
            showing(|columns| {
                if right(columns) == MATERIALIZED && columns.outcome == Some("FAILED") {
                    STALE
                } else {
                    right(columns)
                }
            })
        },
    },
];

/// Whether there is data and a failure that counts.
fn failed_if(columns: &Columns, counts: bool) -> bool {
    columns.made.is_some() && columns.outcome == Some("FAILED") && counts
}

fn right(columns: &Columns) -> &'static str {
    if columns.made.is_none() {
        NEVER
    } else if failed_if(columns, columns.tried > columns.made) {
        FAILED
    } else if columns.stale {
        STALE
    } else {
        MATERIALIZED
    }
}

/// Shows another status, in `display` and in `query`.
fn showing(status: fn(&Columns) -> &'static str) -> Box<dyn Implementation> {
    let operations = &["partition_status.display", "partition_status.query"];
    instead(operations, move |reference, request| {
        let mut reply = reference.call(request);
        if let Reply::Ok(answer) = &mut reply {
            let input = &request.input;
            // What a query has derived counts, not what is stored.
            let stale = match request.operation.as_str() {
                "partition_status.query" => &answer["stale_since"],
                _ => &input["stale_since"],
            };
            let shown = status(&Columns {
                made: input["last_materialization_at"].as_str(),
                tried: input["last_attempt_at"].as_str(),
                outcome: input["last_attempt_outcome"].as_str(),
                stale: *stale != Value::Null,
            });
            answer["status"] = json!(shown);
        }
        reply
    })
}
