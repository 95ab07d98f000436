"""Writes tables with pyarrow: sound ones in every way that pyarrow has, and faulty ones, one fault each.

    python tables.py write FOLDER    writes all of them, NAME/TABLE.parquet
    python tables.py read FILE       shows what pyarrow finds in a file, as JSON
"""

import json
import sys
from datetime import datetime, timezone
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

TEXT, INSTANT = pa.string(), pa.timestamp("us", tz="UTC")
TEXTS = pa.map_(TEXT, TEXT)
COLUMNS = [  # name, type, nullable
    ("tenant_id", TEXT, False), ("workspace_id", TEXT, False), ("asset_key", TEXT, False), ("partition_key", TEXT, False),
    ("last_materialization_run_id", TEXT, True), ("last_materialization_at", INSTANT, True),
    ("last_materialization_code_version", TEXT, True),
    ("last_attempt_run_id", TEXT, True), ("last_attempt_at", INSTANT, True), ("last_attempt_outcome", TEXT, True),
    ("stale_since", INSTANT, True), ("stale_reason_code", TEXT, True),
    ("partition_values", TEXTS, False), ("row_version", TEXT, False),
]


def at(minute, micros=0):
    return datetime(2025, 1, 15, 10, minute, 0, micros, tzinfo=timezone.utc)


def row(number, **changes):
    """A sound row of a partition of its own."""
    day = f"2025-01-{number:02}"
    sound = {
        "tenant_id": "acme", "workspace_id": "prod", "asset_key": "sales",
        "partition_key": f"date=d:{day},region=s:dXMtZWFzdA",
        "last_materialization_run_id": "run1", "last_materialization_at": at(0, 1), "last_materialization_code_version": "v1",
        "last_attempt_run_id": "run2", "last_attempt_at": at(5), "last_attempt_outcome": "FAILED",
        "stale_since": None, "stale_reason_code": None,
        "partition_values": [("date", day), ("region", "us-east")], "row_version": f"01JHZZZZZZ00000000000000{number:02}",
    }
    return {**sound, **changes}


NEVER = {f"last_materialization_{name}": None for name in ("run_id", "at", "code_version")}
ROWS = [
    row(1),
    row(2, **NEVER),
    row(3, stale_since=at(30), stale_reason_code="UPSTREAM_CHANGED"),
    row(4, last_materialization_code_version=None, stale_since=at(0, 1), stale_reason_code="FRESHNESS_POLICY"),
    row(5, last_attempt_outcome="CANCELLED", tenant_id="acme/ü"),
]
TASKS = {
    "dispatch_outbox": ("dispatch_id", [("dispatch:run1:extract:1", "d_cxtoltqhbncw6nevn7hy53kqn6")]),
    "timers": ("timer_id", [("timer:retry:run1:extract:1:1705340400", "t_hlljqq57362d4n3x2kett7jrqf")]),
}


def schema(types={}, nullable={}, without=()):
    fields = [pa.field(name, types.get(name, kind), nullable.get(name, null))
              for name, kind, null in COLUMNS if name not in without]
    return pa.schema(fields)


def status(rows, **kind):
    wanted = schema(**kind)
    return pa.Table.from_pylist([{name: r[name] for name in wanted.names} for r in rows], schema=wanted)


def changed(number, **changes):
    """The sound rows, but for one of them."""
    return [{**r, **changes} if n == number else r for n, r in enumerate(ROWS, 1)]


def tasks(table, rows=None, **more):
    name, sound = TASKS[table]
    rows = sound if rows is None else rows
    columns = {name: pa.array([i for i, _ in rows], TEXT), "cloud_task_id": pa.array([c for _, c in rows], TEXT)}
    return pa.table({**columns, **{k: v * len(rows) for k, v in more.items()}})


ALL_NULLABLE = {"nullable": {name: True for name, _, _ in COLUMNS}}


