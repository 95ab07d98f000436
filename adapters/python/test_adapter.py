"""Tests of the Python implementation and of the protocol loop. Run: python3 -m unittest discover adapters/python"""

import base64
import hashlib
import json
import os
import random
import subprocess
import sys
import textwrap
import unittest
from datetime import datetime, timedelta, timezone

import partition_key
import task_id
from partition_key import Dimension
from proofmark_adapter import Adapter, Reject

HERE = os.path.dirname(os.path.abspath(__file__))
MAX = 2**63 - 1
MIN = -2**63


class RejectCase(unittest.TestCase):
    def rejects(self, code, function, *arguments):
        with self.subTest(arguments=repr(arguments)[:200]):
            with self.assertRaises(Reject) as caught:
                function(*arguments)
            self.assertEqual(caught.exception.code, code)


def encode_one(kind, value):
    """The text of a value alone, without its name and tag."""
    return partition_key.encode([Dimension("a", kind, value)]).split(":", 1)[1]


def parse_one(tag, text):
    return partition_key.parse(f"a={tag}:{text}")[0].value


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class WholeKey(RejectCase):
    def test_example(self):
        dimensions = [Dimension("date", "date", "2025-01-15"), Dimension("region", "string", "us-east")]
        text = "date=d:2025-01-15,region=s:dXMtZWFzdA"
        self.assertEqual(partition_key.encode(dimensions), text)
        self.assertEqual(partition_key.encode(reversed(dimensions)), text)
        self.assertEqual(partition_key.parse(text), dimensions)

    def test_all_types(self):
        text = "b=b:true,d=d:2025-01-15,i=i:-42,n=n:null,s=s:,t=t:2025-01-15T10:00:00.500000Z"
        dimensions = [
            Dimension("b", "bool", True), Dimension("d", "date", "2025-01-15"), Dimension("i", "int", -42),
            Dimension("n", "null", None), Dimension("s", "string", ""),
            Dimension("t", "timestamp", "2025-01-15T10:00:00.500000Z"),
        ]
        self.assertEqual(partition_key.parse(text), dimensions)
        self.assertEqual(partition_key.encode(dimensions), text)
        self.assertRegex(text, r"\A[A-Za-z0-9_\-=:,.]+\Z")  # PK-010

    def test_empty(self):  # PK-001
        self.rejects("empty_key", partition_key.encode, [])
        self.rejects("empty_key", partition_key.parse, "")

    def test_malformed(self):  # PK-002
        for text in [",", "a=i:1,", ",a=i:1", "a=i:1,,b=i:2", "a", "a=", "a=i", "a:i", "a=i1", " "]:
            self.rejects("malformed_dimension", partition_key.parse, text)
        for text in ["a=i:1, b=i:2", " a=i:1", "a =i:1", "=i:1"]:
            self.rejects("invalid_key_name", partition_key.parse, text)
        for text in ["a= i:1", "a=:1", "a==i:1", "a=i :1"]:
            self.rejects("unknown_type", partition_key.parse, text)
        for text in ["a=i: 1", "a=i:1 ", "a=i:1\n", "a=i::1", "a=i:1=2"]:
            self.rejects("invalid_integer", partition_key.parse, text)

    def test_names(self):  # PK-003
        for name in ["a", "z9", "a_", "a__b0", "a" * 10000]:
            text = f"{name}=n:null"
            self.assertEqual(partition_key.encode([Dimension(name, "null", None)]), text)
            self.assertEqual(partition_key.parse(text), [Dimension(name, "null", None)])
        for name in ["", "A", "aB", "_a", "1", "1a", "a-b", "a.b", "a\n", "é", "aé", "a٣", "a b", "а"]:
            self.rejects("invalid_key_name", partition_key.encode, [Dimension(name, "null", None)])
            self.rejects("invalid_key_name", partition_key.parse, f"{name}=n:null")

    def test_order(self):  # PK-004
        text = "a=i:1,a1=i:1,a_b=i:1,ab=i:1,b=i:1"
        names = [dimension.key for dimension in partition_key.parse(text)]
        for _ in range(10):
            random.shuffle(names)
            self.assertEqual(partition_key.encode([Dimension(name, "int", 1) for name in names]), text)
        for text in ["b=i:1,a=i:1", "ab=i:1,a=i:1", "ab=i:1,a_b=i:1", "a_b=i:1,a1=i:1"]:
            self.rejects("unsorted_keys", partition_key.parse, text)

    def test_duplicates(self):  # PK-005
        self.rejects("duplicate_key", partition_key.parse, "a=i:1,a=i:1")
        self.rejects("duplicate_key", partition_key.parse, "a=i:1,a=n:null")
        self.rejects("duplicate_key", partition_key.encode, [Dimension("a", "int", 1)] * 2)

    def test_types(self):  # PK-006, PK-019
        for tag in ["S", "f", "", "ii", "int", "u", "ѕ", "N"]:
            self.rejects("unknown_type", partition_key.parse, f"a={tag}:1")
        for kind in ["uint", "decimal", "bytes", "ulid", "enum", "i", ""]:
            self.rejects("unknown_type", partition_key.encode, [Dimension("a", kind, "1")])
        self.rejects("float_not_allowed", partition_key.encode, [Dimension("a", "float", "42.0")])

    def test_python_types(self):
        for kind, value in [("int", True), ("int", "1"), ("bool", 1), ("string", b"a"), ("null", 0), ("date", None)]:
            with self.assertRaises(TypeError):
                partition_key.encode([Dimension("a", kind, value)])

    def test_distinct(self):  # PK-007
        values = [("string", "42"), ("int", 42), ("string", "null"), ("null", None), ("string", "true"), ("bool", True)]
        self.assertEqual(len({partition_key.encode([Dimension("a", *value)]) for value in values}), len(values))

    def test_mutations(self):  # PK-008
        base = "b=b:true,d=d:2024-02-29,i=i:-10,n=n:null,s=s:dXMtZWFzdA,t=t:2025-01-15T10:00:00.500000Z"
        alphabet = "azA09_-=:,. +/\n٣TZ"
        chance = random.Random(11)
        for _ in range(20000):
            text = list(base)
            for _ in range(chance.randint(1, 2)):
                place = chance.randrange(len(text))
                text[place:place + chance.randint(0, 1)] = chance.choice(alphabet) * chance.randint(0, 1)
            mutated = "".join(text)
            try:
                dimensions = partition_key.parse(mutated)
            except Reject:
                continue
            self.assertEqual(partition_key.encode(dimensions), mutated)


