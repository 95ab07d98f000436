//! Tables as pyarrow writes and reads them. It is installed by the test itself, where it can be.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use libtest_mimic::{Failed, Trial};
use serde_json::{Value, json};

use crate::support::{python_is_missing, root};
use crate::{check, written};

/// Tables that conform.
const SOUND: [(&str, &str); 18] = [
    ("default", "partition_status"),
    ("empty", "partition_status"),
    ("all-nullable", "partition_status"),
    ("uncompressed", "partition_status"),
    ("zstd", "partition_status"),
    ("no-dictionary", "partition_status"),
    ("version-1", "partition_status"),
    ("pages-version-2", "partition_status"),
    ("row-groups-of-two", "partition_status"),
    ("no-arrow-schema", "partition_status"),
    ("columns-in-another-order", "partition_status"),
    ("large-strings", "partition_status"),
    ("dictionaries", "partition_status"),
    ("shown-in-another-zone", "partition_status"),
    ("several-batches", "partition_status"),
    ("default", "dispatch_outbox"),
    ("default", "timers"),
    ("more-columns", "dispatch_outbox"),
];

/// Tables with one fault, the place and the rule that must be named, and some words of the problem.
const FAULTY: &[(&str, &str, &str, &str, &str)] = &[
    (
        "missing-column",
        "partition_status",
        "column row_version",
        "PS-052",
        "is missing",
    ),
    (
        "extra-column",
        "partition_status",
        "column note",
        "PS-052",
        "is not a column of the table",
    ),
    (
        "column-twice",
        "partition_status",
        "column tenant_id",
        "PS-052",
        "is there 2 times",
    ),
    (
        "milliseconds",
        "partition_status",
        "column last_attempt_at",
        "PS-053",
        "is INT64 annotated TIMESTAMP(MILLIS, UTC), and not INT64 annotated TIMESTAMP(MICROS, UTC)",
    ),
    (
        "nanoseconds",
        "partition_status",
        "column last_attempt_at",
        "PS-053",
        "TIMESTAMP(NANOS, UTC)",
    ),
    (
        "local-time",
        "partition_status",
        "column last_attempt_at",
        "PS-053",
        "TIMESTAMP(MICROS, local time)",
    ),
    (
        "binary",
        "partition_status",
        "column tenant_id",
        "PS-053",
        "is BYTE_ARRAY without annotation",
    ),
    (
        "instant-as-text",
        "partition_status",
        "column last_attempt_at",
        "PS-053",
        "is BYTE_ARRAY annotated STRING",
    ),
    (
        "values-as-json",
        "partition_status",
        "column partition_values",
        "PS-053",
        "is BYTE_ARRAY annotated STRING",
    ),
    (
        "values-of-numbers",
        "partition_status",
        "column partition_values",
        "PS-053",
        "to INT64 without annotation",
    ),
    (
        "required",
        "partition_status",
        "column last_attempt_at",
        "PS-054",
        "is REQUIRED",
    ),
    (
        "null",
        "partition_status",
        "column workspace_id, row 3",
        "PS-054",
        "is null",
    ),
    (
        "null-map",
        "partition_status",
        "column partition_values, row 3",
        "PS-054",
        "is null",
    ),
    (
        "null-value",
        "partition_status",
        "column partition_values, row 3",
        "PS-027",
        "has null for `region`",
    ),
    (
        "empty-tenant",
        "partition_status",
        "column tenant_id, row 2",
        "PS-008",
        "is the empty text",
    ),
    (
        "empty-run",
        "partition_status",
        "column last_attempt_run_id, row 2",
        "PS-008",
        "is the empty text",
    ),
    (
        "key-not-canonical",
        "partition_status",
        "column partition_key, row 4",
        "PS-010",
        "breaks PK-004",
    ),
    (
        "key-empty",
        "partition_status",
        "column partition_key, row 4",
        "PS-010",
        "breaks PK-001",
    ),
    (
        "value-encoded",
        "partition_status",
        "column partition_values, row 1",
        "PS-026",
        "has `dXMtZWFzdA` for `region`",
    ),
    (
        "value-other",
        "partition_status",
        "column partition_values, row 1",
        "PS-027",
        "has `2025-1-1` for `date`",
    ),
    (
        "value-missing",
        "partition_status",
        "column partition_values, row 1",
        "PS-025",
        "has no entry for `region`",
    ),
    (
        "value-extra",
        "partition_status",
        "column partition_values, row 1",
        "PS-025",
        "has an entry `shard`",
    ),
    (
        "value-twice",
        "partition_status",
        "column partition_values, row 1",
        "PS-025",
        "has an entry `date`",
    ),
    (
        "unknown-outcome",
        "partition_status",
        "column last_attempt_outcome, row 5",
        "PS-007",
        "is `failed`",
    ),
    (
        "no-attempt",
        "partition_status",
        "column last_attempt_at, row 5",
        "PS-023",
        "there is no attempt",
    ),
    (
        "half-an-attempt",
        "partition_status",
        "column last_attempt_outcome, row 5",
        "PS-012",
        "is null",
    ),
    (
        "half-a-materialization",
        "partition_status",
        "column last_materialization_at, row 1",
        "PS-016",
        "is null",
    ),
    (
        "materialization-without-run",
        "partition_status",
        "column last_materialization_run_id, row 1",
        "PS-016",
        "is null",
    ),
    (
        "version-of-nothing",
        "partition_status",
        "column last_materialization_code_version, row 2",
        "PS-016",
        "there is no materialization",
    ),
    (
        "stale-without-reason",
        "partition_status",
        "column stale_reason_code, row 3",
        "PS-043",
        "is null",
    ),
    (
        "reason-without-stale",
        "partition_status",
        "column stale_reason_code, row 3",
        "PS-043",
        "is not stale",
    ),
    (
        "unknown-reason",
        "partition_status",
        "column stale_reason_code, row 3",
        "PS-044",
        "is `OLD`",
    ),
    (
        "never-and-stale",
        "partition_status",
        "column stale_since, row 2",
        "PS-032",
        "nothing was ever materialized",
    ),
    (
        "stale-before-it-was-made",
        "partition_status",
        "column stale_since, row 4",
        "PS-033",
        "before the data was made at 2025-01-15T10:00:00.000001Z",
    ),
    (
        "upstream-of-the-same-instant",
        "partition_status",
        "column stale_since, row 3",
        "PS-036",
        "not after the data was made at",
    ),
    (
        "code-before-it-was-made",
        "partition_status",
        "column stale_since, row 3",
        "PS-041",
        "before the data was made at",
    ),
    (
        "code-of-unknown-version",
        "partition_status",
        "column stale_reason_code, row 4",
        "PS-040",
        "is CODE_CHANGED",
    ),
    (
        "row-version-lower-case",
        "partition_status",
        "column row_version, row 5",
        "PS-003",
        "no canonical ULID",
    ),
    (
        "same-partition-twice",
        "partition_status",
        "column partition_key, row 5",
        "PS-001",
        "is that of row 1",
    ),
    (
        "year-33658",
        "partition_status",
        "column last_attempt_at, row 1",
        "PS-006",
        "outside of the years",
    ),
    (
        "not-utf-8",
        "partition_status",
        "column tenant_id, row 2",
        "PS-053",
        "no UTF-8: ff",
    ),
    (
        "other-cloud-id",
        "dispatch_outbox",
        "column cloud_task_id, row 2",
        "TI-019",
        "is `d_cxtoltqhbncw6nevn7hy53kqn6`, but of `dispatch:run1:extract:2` it is `d_",
    ),
    (
        "other-cloud-id",
        "timers",
        "column cloud_task_id, row 2",
        "TI-019",
        "but of `timer:heartbeat:run1:extract:1` it is `t_",
    ),
    (
        "legacy-cloud-id",
        "dispatch_outbox",
        "column cloud_task_id, row 1",
        "TI-019",
        "it is `d_cxtoltqhbncw6nevn7hy53kqn6`",
    ),
    (
        "timer-among-dispatches",
        "dispatch_outbox",
        "column dispatch_id, row 2",
        "TI-018",
        "belongs to `timers`",
    ),
    (
        "dispatch-among-timers",
        "timers",
        "column timer_id, row 2",
        "TI-017",
        "belongs to `dispatch_outbox`",
    ),
    (
        "colon-in-a-part",
        "dispatch_outbox",
        "column dispatch_id, row 1",
        "TI-001",
        "dispatch:RUN:TASK:ATTEMPT",
    ),
    (
        "empty-part",
        "dispatch_outbox",
        "column dispatch_id, row 1",
        "TI-004",
        "empty_component",
    ),
    (
        "leading-zero",
        "timers",
        "column timer_id, row 1",
        "TI-007",
        "invalid_number",
    ),
    (
        "heartbeat-with-an-attempt",
        "timers",
        "column timer_id, row 1",
        "TI-003",
        "timer:heartbeat:RUN:TASK:CHECK_EPOCH",
    ),
    (
        "dispatch-twice",
        "dispatch_outbox",
        "column dispatch_id, row 2",
        "TI-028",
        "as in row 1",
    ),
    (
        "null-id",
        "dispatch_outbox",
        "column dispatch_id, row 2",
        "TI-017",
        "is null",
    ),
    (
        "null-cloud-id",
        "timers",
        "column cloud_task_id, row 1",
        "TI-018",
        "is null",
    ),
    (
        "missing-column",
        "timers",
        "column cloud_task_id",
        "TI-018",
        "is missing",
    ),
];

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, table) in SOUND {
        trials.push(Trial::test(
            format!("pyarrow::sound::{table}::{name}"),
            move || conforms(name, table),
        ));
    }
    for fault in FAULTY {
        let (name, table, ..) = fault;
        trials.push(Trial::test(
            format!("pyarrow::faulty::{table}::{name}"),
            || is_named(fault),
        ));
    }
    for (name, test) in [
        (
            "a_renamed_column_is_missing_and_too_many",
            renamed as fn() -> Result<(), Failed>,
        ),
        ("old_timestamps_of_96_bits_are_named", int96),
        ("an_empty_map_misses_every_dimension", empty_map),
        ("a_fault_of_every_row_is_told_thrice_and_counted", counted),
        ("columns_that_are_not_judged_are_shown", not_judged),
        ("a_compression_that_cannot_be_read_is_wrong_usage", gzip),
        ("a_file_of_no_table_is_wrong_usage", no_table),
        ("a_table_is_told_by_its_columns", by_columns),
        ("pyarrow_reads_the_references_files", reads),
    ] {
        trials.push(Trial::test(format!("pyarrow::{name}"), test));
    }
    match missing() {
        None => trials,
        Some(reason) => trials
            .into_iter()
            .map(|trial| trial.with_kind(&reason).with_ignored_flag(true))
            .collect(),
    }
}

