//! The laws of `spec/partition_status.md`.

mod draw;
mod fold;
mod stale;
mod table;

use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use self::draw::{batches, events, extended, orders, replays};
use super::{Body, Law, Oracle, steps};
use crate::generate::partition_status::{
    circumstances, clearing_lives, event_lists, given_displays, given_event_lists, given_queries,
    given_stalenesses, instants, lives, pools, stalenesses, with_now,
};
use crate::rule::RuleId;
use crate::rule::rules::{
    PS_001, PS_002, PS_003, PS_004, PS_005, PS_006, PS_007, PS_008, PS_009, PS_010, PS_011, PS_012,
    PS_013, PS_014, PS_015, PS_016, PS_017, PS_018, PS_019, PS_020, PS_021, PS_022, PS_023, PS_024,
    PS_025, PS_026, PS_027, PS_028, PS_029, PS_030, PS_031, PS_032, PS_033, PS_034, PS_035, PS_036,
    PS_037, PS_038, PS_039, PS_040, PS_041, PS_042, PS_043, PS_044, PS_045, PS_046, PS_047, PS_048,
    PS_049, PS_050, PS_051, PS_052, PS_053, PS_054,
};
use crate::subject::Reply;

pub(super) const LAWS: &[Law] = &[
    Law {
        about: "folding any events, sound or faulty, gives what the model gives",
        oracle: Oracle::Model,
        strategy: || given_event_lists().prop_map(|list| events(&list)).boxed(),
        body: Body::Agrees,
        ..law("partition_status/law/fold-agrees", FOLDING, FOLD)
    },
    Law {
        about: "the staleness of any row under any circumstances is what the model gives",
        oracle: Oracle::Model,
        strategy: given_stalenesses,
        body: Body::Agrees,
        ..law(
            "partition_status/law/staleness-agrees",
            STALENESS,
            &["partition_status.staleness"],
        )
    },
    Law {
        about: "the display status of any columns is what the model gives",
        oracle: Oracle::Model,
        strategy: given_displays,
        body: Body::Agrees,
        ..law(
            "partition_status/law/display-agrees",
            DISPLAY,
            &["partition_status.display"],
        )
    },
    Law {
        about: "a query about any row under any circumstances gives what the model gives",
        oracle: Oracle::Model,
        strategy: given_queries,
        body: Body::Agrees,
        ..law(
            "partition_status/law/query-agrees",
            QUERY,
            &["partition_status.query"],
        )
    },
    Law {
        about: "a table, over any batches, replays and sweeps, answers as the model does",
        oracle: Oracle::Model,
        strategy: || lives(8).prop_map(|life| steps(&life)).boxed(),
        body: Body::SessionAgrees,
        ..law("partition_status/law/table-agrees", TABLE, TABLE_OPERATIONS)
    },
    Law {
        about: "the columns of the table are those of the model",
        oracle: Oracle::Model,
        cost: 256,
        strategy: || Just(json!({})).boxed(),
        body: Body::Agrees,
        ..law(
            "partition_status/law/columns-agree",
            &[PS_052, PS_053, PS_054],
            &["partition_status.columns"],
        )
    },
    Law {
        about: "every row has the columns of the table, with values of their types, null only where that is allowed",
        strategy: || event_lists(6).prop_map(|list| events(&list)).boxed(),
        body: Body::Talk(fold::rows_fit_the_columns),
        ..law(
            "partition_status/law/rows-fit-the-columns",
            &[PS_052, PS_053, PS_054],
            &["partition_status.columns", "partition_status.fold"],
        )
    },
    Law {
        about: "the same events in another order give the same rows",
        strategy: orders,
        body: Body::Talk(fold::same_rows),
        ..law(
            "partition_status/law/order-does-not-matter",
            &[PS_013, PS_017, PS_018, PS_021, PS_023],
            FOLD,
        )
    },
    Law {
        about: "events that come again give the same rows",
        strategy: replays,
        body: Body::Talk(fold::same_rows),
        ..law(
            "partition_status/law/replays-change-nothing",
            &[PS_020],
            FOLD,
        )
    },
    Law {
        about: "a failure, a cancellation or an idle success leaves every materialization as it is",
        strategy: || extended(|event| event.outcome != "SUCCEEDED" || !event.materialized),
        body: Body::Talk(fold::same_materializations),
        ..law(
            "partition_status/law/only-successes-materialize",
            &[PS_014, PS_015],
            FOLD,
        )
    },
    Law {
        about: "the attempt columns and the row version show the event with the greatest id",
        strategy: || event_lists(8).prop_map(|list| events(&list)).boxed(),
        body: Body::Talk(fold::greatest_event_id),
        ..law(
            "partition_status/law/last-attempt-has-the-greatest-id",
            &[PS_001, PS_012, PS_013, PS_021],
            FOLD,
        )
    },
    Law {
        about: "folding each partition's events alone gives the same rows as folding all together",
        strategy: || event_lists(8).prop_map(|list| events(&list)).boxed(),
        body: Body::Talk(fold::independent_rows),
        ..law(
            "partition_status/law/rows-are-independent",
            &[PS_001, PS_022],
            FOLD,
        )
    },
    Law {
        about: "rows are in strictly ascending order, one for each partition that has an event",
        strategy: || event_lists(8).prop_map(|list| events(&list)).boxed(),
        body: Body::Talk(fold::rows_in_order),
        ..law(
            "partition_status/law/rows-are-in-order",
            &[PS_001, PS_002, PS_023],
            FOLD,
        )
    },
    Law {
        about: "the display of every row that can be reached is what the specification's table says",
        strategy: || {
            (event_lists(6), proptest::option::of(instants()))
                .prop_map(|(list, stale)| json!({"events": events(&list)["events"], "stale_since": stale}))
                .boxed()
        },
        body: Body::Talk(fold::display_of_reachable_rows),
        ..law(
            "partition_status/law/reachable-rows-are-displayed",
            &[PS_046, PS_047, PS_048, PS_049, PS_050, PS_051],
            &["partition_status.fold", "partition_status.display"],
        )
    },
    Law {
        about: "what is stale stays stale, since the same instant; what becomes stale does so no earlier than it was asked",
        strategy: || {
            (stalenesses(), instants(), instants())
                .prop_map(|(input, one, other)| json!({"earlier": with_now(&input, one.min(other)), "later": with_now(&input, one.max(other))}))
                .boxed()
        },
        body: Body::Talk(stale::monotone),
        ..law(
            "partition_status/law/staleness-does-not-drift",
            &[PS_033, PS_041, PS_042, PS_043],
            &["partition_status.staleness"],
        )
    },
    Law {
        about: "the order of upstreams makes no difference",
        strategy: || {
            stalenesses()
                .prop_map(|input| {
                    let mut other = input.clone();
                    if let Some(upstreams) = other["upstreams"].as_array_mut() {
                        upstreams.reverse();
                    }
                    json!({"one": input, "other": other})
                })
                .boxed()
        },
        body: Body::Talk(stale::same_staleness),
        ..law(
            "partition_status/law/order-of-upstreams-does-not-matter",
            &[PS_037],
            &["partition_status.staleness"],
        )
    },
    Law {
        about: "a query gives the same whatever is stored",
        strategy: || given_queries().boxed(),
        body: Body::Talk(stale::stored_makes_no_difference),
        ..law(
            "partition_status/law/query-ignores-what-is-stored",
            &[PS_045],
            &["partition_status.query"],
        )
    },
    Law {
        about: "events in any batches give the rows of one fold over all",
        strategy: batches,
        body: Body::Talk(table::batches_are_one_fold),
        ..law(
            "partition_status/law/batches-make-no-difference",
            &[PS_017, PS_018, PS_019, PS_020],
            &["partition_status.apply", "partition_status.fold"],
        )
    },
    Law {
        about: "no batch makes a row version smaller or a row vanish",
        strategy: batches,
        body: Body::Talk(table::versions_never_decrease),
        ..law(
            "partition_status/law/row-versions-never-decrease",
            &[PS_019, PS_021],
            &["partition_status.apply"],
        )
    },
    Law {
        about: "stored staleness goes when the materialization changes, and stays while nothing materializes",
        strategy: || clearing_lives(8).prop_map(|life| steps(&life)).boxed(),
        body: Body::Talk(table::cleared_by_materializations),
        ..law(
            "partition_status/law/only-materializations-clear",
            &[PS_028, PS_029],
            TABLE_OPERATIONS,
        )
    },
    Law {
        about: "a sweep alters the staleness columns of its own row and nothing else",
        strategy: || lives(8).prop_map(|life| steps(&life)).boxed(),
        body: Body::Talk(table::sweeps_alter_staleness_only),
        ..law(
            "partition_status/law/sweeps-alter-staleness-only",
            &[PS_031],
            TABLE_OPERATIONS,
        )
    },
    Law {
        about: "a sweep stores what a query gives at the same instant, and a query after it gives the same",
        strategy: || {
            (pools(), circumstances(), any::<Index>())
                .prop_map(|(pool, circumstances, row)| json!({"events": events(&pool)["events"], "circumstances": circumstances, "row": row.index(8)}))
                .boxed()
        },
        body: Body::Talk(table::sweep_then_query),
        ..law(
            "partition_status/law/sweep-then-query",
            &[PS_030, PS_045],
            &[
                "partition_status.apply",
                "partition_status.query",
                "partition_status.sweep",
            ],
        )
    },
];

