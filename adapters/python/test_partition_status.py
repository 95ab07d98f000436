"""Tests of partition status."""

import itertools
import random
import unittest
from datetime import datetime, timedelta

import partition_status
from partition_status import FRESH, Circumstances, Code, Event, Identity, Staleness, Table, fold
from testing import MAX, RejectCase, WireCase

FIRST, LAST = "0001-01-01T00:00:00.000000Z", "9999-12-31T23:59:59.999999Z"
BAD_INSTANTS = [
    "", "2025-01-15", "2025-01-15T10:00:00Z", "2025-01-15T10:00:00.00000Z", "2025-01-15T10:00:00.0000000Z", "2025-01-15T10:00:00.000000",
    "2025-01-15T10:00:00.000000+00:00", "2025-01-15T10:00:00.000000z", "2025-01-15t10:00:00.000000Z", "2025-01-15 10:00:00.000000Z",
    "2025-01-15T10:00:00,000000Z", " 2025-01-15T10:00:00.000000Z", "2025-01-15T10:00:00.000000Z\n", "2025-01-15T1٣:00:00.000000Z",
    "12025-01-15T10:00:00.000000Z", "-025-01-15T10:00:00.000000Z", "9999-12-31T23:59:59.000000-01:00",  # PS-004
    "2025-02-29T10:00:00.000000Z", "1900-02-29T10:00:00.000000Z", "2025-00-15T10:00:00.000000Z", "2025-01-32T10:00:00.000000Z",
    "2025-01-15T24:00:00.000000Z", "2025-01-15T23:60:00.000000Z", "2016-12-31T23:59:60.000000Z",  # PS-005
]
CODES = [(text, "invalid_instant") for text in BAD_INSTANTS] + [("0000-06-01T00:00:00.000000Z", "instant_out_of_range")]  # PS-006


def ulid(number):
    return f"01JHZZZZZZ{number:016}"


def at(minutes, microseconds=0):
    return (datetime(2025, 1, 15, 10) + timedelta(minutes=minutes, microseconds=microseconds)).isoformat(timespec="microseconds") + "Z"


def event(number=1, **changes):
    base = Event(ulid(number), "acme", "prod", f"run{number}", "sales", "date=d:2025-01-15", "SUCCEEDED", at(number), f"v{number}", True)
    return base._replace(**changes)


def given(max_age=None, upstreams=(), current_code=None, now=LAST):
    return Circumstances(max_age, list(upstreams), current_code, now)


