"""Reads an export with the standard library alone, and runs its partition key cases against an implementation.

    python3 cases.py EXPORT FOLDER_OF_THE_IMPLEMENTATION
"""

import hashlib
import json
import pathlib
import sys

export, implementation = map(pathlib.Path, sys.argv[1:])
sys.path.insert(0, str(implementation))

import adapter  # noqa: E402
from proofmark_adapter import Reject  # noqa: E402

OPERATIONS = {
    "partition_key.encode": adapter.encode_key,
    "partition_key.parse": adapter.parse_key,
    "partition_key.id": adapter.derive_partition_id,
}


def expanded(value):
    if isinstance(value, dict):
        if "$text" in value:
            return "".join(p if isinstance(p, str) else p["repeat"] * p["times"] for p in value["$text"])
        return {key: expanded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [expanded(item) for item in value]
    return value


def asked(operation, data):
    try:
        return {"ok": OPERATIONS[operation](data)}
    except Reject as reject:
        return {"reject": reject.code}


def fits(expect, actual):
    """A refusal fits whatever its code: for partition keys, codes are a SHOULD."""
    if "any_of" in expect:
        return any(fits(one, actual) for one in expect["any_of"])
    if "reject" in expect:
        return "reject" in actual
    return actual == {"ok": expect["ok"]}


for line in (export / "SHA256SUMS").read_text().splitlines():
    digest, name = line.split("  ", 1)
    assert hashlib.sha256((export / name).read_bytes()).hexdigest() == digest, name

levels = {code["level"] for domain in json.loads((export / "rules.json").read_text())["domains"]
          if domain["domain"] == "partition_key" for code in domain["codes"]}
assert levels == {"SHOULD"}, levels

count = wrong = 0
for file in sorted((export / "vectors" / "partition_key").glob("*.json")):
    for case in map(expanded, json.loads(file.read_text(encoding="utf-8"))["cases"]):
        for step in case.get("steps", [case]):
            actual = asked(step["operation"], step["input"])
            if not fits(step["expect"], actual):
                print(f"partition_key/{file.stem}/{case['id']}: expected {step['expect']}, came {actual}")
                wrong += 1
        count += 1
print(f"{count} cases, {wrong} wrong")
