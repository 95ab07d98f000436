"""Index keys: rows as bytes whose order is the order of the rows, bounds and plans over them, and a store that scans by pages.
The rules cited are those of spec/index_key.md.

    >>> index = Index("user", 7, [Element("string"), Element("int", descending=True)], "uint")
    >>> encode(index, [Value("string", "ab"), Value("int", 5)], Value("uint", 1)).hex(" ")
    '02 01 00 00 00 07 48 61 62 00 00 e7 7f ff ff ff ff ff ff fa 20 00 00 00 00 00 00 00 01'
"""

import hashlib
import math
import re
import struct
from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from decimal import Decimal, InvalidOperation
from typing import Any, NamedTuple, Optional

import partition_key
from proofmark_adapter import Reject


# Values, indexes and rows

class Value(NamedTuple):
    """A type and its content: None, a bool, int (also for uint), Decimal, float, date, datetime (naive, in UTC), str (also for ulid),
    bytes or Enum."""

    type: str
    content: Any


class Enum(NamedTuple):
    discriminant: int
    payload: Optional[Value] = None


class Element(NamedTuple):
    """A place in a key: a component, or the primary key."""

    type: str  # or "any"
    descending: bool = False
    nullable: bool = True  # IK-030


class Index(NamedTuple):
    kind: str
    id: int
    components: Sequence[Element]
    primary_key: str  # its type
    unique: bool = False

    @property
    def elements(self) -> list[Element]:
        return [*self.components, Element(self.primary_key, nullable=False)]  # IK-017, IK-018, IK-032


class Row(NamedTuple):
    components: list[Value]
    primary_key: Value


VERSION = b"\x02"  # IK-058
LEGACY_VERSION = b"\x01"
KINDS = {"user": b"\x01", "system": b"\x02"}  # IK-059
BEHIND = b"\xff"  # greater than whatever goes on after a prefix, because it is no tag (IK-038)


# Keys: byte order is value order (IK-035), so rows compare as their keys do

def encode(index: Index, components: Sequence[Value], primary_key: Value) -> bytes:
    if len(components) != len(index.components):  # IK-033
        raise Reject("wrong_component_count", str(len(components)))
    return prefix(index, components) + write(index.elements[-1], primary_key)  # IK-062


def prefix(index: Index, components: Sequence[Value]) -> bytes:
    """What the keys of all rows with these leading components begin with, and no others (IK-079)."""
    if len(components) > len(index.components):  # IK-080
        raise Reject("wrong_component_count", str(len(components)))
    return _head(index) + b"".join(map(write, index.components, components))  # IK-061


def decode(index: Index, key: bytes) -> Row:
    """The row of a key; bytes that are no key of this index are rejected (IK-065)."""
    reader = _Reader(key)
    version = reader.take(1)
    if version == LEGACY_VERSION:  # IK-066
        raise Reject("legacy_version")
    if version != VERSION:  # IK-067
        raise Reject("unknown_version", version.hex())
    if version + reader.take(5) != _head(index):  # IK-068
        raise Reject("foreign_index")
    *components, primary_key = [read(element, reader) for element in index.elements]
    if reader.at < len(key):  # IK-070
        raise Reject("trailing_bytes")
    return Row(components, primary_key)


def compare(index: Index, left: Row, right: Row) -> int:
    """Less than, equal to or greater than 0, as the left row is to the right (IK-001 to IK-018)."""
    one, other = encode(index, *left), encode(index, *right)
    return (one > other) - (one < other)


def _head(index: Index) -> bytes:
    return VERSION + KINDS[index.kind] + index.id.to_bytes(4, "big")  # IK-060


# Elements

def write(element: Element, value: Value) -> bytes:
    """The value in its place: tag and frame."""
    _check_fit(element, value)
    data = _write_value(value)
    return _invert(data) if element.descending else data  # IK-057


def read(element: Element, reader: "_Reader") -> Value:
    reader.inverted = element.descending
    value = _read_value(reader.take(1), reader)
    _check_fit(element, value)  # IK-078
    return value


