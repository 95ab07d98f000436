import assert from 'node:assert/strict';
import { test } from 'node:test';

import { operations } from '../partition_status.js';
import { rejects } from './helpers.js';

const event = {
  event_id: '01JHZZZZZZ0000000000000001',
  tenant_id: 'acme',
  workspace_id: 'prod',
  run_id: 'run1',
  asset_key: 'sales',
  partition_key: 'date=d:2025-01-15',
  outcome: 'SUCCEEDED',
  at: '2025-01-15T10:00:00.000000Z',
  code_version: 'v1',
  materialized: true,
};
const row = {
  tenant_id: 'acme',
  workspace_id: 'prod',
  asset_key: 'sales',
  partition_key: 'date=d:2025-01-15',
  last_materialization_run_id: 'run1',
  last_materialization_at: '2025-01-15T10:00:00.000000Z',
  last_materialization_code_version: 'v1',
  last_attempt_run_id: 'run1',
  last_attempt_at: '2025-01-15T10:00:00.000000Z',
  last_attempt_outcome: 'SUCCEEDED',
  stale_since: null,
  stale_reason_code: null,
  partition_values: { date: '2025-01-15' },
  row_version: '01JHZZZZZZ0000000000000001',
};
const question = {
  last_materialization_at: '2025-01-15T10:00:00.000000Z',
  last_materialization_code_version: 'v1',
  last_attempt_at: '2025-01-15T10:00:00.000000Z',
  last_attempt_outcome: 'SUCCEEDED',
  stale_since: null,
  stale_reason_code: null,
  max_age_micros: '3600000000',
  upstreams: ['2025-01-15T11:00:00.000001Z', null],
  current_code: { version: 'v1', since: '2025-01-01T00:00:00.000000Z' },
  now: '2025-01-15T12:00:00.000000Z',
};
const fold = (...events) => operations['partition_status.fold']({ events }).rows;
const query = (changes) => operations['partition_status.query']({ ...question, ...changes });

test('the fold of the page', () => {
  assert.deepEqual(fold(event), [row]);
  assert.deepEqual(fold(event, event), [row]);
  assert.deepEqual(Object.keys(row), operations['partition_status.columns']({}).columns.map(({ name }) => name));
});

test('the query of the page', () => {
  assert.deepEqual(query({}), {
    stale_since: '2025-01-15T11:00:00.000000Z',
    stale_reason_code: 'FRESHNESS_POLICY',
    status: 'STALE',
  });
});

test('a failure with a greater id does not lose the materialization before it', () => {
  const failure = { ...event, event_id: '01JHZZZZZZ0000000000000002', outcome: 'FAILED', run_id: 'run2' };
  const [folded] = fold(failure, event);
  assert.equal(folded.last_materialization_run_id, 'run1');
  assert.equal(folded.last_attempt_run_id, 'run2');
  assert.equal(folded.row_version, failure.event_id);
});

test('the last instant bounds deadlines', () => {
  const fresh = { stale_since: null, stale_reason_code: null, status: 'MATERIALIZED' };
  const calm = { upstreams: [], current_code: null, now: '9999-12-31T23:59:59.999999Z' };
  assert.deepEqual(query({ ...calm, max_age_micros: '9223372036854775807' }), fresh);
  assert.equal(query({ ...calm, max_age_micros: '0' }).stale_since, question.last_materialization_at);
  assert.deepEqual(query({ ...calm, max_age_micros: '0', now: question.last_materialization_at }), fresh);
});

test('ties go to the first cause', () => {
  const at = '2025-01-15T11:00:00.000000Z';
  const changes = { upstreams: [at], current_code: { version: 'v2', since: at } };
  assert.equal(query(changes).stale_reason_code, 'FRESHNESS_POLICY');
  assert.equal(query({ ...changes, max_age_micros: null }).stale_reason_code, 'UPSTREAM_CHANGED');
  assert.equal(query({ ...changes, max_age_micros: null, upstreams: [] }).stale_reason_code, 'CODE_CHANGED');
});

test('partition values are decoded', () => {
  const [folded] = fold({ ...event, partition_key: 'a=n:null,b=b:true,c=i:-42,d=s:dXMtZWFzdA,e=s:' });
  assert.deepEqual(folded.partition_values, { a: 'null', b: 'true', c: '-42', d: 'us-east', e: '' });
});

test('a faulty batch is refused as a whole', () => {
  const apply = (...events) => operations['partition_status.apply']({ events }, 'table').rows;
  rejects('unknown_outcome', () => apply(event, { ...event, outcome: 'DONE', asset_key: null }));
  rejects('invalid_instant', () => apply(event, { ...event, at: '2025-01-15T10:00:00Z' }));
  rejects('instant_out_of_range', () => apply(event, { ...event, at: '0000-01-15T10:00:00.000000Z' }));
  rejects('invalid_event_id', () => apply(event, { ...event, event_id: '81JHZZZZZZ0000000000000001' }));
  rejects('empty_identifier', () => apply(event, { ...event, run_id: '' }));
  rejects('invalid_partition_key', () => apply(event, { ...event, partition_key: '' }));
  assert.throws(() => apply(event, { ...event, materialized: null }), TypeError);
  assert.deepEqual(apply(), []);
});

test('a sweep is cleared by a new materialization only', () => {
  const apply = (changes) => {
    const { rows } = operations['partition_status.apply']({ events: [{ ...event, ...changes }] }, 'swept');
    return rows[0];
  };
  apply({});
  const { tenant_id, workspace_id, asset_key, partition_key } = event;
  const partition = { tenant_id, workspace_id, asset_key, partition_key };
  const [swept] = operations['partition_status.sweep']({ ...question, partition }, 'swept').rows;
  assert.equal(swept.stale_reason_code, 'FRESHNESS_POLICY');
  assert.equal(apply({}).stale_reason_code, 'FRESHNESS_POLICY');
  assert.equal(apply({ event_id: '01JHZZZZZZ0000000000000000' }).stale_reason_code, 'FRESHNESS_POLICY');
  assert.equal(apply({ event_id: '01JHZZZZZZ0000000000000002' }).stale_since, null);
});
