"""The adapter of the Python implementation: a section per domain puts its module behind the protocol.

    proofmark check -- python3 adapters/python/adapter.py
"""

from collections import defaultdict
from typing import Optional, Union

import event_partitions
import index_key
import partition_key
import partition_status
import task_id
from proofmark_adapter import Adapter, Fields, Reject, field, nullable

adapter = Adapter("proofmark-python", "1", options={
    "event_partitions.paging": "limit",
    "index_key.profile": "canonical",
    "index_key.types": "null,bool,int,uint,decimal,float,date,timestamp,string,bytes,ulid,enum",
    "index_key.features": "mixed,descending,payloads,unique,cursors",
})


# partition_key

@adapter.operation("partition_key.encode")
def encode_key(data: Fields) -> Fields:
    dimensions = [dimension_from_wire(item) for item in field(data, "dimensions", list)]
    return {"canonical": partition_key.encode(dimensions)}


@adapter.operation("partition_key.parse")
def parse_key(data: Fields) -> Fields:
    dimensions = partition_key.parse(field(data, "canonical", str))
    return {"dimensions": [dimension_to_wire(dimension) for dimension in dimensions]}


@adapter.operation("partition_key.id")
def derive_partition_id(data: Fields) -> Fields:
    return {"partition_id": partition_key.partition_id(field(data, "asset_id", str), field(data, "canonical", str))}


def dimension_from_wire(item: Fields) -> partition_key.Dimension:
    key = field(item, "key", str)
    [(kind, content)] = field(item, "value", dict).items()
    if kind == "int":
        content = partition_key.read_integer(content)
    return partition_key.Dimension(key, kind, content)


def dimension_to_wire(dimension: partition_key.Dimension) -> Fields:
    key, kind, content = dimension
    return {"key": key, "value": {kind: str(content) if kind == "int" else content}}


# task_id

@adapter.operation("task_id.internal")
def internal(data: Fields) -> Fields:
    return {"internal_id": operation_from_wire(data)}


@adapter.operation("task_id.cloud")
def cloud(data: Fields) -> Fields:
    return {"cloud_task_id": task_id.cloud(field(data, "kind", str), field(data, "internal_id", str))}


@adapter.operation("task_id.record")
def record(data: Fields) -> Fields:
    table, row = task_id.record(operation_from_wire(data))
    return {"table": table, "row": row}


@adapter.operation("task_id.sanitize")
def sanitize(data: Fields) -> Fields:
    return {"cloud_task_id": task_id.sanitize(field(data, "internal_id", str))}


queues: defaultdict[str, task_id.Queue] = defaultdict(task_id.Queue)  # by session


@adapter.operation("task_id.enqueue", stateful=True)
def enqueue(data: Fields, session: str) -> Fields:
    internal_id = operation_from_wire(data)
    now = task_id.number(field(data, "now", str))
    return {"internal_id": internal_id, "cloud_task_id": queues[session].enqueue(internal_id, now)}


@adapter.operation("task_id.complete", stateful=True)
def complete(data: Fields, session: str) -> Fields:
    internal_id = field(data, "internal_id", str)
    succeeded = {"succeeded": True, "failed": False}[field(data, "outcome", str)]
    queues[session].complete(internal_id, succeeded, task_id.number(field(data, "now", str)))
    return {}


@adapter.operation("task_id.outbox", stateful=True)
def outbox(data: Fields, session: str) -> Fields:
    return {"rows": queues[session].outbox()}


@adapter.operation("task_id.end", stateful=True)
def end_queue(data: Fields, session: str) -> Fields:
    queues.pop(session, None)
    return {}


FORMS = {
    "dispatch": (task_id.dispatch, ("run_id", "task_key", "attempt")),
    "retry": (task_id.retry, ("run_id", "task_key", "attempt", "due_epoch")),
    "heartbeat": (task_id.heartbeat, ("run_id", "task_key", "check_epoch")),
}


def operation_from_wire(data: Fields) -> str:
    """The internal id of the input's operation."""
    [(form, fields)] = field(data, "operation", dict).items()
    make, names = FORMS[form]
    return make(*[field(fields, name, str) for name in names])


# partition_status

@adapter.operation("partition_status.fold")
def fold(data: Fields) -> Fields:
    return {"rows": partition_status.fold(events_from_wire(data))}