/// Where Python with pyarrow is, and the tables that it wrote.
struct Installed {
    python: PathBuf,
    tables: PathBuf,
}

static INSTALLED: LazyLock<Result<Installed, String>> = LazyLock::new(install);

/// Why there is no pyarrow to test with.
fn missing() -> Option<String> {
    if let Some(reason) = python_is_missing() {
        return Some(reason);
    }
    let reason = INSTALLED.as_ref().err()?;
    assert!(std::env::var_os("PROOFMARK_CI").is_none(), "{reason}");
    Some(format!("no pyarrow: {reason}"))
}

fn install() -> Result<Installed, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let environment = folder.join("pyarrow");
    let scripts = if cfg!(windows) { "Scripts" } else { "bin" };
    let python = environment.join(scripts).join("python");
    let has_pyarrow =
        |python: &Path| run(Command::new(python).args(["-c", "import pyarrow.parquet"]));
    if has_pyarrow(&python).is_err() {
        run(Command::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&environment))?;
        run(Command::new(&python).args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "pyarrow",
        ]))?;
        has_pyarrow(&python)?;
    }
    let tables = folder.join("tables");
    run(Command::new(&python)
        .arg(script())
        .arg("write")
        .arg(&tables))?;
    Ok(Installed { python, tables })
}

