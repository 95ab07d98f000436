//! Mistakes of planners about the order: IK-126 to IK-128.

use serde_json::json;

use super::plan::{PLAN, list};
use crate::mutant::Mutant;
use crate::mutant::deviation::after;
use crate::rule::rules::{IK_126, IK_127, IK_128};

pub(super) const MUTANTS: &[Mutant] = &[
    Mutant {
        id: "index_key/mutant/no-order-is-none",
        rule: IK_126,
        about: "Pushes nothing down where no order is wanted.",
        make: || {
            after(PLAN, |input, plan| {
                if list(input, "order").is_empty() {
                    plan["order"] = json!("none");
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/order-longer-than-the-index",
        rule: IK_126,
        about: "Compares the wanted order with the index order as far as both go.",
        make: || {
            after(PLAN, |input, plan| {
                let used = list(plan, "prefix").len();
                let columns = &list(input, "columns")[used..];
                let wanted = list(input, "order");
                let components = list(&input["index"], "components");
                let agree = wanted
                    .iter()
                    .zip(columns)
                    .enumerate()
                    .all(|(at, (wanted, column))| {
                        let component = components.get(used + at);
                        let descending =
                            component.is_some_and(|component| component["descending"] == true);
                        wanted["column"] == *column && (wanted["descending"] == true) == descending
                    });
                if agree && wanted.len() > columns.len() {
                    plan["order"] = json!("forward");
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/order-by-names-alone",
        rule: IK_127,
        about: "Pushes an order down if the columns agree, whatever their directions.",
        make: || {
            after(PLAN, |input, plan| {
                let columns = &list(input, "columns")[list(plan, "prefix").len()..];
                let wanted = list(input, "order");
                let mut pairs = wanted.iter().zip(columns);
                let agree = pairs.all(|(wanted, column)| wanted["column"] == *column);
                if agree && wanted.len() <= columns.len() && plan["order"] == "none" {
                    plan["order"] = json!("forward");
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/reverse-as-forward",
        rule: IK_127,
        about: "Scans forward for an order in reverse.",
        make: || {
            after(PLAN, |_, plan| {
                if plan["order"] == "reverse" {
                    plan["order"] = json!("forward");
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/reverse-not-seen",
        rule: IK_127,
        about: "Does not see that a reverse scan gives the order.",
        make: || {
            after(PLAN, |_, plan| {
                if plan["order"] == "reverse" {
                    plan["order"] = json!("none");
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/fixed-columns-in-the-order",
        rule: IK_128,
        about: "Wants the order to begin with the columns that are fixed.",
        make: || {
            after(PLAN, |input, plan| {
                let fixed = &list(input, "columns")[..list(plan, "prefix").len()];
                if list(input, "order")
                    .iter()
                    .any(|wanted| fixed.contains(&wanted["column"]))
                {
                    plan["order"] = json!("none");
                }
            })
        },
    },
    Mutant {
        id: "index_key/mutant/order-begins-at-the-first-component",
        rule: IK_128,
        about: "Compares the order with the whole index, fixed components included.",
        make: || {
            after(PLAN, |input, plan| {
                let used = list(plan, "prefix").len();
                let first = list(input, "order").first().map(|wanted| &wanted["column"]);
                if used > 0 && first.is_some_and(|column| *column != list(input, "columns")[0]) {
                    plan["order"] = json!("none");
                }
            })
        },
    },
];
