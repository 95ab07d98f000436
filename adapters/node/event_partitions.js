/** Event partitions: a server that commits, syncs and broadcasts events of one or more partitions (EP). */

import { compareUtf8, isWellFormed } from './common/text.js';
import { choice } from './choices.js';
import { isObject, list, listOf, optional, present, text } from './fields.js';
import { Reject, stateful } from './proofmark_adapter.js';

/**
 * @typedef {object} Event as it is committed
 * @property {string} id the draft id
 * @property {number} number the committed id
 * @property {string[]} partitions normalized
 * @property {string} content
 *
 * @typedef {{client: string, name: string, subscriptions: Set<string>}} Connection
 */

const MAX_BYTES = 128;
const MAX_NAMES = 64;

const wrongShape = (message) => new Reject(choice('EP-005'), message);

/**
 * A string with lone surrogates is no text; JSON can write them, and `normalize` would let them pass.
 *
 * @param {unknown} value
 * @returns {value is string}
 */
const isText = (value) => typeof value === 'string' && isWellFormed(value);

// Names.

/**
 * @param {unknown} name
 * @returns {string} in NFC
 */
function normalizeName(name) {
  if (!isText(name)) throw wrongShape('a partition is not a text');
  return name.normalize('NFC');
}

/**
 * @param {unknown} names
 * @returns {string[]} in NFC, as many as are written, in the order in which they are written
 */
function normalizeNames(names) {
  if (!Array.isArray(names)) throw wrongShape('partitions are not an array');
  return names.map(normalizeName);
}

/** @param {string[]} normalized */
function checkLimits(normalized) {
  // UTF-8 bytes; `length` counts UTF-16 units.
  if (normalized.some((name) => name === '' || Buffer.byteLength(name, 'utf8') > MAX_BYTES)) {
    throw new Reject('validation_failed', 'a name is empty or too long');
  }
  const counted = choice('EP-016') === 'distinct' ? new Set(normalized).size : normalized.length;
  if (counted > MAX_NAMES) throw new Reject('validation_failed', 'too many partitions');
}

/**
 * The names that a message writes, normalized. Their limits are not checked.
 *
 * @param {Record<string, unknown>} message an event, or what looks like one
 */
function writtenNames(message) {
  if (!Object.hasOwn(message, 'partition')) return nonEmpty(normalizeNames(message.partitions));
  const legacy = normalizeName(message.partition);
  if (!Object.hasOwn(message, 'partitions')) {
    if (choice('EP-022') === 'reject') throw wrongShape('partitions are missing');
    return [legacy];
  }
  const names = nonEmpty(normalizeNames(message.partitions));
  const agree = names.every((name) => name === legacy);
  if (!agree || choice('EP-023') === 'reject') throw new Reject('bad_request', 'partition beside partitions');
  return names;
}

/** @param {string[]} names */
function nonEmpty(names) {
  if (names.length === 0) throw wrongShape('there are no partitions');
  return names;
}

/**
 * Each name once, in the order of UTF-8 bytes.
 *
 * @param {Iterable<string>} names
 */
const sortedSet = (names) => [...new Set(names)].sort(compareUtf8);

/** @param {Record<string, unknown>} message */
function normalize(message) {
  const names = writtenNames(message);
  checkLimits(names);
  return { partitions: sortedSet(names) };
}

// The server.

class Server {
  /** @type {Event[]} */
  #log = [];

  /** The last number that was given to an event; those of a batch that is refused stay unused. */
  #lastNumber = 0;

  /** Committed events by client and draft id. @type {Map<string, Event>} */
  #drafts = new Map();

  /** @type {Map<string, Connection>} */
  #connections = new Map();

  /** Normalized names by client. @type {Map<string, Set<string>>} */
  #grants = new Map();

  /** What connections have received and no one has looked at. @type {Map<string, Event[]>} */
  #inboxes = new Map();

