"""Tests of event partitions."""

import itertools
import random
import unicodedata
import unittest

import event_partitions
from event_partitions import Event, Server
from proofmark_adapter import Reject
from testing import RejectCase, WireCase

ACUTE, COMBINED = "é", "e\u0301"


def normalize(*names):
    return event_partitions.normalize({"partitions": list(names)})


class Shape(RejectCase):
    def bad(self, **message):
        self.rejects("bad_request", event_partitions.normalize, message)

    def test_array(self):  # EP-001, EP-002
        self.bad()
        for value in ["a", {}, {"0": "a"}, None, 1, True, []]:
            self.bad(partitions=value)

    def test_texts(self):  # EP-003
        for value in [1, 0, 1.5, True, None, [], ["a"], {}]:
            self.bad(partitions=[value])
            self.bad(partitions=["a", value])

    def test_surrogates(self):  # EP-004
        for value in ["\ud800", "a\udfff", "\udc00\ud800b"]:
            self.bad(partitions=[value])
            self.bad(partition=value)
            self.bad(partition=value, partitions=[value])


class Normalization(unittest.TestCase):
    def test_nfc(self):  # EP-006
        for given, kept in [(COMBINED, ACUTE), ("\u212b", "\u00c5"), ("\u1100\u1161", "\uac00"), ("\u0958", "\u0915\u093c"), ("a\u0323\u0307", "\u1ea1\u0307"), ("a\u0307\u0323", "\u1ea1\u0307")]:
            self.assertEqual(normalize(given), [kept])

    def test_nothing_else(self):  # EP-007 to EP-010
        for name in ["\ufb01", "\u00b2", "\uff21", "\u00a0", " ", "  ", " a ", "\t", "a\r\n", "\u2003a", "\u3000", "A", "\u0130", "\u00df", "\u1e9e", "\0", "\x7f", "\ufeff",
                     "\u200b", "\u200d", "\u00ad", "\ufffd", "/", "\\", "%2F", "..", "a,b", "*", "\"'", "&amp;", "a/../b", "\U0010ffff"]:
            self.assertEqual(normalize(name), [name])

    def test_different(self):  # EP-011
        names = ["A", "a", "a ", " a", "\u0430", "\uff41", "a\u200b"]
        self.assertEqual(len(normalize(*names)), len(names))


class Limits(RejectCase):
    def test_bytes(self):  # EP-012, EP-013, EP-014
        for name in ["a" * 128, "é" * 64, "\U0001f600" * 32, COMBINED * 64, "\u0958" * 21]:
            self.assertEqual(normalize(name), [unicodedata.normalize("NFC", name)])
        for name in ["", "a" * 129, "é" * 64 + "a", "\U0001f600" * 33, COMBINED * 65, "\u0958" * 22, " " * 129]:
            self.rejects("validation_failed", normalize, name)
            self.rejects("validation_failed", normalize, "a", name, "b")

    def test_count(self):  # EP-015, EP-016
        names = [f"{number:02}" for number in range(65)]
        self.assertEqual(normalize(*names[:64]), names[:64])
        self.rejects("validation_failed", normalize, *names)
        self.rejects("validation_failed", normalize, *["a"] * 65)
        self.assertEqual(normalize(*["a"] * 64), ["a"])


class Set(unittest.TestCase):
    def test_duplicates(self):  # EP-018, EP-019
        self.assertEqual(normalize("a", "b", "a", "a"), ["a", "b"])
        self.assertEqual(normalize(COMBINED, ACUTE), [ACUTE])
        self.assertEqual(normalize("\u212b", "\u00c5", "A\u030a"), ["\u00c5"])

    def test_order(self):  # EP-020
        ordered = ["A", "B", "a", "a10", "a9", "aa", "z", ACUTE, "\ufffd", "\U00010000"]
        for _ in range(20):
            names = random.sample([COMBINED if name == ACUTE else name for name in ordered], len(ordered))
            self.assertEqual(normalize(*names), ordered)


