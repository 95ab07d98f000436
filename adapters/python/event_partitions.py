"""Event partitions: their normal form, and a server that commits, syncs and broadcasts events by them. The rules cited are those
of spec/event_partitions.md. A client's messages are JSON as it was decoded; whatever is wrong in them is rejected.

    >>> normalize({"partitions": ["b", "a", "b"]})
    ['a', 'b']
"""

import unicodedata
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Union

from proofmark_adapter import Reject

NAME_LIMIT = 128  # bytes
LIST_LIMIT = 64


# Normalization

def normalize(message: dict[str, Any]) -> list[str]:
    """The partitions of a message that has `partitions`, the legacy field `partition`, or both."""
    if "partition" not in message:
        return _limited(_names(message.get("partitions")))  # EP-001: a field that is absent is no array either
    [legacy] = _names([message["partition"]])  # EP-025
    if "partitions" not in message:  # EP-022: accept
        return _limited([legacy])
    names = _limited(_names(message["partitions"]))
    if names != [legacy]:  # EP-024; EP-023: accept
        raise Reject("bad_request", "partition and partitions disagree")
    return names


def _names(texts: Any) -> list[str]:
    """The names of an array of texts, each normalized, as they stand in the array. EP-005: bad_request."""
    if not isinstance(texts, list):  # EP-001, EP-048
        raise Reject("bad_request", "no array of partitions")
    return [_name(text) for text in texts]


def _name(text: Any) -> str:
    if not isinstance(text, str):  # EP-003
        raise Reject("bad_request", "a partition is no text")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:  # EP-004
        raise Reject("bad_request", "a partition holds a lone surrogate")
    return unicodedata.normalize("NFC", text)  # EP-006; nothing else is altered (EP-007 to EP-010)


def _limited(names: list[str]) -> list[str]:
    """The set of an event's names, in order."""
    if not names:  # EP-002: it is the shape that is wrong
        raise Reject("bad_request", "an empty array of partitions")
    if len(names) > LIST_LIMIT:  # EP-015; EP-016: written
        raise Reject("validation_failed", f"more than {LIST_LIMIT} partitions")
    for name in names:
        if name == "":  # EP-012
            raise Reject("validation_failed", "an empty partition")
        if len(name.encode("utf-8")) > NAME_LIMIT:  # EP-013, EP-014
            raise Reject("validation_failed", f"a partition of more than {NAME_LIMIT} bytes")
    return sorted(set(names))  # EP-018 to EP-020: code points sort like their UTF-8 bytes


# The server

class Event(NamedTuple):
    """A committed event (EP-055). It has no field `partition` (EP-021)."""

    id: str
    committed_id: int
    partitions: list[str]
    content: str


class Page(NamedTuple):
    events: list[Event]
    has_more: bool
    subscriptions: list[str]


@dataclass
class _Connection:
    client: str
    subscriptions: set[str] = field(default_factory=set)  # EP-059, EP-066


class Server:
    def __init__(self) -> None:
        self.log: list[Event] = []
        self._drafts: dict[tuple[str, str], Event] = {}  # by client and draft id
        self._grants: defaultdict[str, set[str]] = defaultdict(set)  # by client
        self._connections: dict[str, _Connection] = {}
        self._deliveries: defaultdict[str, list[Event]] = defaultdict(list)

    def connect(self, name: str, client: str) -> None:
        self._connections[name] = _Connection(client)

    def disconnect(self, name: str) -> None:
        self._connection(name)
        del self._connections[name]  # EP-067

    def grant(self, client: str, partitions: list[str]) -> None:
        self._grants[client] = set(_names(partitions))  # EP-029; no subscription changes (EP-068)

    def take_deliveries(self) -> dict[str, list[Event]]:
        """What each connection has received since this was last asked."""
        deliveries, self._deliveries = self._deliveries, defaultdict(list)
        return dict(deliveries)

    def _connection(self, name: str) -> _Connection:
        if name not in self._connections:  # EP-075
            raise Reject("unknown_connection", name)
        return self._connections[name]

    def _authorize(self, client: str, partitions: set[str]) -> None:
        if not partitions <= self._grants[client]:  # EP-027, EP-051, EP-052; subscriptions do not count (EP-028, EP-053)
            raise Reject("forbidden")

    # Submitting: all that can be refused is refused before anything changes (EP-030, EP-031, EP-037)

    def submit(self, name: str, message: Any) -> Event:
        client = self._connection(name).client
        draft_id, content = _texts(message, "id", "content")  # EP-026
        partitions = normalize(message)
        earlier = self._drafts.get((client, draft_id))
        if earlier and (earlier.partitions, earlier.content) != (partitions, content):  # EP-035
            raise Reject("validation_failed", "the draft id was used for another event")
        self._authorize(client, set(partitions))  # EP-032: invalid; EP-036: forbidden
        return earlier or self._commit(name, client, draft_id, partitions, content)  # EP-033, EP-034

    def submit_batch(self, name: str, messages: list[Any]) -> list[Union[Event, Reject]]:
        """The outcome of each, in order (EP-038). EP-039: each."""
        self._connection(name)
        outcomes: list[Union[Event, Reject]] = []
        for message in messages:
            try:
                outcomes.append(self.submit(name, message))
            except Reject as reject:
                outcomes.append(reject)
        return outcomes

    def _commit(self, name: str, client: str, draft_id: str, partitions: list[str], content: str) -> Event:
        event = Event(draft_id, len(self.log) + 1, partitions, content)  # EP-040, EP-041
        self.log.append(event)
        self._drafts[client, draft_id] = event
        for other, connection in self._connections.items():
            if other != name and connection.subscriptions & set(partitions):  # EP-069 to EP-072; EP-073: none
                self._deliveries[other].append(event)
        return event

    # Syncing

    def sync(self, name: str, message: Any) -> Page:
        connection = self._connection(name)
        if not isinstance(message, dict):  # EP-048
            raise Reject("bad_request", "a sync is no object")
        scope = set(_names(message.get("partitions")))  # EP-047; EP-049: accept; EP-050: unlimited
        since = _integer(message.get("since_committed_id"), minimum=0)  # EP-046
        limit = _integer(message["limit"], minimum=1) if "limit" in message else None
        subscriptions = connection.subscriptions  # EP-062, EP-063
        if "subscription_partitions" in message:  # EP-060, EP-061, EP-065
            subscriptions = set(_names(message["subscription_partitions"]))
            self._authorize(connection.client, subscriptions)
        self._authorize(connection.client, scope)
        connection.subscriptions = subscriptions  # EP-054: only now that nothing is refused any more
        # EP-042 to EP-045
        events = [event for event in self.log if event.committed_id > since and scope.intersection(event.partitions)]
        page = events if limit is None else events[:limit]  # EP-057
        return Page(page, len(page) < len(events), sorted(subscriptions))  # EP-058, EP-064


def _texts(message: Any, *names: str) -> list[str]:
    values = [message.get(name) for name in names] if isinstance(message, dict) else [None]
    if not all(isinstance(value, str) for value in values):
        raise Reject("bad_request", f"no object with the texts {', '.join(names)}")
    return values


def _integer(value: Any, minimum: int) -> int:
    """JSON does not tell 1.0 from 1, but 1.5, and true is no number."""
    whole = type(value) is int or type(value) is float and value.is_integer()
    if not whole or value < minimum:
        raise Reject("bad_request", f"no integer from {minimum} on")
    return int(value)