def sound():
    """Tables that conform, and how they are written."""
    table = status(ROWS)
    yield "default", "partition_status", table, {}
    yield "empty", "partition_status", status([]), {}
    yield "all-nullable", "partition_status", status(ROWS, **ALL_NULLABLE), {}
    yield "uncompressed", "partition_status", table, {"compression": "none"}
    yield "zstd", "partition_status", table, {"compression": "zstd"}
    yield "no-dictionary", "partition_status", table, {"use_dictionary": False}
    yield "version-1", "partition_status", table, {"version": "1.0"}
    yield "pages-version-2", "partition_status", table, {"data_page_version": "2.0"}
    yield "row-groups-of-two", "partition_status", table, {"row_group_size": 2}
    yield "no-arrow-schema", "partition_status", table, {"store_schema": False}
    yield "columns-in-another-order", "partition_status", table.select(sorted(table.column_names)), {}
    large = {name: pa.large_string() for name, kind, _ in COLUMNS if kind == TEXT}
    yield "large-strings", "partition_status", status(ROWS, types=large), {}
    coded = {name: pa.dictionary(pa.int32(), TEXT) for name in ("tenant_id", "last_attempt_outcome")}
    yield "dictionaries", "partition_status", status(ROWS, types=coded), {}
    zoned = {"last_attempt_at": pa.timestamp("us", tz="Europe/Berlin")}
    yield "shown-in-another-zone", "partition_status", status(ROWS, types=zoned), {}
    many = [row(1, asset_key=f"asset{n}") for n in range(2500)]
    yield "several-batches", "partition_status", status(many), {}
    yield "default", "dispatch_outbox", tasks("dispatch_outbox"), {}
    yield "default", "timers", tasks("timers"), {}
    yield "more-columns", "dispatch_outbox", tasks("dispatch_outbox", status=["PENDING"], tries=[1]), {}


