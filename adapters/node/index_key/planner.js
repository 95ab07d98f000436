/** The planner: which part of a query an index can answer by itself. */

import { bool, object, oneOf, text } from '../fields.js';
import { Reject } from '../proofmark_adapter.js';
import { checkBeginning, showRange } from './bounds.js';
import { checkFit, componentCount } from './keys.js';
import { readValue, showValue } from './values.js';

/**
 * @typedef {import('./keys.js').Index} Index
 * @typedef {import('./values.js').Value} Value
 *
 * @typedef {object} Predicate
 * @property {number} element the place of its column in the index, or -1
 * @property {string} op
 * @property {Value[] | null} values one, or two for `between`; null, if one of them cannot be indexed
 */

const operator = oneOf('eq', 'ne', 'lt', 'le', 'gt', 'ge', 'starts_with', 'between');

/**
 * @param {string[]} columns
 * @returns {import('../fields.js').Reader<Predicate>}
 */
export const predicate = (columns) => (from, name) => {
  const read = object(from, name);
  const op = operator(read, 'op');
  const fields = op === 'between' ? ['value', 'high'] : ['value'];
  return {
    element: columns.indexOf(text(read, 'column')),
    op,
    values: unlessRejected(() => fields.map((field) => readValue(read, field))),
  };
};

/**
 * @param {string[]} columns
 * @returns {import('../fields.js').Reader<{element: number, isDescending: boolean}>}
 */
export const orderTerm = (columns) => (from, name) => {
  const read = object(from, name);
  return { element: columns.indexOf(text(read, 'column')), isDescending: bool(read, 'descending') };
};

/**
 * @template T
 * @param {() => T} attempt
 * @returns {T | null}
 */
function unlessRejected(attempt) {
  try {
    return attempt();
  } catch (thrown) {
    if (thrown instanceof Reject) return null;
    throw thrown;
  }
}

/** What the operators make of their values, where they can make a range. */
const ranges = {
  lt: ([value]) => ({ upper: { value, inclusive: false } }),
  le: ([value]) => ({ upper: { value, inclusive: true } }),
  gt: ([value]) => ({ lower: { value, inclusive: false } }),
  ge: ([value]) => ({ lower: { value, inclusive: true } }),
  between: ([low, high]) => ({ lower: { value: low, inclusive: true }, upper: { value: high, inclusive: true } }),
  starts_with: ([value]) => ({ starts_with: value }),
  eq: ([value]) => ({ lower: { value, inclusive: true }, upper: { value, inclusive: true } }),
};

/**
 * @param {Index} index
 * @param {Predicate} of
 */
function isUsable(index, { element, op, values }) {
  if (element < 0 || values === null) return false;
  const check = op === 'starts_with' ? checkBeginning : checkFit;
  return unlessRejected(() => values.forEach((value) => check(index.elements[element], value))) !== null;
}

/**
 * @param {Index} index
 * @param {Predicate[]} predicates
 * @param {{element: number, isDescending: boolean}[]} order
 */
export function plan(index, predicates, order) {
  const usable = predicates.filter((of) => isUsable(index, of));
  const taken = new Set();
  /** Takes the first usable predicate on an element whose operator is among the given ones. */
  const take = (element, operators) => {
    const found = usable.find((of) => of.element === element && operators.includes(of.op));
    if (found) taken.add(found);
    return found;
  };

  const prefix = [];
  while (prefix.length < componentCount(index)) {
    const equality = take(prefix.length, ['eq']);
    if (!equality) break;
    prefix.push(equality.values[0]);
  }
  const next = prefix.length;
  // In a component, an equality would be in the prefix.
  const condition = take(next, Object.keys(ranges));

  return {
    prefix: prefix.map(showValue),
    range: condition ? showRange(ranges[condition.op](condition.values)) : null,
    order: direction(index.elements, next, order),
    residual: [...predicates.keys()].filter((place) => !taken.has(predicates[place])),
  };
}

/**
 * @param {import('./keys.js').Element[]} elements
 * @param {number} fixed how many elements the prefix fixes
 * @param {{element: number, isDescending: boolean}[]} order
 */
function direction(elements, fixed, order) {
  const wanted = order.filter(({ element }) => element < 0 || element >= fixed);
  const agrees = (isReversed) => wanted.every(({ element, isDescending }, place) =>
    element === fixed + place && isDescending === (elements[element].isDescending !== isReversed));
  if (agrees(false)) return 'forward';
  return agrees(true) ? 'reverse' : 'none';
}
