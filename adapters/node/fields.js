/**
 * Readers for the fields of an input. What is missing, or of another JSON type than the page lists, is a fault of the
 * request and not of the implementation: the reader throws a `TypeError`, which the loop answers with `error` (AP-004).
 *
 * A reader takes an object and the name of a field, or an array and an index.
 *
 * @template T
 * @typedef {(from: any, name: string | number) => T} Reader
 */

import { isWellFormed } from './common/text.js';

/** @type {Reader<any>} */
export function present(from, name) {
  // Own fields only: `constructor` is not a field of every input.
  if (!Object.hasOwn(from, name)) throw new TypeError(`the field ${name} is missing`);
  return from[name];
}

/**
 * @template T
 * @param {string} type what the value should be, in words
 * @param {(value: any) => boolean} test
 * @returns {Reader<T>}
 */
function reader(type, test) {
  return (from, name) => {
    const value = present(from, name);
    if (!test(value)) throw new TypeError(`the field ${name} is not ${type}`);
    return value;
  };
}

/** @param {unknown} value */
export const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A text without lone surrogates, which have no UTF-8 bytes. @type {Reader<string>} */
export const text = reader('a text', (value) => typeof value === 'string' && isWellFormed(value));

/** @type {Reader<boolean>} */
export const bool = reader('true or false', (value) => typeof value === 'boolean');

/** @type {Reader<null>} */
export const nothing = reader('null', (value) => value === null);

/** @type {Reader<any[]>} */
export const list = reader('a list', Array.isArray);

/** @type {Reader<Record<string, any>>} */
export const object = reader('an object', isObject);

/** An integer that a JSON number holds exactly, and that is not negative. @type {Reader<number>} */
export const count = reader('a whole number', (value) => Number.isSafeInteger(value) && value >= 0);

/**
 * @template T
 * @param {Reader<T>} read
 * @returns {Reader<T | null>}
 */
export const nullable = (read) => (from, name) => (present(from, name) === null ? null : read(from, name));

/**
 * @template T
 * @param {Reader<T>} read
 * @param {T} absent what stands for a missing field
 * @returns {Reader<T>}
 */
export const optional = (read, absent) => (from, name) => (Object.hasOwn(from, name) ? read(from, name) : absent);

/**
 * @template T
 * @param {Reader<T>} read what each element is
 * @returns {Reader<T[]>}
 */
export const listOf = (read) => (from, name) => list(from, name).map((_, index, all) => read(all, index));

/**
 * One of several texts.
 *
 * @param {string[]} words
 * @returns {Reader<string>}
 */
export const oneOf = (...words) => reader(`one of ${words.join(', ')}`, (value) => words.includes(value));

/**
 * An object with one key, which tells what it holds: a protocol value, for example.
 *
 * @type {Reader<[string, any]>}
 */
export function variant(from, name) {
  const entries = Object.entries(object(from, name));
  if (entries.length !== 1) throw new TypeError(`the field ${name} has not exactly one key`);
  return entries[0];
}