class Strings(RejectCase):
    def test_round_trip(self):  # PK-011, PK-013
        for text in ["", "a", "ab", "abc", "\0", " a ", "é", "e\u0301", "ﬀ", "日本", "😀", "\U0010ffff", "\ufeffa", "A\r\n", "??>>"]:
            encoded = encode_one("string", text)
            self.assertEqual(encoded, b64(text.encode()))
            self.assertEqual(parse_one("s", encoded), text)
        self.assertEqual(encode_one("string", "\u07ff\u07ff?>"), "37_fvz8-")

    def test_one_form(self):  # PK-012
        for text in ["dXMtZWFzdA=", "dXMtZWFzdA==", "YQ==", "YQ=", "=", "+w", "Pz8/", "YR", "YWJ", "Y", "YWJjZ", "Y Q", "YQ\n",
                     "YQ ", "YQ!", "é", "YQ.", "YQ\0"]:
            self.rejects("invalid_string", partition_key.parse, f"a=s:{text}")

    def test_utf8(self):  # PK-014
        for data in [b"\x80", b"\xc3", b"\xc0\x80", b"\xc1\xbf", b"\xe0\x80\x80", b"\xed\xa0\x80", b"\xed\xb0\x80", b"\xf0\x80\x80\x80",
                     b"\xf4\x90\x80\x80", b"\xff", b"\xfe", b"a\xe2\x82"]:
            self.rejects("invalid_utf8", partition_key.parse, f"a=s:{b64(data)}")

    def test_surrogate(self):
        self.rejects("invalid_utf8", encode_one, "string", "\ud800")


