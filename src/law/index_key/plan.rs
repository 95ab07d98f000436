//! Laws of the planner: a plan loses nothing, and depends on nothing but the question.

use std::cmp::Ordering;

use proptest::prelude::*;
use serde_json::{Value, json};

use super::{FULL, PLAIN, Query, Table, create, put, row_values, rows, scan};
use crate::generate::index_key::{self as generate, questions};
use crate::law::{Body, Law, Oracle, Step, broken, refused};
use crate::model::index_key::{Predicate, Row, Test, Value as Indexed};
use crate::rule::rules::{
    IK_119, IK_120, IK_121, IK_122, IK_123, IK_125, IK_126, IK_127, IK_128, IK_129,
};
use crate::subject::index_key as read;
use crate::subject::{Reply, Request};

pub(super) const LAWS: &[Law] = &[
    Law {
        id: "index_key/law/plan-loses-nothing",
        rules: RULES,
        about: "a scan by the plan, filtered by what is residual, lists what a full filter and sort lists",
        oracle: Oracle::Model,
        operations: OPERATIONS,
        needs: PLAIN,
        cost: 2,
        strategy: || questions(generate::PLAIN),
        body: Body::Talk(plan_loses_nothing),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/plan-loses-nothing-for-all-types",
        rules: RULES,
        about: "the same, over all types and directions",
        oracle: Oracle::Model,
        operations: OPERATIONS,
        needs: FULL,
        cost: 2,
        strategy: || questions(generate::FULL),
        body: Body::Talk(plan_loses_nothing),
        blame: |_| None,
    },
    Law {
        id: "index_key/law/same-question-same-plan",
        rules: &[IK_119, IK_129],
        about: "the plan is the same when it is asked for again, with other questions and rows between",
        oracle: Oracle::Itself,
        operations: OPERATIONS,
        needs: PLAIN,
        cost: 2,
        strategy: || {
            (questions(generate::PLAIN), questions(generate::PLAIN))
                .prop_map(|(one, other)| json!({"one": one, "other": other}))
                .boxed()
        },
        body: Body::Talk(same_question_same_plan),
        blame: |_| None,
    },
];

const RULES: &[crate::rule::RuleId] = &[
    IK_129, IK_120, IK_121, IK_122, IK_123, IK_125, IK_126, IK_127, IK_128,
];

const OPERATIONS: &[&str] = &[
    "index_key.plan",
    "index_key.create",
    "index_key.put",
    "index_key.scan",
];

fn ask_plan(input: &Value) -> Request {
    let fields = ["index", "columns", "predicates", "order"];
    let fields = fields.map(|field| (field.to_owned(), input[field].clone()));
    Request::new(
        "index_key.plan",
        Value::Object(fields.into_iter().collect()),
    )
}

fn same_question_same_plan(input: &Value, heard: &[Reply]) -> Step {
    let [first, .., last] = heard else {
        let table = Table::read(&input["one"]);
        let mut questions = vec![ask_plan(&input["one"]), ask_plan(&input["other"])];
        questions.push(create(&input["one"]["index"]));
        questions.extend(table.given.iter().map(|row| put(&table.index, row)));
        questions.push(ask_plan(&input["one"]));
        return Step::Ask(questions);
    };
    if first == last {
        Step::Holds
    } else {
        broken(
            "the second plan is another",
            first.to_value(),
            last.to_value(),
        )
    }
}

fn plan_loses_nothing(input: &Value, heard: &[Reply]) -> Step {
    let table = Table::read(input);
    let plan = match heard {
        [] => return Step::Ask(vec![ask_plan(input)]),
        [Reply::Ok(plan), ..] => plan,
        [reply, ..] => return refused(reply),
    };
    if heard.len() == 1 {
        let query = Query {
            prefix: plan["prefix"].as_array().cloned().unwrap_or_default(),
            range: plan["range"].clone(),
            reverse: plan["order"] == "reverse",
        };
        let mut questions = vec![create(&input["index"])];
        questions.extend(table.given.iter().map(|row| put(&table.index, row)));
        questions.push(scan(&table.index, &query, None, &Value::Null));
        return Step::Ask(questions);
    }
    let scanned = match heard.last().map(|reply| rows(&table.index, reply)) {
        Some(Ok(rows)) => rows,
        Some(Err(step)) => return step,
        None => return Step::Holds,
    };
    let question = Asked::read(input);
    let residual: Vec<usize> = plan["residual"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|at| usize::try_from(at.as_u64()?).ok())
        .collect();
    let mut planned: Vec<_> = scanned
        .into_iter()
        .filter(|row| question.holds(row, |at| residual.contains(&at)))
        .collect();
    if plan["order"] == "none" {
        planned.sort_by(|a, b| question.compare(a, b));
    }
    let mut wanted = table.rows.clone();
    wanted.retain(|row| question.holds(row, |_| true));
    let lost = wanted.iter().any(|row| !planned.contains(row));
    if lost || planned.len() != wanted.len() {
        let message = "the plan gives other rows than a full filter";
        return broken(message, row_values(&wanted), row_values(&planned));
    }
    if planned.is_sorted_by(|a, b| question.compare(a, b).is_le()) {
        return Step::Holds;
    }
    wanted.sort_by(|a, b| question.compare(a, b));
    let message = "the plan gives the rows in another order than is wanted";
    broken(message, row_values(&wanted), row_values(&planned))
}

/// The predicates and the order, over the elements of rows.
struct Asked {
    /// Each with its element; none if the index lacks the column, which nothing here can check.
    predicates: Vec<Option<(usize, Test<Indexed>)>>,
    order: Vec<(usize, bool)>,
}

impl Asked {
    fn read(input: &Value) -> Self {
        let columns = input["columns"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        let element = |column: &Value| columns.iter().position(|known| known == column);
        let predicate = |json: &Value| {
            let Predicate { test, .. } =
                read::predicate(json).expect("the strategy writes predicates");
            Some((element(&json["column"])?, judged(&test)))
        };
        let list = |field: &str| {
            input[field]
                .as_array()
                .map(Vec::as_slice)
                .unwrap_or_default()
        };
        let wanted = list("order").iter();
        Self {
            predicates: list("predicates").iter().map(predicate).collect(),
            order: wanted
                .filter_map(|wanted| {
                    Some((element(&wanted["column"])?, wanted["descending"] == true))
                })
                .collect(),
        }
    }

    /// Whether a row satisfies those of the predicates that count.
    fn holds(&self, row: &Row<Indexed>, counts: impl Fn(usize) -> bool) -> bool {
        let mut predicates = self.predicates.iter().enumerate();
        predicates.all(|(at, predicate)| match predicate {
            Some((element, test)) => !counts(at) || test.holds(row.element(*element)),
            None => true,
        })
    }

    fn compare(&self, a: &Row<Indexed>, b: &Row<Indexed>) -> Ordering {
        let orders = self.order.iter().map(|(element, descending)| {
            let order = a.element(*element).cmp(b.element(*element));
            if *descending { order.reverse() } else { order }
        });
        orders.fold(Ordering::Equal, Ordering::then)
    }
}

fn judged(test: &Test<crate::model::Literal>) -> Test<Indexed> {
    let value =
        |literal: &_| Indexed::from_literal(literal).expect("the strategy makes sound values");
    match test {
        Test::Eq(literal) => Test::Eq(value(literal)),
        Test::Ne(literal) => Test::Ne(value(literal)),
        Test::In(range) => {
            let range = range.try_map(|literal| Ok::<_, ()>(value(literal)));
            Test::In(range.expect("no value is refused"))
        }
    }
}
