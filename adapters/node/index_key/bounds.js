/** Conditions on the rows of an index, as half-open ranges of bytes. */

import { bool, object } from '../fields.js';
import { Reject } from '../proofmark_adapter.js';
import { successor } from './bytes.js';
import { checkFit, encodeElement, encodePrefix, inDirection } from './keys.js';
import { encodeBeginning, readValue, showValue } from './values.js';

/**
 * @typedef {import('./values.js').Value} Value
 * @typedef {{value: Value, inclusive: boolean}} Bound
 * @typedef {{lower?: Bound, upper?: Bound, starts_with?: Value}} Range
 */

const AFTER = Buffer.of(0xff);

/** @type {import('../fields.js').Reader<Bound>} */
function bound(from, name) {
  const read = object(from, name);
  return { value: readValue(read, 'value'), inclusive: bool(read, 'inclusive') };
}

/** @type {import('../fields.js').Reader<Range>} */
export function range(from, name) {
  const read = object(from, name);
  const has = (field) => Object.hasOwn(read, field);
  if (has('starts_with')) return { starts_with: readValue(read, 'starts_with') };
  if (!has('lower') && !has('upper')) throw new TypeError('a range has at least one end');
  return {
    ...(has('lower') && { lower: bound(read, 'lower') }),
    ...(has('upper') && { upper: bound(read, 'upper') }),
  };
}

/** @param {Range} shown */
export function showRange(shown) {
  if (shown.starts_with) return { starts_with: showValue(shown.starts_with) };
  const ends = Object.entries(shown);
  return Object.fromEntries(ends.map(([end, { value, inclusive }]) => [end, { value: showValue(value), inclusive }]));
}

/**
 * Refuses a value that no text or byte string in the element can begin with.
 *
 * @param {import('./keys.js').Element} element
 * @param {Value} value
 */
export function checkBeginning(element, value) {
  if (value.type !== 'string' && value.type !== 'bytes') throw new Reject('type_mismatch');
  checkFit(element, value);
}

/**
 * The keys of the rows that satisfy prefix and range are those from `start` to before `end`.
 *
 * @param {import('./keys.js').Index} index
 * @param {Value[]} prefix
 * @param {Range | null} of about the element after the prefix
 * @returns {{start: Buffer, end: Buffer}}
 */
export function bounds(index, prefix, of) {
  const beginning = encodePrefix(index, prefix);
  const whole = { start: beginning, end: Buffer.concat([beginning, AFTER]) };
  if (of === null) return whole;

  const element = index.elements[prefix.length];
  if (of.starts_with) {
    checkBeginning(element, of.starts_with);
    const common = inDirection(element, encodeBeginning(of.starts_with));
    return { start: Buffer.concat([beginning, common]), end: Buffer.concat([beginning, successor(common)]) };
  }

  // All keys that go on after the bound's own bytes lie before these bytes and an `ff`.
  const place = ({ value }, isBehind) =>
    Buffer.concat([beginning, encodeElement(element, value), ...(isBehind ? [AFTER] : [])]);
  // The greater value has the lesser bytes in a descending component.
  const [first, last] = element.isDescending ? [of.upper, of.lower] : [of.lower, of.upper];
  const start = first ? place(first, !first.inclusive) : whole.start;
  const end = last ? place(last, last.inclusive) : whole.end;
  return { start, end: Buffer.compare(end, start) < 0 ? start : end };
}
