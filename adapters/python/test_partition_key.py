"""Tests of partition keys."""

import base64
import hashlib
import random
import unittest
from datetime import datetime, timedelta, timezone

import partition_key
from partition_key import Dimension
from proofmark_adapter import Reject
from testing import MAX, MIN, RejectCase


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


if __name__ == "__main__":
    unittest.main()