class Events(RejectCase):
    def test_identity(self):  # PS-001, PS-022, PS-023
        others = [event(2, **{name: "b" if name != "partition_key" else "a=i:1"}) for name in Identity._fields]
        rows = fold([event(1), *others])
        self.assertEqual(len(rows), 5)
        self.assertIn(fold([event(1)])[0], rows)
        self.assertEqual(len(fold([event(1), event(2, run_id="other")])), 1)

    def test_no_row(self):  # PS-002
        for name in ["asset_key", "partition_key"]:
            self.assertEqual(fold([event(**{name: None})]), [])
            self.assertEqual(fold([event(1), event(2, **{name: None})]), fold([event(1)]))
        self.assertEqual(fold([]), [])

    def test_event_ids(self):  # PS-003
        for text in ["0" * 26, "7" + "Z" * 25, "0123456789ABCDEFGHJKMNPQRS", "0TVWXYZ0000000000000000000"]:
            self.assertEqual(fold([event(event_id=text)])[0]["row_version"], text)
        for text in ["", "0" * 25, "0" * 27, "8" + "0" * 25, "Z" * 26, "A" + "0" * 25, "0" * 25 + "a", *["0" * 25 + letter for letter in "ILOU"],
                     "0" * 25 + "\n", " " + "0" * 25, "0" * 25 + "٣", "0" * 25 + "-"]:
            self.rejects("invalid_event_id", fold, [event(event_id=text)])

    def test_instants(self):  # PS-004, PS-005, PS-006
        for text in [FIRST, LAST, "1969-12-31T23:59:59.999999Z", "2024-02-29T00:00:00.000001Z"]:
            self.assertEqual(fold([event(at=text)])[0]["last_attempt_at"], text)
        for text, code in CODES:
            self.rejects(code, fold, [event(at=text)])

    def test_outcomes(self):  # PS-007, PS-012
        for outcome in ["SUCCEEDED", "FAILED", "CANCELLED"]:
            for materialized in [True, False]:
                [row] = fold([event(outcome=outcome, materialized=materialized)])
                self.assertEqual((row["last_attempt_run_id"], row["last_attempt_at"], row["last_attempt_outcome"]), ("run1", at(1), outcome))
        for outcome in ["", "succeeded", "Failed", "CANCELED", "RUNNING", "FAILED "]:
            self.rejects("unknown_outcome", fold, [event(outcome=outcome)])

    def test_identifiers(self):  # PS-008, PS-009
        for name in ["tenant_id", "workspace_id", "run_id", "asset_key"]:
            self.rejects("empty_identifier", fold, [event(**{name: ""})])
        texts = [" ", "a", "A", "a ", "é", "e\u0301", "\0", "a" * 10000]
        self.assertEqual([row["tenant_id"] for row in fold(event(place, tenant_id=text) for place, text in enumerate(texts))], sorted(texts))
        for text in texts + [""]:
            self.assertEqual(fold([event(code_version=text)])[0]["last_materialization_code_version"], text)

    def test_partition_keys(self):  # PS-010
        for text in ["", "a", "a=i:01", "b=i:1,a=i:1", "a=s:YQ=", "a=d:2025-02-29", "A=i:1", "a=t:2025-01-15T10:00:00Z"]:
            self.rejects("invalid_partition_key", fold, [event(partition_key=text)])

    def test_all_or_nothing(self):  # PS-011
        table = Table()
        table.apply([event(1)])
        before = table.rows()
        for bad in [event(3, at="x"), event(3, at="x", asset_key=None), event(3, partition_key="x", asset_key=None),
                    event(3, asset_key="", partition_key=None), event(1, outcome="x")]:
            for batch in [[event(2), bad], [bad, event(2)]]:
                with self.assertRaises(partition_status.Reject):
                    table.apply(batch)
                self.assertEqual(table.rows(), before)


class Fold(unittest.TestCase):
    def test_example(self):
        self.assertEqual(fold([event(run_id="run1", at=at(0))]), [{
            "tenant_id": "acme", "workspace_id": "prod", "asset_key": "sales", "partition_key": "date=d:2025-01-15",
            "last_materialization_run_id": "run1", "last_materialization_at": "2025-01-15T10:00:00.000000Z", "last_materialization_code_version": "v1",
            "last_attempt_run_id": "run1", "last_attempt_at": "2025-01-15T10:00:00.000000Z", "last_attempt_outcome": "SUCCEEDED",
            "stale_since": None, "stale_reason_code": None,
            "partition_values": {"date": "2025-01-15"}, "row_version": "01JHZZZZZZ0000000000000001"}])

    def test_two_histories(self):  # PS-013 to PS-018, PS-021
        success, failure = event(1, at=at(9)), event(2, outcome="FAILED")
        late = event(3, materialized=False, at=at(0))
        for events in itertools.permutations([success, failure, late]):
            [row] = fold(events)
            self.assertEqual((row["last_materialization_run_id"], row["last_materialization_at"]), ("run1", at(9)))
            self.assertEqual((row["last_attempt_run_id"], row["last_attempt_at"]), ("run3", at(0)))
            self.assertEqual(row["row_version"], ulid(3))

    def test_never_materialized(self):  # PS-014 to PS-016
        for changes in [{"outcome": "FAILED"}, {"outcome": "CANCELLED"}, {"materialized": False}]:
            [row] = fold([event(**changes)])
            self.assertEqual([row[name] for name in row if name.startswith("last_materialization")], [None] * 3)

    def test_lost_version(self):  # PS-016
        [row] = fold([event(1), event(2, code_version=None)])
        self.assertEqual((row["last_materialization_run_id"], row["last_materialization_code_version"]), ("run2", None))

    def test_batches(self):  # PS-013, PS-017 to PS-021
        chance = random.Random(26)
        for _ in range(200):
            events = [event(number, outcome=chance.choice(["SUCCEEDED", "FAILED", "CANCELLED"]), materialized=chance.random() < 0.7,
                            at=at(chance.randint(0, 3)), asset_key=chance.choice(["a", "b", None])) for number in range(8)]
            expected = fold(events)
            table = Table()
            stream = events + chance.choices(events, k=4)
            chance.shuffle(stream)
            while stream:
                size = chance.randint(0, 4)
                table.apply(stream[:size])
                stream = stream[size:]
            self.assertEqual(table.rows(), expected)
            for row in expected:  # by the rules' words
                own = [one for one in events if one.asset_key == row["asset_key"]]
                attempt = max(own, key=lambda one: one.event_id)
                self.assertEqual((row["last_attempt_run_id"], row["row_version"]), (attempt.run_id, attempt.event_id))
                successes = [one for one in own if one.outcome == "SUCCEEDED" and one.materialized]
                last = max(successes, key=lambda one: one.event_id, default=None)
                self.assertEqual(row["last_materialization_run_id"], last and last.run_id)

    def test_order(self):  # PS-023
        names = ["B", "a", "a\0", "ab", "z", "é", "\ufffd", "\U00010000"]
        identities = [(*three, "date=d:2025-01-15") for three in itertools.product(names, repeat=3)]
        events = [event(number, tenant_id=tenant, workspace_id=workspace, asset_key=asset) for number, (tenant, workspace, asset, _) in enumerate(identities)]
        random.Random(1).shuffle(events)
        self.assertEqual([tuple(row[name] for name in Identity._fields) for row in fold(events)],
                         sorted(identities, key=lambda identity: [text.encode() for text in identity]))
        keys = ["a=i:10", "a=i:9", "a=i:9,b=n:null", "a1=i:1"]
        self.assertEqual([row["partition_key"] for row in fold([event(number, partition_key=key) for number, key in enumerate(keys)])], sorted(keys))