class Legacy(RejectCase):
    def test_alone(self):  # EP-022, EP-025
        for name in ["a", "a,b", " a b ", "*"]:
            self.assertEqual(event_partitions.normalize({"partition": name}), [name])
        self.assertEqual(event_partitions.normalize({"partition": COMBINED}), [ACUTE])
        for name in ["", "a" * 129]:
            self.rejects("validation_failed", event_partitions.normalize, {"partition": name})
        for value in [1, [], ["a"], {}, True]:
            self.rejects("bad_request", event_partitions.normalize, {"partition": value})
            self.rejects("bad_request", event_partitions.normalize, {"partition": value, "partitions": ["a"]})

    def test_both(self):  # EP-023, EP-024
        for names in [[ACUTE], [COMBINED], [COMBINED, ACUTE]]:
            self.assertEqual(event_partitions.normalize({"partition": COMBINED, "partitions": names}), [ACUTE])
        for names in [["b"], ["a", "b"], ["A"], ["a "]]:
            self.rejects("bad_request", event_partitions.normalize, {"partition": "a", "partitions": names})
        for name in ["", "a" * 129]:
            self.rejects("bad_request", event_partitions.normalize, {"partition": name, "partitions": ["a"]})
        self.rejects("bad_request", event_partitions.normalize, {"partition": "a", "partitions": "a"})


class ServerCase(RejectCase):
    """Ann may use a, b and é, and has the connections a1 and a2; Bob may use b, and has the connection b1."""

    def setUp(self):
        self.server = Server()
        for name, client in [("a1", "ann"), ("a2", "ann"), ("b1", "bob")]:
            self.server.connect(name, client)
        self.server.grant("ann", ["a", "b", ACUTE])
        self.server.grant("bob", ["b"])
        self.drafts = map(str, itertools.count(1))

    def submit(self, *partitions, name="a1", draft=None, content="x"):
        return self.server.submit(name, {"id": draft or next(self.drafts), "partitions": list(partitions), "content": content})

    def sync(self, *scope, name="a1", since=0, **more):
        return self.server.sync(name, {"partitions": list(scope), "since_committed_id": since, **more})

    def subscribe(self, name, *partitions):
        return self.sync(name=name, subscription_partitions=list(partitions)).subscriptions

    def ids(self, *scope, **more):
        return [event.committed_id for event in self.sync(*scope, **more).events]

    def delivered(self):
        return {name: [event.committed_id for event in events] for name, events in self.server.take_deliveries().items()}


