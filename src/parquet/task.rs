//! Rows of `dispatch_outbox` and `timers`.

use std::collections::HashMap;

use super::cells::Cell;
use super::rows::{self, Row};
use super::{Findings, Table};
use crate::model::task_id::{CLOUD_TASK_ID, Operation, Record};
use crate::model::{Answer, Stance};
use crate::rule::rules::{TI_001, TI_002, TI_003, TI_017, TI_018, TI_019, TI_028};

pub(super) struct Judge {
    table: Table,
    id_column: &'static str,
    /// The rows of the internal ids so far.
    seen: HashMap<String, u64>,
}

impl Judge {
    pub(super) fn new(table: Table) -> Self {
        let [id, _] = &table.columns()[..] else {
            unreachable!("a table of tasks has two columns")
        };
        Self {
            table,
            id_column: id.name,
            seen: HashMap::new(),
        }
    }

    /// What belongs to a row of this internal id, if it is one.
    fn record(&self, id: &str, row: u64, findings: &mut Findings) -> Option<Record> {
        let Some(operation) = Operation::read(id) else {
            let (rule, form) = match self.table {
                Table::Timers if id.starts_with("timer:heartbeat:") => {
                    (TI_003, "timer:heartbeat:RUN:TASK:CHECK_EPOCH")
                }
                Table::Timers => (TI_002, "timer:retry:RUN:TASK:ATTEMPT:DUE_EPOCH"),
                _ => (TI_001, "dispatch:RUN:TASK:ATTEMPT"),
            };
            let problem = format!("is `{id}`, which has not the form `{form}`");
            let advice = "Store the internal id, whose run and task hold no colon.";
            findings.value(self.id_column, row, rule, problem, advice);
            return None;
        };
        match allowed(|stance| Record::of(&operation, stance)) {
            Ok(record) if record.table == self.table.name() => Some(record),
            Ok(record) => {
                let rule = match operation {
                    Operation::Dispatch { .. } => TI_017,
                    Operation::Retry { .. } | Operation::Heartbeat { .. } => TI_018,
                };
                let problem = format!("is `{id}`, which belongs to `{}`", record.table);
                findings.value(
                    self.id_column,
                    row,
                    rule,
                    problem,
                    "Move the row to its table.",
                );
                None
            }
            Err(rejection) => {
                let problem = format!("is `{id}`, refused with `{}`", rejection.code);
                let advice = "Make the id from sound parts: texts that are not empty and hold no colon, numbers without sign and leading zeros.";
                findings.value(self.id_column, row, rejection.rule, problem, advice);
                None
            }
        }
    }
}

impl rows::Judge for Judge {
    fn row(&mut self, row: &Row<'_>, findings: &mut Findings) {
        let Cell::Is(id) = row.text(self.id_column) else {
            return;
        };
        let number = row.number();
        if let Some(record) = self.record(id, number, findings)
            && let Cell::Is(stored) = row.text(CLOUD_TASK_ID)
            && stored != record.cloud_task_id
        {
            let derived = &record.cloud_task_id;
            let problem = format!("is `{stored}`, but of `{id}` it is `{derived}`");
            let advice = "Derive the cloud task id from the internal id that stands beside it.";
            findings.value(CLOUD_TASK_ID, number, TI_019, problem, advice);
        }
        // Of timers the rules do not say so.
        if self.table == Table::DispatchOutbox
            && let Some(earlier) = self.seen.insert(id.to_owned(), number)
        {
            let problem = format!("is `{id}`, as in row {earlier}");
            findings.value(
                self.id_column,
                number,
                TI_028,
                problem,
                "Keep one row for each dispatch.",
            );
        }
    }
}

/// What is allowed under any choice at open rules.
pub(super) fn allowed<T>(answer: impl Fn(&mut Stance) -> Answer<T>) -> Answer<T> {
    answer(&mut Stance::default()).or_else(|refusal| {
        let mut answers = Stance::explore(answer).into_iter();
        answers.find_map(|(_, answer)| answer.ok()).ok_or(refusal)
    })
}