class PartitionValues(unittest.TestCase):
    def test_values(self):  # PS-025, PS-026, PS-027
        key = "b=b:true,d=d:2025-01-15,e=s:,i=i:-42,n=n:null,s=s:dXMtZWFzdA,t=t:2025-01-15T10:00:00.000000Z,z=s:AMOpLD06"
        self.assertEqual(fold([event(partition_key=key)])[0]["partition_values"], {
            "b": "true", "d": "2025-01-15", "e": "", "i": "-42", "n": "null", "s": "us-east", "t": "2025-01-15T10:00:00.000000Z", "z": "\0é,=:"})


class StoredStaleness(RejectCase):
    IDENTITY = Identity("acme", "prod", "sales", "date=d:2025-01-15")

    def setUp(self):
        self.table = Table()
        self.table.apply([event(5), event(5, event_id=ulid(6), asset_key="other")])
        self.table.sweep(self.IDENTITY, given(max_age=60_000_000))
        self.stale = (at(6), "FRESHNESS_POLICY")

    def stored(self):
        row = [row for row in self.table.rows() if row["asset_key"] == "sales"][0]
        return row["stale_since"], row["stale_reason_code"]

    def test_sweep(self):  # PS-030, PS-031
        self.assertEqual(self.stored(), self.stale)
        fresh = fold([event(5)])[0]
        self.assertEqual({**fresh, "stale_since": self.stale[0], "stale_reason_code": self.stale[1]}, self.table.rows()[1])
        self.assertIsNone(self.table.rows()[0]["stale_since"])
        self.table.sweep(self.IDENTITY, given(current_code=Code("v6", at(0))))
        self.assertEqual(self.stored(), (at(5), "CODE_CHANGED"))
        self.table.sweep(self.IDENTITY, given())
        self.assertEqual(self.stored(), FRESH)

    def test_no_row(self):  # PS-031
        before = self.table.rows()
        self.table.sweep(self.IDENTITY._replace(tenant_id="Acme"), given(max_age=0))
        self.assertEqual(self.table.rows(), before)

    def test_refused(self):  # PS-011
        before = self.table.rows()
        for identity in [self.IDENTITY, self.IDENTITY._replace(tenant_id="other")]:
            self.rejects("invalid_instant", self.table.sweep, identity, given(now="x"))
            self.rejects("empty_identifier", self.table.sweep, identity._replace(asset_key=""), given())
            self.rejects("invalid_partition_key", self.table.sweep, identity._replace(partition_key=""), given())
        self.assertEqual(self.table.rows(), before)

    def test_cleared(self):  # PS-028
        self.table.apply([event(7), event(8, outcome="FAILED")])
        self.assertEqual(self.stored(), FRESH)

    def test_kept(self):  # PS-029
        for one in [event(5), event(4), event(6, outcome="FAILED"), event(7, outcome="CANCELLED"), event(8, materialized=False), event(9, asset_key=None)]:
            self.table.apply([one])
            self.assertEqual(self.stored(), self.stale)

    def test_never_materialized(self):  # PS-032
        table = Table()
        table.apply([event(1, outcome="FAILED")])
        table.sweep(self.IDENTITY, given(max_age=0, upstreams=[LAST]))
        self.assertIsNone(table.rows()[0]["stale_since"])


