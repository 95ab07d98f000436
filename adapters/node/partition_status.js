/** Partition status: a fold of events into rows, and staleness and display status derived from them (PS). */

import { formatTimestamp, LAST_INSTANT, readTimestamp } from './common/calendar.js';
import { isNatural } from './common/integers.js';
import { compareUtf8 } from './common/text.js';
import { bool, listOf, nullable, object, text } from './fields.js';
import { parse } from './partition_key.js';
import { Reject, stateful } from './proofmark_adapter.js';

/**
 * @template T
 * @typedef {import('./fields.js').Reader<T>} Reader
 */

/** Name, type and whether it may be null. */
const columns = [
  ['tenant_id', 'STRING', false],
  ['workspace_id', 'STRING', false],
  ['asset_key', 'STRING', false],
  ['partition_key', 'STRING', false],
  ['last_materialization_run_id', 'STRING', true],
  ['last_materialization_at', 'TIMESTAMP', true],
  ['last_materialization_code_version', 'STRING', true],
  ['last_attempt_run_id', 'STRING', true],
  ['last_attempt_at', 'TIMESTAMP', true],
  ['last_attempt_outcome', 'STRING', true],
  ['stale_since', 'TIMESTAMP', true],
  ['stale_reason_code', 'STRING', true],
  ['partition_values', 'MAP<STRING,STRING>', false],
  ['row_version', 'STRING', false],
].map(([name, type, isNullable]) => ({ name, type, nullable: isNullable }));

// Readers, which also check what the rules demand of a field.

/** @type {Reader<string>} */
function eventId(from, name) {
  const id = text(from, name);
  if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)) throw new Reject('invalid_event_id');
  return id;
}

/**
 * An instant stays text: in its one form, with a fixed width and ASCII only, the order of texts is the order of time,
 * and `<` compares them.
 *
 * @type {Reader<string>}
 */
function instant(from, name) {
  const written = text(from, name);
  const read = /^[^.]+\.\d{6}Z$/.test(written) && readTimestamp(written);
  if (!read) throw new Reject('invalid_instant');
  if (read.year === 0) throw new Reject('instant_out_of_range');
  return written;
}

