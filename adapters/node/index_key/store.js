/** A store of indexes, each of them a sorted list of keys: a key holds its whole row. */

import { choice } from '../choices.js';
import { Reject } from '../proofmark_adapter.js';
import { bounds } from './bounds.js';
import { decodeKey, encodeElement, encodeKey, keyHead } from './keys.js';
import { readToken, writeToken } from './tokens.js';

/**
 * @typedef {import('./keys.js').Index} Index
 * @typedef {import('./keys.js').Row} Row
 * @typedef {import('./values.js').Value} Value
 */

class StoredIndex {
  /** @type {Index} */
  definition;

  /** In ascending order. @type {Buffer[]} */
  #keys = [];

  /** The keys of rows by their primary keys, which are told apart by their encoding. @type {Map<string, Buffer>} */
  #byPrimaryKey = new Map();

  /** @param {Index} definition */
  constructor(definition) {
    this.definition = definition;
  }

  /** @param {Row} row */
  put(row) {
    const key = encodeKey(this.definition, row);
    const primaryKey = row.at(-1);
    const own = this.#find(primaryKey);
    if (this.definition.isUnique) {
      const { start, end } = bounds(this.definition, row.slice(0, -1), null);
      const isTaken = this.#keys.slice(this.#placeOf(start), this.#placeOf(end)).some((other) => other !== own);
      if (isTaken) throw new Reject('unique_violation');
    }
    this.delete(primaryKey);
    this.#keys.splice(this.#placeOf(key), 0, key);
    this.#byPrimaryKey.set(this.#nameOf(primaryKey), key);
  }

  /**
   * @param {Value} primaryKey
   * @returns {boolean} whether there was such a row
   */
  delete(primaryKey) {
    const key = this.#find(primaryKey);
    if (!key) return false;
    this.#keys.splice(this.#placeOf(key), 1);
    return this.#byPrimaryKey.delete(this.#nameOf(primaryKey));
  }

  /**
   * @param {{prefix: Value[], range: import('./bounds.js').Range | null, isReverse: boolean, limit: number | null,
   *   cursor: string | null}} scan
   */
  scan({ prefix, range, isReverse, limit, cursor }) {
    const query = { ...bounds(this.definition, prefix, range), isReverse };
    if (limit === 0) throw new Reject('invalid_limit');
    let from = this.#placeOf(query.start);
    let to = this.#placeOf(query.end);
    if (cursor !== null) {
      const last = readToken(cursor, query, keyHead(this.definition));
      const place = this.#placeOf(last);
      if (isReverse) to = place;
      // The row may be gone.
      else from = this.#keys[place]?.equals(last) ? place + 1 : place;
    }

    const size = Math.min(limit ?? Infinity, to - from);
    const page = isReverse ? this.#keys.slice(to - size, to).reverse() : this.#keys.slice(from, from + size);
    const isFull = size === limit;
    const remain = size < to - from;
    const goesOn = remain || (isFull && choice('IK-107') === 'token');
    return {
      rows: page.map((key) => decodeKey(this.definition, key)),
      cursor: goesOn ? writeToken(query, page.at(-1)) : null,
    };
  }

  /** @param {Value} primaryKey */
  #nameOf(primaryKey) {
    return encodeElement(this.definition.elements.at(-1), primaryKey).toString('latin1');
  }

  /** @param {Value} primaryKey */
  #find(primaryKey) {
    return this.#byPrimaryKey.get(this.#nameOf(primaryKey));
  }

  /**
   * How many keys are less than some bytes.
   *
   * @param {Buffer} bytes
   */
  #placeOf(bytes) {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.#keys[middle], bytes) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** @param {{kind: string, id: number}} reference */
const nameOf = ({ kind, id }) => `${kind} ${id}`;

export class Store {
  /** @type {Map<string, StoredIndex>} */
  #indexes = new Map();

  /** @param {Index} definition */
  create(definition) {
    if (this.#indexes.has(nameOf(definition))) throw new Reject('index_exists');
    this.#indexes.set(nameOf(definition), new StoredIndex(definition));
  }

  /** @param {{kind: string, id: number}} reference */
  index(reference) {
    const index = this.#indexes.get(nameOf(reference));
    if (!index) throw new Reject('unknown_index');
    return index;
  }
}
