//! Mistakes about the table's columns: PS-052 to PS-054.

use serde_json::{Value, json};

use super::FOLDS;
use crate::mutant::Mutant;
use crate::mutant::deviation::{after, instead, text};
use crate::rule::rules::{PS_052, PS_053, PS_054};
use crate::subject::{Implementation, Reply};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "partition_status/mutant/column-missing",
        rule: PS_052,
        about: "Has no column for the reason.",
        make: || listing(|columns| columns.retain(|column| column["name"] != "stale_reason_code")),
    },
    Mutant {
        id: "partition_status/mutant/column-too-many",
        rule: PS_052,
        about: "Has a column of its own.",
        make: || {
            listing(|columns| {
                columns.push(json!({"name": "updated_at", "type": "TIMESTAMP", "nullable": true}))
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/columns-sorted",
        rule: PS_052,
        about: "Lists the columns by name.",
        make: || listing(|columns| columns.sort_by_key(|column| text(column, "name").to_owned())),
    },
    Mutant {
        id: "partition_status/mutant/nulls-left-out",
        rule: PS_052,
        about: "Leaves columns that are null out of a row.",
        make: || {
            after(FOLDS, |_, result| {
                for row in result["rows"].as_array_mut().into_iter().flatten() {
                    if let Some(row) = row.as_object_mut() {
                        row.retain(|_, value| !value.is_null());
                    }
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/row-with-event-id",
        rule: PS_052,
        about: "Shows the event id of the last materialization in a column.",
        make: || {
            after(FOLDS, |_, result| {
                for row in result["rows"].as_array_mut().into_iter().flatten() {
                    row["last_materialization_event_id"] = row["row_version"].clone();
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/instants-as-strings",
        rule: PS_053,
        about: "Stores instants as strings.",
        make: || {
            listing(|columns| {
                for column in columns
                    .iter_mut()
                    .filter(|column| column["type"] == "TIMESTAMP")
                {
                    column["type"] = json!("STRING");
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/values-as-string",
        rule: PS_053,
        about: "Stores partition values as a string.",
        make: || {
            listing(|columns| {
                for column in columns
                    .iter_mut()
                    .filter(|column| column["name"] == "partition_values")
                {
                    column["type"] = json!("STRING");
                }
            })
        },
    },
    Mutant {
        id: "partition_status/mutant/all-nullable",
        rule: PS_054,
        about: "Lets every column be null.",
        make: || nullable(|_, _| true),
    },
    Mutant {
        id: "partition_status/mutant/only-staleness-nullable",
        rule: PS_054,
        about: "Lets only those columns be null that the document calls nullable.",
        make: || nullable(|name, _| name.starts_with("stale_")),
    },
    Mutant {
        id: "partition_status/mutant/attempts-not-nullable",
        rule: PS_054,
        about: "Lets no column of the attempt be null.",
        make: || nullable(|name, nullable| nullable && !name.starts_with("last_attempt_")),
    },
];

/// Alters the list of columns.
fn listing(alter: impl Fn(&mut Vec<Value>) + Send + 'static) -> Box<dyn Implementation> {
    instead(&["partition_status.columns"], move |reference, request| {
        let mut reply = reference.call(request);
        if let Reply::Ok(result) = &mut reply {
            if let Some(columns) = result["columns"].as_array_mut() {
                alter(columns);
            }
        }
        reply
    })
}

/// Decides anew of each column whether it may be null.
fn nullable(decide: fn(&str, bool) -> bool) -> Box<dyn Implementation> {
    listing(move |columns| {
        for column in columns {
            let decided = decide(text(column, "name"), column["nullable"] == true);
            column["nullable"] = json!(decided);
        }
    })
}
