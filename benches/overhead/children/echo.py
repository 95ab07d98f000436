"""Parses every line and writes it again: as fast as a Python adapter can be that does nothing."""

import json
import sys

for line in sys.stdin:
    print(json.dumps(json.loads(line), separators=(",", ":")), flush=True)