class Submitting(ServerCase):
    def test_shape(self):  # EP-026
        for message in [None, 1, "a", [], {}, {"partitions": ["a"], "content": "x"}, {"id": 1, "partitions": ["a"], "content": "x"},
                        {"id": None, "partitions": ["a"], "content": "x"}, {"id": "1", "partitions": ["a"]}, {"id": "1", "content": "x"}]:
            self.rejects("bad_request", self.server.submit, "a1", message)
        self.assertEqual(self.server.log, [])

    def test_event(self):  # EP-021, EP-055
        event = self.server.submit("a1", {"id": "1", "partition": "a", "content": ""})
        self.assertEqual(event, Event("1", 1, ["a"], ""))
        self.assertEqual(self.sync("a").events, [event])

    def test_authorized(self):  # EP-027, EP-028, EP-029
        for names in [("c",), ("a", "c"), ("c", "a"), ("a", "c", "b"), ("A",), ("a ",), ("aa",)]:
            self.rejects("forbidden", self.submit, *names)
        self.rejects("forbidden", self.submit, "a", name="b1")
        self.assertEqual(self.submit(COMBINED).partitions, [ACUTE])
        self.server.grant("ann", [COMBINED, "*", ""])
        self.assertEqual(self.submit(ACUTE).partitions, [ACUTE])
        self.rejects("forbidden", self.submit, "a")  # a grant replaces all earlier ones
        self.server.connect("c1", "eve")
        self.rejects("forbidden", self.submit, "a", name="c1")

    def test_subscription(self):  # EP-028, EP-053, EP-068
        self.subscribe("b1", "b")
        self.server.grant("bob", [])
        self.rejects("forbidden", self.submit, "b", name="b1")
        self.rejects("forbidden", self.sync, "b", name="b1")
        self.assertEqual(self.sync(name="b1").subscriptions, ["b"])
        self.submit("b")
        self.assertEqual(self.delivered(), {"b1": [1]})

    def test_refused(self):  # EP-030, EP-031, EP-037, EP-076
        self.subscribe("a2", "a")
        self.subscribe("b1", "b")
        self.rejects("forbidden", self.submit, "a", "c", draft="1")
        self.rejects("validation_failed", self.submit, "a", "", draft="1")
        self.assertEqual((self.delivered(), self.ids("a", "b")), ({}, []))
        self.submit("a", draft="1", content="other")
        self.assertEqual(self.delivered(), {"a2": [1]})

    def test_invalid_first(self):  # EP-032
        self.rejects("validation_failed", self.submit, "c", "a" * 129)
        self.submit("a", draft="1")
        self.rejects("validation_failed", self.submit, "c", draft="1")

    def test_repeated(self):  # EP-033, EP-034
        event = self.submit("a", ACUTE, draft="1")
        self.subscribe("b1", "b")
        self.subscribe("a2", "a")
        for names in [("a", ACUTE), (COMBINED, "a"), ("a", "a", COMBINED, ACUTE)]:
            for name in ["a1", "a2"]:
                self.assertEqual(self.submit(*names, draft="1", name=name), event)
        self.assertEqual((self.delivered(), self.ids("a")), ({}, [1]))

    def test_conflict(self):  # EP-035
        self.submit("a", "b", draft="1", content="x")
        for names, content in [(("a", "b"), "y"), (("a",), "x"), (("a", "b", ACUTE), "x"), (("a", "b"), "X"), (("a", "b"), "")]:
            self.rejects("validation_failed", self.submit, *names, draft="1", content=content)
        self.assertEqual(self.sync("a").events, [Event("1", 1, ["a", "b"], "x")])

    def test_grant_gone(self):  # EP-036
        self.submit("a", draft="1")
        self.server.grant("ann", [])
        self.rejects("forbidden", self.submit, "a", draft="1")

    def test_batch(self):  # EP-038, EP-039, EP-074
        self.subscribe("b1", "b")
        good = [{"id": str(number), "partitions": ["b", "a"], "content": ""} for number in range(3)]
        outcomes = self.server.submit_batch("a1", [good[0], good[1], None, {**good[2], "partitions": ["c"]}, good[0], good[2]])
        codes = [outcome.code if isinstance(outcome, Reject) else outcome.committed_id for outcome in outcomes]
        self.assertEqual(codes, [1, 2, "bad_request", "forbidden", 1, 3])
        self.assertEqual(self.delivered(), {"b1": [1, 2, 3]})
        self.rejects("unknown_connection", self.server.submit_batch, "x", [good[0]])


