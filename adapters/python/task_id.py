"""Task ids: internal ids, the cloud task ids derived from them, their records, and a queue. The rules cited are those of
spec/task_id.md. Attempts and epochs are decimal texts wherever they become part of an id.

    >>> cloud("d", dispatch("run1", "extract", "1"))
    'd_cxtoltqhbncw6nevn7hy53kqn6'
"""

import base64
import hashlib
import re

from proofmark_adapter import Reject

Row = dict[str, str]


# Internal ids

def dispatch(run_id: str, task_key: str, attempt: str) -> str:
    return _join("dispatch", _component(run_id), _component(task_key), _number(attempt))  # TI-001


def retry(run_id: str, task_key: str, attempt: str, due_epoch: str) -> str:
    return _join("timer:retry", _component(run_id), _component(task_key), _number(attempt), _number(due_epoch))  # TI-002


def heartbeat(run_id: str, task_key: str, check_epoch: str) -> str:
    return _join("timer:heartbeat", _component(run_id), _component(task_key), _number(check_epoch))  # TI-003


def _join(*parts: str) -> str:
    return ":".join(parts)


def _component(text: str) -> str:
    if text == "":  # TI-004
        raise Reject("empty_component")
    if ":" in text:  # TI-005
        raise Reject("invalid_component", text)
    return text  # TI-006


def _number(text: str) -> str:
    """The text of a number, once it is known to be one; an attempt may be 0 (TI-008: accept)."""
    number(text)
    return text


def number(text: str) -> int:
    """An attempt or epoch (TI-007)."""
    # int() would also take signs, blanks, underscores and foreign digits, and refuses texts of some thousand digits.
    if not re.fullmatch("0|[1-9][0-9]{0,18}", text) or int(text) >= 2**63:
        raise Reject("invalid_number", text)
    return int(text)


# Cloud task ids

def cloud(kind: str, internal_id: str) -> str:
    if kind not in ("d", "t"):  # TI-012
        raise Reject("unknown_kind", kind)
    contrary = "timer:" if kind == "d" else "dispatch:"
    if internal_id.startswith(contrary):  # TI-011; all else is hashed (TI-013: hash)
        raise Reject("kind_mismatch", internal_id)
    digest = hashlib.sha256(internal_id.encode("utf-8")).digest()
    return f"{kind}_{base64.b32encode(digest).decode('ascii').lower()[:26]}"  # TI-009


# Records

def record(internal_id: str) -> tuple[str, Row]:
    """The table and the row of an operation, told from its internal id."""
    if internal_id.startswith("dispatch:"):  # TI-017
        return "dispatch_outbox", {"dispatch_id": internal_id, "cloud_task_id": cloud("d", internal_id)}
    if internal_id.startswith("timer:"):  # TI-018
        return "timers", {"timer_id": internal_id, "cloud_task_id": cloud("t", internal_id)}
    raise Reject("unknown_form", internal_id)


# The queue

class Queue:
    """A double of the queue and of its outbox. An internal id stands for its name, the cloud task id (TI-014, TI-015)."""

    WINDOW = 86_400

    def __init__(self) -> None:
        self._pending: set[str] = set()
        self._completed: dict[str, int] = {}  # when; a name has a history of its own (TI-025)
        self._outbox: dict[str, Row] = {}

    def enqueue(self, internal_id: str, now: int) -> str:
        """Enqueue a task at this epoch; its cloud task id."""
        if internal_id in self._pending:  # TI-020
            raise Reject("name_in_use", "pending")
        if internal_id in self._completed and now - self._completed[internal_id] < self.WINDOW:  # TI-021, TI-022
            raise Reject("name_in_use", "completed less than 24 hours ago")
        table, row = record(internal_id)
        self._pending.add(internal_id)
        if table == "dispatch_outbox":  # TI-023, TI-027; a row that is there stays one row (TI-024)
            self._outbox[internal_id] = row
        return row["cloud_task_id"]

    def complete(self, internal_id: str, succeeded: bool, now: int) -> None:
        if internal_id not in self._pending:  # TI-026
            raise Reject("unknown_task", internal_id)
        self._pending.remove(internal_id)
        self._completed[internal_id] = now
        if succeeded:  # TI-023, TI-024
            self._outbox.pop(internal_id, None)

    def outbox(self) -> list[Row]:
        return [self._outbox[key] for key in sorted(self._outbox)]  # code points sort like their UTF-8 bytes


# The legacy sanitizer

def sanitize(internal_id: str) -> str:
    """Deprecated: it merges ids, and new ones are not made this way (TI-031)."""
    return re.sub("[^A-Za-z0-9_-]", "_", internal_id)[:500]  # TI-029, TI-030
