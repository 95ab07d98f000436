"""What the tests share."""

import contextlib
import io
import json
import os
import subprocess
import sys
import unittest

from adapter import adapter
from proofmark_adapter import Reject

HERE = os.path.dirname(os.path.abspath(__file__))
MAX = 2**63 - 1
MIN = -2**63


class RejectCase(unittest.TestCase):
    def rejects(self, code, function, *arguments, **named):
        with self.subTest(arguments=repr((*arguments, named))[:200]):
            with self.assertRaises(Reject) as caught:
                function(*arguments, **named)
            self.assertEqual(caught.exception.code, code)


def run(command, lines):
    """The replies of a real process to these lines, which are bytes, or requests to be numbered, and its standard error."""
    data = b"".join(
        line if isinstance(line, bytes) else json.dumps({"id": number, **line}).encode() + b"\n" for number, line in enumerate(lines))
    environment = {**os.environ, "PYTHONPATH": HERE, "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.run([sys.executable, *command], input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment, timeout=60)
    if process.returncode != 0:
        raise AssertionError(process.stderr.decode())
    assert process.stdout == b"" or process.stdout.endswith(b"\n")
    assert b"\r" not in process.stdout
    return [json.loads(line) for line in process.stdout.split(b"\n")[:-1]], process.stderr.decode()


class WireCase(RejectCase):
    """Requests to the adapter, within this process."""

    def reply(self, op, data, session="s"):
        line = json.dumps({"id": 1, "op": op, "input": data, "session": session}).encode()
        with contextlib.redirect_stderr(io.StringIO()):
            reply = json.loads(adapter.answer(line))
        self.assertEqual(reply.pop("id"), 1)
        return reply

    def ok(self, op, data, session="s"):
        reply = self.reply(op, data, session)
        self.assertEqual(list(reply), ["ok"], reply)
        return reply["ok"]

    def code(self, op, data, session="s"):
        reply = self.reply(op, data, session)
        self.assertEqual(list(reply), ["reject"], reply)
        return reply["reject"]["code"]

    def fails(self, op, data, session="s"):  # AP-004
        with self.subTest(op=op, data=repr(data)[:200]):
            self.assertEqual(list(self.reply(op, data, session)), ["error"])
