//! What is wrong with a file.

use std::collections::BTreeMap;

use crate::rule::RuleId;

/// How many rows are told of with the same fault in the same column. The others are counted.
const TOLD: usize = 3;

/// Something that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The column; `None` if it is about the whole file.
    pub column: Option<String>,
    /// The row, from 1; `None` if it is about the whole column.
    pub row: Option<u64>,
    /// The rule that is broken; `None` if the file cannot be read.
    pub rule: Option<RuleId>,
    /// What is wrong, as the end of a sentence that begins with the place.
    pub problem: String,
    /// What to do about it.
    pub advice: String,
    /// How many further rows have the same fault in the same column, after the last that is told of.
    pub more: u64,
}

/// All that is wrong with a file, in the order found.
#[derive(Debug, Default)]
pub struct Findings {
    told: Vec<Finding>,
    /// For each fault of a column, where it is told of.
    places: BTreeMap<(Option<String>, Option<RuleId>), Vec<usize>>,
}

impl Findings {
    /// What is told of.
    #[must_use]
    pub fn told(&self) -> &[Finding] {
        &self.told
    }

    /// How many there are, with those that are only counted.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.told.iter().map(|finding| 1 + finding.more).sum()
    }

    /// Puts them into the order of rows; what is about no row in particular comes first.
    pub(super) fn sort(&mut self) {
        self.told.sort_by_key(|finding| finding.row);
        self.places.clear();
    }

    /// The file cannot be read, or not from this place on.
    pub(super) fn unreadable(
        &mut self,
        column: Option<&str>,
        row: Option<u64>,
        problem: impl Into<String>,
        advice: &str,
    ) {
        self.add(column, row, None, problem.into(), advice);
    }

    /// A whole column is not as it should be.
    pub(super) fn column(
        &mut self,
        column: &str,
        rule: RuleId,
        problem: impl Into<String>,
        advice: &str,
    ) {
        self.add(Some(column), None, Some(rule), problem.into(), advice);
    }

    /// A value is not as it should be.
    pub(super) fn value(
        &mut self,
        column: &str,
        row: u64,
        rule: RuleId,
        problem: impl Into<String>,
        advice: &str,
    ) {
        self.add(Some(column), Some(row), Some(rule), problem.into(), advice);
    }

    fn add(
        &mut self,
        column: Option<&str>,
        row: Option<u64>,
        rule: Option<RuleId>,
        problem: String,
        advice: &str,
    ) {
        let key = (column.map(str::to_owned), rule);
        let places = self.places.entry(key).or_default();
        if let Some(last) = places.get(TOLD - 1) {
            self.told[*last].more += 1;
            return;
        }
        places.push(self.told.len());
        self.told.push(Finding {
            column: column.map(str::to_owned),
            row,
            rule,
            problem,
            advice: advice.to_owned(),
            more: 0,
        });
    }
}