class Syncing(ServerCase):
    def setUp(self):
        super().setUp()
        for names in [("a",), ("b",), ("a", "b"), (COMBINED,), ("a",)]:
            self.submit(*names)

    def test_views(self):  # EP-042, EP-043, EP-044, EP-047
        self.assertEqual(self.ids("a"), [1, 3, 5])
        self.assertEqual(self.ids("b"), [2, 3])
        for scope in [("a", "b"), ("b", "a"), ("a", "b", "a")]:
            self.assertEqual(self.ids(*scope), [1, 2, 3, 5])
        for name in [ACUTE, COMBINED]:
            self.assertEqual(self.ids(name), [4])
        self.assertEqual(self.ids("b", name="b1"), [2, 3])
        self.assertEqual(self.sync("b", name="b1").events[1].partitions, ["a", "b"])  # EP-055

    def test_since(self):  # EP-045, EP-046, EP-056
        self.assertEqual(self.ids("a", since=1), [3, 5])
        self.assertEqual(self.ids("a", since=2), [3, 5])
        self.assertEqual(self.ids("a", since=5), [])
        self.assertEqual(self.ids("a", since=10**30), [])
        self.assertEqual(self.ids("a", since=3.0), [5])
        self.assertEqual(self.ids("a", since=0), [1, 3, 5])
        for since in [-1, 0.5, -0.5, "0", "", True, False, None, [], {}, float("inf")]:
            self.rejects("bad_request", self.sync, "a", since=since)
        self.rejects("bad_request", self.server.sync, "a1", {"partitions": ["a"]})

    def test_shape(self):  # EP-048, EP-049
        for message in [None, 1, "a", [], {}, {"since_committed_id": 0}]:
            self.rejects("bad_request", self.server.sync, "a1", message)
        for value in ["a", {}, None, 1, [1], ["a", None], ["\ud800"]]:
            self.rejects("bad_request", self.server.sync, "a1", {"partitions": value, "since_committed_id": 0})
            self.rejects("bad_request", self.sync, "a", subscription_partitions=value)
        self.assertEqual(self.ids(), [])

    def test_unlimited(self):  # EP-050
        names = ["", "a" * 129, *map(str, range(100))]
        self.server.grant("ann", names)
        self.assertEqual(self.sync(*names, subscription_partitions=names).subscriptions, sorted(names))
        self.server.grant("ann", [])
        self.rejects("forbidden", self.sync, "")

    def test_authorized(self):  # EP-051, EP-052, EP-054
        self.subscribe("b1", "b")
        for scope, subscriptions in [(["a"], ["b"]), (["b", "a"], []), (["b"], ["a"]), ([], ["b", "a"])]:
            self.rejects("forbidden", self.sync, *scope, name="b1", subscription_partitions=subscriptions)
        self.rejects("bad_request", self.sync, "b", name="b1", since=-1, subscription_partitions=[])
        self.rejects("bad_request", self.sync, 1, name="b1", subscription_partitions=[])
        self.rejects("bad_request", self.sync, "b", name="b1", limit=0, subscription_partitions=[])
        self.assertEqual(self.sync(name="b1").subscriptions, ["b"])

    def test_pages(self):  # EP-057, EP-058
        for limit, pages in [(1, [[1], [3], [5]]), (2, [[1, 3], [5]]), (3, [[1, 3, 5]]), (9, [[1, 3, 5]])]:
            since, seen = 0, []
            while True:
                page = self.sync("a", since=since, limit=limit)
                seen.append([event.committed_id for event in page.events])
                if not page.has_more:
                    break
                since = seen[-1][-1]
            self.assertEqual(seen, pages)
        self.assertFalse(self.sync("a").has_more)
        self.assertFalse(self.sync("a", since=5, limit=1).has_more)
        for limit in [0, -1, 1.5, "1", None, True]:
            self.rejects("bad_request", self.sync, "a", limit=limit)


class Subscriptions(ServerCase):
    def test_set(self):  # EP-059 to EP-064, EP-066
        self.assertEqual(self.sync("a").subscriptions, [])
        self.assertEqual(self.subscribe("a1", "b", "a", "b", COMBINED, ACUTE), ["a", "b", ACUTE])
        self.assertEqual(self.sync("a").subscriptions, ["a", "b", ACUTE])
        self.assertEqual(self.sync("a", name="a2").subscriptions, [])
        self.assertEqual(self.subscribe("a1", "b"), ["b"])
        self.assertEqual(self.subscribe("a1"), [])

    def test_connections(self):  # EP-059, EP-067, EP-075
        self.subscribe("a1", "a")
        self.subscribe("a2", "a")
        self.server.disconnect("a1")
        for function, arguments in [(self.submit, ["a"]), (self.sync, ["a"]), (self.server.disconnect, ["a1"]), (self.server.disconnect, ["x"])]:
            self.rejects("unknown_connection", function, *arguments)
        self.rejects("unknown_connection", self.server.submit, "x", None)
        self.submit("a", name="a2")
        self.assertEqual(self.delivered(), {})
        self.server.connect("a1", "ann")
        self.assertEqual(self.sync("a").subscriptions, [])
        self.submit("a")
        self.assertEqual(self.delivered(), {"a2": [2]})