def faulty():
    """Tables with one fault each."""
    def of(name, table):
        return name, "partition_status", table, {}

    def cell(name, number, **changes):
        return of(name, status(changed(number, **changes), **ALL_NULLABLE))

    def typed(name, column, kind):
        return of(name, pa.Table.from_pylist(ROWS, schema=schema()).set_column(
            schema().get_field_index(column), pa.field(column, kind), status(ROWS)[column].cast(kind)))

    yield of("missing-column", status(ROWS, without=["row_version"]))
    yield of("extra-column", status(ROWS).append_column("note", pa.array(["x"] * len(ROWS))))
    yield of("renamed-column", status(ROWS).rename_columns([n.replace("asset_key", "Asset_Key") for n in schema().names]))
    yield of("column-twice", status(ROWS).append_column("tenant_id", pa.array(["x"] * len(ROWS))))
    yield of("milliseconds", pa.Table.from_pylist(ROWS, schema=schema({"last_attempt_at": pa.timestamp("ms", tz="UTC")})))
    yield of("nanoseconds", pa.Table.from_pylist(ROWS, schema=schema({"last_attempt_at": pa.timestamp("ns", tz="UTC")})))
    yield of("local-time", pa.Table.from_pylist(
        [{**r, "last_attempt_at": r["last_attempt_at"].replace(tzinfo=None)} for r in ROWS],
        schema=schema({"last_attempt_at": pa.timestamp("us")})))
    yield "int96", "partition_status", status(ROWS), {"use_deprecated_int96_timestamps": True}
    yield typed("binary", "tenant_id", pa.binary())
    yield of("instant-as-text", pa.Table.from_pylist(
        [{**r, "last_attempt_at": "2025-01-15T10:00:00.000000Z"} for r in ROWS], schema=schema({"last_attempt_at": TEXT})))
    yield of("values-as-json", pa.Table.from_pylist(
        [{**r, "partition_values": "{}"} for r in ROWS], schema=schema({"partition_values": TEXT})))
    yield of("values-of-numbers", pa.Table.from_pylist(
        [{**r, "partition_values": [("date", 1)]} for r in ROWS], schema=schema({"partition_values": pa.map_(TEXT, pa.int64())})))
    yield of("required", status([ROWS[0]], nullable={"last_attempt_at": False}))
    yield cell("null", 3, workspace_id=None)
    yield cell("null-map", 3, partition_values=None)
    yield cell("null-value", 3, partition_values=[("date", "2025-01-03"), ("region", None)])
    yield cell("empty-tenant", 2, tenant_id="")
    yield cell("empty-run", 2, last_attempt_run_id="")
    yield cell("key-not-canonical", 4, partition_key="region=s:dXMtZWFzdA,date=d:2025-01-04")
    yield cell("key-empty", 4, partition_key="")
    yield cell("value-encoded", 1, partition_values=[("date", "2025-01-01"), ("region", "dXMtZWFzdA")])
    yield cell("value-other", 1, partition_values=[("date", "2025-1-1"), ("region", "us-east")])
    yield cell("value-missing", 1, partition_values=[("date", "2025-01-01")])
    yield cell("value-extra", 1, partition_values=[("date", "2025-01-01"), ("region", "us-east"), ("shard", "1")])
    yield cell("value-twice", 1, partition_values=[("date", "2025-01-01"), ("date", "2025-01-01"), ("region", "us-east")])
    yield cell("values-empty", 1, partition_values=[])
    yield cell("unknown-outcome", 5, last_attempt_outcome="failed")
    yield cell("no-attempt", 5, last_attempt_run_id=None, last_attempt_at=None, last_attempt_outcome=None)
    yield cell("half-an-attempt", 5, last_attempt_outcome=None)
    yield cell("half-a-materialization", 1, last_materialization_at=None, last_materialization_code_version=None)
    yield cell("materialization-without-run", 1, last_materialization_run_id=None)
    yield cell("version-of-nothing", 2, last_materialization_code_version="v1")
    yield cell("stale-without-reason", 3, stale_reason_code=None)
    yield cell("reason-without-stale", 3, stale_since=None)
    yield cell("unknown-reason", 3, stale_reason_code="OLD")
    yield cell("never-and-stale", 2, stale_since=at(30), stale_reason_code="FRESHNESS_POLICY")
    yield cell("stale-before-it-was-made", 4, stale_since=at(0), stale_reason_code="FRESHNESS_POLICY")
    yield cell("upstream-of-the-same-instant", 3, stale_since=at(0, 1))
    yield cell("code-before-it-was-made", 3, stale_since=at(0), stale_reason_code="CODE_CHANGED")
    yield cell("code-of-unknown-version", 4, stale_reason_code="CODE_CHANGED")
    yield cell("row-version-lower-case", 5, row_version="01jhzzzzzz0000000000000005")
    yield cell("same-partition-twice", 5, **{k: ROWS[0][k] for k in ("tenant_id", "partition_key", "partition_values")})
    years = pa.array([10**18] + [0] * (len(ROWS) - 1), pa.int64()).cast(INSTANT)
    yield of("year-33658", status(ROWS).set_column(8, schema().field(8), years))
    yield "not-utf-8", "partition_status", status(ROWS).set_column(
        0, schema().field(0), pa.array([b"a", b"\xff", b"c", b"d", b"e"]).view(TEXT)), {}
    yield "in-every-row", "partition_status", status(
        [row(1, asset_key=f"asset{n}", row_version="1") for n in range(2500)]), {"row_group_size": 700}
    outbox, timers = TASKS["dispatch_outbox"][1], TASKS["timers"][1]
    yield "other-cloud-id", "dispatch_outbox", tasks("dispatch_outbox", outbox + [("dispatch:run1:extract:2", outbox[0][1])]), {}
    yield "other-cloud-id", "timers", tasks("timers", timers + [("timer:heartbeat:run1:extract:1", timers[0][1])]), {}
    yield "legacy-cloud-id", "dispatch_outbox", tasks("dispatch_outbox", [(outbox[0][0], "dispatch_run1_extract_1")]), {}
    yield "timer-among-dispatches", "dispatch_outbox", tasks("dispatch_outbox", outbox + timers), {}
    yield "dispatch-among-timers", "timers", tasks("timers", timers + outbox), {}
    yield "colon-in-a-part", "dispatch_outbox", tasks("dispatch_outbox", [("dispatch:a:b:c:1", outbox[0][1])]), {}
    yield "empty-part", "dispatch_outbox", tasks("dispatch_outbox", [("dispatch::extract:1", outbox[0][1])]), {}
    yield "leading-zero", "timers", tasks("timers", [("timer:retry:run1:extract:01:5", timers[0][1])]), {}
    yield "heartbeat-with-an-attempt", "timers", tasks("timers", [("timer:heartbeat:run1:extract:1:5", timers[0][1])]), {}
    yield "dispatch-twice", "dispatch_outbox", tasks("dispatch_outbox", outbox * 2), {}
    yield "null-id", "dispatch_outbox", tasks("dispatch_outbox", outbox + [(None, outbox[0][1])]), {}
    yield "null-cloud-id", "timers", tasks("timers", [(timers[0][0], None)]), {}
    yield "missing-column", "timers", tasks("timers").drop_columns(["cloud_task_id"]), {}
    yield "gzip", "dispatch_outbox", tasks("dispatch_outbox"), {"compression": "gzip"}
    yield "of-no-table", "other", pa.table({"a": [1]}), {}
    yield "of-two-tables", "other", tasks("timers", dispatch_id=["x"]), {}
    yield "by-its-columns", "part-0000", tasks("timers"), {}


def write(folder):
    for kind, tables in (("sound", sound()), ("faulty", faulty())):
        for name, file, table, how in tables:
            path = folder / kind / name / f"{file}.parquet"
            path.parent.mkdir(parents=True, exist_ok=True)
            pq.write_table(table, path, **how)


def read(file):
    table = pq.read_table(file)
    fields = [[field.name, str(field.type), field.nullable] for field in table.schema]
    print(json.dumps({"fields": fields, "rows": table.to_pylist()}, default=lambda instant: instant.isoformat()))


if __name__ == "__main__":
    {"write": lambda: write(Path(sys.argv[2])), "read": lambda: read(sys.argv[2])}[sys.argv[1]]()