def _check_fit(element: Element, value: Value) -> None:
    if value.type == "null":
        if not element.nullable:  # IK-032
            raise Reject("null_primary_key")
    elif element.type not in ("any", value.type):  # IK-031
        raise Reject("type_mismatch", f"{value.type} is not {element.type}")


def _invert(data: bytes) -> bytes:
    return data.translate(_INVERTED)


_INVERTED = bytes(range(255, -1, -1))


class _Reader:
    """A place in a key. While it is inverted, all bits of what it takes are."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.inverted = False

    def take(self, count: int) -> bytes:
        taken = self.data[self.at:self.at + count]
        if len(taken) < count:  # IK-069
            raise Reject("truncated_key")
        self.at += count
        return _invert(taken) if self.inverted else taken

    def take_to_zero(self) -> bytes:
        """What comes before the next zero, which is taken too."""
        zero = self.data.find(b"\xff" if self.inverted else b"\0", self.at)
        if zero < 0:  # IK-069
            raise Reject("truncated_key")
        return self.take(zero + 1 - self.at)[:-1]


# Values (IK-037)

def _write_value(value: Value, depth: int = 1) -> bytes:
    form = _TYPES[value.type]
    if type(value.content) is not form.python:  # a caller's mistake: True would pass as an int
        raise TypeError(f"a {value.type} is given as {type(value.content).__name__}")
    if value.type == "enum":
        return form.tag + _write_enum(value.content, depth)
    return form.tag + form.write(value.content)


def _read_value(tag: bytes, reader: _Reader, depth: int = 1) -> Value:
    if tag not in _TAGS:  # IK-071
        raise Reject("unknown_tag", tag.hex())
    kind = _TAGS[tag]
    if kind == "enum":
        return Value(kind, _read_enum(reader, depth))
    return Value(kind, _TYPES[kind].read(reader))


def _non_canonical(what: str) -> Reject:
    return Reject("non_canonical", what)


def _write_null(content: None) -> bytes:
    return b""


def _read_null(reader: _Reader) -> None:
    return None


def _write_bool(content: bool) -> bytes:
    return b"\x01" if content else b"\x00"  # IK-039


def _read_bool(reader: _Reader) -> bool:
    byte = reader.take(1)
    if byte not in (b"\x00", b"\x01"):  # IK-074
        raise _non_canonical("bool")
    return byte == b"\x01"


def _write_int(content: int) -> bytes:
    if not -2**63 <= content < 2**63:  # IK-019
        raise Reject("integer_out_of_range")
    return (content + 2**63).to_bytes(8, "big")  # IK-040: to add the highest bit is to flip it


def _read_int(reader: _Reader) -> int:
    return _read_uint(reader) - 2**63


def _write_uint(content: int) -> bytes:
    if not 0 <= content < 2**64:  # IK-020
        raise Reject("integer_out_of_range")
    return content.to_bytes(8, "big")  # IK-041


def _read_uint(reader: _Reader) -> int:
    return int.from_bytes(reader.take(8), "big")


MAX_DIGITS = 38
MAX_EXPONENT = 6143


def _write_decimal(content: Decimal) -> bytes:
    if not content:
        return b"\x02"  # IK-042
    digits, exponent = _scientific(content)
    if len(digits) > MAX_DIGITS:  # IK-021
        raise Reject("decimal_too_precise")
    if abs(exponent) > MAX_EXPONENT:  # IK-022
        raise Reject("decimal_out_of_range")
    frame = (exponent + 8192).to_bytes(2, "big") + bytes(int(digit) + 1 for digit in digits) + b"\x00"  # IK-044, IK-045
    return b"\x01" + _invert(frame) if content < 0 else b"\x03" + frame  # IK-046


def _read_decimal(reader: _Reader) -> Decimal:  # IK-076
    sign = reader.take(1)
    if sign == b"\x02":
        return Decimal(0)
    if sign not in (b"\x01", b"\x03"):
        raise _non_canonical("a decimal's sign")
    negative = sign == b"\x01"
    reader.inverted ^= negative
    exponent = int.from_bytes(reader.take(2), "big") - 8192
    if abs(exponent) > MAX_EXPONENT:
        raise _non_canonical("a decimal's exponent")
    digits = []
    while byte := reader.take(1)[0]:
        if byte > 10:
            raise _non_canonical("a decimal's digit")
        digits.append(byte - 1)
    reader.inverted ^= negative
    if not 1 <= len(digits) <= MAX_DIGITS or digits[0] == 0 or digits[-1] == 0:
        raise _non_canonical("a decimal's digits")
    return Decimal((int(negative), tuple(digits), exponent + 1 - len(digits)))


def _scientific(number: Decimal) -> tuple[str, int]:
    """The digits of a number other than zero, and the exponent of the first (IK-043). Decimal.normalize() would round."""
    digits = "".join(map(str, number.as_tuple().digits)).rstrip("0")
    return digits, number.adjusted()


def _write_float(content: float) -> bytes:
    if math.isnan(content):  # IK-023
        raise Reject("nan_not_allowed")
    data = struct.pack(">d", content + 0.0)  # IK-049: -0.0 + 0.0 is 0.0
    return _invert(data) if content < 0 else _flip_sign(data)  # IK-047, IK-048


def _read_float(reader: _Reader) -> float:
    data = reader.take(8)
    positive = data[0] >= 0x80
    [content] = struct.unpack(">d", _flip_sign(data) if positive else _invert(data))
    if math.isnan(content) or content == 0 and not positive:  # IK-075
        raise _non_canonical("float")
    return content


def _flip_sign(data: bytes) -> bytes:
    return bytes([data[0] ^ 0x80]) + data[1:]


EPOCH = datetime(1970, 1, 1)
MICROSECOND = timedelta(microseconds=1)


def _write_date(content: date) -> bytes:
    return (content.toordinal() - EPOCH.toordinal() + 2**31).to_bytes(4, "big")  # IK-050


def _read_date(reader: _Reader) -> date:
    ordinal = int.from_bytes(reader.take(4), "big") - 2**31 + EPOCH.toordinal()
    if not date.min.toordinal() <= ordinal <= date.max.toordinal():  # IK-077
        raise _non_canonical("date")
    return date.fromordinal(ordinal)


def _write_timestamp(content: datetime) -> bytes:
    return ((content - EPOCH) // MICROSECOND + 2**63).to_bytes(8, "big")  # IK-051


def _read_timestamp(reader: _Reader) -> datetime:
    try:
        return EPOCH + _read_int(reader) * MICROSECOND
    except OverflowError:  # IK-077: datetime has exactly the years 1 to 9999
        raise _non_canonical("timestamp")


def _escape(content: bytes) -> bytes:
    return content.replace(b"\x00", b"\x00\xff")  # IK-052


def _write_bytes(content: bytes) -> bytes:
    return _escape(content) + b"\x00\x00"  # IK-053


def _read_bytes(reader: _Reader) -> bytes:
    parts = []
    while True:
        parts.append(reader.take_to_zero())
        following = reader.take(1)
        if following == b"\x00":
            return b"\x00".join(parts)
        if following != b"\xff":  # IK-072
            raise Reject("invalid_escape", following.hex())


def _write_string(content: str) -> bytes:
    return _write_bytes(content.encode("utf-8"))


def _read_string(reader: _Reader) -> str:
    try:
        return _read_bytes(reader).decode("utf-8")
    except UnicodeDecodeError:  # IK-073
        raise Reject("invalid_utf8")


CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def _write_ulid(content: str) -> bytes:
    if not re.fullmatch(f"[0-7][{CROCKFORD}]{{25}}", content):  # IK-028
        raise Reject("invalid_ulid", content)
    number = 0
    for letter in content:
        number = number << 5 | CROCKFORD.index(letter)
    return number.to_bytes(16, "big")  # IK-054


def _read_ulid(reader: _Reader) -> str:
    number = int.from_bytes(reader.take(16), "big")
    return "".join(CROCKFORD[number >> shift & 31] for shift in range(125, -5, -5))


MAX_DEPTH = 8


def _write_enum(content: Enum, depth: int) -> bytes:
    _check_depth(depth)
    discriminant = content.discriminant.to_bytes(4, "big")  # IK-055
    if content.payload is None:
        return discriminant + b"\x00"  # IK-056
    return discriminant + _write_value(content.payload, depth + 1)


def _read_enum(reader: _Reader, depth: int) -> Enum:
    _check_depth(depth)
    discriminant = int.from_bytes(reader.take(4), "big")
    tag = reader.take(1)
    if tag == b"\x00":
        return Enum(discriminant)
    return Enum(discriminant, _read_value(tag, reader, depth + 1))


def _check_depth(depth: int) -> None:
    if depth > MAX_DEPTH:  # IK-029
        raise Reject("enum_too_deep")


class _Type(NamedTuple):
    tag: bytes
    python: type
    write: Callable[..., bytes]
    read: Callable[..., Any]


_TYPES = {
    "null": _Type(b"\x08", type(None), _write_null, _read_null),
    "bool": _Type(b"\x10", bool, _write_bool, _read_bool),
    "int": _Type(b"\x18", int, _write_int, _read_int),
    "uint": _Type(b"\x20", int, _write_uint, _read_uint),
    "decimal": _Type(b"\x28", Decimal, _write_decimal, _read_decimal),
    "float": _Type(b"\x30", float, _write_float, _read_float),
    "date": _Type(b"\x38", date, _write_date, _read_date),
    "timestamp": _Type(b"\x40", datetime, _write_timestamp, _read_timestamp),
    "string": _Type(b"\x48", str, _write_string, _read_string),
    "bytes": _Type(b"\x50", bytes, _write_bytes, _read_bytes),
    "ulid": _Type(b"\x58", str, _write_ulid, _read_ulid),
    "enum": _Type(b"\x60", Enum, _write_enum, _read_enum),
}
_TAGS = {form.tag: kind for kind, form in _TYPES.items()}


# Bounds

class Bound(NamedTuple):
    value: Value
    inclusive: bool


class Range(NamedTuple):
    """A condition on the element after a prefix: one or two bounds, or a beginning."""

    lower: Optional[Bound] = None
    upper: Optional[Bound] = None
    starts_with: Optional[Value] = None


def bounds(index: Index, leading: Sequence[Value], condition: Optional[Range]) -> tuple[bytes, bytes]:
    """The start and the end, which is exclusive, of the keys that satisfy prefix and condition (IK-081)."""
    beginning = prefix(index, leading)
    start, end = beginning, beginning + BEHIND  # IK-082
    if condition is None:
        return start, end
    element = index.elements[len(leading)]  # IK-091
    if condition.starts_with is not None:
        first = _write_beginning(element, condition.starts_with)
        return beginning + first, beginning + _successor(first)  # IK-093
    low, high = condition.lower, condition.upper
    if element.descending:  # IK-089
        low, high = high, low
    if low is not None:
        start = beginning + write(element, low.value) + (b"" if low.inclusive else BEHIND)  # IK-083, IK-084
    if high is not None:
        end = beginning + write(element, high.value) + (BEHIND if high.inclusive else b"")  # IK-085, IK-086
    return start, max(start, end)  # IK-088


def _write_beginning(element: Element, value: Value) -> bytes:
    """What the text or bytes begin with in the element's place (IK-092)."""
    if value.type not in ("string", "bytes"):  # IK-094
        raise Reject("type_mismatch", f"a {value.type} has no beginning")
    return write(element, value)[:-2]  # without the two zeros of the end


