import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Reject, serve, stateful, Unsupported } from '../proofmark_adapter.js';

const operations = {
  'test.echo': (input) => input,
  'test.refuse': () => { throw new Reject('no_good', 'not this one'); },
  'test.refuse_briefly': () => { throw new Reject('no_good'); },
  'test.lack': () => { throw new Unsupported('not on Mondays'); },
  'test.crash': () => { throw new RangeError('oops'); },
  'test.crash_oddly': () => { throw null; },
  'test.later': async (input) => input,
  'test.crash_later': async () => { throw new Error('later'); },
  'test.nothing': () => undefined,
  'test.bigint': () => ({ number: 1n }),
  ...stateful('counter', () => ({ count: 0 }), {
    add: (state, { by }) => ({ count: (state.count += by) }),
  }),
};

/** Serves chunks of bytes, and gives back the writes. */
async function writesOf(chunks, more = {}) {
  const writes = [];
  const output = new Writable({
    write(chunk, encoding, done) {
      writes.push(chunk.toString());
      done();
    },
  });
  const input = Readable.from(chunks.map((chunk) => Buffer.from(chunk)), { objectMode: true });
  await serve({ name: 'test', operations, input, output, ...more });
  return writes;
}

/** Serves chunks of bytes, and gives back the replies. */
async function repliesTo(...chunks) {
  const written = (await writesOf(chunks)).join('');
  assert.ok(written === '' || written.endsWith('\n'));
  return written.split('\n').slice(0, -1).map((line) => JSON.parse(line));
}

/** The only reply to a request. */
async function replyTo(request) {
  const replies = await repliesTo(`${JSON.stringify(request)}\n`);
  assert.equal(replies.length, 1);
  return replies[0];
}

test('hello tells who answers', async () => {
  const { id, ok } = await replyTo({ id: 0, op: 'hello', input: { protocol: 9 } });
  assert.equal(id, 0);
  assert.equal(ok.protocol, 1);
  assert.equal(ok.name, 'test');
  assert.ok(ok.operations.includes('test.echo'));
  assert.ok(ok.operations.includes('counter.end'));
  assert.ok(!ok.operations.includes('hello'));
  assert.ok((await replyTo({ id: 0, op: 'hello', input: {} })).error);
});

test('each outcome has its field', async () => {
  const outcome = async (op) => replyTo({ id: 7, op, input: { a: 1 } });
  assert.deepEqual(await outcome('test.echo'), { id: 7, ok: { a: 1 } });
  assert.deepEqual(await outcome('test.refuse'), { id: 7, reject: { code: 'no_good', message: 'not this one' } });
  assert.deepEqual(await outcome('test.refuse_briefly'), { id: 7, reject: { code: 'no_good' } });
  assert.deepEqual(await outcome('test.lack'), { id: 7, unsupported: { reason: 'not on Mondays' } });
  assert.deepEqual(await outcome('test.crash'), { id: 7, error: { message: 'oops' } });
  assert.deepEqual(await outcome('test.crash_oddly'), { id: 7, error: { message: 'null' } });
  assert.deepEqual(await outcome('test.later'), { id: 7, ok: { a: 1 } });
  assert.deepEqual(await outcome('test.crash_later'), { id: 7, error: { message: 'later' } });
  assert.ok((await outcome('test.nothing')).error);
  assert.ok((await outcome('test.bigint')).error);
});

test('unknown operations are unsupported, whatever their input', async () => {
  for (const op of ['test.unknown', 'constructor', '__proto__', 'toString', '']) {
    for (const input of [{}, 1, null, undefined]) {
      const reply = await replyTo({ id: 3, op, input });
      assert.equal(reply.id, 3);
      assert.ok(reply.unsupported, op);
    }
  }
});