  /**
   * @param {string} name
   * @param {string} client
   */
  connect(name, client) {
    if (this.#connections.has(name)) throw new TypeError(`the connection ${name} is open already`);
    this.#connections.set(name, { client, name, subscriptions: new Set() });
  }

  /** @param {string} name */
  disconnect(name) {
    if (!this.#connections.delete(name)) throw new Reject('unknown_connection');
  }

  /**
   * @param {string} client
   * @param {string[]} names
   */
  grant(client, names) {
    this.#grants.set(client, new Set(normalizeNames(names)));
  }

  /**
   * @param {string} name the connection
   * @param {unknown} message
   * @returns {Event}
   */
  submit(name, message) {
    const connection = this.#connection(name);
    const { event, isNew } = this.#commit(connection.client, message);
    if (isNew) this.#broadcast(connection, event);
    return event;
  }

  /**
   * @param {string} name the connection
   * @param {unknown[]} messages
   * @returns {(Event | Reject)[]}
   */
  submitBatch(name, messages) {
    const connection = this.#connection(name);
    const fresh = [];
    const results = messages.map((message) => {
      try {
        const { event, isNew } = this.#commit(connection.client, message);
        if (isNew) fresh.push(event);
        return event;
      } catch (thrown) {
        if (thrown instanceof Reject && choice('EP-039') === 'each') return thrown;
        this.#takeBack(connection.client, fresh);
        throw thrown;
      }
    });
    // No subscription changes within a batch, so it makes no difference that broadcasts wait for its end.
    fresh.forEach((event) => this.#broadcast(connection, event));
    return results;
  }

  /**
   * @param {string} name the connection
   * @param {unknown} payload
   */
  sync(name, payload) {
    const connection = this.#connection(name);
    if (!isObject(payload)) throw wrongShape('a payload is an object');
    const { partitions, since_committed_id: since, limit = Infinity } = payload;
    const scope = normalizeNames(partitions);
    if (choice('EP-049') === 'reject') nonEmpty(scope);
    const subscriptions = Object.hasOwn(payload, 'subscription_partitions')
      ? normalizeNames(payload.subscription_partitions)
      : null;
    // JSON's 1.0 and 1 are one number, and 1e400 is `Infinity`, which is no integer.
    if (!Number.isInteger(since) || since < 0) throw wrongShape('since_committed_id is no non-negative integer');
    const isLimit = limit === Infinity || (Number.isInteger(limit) && limit > 0);
    if (!isLimit) throw wrongShape('a limit is a positive integer');
    for (const names of [scope, subscriptions ?? []]) {
      if (choice('EP-050') === 'limited') checkLimits(names);
      this.#authorize(connection.client, names);
    }

    if (subscriptions) connection.subscriptions = new Set(subscriptions);
    const wanted = new Set(scope);
    const found = this.#log.filter((event) => event.number > since && event.partitions.some((of) => wanted.has(of)));
    return {
      events: found.slice(0, limit),
      hasMore: found.length > limit,
      subscriptions: [...connection.subscriptions],
    };
  }

  /** Gives out what the connections have received, and forgets it. @returns {[string, Event[]][]} */
  takeDeliveries() {
    const deliveries = [...this.#inboxes];
    this.#inboxes.clear();
    return deliveries;
  }

  /** @param {string} name */
  #connection(name) {
    const connection = this.#connections.get(name);
    if (!connection) throw new Reject('unknown_connection');
    return connection;
  }

  /**
   * @param {string} client
   * @param {string[]} names
   */
  #authorize(client, names) {
    const granted = this.#grants.get(client);
    if (!names.every((name) => granted?.has(name))) throw new Reject('forbidden');
  }

  /**
   * @param {string} client
   * @param {unknown} message
   * @returns {{event: Event, isNew: boolean}}
   */
  #commit(client, message) {
    if (!isObject(message)) throw wrongShape('an event is an object');
    const { id, content } = message;
    if (!isText(id)) throw wrongShape('an event has an id, a text');
    if (!isText(content)) throw wrongShape('an event has a content, a text');
    const names = writtenNames(message);
    const partitions = sortedSet(names);

    const earlier = this.#drafts.get(draftKey(client, id));
    const isRepeated = earlier?.content === content && isSameList(earlier.partitions, partitions);
    if (isRepeated && choice('EP-036') === 'repeat') return { event: earlier, isNew: false };

    const validate = () => {
      checkLimits(names);
      if (earlier && !isRepeated) throw new Reject('validation_failed', 'the draft was committed with other content');
    };
    const authorize = () => this.#authorize(client, names);
    const checks = choice('EP-032') === 'invalid' ? [validate, authorize] : [authorize, validate];
    checks.forEach((check) => check());
    if (isRepeated) return { event: earlier, isNew: false };

    this.#lastNumber += 1;
    const event = { id, number: this.#lastNumber, partitions, content };
    this.#log.push(event);
    this.#drafts.set(draftKey(client, id), event);
    return { event, isNew: true };
  }

  /**
   * @param {string} client
   * @param {Event[]} events the last ones in the log
   */
  #takeBack(client, events) {
    this.#log.length -= events.length;
    events.forEach(({ id }) => this.#drafts.delete(draftKey(client, id)));
  }

  /**
   * @param {Connection} origin
   * @param {Event} event
   */
  #broadcast(origin, event) {
    for (const connection of this.#connections.values()) {
      if (connection === origin && choice('EP-073') === 'none') continue;
      if (!event.partitions.some((name) => connection.subscriptions.has(name))) continue;
      const inbox = this.#inboxes.get(connection.name);
      if (inbox) inbox.push(event);
      else this.#inboxes.set(connection.name, [event]);
    }
  }
}

/**
 * @param {string} client
 * @param {string} id
 */
const draftKey = (client, id) => JSON.stringify([client, id]);

/**
 * @param {string[]} left
 * @param {string[]} right
 */
const isSameList = (left, right) => left.length === right.length && left.every((item, index) => item === right[index]);

// The adapter: a server for each session, and what it remembers to put `since_event` into numbers.

class Session {
  server = new Server();

