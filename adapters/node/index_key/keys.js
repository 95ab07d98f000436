/** Indexes, and the keys of their rows. */

import { bool, count, list, object, oneOf, optional } from '../fields.js';
import { Reject } from '../proofmark_adapter.js';
import { inverted, KeyReader } from './bytes.js';
import { compareValues, decodeValue, encodeValue, types } from './values.js';

/**
 * @typedef {import('./values.js').Value} Value
 * @typedef {{type: string, isDescending: boolean, isPrimaryKey: boolean}} Element
 * @typedef {{kind: string, id: number, elements: Element[], isUnique: boolean}} Index the primary key is last
 * @typedef {Value[]} Row a value for each element
 */

const VERSION = 0x02;
const LEGACY_VERSION = 0x01;
const KIND_BYTES = { user: 0x01, system: 0x02 };
const HEAD_LENGTH = 6;

const kind = oneOf(...Object.keys(KIND_BYTES));
const elementType = oneOf(...types.keys(), 'any');
const flag = optional(bool, false);

/** @type {import('../fields.js').Reader<{kind: string, id: number}>} */
export function reference(from, name) {
  const read = object(from, name);
  const id = count(read, 'id');
  if (id > 0xffffffff) throw new TypeError('the id of an index has four bytes');
  return { kind: kind(read, 'kind'), id };
}

/** @type {import('../fields.js').Reader<Index>} */
export function index(from, name) {
  const read = object(from, name);
  const components = list(read, 'components').map((_, position, all) => {
    const component = object(all, position);
    return { type: elementType(component, 'type'), isDescending: flag(component, 'descending'), isPrimaryKey: false };
  });
  if (components.length === 0) throw new TypeError('an index has at least one component');
  const primaryKey = { type: elementType(read, 'primary_key'), isDescending: false, isPrimaryKey: true };
  return { ...reference(from, name), elements: [...components, primaryKey], isUnique: flag(read, 'unique') };
}

/** @param {Index} of */
export const componentCount = ({ elements }) => elements.length - 1;

/**
 * Refuses a value that cannot stand in an element.
 *
 * @param {Element} element
 * @param {Value} value
 */
export function checkFit(element, { type }) {
  if (type === 'null') {
    if (element.isPrimaryKey) throw new Reject('null_primary_key');
  } else if (element.type !== 'any' && element.type !== type) {
    throw new Reject('type_mismatch');
  }
}

/**
 * @param {Index} of
 * @param {Value[]} components
 * @param {Value} primaryKey
 * @returns {Row}
 */
export function checkedRow(of, components, primaryKey) {
  if (components.length !== componentCount(of)) throw new Reject('wrong_component_count');
  const row = [...components, primaryKey];
  of.elements.forEach((element, position) => checkFit(element, row[position]));
  return row;
}

/**
 * @param {Index} of
 * @param {Row} left
 * @param {Row} right
 */
export function compareRows({ elements }, left, right) {
  for (const [position, { isDescending }] of elements.entries()) {
    const order = compareValues(left[position], right[position]);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

/** What every key of the index begins with. @param {{kind: string, id: number}} of */
export function keyHead({ kind: kindName, id }) {
  const head = Buffer.alloc(HEAD_LENGTH);
  head[0] = VERSION;
  head[1] = KIND_BYTES[kindName];
  head.writeUInt32BE(id, 2);
  return head;
}

/**
 * @param {Element} element
 * @param {Buffer} encoded
 */
export const inDirection = (element, encoded) => (element.isDescending ? inverted(encoded) : encoded);

/**
 * @param {Element} element
 * @param {Value} value
 */
export function encodeElement(element, value) {
  checkFit(element, value);
  return inDirection(element, encodeValue(value));
}

/**
 * The beginning of a key: its head, and the first elements of a row.
 *
 * @param {Index} of
 * @param {Value[]} values
 */
function encodeElements(of, values) {
  return Buffer.concat([keyHead(of), ...values.map((value, position) => encodeElement(of.elements[position], value))]);
}

/**
 * @param {Index} of
 * @param {Value[]} components
 */
export function encodePrefix(of, components) {
  if (components.length > componentCount(of)) throw new Reject('wrong_component_count');
  return encodeElements(of, components);
}

/**
 * @param {Index} of
 * @param {Row} row
 */
export const encodeKey = (of, row) => encodeElements(of, row);

/**
 * @param {Index} of
 * @param {Buffer} key
 * @returns {Row}
 */
export function decodeKey(of, key) {
  const reader = new KeyReader(key);
  const version = reader.byte();
  if (version === LEGACY_VERSION) throw new Reject('legacy_version');
  if (version !== VERSION) throw new Reject('unknown_version');
  if (!reader.take(HEAD_LENGTH - 1).equals(keyHead(of).subarray(1))) throw new Reject('foreign_index');

  const row = of.elements.map((element) => {
    reader.turn(element.isDescending);
    const value = decodeValue(reader);
    checkFit(element, value);
    return value;
  });
  if (!reader.isAtEnd) throw new Reject('trailing_bytes');
  return row;
}
