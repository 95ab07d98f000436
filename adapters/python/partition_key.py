"""Partition keys: their canonical text, and the ids derived from it. The rules cited are those of spec/partition_key.md.

    >>> encode([Dimension("region", "string", "us-east"), Dimension("date", "date", "2025-01-15")])
    'date=d:2025-01-15,region=s:dXMtZWFzdA'
"""

import base64
import calendar
import hashlib
import re
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from proofmark_adapter import Reject


class Dimension(NamedTuple):
    """A name and its typed value: None, a bool, an int, or for string, date and timestamp a text."""

    key: str
    type: str
    value: Any


# The whole key

def encode(dimensions: Iterable[Dimension]) -> str:
    """The canonical text of dimensions that are given in any order."""
    texts: dict[str, str] = {}
    for key, kind, value in dimensions:
        _check_name(key)
        if key in texts:  # PK-005
            raise Reject("duplicate_key", key)
        if kind == "float":  # PK-019
            raise Reject("float_not_allowed", key)
        if kind not in _TYPES:  # PK-006
            raise Reject("unknown_type", kind)
        form = _TYPES[kind]
        if type(value) is not form.python:  # a caller's mistake: True would pass as an int
            raise TypeError(f"a {kind} is given as {type(value).__name__}")
        texts[key] = f"{key}={form.tag}:{form.write(value)}"
    if not texts:  # PK-001
        raise Reject("empty_key")
    return ",".join(texts[key] for key in sorted(texts))  # PK-004: names are ASCII, so characters sort like bytes


def parse(canonical: str) -> list[Dimension]:
    """The dimensions of a canonical text, in its order; every other text is rejected (PK-008)."""
    if canonical == "":  # PK-001
        raise Reject("empty_key")
    dimensions: list[Dimension] = []
    for text in canonical.split(","):
        key, equals, typed = text.partition("=")
        tag, colon, value = typed.partition(":")
        if not equals or not colon:  # PK-002
            raise Reject("malformed_dimension", text)
        _check_name(key)
        if dimensions and key == dimensions[-1].key:  # PK-005
            raise Reject("duplicate_key", key)
        if dimensions and key < dimensions[-1].key:  # PK-004
            raise Reject("unsorted_keys", key)
        if tag not in _KINDS:  # PK-006
            raise Reject("unknown_type", tag)
        kind = _KINDS[tag]
        dimensions.append(Dimension(key, kind, _TYPES[kind].read(value)))
    return dimensions


def _check_name(key: str) -> None:
    if not re.fullmatch("[a-z][a-z0-9_]*", key):  # PK-003
        raise Reject("invalid_key_name", key)


# Strings

def write_string(value: str) -> str:
    try:
        return _base64url(value.encode("utf-8"))  # PK-011
    except UnicodeEncodeError:  # a lone surrogate, which is no Unicode scalar value (PK-013)
        raise Reject("invalid_utf8")


def read_string(text: str) -> str:
    try:
        data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise Reject("invalid_string", text)
    if _base64url(data) != text:  # PK-012: the decoder skips foreign characters and ignores trailing bits
        raise Reject("invalid_string", text)
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:  # PK-014
        raise Reject("invalid_utf8", text)


def _base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")


# Integers, booleans and null

def write_integer(value: int) -> str:
    if not -2**63 <= value < 2**63:  # PK-016
        raise Reject("integer_out_of_range")
    return str(value)


def read_integer(text: str) -> int:
    if not re.fullmatch("0|-?[1-9][0-9]*", text):  # PK-015: int() would also take blanks, underscores and foreign digits
        raise Reject("invalid_integer", text)
    if len(text) > len("-9223372036854775808"):  # PK-016: int() refuses texts of some thousand digits
        raise Reject("integer_out_of_range", text)
    value = int(text)
    write_integer(value)
    return value


def write_boolean(value: bool) -> str:
    return "true" if value else "false"


def read_boolean(text: str) -> bool:
    if text not in ("true", "false"):  # PK-017
        raise Reject("invalid_boolean", text)
    return text == "true"


def write_null(value: None) -> str:
    return "null"


def read_null(text: str) -> None:
    if text != "null":  # PK-018
        raise Reject("invalid_null", text)


# Dates

def check_date(text: str) -> str:
    """A date is written and read as the text that it is."""
    match = re.fullmatch("([0-9]{4})-([0-9]{2})-([0-9]{2})", text)
    if not match:  # PK-020
        raise Reject("invalid_date", text)
    year, month, day = map(int, match.groups())
    if not _is_day(year, month, day):  # PK-021
        raise Reject("invalid_date", text)
    if year == 0:  # PK-023: reject
        raise Reject("year_out_of_range", text)
    return text


def _is_day(year: int, month: int, day: int) -> bool:
    """PK-021, for year 0000 as well, which datetime does not have."""
    if not 1 <= month <= 12:
        return False
    leap = month == 2 and calendar.isleap(year)
    return 1 <= day <= calendar.mdays[month] + leap


# Timestamps

_TIMESTAMP = re.compile(
    "([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})"
    "(?:[.]([0-9]+))?"
    "(?:Z|([+-])([0-9]{2}):([0-9]{2}))"
)


def write_timestamp(text: str) -> str:
    """The same instant in UTC, with six fractional digits (PK-025)."""
    match = _TIMESTAMP.fullmatch(text)
    if not match:
        raise Reject("invalid_timestamp", text)
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    fraction, sign, hours, minutes = match.groups()[6:]
    if not _is_day(year, month, day) or hour > 23 or minute > 59 or second > 59:  # PK-026
        raise Reject("invalid_timestamp", text)
    offset = timedelta()
    if sign:
        if int(hours) > 23 or int(minutes) > 59:  # PK-025
            raise Reject("invalid_timestamp", text)
        offset = timedelta(hours=int(hours), minutes=int(minutes)) * (-1 if sign == "-" else 1)
    if year == 0:  # PK-027
        raise Reject("timestamp_out_of_range", text)
    try:
        instant = datetime(year, month, day, hour, minute, second) - offset
    except OverflowError:  # PK-027: datetime has exactly the years 1 to 9999
        raise Reject("timestamp_out_of_range", text)
    # An offset is whole minutes, so the fraction is the same in UTC, and to cut its digits is to round down, at any time
    # (PK-028, PK-030). PK-029: truncate.
    microseconds = (fraction or "")[:6].ljust(6, "0")
    return f"{instant.isoformat(timespec='seconds')}.{microseconds}Z"


def read_timestamp(text: str) -> str:
    if write_timestamp(text) != text:  # PK-024
        raise Reject("invalid_timestamp", text)
    return text


# The six types (PK-006)

class _Type(NamedTuple):
    tag: str
    python: type
    write: Callable[[Any], str]
    read: Callable[[str], Any]


_TYPES = {
    "string": _Type("s", str, write_string, read_string),
    "int": _Type("i", int, write_integer, read_integer),
    "bool": _Type("b", bool, write_boolean, read_boolean),
    "date": _Type("d", str, check_date, check_date),
    "timestamp": _Type("t", str, write_timestamp, read_timestamp),
    "null": _Type("n", type(None), write_null, read_null),
}
_KINDS = {form.tag: kind for kind, form in _TYPES.items()}


# Partition ids

def partition_id(asset_id: str, canonical: str) -> str:
    if asset_id == "":  # PK-032
        raise Reject("empty_asset_id")
    parse(canonical)  # PK-033
    return "part_" + hashlib.sha256(f"{asset_id}:{canonical}".encode("utf-8")).hexdigest()[:32]  # PK-031