def _successor(data: bytes) -> bytes:
    kept = data.rstrip(b"\xff")  # never all of it: it begins with a tag
    return kept[:-1] + bytes([kept[-1] + 1])


# The store: a key holds its whole row, so the sorted keys are the index

class Page(NamedTuple):
    rows: list[Row]
    cursor: Optional[str]


class _Rows:
    def __init__(self, index: Index) -> None:
        self.index = index
        self.keys: list[bytes] = []  # in order
        self.by_primary: dict[bytes, bytes] = {}  # the key of each encoded primary key (IK-097)


class Store:
    def __init__(self) -> None:
        self._indexes: dict[tuple[str, int], _Rows] = {}

    def create(self, index: Index) -> None:
        if (index.kind, index.id) in self._indexes:  # IK-096
            raise Reject("index_exists")
        self._indexes[index.kind, index.id] = _Rows(index)

    def put(self, kind: str, index_id: int, components: Sequence[Value], primary_key: Value) -> None:
        rows = self._rows(kind, index_id)
        key = encode(rows.index, components, primary_key)
        identity = write(rows.index.elements[-1], primary_key)
        if rows.index.unique:
            beginning = key[:-len(identity)]  # equal components have equal bytes, nulls too (IK-101)
            place = bisect_left(rows.keys, beginning)
            if place < len(rows.keys) and rows.keys[place].startswith(beginning) and rows.keys[place] != key:  # IK-099, IK-100
                raise Reject("unique_violation")
        self._remove(rows, identity)  # IK-097; nothing is refused any more (IK-102)
        insort(rows.keys, key)
        rows.by_primary[identity] = key

    def delete(self, kind: str, index_id: int, primary_key: Value) -> bool:
        """Whether there was such a row (IK-098)."""
        rows = self._rows(kind, index_id)
        return self._remove(rows, write(rows.index.elements[-1], primary_key))

    def scan(self, kind: str, index_id: int, leading: Sequence[Value], condition: Optional[Range], reverse: bool = False,
             limit: Optional[int] = None, cursor: Optional[str] = None) -> Page:
        rows = self._rows(kind, index_id)
        start, end = bounds(rows.index, leading, condition)
        if limit == 0:  # IK-105
            raise Reject("invalid_limit")
        first, last = bisect_left(rows.keys, start), bisect_left(rows.keys, end)
        if cursor is not None:  # IK-108, IK-109: behind the position, whether or not there is a row
            position = read_token(cursor, rows.index, reverse, start, end)
            if reverse:
                last = bisect_left(rows.keys, position)
            else:
                first = bisect_right(rows.keys, position)
        remaining = rows.keys[first:last]
        if reverse:  # IK-104
            remaining.reverse()
        page = remaining if limit is None else remaining[:limit]
        more = len(page) < len(remaining)  # IK-106; IK-107: none
        return Page([decode(rows.index, key) for key in page], write_token(page[-1], reverse, start, end) if more else None)

    def _rows(self, kind: str, index_id: int) -> _Rows:
        if (kind, index_id) not in self._indexes:  # IK-096
            raise Reject("unknown_index")
        return self._indexes[kind, index_id]

    @staticmethod
    def _remove(rows: _Rows, identity: bytes) -> bool:
        key = rows.by_primary.pop(identity, None)
        if key is None:
            return False
        del rows.keys[bisect_left(rows.keys, key)]
        return True


