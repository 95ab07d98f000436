/**
 * The adapter protocol, version 1: one JSON object a line, requests in, replies out (AP-001 to AP-009).
 *
 * An implementer writes a function for each operation and calls `serve`:
 *
 *     import { serve, Reject } from './proofmark_adapter.js';
 *
 *     await serve({
 *       name: 'acme-keys',
 *       version: '1.4.2',
 *       operations: {
 *         'partition_key.encode': ({ dimensions }) => ({ canonical: encode(dimensions) }),
 *       },
 *     });
 *
 * A handler returns the fields of `ok`, or a promise of them. It throws a `Reject` to refuse its input; whatever else
 * it throws is answered with `error`, with the trace on standard error, and the process lives on.
 *
 * @typedef {Record<string, any>} Fields a JSON object
 * @typedef {(input: Fields, session: unknown) => Fields | Promise<Fields>} Handler
 * @typedef {Record<string, Handler>} Operations handlers by the full name of their operation
 *
 * @typedef {object} Adapter
 * @property {string} name
 * @property {string} [version]
 * @property {string} [language]
 * @property {Operations} operations
 * @property {Record<string, string>} [options] what the implementation lacks or chooses, as the domains' pages list it
 * @property {NodeJS.ReadableStream} [input] standard input, if absent
 * @property {NodeJS.WritableStream} [output] standard output, if absent
 */

const PROTOCOL = 1;
const LINE_FEED = 0x0a;

/** The implementation refuses the input. */
export class Reject extends Error {
  /**
   * @param {string} code one of the page's reject codes
   * @param {string} [message]
   */
  constructor(code, message) {
    super(message ?? code);
    this.code = code;
    this.detail = message;
  }
}

/** The implementation has no such operation, or not for this input. */
export class Unsupported extends Error {}

/**
 * Makes operations of handlers that share a state for each session. `DOMAIN.end` is added to them.
 *
 * @template State
 * @param {string} domain
 * @param {() => State} open makes the state of a new session
 * @param {Record<string, (state: State, input: Fields) => Fields | Promise<Fields>>} handlers by the operations' names
 *   without the domain
 * @param {(state: State) => void | Promise<void>} [close] lets go of a session's state
 * @returns {Operations}
 */
export function stateful(domain, open, handlers, close = () => {}) {
  /** @type {Map<string, State>} */
  const sessions = new Map();
  const checked = (session) => {
    if (typeof session !== 'string') throw new TypeError('a stateful operation needs a session, a text');
    return session;
  };
  const operations = Object.entries(handlers).map(([name, handler]) => [
    `${domain}.${name}`,
    (input, session) => {
      if (!sessions.has(checked(session))) sessions.set(session, open());
      return handler(sessions.get(session), input);
    },
  ]);
  const end = (input, session) => {
    const state = sessions.get(checked(session));
    // `end` may be a session's only operation: then there is nothing to close.
    const closing = sessions.delete(session) ? close(state) : undefined;
    return closing instanceof Promise ? closing.then(() => ({})) : {};
  };
  return Object.fromEntries([...operations, [`${domain}.end`, end]]);
}

/**
 * Answers requests until the input ends, and resolves when all replies are written. It does not call `process.exit`,
 * which may cut off output that is still on its way: a process that holds nothing open ends by itself.
 *
 * @param {Adapter} adapter
 * @returns {Promise<void>}
 */
export async function serve(adapter) {
  const { input = process.stdin, output = process.stdout } = adapter;
  if (output === process.stdout) keepConsoleOffStandardOutput();
  // Nobody reads any more: the write's own callback reports it below, and without a listener the event would be thrown.
  output.on('error', () => {});

  const answer = responder(adapter);
  let replies = [];
  const flush = async () => {
    if (replies.length === 0) return;
    const text = replies.join('');
    replies = [];
    await new Promise((resolve, reject) => {
      output.write(text, (error) => (error ? reject(error) : resolve()));
    });
  };

  for await (const lines of linesByChunk(input)) {
    for (const line of lines) {
      let reply = answer(line);
      if (typeof reply !== 'string') {
        // A handler that takes its time must not hold back the replies of those before it.
        await flush();
        reply = await reply;
      }
      replies.push(reply, '\n');
    }
    await flush();
  }
}

