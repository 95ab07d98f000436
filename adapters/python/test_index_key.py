"""Tests of index keys."""

import functools
import hashlib
import itertools
import random
import struct
import unittest
from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import index_key
from index_key import Bound, Element, Enum, Index, Predicate, Range, Row, Store, Value
from proofmark_adapter import Reject
from testing import MAX, MIN, RejectCase, WireCase

TYPES = ["null", "bool", "int", "uint", "decimal", "float", "date", "timestamp", "string", "bytes", "ulid", "enum"]
NULL = Value("null", None)
ANY = Index("user", 7, [Element("any")], "any")
DESCENDING = Index("user", 7, [Element("any", descending=True)], "any")
EXAMPLE = Index("user", 7, [Element("string"), Element("int", descending=True)], "uint", unique=True)
EXAMPLE_KEY = "02 01 00000007 48 6162 0000 e7 7ffffffffffffffa 20 0000000000000001"
HEAD = bytes.fromhex("020100000007")


def integer(number):
    return Value("int", number)


def unsigned(number):
    return Value("uint", number)


def text(content):
    return Value("string", content)


def raw(content):
    return Value("bytes", content)


def decimal(content):
    return Value("decimal", index_key.parse_decimal(content))


def floating(content):
    return Value("float", float(content))


def day(content):
    return Value("date", index_key.parse_date(content))


def instant(content):
    return Value("timestamp", index_key.parse_timestamp(content))


def ulid(content):
    return Value("ulid", content)


def variant(discriminant, payload=None):
    return Value("enum", Enum(discriminant, payload))


def nested(depth):
    """So many enums in each other."""
    value = variant(0)
    for _ in range(depth - 1):
        value = variant(0, value)
    return value


def element(value, descending=False):
    return index_key.write(Element("any", descending), value)


def hexadecimal(data):
    return bytes.fromhex(data.replace(" ", ""))


def value_order(left, right):
    """The order of values by the words of IK-001 to IK-015, without bytes."""
    if left.type != right.type:
        return TYPES.index(left.type) - TYPES.index(right.type)
    one, other = left.content, right.content
    if left.type == "enum":
        if one.discriminant != other.discriminant:
            return one.discriminant - other.discriminant
        if one.payload is None or other.payload is None:
            return (one.payload is not None) - (other.payload is not None)
        return value_order(one.payload, other.payload)
    if left.type == "null":
        return 0
    if left.type == "decimal":
        one, other = Fraction(one), Fraction(other)
    if left.type == "string":
        one, other = [*map(ord, one)], [*map(ord, other)]
    return (one > other) - (one < other)


def sample(chance, depth=1):
    """A random value, often close to others."""
    kind = chance.choice(TYPES if depth < 4 else TYPES[:-1])
    some = chance.choice
    content = {
        "null": lambda: None,
        "bool": lambda: some([True, False]),
        "int": lambda: some([chance.randint(-3, 3), chance.randint(MIN, MAX), MIN, MAX]),
        "uint": lambda: some([chance.randint(0, 3), chance.randint(0, 2**64 - 1), 2**63 - 1, 2**63]),
        "decimal": lambda: Decimal((chance.randint(0, 1), [chance.randint(0, some([1, 9])) for _ in range(chance.randint(1, 4))], chance.randint(-3, 3))),
        "float": lambda: some([chance.uniform(-1, 1), 0.0, -0.0, float("inf"), -float("inf"), 5e-324, -5e-324, 1.0, float(chance.randint(-2, 2)) * 1e300]),
        "date": lambda: some([date(1970, 1, 1) + timedelta(chance.randint(-2, 2)), date.min, date.max]),
        "timestamp": lambda: some([datetime(1970, 1, 1) + timedelta(microseconds=chance.randint(-2, 2)), datetime.min, datetime.max]),
        "string": lambda: "".join(some("\0\1ab\xff\u07ff\ufffd\U00010000") for _ in range(chance.randint(0, 3))),
        "bytes": lambda: bytes(some([0, 1, 97, 254, 255]) for _ in range(chance.randint(0, 4))),
        "ulid": lambda: some("07") + "".join(some("0Z") for _ in range(25)),
        "enum": lambda: Enum(some([0, 1, 2**32 - 1]), some([None, sample(chance, depth + 1)])),
    }[kind]()
    return Value(kind, content)


def sign(number):
    return (number > 0) - (number < 0)


