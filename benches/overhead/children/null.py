"""An adapter that supports nothing."""

import json
import sys

for line in sys.stdin:
    request = json.loads(line)
    if request["op"] == "hello":
        outcome = {"ok": {"protocol": 1, "name": "null"}}
    else:
        outcome = {"unsupported": {}}
    print(json.dumps({"id": request["id"], **outcome}, separators=(",", ":")), flush=True)
