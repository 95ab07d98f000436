"""Tests of task ids."""

import unittest

import task_id
from testing import MAX, RejectCase


class InternalIds(RejectCase):
    def test_forms(self):  # TI-001, TI-002, TI-003
        self.assertEqual(task_id.dispatch("run1", "extract", "1"), "dispatch:run1:extract:1")
        self.assertEqual(task_id.retry("run1", "extract", "1", "1705340400"), "timer:retry:run1:extract:1:1705340400")
        self.assertEqual(task_id.heartbeat("run1", "extract", "1705340400"), "timer:heartbeat:run1:extract:1705340400")

    def test_components(self):  # TI-004, TI-005, TI-006
        for text in [" ", "a b", "A_B/c", "é", "e\u0301", "😀", "\0", "a\n"]:
            self.assertEqual(task_id.dispatch(text, text, "1"), f"dispatch:{text}:{text}:1")
        for text, code in [("", "empty_component"), (":", "invalid_component"), ("a:b", "invalid_component")]:
            self.rejects(code, task_id.dispatch, text, "a", "1")
            self.rejects(code, task_id.retry, "a", text, "1", "1")
            self.rejects(code, task_id.heartbeat, text, "a", "1")

    def test_numbers(self):  # TI-007, TI-008
        for text in ["0", "1", "10", str(MAX)]:
            self.assertEqual(task_id.dispatch("a", "b", text), f"dispatch:a:b:{text}")
        for text in ["", "-1", "-0", "+1", "01", "00", "1.0", "1e3", "1_0", " 1", "1\n", "٣", "0x1", str(MAX + 1), "1" + "0" * 19, "9" * 10000]:
            self.rejects("invalid_number", task_id.dispatch, "a", "b", text)
            self.rejects("invalid_number", task_id.retry, "a", "b", "1", text)
            self.rejects("invalid_number", task_id.heartbeat, "a", "b", text)


class CloudIds(RejectCase):
    def test_hash(self):  # TI-009, TI-010
        self.assertEqual(task_id.cloud("d", "dispatch:run1:extract:1"), "d_cxtoltqhbncw6nevn7hy53kqn6")
        names = {task_id.cloud("t", task_id.heartbeat("é", "b", str(epoch))) for epoch in range(1000)}
        self.assertEqual(len(names), 1000)  # TI-015
        for name in names:
            self.assertRegex(name, r"\At_[a-z2-7]{26}\Z")

    def test_kinds(self):  # TI-011, TI-012
        self.rejects("kind_mismatch", task_id.cloud, "t", "dispatch:run1:extract:1")
        self.rejects("kind_mismatch", task_id.cloud, "t", "dispatch:")
        self.rejects("kind_mismatch", task_id.cloud, "d", "timer:x")
        for kind in ["", "D", "T", "x", "dt", "d "]:
            self.rejects("unknown_kind", task_id.cloud, kind, "dispatch:run1:extract:1")

    def test_no_known_form(self):  # TI-013
        for internal_id in ["", "foo", "a:b", "a_b", "Dispatch:x"]:
            self.assertEqual(task_id.cloud("d", internal_id)[1:], task_id.cloud("t", internal_id)[1:])

    def test_records(self):  # TI-017, TI-018, TI-019
        table, row = task_id.record("dispatch:run1:extract:1")
        self.assertEqual(table, "dispatch_outbox")
        self.assertEqual(row, {"dispatch_id": "dispatch:run1:extract:1", "cloud_task_id": "d_cxtoltqhbncw6nevn7hy53kqn6"})
        timer = task_id.heartbeat("run1", "extract", "5")
        self.assertEqual(task_id.record(timer), ("timers", {"timer_id": timer, "cloud_task_id": task_id.cloud("t", timer)}))
        self.rejects("unknown_form", task_id.record, "foo")

    def test_sanitizer(self):  # TI-029, TI-030
        self.assertEqual(task_id.sanitize("dispatch:Run-1:a_b:1"), "dispatch_Run-1_a_b_1")
        self.assertEqual(task_id.sanitize("é e\u0301😀\n٣"), "__e____")
        self.assertEqual(task_id.sanitize(""), "")
        self.assertEqual(task_id.sanitize("😀" * 501), "_" * 500)
        self.assertEqual(task_id.sanitize("a" * 500), "a" * 500)


class Queues(RejectCase):
    def setUp(self):
        self.queue = task_id.Queue()
        self.task = task_id.dispatch("run1", "extract", "1")
        self.row = task_id.record(self.task)[1]

    def test_window(self):  # TI-020, TI-021, TI-022
        for succeeded in [True, False]:
            queue = task_id.Queue()
            queue.enqueue(self.task, 0)
            self.rejects("name_in_use", queue.enqueue, self.task, 10**9)
            queue.complete(self.task, succeeded, 10**9)
            self.rejects("name_in_use", queue.enqueue, self.task, 10**9)
            self.rejects("name_in_use", queue.enqueue, self.task, 10**9 + 86399)
            queue.enqueue(self.task, 10**9 + 86400)
            self.rejects("name_in_use", queue.enqueue, self.task, 10**9 + 86400)

    def test_outbox(self):  # TI-023, TI-024
        self.assertEqual(self.queue.outbox(), [])
        self.assertEqual(self.queue.enqueue(self.task, 0), self.row["cloud_task_id"])
        self.assertEqual(self.queue.outbox(), [self.row])
        self.queue.complete(self.task, False, 1)
        self.assertEqual(self.queue.outbox(), [self.row])
        self.queue.enqueue(self.task, 86401)
        self.assertEqual(self.queue.outbox(), [self.row])
        self.queue.complete(self.task, True, 86402)
        self.assertEqual(self.queue.outbox(), [])

    def test_order(self):
        ids = [task_id.dispatch(run, "a", "1") for run in ["\U0001f600", "\uffee", "é", "z", "B"]]
        for internal_id in ids:
            self.queue.enqueue(internal_id, 0)
        rows = [row["dispatch_id"] for row in self.queue.outbox()]
        self.assertEqual(rows, sorted(ids, key=lambda text: text.encode()))

    def test_independent(self):  # TI-025, TI-027
        self.queue.enqueue(self.task, 0)
        for other in [task_id.dispatch("run1", "extract", "2"), task_id.retry("run1", "extract", "1", "5"), task_id.heartbeat("run1", "extract", "5")]:
            self.queue.enqueue(other, 0)
            self.queue.complete(other, True, 0)
            self.rejects("name_in_use", self.queue.enqueue, other, 1)
        self.assertEqual(self.queue.outbox(), [self.row])

    def test_completion(self):  # TI-026
        self.rejects("unknown_task", self.queue.complete, self.task, True, 0)
        self.queue.enqueue(self.task, 0)
        self.queue.complete(self.task, False, 0)
        self.rejects("unknown_task", self.queue.complete, self.task, True, 50000)
        self.assertEqual(self.queue.outbox(), [self.row])
        self.queue.enqueue(self.task, 86400)


if __name__ == "__main__":
    unittest.main()