class Order(unittest.TestCase):
    def ascending(self, *values):
        """In this order as the page says, and as bytes in both directions (IK-018, IK-035)."""
        for left, right in zip(values, values[1:]):
            self.assertLess(value_order(left, right), 0)
            self.assertLess(element(left), element(right))
            self.assertGreater(element(left, True), element(right, True))

    def test_types(self):  # IK-001
        self.ascending(NULL, Value("bool", True), integer(5), unsigned(3), decimal("9"), floating(1), day("2025-01-15"), instant("2025-01-15T00:00:00Z"),
                       text("a"), raw(b""), ulid("0" * 26), variant(0))

    def test_examples(self):  # IK-002 to IK-015
        self.ascending(Value("bool", False), Value("bool", True))
        self.ascending(*map(integer, [MIN, -256, -2, -1, 0, 1, 255, 256, MAX]))
        self.ascending(*map(unsigned, [0, 1, 255, 256, MAX, MAX + 1, 2**64 - 1]))
        self.ascending(*map(decimal, ["-1e6143", "-10", "-9.5", "-9.45", "-0.1", "-1e-6143", "0", "1e-6143", "0.05", "0.1", "0.15", "0.151", "9", "9.9", "10", "1e6143"]))
        self.ascending(*map(floating, ["-Infinity", "-1e308", "-1", "-1e-308", "-5e-324", "0", "5e-324", "1e-308", "1", "1e308", "Infinity"]))
        self.ascending(*map(day, ["0001-01-01", "1969-12-31", "1970-01-01", "2025-01-15", "9999-12-31"]))
        self.ascending(*map(instant, ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59.999999Z", "1970-01-01T00:00:00Z", "2025-01-15T10:00:00+02:00", "9999-12-31T23:59:59.999999Z"]))
        self.ascending(*map(text, ["", "\0", "\0\0", "\0a", "Z", "a", "a\0", "aa", "b", "\ufffd", "\U00010000"]))
        self.ascending(*map(raw, [b"", b"\0", b"\0\0", b"\0\xff", b"\x01", b"a", b"a\0", b"\x7f", b"\x80", b"\xff", b"\xff\0", b"\xff\xff"]))
        self.ascending(*map(ulid, ["0" * 26, "0" * 25 + "Z", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "7" + "Z" * 25]))
        self.ascending(variant(0), variant(0, NULL), variant(0, integer(0)), variant(0, integer(1)), variant(0, variant(0)), variant(0, variant(1)), variant(1), variant(2**32 - 1))

    def test_equal(self):  # IK-005, IK-008, IK-010
        for values in [map(decimal, ["1", "1.0", "1.00", "10e-1", "0.01e2"]), map(decimal, ["0", "-0", "0.00", "0e99"]), map(floating, ["0.0", "-0.0"]),
                       map(instant, ["2025-01-15T10:00:00+02:00", "2025-01-15T08:00:00Z", "2025-01-15T08:00:00.000000-00:00"])]:
            self.assertEqual(len({element(value) for value in values}), 1)

    def test_law(self):  # IK-035, IK-036, IK-057
        chance = random.Random(35)
        values = [sample(chance) for _ in range(300)]
        for left, right in itertools.combinations(values, 2):
            order = sign(value_order(left, right))
            for descending in [False, True]:
                one, other = element(left, descending), element(right, descending)
                self.assertEqual((one > other) - (one < other), -order if descending else order, (left, right))
                if order:
                    self.assertFalse(one.startswith(other) or other.startswith(one), (left, right))

    def test_rows(self):  # IK-016, IK-017, IK-018
        index = Index("user", 1, [Element("int"), Element("string", descending=True)], "uint")
        rows = [Row([integer(number), text(content)], unsigned(key)) for number in [1, 2] for content in ["b", "a", ""] for key in [1, 2]]
        for (place, left), (other, right) in itertools.product(enumerate(rows), repeat=2):
            self.assertEqual(index_key.compare(index, left, right), sign(place - other))
        null = Row([integer(1), NULL], unsigned(0))
        self.assertEqual(index_key.compare(index, rows[5], null), -1)  # null comes last


class Indexable(RejectCase):
    def refuses(self, code, value):
        """In every place (IK-023)."""
        self.rejects(code, index_key.encode, ANY, [value], integer(1))
        self.rejects(code, index_key.encode, DESCENDING, [value], integer(1))
        self.rejects(code, index_key.encode, ANY, [integer(1)], value)
        self.rejects(code, index_key.prefix, ANY, [value])
        self.rejects(code, index_key.bounds, ANY, [], Range(upper=Bound(value, True)))
        self.rejects(code, index_key.compare, ANY, Row([integer(1)], integer(1)), Row([value], integer(1)))
        if value.type != "enum":
            self.rejects(code, index_key.encode, ANY, [variant(0, value)], integer(1))

    def test_integers(self):  # IK-019, IK-020
        for number in [MAX + 1, MIN - 1, 2**64, 10**30]:
            self.refuses("integer_out_of_range", integer(number))
        for number in [-1, 2**64]:
            self.refuses("integer_out_of_range", unsigned(number))
        self.rejects("integer_out_of_range", index_key.parse_integer, "9" * 10000)

    def test_decimals(self):  # IK-021, IK-022
        for content in ["1" * 38, "1" * 38 + "0" * 50, "0." + "0" * 50 + "1" * 38, "1e300", "9.9e6143", "1e-6143", "-1e6143", "1" + "0" * 6143, "1" + "0" * 10000 + "e-10000",
                        "0e99999999999999999999999", "-0.00e-99999999999999999999999", "0e" + "9" * 10000, "1e007"]:
            value = decimal(content)
            data = index_key.encode(ANY, [value], integer(1))
            self.assertEqual(value_order(index_key.decode(ANY, data).components[0], value), 0)
        for content in ["1" * 39, "1" + "0" * 37 + "1", "-0." + "1" * 39]:
            self.refuses("decimal_too_precise", decimal(content))
        for content in ["1e6144", "10e6143", "1e-6144", "0.1e-6143", "1e999999999"]:
            self.refuses("decimal_out_of_range", decimal(content))
        for content in ["1e99999999999999999999999", "-1e-99999999999999999999999", "1e" + "9" * 10000]:
            self.rejects("decimal_out_of_range", decimal, content)

    def test_nan(self):  # IK-023
        self.refuses("nan_not_allowed", floating("NaN"))
        self.refuses("nan_not_allowed", Value("float", struct.unpack(">d", bytes.fromhex("fff8000000000001"))[0]))

    def test_dates(self):  # IK-024
        for content in ["", "2025-1-15", "20250115", "2025-01-15 ", "2025-W03-3", "٢٠٢٥-01-15", "2025-02-29", "1900-02-29", "2025-13-01", "2025-00-01", "0000-01-01", "10000-01-01", "-001-01-01"]:
            self.rejects("invalid_date", day, content)
        for content in ["0001-01-01", "9999-12-31", "2000-02-29", "2024-02-29"]:
            self.assertEqual(str(day(content).content), content)

    def test_timestamps(self):  # IK-025, IK-026, IK-027
        for content in ["", "2025-01-15", "2025-01-15T10:00:00", "2025-01-15t10:00:00Z", "2025-01-15T10:00:00z", "2025-01-15 10:00:00Z", "2025-01-15T10:00:00.Z",
                        "2025-01-15T24:00:00Z", "2025-01-15T23:59:60Z", "2025-01-15T10:00Z", "2025-01-15T10:00:00+24:00", "2025-01-15T10:00:00+02", "2025-02-29T10:00:00Z"]:
            self.rejects("invalid_timestamp", instant, content)
        for content in ["0001-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01"]:
            self.rejects("timestamp_out_of_range", instant, content)
        for content in ["2025-01-15T10:00:00.0000000Z", "2025-01-15T10:00:00.1234567+02:00"]:
            self.rejects("timestamp_too_precise", instant, content)
        self.assertEqual(index_key.show_timestamp(instant("0001-01-01T00:00:00.5-01:00").content), "0001-01-01T01:00:00.500000Z")

    def test_ulids(self):  # IK-028
        for content in ["", "0" * 25, "0" * 27, "8" + "0" * 25, "Z" * 26, "0" * 25 + "a", *["0" * 25 + letter for letter in "ILOU"], "0" * 25 + "\n"]:
            self.refuses("invalid_ulid", ulid(content))

    def test_depth(self):  # IK-029
        data = index_key.encode(ANY, [nested(8)], nested(8))
        self.assertEqual(index_key.decode(ANY, data), Row([nested(8)], nested(8)))
        self.refuses("enum_too_deep", nested(9))
        ninth = HEAD + hexadecimal("60 00000000" * 9) + b"\0" + element(integer(1))
        self.rejects("enum_too_deep", index_key.decode, ANY, ninth)
        self.rejects("enum_too_deep", index_key.decode, ANY, HEAD + hexadecimal("60 00000000" * 100000))

    def test_fit(self):  # IK-030, IK-031, IK-032
        one = {"null": NULL, "bool": Value("bool", True), "int": integer(1), "uint": unsigned(1), "decimal": decimal("1"), "float": floating(1), "date": day("2025-01-15"),
               "timestamp": instant("2025-01-15T00:00:00Z"), "string": text("1"), "bytes": raw(b"1"), "ulid": ulid("0" * 26), "enum": variant(1)}
        for declared, given in itertools.product(TYPES, TYPES):
            index = Index("user", 7, [Element(declared)], declared)
            key = index_key.encode(ANY, [one[given]], one[given]) if given != "null" else None
            if given == "null":
                self.assertEqual(index_key.prefix(index, [NULL]), HEAD + b"\x08")
                self.rejects("null_primary_key", index_key.encode, index, [NULL], NULL)
                self.rejects("null_primary_key", index_key.encode, ANY, [NULL], NULL)
            elif given == declared:
                self.assertEqual(index_key.decode(index, key), Row([one[given]], one[given]))
            else:
                self.rejects("type_mismatch", index_key.prefix, index, [one[given]])
                self.rejects("type_mismatch", index_key.encode, index, [NULL], one[given])
                self.rejects("type_mismatch", index_key.bounds, index, [NULL], Range(lower=Bound(one[given], True)))
                self.rejects("type_mismatch", index_key.decode, index, key)  # IK-078
        self.rejects("null_primary_key", index_key.decode, ANY, HEAD + b"\x08\x08")
        self.rejects("null_primary_key", index_key.bounds, ANY, [NULL], Range(lower=Bound(NULL, False)))

    def test_count(self):  # IK-033, IK-080
        for components in [[], [NULL, NULL]]:
            self.rejects("wrong_component_count", index_key.encode, ANY, components, integer(1))
        self.rejects("wrong_component_count", index_key.prefix, ANY, [NULL, NULL])
        self.rejects("wrong_component_count", index_key.bounds, ANY, [NULL, NULL], None)

    def test_kept(self):  # IK-034
        for content in ["", "\0", "\0\0", " a ", "é", "e\u0301", "\ufeff", "a" * 2**20, "\0" * 2**20]:
            self.assertEqual(index_key.decode(DESCENDING, index_key.encode(DESCENDING, [text(content)], raw(content.encode()))), Row([text(content)], raw(content.encode())))

    def test_python_types(self):
        for value in [Value("int", True), Value("bool", 1), Value("string", b""), Value("date", datetime(2025, 1, 15)), Value("float", 1), Value("null", 0)]:
            with self.assertRaises(TypeError):
                element(value)


class Frames(unittest.TestCase):
    def test_examples(self):  # IK-039 to IK-057
        for value, data in [
            (NULL, "08"), (Value("bool", False), "10 00"), (Value("bool", True), "10 01"),
            (integer(0), "18 8000000000000000"), (integer(-1), "18 7fffffffffffffff"), (integer(42), "18 800000000000002a"), (integer(MIN), "18 0000000000000000"),
            (unsigned(42), "20 000000000000002a"),
            (decimal("0"), "28 02"), (decimal("1.5"), "28 03 2000 02 06 00"), (decimal("120"), "28 03 2002 02 03 00"), (decimal("-1.5"), "28 01 dfff fd f9 ff"),
            (decimal("0.001"), "28 03 1ffd 02 00"),
            (floating("1.5"), "30 bff8000000000000"), (floating("Infinity"), "30 fff0000000000000"), (floating("-1.5"), "30 4007ffffffffffff"),
            (floating("-Infinity"), "30 000fffffffffffff"), (floating("-0.0"), "30 8000000000000000"), (floating("0"), "30 8000000000000000"),
            (day("1970-01-01"), "38 80000000"), (day("1969-12-31"), "38 7fffffff"), (day("2025-01-15"), "38 80004e87"),
            (instant("1969-12-31T23:59:59.999999Z"), "40 7fffffffffffffff"), (instant("2025-01-15T10:00:00.5+02:00"), "40 80062bba10786120"),
            (text(""), "48 00 00"), (text("a"), "48 61 00 00"), (text("a\0b"), "48 61 00ff 62 00 00"), (raw(b"\0\xff"), "50 00ff ff 00 00"),
            (ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV"), "58 01563e3ab5d3d6764c61efb99302bd5b"), (ulid("7" + "Z" * 25), "58" + "ff" * 16),
            (variant(2), "60 00000002 00"), (variant(2, integer(1)), "60 00000002 18 8000000000000001"),
        ]:
            self.assertEqual(element(value).hex(), data.replace(" ", ""))
        self.assertEqual(element(integer(5), True).hex(), "e77ffffffffffffffa")
        self.assertEqual(element(NULL, True).hex(), "f7")

    def test_tags(self):  # IK-037, IK-038
        chance = random.Random(38)
        for value in [sample(chance) for _ in range(300)]:
            for descending in [False, True]:
                self.assertNotIn(element(value, descending)[0], [0x00, 0xff])

    def test_key(self):  # IK-058 to IK-063
        key = index_key.encode(EXAMPLE, [text("ab"), integer(5)], unsigned(1))
        self.assertEqual(key.hex(), EXAMPLE_KEY.replace(" ", ""))
        self.assertEqual(index_key.prefix(EXAMPLE._replace(kind="system", id=2**32 - 1), []).hex(), "0202ffffffff")
        self.assertEqual(index_key.prefix(EXAMPLE._replace(id=0), []).hex(), "020100000000")


class Decoding(RejectCase):
    def refuses(self, code, data, index=ANY):
        """As a component, as a payload, and inverted."""
        self.rejects(code, index_key.decode, index, HEAD + hexadecimal(data))
        self.rejects(code, index_key.decode, index, HEAD + hexadecimal("60 00000000" + data))
        self.rejects(code, index_key.decode, DESCENDING, HEAD + bytes(255 - byte for byte in hexadecimal(data)))

    def test_round_trip(self):  # IK-064, IK-065
        chance = random.Random(64)
        for _ in range(2000):
            elements = [Element("any", chance.random() < 0.5) for _ in range(chance.randint(1, 3))]
            index = Index("system", chance.choice([0, 1, 2**32 - 1]), elements, "any")
            values = [sample(chance) for _ in elements]
            primary_key = sample(chance)
            if primary_key.type == "null":
                continue
            key = index_key.encode(index, values, primary_key)
            row = index_key.decode(index, key)
            for given, decoded in zip([*values, primary_key], [*row.components, row.primary_key]):
                self.assertEqual(value_order(given, decoded), 0)
            self.assertEqual(index_key.encode(index, *row), key)
            damaged = bytearray(key)
            place = chance.randrange(len(key))
            damaged[place] = chance.choice([0, 1, 2, 8, 0x18, 0x60, 0x80, 0xfe, 0xff, damaged[place] ^ 1])
            try:
                row = index_key.decode(index, bytes(damaged))
            except Reject:
                continue
            self.assertEqual(index_key.encode(index, *row), bytes(damaged))

    def test_heads(self):  # IK-066, IK-067, IK-068
        key = hexadecimal(EXAMPLE_KEY)
        for version, code in [(1, "legacy_version"), (0, "unknown_version"), (3, "unknown_version"), (255, "unknown_version")]:
            self.rejects(code, index_key.decode, EXAMPLE, bytes([version]) + key[1:])
            self.rejects(code, index_key.decode, EXAMPLE, bytes([version]))
        for index in [EXAMPLE._replace(kind="system"), EXAMPLE._replace(id=8), EXAMPLE._replace(id=7 << 24)]:
            self.rejects("foreign_index", index_key.decode, index, key)
        self.rejects("foreign_index", index_key.decode, EXAMPLE, b"\x02\x03" + key[2:])

    def test_lengths(self):  # IK-069, IK-070
        key = index_key.encode(Index("user", 7, [Element("any")] * 3, "any"), [decimal("-1.5"), variant(1, text("a\0b")), floating(1)], instant("2025-01-15T00:00:00Z"))
        index = Index("user", 7, [Element("any")] * 3, "any")
        for length in range(len(key)):
            self.rejects("truncated_key", index_key.decode, index, key[:length])
        for more in [b"\0", b"\xff", key]:
            self.rejects("trailing_bytes", index_key.decode, index, key + more)

    def test_tags(self):  # IK-071
        for tag in range(256):
            if tag not in range(0x08, 0x61, 8):
                self.rejects("unknown_tag", index_key.decode, ANY, HEAD + bytes([tag]) + bytes(40))
                self.rejects("unknown_tag", index_key.decode, DESCENDING, HEAD + bytes([255 - tag]) + bytes(40))
                self.rejects("unknown_tag", index_key.decode, ANY, HEAD + b"\x08" + bytes([tag]) + bytes(40))
                if tag:
                    self.rejects("unknown_tag", index_key.decode, ANY, HEAD + hexadecimal("60 00000000") + bytes([tag]) + bytes(40))
        self.rejects("unknown_tag", index_key.decode, ANY, HEAD + b"\xf7\x10\x00")
        self.rejects("unknown_tag", index_key.decode, DESCENDING, HEAD + b"\x08\x10\x00")

    def test_texts(self):  # IK-072, IK-073
        for tag in ["48", "50"]:
            for data in ["0001", "00fe", "61 0062", "00ff 0010 0000"]:
                self.refuses("invalid_escape", tag + data)
        for data in ["80", "c3", "c080", "c1bf", "e08080", "eda080", "f0808080", "f4908080", "ff", "61e282"]:
            self.refuses("invalid_utf8", "48" + data + "0000")

    def test_forms(self):  # IK-074 to IK-077
        digits = "02" * 38
        for data in [
            "10 02", "10 ff", "30 7fffffffffffffff", "30 fff8000000000000", "30 fff0000000000001", "30 ffffffffffffffff", "30 0007ffffffffffff", "30 0000000000000000",
            "28 00", "28 04", "28 ff", "28 03 3800 02 00", "28 03 0800 02 00", "28 03 0000 02 00", "28 03 2000 00", "28 03 2000 01 00", "28 03 2000 01 02 00", "28 03 2000 02 01 00",
            "28 03 2000 0b 00", "28 03 2000 02 ff", f"28 03 2000 {digits} 02 00", "28 01 dfff ff", "28 01 dfff fe ff", "28 01 dfff fd fe ff", "28 01 c7ff fd ff", "28 01 2000 02 00",
            "38 00000000", "38 ffffffff", "40 0000000000000000", "40 ffffffffffffffff",
        ]:
            self.refuses("non_canonical", data)
        edges = {"38": (day("0001-01-01"), day("9999-12-31"), 4), "40": (instant("0001-01-01T00:00:00Z"), instant("9999-12-31T23:59:59.999999Z"), 8)}
        for tag, (least, greatest, width) in edges.items():
            low, high = (int.from_bytes(element(value)[1:], "big") for value in (least, greatest))
            self.refuses("non_canonical", tag + (low - 1).to_bytes(width, "big").hex())
            self.refuses("non_canonical", tag + (high + 1).to_bytes(width, "big").hex())


class Bounds(RejectCase):
    def check(self, index, leading, condition, start, end):
        self.assertEqual(tuple(bound.hex() for bound in index_key.bounds(index, leading, condition)), ("020100000007" + start.replace(" ", ""), "020100000007" + end.replace(" ", "")))

    def test_forms(self):  # IK-079, IK-082 to IK-089, IK-091
        self.check(ANY, [], None, "", "ff")
        self.check(ANY, [NULL], None, "08", "08ff")
        one, two = Bound(unsigned(1), True), Bound(unsigned(2), False)
        low, high = "20 0000000000000001", "20 0000000000000002"
        self.check(ANY, [], Range(one), low, "ff")
        self.check(ANY, [], Range(one._replace(inclusive=False)), low + "ff", "ff")
        self.check(ANY, [], Range(None, two), "", high)
        self.check(ANY, [], Range(None, two._replace(inclusive=True)), "", high + "ff")
        self.check(ANY, [], Range(one, two), low, high)
        self.check(ANY, [], Range(two, one), high + "ff", high + "ff")  # IK-088
        self.check(ANY, [], Range(one, one), low, low + "ff")
        self.check(ANY, [NULL], Range(one), "08" + low, "08ff")
        low, high = "df fffffffffffffffe", "df fffffffffffffffd"
        self.check(DESCENDING, [], Range(one), "", low + "ff")
        self.check(DESCENDING, [], Range(one._replace(inclusive=False)), "", low)
        self.check(DESCENDING, [], Range(None, two), high + "ff", "ff")
        self.check(DESCENDING, [], Range(None, two._replace(inclusive=True)), high, "ff")
        self.check(DESCENDING, [NULL], Range(one), "f7" + "20 0000000000000001", "f7ff")

    def test_beginnings(self):  # IK-092, IK-093, IK-094
        for value, start, end in [(text("ab"), "48 6162", "48 6163"), (text(""), "48", "49"), (text("a\0"), "48 61 00ff", "48 61 01"), (raw(b"\xff\xff"), "50 ffff", "51"), (raw(b""), "50", "51")]:
            self.check(ANY, [], Range(starts_with=value), start, end)
        for value, start, end in [(text("ab"), "b7 9e9d", "b7 9e9e"), (text(""), "b7", "b8"), (text("a\0"), "b7 9e ff00", "b7 9e ff01"), (raw(b"\0"), "af ff00", "af ff01"), (raw(b"\xff\xff"), "af 0000", "af 0001")]:
            self.check(DESCENDING, [], Range(starts_with=value), start, end)
        for value in [NULL, integer(1), ulid("0" * 26), variant(1, text("a"))]:
            self.rejects("type_mismatch", index_key.bounds, ANY, [], Range(starts_with=value))
        self.rejects("type_mismatch", index_key.bounds, EXAMPLE, [], Range(starts_with=raw(b"a")))
        self.rejects("type_mismatch", index_key.bounds, EXAMPLE, [text("a"), integer(1)], Range(starts_with=text("a")))

    def test_law(self):  # IK-079, IK-081, IK-090, IK-095
        chance = random.Random(81)
        for _ in range(3000):
            index = Index("user", chance.choice([0, 7, 2**32 - 1]), [Element("any", chance.random() < 0.5) for _ in range(2)], "any")
            values = [sample(chance) for _ in range(chance.randint(0, 2))]
            one, other = sample(chance), sample(chance)
            place = len(values)
            if place == 2 and NULL in (one, other):
                continue
            condition = chance.choice([None, Range(Bound(one, chance.random() < 0.5), Bound(other, chance.random() < 0.5)), Range(Bound(one, True)), Range(None, Bound(one, False))])
            if one.type in ("string", "bytes"):
                condition = Range(starts_with=one)
            start, end = index_key.bounds(index, values, condition)
            self.assertLessEqual(start, end)
            row = [*values, *(chance.choice([one, other, sample(chance)]) for _ in range(3 - place))]
            if row[2] == NULL:
                continue
            if chance.random() < 0.2:
                row[0] = sample(chance)
            satisfied = all(value_order(left, right) == 0 for left, right in zip(values, row)) and self.satisfies(condition, row[place])
            self.assertEqual(start <= index_key.encode(index, row[:2], row[2]) < end, satisfied, (index, values, condition, row))
            foreign = index_key.encode(index._replace(id=1), row[:2], row[2])
            self.assertFalse(start <= foreign < end)

    @staticmethod
    def satisfies(condition, value):
        if condition is None:
            return True
        if condition.starts_with:
            return value.type == condition.starts_with.type and value.content.startswith(condition.starts_with.content)
        lower, upper = condition.lower, condition.upper
        above = lower is None or value_order(value, lower.value) > 0 or lower.inclusive and value_order(value, lower.value) == 0
        below = upper is None or value_order(value, upper.value) < 0 or upper.inclusive and value_order(value, upper.value) == 0
        return above and below


class Stores(RejectCase):
    def setUp(self):
        self.store = Store()
        self.index = Index("user", 7, [Element("int"), Element("string", descending=True)], "uint")
        self.store.create(self.index)

    def put(self, number, content, key, index_id=7):
        self.store.put("user", index_id, [integer(number), text(content) if content is not None else NULL], unsigned(key))

    def scan(self, leading=(), condition=None, index_id=7, **more):
        return self.store.scan("user", index_id, leading, condition, **more)

    def keys(self, *arguments, **named):
        return [row.primary_key.content for row in self.scan(*arguments, **named).rows]

    def test_indexes(self):  # IK-096
        self.rejects("index_exists", self.store.create, self.index)
        self.rejects("index_exists", self.store.create, self.index._replace(components=[Element("any")]))
        self.store.create(self.index._replace(kind="system"))
        self.put(1, "a", 1)
        self.assertEqual(self.store.scan("system", 7, [], None).rows, [])
        self.rejects("unknown_index", self.put, 1, "a", 1, index_id=8)
        self.rejects("unknown_index", self.scan, index_id=8)
        self.rejects("unknown_index", self.store.delete, "user", 8, unsigned(1))

    def test_rows(self):  # IK-097, IK-098, IK-103
        self.put(1, "a", 1)
        self.put(1, "a", 2)
        self.put(2, "a", 1)
        self.assertEqual(self.scan().rows, [Row([integer(1), text("a")], unsigned(2)), Row([integer(2), text("a")], unsigned(1))])
        self.assertTrue(self.store.delete("user", 7, unsigned(1)))
        self.assertFalse(self.store.delete("user", 7, unsigned(1)))
        self.assertEqual(self.keys(), [2])
        self.rejects("type_mismatch", self.store.delete, "user", 7, integer(1))
        self.rejects("null_primary_key", self.store.delete, "user", 7, NULL)

    def test_equal_primary_keys(self):  # IK-097
        self.store.create(Index("user", 1, [Element("any")], "any"))
        for key in [decimal("1"), decimal("1.0"), floating("0.0"), floating("-0.0"), integer(1)]:
            self.store.put("user", 1, [NULL], key)
        self.assertEqual(len(self.store.scan("user", 1, [], None).rows), 3)

    def test_unique(self):  # IK-099 to IK-102
        self.store.create(self.index._replace(id=1, unique=True))
        self.put(1, "a", 1, 1)
        self.put(1, "a", 1, 1)
        self.put(1, "b", 2, 1)
        self.put(1, None, 3, 1)
        self.put(1, "", 4, 1)
        self.put(1, "aa", 5, 1)
        before = self.scan(index_id=1)
        for content, key in [("a", 2), ("a", 9), ("b", 1), (None, 9), (None, 1), ("", 1)]:
            self.rejects("unique_violation", self.put, 1, content, key, 1)
            self.assertEqual(self.scan(index_id=1), before)
        self.put(2, "a", 1, 1)
        self.put(1, "a", 9, 1)

    def test_scan(self):  # IK-104, IK-105
        for key, (number, content) in enumerate([(1, "a"), (1, "b"), (2, "a"), (2, None), (1, "ab")]):
            self.put(number, content, key)
        self.assertEqual(self.keys(), [1, 4, 0, 2, 3])
        self.assertEqual(self.keys(reverse=True), [3, 2, 0, 4, 1])
        self.assertEqual(self.keys([integer(1)]), [1, 4, 0])
        self.assertEqual(self.keys([integer(1)], Range(starts_with=text("a"))), [4, 0])
        self.assertEqual(self.keys([integer(2)], Range(upper=Bound(text("a"), False))), [3])
        self.assertEqual(self.keys(limit=2), [1, 4])
        self.assertEqual(self.keys(limit=2, reverse=True), [3, 2])
        self.rejects("invalid_limit", self.scan, limit=0)
        self.rejects("type_mismatch", self.scan, [text("a")])
        self.rejects("wrong_component_count", self.scan, [integer(1)] * 3)

    def test_pages(self):  # IK-106 to IK-108
        for key in range(7):
            self.put(key // 3, "a", key)
        for reverse in [False, True]:
            everything = self.keys(reverse=reverse)
            for limit in range(1, 9):
                cursor, pages = None, []
                while True:
                    page = self.scan(limit=limit, cursor=cursor, reverse=reverse)
                    pages.append([row.primary_key.content for row in page.rows])
                    cursor = page.cursor
                    if cursor is None:
                        break
                self.assertEqual(sum(pages, []), everything)
                self.assertEqual(len(pages), -(-7 // limit))
            token = self.scan(limit=2, reverse=reverse).cursor
            self.assertEqual(self.keys(cursor=token, reverse=reverse), everything[2:])
            self.assertEqual(self.keys(cursor=token, reverse=reverse, limit=1), everything[2:3])
        self.assertIsNone(self.scan(limit=7).cursor)
        self.assertIsNone(self.scan().cursor)
        self.assertEqual(self.scan([integer(9)], limit=1), ([], None))

    def test_live(self):  # IK-109, IK-110
        for key in range(5):
            self.put(key, "a", key)
        token = self.scan(limit=2).cursor
        self.store.delete("user", 7, unsigned(1))
        self.assertEqual(self.keys(cursor=token), [2, 3, 4])
        self.put(9, "a", 1)
        self.assertEqual(self.keys(cursor=token), [2, 3, 4, 1])
        self.put(0, "a", 7)
        self.put(1, "", 8)  # descending, so it is behind
        self.assertEqual(self.keys(cursor=token), [8, 2, 3, 4, 1])
        for key in [1, 2, 3, 4, 8]:
            self.store.delete("user", 7, unsigned(key))
        self.assertEqual(self.scan(cursor=token), ([], None))


class Tokens(RejectCase):
    TOKEN = "0100e68c53434ea57bd70201000000074861620000e77ffffffffffffffa200000000000000001015f9d7b400b68f9"

    def setUp(self):
        self.store = Store()
        self.store.create(EXAMPLE)
        for number, key in [(5, 1), (4, 2), (3, 3)]:
            self.store.put("user", 7, [text("ab"), integer(number)], unsigned(key))

    def resume(self, cursor, leading=(), condition=None, reverse=False, kind="user", index_id=7):
        return self.store.scan(kind, index_id, leading, condition, reverse, 1, cursor)

    def test_layout(self):  # IK-111
        self.assertEqual(self.resume(None).cursor, self.TOKEN)
        self.assertEqual(self.resume(self.TOKEN).rows[0].primary_key, unsigned(2))

    @staticmethod
    def seal(data):
        return (data + hashlib.sha256(data).digest()[:8]).hex()

    def test_malformed(self):  # IK-112
        good = bytes.fromhex(self.TOKEN)
        for cursor in ["", "0", "zz", self.TOKEN.upper(), self.TOKEN[:-1], self.TOKEN + "0", " " + self.TOKEN, self.TOKEN + "\n", "01", "0100", self.TOKEN[:-2], self.TOKEN + "00",
                       good[:17].hex(), self.seal(b"\x01\x00" + bytes(7)), self.seal(b"\x01\x02" + good[2:-8]), self.seal(good[:-8])[:-2] + "00", "é", "٠١" * 18]:
            self.rejects("malformed_token", self.resume, cursor)
        for place in range(1, len(good)):
            damaged = bytearray(good)
            damaged[place] ^= 1
            self.rejects("malformed_token", self.resume, damaged.hex())

    def test_versions(self):  # IK-113
        for version in ["00", "02", "ff"]:
            for rest in ["", self.TOKEN[2:], "00" * 3]:
                self.rejects("unknown_token_version", self.resume, version + rest)

    def test_foreign(self):  # IK-114, IK-115, IK-116
        self.store.create(EXAMPLE._replace(kind="system"))
        self.store.create(EXAMPLE._replace(id=8))
        self.rejects("foreign_token", self.resume, self.TOKEN, kind="system")
        self.rejects("foreign_token", self.resume, self.TOKEN, index_id=8)
        self.rejects("foreign_token", self.resume, self.TOKEN, reverse=True)
        self.rejects("foreign_token", self.resume, self.TOKEN, [text("ab")])
        self.rejects("foreign_token", self.resume, self.TOKEN, [], Range(starts_with=text("a")))
        good = bytes.fromhex(self.TOKEN)
        start, end = index_key.bounds(EXAMPLE, [text("ab")], None)
        inside = self.resume(None, [text("ab")]).cursor
        self.assertEqual(self.resume(inside, [text("ab")]).rows[0].primary_key, unsigned(2))
        outside = index_key.write_token(index_key.encode(EXAMPLE, [text("b"), integer(1)], unsigned(1)), False, start, end)
        self.rejects("foreign_token", self.resume, outside, [text("ab")])
        self.rejects("foreign_token", self.resume, self.seal(good[:10]))
        self.rejects("foreign_token", self.resume, self.seal(good[:10] + b"\x01" + good[11:-8]))


class Planner(unittest.TestCase):
    INDEX = Index("user", 7, [Element("int"), Element("string", descending=True), Element("any")], "uint")
    COLUMNS = ["a", "b", "c", "id"]

    def plan(self, *predicates, order=()):
        made = index_key.plan(self.INDEX, self.COLUMNS, [Predicate(column, op, tuple(values)) for column, op, *values in predicates], list(order))
        return [value.content for value in made.prefix], made.range, made.residual

    def order(self, *order, predicates=()):
        return index_key.plan(self.INDEX, self.COLUMNS, [Predicate(column, "eq", (value,)) for column, value in predicates], order).order

    def test_prefix(self):  # IK-120, IK-121
        a, b, c = ("a", "eq", integer(1)), ("b", "eq", text("x")), ("c", "eq", NULL)
        self.assertEqual(self.plan(), ([], None, []))
        self.assertEqual(self.plan(b, a), ([1, "x"], None, []))
        self.assertEqual(self.plan(c, b, a), ([1, "x", None], None, []))
        self.assertEqual(self.plan(b, c), ([], None, [0, 1]))
        self.assertEqual(self.plan(a, c), ([1], None, [1]))
        self.assertEqual(self.plan(("a", "eq", integer(2)), a), ([2], None, [1]))

    def test_range(self):  # IK-122, IK-125
        one = integer(1)
        for op, made in [("lt", Range(None, Bound(one, False))), ("le", Range(None, Bound(one, True))), ("gt", Range(Bound(one, False))), ("ge", Range(Bound(one, True)))]:
            self.assertEqual(self.plan(("a", op, one)), ([], made, []))
        self.assertEqual(self.plan(("a", "between", one, NULL)), ([], Range(Bound(one, True), Bound(NULL, True)), []))
        self.assertEqual(self.plan(("b", "starts_with", text("x")), ("a", "eq", one)), ([1], Range(starts_with=text("x")), []))
        self.assertEqual(self.plan(("a", "ne", one), ("a", "gt", one), ("a", "lt", one), ("b", "lt", text("")), ("z", "eq", one)), ([], Range(Bound(one, False)), [0, 2, 3, 4]))
        self.assertEqual(self.plan(("a", "gt", one), ("a", "eq", one)), ([1], None, [0]))
        self.assertEqual(self.plan(("id", "gt", unsigned(1))), ([], None, [0]))

    def test_primary_key(self):  # IK-123
        whole = [("a", "eq", integer(1)), ("b", "eq", text("x")), ("c", "eq", NULL)]
        equal = Range(Bound(unsigned(5), True), Bound(unsigned(5), True))
        self.assertEqual(self.plan(*whole, ("id", "eq", unsigned(5)), ("id", "gt", unsigned(1)))[1:], (equal, [4]))
        self.assertEqual(self.plan(("id", "gt", unsigned(1)), *whole, ("id", "eq", unsigned(5)))[1:], (Range(Bound(unsigned(1), False)), [4]))
        self.assertEqual(self.plan(*whole[:2], ("id", "eq", unsigned(5)))[1:], (None, [2]))

    def test_unusable(self):  # IK-124
        one = integer(1)
        for bad in [("a", "eq", integer(2**63)), ("a", "eq", text("1")), ("a", "eq", None), ("a", "starts_with", text("1")), ("a", "starts_with", one), ("a", "between", one, text("")),
                    ("a", "between", one, None), ("a", "lt", floating("NaN"))]:
            self.assertEqual(self.plan(bad, ("a", "gt", one)), ([], Range(Bound(one, False)), [0]))
            self.assertEqual(self.plan(bad, ("a", "eq", one)), ([1], None, [0]))
        whole = [("a", "eq", one), ("b", "eq", text("x")), ("c", "eq", nested(8))]
        self.assertEqual(self.plan(*whole, ("id", "gt", NULL))[1:], (None, [3]))
        self.assertEqual(self.plan(*whole[:2], ("c", "eq", nested(9)))[1:], (None, [2]))
        self.assertEqual(self.plan(*whole[:2], ("c", "starts_with", NULL), ("c", "starts_with", raw(b"")))[1:], (Range(starts_with=raw(b"")), [2]))

    def test_order(self):  # IK-126, IK-127, IK-128
        forward = [("a", False), ("b", True), ("c", False), ("id", False)]
        for length in range(5):
            self.assertEqual(self.order(*forward[:length]), "forward")
        for length in range(1, 5):
            self.assertEqual(self.order(*[(column, not descending) for column, descending in forward[:length]]), "reverse")
        for order in [[("b", True)], [("a", False), ("b", False)], [("a", True), ("b", True)], [("a", False), ("c", False)], [("z", False)], [*forward, ("z", False)], [("id", False)]]:
            self.assertEqual(self.order(*order), "none")
        fixed = [("a", integer(1))]
        for order, expected in [([("b", True)], "forward"), ([("b", False), ("a", False)], "reverse"), ([("a", True)], "forward"), ([("a", True), ("b", True), ("c", False)], "forward"),
                                ([("b", True), ("a", True), ("c", True)], "none")]:
            self.assertEqual(self.order(*order, predicates=fixed), expected)
        self.assertEqual(self.order(("c", False), predicates=[("b", text(""))]), "none")

    def test_law(self):  # IK-129
        chance = random.Random(129)
        some = {"a": lambda: integer(chance.randint(0, 2)), "b": lambda: text(chance.choice(["", "a", "ab", "b"])), "c": lambda: chance.choice([NULL, integer(0), text("a"), text("ab")])}
        compare = {"eq": lambda order: order == 0, "ne": lambda order: order != 0, "lt": lambda order: order < 0, "le": lambda order: order <= 0, "gt": lambda order: order > 0, "ge": lambda order: order >= 0}

        def satisfies(row, predicate):
            value = [*row.components, row.primary_key][self.COLUMNS.index(predicate.column)]
            if predicate.op == "between":
                low, high = predicate.values
                return value_order(value, low) >= 0 >= value_order(value, high)
            if predicate.op == "starts_with":
                return value.type == predicate.values[0].type and value.content.startswith(predicate.values[0].content)
            return compare[predicate.op](value_order(value, predicate.values[0]))

        def place(order):
            def rank(left, right):
                for column, descending in order:
                    position = self.COLUMNS.index(column)
                    result = value_order([*left.components, left.primary_key][position], [*right.components, right.primary_key][position])
                    if result:
                        return -result if descending else result
                return 0
            return functools.cmp_to_key(rank)

        store = Store()
        store.create(self.INDEX)
        rows = [Row([some[column]() for column in "abc"], unsigned(key)) for key in range(60)]
        for row in rows:
            store.put("user", 7, *row)
        for _ in range(1000):
            predicates = []
            for _ in range(chance.randint(0, 4)):
                column = chance.choice(["a", "a", "b", "c", "id"])
                make = some.get(column, lambda: unsigned(chance.randrange(60)))
                op = chance.choice(["eq", "eq", "eq", *compare, "between", "starts_with"])
                value = make()
                if op == "starts_with" and value.type != "string":
                    continue
                predicates.append(Predicate(column, op, (value, make()) if op == "between" else (value,)))
            order = [(column, chance.random() < 0.5) for column in chance.sample(self.COLUMNS, chance.randint(0, 3))]
            made = index_key.plan(self.INDEX, self.COLUMNS, predicates, order)
            found = store.scan("user", 7, made.prefix, made.range, made.order == "reverse").rows
            kept = [row for row in found if all(satisfies(row, predicates[number]) for number in made.residual)]
            expected = [row for row in rows if all(satisfies(row, predicate) for predicate in predicates)]
            self.assertEqual(sorted(row.primary_key for row in kept), sorted(row.primary_key for row in expected))
            if made.order != "none":
                self.assertEqual([*map(place(order), kept)], sorted(map(place(order), kept)))


class Texts(unittest.TestCase):
    def test_decimals(self):
        for given, shown in [("0", "0e0"), ("-0.0", "0e0"), ("1.50", "1.5e0"), ("-25e-3", "-2.5e-2"), ("1e300", "1e300"), ("120", "1.2e2"), ("0.001", "1e-3"), ("1" * 38, "1." + "1" * 37 + "e37")]:
            self.assertEqual(index_key.show_decimal(index_key.parse_decimal(given)), shown)

    def test_floats(self):
        for given, shown in [("-0.0", "0e0"), ("1.5", "1.5e0"), ("1e300", "1e300"), ("0.1", "1e-1"), ("123456789012345680000", "1.2345678901234568e20"), ("5e-324", "5e-324"), ("-Infinity", "-Infinity"),
                             ("Infinity", "Infinity"), ("1e16", "1e16"), ("100", "1e2"), ("9007199254740993", "9.007199254740992e15"), ("2.2250738585072014e-308", "2.2250738585072014e-308")]:
            self.assertEqual(index_key.show_float(float(given)), shown)
        chance = random.Random(17)
        for _ in range(2000):
            number = struct.unpack(">d", chance.getrandbits(64).to_bytes(8, "big"))[0]
            if number == number:
                self.assertEqual(float(index_key.show_float(number)), number)


class Wire(WireCase):
    INDEX = {"kind": "user", "id": 7, "components": [{"type": "string"}, {"type": "int", "descending": True}], "primary_key": "uint", "unique": True}
    ROW = {"components": [{"string": "ab"}, {"int": "5"}], "primary_key": {"uint": "1"}}
    KEY = EXAMPLE_KEY.replace(" ", "")

    def test_keys(self):
        self.assertEqual(self.ok("index_key.encode", {"index": self.INDEX, **self.ROW}), {"key": self.KEY})
        self.assertEqual(self.ok("index_key.decode", {"index": self.INDEX, "key": self.KEY}), self.ROW)
        self.assertEqual(self.code("index_key.decode", {"index": self.INDEX, "key": ""}), "truncated_key")
        for key, order in [("0", "greater"), ("1", "equal"), ("2", "less")]:
            self.assertEqual(self.ok("index_key.compare", {"index": self.INDEX, "left": self.ROW, "right": {**self.ROW, "primary_key": {"uint": key}}}), {"order": order})
        self.assertEqual(self.ok("index_key.prefix", {"index": self.INDEX, "components": [{"string": "ab"}]}), {"prefix": "0201000000074861620000"})
        self.assertEqual(self.ok("index_key.bounds", {"index": self.INDEX, "prefix": [], "range": {"starts_with": {"string": "ab"}}}), {"start": "020100000007486162", "end": "020100000007486163"})
        self.assertEqual(self.ok("index_key.bounds", {"index": self.INDEX, "prefix": [{"null": None}], "range": {"upper": {"value": {"int": "5"}, "inclusive": True}}}),
                         {"start": "02010000000708e77ffffffffffffffa", "end": "02010000000708ff"})

    def test_values(self):
        index = {"kind": "system", "id": 0, "components": [{"type": "any"}], "primary_key": "any"}
        for given, answered in [
            ({"null": None}, None), ({"bool": True}, None), ({"int": str(MIN)}, None), ({"uint": str(2**64 - 1)}, None), ({"decimal": "-25e-3"}, {"decimal": "-2.5e-2"}),
            ({"float": "-0.0"}, {"float": "0e0"}), ({"float": "-Infinity"}, None), ({"date": "0001-01-01"}, None), ({"timestamp": "2025-01-15T10:00:00.5+02:00"}, {"timestamp": "2025-01-15T08:00:00.500000Z"}),
            ({"string": "\0é😀"}, None), ({"bytes": "00ff"}, None), ({"bytes": ""}, None), ({"ulid": "01ARZ3NDEKTSV4RRFFQ69G5FAV"}, None), ({"enum": {"discriminant": 2}}, None),
            ({"enum": {"discriminant": 2, "payload": {"null": None}}}, None), ({"enum": {"discriminant": 2**32 - 1, "payload": {"decimal": "10"}}}, {"enum": {"discriminant": 2**32 - 1, "payload": {"decimal": "1e1"}}}),
        ]:
            encoded = self.ok("index_key.encode", {"index": index, "components": [given], "primary_key": {"int": "1"}})
            self.assertEqual(self.ok("index_key.decode", {"index": index, **encoded}), {"components": [answered or given], "primary_key": {"int": "1"}})
        for given, code in [({"int": "9" * 5000}, "integer_out_of_range"), ({"uint": str(2**64)}, "integer_out_of_range"), ({"decimal": "1e99999999999999999999"}, "decimal_out_of_range"), ({"float": "NaN"}, "nan_not_allowed"),
                            ({"date": "x"}, "invalid_date"), ({"timestamp": "x"}, "invalid_timestamp"), ({"ulid": "x"}, "invalid_ulid")]:
            self.assertEqual(self.code("index_key.encode", {"index": index, "components": [given], "primary_key": {"int": "1"}}), code)

    def test_plan(self):
        predicates = [{"column": "a", "op": "eq", "value": {"string": "x"}}, {"column": "b", "op": "between", "value": {"int": "1"}, "high": {"int": "9" * 5000}},
                      {"column": "b", "op": "ge", "value": {"int": "1"}}, {"column": "z", "op": "ne", "value": {"date": "x"}}]
        self.assertEqual(self.ok("index_key.plan", {"index": self.INDEX, "columns": ["a", "b", "id"], "predicates": predicates, "order": [{"column": "b", "descending": False}]}),
                         {"prefix": [{"string": "x"}], "range": {"lower": {"value": {"int": "1"}, "inclusive": True}}, "order": "reverse", "residual": [1, 3]})
        starts = [{"column": "a", "op": "starts_with", "value": {"string": "x"}}]
        self.assertEqual(self.ok("index_key.plan", {"index": self.INDEX, "columns": ["a", "b", "id"], "predicates": starts, "order": []}),
                         {"prefix": [], "range": {"starts_with": {"string": "x"}}, "order": "forward", "residual": []})
        self.assertIsNone(self.ok("index_key.plan", {"index": self.INDEX, "columns": ["a", "b", "id"], "predicates": [], "order": []})["range"])

    def test_store(self):
        reference = {"kind": "user", "id": 7}
        scan = {"index": reference, "prefix": [], "range": None, "reverse": False, "limit": None, "cursor": None}
        other = {"components": [{"string": "ab"}, {"int": "4"}], "primary_key": {"uint": "2"}}
        self.assertEqual(self.ok("index_key.create", {"index": self.INDEX}), {})
        for row in [self.ROW, other]:
            self.assertEqual(self.ok("index_key.put", {"index": reference, **row}), {})
        self.assertEqual(self.ok("index_key.scan", {**scan, "limit": 1}), {"rows": [self.ROW], "cursor": Tokens.TOKEN})
        self.assertEqual(self.ok("index_key.scan", {**scan, "cursor": Tokens.TOKEN}), {"rows": [other], "cursor": None})
        self.assertEqual(self.code("index_key.scan", {**scan, "cursor": ""}), "malformed_token")
        self.assertEqual(self.code("index_key.scan", scan, "another"), "unknown_index")
        self.assertEqual(self.code("index_key.put", {"index": reference, **self.ROW, "primary_key": {"uint": "3"}}), "unique_violation")
        self.assertEqual(self.ok("index_key.delete", {"index": reference, "primary_key": {"uint": "1"}}), {"deleted": True})
        self.assertEqual(self.ok("index_key.scan", {**scan, "reverse": True}), {"rows": [other], "cursor": None})
        self.assertEqual(self.ok("index_key.end", {}), {})
        self.assertEqual(self.code("index_key.scan", scan), "unknown_index")

    def test_broken(self):  # AP-004
        whole = {"index": self.INDEX, **self.ROW}
        for name in whole:
            self.fails("index_key.encode", {key: value for key, value in whole.items() if key != name})
        for value in [1, {}, {"int": 1}, {"float": 1.5}, {"what": "x"}, {"bool": "true"}, {"enum": {}}, {"enum": {"discriminant": "1"}}, {"int": "1", "uint": "1"}]:
            self.fails("index_key.encode", {"index": {**self.INDEX, "primary_key": "any"}, **self.ROW, "primary_key": value})
        for name in ["prefix", "range"]:
            bounds = {"index": self.INDEX, "prefix": [], "range": None}
            self.fails("index_key.bounds", {key: value for key, value in bounds.items() if key != name})
        self.fails("index_key.scan", {"index": {"kind": "user", "id": 7}, "prefix": [], "range": None, "reverse": False, "limit": None})


if __name__ == "__main__":
    unittest.main()