fn script() -> PathBuf {
    root().join("tests/parquet/tables.py")
}

/// What a command says, or the last line of its complaint.
fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    Err(said
        .lines()
        .last()
        .unwrap_or("it failed silently")
        .to_owned())
}

fn installed() -> Result<&'static Installed, Failed> {
    INSTALLED
        .as_ref()
        .map_err(|reason| Failed::from(reason.as_str()))
}

/// A table that pyarrow wrote.
fn file(kind: &str, name: &str, table: &str) -> Result<PathBuf, Failed> {
    let folder = installed()?.tables.join(kind).join(name);
    Ok(folder.join(table).with_extension("parquet"))
}

fn conforms(name: &str, table: &str) -> Result<(), Failed> {
    let said = check(&file("sound", name, table)?).exits(0);
    assert!(said.out.contains(" conforms: "), "{}", said.out);
    Ok(())
}

fn is_named(
    (name, table, place, rule, problem): &(&str, &str, &str, &str, &str),
) -> Result<(), Failed> {
    let file = file("faulty", name, table)?;
    let said = check(&file).exits(1);
    let heading = format!("FAIL {}, {place} ({rule} ", file.display());
    assert!(said.out.contains(&heading), "{heading}\n{}", said.out);
    assert!(said.out.contains(problem), "{problem}\n{}", said.out);
    assert_eq!(said.out.matches("FAIL ").count(), 1, "{}", said.out);
    assert!(said.out.ends_with(", 1 finding\n"), "{}", said.out);
    Ok(())
}