class IntegersBooleansNull(RejectCase):
    def test_integers(self):  # PK-015, PK-016
        for value in [0, 1, -1, 9, 10, MAX, MIN, 2**53 + 1]:
            self.assertEqual(encode_one("int", value), str(value))
            self.assertEqual(parse_one("i", str(value)), value)
        for text in ["", "-", "-0", "+5", "007", "-07", "1_000", "1e3", "0x10", " 1", "1 ", "1\n", "٣", "1.0", "--1", "²", "00"]:
            self.rejects("invalid_integer", partition_key.parse, f"a=i:{text}")

    def test_range(self):  # PK-016
        for value in [MAX + 1, MIN - 1, 2**64, 10**19, 10**30]:
            self.rejects("integer_out_of_range", encode_one, "int", value)
            self.rejects("integer_out_of_range", parse_one, "i", str(value))
        with self.assertRaises(Reject):  # str() refuses it, so does repr() in a message
            encode_one("int", 1 << 100000)
        self.rejects("integer_out_of_range", parse_one, "i", "9" * 10000)

    def test_booleans(self):  # PK-017
        for value, text in [(True, "true"), (False, "false")]:
            self.assertEqual(encode_one("bool", value), text)
            self.assertIs(parse_one("b", text), value)
        for text in ["", "True", "TRUE", "1", "yes", "true ", "t"]:
            self.rejects("invalid_boolean", parse_one, "b", text)

    def test_null(self):  # PK-018
        self.assertEqual(encode_one("null", None), "null")
        self.assertIsNone(parse_one("n", "null"))
        for text in ["", "Null", "NULL", "nil", "null "]:
            self.rejects("invalid_null", parse_one, "n", text)


class Dates(RejectCase):
    def test_days(self):  # PK-021, PK-022
        for text in ["0001-01-01", "9999-12-31", "1969-12-31", "1582-10-10", "2024-02-29", "2000-02-29", "1900-02-28", "0004-02-29"]:
            self.assertEqual(encode_one("date", text), text)
            self.assertEqual(parse_one("d", text), text)

    def test_refused(self):  # PK-020, PK-021
        for text in ["", "2025-1-15", "2025-01-5", "25-01-15", "12025-01-15", "+2025-01-15", "-2025-01-15", "2025-01-15 ", "2025-01-15\n",
                     "20250115", "2025/01/15", "2025-01-15T00:00:00Z", "٢٠٢٥-01-15", "2025-00-01", "2025-13-01", "2025-01-00", "2025-01-32",
                     "2025-04-31", "2025-02-29", "1900-02-29", "2100-02-29", "0000-02-30", "2025-W03-3"]:
            self.rejects("invalid_date", encode_one, "date", text)
            self.rejects("invalid_date", parse_one, "d", text)

    def test_year_zero(self):  # PK-023
        for text in ["0000-01-01", "0000-02-29", "0000-12-31"]:
            self.rejects("year_out_of_range", encode_one, "date", text)
            self.rejects("year_out_of_range", parse_one, "d", text)

    def test_every_day_of_some_years(self):
        for year in [1, 4, 100, 400, 1900, 2000, 2023, 2024, 9999]:
            for month in range(0, 14):
                for day in range(0, 33):
                    text = f"{year:04}-{month:02}-{day:02}"
                    try:
                        datetime(year, month, day)
                    except ValueError:
                        self.rejects("invalid_date", encode_one, "date", text)
                    else:
                        self.assertEqual(encode_one("date", text), text)