class Stale(RejectCase):
    def check(self, expected, materialized_at=at(0), code_version="v1", **circumstances):
        self.assertEqual(partition_status.staleness(materialized_at, code_version, given(**circumstances)), expected)

    def test_never(self):  # PS-032
        self.check(FRESH, None, max_age=0, upstreams=[FIRST], current_code=Code("v2", FIRST))

    def test_policy(self):  # PS-033
        self.check(FRESH, max_age=60_000_000, now=at(1))
        self.check(FRESH, max_age=60_000_000, now=at(0, -1))
        self.check(Staleness(at(1), "FRESHNESS_POLICY"), max_age=60_000_000, now=at(1, 1))
        self.check(FRESH, max_age=0, now=at(0))
        self.check(Staleness(at(0), "FRESHNESS_POLICY"), max_age=0, now=at(0, 1))
        self.check(FRESH)
        self.check(Staleness("1970-01-01T00:00:00.000000Z", "FRESHNESS_POLICY"), "1969-12-31T23:59:59.999999Z", max_age=1)
        self.check(Staleness("0001-01-01T00:00:00.000001Z", "FRESHNESS_POLICY"), FIRST, max_age=1)
        self.check(Staleness("2025-01-15T10:00:00.000003Z", "FRESHNESS_POLICY"), max_age=3)

    def test_ages(self):  # PS-034
        for text in ["0", "1", "10", str(MAX)]:
            self.assertEqual(partition_status.read_age(text), int(text))
        for text in ["", "-1", "-0", "+1", "01", "00", "1.0", "1e3", "1_0", " 1", "1\n", "٣", str(MAX + 1), "9" * 10000]:
            self.rejects("invalid_max_age", partition_status.read_age, text)

    def test_no_deadline(self):  # PS-035
        self.check(FRESH, max_age=MAX)
        self.check(FRESH, LAST, max_age=1)
        self.check(FRESH, "9999-12-31T23:59:59.999998Z", max_age=1)
        self.check(Staleness("9999-12-31T23:59:59.999998Z", "FRESHNESS_POLICY"), "9999-12-31T23:59:59.999997Z", max_age=1)
        self.check(Staleness(at(1), "UPSTREAM_CHANGED"), max_age=MAX, upstreams=[at(1)])

    def test_upstreams(self):  # PS-036, PS-037, PS-038, PS-042
        self.check(FRESH, upstreams=[at(0), at(-1), None])
        self.check(FRESH, upstreams=[None])
        self.check(Staleness(at(0, 1), "UPSTREAM_CHANGED"), upstreams=[at(2), None, at(0, 1), at(-3), at(0)])
        self.check(FRESH, upstreams=[at(1)], now=at(1, -1))
        self.check(Staleness(at(1), "UPSTREAM_CHANGED"), upstreams=[at(1), at(2)], now=at(1))

    def test_code(self):  # PS-039 to PS-042
        self.check(FRESH, current_code=Code("v1", at(1)))
        self.check(Staleness(at(1), "CODE_CHANGED"), current_code=Code("v2", at(1)))
        self.check(Staleness(at(1), "CODE_CHANGED"), current_code=Code("v0", at(1)), now=at(1))
        self.check(FRESH, current_code=Code("v2", at(1)), now=at(1, -1))
        self.check(Staleness(at(0), "CODE_CHANGED"), current_code=Code("v2", at(-1)), now=at(0))
        self.check(FRESH, current_code=Code("v2", at(-1)), now=at(0, -1))
        self.check(FRESH, code_version=None, current_code=Code("v2", at(1)))
        self.check(FRESH, code_version="", current_code=Code("", at(1)))
        for version in ["", "V1", "v1 ", "é"]:
            self.check(Staleness(at(1), "CODE_CHANGED"), code_version=version, current_code=Code("v1", at(1)))
        self.check(Staleness(at(1), "CODE_CHANGED"), code_version="é", current_code=Code("e\u0301", at(1)))

    def test_first_cause(self):  # PS-043
        minute = 60_000_000
        self.check(Staleness(at(1), "CODE_CHANGED"), max_age=3 * minute, upstreams=[at(2)], current_code=Code("v2", at(1)))
        self.check(Staleness(at(1), "UPSTREAM_CHANGED"), max_age=3 * minute, upstreams=[at(1)], current_code=Code("v2", at(2)))
        self.check(Staleness(at(1), "FRESHNESS_POLICY"), max_age=minute, upstreams=[at(2)], current_code=Code("v2", at(3)))

    def test_ties(self):  # PS-044
        minute = 60_000_000
        self.check(Staleness(at(1), "FRESHNESS_POLICY"), max_age=minute, upstreams=[at(1)], current_code=Code("v2", at(1)))
        self.check(Staleness(at(1), "UPSTREAM_CHANGED"), upstreams=[at(1)], current_code=Code("v2", at(1)))
        # at the deadline itself, the policy does not hold yet
        self.check(Staleness(at(1), "UPSTREAM_CHANGED"), max_age=minute, upstreams=[at(1)], current_code=Code("v2", at(1)), now=at(1))

    def test_refused(self):  # PS-011
        for text, code in CODES:
            self.rejects(code, self.check, None, text)
            for materialized_at in [at(0), None]:
                self.rejects(code, partition_status.staleness, materialized_at, None, given(now=text))
                self.rejects(code, partition_status.staleness, materialized_at, None, given(upstreams=[None, text]))
                self.rejects(code, partition_status.staleness, materialized_at, None, given(current_code=Code("", text)))

    def test_monotone(self):  # PS-042: it never moves with now
        chance = random.Random(42)
        for _ in range(300):
            upstreams = [chance.choice([None, at(chance.randint(-3, 6))]) for _ in range(3)]
            code = chance.choice([None, Code(chance.choice(["v1", "v2"]), at(chance.randint(-3, 6)))])
            age = chance.choice([None, chance.randint(0, 6) * 60_000_000])
            results = [partition_status.staleness(at(0), "v1", given(age, upstreams, code, at(minute))) for minute in range(-4, 9)]
            for earlier, later in zip(results, results[1:]):
                if earlier != FRESH:
                    self.assertEqual(earlier.since, later.since)


