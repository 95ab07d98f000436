"""The adapter of the Python implementation: a section per domain puts its module behind the protocol.

    proofmark check -- python3 adapters/python/adapter.py
"""

from collections import defaultdict

import partition_key
import task_id
from proofmark_adapter import Adapter, Fields, field

adapter = Adapter("proofmark-python", "1")


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
def end(data: Fields, session: str) -> Fields:
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


if __name__ == "__main__":
    adapter.run()