class Timestamps(RejectCase):
    def test_written(self):  # PK-024, PK-025, PK-030
        for given, written in [
            ("2025-01-15T10:00:00Z", "2025-01-15T10:00:00.000000Z"),
            ("2025-01-15T10:00:00.5+02:00", "2025-01-15T08:00:00.500000Z"),
            ("2025-01-15T10:00:00.12345-00:00", "2025-01-15T10:00:00.123450Z"),
            ("2025-01-01T00:30:00+01:00", "2024-12-31T23:30:00.000000Z"),
            ("2024-02-28T23:30:00-23:59", "2024-02-29T23:29:00.000000Z"),
            ("1969-12-31T23:59:59.000001Z", "1969-12-31T23:59:59.000001Z"),
            ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"),
            ("0001-01-01T01:00:00.0+01:00", "0001-01-01T00:00:00.000000Z"),
            ("9999-12-31T22:59:59.999999-01:00", "9999-12-31T23:59:59.999999Z"),
            ("0999-01-01T00:00:00.1Z", "0999-01-01T00:00:00.100000Z"),
            ("2025-01-15T10:00:00.000007Z", "2025-01-15T10:00:00.000007Z"),
        ]:
            self.assertEqual(encode_one("timestamp", given), written)
            self.assertEqual(parse_one("t", written), written)

    def test_truncated(self):  # PK-028, PK-029
        for given, written in [
            ("2025-01-15T23:59:59.9999999Z", "2025-01-15T23:59:59.999999Z"),
            ("1969-12-31T23:59:59.9999999Z", "1969-12-31T23:59:59.999999Z"),
            ("1960-01-01T00:00:00.0000009Z", "1960-01-01T00:00:00.000000Z"),
            ("9999-12-31T23:59:59." + "9" * 1000 + "Z", "9999-12-31T23:59:59.999999Z"),
        ]:
            self.assertEqual(encode_one("timestamp", given), written)

    def test_refused(self):  # PK-025, PK-026
        for text in ["", "2025-01-15", "2025-01-15T10:00:00", "2025-01-15T10:00:00.5", "2025-01-15T10:00Z", "2025-01-15t10:00:00Z",
                     "2025-01-15T10:00:00z", "2025-01-15 10:00:00Z", "2025-01-15T10:00:00.Z", "2025-01-15T10:00:00,5Z", "2025-01-15T24:00:00Z",
                     "2025-01-15T23:60:00Z", "2016-12-31T23:59:60Z", "2025-02-29T00:00:00Z", "2025-13-01T00:00:00Z", "2025-01-15T10:00:00Z ",
                     "2025-01-15T10:00:00Z\n", "2025-01-15T10:00:00+24:00", "2025-01-15T10:00:00+02:60", "2025-01-15T10:00:00+0200",
                     "2025-01-15T10:00:00+02", "2025-01-15T10:00:00+2:00", "2025-01-15T10:00:00+02:00:00", "2025-01-15T10:00:00.٣Z",
                     "2025-01-15T1٣:00:00Z", "2025-1-15T10:00:00Z", "+2025-01-15T10:00:00Z", "12025-01-15T10:00:00Z", "2025-01-15T10:00:00 Z"]:
            self.rejects("invalid_timestamp", encode_one, "timestamp", text)
            self.rejects("invalid_timestamp", parse_one, "t", text)

    def test_one_form(self):  # PK-024
        for text in ["2025-01-15T10:00:00Z", "2025-01-15T10:00:00.5Z", "2025-01-15T10:00:00.50000Z", "2025-01-15T10:00:00.5000000Z",
                     "2025-01-15T10:00:00.500000+00:00", "2025-01-15T10:00:00.500000-00:00", "2025-01-15T10:00:00.500000+02:00"]:
            self.rejects("invalid_timestamp", parse_one, "t", text)

    def test_range(self):  # PK-027
        for text in ["0001-01-01T00:00:00+00:01", "0001-01-01T23:58:00+23:59", "9999-12-31T23:59:00-00:01", "0000-06-01T00:00:00Z"]:
            self.rejects("timestamp_out_of_range", encode_one, "timestamp", text)
        self.rejects("timestamp_out_of_range", parse_one, "t", "0000-06-01T00:00:00.000000Z")

    def test_against_datetime(self):
        chance = random.Random(25)
        for _ in range(2000):
            zone = timezone(timedelta(minutes=chance.randint(-1439, 1439)))
            local = datetime(2, 1, 1, tzinfo=zone) + timedelta(
                days=chance.randrange(3_650_000), seconds=chance.randrange(86400), microseconds=chance.randrange(10**6))
            utc = local.astimezone(timezone.utc).replace(tzinfo=None)
            self.assertEqual(encode_one("timestamp", local.isoformat()), utc.isoformat(timespec="microseconds") + "Z")


