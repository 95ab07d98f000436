"""Tests of the adapter as a process, and of the protocol loop. Run all: python3 -m unittest discover adapters/python"""

import os
import subprocess
import sys
import textwrap
import unittest

import partition_key
from proofmark_adapter import Adapter
from testing import HERE, MIN, run


class Program(unittest.TestCase):
    """The adapter as a process."""

    def ask(self, *lines):
        return run([os.path.join(HERE, "adapter.py")], lines)[0]

    def outcome(self, op, data, **more):
        [reply] = self.ask({"op": op, "input": data, **more})
        self.assertEqual(reply.pop("id"), 0)
        [(outcome, content)] = reply.items()
        return outcome, content.get("code", content) if outcome == "reject" else content

    def test_protocol_example(self):
        replies = self.ask(
            {"op": "hello", "input": {"protocol": 1}},
            {"op": "partition_key.encode", "input": {"dimensions": [{"key": "region", "value": {"string": "us-east"}}]}},
            {"op": "partition_key.parse", "input": {"canonical": "region=s:dXMtZWFzdA="}},
        )
        self.assertEqual([reply["id"] for reply in replies], [0, 1, 2])
        hello = replies[0]["ok"]
        self.assertEqual((hello["protocol"], hello["language"]), (1, "python"))
        self.assertIn("partition_key.encode", hello["operations"])
        self.assertIn("task_id.end", hello["operations"])
        self.assertEqual(replies[1]["ok"], {"canonical": "region=s:dXMtZWFzdA"})
        self.assertEqual(replies[2]["reject"]["code"], "invalid_string")

    def test_values(self):
        values = [{"null": None}, {"bool": False}, {"int": str(MIN)}, {"date": "2025-01-15"},
                  {"timestamp": "2025-01-15T10:00:00.500000Z"}, {"string": "é\0😀"}]
        dimensions = [{"key": chr(97 + place), "value": value} for place, value in enumerate(values)]
        outcome, encoded = self.outcome("partition_key.encode", {"dimensions": dimensions})
        self.assertEqual(outcome, "ok")
        self.assertEqual(self.outcome("partition_key.parse", encoded), ("ok", {"dimensions": dimensions}))
        _, derived = self.outcome("partition_key.id", {"asset_id": "a", **encoded})
        self.assertEqual(derived, {"partition_id": partition_key.partition_id("a", encoded["canonical"])})

    def test_refused_values(self):
        for value, code in [
            ({"uint": "7"}, "unknown_type"), ({"decimal": "1.50"}, "unknown_type"), ({"bytes": "00ff"}, "unknown_type"),
            ({"ulid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}, "unknown_type"), ({"whatever": 1}, "unknown_type"),
            ({"enum": {"discriminant": 2, "payload": {"int": "1"}}}, "unknown_type"),
            ({"float": "NaN"}, "float_not_allowed"), ({"float": "42.0"}, "float_not_allowed"),
            ({"int": "9" * 10000}, "integer_out_of_range"),
        ]:
            self.assertEqual(self.outcome("partition_key.encode", {"dimensions": [{"key": "a", "value": value}]}), ("reject", code))

    def test_broken_input(self):  # AP-004
        operation = {"dispatch": {"run_id": "a", "task_key": "b", "attempt": "1"}}
        requests = [{"op": op, "input": data, "session": "s"} for op, data in [
            ("hello", {}), ("partition_key.encode", {}), ("partition_key.encode", {"dimensions": {}}),
            ("partition_key.encode", {"dimensions": [1]}), ("partition_key.encode", {"dimensions": [{"key": "a"}]}),
            ("partition_key.encode", {"dimensions": [{"key": 1, "value": {"null": None}}]}),
            *[("partition_key.encode", {"dimensions": [{"key": "a", "value": value}]}) for value in [
                None, {}, {"int": "1", "null": None}, {"int": 1}, {"bool": "true"}, {"bool": 1}, {"null": "null"}, {"string": None}, {"date": 1}]],
            ("partition_key.parse", {}), ("partition_key.parse", {"canonical": 1}), ("partition_key.parse", {"canonical": None}),
            ("partition_key.id", {"canonical": "a=i:1"}), ("partition_key.id", {"asset_id": "a"}),
            ("task_id.internal", {}), ("task_id.internal", {"operation": {}}), ("task_id.internal", {"operation": {"other": {}}}),
            ("task_id.internal", {"operation": {"dispatch": {"run_id": "a", "task_key": "b"}}}),
            ("task_id.internal", {"operation": {"dispatch": {"run_id": ["a"], "task_key": "b", "attempt": "1"}}}),
            ("task_id.internal", {"operation": {"dispatch": {"run_id": "a", "task_key": "b", "attempt": 1}}}),
            ("task_id.cloud", {"kind": "d"}), ("task_id.cloud", {"kind": None, "internal_id": "a"}), ("task_id.sanitize", {}),
            ("task_id.record", {}), ("task_id.enqueue", {"operation": operation}), ("task_id.enqueue", {"now": "1"}),
            ("task_id.complete", {"internal_id": "a", "now": "1"}), ("task_id.complete", {"internal_id": "a", "now": "1", "outcome": "maybe"}),
        ]]
        requests.append({"op": "task_id.outbox", "input": {}})
        requests.append({"op": "task_id.outbox", "input": {}, "session": 1})
        replies = self.ask(*requests)
        self.assertEqual([reply["id"] for reply in replies], list(range(len(requests))))
        for request, reply in zip(requests, replies):
            self.assertEqual(set(reply), {"id", "error"}, request)

    def test_task_ids(self):
        operation = {"dispatch": {"run_id": "run1", "task_key": "extract", "attempt": "1"}}
        row = {"dispatch_id": "dispatch:run1:extract:1", "cloud_task_id": "d_cxtoltqhbncw6nevn7hy53kqn6"}
        self.assertEqual(self.outcome("task_id.internal", {"operation": operation}), ("ok", {"internal_id": row["dispatch_id"]}))
        self.assertEqual(self.outcome("task_id.record", {"operation": operation}), ("ok", {"table": "dispatch_outbox", "row": row}))
        self.assertEqual(self.outcome("task_id.cloud", {"kind": "d", "internal_id": row["dispatch_id"]}), ("ok", {"cloud_task_id": row["cloud_task_id"]}))
        self.assertEqual(self.outcome("task_id.sanitize", {"internal_id": "a:b"}), ("ok", {"cloud_task_id": "a_b"}))
        heartbeat = {"heartbeat": {"run_id": "a", "task_key": "b", "check_epoch": "01"}}
        self.assertEqual(self.outcome("task_id.internal", {"operation": heartbeat}), ("reject", "invalid_number"))
        retry = {"retry": {"run_id": "a", "task_key": "b", "attempt": "0", "due_epoch": "5"}}
        self.assertEqual(self.outcome("task_id.internal", {"operation": retry}), ("ok", {"internal_id": "timer:retry:a:b:0:5"}))
        enqueue = {"operation": operation, "now": "-1"}
        self.assertEqual(self.outcome("task_id.enqueue", enqueue, session="s"), ("reject", "invalid_number"))

    def test_sessions(self):  # AP-007
        operation = {"dispatch": {"run_id": "run1", "task_key": "extract", "attempt": "1"}}
        internal_id, cloud_id = "dispatch:run1:extract:1", "d_cxtoltqhbncw6nevn7hy53kqn6"

        def ask(session, op, **data):
            return {"op": f"task_id.{op}", "session": session, "input": data}

        replies = self.ask(
            ask("a", "end"),
            ask("a", "enqueue", operation=operation, now="0"),
            ask("b", "outbox"),
            ask("b", "enqueue", operation=operation, now="0"),
            ask("a", "enqueue", operation=operation, now="1"),
            ask("a", "complete", internal_id=internal_id, outcome="succeeded", now="1"),
            ask("a", "outbox"),
            ask("b", "outbox"),
            ask("b", "complete", internal_id="foo", outcome="failed", now="1"),
            ask("b", "end"),
            ask("b", "outbox"),
            ask("b", "enqueue", operation=operation, now="0"),
        )
        ids = {"internal_id": internal_id, "cloud_task_id": cloud_id}
        rows = {"rows": [{"dispatch_id": internal_id, "cloud_task_id": cloud_id}]}
        outcomes = [reply.get("ok", reply.get("reject", {}).get("code")) for reply in replies]
        self.assertEqual(outcomes, [{}, ids, {"rows": []}, ids, "name_in_use", {}, {"rows": []}, rows, "unknown_task", {}, {"rows": []}, ids])


class Loop(unittest.TestCase):
    """The robustness of the loop, with an implementation that misbehaves."""

    PROGRAM = textwrap.dedent("""
        import os, sys
        from proofmark_adapter import Adapter, Reject, Unsupported, field
        adapter = Adapter("bad", options={"mode": "bad"})

        @adapter.operation("x.echo")
        def echo(data): return data

        @adapter.operation("x.state", stateful=True)
        def state(data, session): return {"session": session}

        @adapter.operation("x.print")
        def stray(data):
            print("stray \\u00e9 \\ud800")
            sys.stdout.flush()
            os.system("echo child")
            return {}

        @adapter.operation("x.reject")
        def reject(data): raise Reject("no", data.get("message", ""))

        @adapter.operation("x.lack")
        def lack(data): raise Unsupported("not on Mondays")

        @adapter.operation("x.raise")
        def fail(data): raise KeyError("boom")

        @adapter.operation("x.mute")
        def mute(data):
            class Mute(Exception):
                def __str__(self): raise ValueError
            raise Mute

        @adapter.operation("x.exit")
        def leave(data): sys.exit(3)

        @adapter.operation("x.recurse")
        def recurse(data): return recurse(data)

        @adapter.operation("x.bytes")
        def some_bytes(data): return {"a": b""}

        @adapter.operation("x.nan")
        def nan(data): return {"a": float("nan")}

        @adapter.operation("x.list")
        def some_list(data): return []

        adapter.run()
    """)

    def ask(self, *lines):
        return run(["-c", self.PROGRAM], lines)

    def test_outcomes(self):
        names = ["raise", "mute", "exit", "recurse", "bytes", "nan", "list"]
        replies, errors = self.ask(*[{"op": f"x.{name}", "input": {}} for name in names], {"op": "x.echo", "input": {"a": 1}})
        for number, reply in enumerate(replies[:-1]):
            self.assertEqual(list(reply), ["id", "error"])
            self.assertEqual(reply["id"], number)
            self.assertIsInstance(reply["error"]["message"], str)
        self.assertEqual(replies[-1], {"id": len(names), "ok": {"a": 1}})
        self.assertIn("Traceback", errors)
        self.assertIn("boom", errors)

    def test_reject(self):
        replies, _ = self.ask(
            {"op": "x.reject", "input": {}}, {"op": "x.reject", "input": {"message": "why"}}, {"op": "x.reject", "input": {"message": "a" * 10000}})
        self.assertEqual(replies[0]["reject"], {"code": "no"})
        self.assertEqual(replies[1]["reject"], {"code": "no", "message": "why"})
        self.assertLess(len(replies[2]["reject"]["message"]), 1000)

    def test_unsupported(self):  # AP-006
        replies, _ = self.ask({"op": "y.new", "input": {}}, {"op": "", "input": {}}, {"op": "y.new"})
        for reply in replies:
            self.assertEqual(set(reply), {"id", "unsupported"})
        [reply], _ = self.ask({"op": "x.lack", "input": {}})
        self.assertEqual(reply, {"id": 0, "unsupported": {"reason": "not on Mondays"}})

    def test_hello(self):  # AP-005
        replies, _ = self.ask({"op": "hello", "input": {"protocol": 1}}, {"op": "hello", "input": {"protocol": 2, "more": []}})
        self.assertEqual(replies[0]["ok"]["options"], {"mode": "bad"})
        self.assertEqual(replies[0]["ok"], replies[1]["ok"])
        self.assertNotIn("version", replies[0]["ok"])
        self.assertIn("x.echo", replies[0]["ok"]["operations"])

    def test_prints(self):  # AP-001, AP-008
        replies, errors = self.ask({"op": "x.print", "input": {}})
        self.assertEqual(replies, [{"id": 0, "ok": {}}])
        for text in ["stray", "child"]:
            self.assertIn(text, errors)

    def test_no_requests(self):
        bad = [b"\n", b"x\n", b"[]\n", b"1\n", b"null\n", b'"id"\n', b"{}\n", b'{"id":1\n', b"\xff\xfe\n", b'{"id":"\xed\xa0\x80"}\n', b"{}{}\n",
               b'{"id":true,"op":"x.echo","input":{}}\n', b'{"id":"1","op":"x.echo","input":{}}\n', b'{"id":null,"op":"x.echo","input":{}}\n',
               b'{"id":1.0,"op":"x.echo","input":{}}\n', b'{"id":1,"op":"x.echo","input":{"a":NaN}}\n', b"\0\n",
               b'{"id":' + b"9" * 10000 + b"}\n"]
        replies, _ = self.ask(*bad, {"op": "x.echo", "input": {}})
        for reply in replies[:-1]:
            self.assertIsNotNone(reply["error"]["message"])
        self.assertTrue(all(reply["id"] is None for reply in replies[:-2]))
        self.assertEqual(len(replies), len(bad) + 1)
        self.assertEqual(replies[-1], {"id": len(bad), "ok": {}})

    def test_broken_requests(self):
        replies, _ = self.ask({}, {"op": 1, "input": {}}, {"op": "x.echo"}, {"op": "x.echo", "input": []}, {"op": "x.echo", "input": None},
                              {"op": "x.state", "input": {}}, {"op": "x.state", "input": {}, "session": None})
        for number, reply in enumerate(replies):
            self.assertEqual((reply["id"], set(reply)), (number, {"id", "error"}))

    def test_deep(self):
        for depth in [1000, 100_000, 5_000_000]:
            for nest in [b"[" * depth + b"]" * depth, b"[" * depth, b'{"a":' * depth]:
                replies, _ = self.ask(b'{"id":1,"op":"x.echo","input":{"a":' + nest + b"}}\n", {"op": "x.state", "input": {}, "session": "é"})
                self.assertEqual(len(replies), 2)
                if depth > 1000:  # below, it depends on the version
                    self.assertEqual((replies[0]["id"], set(replies[0])), (None, {"id", "error"}))
                self.assertEqual(replies[1], {"id": 1, "ok": {"session": "é"}})

    def test_text(self):
        for text in ["é", "\u2028\u2029", "😀", "\0\x7f", "\r\n", "\ud800"]:
            replies, _ = self.ask({"op": "x.echo", "input": {text: text}})
            self.assertEqual(replies[0]["ok"], {text: text})
        replies, _ = self.ask('{"id":7,"op":"x.echo","input":{"a":"é😀"}}\n'.encode())
        self.assertEqual(replies, [{"id": 7, "ok": {"a": "é😀"}}])

    def test_line_ends(self):  # AP-009
        request = b'{"id":%d,"op":"x.echo","input":{}}'
        replies, _ = self.ask(request % 1 + b"\r\n", b" " + request % 2 + b" \n", request % 3)
        self.assertEqual([reply["id"] for reply in replies], [1, 2, 3])

    def test_no_input(self):
        self.assertEqual(self.ask()[0], [])

    def test_long_lines(self):
        text = "a" * (16 * 1024 * 1024 - 100)
        replies, _ = self.ask({"op": "x.echo", "input": {"a": text}}, {"op": "x.echo", "input": {}})
        self.assertEqual(len(replies[0]["ok"]["a"]), len(text))
        self.assertEqual(replies[1], {"id": 1, "ok": {}})

    def test_interactive(self):
        """Each reply comes before the next request is sent."""
        command = [sys.executable, "-c", self.PROGRAM]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": HERE}) as process:
            for number in range(100):
                process.stdin.write(b'{"id":%d,"op":"x.echo","input":{}}\n' % number)
                process.stdin.flush()
                self.assertEqual(process.stdout.readline(), b'{"id":%d,"ok":{}}\n' % number)
            process.stdin.close()
            self.assertEqual(process.stdout.read(), b"")
            self.assertEqual(process.wait(10), 0)

    def test_pipelined(self):
        count = 50_000
        replies, _ = self.ask(*[{"op": "x.echo", "input": {"n": number}} for number in range(count)])
        self.assertEqual(replies, [{"id": number, "ok": {"n": number}} for number in range(count)])

    def test_registered_twice(self):
        adapter = Adapter("a")
        adapter.operation("x.a")(dict)
        with self.assertRaises(ValueError):
            adapter.operation("x.a")(dict)


if __name__ == "__main__":
    unittest.main()