test('a line that is no request is an error, with its id if there is one', async () => {
  const cases = [
    ['', null],
    ['nonsense', null],
    ['[1]', null],
    ['null', null],
    ['{"op":"test.echo","input":{}}', null],
    ['{"id":-1,"op":"test.echo","input":{}}', null],
    ['{"id":1.5,"op":"test.echo","input":{}}', null],
    ['{"id":"1","op":"test.echo","input":{}}', null],
    ['{"id":9007199254740992,"op":"test.echo","input":{}}', null],
    ['{"id":9007199254740991,"op":1,"input":{}}', 9007199254740991],
    ['{"id":4,"input":{}}', 4],
    ['{"id":5,"op":"test.echo"}', 5],
    ['{"id":6,"op":"test.echo","input":[]}', 6],
  ];
  const replies = await repliesTo(cases.map(([line]) => `${line}\n`).join(''));
  assert.equal(replies.length, cases.length);
  cases.forEach(([line, id], index) => {
    assert.equal(replies[index].id, id, line);
    assert.equal(typeof replies[index].error.message, 'string', line);
  });
});

test('a line that is not UTF-8 harms no other', async () => {
  const line = (id) => Buffer.from(`{"id":${id},"op":"test.echo","input":{"a":"é\u{1f600}"}}\n`);
  const broken = Buffer.from('{"id":2,"op":"test.echo","input":{"a":"\xff"}}\n', 'latin1');
  const replies = await repliesTo(Buffer.concat([line(1), broken, line(3)]));
  assert.deepEqual(replies[0], { id: 1, ok: { a: 'é\u{1f600}' } });
  assert.equal(replies[1].id, null);
  assert.ok(replies[1].error);
  assert.deepEqual(replies[2], { id: 3, ok: { a: 'é\u{1f600}' } });
});

test('chunks may be cut anywhere, also within a character', async () => {
  const lines = ['{"id":1,"op":"test.echo","input":{"a":"é\u{1f600}"}}', '{"id":2,"op":"test.echo","input":{}}'];
  const bytes = Buffer.from(lines.join('\r\n'));
  const replies = await repliesTo(...[...bytes].map((byte) => [byte]));
  assert.deepEqual(replies, [{ id: 1, ok: { a: 'é\u{1f600}' } }, { id: 2, ok: {} }]);
});

test('the replies to one chunk are one write', async () => {
  const request = '{"id":1,"op":"test.echo","input":{}}\n';
  assert.equal((await writesOf([request.repeat(100), request.repeat(10)])).length, 2);
});

test('lone surrogates and a byte order mark survive', async () => {
  const [reply] = await repliesTo('{"id":1,"op":"test.echo","input":{"a":"\\ud800","b":"\ufeff","__proto__":1}}\n');
  assert.equal(reply.ok.a, '\ud800');
  assert.equal(reply.ok.b, '\ufeff');
  assert.equal(Object.getOwnPropertyDescriptor(reply.ok, '__proto__').value, 1);
});

test('sessions are independent and end', async () => {
  const step = (session, op, input) => `${JSON.stringify({ id: 1, op: `counter.${op}`, input, session })}\n`;
  const replies = await repliesTo(
    step('a', 'add', { by: 1 }),
    step('b', 'add', { by: 10 }),
    step('a', 'add', { by: 1 }),
    step('a', 'end', {}),
    step('a', 'add', { by: 1 }),
    step('c', 'end', {}),
    step('__proto__', 'add', { by: 5 }),
  );
  assert.deepEqual(replies.map(({ ok }) => ok.count), [1, 10, 2, undefined, 1, undefined, 5]);
  assert.ok((await replyTo({ id: 1, op: 'counter.add', input: { by: 1 } })).error);
  assert.ok((await replyTo({ id: 1, op: 'counter.end', input: {}, session: 1 })).error);
});

test('the process answers what it has read, prints nothing else, and ends', () => {
  const adapter = fileURLToPath(new URL('../adapter.js', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [adapter], {
    input: '{"id":0,"op":"hello","input":{"protocol":1}}\nnonsense\n{"id":1,"op":"unknown","input":{}}',
    encoding: 'utf8',
  });
  const replies = stdout.split('\n');
  assert.equal(status, 0);
  assert.equal(replies.length, 4);
  assert.equal(JSON.parse(replies[0]).ok.name, 'proofmark-node');
  assert.ok(JSON.parse(replies[1]).error);
  assert.ok(JSON.parse(replies[2]).unsupported);
});