class PartitionIds(RejectCase):
    def test_id(self):  # PK-031, PK-032
        for asset, canonical in [("a", "b=i:1"), ("a:b=i:1", "c=i:2"), (" ", "b=i:1"), ("É\0日", "date=d:2025-01-15,region=s:dXMtZWFzdA")]:
            digest = hashlib.sha256(asset.encode() + b":" + canonical.encode()).hexdigest()
            self.assertEqual(partition_key.partition_id(asset, canonical), "part_" + digest[:32])

    def test_refused(self):  # PK-032, PK-033
        self.rejects("empty_asset_id", partition_key.partition_id, "", "a=i:1")
        self.rejects("empty_key", partition_key.partition_id, "a", "")
        self.rejects("invalid_integer", partition_key.partition_id, "a", "a=i:01")


class InternalIds(RejectCase):
    def test_forms(self):  # TI-001, TI-002, TI-003
        self.assertEqual(task_id.dispatch("run1", "extract", "1"), "dispatch:run1:extract:1")
        self.assertEqual(task_id.retry("run1", "extract", "1", "1705340400"), "timer:retry:run1:extract:1:1705340400")
        self.assertEqual(task_id.heartbeat("run1", "extract", "1705340400"), "timer:heartbeat:run1:extract:1705340400")

    def test_components(self):  # TI-004, TI-005, TI-006
        for text in [" ", "a b", "A_B/c", "é", "e\u0301", "😀", "\0", "a\n"]:
            self.assertEqual(task_id.dispatch(text, text, "1"), f"dispatch:{text}:{text}:1")
        for text, code in [("", "empty_component"), (":", "invalid_component"), ("a:b", "invalid_component")]:
            self.rejects(code, task_id.dispatch, text, "a", "1")
            self.rejects(code, task_id.retry, "a", text, "1", "1")
            self.rejects(code, task_id.heartbeat, text, "a", "1")

    def test_numbers(self):  # TI-007, TI-008
        for text in ["0", "1", "10", str(MAX)]:
            self.assertEqual(task_id.dispatch("a", "b", text), f"dispatch:a:b:{text}")
        for text in ["", "-1", "-0", "+1", "01", "00", "1.0", "1e3", "1_0", " 1", "1\n", "٣", "0x1", str(MAX + 1), "1" + "0" * 19, "9" * 10000]:
            self.rejects("invalid_number", task_id.dispatch, "a", "b", text)
            self.rejects("invalid_number", task_id.retry, "a", "b", "1", text)
            self.rejects("invalid_number", task_id.heartbeat, "a", "b", text)