fn renamed() -> Result<(), Failed> {
    let said = check(&file("faulty", "renamed-column", "partition_status")?).exits(1);
    assert!(
        said.out.contains("column asset_key (PS-052"),
        "{}",
        said.out
    );
    assert!(
        said.out.contains("column Asset_Key (PS-052"),
        "{}",
        said.out
    );
    Ok(())
}

fn int96() -> Result<(), Failed> {
    let said = check(&file("faulty", "int96", "partition_status")?).exits(1);
    assert_eq!(
        said.out.matches("is INT96 without annotation").count(),
        3,
        "{}",
        said.out
    );
    Ok(())
}

fn empty_map() -> Result<(), Failed> {
    let said = check(&file("faulty", "values-empty", "partition_status")?).exits(1);
    for dimension in ["date", "region"] {
        let problem = format!("has no entry for `{dimension}`");
        assert!(said.out.contains(&problem), "{}", said.out);
    }
    Ok(())
}

fn counted() -> Result<(), Failed> {
    let said = check(&file("faulty", "in-every-row", "partition_status")?).exits(1);
    assert_eq!(said.out.matches("FAIL ").count(), 3, "{}", said.out);
    for row in 1..=3 {
        assert!(
            said.out
                .contains(&format!("column row_version, row {row} (PS-003")),
            "{}",
            said.out
        );
    }
    assert!(
        said.out.contains("and so in 2497 more rows"),
        "{}",
        said.out
    );
    assert!(
        said.out.ends_with("2500 rows judged, 2500 findings\n"),
        "{}",
        said.out
    );
    Ok(())
}

fn not_judged() -> Result<(), Failed> {
    let said = check(&file("sound", "more-columns", "dispatch_outbox")?).exits(0);
    assert!(
        said.out.contains("columns not judged: status, tries"),
        "{}",
        said.out
    );
    Ok(())
}

fn gzip() -> Result<(), Failed> {
    let said = check(&file("faulty", "gzip", "dispatch_outbox")?).exits(2);
    assert!(
        said.err
            .contains("column dispatch_id is compressed with GZIP, which"),
        "{}",
        said.err
    );
    Ok(())
}

fn no_table() -> Result<(), Failed> {
    for name in ["of-no-table", "of-two-tables"] {
        let said = check(&file("faulty", name, "other")?).exits(2);
        assert!(said.err.contains("say it with `--table`"), "{}", said.err);
    }
    Ok(())
}

fn by_columns() -> Result<(), Failed> {
    let said = check(&file("faulty", "by-its-columns", "part-0000")?).exits(0);
    assert!(
        said.out.contains("conforms: timers, 1 row judged"),
        "{}",
        said.out
    );
    Ok(())
}

/// Another reader finds the types and the values that the page promises.
fn reads() -> Result<(), Failed> {
    let folder = tempfile::tempdir().unwrap();
    written(folder.path()).exits(0);
    let read = |table: &str| -> Result<Value, Failed> {
        let file = folder.path().join(table).with_extension("parquet");
        let text = run(Command::new(&installed()?.python)
            .arg(script())
            .arg("read")
            .arg(file))?;
        Ok(serde_json::from_str(&text).expect("the script prints JSON"))
    };
    let status = read("partition_status")?;
    assert_eq!(status["fields"][0], json!(["tenant_id", "string", false]));
    assert_eq!(
        status["fields"][5],
        json!(["last_materialization_at", "timestamp[us, tz=UTC]", true])
    );
    assert_eq!(status["fields"][12][0], "partition_values");
    assert_eq!(status["fields"].as_array().map(Vec::len), Some(14));
    let (first, last) = (&status["rows"][0], &status["rows"][2]);
    assert_eq!(
        first["last_materialization_at"],
        "2025-01-15T10:00:00+00:00"
    );
    assert_eq!(first["last_attempt_outcome"], "FAILED");
    assert_eq!(first["stale_since"], "2025-01-15T11:00:00+00:00");
    assert_eq!(status["rows"][1]["last_materialization_at"], Value::Null);
    assert_eq!(last["last_materialization_code_version"], Value::Null);
    assert_eq!(
        last["partition_values"],
        json!([
            ["date", "2025-01-17"],
            ["region", "überall"],
            ["shard", "null"]
        ])
    );
    let outbox = read("dispatch_outbox")?;
    assert_eq!(
        outbox["rows"],
        json!([{"dispatch_id": "dispatch:run1:extract:1", "cloud_task_id": "d_cxtoltqhbncw6nevn7hy53kqn6"}])
    );
    assert_eq!(
        read("timers")?["rows"][0]["cloud_task_id"],
        "t_hlljqq57362d4n3x2kett7jrqf"
    );
    Ok(())
}
