//! Mistakes of planners about prefix, range and residual: IK-120 to IK-125.

use serde_json::{Value, json};

use super::rewrite;
use crate::model::Literal;
use crate::mutant::Mutant;
use crate::mutant::deviation::{after, before, instead, text};
use crate::rule::rules::{IK_120, IK_121, IK_122, IK_123, IK_124, IK_125};
use crate::subject::{Implementation, Reply};

pub(super) const PLAN: &[&str] = &["index_key.plan"];

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/prefix-with-a-gap",
        rule: IK_120,
        about: "Takes every equality into the prefix, over components that none fixes.",
        make: || {
            after(PLAN, |input, plan| {
                let columns = list(input, "columns").to_vec();
                let components = columns.len().saturating_sub(1);
                let used = list(plan, "prefix").len();
                let later = list(plan, "residual").to_vec().into_iter().filter(|at| {
                    let predicate = predicate(input, at);
                    let element = columns
                        .iter()
                        .position(|column| *column == predicate["column"]);
                    predicate["op"] == "eq"
                        && element.is_some_and(|at| at > used && at < components)
                });
                if let Some(at) = later.into_iter().next() {
                    let value = predicate(input, &at)["value"].clone();
                    push(plan, "prefix", value);
                    drop_from(plan, "residual", &at);
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/prefix-of-one-equality",
        rule: IK_120,
        about: "Ends the prefix after the first component.",
        make: || {
            planning(|input| {
                let columns = list(input, "columns").to_vec();
                let first = columns.first().cloned().unwrap_or_default();
                // What is hidden is put back as residual.
                (0..list(input, "predicates").len())
                    .filter(|at| {
                        let predicate = &list(input, "predicates")[*at];
                        predicate["op"] == "eq" && predicate["column"] != first
                    })
                    .collect()
            })
        },
    },
    Mutant {
        id: "index_key/mutant/primary-key-in-the-prefix",
        rule: IK_120,
        about: "Takes an equality on the primary key into the prefix.",
        make: || {
            after(PLAN, |input, plan| {
                let all = list(input, "columns").len() == list(plan, "prefix").len() + 1;
                let point = plan["range"]["lower"] == plan["range"]["upper"];
                if all && point && !plan["range"].is_null() {
                    let value = plan["range"]["lower"]["value"].clone();
                    push(plan, "prefix", value);
                    plan["range"] = Value::Null;
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/null-equality-residual",
        rule: IK_120,
        about: "Uses no equality with null, because in SQL it is never true.",
        make: || {
            planning(|input| {
                let predicates = list(input, "predicates");
                let null = |at: &usize| {
                    predicates[*at]["op"] == "eq"
                        && predicates[*at]["value"] == json!({"null": null})
                };
                (0..predicates.len()).filter(null).collect()
            })
        },
    },
    Mutant {
        id: "index_key/mutant/last-equality-counts",
        rule: IK_121,
        about: "Lets a later equality overwrite an earlier one on the same column.",
        make: || planning(|input| earlier(input, &["eq"])),
    },
    Mutant {
        id: "index_key/mutant/second-equality-dropped",
        rule: IK_121,
        about: "Takes a second equality on the same column for done.",
        make: || {
            after(PLAN, |input, plan| {
                let predicates = list(input, "predicates").to_vec();
                let residual = list(plan, "residual").to_vec();
                let used = list(plan, "prefix").len();
                let fixed = &list(input, "columns")[..used];
                for at in residual {
                    let predicate = &predicates[number(&at)];
                    if predicate["op"] == "eq" && fixed.contains(&predicate["column"]) {
                        drop_from(plan, "residual", &at);
                    }
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/all-ranges-dropped",
        rule: IK_122,
        about: "Takes every range on the next element for done, once one is used.",
        make: || {
            after(PLAN, |input, plan| {
                if plan["range"].is_null() {
                    return;
                }
                let column = list(input, "columns")[list(plan, "prefix").len()].clone();
                for at in list(plan, "residual").to_vec() {
                    let predicate = predicate(input, &at);
                    if predicate["column"] == column && predicate["op"] != "ne" {
                        drop_from(plan, "residual", &at);
                    }
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/range-bounds-excluded",
        rule: IK_122,
        about: "Makes exclusive bounds of all ranges.",
        make: || {
            after(PLAN, |_, plan| {
                for end in ["lower", "upper"] {
                    if plan["range"][end].is_object() {
                        plan["range"][end]["inclusive"] = json!(false);
                    }
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/range-after-a-gap",
        rule: IK_122,
        about: "Takes the range of a later component where the next has none.",
        make: || {
            after(PLAN, |input, plan| {
                if !plan["range"].is_null() {
                    return;
                }
                for at in list(plan, "residual").to_vec() {
                    let predicate = predicate(input, &at);
                    let known = list(input, "columns").contains(&predicate["column"]);
                    if predicate["op"] == "ge" && known {
                        plan["range"] =
                            json!({"lower": {"value": predicate["value"], "inclusive": true}});
                        drop_from(plan, "residual", &at);
                        return;
                    }
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/last-range-counts",
        rule: IK_122,
        about: "Lets a later range overwrite an earlier one on the same column.",
        make: || {
            planning(|input| earlier(input, &["lt", "le", "gt", "ge", "between", "starts_with"]))
        },
    },
    Mutant {
        id: "index_key/mutant/range-turned-for-descending",
        rule: IK_122,
        about: "Swaps lower and upper bound where the component is descending, as bounds do once more.",
        make: || {
            after(PLAN, |input, plan| {
                let at = list(plan, "prefix").len();
                let component = list(&input["index"], "components").get(at);
                if component.is_some_and(|component| component["descending"] == true)
                    && let Some(range) = plan["range"].as_object_mut()
                {
                    let ends = [range.remove("lower"), range.remove("upper")];
                    for (name, end) in ["upper", "lower"].into_iter().zip(ends) {
                        range.extend(end.map(|end| (name.to_owned(), end)));
                    }
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/between-excludes-high",
        rule: IK_122,
        about: "Leaves the upper end out of between, as ranges in code do.",
        make: || {
            after(PLAN, |_, plan| {
                if plan["range"]["lower"].is_object() && plan["range"]["upper"].is_object() {
                    plan["range"]["upper"]["inclusive"] = json!(false);
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/primary-key-equality-residual",
        rule: IK_123,
        about: "Leaves an equality on the primary key residual.",
        make: || {
            planning(|input| {
                let primary = list(input, "columns").last().cloned().unwrap_or_default();
                let predicates = list(input, "predicates");
                let equal = |at: &usize| {
                    predicates[*at]["op"] == "eq" && predicates[*at]["column"] == primary
                };
                (0..predicates.len()).filter(equal).collect()
            })
        },
    },
    Mutant {
        id: "index_key/mutant/unusable-predicates-dropped",
        rule: IK_124,
        about: "Drops predicates whose values cannot be encoded.",
        make: || {
            after(PLAN, |input, plan| {
                for at in list(plan, "residual").to_vec() {
                    let predicate = predicate(input, &at);
                    let declared = declared(input, &predicate["column"]);
                    let value = predicate["value"]
                        .as_object()
                        .and_then(|value| value.keys().next().cloned());
                    let unfit = declared.is_some_and(|declared| {
                        declared != "any"
                            && value.is_some_and(|value| value != declared && value != "null")
                    });
                    if unfit || predicate["value"]["float"] == "NaN" {
                        drop_from(plan, "residual", &at);
                    }
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/nan-used",
        rule: IK_124,
        about: "Uses a predicate with NaN as if it were infinity.",
        make: || {
            before(PLAN, |input| {
                rewrite(input, &|literal| match literal {
                    Literal::Float(text) if text == "NaN" => {
                        Some(Literal::Float("Infinity".to_owned()))
                    }
                    _ => None,
                });
            })
        },
    },
    Mutant {
        id: "index_key/mutant/residual-of-unknown-columns-lost",
        rule: IK_125,
        about: "Forgets predicates on columns that the index lacks.",
        make: || {
            after(PLAN, |input, plan| {
                for at in list(plan, "residual").to_vec() {
                    if !list(input, "columns").contains(&predicate(input, &at)["column"]) {
                        drop_from(plan, "residual", &at);
                    }
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/inequality-forgotten",
        rule: IK_125,
        about: "Forgets predicates that are no condition of a scan.",
        make: || {
            after(PLAN, |input, plan| {
                for at in list(plan, "residual").to_vec() {
                    if predicate(input, &at)["op"] == "ne" {
                        drop_from(plan, "residual", &at);
                    }
                }
            })
        },
    },
];

/// Plans without some predicates, which stay residual.
fn planning(hides: impl Fn(&Value) -> Vec<usize> + Send + 'static) -> Box<dyn Implementation> {
    instead(PLAN, move |reference, request| {
        let hidden = hides(&request.input);
        let mut request = request.clone();
        let count = list(&request.input, "predicates").len();
        let shown: Vec<usize> = (0..count).filter(|at| !hidden.contains(at)).collect();
        let kept: Value = shown
            .iter()
            .map(|at| list(&request.input, "predicates")[*at].clone())
            .collect();
        request.input_mut()["predicates"] = kept;
        let mut reply = reference.call(&request);
        if let Reply::Ok(plan) = &mut reply {
            let mut residual: Vec<usize> = list(plan, "residual")
                .iter()
                .map(|at| shown[number(at)])
                .collect();
            residual.extend(hidden);
            residual.sort_unstable();
            plan["residual"] = json!(residual);
        }
        reply
    })
}

pub(super) fn list<'a>(object: &'a Value, field: &str) -> &'a [Value] {
    object[field]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
}

fn number(value: &Value) -> usize {
    value
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or(0)
}

fn predicate<'a>(input: &'a Value, at: &Value) -> &'a Value {
    &list(input, "predicates")[number(at)]
}

fn push(object: &mut Value, field: &str, value: Value) {
    if let Some(list) = object[field].as_array_mut() {
        list.push(value);
    }
}

fn drop_from(object: &mut Value, field: &str, value: &Value) {
    if let Some(list) = object[field].as_array_mut() {
        list.retain(|other| other != value);
    }
}

/// The declared type of a column, if the index has it.
fn declared(input: &Value, column: &Value) -> Option<String> {
    let at = list(input, "columns")
        .iter()
        .position(|known| known == column)?;
    let component = list(&input["index"], "components").get(at);
    let declared = component.map_or(
        &input["index"]["primary_key"],
        |component| &component["type"],
    );
    declared.as_str().map(str::to_owned)
}

/// Predicates by these operators that are followed by another of them on the same column.
fn earlier(input: &Value, operators: &[&str]) -> Vec<usize> {
    let predicates = list(input, "predicates");
    let counts = |at: &usize| operators.contains(&text(&predicates[*at], "op"));
    let followed = |at: &usize| {
        let mut later = (at + 1..predicates.len()).filter(counts);
        later.any(|later| predicates[later]["column"] == predicates[*at]["column"])
    };
    let all = (0..predicates.len()).filter(counts);
    all.filter(followed).collect()
}