class CloudIds(RejectCase):
    def test_hash(self):  # TI-009, TI-010
        self.assertEqual(task_id.cloud("d", "dispatch:run1:extract:1"), "d_cxtoltqhbncw6nevn7hy53kqn6")
        names = {task_id.cloud("t", task_id.heartbeat("é", "b", str(epoch))) for epoch in range(1000)}
        self.assertEqual(len(names), 1000)  # TI-015
        for name in names:
            self.assertRegex(name, r"\At_[a-z2-7]{26}\Z")

    def test_kinds(self):  # TI-011, TI-012
        self.rejects("kind_mismatch", task_id.cloud, "t", "dispatch:run1:extract:1")
        self.rejects("kind_mismatch", task_id.cloud, "t", "dispatch:")
        self.rejects("kind_mismatch", task_id.cloud, "d", "timer:x")
        for kind in ["", "D", "T", "x", "dt", "d "]:
            self.rejects("unknown_kind", task_id.cloud, kind, "dispatch:run1:extract:1")

    def test_no_known_form(self):  # TI-013
        for internal_id in ["", "foo", "a:b", "a_b", "Dispatch:x"]:
            self.assertEqual(task_id.cloud("d", internal_id)[1:], task_id.cloud("t", internal_id)[1:])

    def test_records(self):  # TI-017, TI-018, TI-019
        table, row = task_id.record("dispatch:run1:extract:1")
        self.assertEqual(table, "dispatch_outbox")
        self.assertEqual(row, {"dispatch_id": "dispatch:run1:extract:1", "cloud_task_id": "d_cxtoltqhbncw6nevn7hy53kqn6"})
        timer = task_id.heartbeat("run1", "extract", "5")
        self.assertEqual(task_id.record(timer), ("timers", {"timer_id": timer, "cloud_task_id": task_id.cloud("t", timer)}))
        self.rejects("unknown_form", task_id.record, "foo")

    def test_sanitizer(self):  # TI-029, TI-030
        self.assertEqual(task_id.sanitize("dispatch:Run-1:a_b:1"), "dispatch_Run-1_a_b_1")
        self.assertEqual(task_id.sanitize("é e\u0301😀\n٣"), "__e____")
        self.assertEqual(task_id.sanitize(""), "")
        self.assertEqual(task_id.sanitize("😀" * 501), "_" * 500)
        self.assertEqual(task_id.sanitize("a" * 500), "a" * 500)


class Queues(RejectCase):
    def setUp(self):
        self.queue = task_id.Queue()
        self.task = task_id.dispatch("run1", "extract", "1")
        self.row = task_id.record(self.task)[1]

    def test_window(self):  # TI-020, TI-021, TI-022
        for succeeded in [True, False]:
            queue = task_id.Queue()
            queue.enqueue(self.task, 0)
            self.rejects("name_in_use", queue.enqueue, self.task, 10**9)
            queue.complete(self.task, succeeded, 10**9)
            self.rejects("name_in_use", queue.enqueue, self.task, 10**9)
            self.rejects("name_in_use", queue.enqueue, self.task, 10**9 + 86399)
            queue.enqueue(self.task, 10**9 + 86400)
            self.rejects("name_in_use", queue.enqueue, self.task, 10**9 + 86400)

    def test_outbox(self):  # TI-023, TI-024
        self.assertEqual(self.queue.outbox(), [])
        self.assertEqual(self.queue.enqueue(self.task, 0), self.row["cloud_task_id"])
        self.assertEqual(self.queue.outbox(), [self.row])
        self.queue.complete(self.task, False, 1)
        self.assertEqual(self.queue.outbox(), [self.row])
        self.queue.enqueue(self.task, 86401)
        self.assertEqual(self.queue.outbox(), [self.row])
        self.queue.complete(self.task, True, 86402)
        self.assertEqual(self.queue.outbox(), [])

    def test_order(self):
        ids = [task_id.dispatch(run, "a", "1") for run in ["\U0001f600", "\uffee", "é", "z", "B"]]
        for internal_id in ids:
            self.queue.enqueue(internal_id, 0)
        rows = [row["dispatch_id"] for row in self.queue.outbox()]
        self.assertEqual(rows, sorted(ids, key=lambda text: text.encode()))

    def test_independent(self):  # TI-025, TI-027
        self.queue.enqueue(self.task, 0)
        for other in [task_id.dispatch("run1", "extract", "2"), task_id.retry("run1", "extract", "1", "5"), task_id.heartbeat("run1", "extract", "5")]:
            self.queue.enqueue(other, 0)
            self.queue.complete(other, True, 0)
            self.rejects("name_in_use", self.queue.enqueue, other, 1)
        self.assertEqual(self.queue.outbox(), [self.row])

    def test_completion(self):  # TI-026
        self.rejects("unknown_task", self.queue.complete, self.task, True, 0)
        self.queue.enqueue(self.task, 0)
        self.queue.complete(self.task, False, 0)
        self.rejects("unknown_task", self.queue.complete, self.task, True, 50000)
        self.assertEqual(self.queue.outbox(), [self.row])
        self.queue.enqueue(self.task, 86400)


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
        from proofmark_adapter import Adapter, Reject, field
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
