"""An adapter for proofmark: puts my implementation behind the protocol. Python 3.9 and later, no packages.

    proofmark adapter test -- python3 adapter.py      is the adapter sound?
    proofmark check -- python3 adapter.py             does the implementation conform?

EDIT marks each place that is yours. `proofmark_adapter.py` is the loop, and needs no changes.
"""

from dataclasses import dataclass
from typing import Any, Optional

from proofmark_adapter import Adapter, Fields, Reject, Unsupported, field

# EDIT: the name and version of your implementation.
adapter = Adapter("my-implementation", "0.1.0")


# A worked example. It checks its components itself; yours calls your code, and turns its refusals into `Reject`.

@adapter.operation("task_id.internal")
def internal_id(data: Fields) -> Fields:
    [(form, parts)] = field(data, "operation", dict).items()
    words = {"dispatch": ["dispatch"], "retry": ["timer", "retry"], "heartbeat": ["timer", "heartbeat"]}
    numbers = {"dispatch": ["attempt"], "retry": ["attempt", "due_epoch"], "heartbeat": ["check_epoch"]}
    components = [component(field(parts, name, str)) for name in ("run_id", "task_key")]
    components += [number(field(parts, name, str)) for name in numbers[form]]
    return {"internal_id": ":".join(words[form] + components)}


def component(text: str) -> str:
    if text == "":
        raise Reject("empty_component")
    if ":" in text:
        raise Reject("invalid_component")
    return text


def number(text: str) -> str:
    plain = text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")
    if not plain or len(text) > 19 or int(text) > 2**63 - 1:
        raise Reject("invalid_number")
    return text


# The values of the protocol. Numbers are text on the wire, so that no digit is lost.

@dataclass
class Value:
    kind: str  # null, bool, int, uint, decimal, float, date, timestamp, string, bytes, ulid or enum
    content: Any  # None, a bool, bytes, or text, of numbers the digits; of an enum the discriminant
    payload: Optional["Value"] = None


def read_value(wire: Fields) -> Value:
    [(kind, content)] = wire.items()
    if kind == "null":
        return Value(kind, None)
    if kind == "bool":
        return Value(kind, field(wire, kind, bool))
    if kind == "enum":
        payload = content.get("payload")
        return Value(kind, field(content, "discriminant", int), payload and read_value(payload))
    text = field(wire, kind, str)
    return Value(kind, bytes.fromhex(text) if kind == "bytes" else text)


# EDIT: an operation to fill in. Call your implementation where this one gives up.

@adapter.operation("partition_key.encode")
def encode(data: Fields) -> Fields:
    dimensions = [(field(item, "key", str), read_value(field(item, "value", dict))) for item in field(data, "dimensions", list)]
    return {"canonical": ",".join(f"{key}={encode_value(value)}" for key, value in dimensions)}


def encode_value(value: Value) -> str:
    if value.kind == "null":
        return "n:null"
    if value.kind == "bool":
        return "b:true" if value.content else "b:false"
    if value.kind == "int":
        return f"i:{value.content}"
    raise Unsupported(f"{value.kind} is still to be written")  # EDIT


# EDIT: a function for each further operation that you have. The pages in spec/ list them.

if __name__ == "__main__":
    adapter.run()
