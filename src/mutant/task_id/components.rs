//! Mistakes about run ids and task keys: TI-004 to TI-006.

use unicode_normalization::UnicodeNormalization as _;

use super::naming::reading;
use crate::mutant::Mutant;
use crate::mutant::opinion::{Opinion, kept_if, read_as, refused_if};
use crate::rule::rules::{TI_004, TI_005, TI_006};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "task_id/mutant/run-id-empty",
        rule: TI_004,
        about: "Does not ask whether the run id is empty.",
        make: || reading(|field, text| kept_if(field == "run_id" && text.is_empty(), text)),
    },
    Mutant {
        id: "task_id/mutant/task-key-empty",
        rule: TI_004,
        about: "Does not ask whether the task key is empty.",
        make: || reading(|field, text| kept_if(field == "task_key" && text.is_empty(), text)),
    },
    Mutant {
        id: "task_id/mutant/component-empty-replaced",
        rule: TI_004,
        about: "Writes `default` for an empty component.",
        make: || {
            reading(|field, text| {
                component(field, text, |text| {
                    text.is_empty().then(|| "default".to_owned())
                })
            })
        },
    },
    Mutant {
        id: "task_id/mutant/run-id-with-colon",
        rule: TI_005,
        about: "Does not look for colons in the run id.",
        make: || reading(|field, text| kept_if(field == "run_id" && text.contains(':'), text)),
    },
    Mutant {
        id: "task_id/mutant/task-key-with-colon",
        rule: TI_005,
        about: "Does not look for colons in the task key, which may be a path.",
        make: || reading(|field, text| kept_if(field == "task_key" && text.contains(':'), text)),
    },
    Mutant {
        id: "task_id/mutant/colon-replaced",
        rule: TI_005,
        about: "Replaces colons by underscores.",
        make: || reading(|field, text| component(field, text, |text| Some(text.replace(':', "_")))),
    },
    Mutant {
        id: "task_id/mutant/colon-escaped",
        rule: TI_005,
        about: "Escapes colons as URLs do.",
        make: || {
            reading(|field, text| component(field, text, |text| Some(text.replace(':', "%3A"))))
        },
    },
    Mutant {
        id: "task_id/mutant/colon-doubled",
        rule: TI_005,
        about: "Escapes colons by doubling them.",
        make: || {
            reading(|field, text| match field {
                "run_id" | "task_key" if text.contains(':') => {
                    Opinion::Keeps(text.replace(':', "::"))
                }
                _ => Opinion::Right,
            })
        },
    },
    Mutant {
        id: "task_id/mutant/colon-at-end-accepted",
        rule: TI_005,
        about: "Drops a colon at the end of a component.",
        make: || {
            reading(|field, text| {
                component(field, text, |text| {
                    text.strip_suffix(':').map(str::to_owned)
                })
            })
        },
    },
    Mutant {
        id: "task_id/mutant/full-width-colon-refused",
        rule: TI_006,
        about: "Normalizes before it looks for colons, and finds one that is none.",
        make: || {
            reading(|field, text| refused_if(is_component(field) && text.contains('\u{ff1a}')))
        },
    },
    Mutant {
        id: "task_id/mutant/component-trimmed",
        rule: TI_006,
        about: "Trims components.",
        make: || {
            reading(|field, text| {
                component(field, text, |text| {
                    let trimmed = text.trim();
                    (!trimmed.is_empty()).then(|| trimmed.to_owned())
                })
            })
        },
    },
    Mutant {
        id: "task_id/mutant/component-blank-refused",
        rule: TI_006,
        about: "Takes a component of blanks for an empty one.",
        make: || reading(|field, text| refused_if(is_component(field) && text.trim().is_empty())),
    },
    Mutant {
        id: "task_id/mutant/component-lower-cased",
        rule: TI_006,
        about: "Folds the case of components.",
        make: || reading(|field, text| component(field, text, |text| Some(text.to_lowercase()))),
    },
    Mutant {
        id: "task_id/mutant/component-nfc",
        rule: TI_006,
        about: "Normalizes components to NFC.",
        make: || reading(|field, text| component(field, text, |text| Some(text.nfc().collect()))),
    },
    Mutant {
        id: "task_id/mutant/component-escaped",
        rule: TI_006,
        about: "Escapes blanks in components as URLs do.",
        make: || {
            reading(|field, text| component(field, text, |text| Some(text.replace(' ', "%20"))))
        },
    },
    Mutant {
        id: "task_id/mutant/component-slash-replaced",
        rule: TI_006,
        about: "Replaces slashes in components, as the old sanitizer did.",
        make: || reading(|field, text| component(field, text, |text| Some(text.replace('/', "_")))),
    },
    Mutant {
        id: "task_id/mutant/component-ascii-only",
        rule: TI_006,
        about: "Refuses components that are not ASCII.",
        make: || reading(|field, text| refused_if(is_component(field) && !text.is_ascii())),
    },
    Mutant {
        id: "task_id/mutant/component-cut",
        rule: TI_006,
        about: "Cuts components to 64 characters.",
        make: || {
            reading(|field, text| {
                component(field, text, |text| Some(text.chars().take(64).collect()))
            })
        },
    },
    Mutant {
        id: "task_id/mutant/component-ends-at-nul",
        rule: TI_006,
        about: "Passes components through an interface that ends them at NUL.",
        make: || {
            reading(|field, text| {
                component(field, text, |text| {
                    text.split('\0')
                        .next()
                        .filter(|text| !text.is_empty())
                        .map(str::to_owned)
                })
            })
        },
    },
];

fn is_component(field: &str) -> bool {
    ["run_id", "task_key"].contains(&field)
}

/// Takes a run id or task key for another, if there is another.
fn component(field: &str, text: &str, other: fn(&str) -> Option<String>) -> Opinion {
    read_as(other(text).filter(|_| is_component(field)))
}