/** @type {Reader<string>} */
function outcome(from, name) {
  const written = text(from, name);
  if (!['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(written)) throw new Reject('unknown_outcome');
  return written;
}

/** @type {Reader<string>} */
function identifier(from, name) {
  const written = text(from, name);
  if (written === '') throw new Reject('empty_identifier');
  return written;
}

/** @type {Reader<string>} */
function partitionKey(from, name) {
  const key = text(from, name);
  try {
    parse(key);
  } catch (thrown) {
    throw thrown instanceof Reject ? new Reject('invalid_partition_key', thrown.code) : thrown;
  }
  return key;
}

/** @type {Reader<bigint>} */
function age(from, name) {
  const written = text(from, name);
  if (!isNatural(written)) throw new Reject('invalid_max_age');
  return BigInt(written);
}

const instantOrNull = nullable(instant);
const textOrNull = nullable(text);

/** @type {Reader<ReturnType<typeof readEvent>>} */
const event = (from, name) => readEvent(object(from, name));

/** @param {Record<string, any>} from */
function readEvent(from) {
  return {
    event_id: eventId(from, 'event_id'),
    tenant_id: identifier(from, 'tenant_id'),
    workspace_id: identifier(from, 'workspace_id'),
    run_id: identifier(from, 'run_id'),
    asset_key: nullable(identifier)(from, 'asset_key'),
    partition_key: nullable(partitionKey)(from, 'partition_key'),
    outcome: outcome(from, 'outcome'),
    at: instant(from, 'at'),
    code_version: textOrNull(from, 'code_version'),
    materialized: bool(from, 'materialized'),
  };
}

/** @typedef {ReturnType<typeof readEvent>} Event */

/** @param {Record<string, any>} from */
function readCircumstances(from) {
  const code = nullable(object)(from, 'current_code');
  return {
    maxAge: nullable(age)(from, 'max_age_micros'),
    upstreams: listOf(instantOrNull)(from, 'upstreams'),
    code: code && { version: text(code, 'version'), since: instant(code, 'since') },
    now: instant(from, 'now'),
  };
}

// What is derived.

/**
 * @typedef {ReturnType<typeof readCircumstances>} Circumstances
 * @typedef {{stale_since: string | null, stale_reason_code: string | null}} Staleness
 */

/** @type {Staleness} */
const FRESH = Object.freeze({ stale_since: null, stale_reason_code: null });

/**
 * @param {string} a
 * @param {string} b
 */
const earlier = (a, b) => (b < a ? b : a);

/**
 * @param {string | null} materializedAt
 * @param {string | null} codeVersion
 * @param {Circumstances} circumstances
 * @returns {Staleness}
 */
function staleness(materializedAt, codeVersion, { maxAge, upstreams, code, now }) {
  if (materializedAt === null) return FRESH;
  const causes = [];
  const cause = (since, reason) => causes.push({ stale_since: since, stale_reason_code: reason });

  if (maxAge !== null) {
    const micros = readTimestamp(materializedAt).micros + maxAge;
    // A deadline beyond the last instant never passes, and has no text.
    const deadline = micros <= LAST_INSTANT ? formatTimestamp(micros) : null;
    if (deadline !== null && now > deadline) cause(deadline, 'FRESHNESS_POLICY');
  }
  const newer = upstreams.filter((upstream) => upstream !== null && upstream > materializedAt && upstream <= now);
  if (newer.length > 0) cause(newer.reduce(earlier), 'UPSTREAM_CHANGED');
  if (code !== null && codeVersion !== null && code.version !== codeVersion) {
    const since = code.since > materializedAt ? code.since : materializedAt;
    if (since <= now) cause(since, 'CODE_CHANGED');
  }
  // Of equals, the first stays: the causes stand in the order in which ties are decided.
  return causes.reduce((first, next) => (next.stale_since < first.stale_since ? next : first), causes[0] ?? FRESH);
}

/**
 * @param {string | null} materializedAt
 * @param {string | null} attemptAt
 * @param {string | null} attemptOutcome
 * @param {string | null} staleSince
 */
function displayStatus(materializedAt, attemptAt, attemptOutcome, staleSince) {
  if (materializedAt === null) return 'NEVER_MATERIALIZED';
  if (attemptOutcome === 'FAILED' && attemptAt > materializedAt) return 'MATERIALIZED_BUT_LAST_ATTEMPT_FAILED';
  return staleSince === null ? 'MATERIALIZED' : 'STALE';
}

// The fold.

const IDENTITY = ['tenant_id', 'workspace_id', 'asset_key', 'partition_key'];

/**
 * A text that is the same for equal identities only, whatever the identifiers hold.
 *
 * @param {Record<string, string>} of
 */
const identityOf = (of) => JSON.stringify(IDENTITY.map((column) => of[column]));

/** @param {string} key */
function partitionValues(key) {
  return Object.fromEntries(parse(key).map(({ key: name, value }) => {
    const [held] = Object.values(value);
    // Strings as they are; for the other types this is what the key has: `true`, `-42`, `null`.
    return [name, String(held)];
  }));
}

/** What is remembered of a partition: the two events that its columns show, and what a sweep has stored. */
class Partition {
  /** @type {Event | null} */
  #attempt = null;

  /** @type {Event | null} */
  #materialization = null;

  /** @type {Staleness} */
  stored = FRESH;

  /** @param {Event} finished */
  apply(finished) {
    // Event ids are ASCII, so `>` compares their bytes. The same event again is not greater than itself.
    const isNewerThan = (last) => last === null || finished.event_id > last.event_id;
    if (isNewerThan(this.#attempt)) this.#attempt = finished;
    if (finished.outcome === 'SUCCEEDED' && finished.materialized && isNewerThan(this.#materialization)) {
      this.#materialization = finished;
      this.stored = FRESH;
    }
  }

  row() {
    const attempt = this.#attempt;
    return {
      tenant_id: attempt.tenant_id,
      workspace_id: attempt.workspace_id,
      asset_key: attempt.asset_key,
      partition_key: attempt.partition_key,
      last_materialization_run_id: this.#materialization?.run_id ?? null,
      last_materialization_at: this.#materialization?.at ?? null,
      last_materialization_code_version: this.#materialization?.code_version ?? null,
      last_attempt_run_id: attempt.run_id,
      last_attempt_at: attempt.at,
      last_attempt_outcome: attempt.outcome,
      ...this.stored,
      partition_values: partitionValues(attempt.partition_key),
      // Every event of the row is an attempt, so the last one has the greatest id.
      row_version: attempt.event_id,
    };
  }
}

class Table {
  /** @type {Map<string, Partition>} */
  #partitions = new Map();

  /** @param {Event[]} events */
  apply(events) {
    for (const finished of events) {
      if (finished.asset_key === null || finished.partition_key === null) continue;
      const identity = identityOf(finished);
      if (!this.#partitions.has(identity)) this.#partitions.set(identity, new Partition());
      this.#partitions.get(identity).apply(finished);
    }
    return this.rows();
  }

  /**
   * @param {Record<string, string>} of
   * @param {Circumstances} circumstances
   */
  sweep(of, circumstances) {
    const partition = this.#partitions.get(identityOf(of));
    if (partition) {
      const row = partition.row();
      partition.stored = staleness(row.last_materialization_at, row.last_materialization_code_version, circumstances);
    }
    return this.rows();
  }

  rows() {
    const rows = [...this.#partitions.values()].map((partition) => partition.row());
    const byIdentity = (a, b) => IDENTITY.reduce((order, column) => order || compareUtf8(a[column], b[column]), 0);
    return { rows: rows.sort(byIdentity) };
  }
}

// The operations. Each reads, and so checks, all of its input before anything takes effect.

/** @param {Record<string, any>} from */
function derive(from) {
  return staleness(
    instantOrNull(from, 'last_materialization_at'),
    textOrNull(from, 'last_materialization_code_version'),
    readCircumstances(from),
  );
}

/**
 * @param {Record<string, any>} from
 * @param {(stored: string | null) => string | null} staleSince which staleness is shown, given the one in the input
 */
const display = (from, staleSince) => displayStatus(
  instantOrNull(from, 'last_materialization_at'),
  instantOrNull(from, 'last_attempt_at'),
  nullable(outcome)(from, 'last_attempt_outcome'),
  staleSince(instantOrNull(from, 'stale_since')),
);

/** @param {Record<string, any>} from */
function query(from) {
  textOrNull(from, 'stale_reason_code');
  const derived = derive(from);
  return { ...derived, status: display(from, () => derived.stale_since) };
}

/** @type {Reader<Record<string, string>>} */
function partition(from, name) {
  const read = object(from, name);
  return {
    tenant_id: identifier(read, 'tenant_id'),
    workspace_id: identifier(read, 'workspace_id'),
    asset_key: identifier(read, 'asset_key'),
    partition_key: partitionKey(read, 'partition_key'),
  };
}

const events = listOf(event);

/** @type {import('./proofmark_adapter.js').Operations} */
export const operations = {
  'partition_status.fold': (input) => new Table().apply(events(input, 'events')),
  'partition_status.staleness': derive,
  'partition_status.display': (input) => ({ status: display(input, (stored) => stored) }),
  'partition_status.query': query,
  'partition_status.columns': () => ({ columns }),
  ...stateful('partition_status', () => new Table(), {
    apply: (table, input) => table.apply(events(input, 'events')),
    sweep: (table, input) => table.sweep(partition(input, 'partition'), readCircumstances(input)),
  }),
};
