//! Several subjects side by side: where they agree, and where they do not.

use std::collections::{BTreeMap, BTreeSet};

use super::json::{Report, Rule, Subject};
use crate::verdict::Verdict;

/// What became of one rule, for each subject.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) rule: &'a Rule,
    pub(super) cells: Vec<Cell>,
}

/// What became of one rule for one subject.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell {
    /// The worst verdict of anything that stands for the rule; `None` if nothing was judged.
    pub(super) worst: Option<Verdict>,
    /// How many have it.
    pub(super) count: usize,
    /// How many stand for the rule.
    pub(super) total: usize,
}

/// The choices at one open rule, for each subject; none where it showed no choice.
#[derive(Debug)]
pub(super) struct Choices<'a> {
    pub(super) rule: &'a str,
    pub(super) title: &'a str,
    pub(super) names: Vec<Vec<&'a str>>,
}

/// How bad a verdict is, where several come together.
const fn badness(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Pass => 0,
        Verdict::Unsupported => 1,
        Verdict::Warn => 2,
        Verdict::KnownFailure => 3,
        Verdict::UnexpectedPass => 4,
        Verdict::Fail => 5,
        Verdict::Errored => 6,
    }
}

/// Every rule that anything stands for.
pub(super) fn rules(report: &Report) -> Vec<Row<'_>> {
    let columns: Vec<BTreeMap<&str, Cell>> = report.subjects.iter().map(column).collect();
    let row = |rule: &'_ Rule| -> Vec<Cell> {
        let cells = columns.iter();
        cells
            .map(|column| column.get(rule.id.as_str()).copied().unwrap_or(Cell::EMPTY))
            .collect()
    };
    let rows = report.rules.iter().map(|rule| Row {
        rule,
        cells: row(rule),
    });
    rows.filter(|row| row.cells.iter().any(|cell| cell.total > 0))
        .collect()
}

/// A failure is held against the first of its rules. The others share it only if nothing else stands for them: to say
/// that they pass would be a guess, and so would silence.
fn column(subject: &Subject) -> BTreeMap<&str, Cell> {
    let mut cells: BTreeMap<&str, Cell> = BTreeMap::new();
    let mut shared: BTreeMap<&str, Cell> = BTreeMap::new();
    for entry in &subject.verdicts {
        let clean = matches!(entry.verdict, Verdict::Pass | Verdict::Unsupported);
        for (at, rule) in entry.rules.iter().enumerate() {
            let cells = if clean || at == 0 {
                &mut cells
            } else {
                &mut shared
            };
            cells.entry(rule).or_insert(Cell::EMPTY).add(entry.verdict);
        }
    }
    for (rule, cell) in shared {
        cells.entry(rule).or_insert(cell);
    }
    cells
}

impl Row<'_> {
    /// Whether nothing speaks against any subject.
    pub(super) fn is_clean(&self) -> bool {
        self.cells.iter().all(|cell| {
            let worst = cell.worst;
            matches!(worst, None | Some(Verdict::Pass | Verdict::Unsupported))
        })
    }
}

impl Cell {
    const EMPTY: Self = Self {
        worst: None,
        count: 0,
        total: 0,
    };

    fn add(&mut self, verdict: Verdict) {
        self.total += 1;
        match self.worst {
            Some(worst) if badness(worst) > badness(verdict) => {}
            Some(worst) if worst == verdict => self.count += 1,
            _ => (self.worst, self.count) = (Some(verdict), 1),
        }
    }

    /// The cell in a few characters.
    pub(super) fn shown(self) -> String {
        match self.worst {
            None => "–".to_owned(),
            Some(Verdict::Pass) => "ok".to_owned(),
            Some(verdict) => format!("{verdict} {}", self.count),
        }
    }
}

/// The choices at all open rules where any subject showed one.
pub(super) fn choices(report: &Report) -> Vec<Choices<'_>> {
    let choices = report.subjects.iter().flat_map(|subject| &subject.choices);
    let rules: BTreeSet<&str> = choices.map(|choice| choice.rule.as_str()).collect();
    let of = |subject: &'_ Subject, rule: &str| -> Option<usize> {
        subject.choices.iter().position(|it| it.rule == rule)
    };
    rules
        .into_iter()
        .map(|rule| Choices {
            rule,
            title: report.rule(rule).map_or("", |it| it.title.as_str()),
            names: report
                .subjects
                .iter()
                .map(|subject| {
                    let at = of(subject, rule);
                    let names = at.map(|at| subject.choices[at].choices.keys());
                    names.into_iter().flatten().map(String::as_str).collect()
                })
                .collect(),
        })
        .collect()
}

/// How many cases and laws have the same verdict for all subjects, and how many have not.
pub(super) fn agreement(report: &Report) -> (usize, usize) {
    let mut seen: BTreeMap<&str, BTreeSet<Verdict>> = BTreeMap::new();
    for entry in report.subjects.iter().flat_map(|it| &it.verdicts) {
        seen.entry(&entry.id).or_default().insert(entry.verdict);
    }
    let agreed = seen.values().filter(|verdicts| verdicts.len() == 1).count();
    (agreed, seen.len() - agreed)
}

impl Choices<'_> {
    /// Whether all subjects that showed a choice showed the same.
    pub(super) fn agree(&self) -> bool {
        let mut shown = self.names.iter().filter(|names| !names.is_empty());
        let first = shown.next();
        shown.all(|names| Some(names) == first)
    }
}