  /** Committed ids by draft id. @type {Map<string, number>} */
  #numbers = new Map();

  /** @param {Event} event */
  show = (event) => {
    this.#numbers.set(event.id, event.number);
    const { id, number, partitions, content } = event;
    return { id, committed_id: String(number), partitions, content };
  };

  /**
   * Adds what has been delivered to an answer.
   *
   * @param {Record<string, any>} [answer]
   */
  ok(answer = {}) {
    const deliveries = this.server.takeDeliveries().map(([name, events]) => [name, events.map(this.show)]);
    // Not by assignment: a connection may be called `__proto__`.
    return { ...answer, deliveries: Object.fromEntries(deliveries) };
  }

  /**
   * @param {unknown} payload
   * @param {string | undefined} sinceEvent
   */
  resolve(payload, sinceEvent) {
    if (sinceEvent === undefined || !isObject(payload)) return payload;
    if (!this.#numbers.has(sinceEvent)) throw new TypeError(`no event ${sinceEvent} was committed`);
    return { ...payload, since_committed_id: this.#numbers.get(sinceEvent) };
  }
}

const texts = listOf(text);
const textIfPresent = optional(text, undefined);

/** @type {import('./proofmark_adapter.js').Operations} */
export const operations = {
  'event_partitions.normalize': normalize,
  ...stateful('event_partitions', () => new Session(), {
    connect(session, input) {
      session.server.connect(text(input, 'connection'), text(input, 'client'));
      return session.ok();
    },
    grant(session, input) {
      session.server.grant(text(input, 'client'), texts(input, 'partitions'));
      return session.ok();
    },
    submit(session, input) {
      const event = session.server.submit(text(input, 'connection'), present(input, 'event'));
      return session.ok({ event: session.show(event) });
    },
    submit_batch(session, input) {
      const results = session.server.submitBatch(text(input, 'connection'), list(input, 'events'));
      const show = (result) =>
        (result instanceof Reject ? { reject: { code: result.code } } : { event: session.show(result) });
      return session.ok({ results: results.map(show) });
    },
    sync(session, input) {
      const connection = text(input, 'connection');
      const payload = session.resolve(present(input, 'payload'), textIfPresent(input, 'since_event'));
      const { events, hasMore, subscriptions } = session.server.sync(connection, payload);
      return session.ok({
        events: events.map(session.show),
        has_more: hasMore,
        effective_subscriptions: subscriptions.sort(compareUtf8),
      });
    },
    disconnect(session, input) {
      session.server.disconnect(text(input, 'connection'));
      return session.ok();
    },
  }),
};
