/** Task ids: internal ids of dispatches and timers, the names that the queue knows them by, and a queue (TI). */

import { createHash } from 'node:crypto';

import { isNatural } from './common/integers.js';
import { compareUtf8 } from './common/text.js';
import { choice } from './choices.js';
import { object, oneOf, text, variant } from './fields.js';
import { Reject, stateful } from './proofmark_adapter.js';

/**
 * The three kinds of operations: what their internal ids begin with, the fields that follow, each after a colon, the
 * letter of their cloud task ids, and where they are stored.
 *
 * @typedef {{head: string, fields: string[], letter: 'd' | 't', table: string, column: string}} Form
 */

const timer = { letter: 't', table: 'timers', column: 'timer_id' };

/** @type {Map<string, Form>} */
const forms = new Map(Object.entries({
  dispatch: {
    head: 'dispatch',
    fields: ['run_id', 'task_key', 'attempt'],
    letter: 'd',
    table: 'dispatch_outbox',
    column: 'dispatch_id',
  },
  retry: { head: 'timer:retry', fields: ['run_id', 'task_key', 'attempt', 'due_epoch'], ...timer },
  heartbeat: { head: 'timer:heartbeat', fields: ['run_id', 'task_key', 'check_epoch'], ...timer },
}));

/** @param {string} component a run id or task key */
function checkComponent(component) {
  if (component === '') throw new Reject('empty_component');
  if (component.includes(':')) throw new Reject('invalid_component');
}

/** @param {string} number an epoch or attempt */
function checkNumber(number) {
  if (!isNatural(number)) throw new Reject('invalid_number');
}

/** @param {string} attempt */
function checkAttempt(attempt) {
  checkNumber(attempt);
  if (attempt === '0' && choice('TI-008') === 'reject') throw new Reject('attempt_zero');
}

const checks = {
  run_id: checkComponent,
  task_key: checkComponent,
  attempt: checkAttempt,
  due_epoch: checkNumber,
  check_epoch: checkNumber,
};

/** Reads an operation, and checks it. @type {import('./fields.js').Reader<{form: Form, internalId: string}>} */
function operation(from, name) {
  const [kind] = variant(from, name);
  const form = forms.get(kind);
  if (!form) throw new TypeError(`there is no operation ${kind}`);
  const fields = object(from[name], kind);
  const parts = form.fields.map((field) => text(fields, field));
  form.fields.forEach((field, index) => checks[field](parts[index]));
  return { form, internalId: [form.head, ...parts].join(':') };
}

/** @param {string} internalId */
function hasKnownForm(internalId) {
  for (const { head, fields } of forms.values()) {
    if (!internalId.startsWith(`${head}:`)) continue;
    const parts = internalId.slice(head.length + 1).split(':');
    if (parts.length !== fields.length) return false;
    try {
      fields.forEach((field, index) => checks[field](parts[index]));
      return true;
    } catch {
      return false;
    }
  }
  return false;
}

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The first characters of the base32 of some bytes, which must have enough bits for them.
 *
 * @param {Uint8Array} bytes
 * @param {number} length
 */
function base32(bytes, length) {
  let result = '';
  let bits = 0;
  let available = 0;
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    available += 8;
    for (; available >= 5; available -= 5) result += ALPHABET[(bits >> (available - 5)) & 31];
    bits &= 31;
  }
  return result.slice(0, length);
}

/**
 * @param {string} letter
 * @param {string} internalId
 */
function hashedName(letter, internalId) {
  return `${letter}_${base32(createHash('sha256').update(internalId, 'utf8').digest(), 26)}`;
}

/**
 * @param {string} kind the letter that is asked for
 * @param {string} internalId
 * @returns {string} the cloud task id
 */
export function cloudTaskId(kind, internalId) {
  if (kind !== 'd' && kind !== 't') throw new Reject('unknown_kind');
  if (internalId.startsWith(kind === 'd' ? 'timer:' : 'dispatch:')) throw new Reject('kind_mismatch');
  if (choice('TI-013') === 'reject' && !hasKnownForm(internalId)) throw new Reject('unknown_form');
  return hashedName(kind, internalId);
}

/** @param {ReturnType<typeof operation>} of */
function record({ form, internalId }) {
  const row = { [form.column]: internalId, cloud_task_id: hashedName(form.letter, internalId) };
  return { table: form.table, row };
}

/**
 * The legacy sanitizer. With the flag `u` a pair of surrogates is one character and gives one `_`; what is left is
 * ASCII, so that units are characters where it is cut.
 *
 * @param {string} internalId
 */
export const sanitize = (internalId) => internalId.replace(/[^A-Za-z0-9_-]/gu, '_').slice(0, 500);

const WINDOW_SECONDS = 86_400n;

/** A queue that refuses names, and the outbox beside it. */
class Queue {
  /** The internal ids of tasks that are pending. They stand for names: only equal ids have the same name. */
  #pending = new Set();

  /** When the last task of each internal id completed. @type {Map<string, bigint>} */
  #completed = new Map();

  /** The rows of dispatches by internal id. */
  #outbox = new Map();

  /**
   * @param {ReturnType<typeof operation>} task
   * @param {bigint} now
   */
  enqueue(task, now) {
    const { internalId } = task;
    const { table, row } = record(task);
    const completed = this.#completed.get(internalId);
    const isBlocked = completed !== undefined && now < completed + WINDOW_SECONDS;
    if (this.#pending.has(internalId) || isBlocked) throw new Reject('name_in_use');
    this.#pending.add(internalId);
    if (table === 'dispatch_outbox') this.#outbox.set(internalId, row);
    return { internal_id: internalId, cloud_task_id: row.cloud_task_id };
  }

  /**
   * @param {string} internalId
   * @param {string} outcome
   * @param {bigint} now
   */
  complete(internalId, outcome, now) {
    if (!this.#pending.delete(internalId)) throw new Reject('unknown_task');
    this.#completed.set(internalId, now);
    if (outcome === 'succeeded') this.#outbox.delete(internalId);
    return {};
  }

  outbox() {
    return { rows: [...this.#outbox.values()].sort((a, b) => compareUtf8(a.dispatch_id, b.dispatch_id)) };
  }
}

/** @type {import('./fields.js').Reader<bigint>} */
function epoch(from, name) {
  const written = text(from, name);
  checkNumber(written);
  return BigInt(written);
}

const outcome = oneOf('succeeded', 'failed');

/** @type {import('./proofmark_adapter.js').Operations} */
export const operations = {
  'task_id.internal': (input) => ({ internal_id: operation(input, 'operation').internalId }),
  'task_id.cloud': (input) => ({ cloud_task_id: cloudTaskId(text(input, 'kind'), text(input, 'internal_id')) }),
  'task_id.record': (input) => record(operation(input, 'operation')),
  'task_id.sanitize': (input) => ({ cloud_task_id: sanitize(text(input, 'internal_id')) }),
  ...stateful('task_id', () => new Queue(), {
    enqueue: (queue, input) => queue.enqueue(operation(input, 'operation'), epoch(input, 'now')),
    complete: (queue, input) =>
      queue.complete(text(input, 'internal_id'), outcome(input, 'outcome'), epoch(input, 'now')),
    outbox: (queue) => queue.outbox(),
  }),
};
