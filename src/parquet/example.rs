//! What the reference's own files hold.

use crate::model::Stance;
use crate::model::partition_status::{Circumstances, GivenEvent, Instant, Row, Table};
use crate::model::task_id::{Operation, Record};

/// Rows that show each column with a value and, where it may be, without.
pub(super) fn status() -> Vec<Row> {
    let events = [
        event(
            "01JHZZZZZZ0000000000000001",
            "date=d:2025-01-15",
            "SUCCEEDED",
            "10:00",
            Some("v1"),
        ),
        event(
            "01JHZZZZZZ0000000000000002",
            "date=d:2025-01-15",
            "FAILED",
            "11:00",
            Some("v2"),
        ),
        event(
            "01JHZZZZZZ0000000000000003",
            "date=d:2025-01-16",
            "CANCELLED",
            "11:30",
            Some("v2"),
        ),
        event(
            "01JHZZZZZZ0000000000000004",
            "date=d:2025-01-17,region=s:w7xiZXJhbGw,shard=n:null",
            "SUCCEEDED",
            "11:45",
            None,
        ),
    ];
    let mut table = Table::default();
    let sound = "the example is sound";
    table.apply(&events, &mut Stance::default()).expect(sound);
    let circumstances = Circumstances {
        max_age: Some(3_600_000_000),
        upstreams: Vec::new(),
        current_code: None,
        now: Instant::parse("2025-01-15T12:00:00.000000Z").expect(sound),
    };
    let identities: Vec<_> = table.rows().map(|row| row.identity.clone()).collect();
    for identity in identities {
        table.sweep(&identity, &circumstances);
    }
    table.rows().cloned().collect()
}

fn event(
    id: &str,
    partition: &str,
    outcome: &str,
    time: &str,
    version: Option<&str>,
) -> GivenEvent {
    GivenEvent {
        event_id: id.to_owned(),
        tenant_id: "acme".to_owned(),
        workspace_id: "prod".to_owned(),
        run_id: format!("run-{time}"),
        asset_key: Some("sales".to_owned()),
        partition_key: Some(partition.to_owned()),
        outcome: outcome.to_owned(),
        at: format!("2025-01-15T{time}:00.000000Z"),
        code_version: version.map(str::to_owned),
        materialized: true,
    }
}

/// A record of each kind of operation: the document's own examples, and a heartbeat.
pub(super) fn records() -> Vec<Record> {
    let (run_id, task_key, attempt) = ("run1".to_owned(), "extract".to_owned(), "1".to_owned());
    let operations = [
        Operation::Dispatch {
            run_id: run_id.clone(),
            task_key: task_key.clone(),
            attempt: attempt.clone(),
        },
        Operation::Retry {
            run_id: run_id.clone(),
            task_key: task_key.clone(),
            attempt,
            due_epoch: "1705340400".to_owned(),
        },
        Operation::Heartbeat {
            run_id,
            task_key,
            check_epoch: "1705340460".to_owned(),
        },
    ];
    let records = operations
        .iter()
        .map(|operation| Record::of(operation, &mut Stance::default()));
    records
        .map(|record| record.expect("the example is sound"))
        .collect()
}