# Tokens (IK-111)

TOKEN_VERSION = b"\x01"


def write_token(key: bytes, reverse: bool, start: bytes, end: bytes) -> str:
    token = TOKEN_VERSION + _direction(reverse) + _query(start, end) + key
    return (token + _digest(token)).hex()


def read_token(cursor: str, index: Index, reverse: bool, start: bytes, end: bytes) -> bytes:
    """The key at which a token of this very scan stands."""
    if not re.fullmatch("([0-9a-f]{2})+", cursor):  # IK-112
        raise Reject("malformed_token")
    data = bytes.fromhex(cursor)
    token, checksum = data[:-8], data[-8:]
    version, direction, query, key = token[:1], token[1:2], token[2:10], token[10:]
    if data[:1] != TOKEN_VERSION:  # IK-113
        raise Reject("unknown_token_version")
    if len(data) < 18 or checksum != _digest(token) or direction not in (_direction(False), _direction(True)):  # IK-112
        raise Reject("malformed_token")
    if not key.startswith(_head(index)):  # IK-114
        raise Reject("foreign_token", "another index")
    if query != _query(start, end) or not start <= key < end:  # IK-115
        raise Reject("foreign_token", "another prefix or range")
    if direction != _direction(reverse):  # IK-116
        raise Reject("foreign_token", "the other direction")
    return key