class Display(RejectCase):
    def test_table(self):  # PS-046 to PS-051
        for stale in [None, at(3)]:
            for outcome in [None, "SUCCEEDED", "FAILED", "CANCELLED"]:
                self.assertEqual(partition_status.display(None, outcome and at(0), outcome, stale), "NEVER_MATERIALIZED")
                for order in [-1, 0, 1]:
                    status = "STALE" if stale else "MATERIALIZED"
                    if (outcome, order) == ("FAILED", 1):
                        status = "MATERIALIZED_BUT_LAST_ATTEMPT_FAILED"
                    self.assertEqual(partition_status.display(at(0), outcome and at(0, order), outcome, stale), status)

    def test_refused(self):  # PS-007, PS-011
        self.rejects("unknown_outcome", partition_status.display, None, at(0), "failed", None)
        for text, code in CODES:
            self.rejects(code, partition_status.display, text, None, None, None)
            self.rejects(code, partition_status.display, None, text, "FAILED", None)
            self.rejects(code, partition_status.display, None, None, None, text)


class Query(RejectCase):
    def test_stored(self):  # PS-045, PS-050
        for stored in [FRESH, Staleness(at(-5), "CODE_CHANGED")]:
            self.assertEqual(partition_status.query(at(0), "v1", None, None, stored, given()), (FRESH, "MATERIALIZED"))
            derived = Staleness(at(1), "UPSTREAM_CHANGED")
            self.assertEqual(partition_status.query(at(0), "v1", at(0), "FAILED", stored, given(upstreams=[at(1)])), (derived, "STALE"))
            self.assertEqual(partition_status.query(None, None, at(0), "FAILED", stored, given(max_age=0)), (FRESH, "NEVER_MATERIALIZED"))
        self.rejects("invalid_instant", partition_status.query, None, None, None, None, Staleness("x", "CODE_CHANGED"), given())


