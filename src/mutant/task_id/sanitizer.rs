//! Mistakes about the legacy sanitizer: TI-029, TI-030.

use serde_json::json;

use crate::mutant::Mutant;
use crate::mutant::deviation::{after, text};
use crate::rule::rules::{TI_029, TI_030};
use crate::subject::Implementation;

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "task_id/mutant/sanitizer-collapses",
        rule: TI_029,
        about: "Replaces a run of characters by one underscore.",
        make: || {
            sanitizing(|id| {
                let mut name = String::new();
                let mut replaced = false;
                for c in id.chars() {
                    if allowed(c) {
                        name.push(c);
                    } else if !replaced {
                        name.push('_');
                    }
                    replaced = !allowed(c);
                }
                cut(&name, 500)
            })
        },
    },
    Mutant {
        id: "task_id/mutant/sanitizer-by-bytes",
        rule: TI_029,
        about: "Replaces every byte of a character by an underscore.",
        make: || {
            sanitizing(|id| {
                let bytes = id.bytes().map(char::from);
                cut(
                    &bytes.map(|c| replaced(c, allowed)).collect::<String>(),
                    500,
                )
            })
        },
    },
    Mutant {
        id: "task_id/mutant/sanitizer-by-utf16",
        rule: TI_029,
        about: "Replaces every UTF-16 unit of a character by an underscore.",
        make: || {
            sanitizing(|id| {
                let units = id
                    .encode_utf16()
                    .map(|unit| char::from_u32(unit.into()).unwrap_or('\u{fffd}'));
                cut(
                    &units.map(|c| replaced(c, allowed)).collect::<String>(),
                    500,
                )
            })
        },
    },
    Mutant {
        id: "task_id/mutant/sanitizer-unicode-letters",
        rule: TI_029,
        about: "Uses `\\w`, which takes the letters of every script.",
        make: || sanitizing(|id| cut(&each(id, |c| allowed(c) || c.is_alphanumeric()), 500)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-keeps-dots",
        rule: TI_029,
        about: "Lets dots stand.",
        make: || sanitizing(|id| cut(&each(id, |c| allowed(c) || c == '.'), 500)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-replaces-hyphens",
        rule: TI_029,
        about: "Replaces hyphens too.",
        make: || sanitizing(|id| cut(&each(id, |c| allowed(c) && c != '-'), 500)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-colons-only",
        rule: TI_029,
        about: "Replaces colons and nothing else.",
        make: || sanitizing(|id| cut(&each(id, |c| c != ':'), 500)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-drops",
        rule: TI_029,
        about: "Drops characters instead of replacing them.",
        make: || sanitizing(|id| cut(&id.chars().filter(|c| allowed(*c)).collect::<String>(), 500)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-lower-cases",
        rule: TI_029,
        about: "Folds the case too.",
        make: || sanitizing(|id| cut(&each(id, allowed), 500).to_lowercase()),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-empty-replaced",
        rule: TI_029,
        about: "Makes an underscore of the empty text.",
        make: || {
            sanitizing(|id| {
                if id.is_empty() {
                    "_".to_owned()
                } else {
                    cut(&each(id, allowed), 500)
                }
            })
        },
    },
    Mutant {
        id: "task_id/mutant/sanitizer-without-cut",
        rule: TI_030,
        about: "Does not cut.",
        make: || sanitizing(|id| each(id, allowed)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-cut-at-499",
        rule: TI_030,
        about: "Cuts one character too early.",
        make: || sanitizing(|id| cut(&each(id, allowed), 499)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-cut-at-512",
        rule: TI_030,
        about: "Takes a rounder number for the limit.",
        make: || sanitizing(|id| cut(&each(id, allowed), 512)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-cut-in-bytes",
        rule: TI_030,
        about: "Cuts to 500 bytes before it replaces.",
        make: || sanitizing(|id| each(&beginning(id, char::len_utf8), allowed)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-cut-in-utf16",
        rule: TI_030,
        about: "Cuts to 500 UTF-16 units before it replaces.",
        make: || sanitizing(|id| each(&beginning(id, char::len_utf16), allowed)),
    },
    Mutant {
        id: "task_id/mutant/sanitizer-keeps-the-end",
        rule: TI_030,
        about: "Keeps the last 500 characters, in which ids differ most.",
        make: || {
            sanitizing(|id| {
                let name = each(id, allowed);
                name[name.len().saturating_sub(500)..].to_owned()
            })
        },
    },
];

fn sanitizing(sanitize: fn(&str) -> String) -> Box<dyn Implementation> {
    after(&["task_id.sanitize"], move |input, result| {
        result["cloud_task_id"] = json!(sanitize(text(input, "internal_id")));
    })
}

fn each(id: &str, allowed: fn(char) -> bool) -> String {
    id.chars().map(|c| replaced(c, allowed)).collect()
}

fn replaced(c: char, allowed: fn(char) -> bool) -> char {
    if allowed(c) { c } else { '_' }
}

fn allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

fn cut(name: &str, length: usize) -> String {
    name.chars().take(length).collect()
}

/// The characters that fit into 500 units.
fn beginning(id: &str, units: fn(char) -> usize) -> String {
    let mut room = 500_usize;
    id.chars()
        .map_while(|c| {
            room = room.checked_sub(units(c))?;
            Some(c)
        })
        .collect()
}