class Delivery(ServerCase):
    def test_who(self):  # EP-065, EP-069 to EP-073
        self.subscribe("a1", "a", "b")
        self.subscribe("a2", "a", "b", COMBINED)
        self.submit("b")
        self.assertEqual(self.delivered(), {"a2": [1]})
        self.subscribe("b1", "b")
        self.submit("a", "b", name="a2")
        self.assertEqual(self.delivered(), {"a1": [2], "b1": [2]})
        self.submit(ACUTE)
        self.assertEqual(self.delivered(), {"a2": [3]})
        self.submit("a", name="a2")
        self.subscribe("a1")
        self.assertEqual(self.delivered(), {"a1": [4]})
        self.submit("b", name="b1")
        self.assertEqual(self.delivered(), {"a2": [5]})


class Wire(WireCase):
    def ask(self, op, **data):
        return self.ok(f"event_partitions.{op}", data, self.id())

    def test_normalize(self):
        self.assertEqual(self.ask("normalize", partitions=["b", "a", "b"]), {"partitions": ["a", "b"]})
        self.assertEqual(self.ask("normalize", partition="a"), {"partitions": ["a"]})
        self.assertEqual(self.code("event_partitions.normalize", {}), "bad_request")
        self.assertEqual(self.code("event_partitions.normalize", {"partitions": ["\ud800"]}), "bad_request")
        self.assertEqual(self.code("event_partitions.normalize", {"partitions": [""]}), "validation_failed")

    def test_example(self):
        nothing = {"deliveries": {}}
        self.assertEqual(self.ask("connect", connection="c1", client="ann"), nothing)
        self.assertEqual(self.ask("connect", connection="c2", client="bob"), nothing)
        self.assertEqual(self.ask("grant", client="ann", partitions=["a", "b"]), nothing)
        self.assertEqual(self.ask("grant", client="bob", partitions=["b"]), nothing)
        page = {"events": [], "has_more": False, "effective_subscriptions": ["b"], **nothing}
        self.assertEqual(self.ask("sync", connection="c2", payload={"partitions": ["b"], "since_committed_id": 0, "subscription_partitions": ["b"]}), page)
        event = {"id": "1", "committed_id": "1", "partitions": ["a", "b"], "content": "x"}
        self.assertEqual(self.ask("submit", connection="c1", event={"id": "1", "partitions": ["b", "a", "b"], "content": "x"}),
                         {"event": event, "deliveries": {"c2": [event]}})
        forbidden = {"id": "2", "partitions": ["a", "b"], "content": "y"}
        self.assertEqual(self.code("event_partitions.submit", {"connection": "c2", "event": forbidden}, self.id()), "forbidden")
        self.assertEqual(self.ask("sync", connection="c2", payload={"partitions": ["b"]}, since_event="1"), page)
        batch = self.ask("submit_batch", connection="c1", events=[{**forbidden, "partitions": ["c"]}, forbidden])
        second = {**forbidden, "committed_id": "2"}
        self.assertEqual(batch, {"results": [{"reject": {"code": "forbidden"}}, {"event": second}], "deliveries": {"c2": [second]}})
        self.assertEqual(self.ask("sync", connection="c2", payload={"partitions": ["b"]}, since_event="1"), {**page, "events": [second]})
        self.assertEqual(self.ask("disconnect", connection="c2"), nothing)
        self.assertEqual(self.code("event_partitions.disconnect", {"connection": "c2"}, self.id()), "unknown_connection")
        self.assertEqual(self.ask("end"), {})
        self.assertEqual(self.code("event_partitions.disconnect", {"connection": "c1"}, self.id()), "unknown_connection")

    def test_broken(self):  # AP-004
        self.ask("connect", connection="c1", client="ann")
        for op, data in [("connect", {"connection": "c1"}), ("grant", {"client": "a"}), ("grant", {"client": "a", "partitions": "a"}),
                         ("submit", {"connection": "c1"}), ("submit", {"event": {}}), ("submit_batch", {"connection": "c1", "events": {}}),
                         ("sync", {"connection": "c1"}), ("sync", {"connection": "c1", "payload": {}, "since_event": "x"}), ("disconnect", {})]:
            self.fails(f"event_partitions.{op}", data, self.id())


if __name__ == "__main__":
    unittest.main()
