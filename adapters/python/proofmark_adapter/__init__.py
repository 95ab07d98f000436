"""The loop of a proofmark adapter, protocol version 1. Standard library only, Python 3.9 and later.

Install this package, or copy this file next to your code as `proofmark_adapter.py`, and write one function per operation:

    import my_keys
    from proofmark_adapter import Adapter, Reject, field

    adapter = Adapter("my-keys", "1.4.2")

    @adapter.operation("partition_key.parse")
    def parse(data):
        try:
            return {"dimensions": my_keys.parse(field(data, "canonical", str))}
        except my_keys.ParseError as error:
            raise Reject("invalid_string", str(error))

    adapter.run()

A function takes the request's input and returns the fields of `ok`, or raises `Reject` or `Unsupported`. Any other exception is answered with
`error`, its trace goes to standard error, and the loop goes on. The rules cited here are those of spec/protocol.md.
"""

import json
import os
import sys
import traceback
from typing import Any, BinaryIO, Callable, Optional, TypeVar

PROTOCOL = 1
MESSAGE_LIMIT = 500  # a message that quotes its input must not grow beyond the longest line (AP-001)

Fields = dict[str, Any]
Operation = TypeVar("Operation", bound=Callable[..., Fields])
Kind = TypeVar("Kind")


class Reject(Exception):
    """The implementation refuses this input, as its specification demands."""

    def __init__(self, code: str, message: str = "") -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


class Unsupported(Exception):
    """The implementation has no such operation, or not for this input."""


def field(data: Fields, name: str, kind: type[Kind]) -> Kind:
    """The field of this name, which must have exactly this type: `True` is no int.

    Its lack is a fault of the request and not of the value, so it becomes an error and no rejection (AP-004).
    """
    value = data.get(name) if isinstance(data, dict) else None
    if type(value) is not kind:
        raise ValueError(f"the field {name!r} is missing or no {kind.__name__}")
    return value


def nullable(data: Fields, name: str, kind: type[Kind]) -> Optional[Kind]:
    """The field of this name, which must be there but may be null."""
    if isinstance(data, dict) and name in data and data[name] is None:
        return None
    return field(data, name, kind)


class Adapter:
    """The operations of an implementation, and the loop that answers requests for them."""

    def __init__(self, name: str, version: str = "", language: str = "python",
                 options: Optional[dict[str, str]] = None) -> None:
        self._identity: Fields = {"protocol": PROTOCOL, "name": name, "language": language}
        if version:
            self._identity["version"] = version
        if options:
            self._identity["options"] = options
        self._operations: dict[str, tuple[Callable[..., Fields], bool]] = {}

    def operation(self, name: str, stateful: bool = False) -> Callable[[Operation], Operation]:
        """Register the decorated function, which takes the input and, if stateful, also the name of the session (AP-007)."""
        def register(function: Operation) -> Operation:
            if name in self._operations:
                raise ValueError(f"the operation {name!r} is registered twice")
            self._operations[name] = function, stateful
            return function
        return register

    def run(self) -> None:
        """Answer standard input line by line until it ends (AP-001, AP-009)."""
        requests = sys.stdin.buffer  # bytes: no platform's encoding or newlines come in between
        replies = _claim_stdout()
        for line in requests:
            replies.write(self.answer(line))
            replies.flush()

    def answer(self, line: bytes) -> bytes:
        """The reply to one line, whatever it holds."""
        request_id = None
        try:
            request = _decode(line.decode("utf-8"))
            request_id = field(request, "id", int)
            return _line({"id": request_id, **self._outcome(request)})
        except (Exception, SystemExit) as error:  # AP-004: the process lives on, even if the implementation wants to exit
            traceback.print_exc()
            message = traceback.format_exception_only(type(error), error)[-1].strip()
            return _line({"id": request_id, "error": {"message": message[:MESSAGE_LIMIT]}})

    def _outcome(self, request: Fields) -> Fields:
        name = field(request, "op", str)
        if name == "hello":
            return {"ok": self._hello(field(request, "input", dict))}
        if name not in self._operations:  # AP-006
            return {"unsupported": {"reason": f"no operation {name[:MESSAGE_LIMIT]!r}"}}
        function, stateful = self._operations[name]
        arguments: list[Any] = [field(request, "input", dict)]
        if stateful:
            arguments.append(field(request, "session", str))
        try:
            result = function(*arguments)
        except Reject as reject:
            message = {"message": reject.message[:MESSAGE_LIMIT]} if reject.message else {}
            return {"reject": {"code": reject.code, **message}}
        except Unsupported as unsupported:
            return {"unsupported": {"reason": str(unsupported)[:MESSAGE_LIMIT]}}
        if not isinstance(result, dict):
            raise TypeError(f"the operation {name!r} returned no dict")
        return {"ok": result}

    def _hello(self, data: Fields) -> Fields:
        """AP-005. The runner sees from the reply which version is spoken here, so any number is accepted."""
        field(data, "protocol", int)
        return {**self._identity, "operations": sorted(self._operations)}


def _claim_stdout() -> BinaryIO:
    """Keep standard output for replies: what else is printed, by child processes too, goes to standard error (AP-001, AP-008)."""
    stdout = sys.stdout.fileno()
    replies = os.fdopen(os.dup(stdout), "wb")
    os.dup2(sys.stderr.fileno(), stdout)
    sys.stdout = sys.stderr
    return replies


def _no_constant(text: str) -> None:
    raise ValueError(f"{text} is no JSON")


_decode = json.JSONDecoder(parse_constant=_no_constant).decode
_encode = json.JSONEncoder(ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode


def _line(reply: Fields) -> bytes:
    return _encode(reply).encode("ascii") + b"\n"
