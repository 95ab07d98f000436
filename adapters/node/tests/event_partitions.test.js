import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose } from '../choices.js';
import { operations } from '../event_partitions.js';
import { rejects } from './helpers.js';

choose('first');

const normalize = (input) => operations['event_partitions.normalize'](input).partitions;

/** The operations of a session of its own, by their short names. */
function session(name) {
  return new Proxy({}, { get: (_, op) => (input) => operations[`event_partitions.${op}`](input, name) });
}

const uuid = (n) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

test('the session of the page', () => {
  const s = session('page');
  assert.deepEqual(s.connect({ connection: 'c1', client: 'ann' }), { deliveries: {} });
  s.connect({ connection: 'c2', client: 'bob' });
  s.grant({ client: 'ann', partitions: ['a', 'b'] });
  s.grant({ client: 'bob', partitions: ['b'] });
  const subscribe = { partitions: ['b'], since_committed_id: 0, subscription_partitions: ['b'] };
  const empty = { events: [], has_more: false, effective_subscriptions: ['b'], deliveries: {} };
  assert.deepEqual(s.sync({ connection: 'c2', payload: subscribe }), empty);
  const event = { id: uuid(1), committed_id: '1', partitions: ['a', 'b'], content: 'x' };
  assert.deepEqual(
    s.submit({ connection: 'c1', event: { id: uuid(1), partitions: ['b', 'a', 'b'], content: 'x' } }),
    { event, deliveries: { c2: [event] } },
  );
  rejects('forbidden', () =>
    s.submit({ connection: 'c2', event: { id: uuid(2), partitions: ['a', 'b'], content: 'y' } }));
  assert.deepEqual(s.sync({ connection: 'c2', payload: { partitions: ['b'] }, since_event: uuid(1) }), empty);
  s.disconnect({ connection: 'c2' });
  rejects('unknown_connection', () => s.disconnect({ connection: 'c2' }));
  assert.deepEqual(s.end({}), {});
});

test('names are normalized, deduplicated and sorted by UTF-8 bytes', () => {
  assert.deepEqual(normalize({ partitions: ['e\u0301', 'z', '\u00e9', 'B', 'a9', 'a10'] }), [
    'B', 'a10', 'a9', 'z', '\u00e9',
  ]);
  assert.deepEqual(normalize({ partitions: ['\u{10000}', '\ufffd'] }), ['\ufffd', '\u{10000}']);
  assert.deepEqual(normalize({ partitions: ['\u212b', '\u1100\u1161', '\u0958', '\ufb01'] }), [
    '\u00c5', '\u0915\u093c', '\uac00', '\ufb01',
  ]);
  assert.deepEqual(normalize({ partitions: [' ', '\0', '\ufeffa'] }), ['\0', ' ', '\ufeffa']);
});

test('limits count normalized bytes', () => {
  assert.equal(normalize({ partitions: ['e\u0301'.repeat(64)] })[0].length, 64);
  rejects('validation_failed', () => normalize({ partitions: ['\u0958'.repeat(22)] }));
  rejects('validation_failed', () => normalize({ partitions: ['a', ''] }));
  const names = Array.from({ length: 65 }, (_, n) => `p${n}`);
  rejects('validation_failed', () => normalize({ partitions: names }));
  assert.equal(normalize({ partitions: names.slice(1) }).length, 64);
});

test('messages of the wrong shape are refused, and are no error', () => {
  const shapes = [undefined, null, 'a', {}, [], [1], [null], [['a']], ['\ud800'], ['a\udc00']];
  for (const partitions of shapes) {
    rejects('bad_request', () => normalize(partitions === undefined ? {} : { partitions }));
  }
  const s = session('shapes');
  s.connect({ connection: 'c', client: 'ann' });
  s.grant({ client: 'ann', partitions: ['a'] });
  const sound = { id: uuid(1), partitions: ['a'], content: '' };
  const faults = [{ id: 1 }, { id: '\ud800' }, { content: '\udc00' }].map((fault) => ({ ...sound, ...fault }));
  for (const event of [null, 1, [], {}, ...faults]) {
    rejects('bad_request', () => s.submit({ connection: 'c', event }));
  }
  for (const since of [-1, 1.5, '1', Infinity, true]) {
    const payload = { partitions: ['a'], since_committed_id: since };
    rejects('bad_request', () => s.sync({ connection: 'c', payload }));
  }
  assert.throws(() => s.submit({ connection: 'c' }), TypeError);
});

test('the legacy field', () => {
  assert.deepEqual(normalize({ partition: 'e\u0301' }), ['\u00e9']);
  assert.deepEqual(normalize({ partition: 'a', partitions: ['a', 'a'] }), ['a']);
  rejects('bad_request', () => normalize({ partition: 'a', partitions: ['a', 'b'] }));
  rejects('bad_request', () => normalize({ partition: 1, partitions: ['a'] }));
});

test('a draft is one event', () => {
  const s = session('drafts');
  s.connect({ connection: '__proto__', client: 'ann' });
  s.connect({ connection: 'c', client: 'ann' });
  s.grant({ client: 'ann', partitions: ['\u00e9'] });
  s.sync({
    connection: '__proto__',
    payload: { partitions: [], since_committed_id: 0, subscription_partitions: ['e\u0301'] },
  });
  const submit = (content) =>
    s.submit({ connection: 'c', event: { id: uuid(1), partitions: ['e\u0301'], content } });
  const first = submit('x');
  assert.deepEqual(Object.entries(first.deliveries), [['__proto__', [first.event]]]);
  assert.deepEqual(submit('x'), { event: first.event, deliveries: {} });
  rejects('validation_failed', () => submit('y'));
});

test('pages', () => {
  const s = session('pages');
  s.connect({ connection: 'c', client: 'ann' });
  s.grant({ client: 'ann', partitions: ['a'] });
  const events = [1, 2, 3].map((n) => ({ id: uuid(n), partitions: ['a'], content: String(n) }));
  s.submit_batch({ connection: 'c', events });
  const page = (limit, since_committed_id) => {
    const answer = s.sync({ connection: 'c', payload: { partitions: ['a'], since_committed_id, limit } });
    return [answer.events.map(({ content }) => content).join(''), answer.has_more];
  };
  assert.deepEqual(page(2, 0), ['12', true]);
  assert.deepEqual(page(2, 1), ['23', false]);
  assert.deepEqual(page(2, 3), ['', false]);
});
