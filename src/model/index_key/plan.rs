//! The planner: IK-119 to IK-129. It sees the question alone, never a row.

use super::condition::{Bound, Predicate, Range, Test};
use super::definition::Index;
use super::value::Value;
use crate::model::Literal;

/// A column of the wanted order.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// The column's name.
    pub column: String,
    /// Whether its greatest value comes first.
    pub descending: bool,
}

/// What of a question an index can answer by a scan. The rest loses nothing (IK-129).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    /// The leading components to scan.
    pub prefix: Vec<Value>,
    /// The condition on the next element.
    pub range: Option<Range<Value>>,
    /// In which direction to scan for the wanted order.
    pub order: Pushdown,
    /// The predicates that are still to be checked on each row.
    pub residual: Vec<usize>,
}

/// How a scan gives the wanted order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pushdown {
    /// As it is.
    Forward,
    /// In reverse.
    Reverse,
    /// Not at all.
    None,
}

/// The plan for predicates and an order over the columns of an index, the primary key's last.
#[must_use]
pub fn plan(
    index: &Index,
    columns: &[String],
    predicates: &[Predicate<Literal>],
    order: &[Wanted],
) -> Plan {
    let usable: Vec<_> = predicates
        .iter()
        .map(|predicate| usable(index, columns, predicate))
        .collect();
    let first = |wanted: &dyn Fn(usize, &Test<Value>) -> bool| {
        usable.iter().position(|usable| {
            usable
                .as_ref()
                .is_some_and(|(element, test)| wanted(*element, test))
        })
    };
    let mut taken = Vec::new();
    // IK-120, IK-121
    let mut prefix = Vec::new();
    while prefix.len() < index.components.len() {
        let next = prefix.len();
        let equality = |element, test: &Test<Value>| element == next && matches!(test, Test::Eq(_));
        let Some(at) = first(&equality) else { break };
        if let Some((_, Test::Eq(value))) = &usable[at] {
            prefix.push(value.clone());
            taken.push(at);
        }
    }
    // IK-122
    let next = prefix.len();
    let ranged = first(&|element, test| element == next && range_of(test).is_some());
    taken.extend(ranged);
    let range = ranged.and_then(|at| range_of(&usable[at].as_ref()?.1));
    Plan {
        order: pushdown(index, columns, next, order),
        residual: (0..predicates.len())
            .filter(|at| !taken.contains(at)) // IK-125
            .collect(),
        prefix,
        range,
    }
}

/// The element that a predicate is about and what it asks, if its values can stand there (IK-124).
fn usable(
    index: &Index,
    columns: &[String],
    predicate: &Predicate<Literal>,
) -> Option<(usize, Test<Value>)> {
    let at = columns
        .iter()
        .position(|column| *column == predicate.column)?;
    let value = |literal| index.element(at, literal).ok();
    let test = match &predicate.test {
        Test::Eq(literal) => Test::Eq(value(literal)?),
        Test::Ne(literal) => Test::Ne(value(literal)?),
        Test::In(range) => Test::In(index.range(at, range).ok()?),
    };
    Some((at, test))
}

/// The range that a test on the element after the prefix makes. An equality is left there only for the primary key:
/// those on components are in the prefix (IK-123).
fn range_of(test: &Test<Value>) -> Option<Range<Value>> {
    match test {
        Test::Eq(value) => {
            let bound = Bound {
                value: value.clone(),
                inclusive: true,
            };
            Some(Range::Between {
                lower: Some(bound.clone()),
                upper: Some(bound),
            })
        }
        Test::In(range) => Some(range.clone()),
        Test::Ne(_) => None,
    }
}

/// IK-126, IK-127, IK-128
fn pushdown(index: &Index, columns: &[String], fixed: usize, order: &[Wanted]) -> Pushdown {
    let wanted: Vec<&Wanted> = order
        .iter()
        .filter(|wanted| !columns[..fixed].contains(&wanted.column))
        .collect();
    let remaining = &columns[fixed..];
    let named = wanted.len() <= remaining.len()
        && wanted
            .iter()
            .zip(remaining)
            .all(|(wanted, column)| wanted.column == *column);
    let mut agree = wanted
        .iter()
        .enumerate()
        .map(|(at, wanted)| wanted.descending == index.is_descending(fixed + at));
    if named && agree.clone().all(|agrees| agrees) {
        Pushdown::Forward
    } else if named && !agree.any(|agrees| agrees) {
        Pushdown::Reverse
    } else {
        Pushdown::None
    }
}