@adapter.operation("partition_status.staleness")
def staleness(data: Fields) -> Fields:
    return staleness_to_wire(partition_status.staleness(
        nullable(data, "last_materialization_at", str), nullable(data, "last_materialization_code_version", str),
        circumstances_from_wire(data)))


@adapter.operation("partition_status.display")
def display(data: Fields) -> Fields:
    names = ("last_materialization_at", "last_attempt_at", "last_attempt_outcome", "stale_since")
    return {"status": partition_status.display(*[nullable(data, name, str) for name in names])}


@adapter.operation("partition_status.query")
def query(data: Fields) -> Fields:
    names = ("last_materialization_at", "last_materialization_code_version", "last_attempt_at", "last_attempt_outcome")
    stored = partition_status.Staleness(nullable(data, "stale_since", str), nullable(data, "stale_reason_code", str))
    derived, status = partition_status.query(
        *[nullable(data, name, str) for name in names], stored, circumstances_from_wire(data))
    return {**staleness_to_wire(derived), "status": status}


@adapter.operation("partition_status.columns")
def columns(data: Fields) -> Fields:
    return {"columns": [column._asdict() for column in partition_status.COLUMNS]}


tables: defaultdict[str, partition_status.Table] = defaultdict(partition_status.Table)  # by session


@adapter.operation("partition_status.apply", stateful=True)
def apply(data: Fields, session: str) -> Fields:
    tables[session].apply(events_from_wire(data))
    return {"rows": tables[session].rows()}


@adapter.operation("partition_status.sweep", stateful=True)
def sweep(data: Fields, session: str) -> Fields:
    partition = field(data, "partition", dict)
    identity = partition_status.Identity(*[field(partition, name, str) for name in partition_status.Identity._fields])
    tables[session].sweep(identity, circumstances_from_wire(data))
    return {"rows": tables[session].rows()}


@adapter.operation("partition_status.end", stateful=True)
def end_table(data: Fields, session: str) -> Fields:
    tables.pop(session, None)
    return {}


def events_from_wire(data: Fields) -> list[partition_status.Event]:
    return [event_from_wire(item) for item in field(data, "events", list)]


def event_from_wire(item: Fields) -> partition_status.Event:
    texts = {name: field(item, name, str) for name in ("event_id", "tenant_id", "workspace_id", "run_id", "outcome", "at")}
    perhaps = {name: nullable(item, name, str) for name in ("asset_key", "partition_key", "code_version")}
    return partition_status.Event(**texts, **perhaps, materialized=field(item, "materialized", bool))


def circumstances_from_wire(data: Fields) -> partition_status.Circumstances:
    max_age = nullable(data, "max_age_micros", str)
    code = nullable(data, "current_code", dict)
    upstreams = field(data, "upstreams", list)
    if not all(upstream is None or type(upstream) is str for upstream in upstreams):
        raise ValueError("an upstream is neither a text nor null")
    return partition_status.Circumstances(
        None if max_age is None else partition_status.read_age(max_age),
        upstreams,
        None if code is None else partition_status.Code(field(code, "version", str), field(code, "since", str)),
        field(data, "now", str))


def staleness_to_wire(stale: partition_status.Staleness) -> Fields:
    return {"stale_since": stale.since, "stale_reason_code": stale.reason}


# event_partitions

@adapter.operation("event_partitions.normalize")
def normalize(data: Fields) -> Fields:
    return {"partitions": event_partitions.normalize(data)}


servers: defaultdict[str, event_partitions.Server] = defaultdict(event_partitions.Server)  # by session


@adapter.operation("event_partitions.connect", stateful=True)
def connect(data: Fields, session: str) -> Fields:
    server = servers[session]
    server.connect(field(data, "connection", str), field(data, "client", str))
    return deliveries_to_wire(server)


@adapter.operation("event_partitions.grant", stateful=True)
def grant(data: Fields, session: str) -> Fields:
    server = servers[session]
    server.grant(field(data, "client", str), field(data, "partitions", list))
    return deliveries_to_wire(server)


@adapter.operation("event_partitions.submit", stateful=True)
def submit(data: Fields, session: str) -> Fields:
    server = servers[session]
    event = server.submit(field(data, "connection", str), data["event"])
    return {"event": event_to_wire(event), **deliveries_to_wire(server)}