def _direction(reverse: bool) -> bytes:
    return b"\x01" if reverse else b"\x00"


def _query(start: bytes, end: bytes) -> bytes:
    return _digest(len(start).to_bytes(4, "big") + start + end)


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()[:8]


# The planner

class Predicate(NamedTuple):
    """A condition on a column. `between` has two values, all others have one; None stands for a value that no index can hold."""

    column: str
    op: str
    values: tuple[Optional[Value], ...]


class Plan(NamedTuple):
    prefix: list[Value]
    range: Optional[Range]
    order: str
    residual: list[int]


_RANGES: dict[str, Callable[..., Range]] = {  # IK-122
    "lt": lambda value: Range(upper=Bound(value, False)),
    "le": lambda value: Range(upper=Bound(value, True)),
    "gt": lambda value: Range(lower=Bound(value, False)),
    "ge": lambda value: Range(lower=Bound(value, True)),
    "between": lambda low, high: Range(Bound(low, True), Bound(high, True)),
    "starts_with": lambda value: Range(starts_with=value),
    "eq": lambda value: Range(Bound(value, True), Bound(value, True)),  # IK-123
}


def plan(index: Index, columns: Sequence[str], predicates: Sequence[Predicate], order: Sequence[tuple[str, bool]]) -> Plan:
    """The columns name the elements; the order is pairs of a column and whether it is descending."""
    elements = index.elements

    def first(place: int, operators: Sequence[str]) -> Optional[int]:
        """The first usable predicate about an element, by one of these operators."""
        for number, predicate in enumerate(predicates):
            if predicate.column == columns[place] and predicate.op in operators and _usable(elements[place], predicate):
                return number
        return None

    taken: list[int] = []
    while len(taken) < len(index.components) and (number := first(len(taken), ["eq"])) is not None:  # IK-120, IK-121
        taken.append(number)
    leading = [predicates[number].values[0] for number in taken]
    place = len(leading)

    condition = None
    number = first(place, list(_RANGES))  # an `eq` is left for the primary key only: on a component it would be in the prefix
    if number is not None:
        taken.append(number)
        condition = _RANGES[predicates[number].op](*predicates[number].values)

    wanted = [(column, descending) for column, descending in order if column not in columns[:place]]  # IK-128
    remaining = [(column, element.descending) for column, element in zip(columns, elements)][place:][:len(wanted)]
    if wanted == remaining:  # IK-126
        direction = "forward"
    elif wanted == [(column, not descending) for column, descending in remaining]:  # IK-127
        direction = "reverse"
    else:
        direction = "none"
    return Plan(leading, condition, direction, [number for number in range(len(predicates)) if number not in taken])  # IK-125


