/** Partition keys: the canonical text of typed dimensions, and the id derived from it (PK). */

import { createHash } from 'node:crypto';

import { formatTimestamp, isInRange, readDate, readTimestamp } from './common/calendar.js';
import { isInt64 } from './common/integers.js';
import { decodeUtf8 } from './common/text.js';
import { choice } from './choices.js';
import { bool, listOf, nothing, object, text, variant } from './fields.js';
import { Reject } from './proofmark_adapter.js';

/**
 * @typedef {{key: string, value: Record<string, any>}} Dimension the value is a protocol value
 *
 * @typedef {object} Type
 * @property {string} tag
 * @property {import('./fields.js').Reader<any>} read
 * @property {(value: any) => string} write the text after the tag's colon
 * @property {(text: string) => any} parse its inverse, for canonical text only
 */

/** @param {string} date */
function checkDate(date) {
  const day = readDate(date);
  if (!day) throw new Reject('invalid_date');
  if (day.year === 0 && choice('PK-023') === 'reject') throw new Reject('year_out_of_range');
  return date;
}

/** @param {string} timestamp with any offset and any number of fractional digits */
function canonicalTimestamp(timestamp) {
  const instant = readTimestamp(timestamp);
  if (!instant) throw new Reject('invalid_timestamp');
  if (!isInRange(instant.micros)) throw new Reject('timestamp_out_of_range');
  if (instant.fraction.length > 6 && choice('PK-029') === 'reject') throw new Reject('timestamp_too_precise');
  return formatTimestamp(instant.micros);
}

/** @param {string} timestamp */
function parseTimestamp(timestamp) {
  // The form first: more than six digits are a fault of precision only when encoding.
  if (!/^[^.]+\.\d{6}Z$/.test(timestamp)) throw new Reject('invalid_timestamp');
  return canonicalTimestamp(timestamp);
}

/** @param {string} integer */
function checkInteger(integer) {
  if (!/^(?:0|-?[1-9]\d*)$/.test(integer)) throw new Reject('invalid_integer');
  if (!isInt64(integer)) throw new Reject('integer_out_of_range');
  return integer;
}

/** @param {string} encoded */
function parseString(encoded) {
  // Node's decoder skips what is not in the alphabet, and takes `+`, `/` and padding too. Bytes have one text only: the
  // one that they are encoded to.
  const bytes = Buffer.from(encoded, 'base64url');
  if (bytes.toString('base64url') !== encoded) throw new Reject('invalid_string');
  const string = decodeUtf8(bytes);
  if (string === null) throw new Reject('invalid_utf8');
  return string;
}

/** @param {string} written */
function parseBoolean(written) {
  if (written !== 'true' && written !== 'false') throw new Reject('invalid_boolean');
  return written === 'true';
}

/** @param {string} written */
function parseNull(written) {
  if (written !== 'null') throw new Reject('invalid_null');
  return null;
}

/** The six types, by the name that the protocol gives them. @type {Map<string, Type>} */
const types = new Map(Object.entries({
  string: {
    tag: 's',
    read: text,
    write: (string) => Buffer.from(string, 'utf8').toString('base64url'),
    parse: parseString,
  },
  int: { tag: 'i', read: text, write: checkInteger, parse: checkInteger },
  bool: { tag: 'b', read: bool, write: String, parse: parseBoolean },
  date: { tag: 'd', read: text, write: checkDate, parse: checkDate },
  timestamp: { tag: 't', read: text, write: canonicalTimestamp, parse: parseTimestamp },
  null: { tag: 'n', read: nothing, write: String, parse: parseNull },
}));

const typesByTag = new Map([...types].map(([name, { tag, parse }]) => [tag, { name, parse }]));

/** @param {string} name */
function checkName(name) {
  if (!/^[a-z][a-z0-9_]*$/.test(name)) throw new Reject('invalid_key_name');
}

/**
 * @param {Dimension[]} dimensions in any order
 * @returns {string}
 */
export function encode(dimensions) {
  if (dimensions.length === 0) throw new Reject('empty_key');
  const written = new Map();
  for (const { key, value } of dimensions) {
    checkName(key);
    if (written.has(key)) throw new Reject('duplicate_key');
    const [[name, content]] = Object.entries(value);
    if (name === 'float') throw new Reject('float_not_allowed');
    const type = types.get(name);
    if (!type) throw new Reject('unknown_type');
    written.set(key, `${type.tag}:${type.write(content)}`);
  }
  // Names are ASCII, so `sort` without a comparison, by UTF-16 units, is the order of bytes.
  return [...written.keys()].sort().map((key) => `${key}=${written.get(key)}`).join(',');
}

/**
 * @param {string} canonical
 * @returns {Dimension[]} in canonical order
 */
export function parse(canonical) {
  if (canonical === '') throw new Reject('empty_key');
  let previous = '';
  // No value holds a comma.
  return canonical.split(',').map((dimension) => {
    const match = /^([^=]*)=([^:]*):(.*)$/s.exec(dimension);
    if (!match) throw new Reject('malformed_dimension');
    const [, key, tag, written] = match;
    checkName(key);
    if (key === previous) throw new Reject('duplicate_key');
    if (key < previous) throw new Reject('unsorted_keys');
    previous = key;
    const type = typesByTag.get(tag);
    if (!type) throw new Reject('unknown_type');
    return { key, value: { [type.name]: type.parse(written) } };
  });
}

/**
 * @param {string} assetId
 * @param {string} canonical
 * @returns {string}
 */
export function partitionId(assetId, canonical) {
  if (assetId === '') throw new Reject('empty_asset_id');
  parse(canonical);
  const digest = createHash('sha256').update(`${assetId}:${canonical}`, 'utf8').digest('hex');
  return `part_${digest.slice(0, 32)}`;
}

/** Reads a value as far as this domain looks into it: one of another type is refused, whatever it holds. */
function value(from, name) {
  const [type] = variant(from, name);
  types.get(type)?.read(from[name], type);
  return from[name];
}

const dimension = (from, name) => {
  const read = object(from, name);
  return { key: text(read, 'key'), value: value(read, 'value') };
};
const dimensions = listOf(dimension);

/** @type {import('./proofmark_adapter.js').Operations} */
export const operations = {
  'partition_key.encode': (input) => ({ canonical: encode(dimensions(input, 'dimensions')) }),
  'partition_key.parse': (input) => ({ dimensions: parse(text(input, 'canonical')) }),
  'partition_key.id': (input) => ({ partition_id: partitionId(text(input, 'asset_id'), text(input, 'canonical')) }),
};
