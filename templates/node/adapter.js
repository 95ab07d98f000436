/**
 * An adapter for proofmark: puts my implementation behind the protocol. Node 18 and later, no packages.
 *
 *     proofmark adapter test -- node adapter.js      is the adapter sound?
 *     proofmark check -- node adapter.js             does the implementation conform?
 *
 * EDIT marks each place that is yours. `proofmark_adapter.js` is the loop, and needs no changes.
 */

import { Reject, serve, Unsupported } from './proofmark_adapter.js';

// A worked example. It checks its components itself; yours calls your code, and turns its refusals into `Reject`.

const FORMS = {
  dispatch: { words: ['dispatch'], numbers: ['attempt'] },
  retry: { words: ['timer', 'retry'], numbers: ['attempt', 'due_epoch'] },
  heartbeat: { words: ['timer', 'heartbeat'], numbers: ['check_epoch'] },
};

function internalId({ operation }) {
  const [[form, parts]] = Object.entries(operation);
  const { words, numbers } = FORMS[form];
  const components = ['run_id', 'task_key'].map((name) => component(text(parts[name])));
  const digits = numbers.map((name) => number(text(parts[name])));
  return { internal_id: [...words, ...components, ...digits].join(':') };
}

function component(value) {
  if (value === '') throw new Reject('empty_component');
  if (value.includes(':')) throw new Reject('invalid_component');
  return value;
}

function number(value) {
  if (!/^(0|[1-9][0-9]{0,18})$/.test(value) || BigInt(value) > 2n ** 63n - 1n) throw new Reject('invalid_number');
  return value;
}

/** A field that must be a text. Its lack is a fault of the request: an `error`, and no rejection. */
function text(value) {
  if (typeof value !== 'string') throw new TypeError('a field is missing or no text');
  return value;
}

// The values of the protocol. Numbers are text on the wire, so that no digit is lost: use BigInt, and never Number.

/** @returns {{kind: string, content: any, payload?: any}} */
function readValue(wire) {
  const [[kind, content]] = Object.entries(wire);
  switch (kind) {
    case 'null':
      return { kind, content: null };
    case 'bool':
      if (typeof content !== 'boolean') throw new TypeError('a bool is true or false');
      return { kind, content };
    case 'int':
    case 'uint':
      return { kind, content: BigInt(text(content)) };
    case 'bytes':
      return { kind, content: Buffer.from(text(content), 'hex') };
    case 'enum':
      return { kind, content: content.discriminant, payload: content.payload && readValue(content.payload) };
    default: // decimal, float, date, timestamp, string and ulid are texts
      return { kind, content: text(content) };
  }
}

// EDIT: an operation to fill in. Call your implementation where this one gives up.

function encode({ dimensions }) {
  const parts = dimensions.map(({ key, value }) => `${text(key)}=${encodeValue(readValue(value))}`);
  return { canonical: parts.join(',') };
}

function encodeValue({ kind, content }) {
  switch (kind) {
    case 'null':
      return 'n:null';
    case 'bool':
      return `b:${content}`;
    case 'int':
      return `i:${content}`;
    default:
      throw new Unsupported(`${kind} is still to be written`); // EDIT
  }
}

await serve({
  // EDIT: the name and version of your implementation.
  name: 'my-implementation',
  version: '0.1.0',
  operations: {
    'task_id.internal': internalId,
    'partition_key.encode': encode,
    // EDIT: a line for each further operation that you have. The pages in spec/ list them.
  },
});