class Wire(WireCase):
    CIRCUMSTANCES = {"max_age_micros": "3600000000", "upstreams": ["2025-01-15T11:00:00.000001Z", None],
                     "current_code": {"version": "v1", "since": "2025-01-01T00:00:00.000000Z"}, "now": "2025-01-15T12:00:00.000000Z"}
    COLUMNS = {"last_materialization_at": at(0), "last_materialization_code_version": "v1", "last_attempt_at": at(0), "last_attempt_outcome": "SUCCEEDED",
               "stale_since": None, "stale_reason_code": None}
    STALE = {"stale_since": "2025-01-15T11:00:00.000000Z", "stale_reason_code": "FRESHNESS_POLICY"}
    PARTITION = {"tenant_id": "acme", "workspace_id": "prod", "asset_key": "sales", "partition_key": "date=d:2025-01-15"}

    def test_queries(self):
        self.assertEqual(self.ok("partition_status.query", {**self.COLUMNS, **self.CIRCUMSTANCES}), {**self.STALE, "status": "STALE"})
        two = {name: self.COLUMNS[name] for name in ["last_materialization_at", "last_materialization_code_version"]}
        self.assertEqual(self.ok("partition_status.staleness", {**two, **self.CIRCUMSTANCES}), self.STALE)
        nothing = {"max_age_micros": None, "upstreams": [], "current_code": None, "now": at(0)}
        self.assertEqual(self.ok("partition_status.staleness", {**two, **nothing}), {"stale_since": None, "stale_reason_code": None})
        self.assertEqual(self.code("partition_status.staleness", {**two, **nothing, "max_age_micros": "01"}), "invalid_max_age")
        four = {name: self.COLUMNS[name] for name in ["last_materialization_at", "last_attempt_at", "last_attempt_outcome", "stale_since"]}
        self.assertEqual(self.ok("partition_status.display", four), {"status": "MATERIALIZED"})

    def test_columns(self):  # PS-052
        columns = self.ok("partition_status.columns", {})["columns"]
        self.assertEqual([column["name"] for column in columns], list(fold([event()])[0]))
        self.assertEqual(columns[5], {"name": "last_materialization_at", "type": "TIMESTAMP", "nullable": True})

    def test_sessions(self):  # AP-007
        events = {"events": [event(1)._asdict()]}
        self.assertEqual(self.ok("partition_status.fold", events), {"rows": fold([event(1)])})
        self.assertEqual(self.ok("partition_status.end", {}, "a"), {})
        self.assertEqual(self.ok("partition_status.apply", events, "a"), {"rows": fold([event(1)])})
        self.assertEqual(self.ok("partition_status.apply", {"events": []}, "b"), {"rows": []})
        [row] = self.ok("partition_status.sweep", {"partition": self.PARTITION, **self.CIRCUMSTANCES, "max_age_micros": "0"}, "a")["rows"]
        self.assertEqual((row["stale_since"], row["stale_reason_code"]), (at(1), "FRESHNESS_POLICY"))
        self.ok("partition_status.end", {}, "a")
        self.assertEqual(self.ok("partition_status.sweep", {"partition": self.PARTITION, **self.CIRCUMSTANCES}, "a"), {"rows": []})

    def test_broken(self):  # AP-004
        whole = event()._asdict()
        for name in whole:
            self.fails("partition_status.fold", {"events": [{key: value for key, value in whole.items() if key != name}]})
            self.fails("partition_status.fold", {"events": [{**whole, name: 1}]})
            if name not in ["asset_key", "partition_key", "code_version"]:
                self.fails("partition_status.fold", {"events": [{**whole, name: None}]})
        query = {**self.COLUMNS, **self.CIRCUMSTANCES}
        for name in query:
            self.fails("partition_status.query", {key: value for key, value in query.items() if key != name})
            self.fails("partition_status.query", {**query, name: 1})
        for name, value in [("upstreams", None), ("upstreams", [1]), ("now", None), ("current_code", {"version": "v1"}), ("current_code", {"version": None, "since": at(0)})]:
            self.fails("partition_status.query", {**query, name: value})
        self.fails("partition_status.sweep", self.CIRCUMSTANCES)
        self.fails("partition_status.sweep", {"partition": {**self.PARTITION, "asset_key": None}, **self.CIRCUMSTANCES})


if __name__ == "__main__":
    unittest.main()