const FOLD: &[&str] = &["partition_status.fold"];

const TABLE_OPERATIONS: &[&str] = &["partition_status.apply", "partition_status.sweep"];

const FOLDING: &[RuleId] = &[
    PS_001, PS_002, PS_003, PS_004, PS_005, PS_006, PS_007, PS_008, PS_009, PS_010, PS_011, PS_012,
    PS_013, PS_014, PS_015, PS_016, PS_017, PS_018, PS_021, PS_023, PS_024, PS_025, PS_026, PS_027,
    PS_052,
];

const STALENESS: &[RuleId] = &[
    PS_004, PS_005, PS_006, PS_011, PS_032, PS_033, PS_034, PS_035, PS_036, PS_037, PS_038, PS_039,
    PS_040, PS_041, PS_042, PS_043, PS_044,
];

const DISPLAY: &[RuleId] = &[
    PS_004, PS_005, PS_006, PS_007, PS_011, PS_046, PS_047, PS_048, PS_049, PS_050, PS_051,
];

const QUERY: &[RuleId] = &[
    PS_004, PS_005, PS_006, PS_007, PS_011, PS_032, PS_033, PS_034, PS_035, PS_036, PS_037, PS_038,
    PS_039, PS_040, PS_041, PS_042, PS_043, PS_044, PS_045, PS_046, PS_047, PS_048, PS_049, PS_050,
    PS_051,
];

const TABLE: &[RuleId] = &[
    PS_011, PS_013, PS_017, PS_018, PS_019, PS_020, PS_021, PS_028, PS_029, PS_030, PS_031,
];

/// A law that needs no model and asks as much as others: what most laws here are.
const fn law(
    id: &'static str,
    rules: &'static [RuleId],
    operations: &'static [&'static str],
) -> Law {
    Law {
        id,
        rules,
        about: "",
        oracle: Oracle::Itself,
        operations,
        needs: &[],
        cost: 1,
        strategy: || Just(Value::Null).boxed(),
        body: Body::Agrees,
        blame: |_| None,
    }
}

/// The rows of a result.
fn rows(reply: &Reply) -> Option<&Vec<Value>> {
    match reply {
        Reply::Ok(ok) => ok["rows"].as_array(),
        _ => None,
    }
}

/// The four identifiers of a row or an event, if it has them all.
fn identity(object: &Value) -> Option<[&str; 4]> {
    let of = |column| object[column].as_str();
    Some([
        of("tenant_id")?,
        of("workspace_id")?,
        of("asset_key")?,
        of("partition_key")?,
    ])
}
