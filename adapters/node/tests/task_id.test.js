import assert from 'node:assert/strict';
import { test } from 'node:test';

import { cloudTaskId, operations, sanitize } from '../task_id.js';
import { rejects } from './helpers.js';

const dispatch = (attempt = '1', run_id = 'run1') => ({ dispatch: { run_id, task_key: 'extract', attempt } });
const retry = { retry: { run_id: 'run1', task_key: 'extract', attempt: '1', due_epoch: '1705340400' } };
const heartbeat = { heartbeat: { run_id: 'run1', task_key: 'extract', check_epoch: '1705340400' } };
const internal = (operation) => operations['task_id.internal']({ operation }).internal_id;

test('the three forms', () => {
  assert.equal(internal(dispatch()), 'dispatch:run1:extract:1');
  assert.equal(internal(retry), 'timer:retry:run1:extract:1:1705340400');
  assert.equal(internal(heartbeat), 'timer:heartbeat:run1:extract:1705340400');
});

test('the hashes of the page and of the errata', () => {
  assert.equal(cloudTaskId('d', 'dispatch:run1:extract:1'), 'd_cxtoltqhbncw6nevn7hy53kqn6');
  assert.equal(cloudTaskId('t', 'timer:retry:run1:extract:1:1705340400'), 't_hlljqq57362d4n3x2kett7jrqf');
});

test('records', () => {
  const record = (operation) => operations['task_id.record']({ operation });
  assert.deepEqual(record(dispatch()), {
    table: 'dispatch_outbox',
    row: { dispatch_id: 'dispatch:run1:extract:1', cloud_task_id: 'd_cxtoltqhbncw6nevn7hy53kqn6' },
  });
  assert.equal(record(heartbeat).table, 'timers');
  assert.equal(record(heartbeat).row.timer_id, internal(heartbeat));
});

test('faults have their codes', () => {
  rejects('empty_component', () => internal(dispatch('1', '')));
  rejects('invalid_component', () => internal(dispatch('1', 'a:b')));
  for (const attempt of ['', '01', '+1', '-1', '1.0', '0x1', ' 1', '9223372036854775808']) {
    rejects('invalid_number', () => internal(dispatch(attempt)));
  }
  rejects('unknown_kind', () => cloudTaskId('D', 'dispatch:run1:extract:1'));
  rejects('kind_mismatch', () => cloudTaskId('t', 'dispatch:run1:extract:1'));
  assert.throws(() => internal({ other: {} }), TypeError);
});

test('the sanitizer takes a pair of surrogates for one character', () => {
  assert.equal(sanitize('a:\u{1f600}b'), 'a__b');
  assert.equal(sanitize('é'.repeat(501)), '_'.repeat(500));
});

test('a name is free 24 hours after its completion', () => {
  const session = 'queue';
  const id = internal(dispatch());
  const enqueue = (now) => operations['task_id.enqueue']({ operation: dispatch(), now }, session);
  const complete = (outcome, now) => operations['task_id.complete']({ internal_id: id, outcome, now }, session);
  const outbox = () => operations['task_id.outbox']({}, session).rows.map((row) => row.dispatch_id);

  enqueue('0');
  rejects('name_in_use', () => enqueue('100000'));
  complete('failed', '100000');
  assert.deepEqual(outbox(), [id]);
  rejects('unknown_task', () => complete('failed', '100001'));
  rejects('name_in_use', () => enqueue('186399'));
  enqueue('186400');
  assert.deepEqual(outbox(), [id]);
  complete('succeeded', '186400');
  assert.deepEqual(outbox(), []);
  operations['task_id.end']({}, session);
  enqueue('0');
});
