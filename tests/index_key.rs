//! Index keys: the document's test matrix, and the store at size.

use std::time::{Duration, Instant};

use proofmark::law;
use proofmark::model::index_key::{Component, Index, Kind, Row, Scan, Store};
use proofmark::model::{Literal, Stance};
use proofmark::rule::Registry;
use proofmark::vector::Library;

fn index(declared: &'static str) -> Index {
    Index {
        kind: Kind::User,
        id: 7,
        components: vec![Component {
            declared: Some(declared),
            descending: false,
        }],
        primary_key: Some("uint"),
        unique: true,
    }
}

fn row(component: Literal, primary_key: usize) -> Row<Literal> {
    Row {
        components: vec![component],
        primary_key: Literal::Uint(primary_key.to_string()),
    }
}

/// The rows of a whole scan by pages of one, as their primary keys.
fn paged_by_one(store: &mut Store, reverse: bool) -> Vec<Literal> {
    let (mut listed, mut cursor) = (Vec::new(), None);
    loop {
        let scan = Scan {
            prefix: Vec::new(),
            range: None,
            reverse,
            limit: Some(1),
            cursor,
        };
        let page = store
            .scan(Kind::User, 7, &scan, &mut Stance::default())
            .unwrap();
        listed.extend(page.rows.iter().map(|row| row.primary_key.to_literal()));
        cursor = page.cursor;
        if cursor.is_none() {
            return listed;
        }
    }
}

/// Puts so many rows, and reads them back one by one.
fn live(rows: usize) -> Duration {
    let start = Instant::now();
    let mut store = Store::default();
    store.create(index("int")).unwrap();
    for at in 0..rows {
        // Neither ascending nor descending: 7919 is prime to every number of rows here.
        let at = at * 7919 % rows;
        let row = row(Literal::Int(at.to_string()), at);
        store.put(Kind::User, 7, &row).unwrap();
    }
    let listed = paged_by_one(&mut store, true);
    assert_eq!(listed.len(), rows);
    assert_eq!(listed[0], Literal::Uint((rows - 1).to_string()));
    assert_eq!(listed[rows - 1], Literal::Uint("0".to_owned()));
    start.elapsed()
}

#[test]
fn a_hundred_thousand_rows_are_paged_by_one_in_a_time_that_is_not_quadratic() {
    let few = live(10_000);
    let many = live(100_000);
    // Ten times as many rows: about ten times as long, where a quadratic store takes a hundred times as long.
    assert!(
        many < few * 50,
        "{few:?} for 10000 rows, {many:?} for 100000"
    );
}

#[test]
fn rows_of_a_mebibyte_are_put_found_and_paged() {
    let mut store = Store::default();
    store.create(index("string")).unwrap();
    let large = "\u{fffd}\0".repeat(1 << 18);
    assert_eq!(large.len(), 1 << 20);
    for (at, end) in ["", "\0", "a"].into_iter().enumerate() {
        let text = Literal::String(format!("{large}{end}"));
        store.put(Kind::User, 7, &row(text, at)).unwrap();
    }
    let keys = |order: [usize; 3]| order.map(|at| Literal::Uint(at.to_string())).to_vec();
    assert_eq!(paged_by_one(&mut store, false), keys([0, 1, 2]));
    assert_eq!(paged_by_one(&mut store, true), keys([2, 1, 0]));
    let twin = row(Literal::String(large), 9);
    let refused = store.put(Kind::User, 7, &twin).unwrap_err();
    assert_eq!(refused.code, "unique_violation");
}

/// The table in `vectors/README.md` that ticks off the document's section 11.
#[test]
fn every_line_of_the_test_matrix_has_cases_and_laws_that_exist() {
    let readme = include_str!("../vectors/README.md");
    let (_, matrix) = readme
        .split_once("## The test matrix of index keys")
        .unwrap();
    let matrix = matrix.split("\n## ").next().unwrap();
    let rows = matrix.lines().filter(|line| line.starts_with("| 11."));
    let topics = Library::embedded().topics(Registry::embedded()).unwrap();
    let cases: Vec<String> = topics
        .into_iter()
        .flat_map(|topic| topic.cases)
        .map(|case| case.id)
        .collect();
    let laws: Vec<String> = law::all().map(|law| law.id.to_owned()).collect();
    let mut lines = Vec::new();
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [section, line, of_cases, of_laws] = cells[..] else {
            panic!("{row} has not four cells")
        };
        lines.push(section);
        assert!(!line.is_empty());
        assert_named(of_cases, "index_key/", &cases, row);
        assert_named(of_laws, "index_key/law/", &laws, row);
    }
    // As many as the document has, section by section.
    let count = |section| lines.iter().filter(|line| **line == section).count();
    assert_eq!(
        ["11.1", "11.2", "11.3", "11.4", "11.5"].map(count),
        [8, 1, 6, 4, 2]
    );
    assert_eq!(lines.len(), 21);
}

/// At least one name between backticks, and each of them is known; `*` at its end stands for any ending.
fn assert_named(cell: &str, before: &str, known: &[String], row: &str) {
    let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
    assert!(!names.is_empty(), "nothing is named: {row}");
    for name in names {
        let id = format!("{before}{name}");
        let found = match id.strip_suffix('*') {
            Some(beginning) => known.iter().any(|known| known.starts_with(beginning)),
            None => known.contains(&id),
        };
        assert!(found, "there is no `{id}`: {row}");
    }
}