@adapter.operation("event_partitions.submit_batch", stateful=True)
def submit_batch(data: Fields, session: str) -> Fields:
    server = servers[session]
    outcomes = server.submit_batch(field(data, "connection", str), field(data, "events", list))
    return {"results": [outcome_to_wire(outcome) for outcome in outcomes], **deliveries_to_wire(server)}


@adapter.operation("event_partitions.sync", stateful=True)
def sync(data: Fields, session: str) -> Fields:
    server = servers[session]
    payload = data["payload"]
    if "since_event" in data and isinstance(payload, dict):
        payload = {**payload, "since_committed_id": committed_id(server, field(data, "since_event", str))}
    page = server.sync(field(data, "connection", str), payload)
    return {"events": [event_to_wire(event) for event in page.events], "has_more": page.has_more,
            "effective_subscriptions": page.subscriptions, **deliveries_to_wire(server)}


@adapter.operation("event_partitions.disconnect", stateful=True)
def disconnect(data: Fields, session: str) -> Fields:
    server = servers[session]
    server.disconnect(field(data, "connection", str))
    return deliveries_to_wire(server)


@adapter.operation("event_partitions.end", stateful=True)
def end_server(data: Fields, session: str) -> Fields:
    servers.pop(session, None)
    return {}


def committed_id(server: event_partitions.Server, draft_id: str) -> int:
    for event in server.log:
        if event.id == draft_id:
            return event.committed_id
    raise ValueError(f"no event {draft_id!r} was committed")


def event_to_wire(event: event_partitions.Event) -> Fields:
    return {**event._asdict(), "committed_id": str(event.committed_id)}


def outcome_to_wire(outcome: Union[event_partitions.Event, Reject]) -> Fields:
    return {"reject": {"code": outcome.code}} if isinstance(outcome, Reject) else {"event": event_to_wire(outcome)}


def deliveries_to_wire(server: event_partitions.Server) -> Fields:
    deliveries = server.take_deliveries()
    return {"deliveries": {name: [event_to_wire(event) for event in events] for name, events in deliveries.items()}}


# index_key

@adapter.operation("index_key.encode")
def encode_row(data: Fields) -> Fields:
    return {"key": index_key.encode(index_from_wire(data), *row_from_wire(data)).hex()}


@adapter.operation("index_key.decode")
def decode_row(data: Fields) -> Fields:
    return row_to_wire(index_key.decode(index_from_wire(data), bytes.fromhex(field(data, "key", str))))


@adapter.operation("index_key.compare")
def compare(data: Fields) -> Fields:
    left, right = row_from_wire(field(data, "left", dict)), row_from_wire(field(data, "right", dict))
    order = index_key.compare(index_from_wire(data), left, right)
    return {"order": {-1: "less", 0: "equal", 1: "greater"}[order]}


@adapter.operation("index_key.prefix")
def prefix(data: Fields) -> Fields:
    return {"prefix": index_key.prefix(index_from_wire(data), values_from_wire(data, "components")).hex()}


@adapter.operation("index_key.bounds")
def bounds(data: Fields) -> Fields:
    start, end = index_key.bounds(index_from_wire(data), values_from_wire(data, "prefix"), range_from_wire(data))
    return {"start": start.hex(), "end": end.hex()}


@adapter.operation("index_key.plan")
def plan(data: Fields) -> Fields:
    predicates = [predicate_from_wire(item) for item in field(data, "predicates", list)]
    order = [(field(item, "column", str), field(item, "descending", bool)) for item in field(data, "order", list)]
    made = index_key.plan(index_from_wire(data), field(data, "columns", list), predicates, order)
    return {"prefix": [value_to_wire(value) for value in made.prefix], "range": range_to_wire(made.range),
            "order": made.order, "residual": made.residual}


stores: defaultdict[str, index_key.Store] = defaultdict(index_key.Store)  # by session


@adapter.operation("index_key.create", stateful=True)
def create(data: Fields, session: str) -> Fields:
    stores[session].create(index_from_wire(data))
    return {}


@adapter.operation("index_key.put", stateful=True)
def put(data: Fields, session: str) -> Fields:
    stores[session].put(*reference_from_wire(data), *row_from_wire(data))
    return {}


@adapter.operation("index_key.delete", stateful=True)
def delete(data: Fields, session: str) -> Fields:
    return {"deleted": stores[session].delete(*reference_from_wire(data), value_from_wire(field(data, "primary_key", dict)))}


