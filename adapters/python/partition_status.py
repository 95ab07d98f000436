"""Partition status: a table of what was last materialized and attempted, and what is derived from it. The rules cited are those
of spec/partition_status.md. Instants are texts of one form and width, so they compare like the times that they name (PS-004).

    >>> noon, later = "2025-01-15T12:00:00.000000Z", "2025-01-15T12:00:00.000001Z"
    >>> staleness(noon, None, Circumstances(max_age=0, upstreams=[], current_code=None, now=later))
    Staleness(since='2025-01-15T12:00:00.000000Z', reason='FRESHNESS_POLICY')
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple, Optional

import partition_key
from proofmark_adapter import Reject


# What is known

class Event(NamedTuple):
    """A task finished. Without asset or partition, it concerns no row."""

    event_id: str
    tenant_id: str
    workspace_id: str
    run_id: str
    asset_key: Optional[str]
    partition_key: Optional[str]
    outcome: str
    at: str
    code_version: Optional[str]
    materialized: bool


class Identity(NamedTuple):
    """What makes a row (PS-001)."""

    tenant_id: str
    workspace_id: str
    asset_key: str
    partition_key: str


class Staleness(NamedTuple):
    """Since when data is stale, and why; both None if it is not."""

    since: Optional[str]
    reason: Optional[str]


FRESH = Staleness(None, None)


class Code(NamedTuple):
    """A code version, and when it took effect."""

    version: str
    since: str


class Circumstances(NamedTuple):
    """What staleness depends on, beside the row itself."""

    max_age: Optional[int]  # in microseconds; None: there is no policy
    upstreams: Sequence[Optional[str]]  # when each was last materialized
    current_code: Optional[Code]
    now: str


# Checks: a faulty request is refused as a whole (PS-011)

def check_event(event: Event) -> None:
    if not re.fullmatch("[0-7][0-9A-HJKMNP-TV-Z]{25}", event.event_id):  # PS-003
        raise Reject("invalid_event_id", event.event_id)
    check_instants(event.at)
    check_outcome(event.outcome)
    check_identifiers(event.tenant_id, event.workspace_id, event.run_id, event.asset_key)
    if event.partition_key is not None:
        partition_values(event.partition_key)


def check_instants(*texts: Optional[str]) -> None:
    """Each is an instant, or None."""
    for text in texts:
        if text is None:
            continue
        if not re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[.][0-9]{6}Z", text):  # PS-004
            raise Reject("invalid_instant", text)
        try:
            partition_key.read_timestamp(text)
        except Reject as reject:  # PS-005, or in year 0000 PS-006
            out_of_range = reject.code == "timestamp_out_of_range"
            raise Reject("instant_out_of_range" if out_of_range else "invalid_instant", text)


def check_outcome(outcome: str) -> None:
    if outcome not in ("SUCCEEDED", "FAILED", "CANCELLED"):  # PS-007
        raise Reject("unknown_outcome", outcome)


def check_identifiers(*texts: Optional[str]) -> None:
    if "" in texts:  # PS-008; all else is taken verbatim (PS-009)
        raise Reject("empty_identifier")


# The fold

@dataclass
class _History:
    """What is kept of a row: two whole events, because the columns alone do not tell which event is newer (PS-019)."""

    attempt: Event
    materialization: Optional[Event] = None
    stale: Staleness = FRESH


class Table:
    def __init__(self) -> None:
        self._histories: dict[Identity, _History] = {}

    def apply(self, events: Iterable[Event]) -> None:
        """Fold one more batch, in any order, or nothing of it if an event is faulty (PS-011)."""
        batch = list(events)
        for event in batch:
            check_event(event)
        for event in batch:
            self._fold(event)

    def _fold(self, event: Event) -> None:
        if event.asset_key is None or event.partition_key is None:  # PS-002
            return
        identity = Identity(event.tenant_id, event.workspace_id, event.asset_key, event.partition_key)
        history = self._histories.setdefault(identity, _History(event))
        if event.event_id > history.attempt.event_id:  # PS-012, PS-013
            history.attempt = event
        if event.outcome != "SUCCEEDED" or not event.materialized:  # PS-014, PS-015
            return
        if history.materialization is None or event.event_id > history.materialization.event_id:  # PS-017, PS-018, PS-020
            history.materialization = event
            history.stale = FRESH  # PS-028, PS-029

    def sweep(self, identity: Identity, circumstances: Circumstances) -> None:
        """Store the staleness of a row ahead of time."""
        check_identifiers(identity.tenant_id, identity.workspace_id, identity.asset_key)
        partition_values(identity.partition_key)
        check_circumstances(circumstances)
        history = self._histories.get(identity)
        if history is None:  # PS-031
            return
        last = history.materialization
        history.stale = staleness(last.at, last.code_version, circumstances) if last else FRESH  # PS-030, PS-032

    def rows(self) -> list[dict[str, Any]]:
        return [_row(identity, self._histories[identity]) for identity in sorted(self._histories)]  # PS-023: as UTF-8 bytes sort


def _row(identity: Identity, history: _History) -> dict[str, Any]:
    attempt, materialization = history.attempt, history.materialization
    return {
        **identity._asdict(),
        "last_materialization_run_id": materialization.run_id if materialization else None,  # PS-016
        "last_materialization_at": materialization.at if materialization else None,
        "last_materialization_code_version": materialization.code_version if materialization else None,
        "last_attempt_run_id": attempt.run_id,
        "last_attempt_at": attempt.at,
        "last_attempt_outcome": attempt.outcome,
        "stale_since": history.stale.since,
        "stale_reason_code": history.stale.reason,
        "partition_values": partition_values(identity.partition_key),
        "row_version": attempt.event_id,  # PS-021: every event of the row is an attempt
    }


def fold(events: Iterable[Event]) -> list[dict[str, Any]]:
    """The rows of these events alone, without staleness (PS-024)."""
    table = Table()
    table.apply(events)
    return table.rows()


# Partition values

def partition_values(canonical: str) -> dict[str, str]:
    """The dimensions of a canonical partition key, as texts (PS-025)."""
    try:
        dimensions = partition_key.parse(canonical)
    except Reject as reject:  # PS-010
        raise Reject("invalid_partition_key", f"{reject.code}: {canonical}")
    values = {}
    for dimension, text in zip(dimensions, canonical.split(",")):
        _, _, written = text.partition(":")
        values[dimension.key] = dimension.value if dimension.type == "string" else written  # PS-026, PS-027
    return values


# Staleness

def read_age(text: str) -> int:
    """The number of microseconds that a policy allows (PS-034)."""
    # int() would also take signs, blanks, underscores and foreign digits, and refuses texts of some thousand digits.
    if not re.fullmatch("0|[1-9][0-9]{0,18}", text) or int(text) >= 2**63:
        raise Reject("invalid_max_age", text)
    return int(text)


def check_circumstances(circumstances: Circumstances) -> None:
    check_instants(circumstances.now, *circumstances.upstreams)
    if circumstances.current_code is not None:
        check_instants(circumstances.current_code.since)


def staleness(materialized_at: Optional[str], code_version: Optional[str], circumstances: Circumstances) -> Staleness:
    check_instants(materialized_at)
    check_circumstances(circumstances)  # PS-011: whether or not they matter
    if materialized_at is None:  # PS-032
        return FRESH
    max_age, upstreams, code, now = circumstances
    causes = []
    if max_age is not None:
        deadline = _later(materialized_at, max_age)
        if deadline is not None and now > deadline:  # PS-033
            causes.append(Staleness(deadline, "FRESHNESS_POLICY"))
    newer = [upstream for upstream in upstreams if upstream is not None and upstream > materialized_at]  # PS-036, PS-038
    if newer and now >= min(newer):  # PS-037, PS-042
        causes.append(Staleness(min(newer), "UPSTREAM_CHANGED"))
    if code is not None and code_version is not None and code.version != code_version:  # PS-039, PS-040
        since = max(code.since, materialized_at)  # PS-041
        if now >= since:  # PS-042
            causes.append(Staleness(since, "CODE_CHANGED"))
    return min(causes, key=lambda cause: cause.since, default=FRESH)  # PS-043; of equals the first, as PS-044 demands


def _later(instant: str, microseconds: int) -> Optional[str]:
    try:
        later = datetime.fromisoformat(instant[:-1]) + timedelta(microseconds=microseconds)
    except OverflowError:  # PS-035
        return None
    return later.isoformat(timespec="microseconds") + "Z"


# Display status

def display(materialized_at: Optional[str], attempt_at: Optional[str], attempt_outcome: Optional[str],
            stale_since: Optional[str]) -> str:
    check_instants(materialized_at, attempt_at, stale_since)
    if attempt_outcome is not None:
        check_outcome(attempt_outcome)
    if materialized_at is None:  # PS-046
        return "NEVER_MATERIALIZED"
    if attempt_outcome == "FAILED" and attempt_at is not None and attempt_at > materialized_at:  # PS-047 to PS-049
        return "MATERIALIZED_BUT_LAST_ATTEMPT_FAILED"
    if stale_since is not None:  # PS-050
        return "STALE"
    return "MATERIALIZED"  # PS-051


# Queries

def query(materialized_at: Optional[str], code_version: Optional[str], attempt_at: Optional[str], attempt_outcome: Optional[str],
          stored: Staleness, circumstances: Circumstances) -> tuple[Staleness, str]:
    """The staleness and the display status of a row."""
    check_instants(stored.since)  # PS-011; but what is stored makes no difference (PS-045)
    derived = staleness(materialized_at, code_version, circumstances)
    return derived, display(materialized_at, attempt_at, attempt_outcome, derived.since)  # PS-050


# The table

class Column(NamedTuple):
    name: str
    type: str
    nullable: bool


COLUMNS = [  # PS-052 to PS-054
    Column("tenant_id", "STRING", False),
    Column("workspace_id", "STRING", False),
    Column("asset_key", "STRING", False),
    Column("partition_key", "STRING", False),
    Column("last_materialization_run_id", "STRING", True),
    Column("last_materialization_at", "TIMESTAMP", True),
    Column("last_materialization_code_version", "STRING", True),
    Column("last_attempt_run_id", "STRING", True),
    Column("last_attempt_at", "TIMESTAMP", True),
    Column("last_attempt_outcome", "STRING", True),
    Column("stale_since", "TIMESTAMP", True),
    Column("stale_reason_code", "STRING", True),
    Column("partition_values", "MAP<STRING,STRING>", False),
    Column("row_version", "STRING", False),
]