def _usable(element: Element, predicate: Predicate) -> bool:
    """Whether the predicate's values can be encoded in the element (IK-124)."""
    encoder = _write_beginning if predicate.op == "starts_with" else write
    try:
        for value in predicate.values:
            if value is None:
                return False
            encoder(element, value)
    except Reject:
        return False
    return True


# Texts: the forms in which values are sent and answered

def parse_integer(text: str) -> int:
    if len(text) > len("-9223372036854775808"):  # IK-019, IK-020: int() refuses texts of some thousand digits
        raise Reject("integer_out_of_range", text)
    return int(text)


def parse_decimal(text: str) -> Decimal:
    if re.fullmatch("-?[0.]+(e.*)?", text):  # IK-022: zero has no exponent
        return Decimal(0)
    try:
        return Decimal(text)
    except InvalidOperation:  # an exponent of some twenty digits
        raise Reject("decimal_out_of_range", text)


def parse_date(text: str) -> date:
    try:
        return date.fromisoformat(partition_key.check_date(text))
    except Reject:  # IK-024: in year 0000 too
        raise Reject("invalid_date", text)


def parse_timestamp(text: str) -> datetime:
    utc = partition_key.write_timestamp(text)  # IK-025, IK-026, with the same codes
    if re.search("[.][0-9]{7}", text):  # IK-027
        raise Reject("timestamp_too_precise", text)
    return datetime.fromisoformat(utc[:-1])


def show_decimal(number: Decimal) -> str:
    if not number:
        return "0e0"
    digits, exponent = _scientific(number)
    sign = "-" if number < 0 else ""
    return f"{sign}{digits[0]}{'.' if digits[1:] else ''}{digits[1:]}e{exponent}"


def show_float(number: float) -> str:
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    return show_decimal(Decimal(repr(number)))  # repr() has the fewest digits


def show_timestamp(instant: datetime) -> str:
    return instant.isoformat(timespec="microseconds") + "Z"