@adapter.operation("index_key.scan", stateful=True)
def scan(data: Fields, session: str) -> Fields:
    page = stores[session].scan(
        *reference_from_wire(data), values_from_wire(data, "prefix"), range_from_wire(data),
        field(data, "reverse", bool), nullable(data, "limit", int), nullable(data, "cursor", str))
    return {"rows": [row_to_wire(row) for row in page.rows], "cursor": page.cursor}


@adapter.operation("index_key.end", stateful=True)
def end_store(data: Fields, session: str) -> Fields:
    stores.pop(session, None)
    return {}


def reference_from_wire(data: Fields) -> tuple[str, int]:
    index = field(data, "index", dict)
    return field(index, "kind", str), field(index, "id", int)


def index_from_wire(data: Fields) -> index_key.Index:
    kind, number = reference_from_wire(data)
    index = data["index"]
    components = [
        index_key.Element(field(item, "type", str), item.get("descending", False)) for item in field(index, "components", list)]
    return index_key.Index(kind, number, components, field(index, "primary_key", str), index.get("unique", False))


def row_from_wire(data: Fields) -> index_key.Row:
    return index_key.Row(values_from_wire(data, "components"), value_from_wire(field(data, "primary_key", dict)))


def row_to_wire(row: index_key.Row) -> Fields:
    return {"components": [value_to_wire(value) for value in row.components], "primary_key": value_to_wire(row.primary_key)}


def range_from_wire(data: Fields) -> Optional[index_key.Range]:
    item = nullable(data, "range", dict)
    if item is None:
        return None
    if "starts_with" in item:
        return index_key.Range(starts_with=value_from_wire(item["starts_with"]))
    return index_key.Range(**{name: bound_from_wire(field(item, name, dict)) for name in ("lower", "upper") if name in item})


def bound_from_wire(item: Fields) -> index_key.Bound:
    return index_key.Bound(value_from_wire(field(item, "value", dict)), field(item, "inclusive", bool))


def range_to_wire(made: Optional[index_key.Range]) -> Optional[Fields]:
    if made is None:
        return None
    if made.starts_with is not None:
        return {"starts_with": value_to_wire(made.starts_with)}
    ends = {"lower": made.lower, "upper": made.upper}
    return {name: {"value": value_to_wire(end.value), "inclusive": end.inclusive} for name, end in ends.items() if end is not None}


def predicate_from_wire(item: Fields) -> index_key.Predicate:
    names = ("value", "high") if field(item, "op", str) == "between" else ("value",)
    values: list[Optional[index_key.Value]] = []
    for name in names:
        try:
            values.append(value_from_wire(field(item, name, dict)))
        except Reject:  # IK-124: planning is never rejected
            values.append(None)
    return index_key.Predicate(field(item, "column", str), item["op"], tuple(values))


FROM_TEXT = {
    "int": index_key.parse_integer, "uint": index_key.parse_integer, "decimal": index_key.parse_decimal, "float": float,
    "date": index_key.parse_date, "timestamp": index_key.parse_timestamp, "bytes": bytes.fromhex,
}
TO_TEXT = {
    "int": str, "uint": str, "decimal": index_key.show_decimal, "float": index_key.show_float,
    "date": str, "timestamp": index_key.show_timestamp, "bytes": bytes.hex,
}


def values_from_wire(data: Fields, name: str) -> list[index_key.Value]:
    return [value_from_wire(item) for item in field(data, name, list)]


def value_from_wire(item: Fields) -> index_key.Value:
    [(kind, content)] = item.items()
    if kind == "enum":
        payload = value_from_wire(field(content, "payload", dict)) if "payload" in content else None
        content = index_key.Enum(field(content, "discriminant", int), payload)
    elif kind in FROM_TEXT:
        content = FROM_TEXT[kind](field(item, kind, str))
    return index_key.Value(kind, content)


def value_to_wire(value: index_key.Value) -> Fields:
    kind, content = value
    if kind == "enum":
        payload = {} if content.payload is None else {"payload": value_to_wire(content.payload)}
        content = {"discriminant": content.discriminant, **payload}
    elif kind in TO_TEXT:
        content = TO_TEXT[kind](content)
    return {kind: content}


if __name__ == "__main__":
    adapter.run()
