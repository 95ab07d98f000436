//! The table of display statuses in the specification is the list of cases that check it.

use std::collections::BTreeMap;

use proofmark::rule::Registry;
use proofmark::vector::{Case, Expectation, Library, Outcome, Topic};
use serde_json::Value;

const PAGE: &str = include_str!("../spec/partition_status.md");

/// The lines of the table: case, materialized, attempt, order, stale, status.
fn lines() -> Vec<[String; 6]> {
    let table = PAGE
        .lines()
        .skip_while(|line| !line.starts_with("| case | materialized |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'));
    let cells = table.map(|line| {
        let cells = line.trim_matches('|').split('|');
        let cells = cells.map(|cell| cell.trim().trim_matches('`').to_owned());
        cells.collect::<Vec<_>>().try_into().expect("six cells")
    });
    cells.collect()
}

fn topic() -> Topic {
    let library = Library::embedded();
    let source = library
        .sources()
        .iter()
        .find(|source| source.file.ends_with("partition_status/display-table.yaml"));
    source
        .expect("the file is embedded")
        .parse(Registry::embedded())
        .expect("it can be read")
}

/// The case as a line of the table.
fn line(case: &Case) -> [String; 6] {
    let input = &case.steps[0].input;
    let (made, tried) = (&input["last_materialization_at"], &input["last_attempt_at"]);
    let yes = |value: &Value| if value.is_null() { "no" } else { "yes" }.to_owned();
    let order = match (made.as_str(), tried.as_str()) {
        (Some(made), Some(tried)) if tried < made => "before",
        (Some(made), Some(tried)) if tried > made => "after",
        (Some(_), Some(_)) => "equal",
        _ => "",
    };
    let Some(Expectation::One(Outcome::Ok(ok))) = &case.steps[0].expect else {
        panic!("{} expects no result", case.id);
    };
    [
        case.name().to_owned(),
        yes(made),
        input["last_attempt_outcome"]
            .as_str()
            .unwrap_or("none")
            .to_owned(),
        order.to_owned(),
        yes(&input["stale_since"]),
        ok["status"].as_str().unwrap_or_default().to_owned(),
    ]
}

#[test]
fn every_line_of_the_table_is_a_case_and_every_case_is_a_line() {
    let cases: Vec<[String; 6]> = topic().cases.iter().map(line).collect();
    assert_eq!(cases, lines());
}

#[test]
fn the_table_has_every_combination_once() {
    let mut combinations: BTreeMap<[String; 4], usize> = BTreeMap::new();
    for [_, materialized, attempt, order, stale, _] in lines() {
        let key = [materialized, attempt, order, stale];
        *combinations.entry(key).or_default() += 1;
    }
    // Without data or without an attempt there is no order: 2 × 4, 2, and 2 × 3 × 3.
    assert_eq!(combinations.len(), 8 + 2 + 18);
    assert!(combinations.values().all(|count| *count == 1));
}