/** `console.log` would print between the replies (AP-001). */
function keepConsoleOffStandardOutput() {
  console.log = console.info = console.debug = console.error;
}

/**
 * Cuts the input into lines, and gives them out by chunk, so that the replies to many pipelined requests are one write.
 * A line that is not UTF-8 is given as `undefined`.
 *
 * @param {AsyncIterable<Buffer>} input
 * @returns {AsyncGenerator<(string | undefined)[]>}
 */
async function* linesByChunk(input) {
  // The pieces of a line that is not complete. They are joined once, not with every chunk: a line may have 16 MiB.
  let pieces = [];
  for await (const chunk of input) {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end < 0) {
      pieces.push(chunk);
      continue;
    }
    const block = Buffer.concat([...pieces, chunk.subarray(0, end)]);
    pieces = [chunk.subarray(end + 1)];
    yield decodeLines(block);
  }
  const rest = Buffer.concat(pieces);
  if (rest.length > 0) yield decodeLines(rest);
}

// `buffer.toString()` would put U+FFFD in place of bytes that are no UTF-8, and a decoder without `ignoreBOM` would
// drop a U+FEFF at the beginning.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * @param {Buffer} block lines joined by line feeds
 * @returns {(string | undefined)[]}
 */
function decodeLines(block) {
  try {
    return utf8.decode(block).split('\n');
  } catch {
    // Some line is not UTF-8; only now is it worth while to decode them one by one. A byte 0A is never part of another
    // character in UTF-8, nor is it in latin1, which keeps every byte.
    return block.toString('latin1').split('\n').map((line) => {
      try {
        return utf8.decode(Buffer.from(line, 'latin1'));
      } catch {
        return undefined;
      }
    });
  }
}

/**
 * @param {Adapter} adapter
 * @returns {(line: string | undefined) => string | Promise<string>} from a line to its reply
 */
function responder({ name, version, language = 'javascript', operations, options }) {
  const hello = (input) => {
    if (typeof input.protocol !== 'number') throw new TypeError('hello lacks the number of the protocol');
    return { protocol: PROTOCOL, name, version, language, operations: Object.keys(operations), options };
  };
  // A map: an object would also know the operations `constructor` and `toString`.
  const handlers = new Map([...Object.entries(operations), ['hello', hello]]);

  return (line) => {
    let id = null;
    try {
      if (line === undefined) throw new TypeError('a line is not UTF-8');
      const request = JSON.parse(line);
      if (!isObject(request)) throw new TypeError('a request is an object');
      // Integers from 2^53 on are not safe: the number may have been another in the text.
      if (!Number.isSafeInteger(request.id) || request.id < 0) throw new TypeError('a request lacks its id');
      id = request.id;
      const { op, input, session } = request;
      if (typeof op !== 'string') throw new TypeError('a request lacks its operation');

      const handler = handlers.get(op);
      if (!handler) throw new Unsupported(`no operation ${op}`);
      if (!isObject(input)) throw new TypeError('a request lacks its input');
      const result = handler(input, session);
      if (typeof result?.then !== 'function') return success(id, result);
      return result.then((ok) => success(id, ok)).catch((thrown) => failure(id, thrown));
    } catch (thrown) {
      return failure(id, thrown);
    }
  };
}

/**
 * @param {number} id
 * @param {unknown} ok
 */
function success(id, ok) {
  if (!isObject(ok)) throw new TypeError('a handler answers with an object');
  // It writes lone surrogates as escapes, so that the line can be written as UTF-8.
  return JSON.stringify({ id, ok });
}

/**
 * @param {number | null} id
 * @param {unknown} thrown anything at all, as in `throw 'oops'`
 */
function failure(id, thrown) {
  if (thrown instanceof Reject) {
    return JSON.stringify({ id, reject: { code: thrown.code, message: thrown.detail } });
  }
  if (thrown instanceof Unsupported) {
    return JSON.stringify({ id, unsupported: { reason: thrown.message } });
  }
  const isError = thrown instanceof Error;
  process.stderr.write(`${(isError && thrown.stack) || String(thrown)}\n`);
  return JSON.stringify({ id, error: { message: isError ? thrown.message : String(thrown) } });
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
