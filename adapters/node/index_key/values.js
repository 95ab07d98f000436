/**
 * Values of twelve types, and their encoding: a tag and a frame that delimits itself.
 *
 * @template T
 * @typedef {object} Type what a type does with the content of its values
 * @property {number} tag
 * @property {(from: any, name: string, depth: number) => T} read from a protocol value; refuses what cannot be indexed
 * @property {(content: T) => any} show into the one form of answers
 * @property {(left: T, right: T) => number} compare
 * @property {(content: T) => Buffer} encode the frame
 * @property {(reader: KeyReader, depth: number) => T} decode the frame; refuses what no encoder writes
 */

import { compareUtf8, decodeUtf8 } from '../common/text.js';
import { count, object, text, variant } from '../fields.js';
import { Reject } from '../proofmark_adapter.js';
import { escape, hex, KeyReader } from './bytes.js';
import { decimal } from './decimal.js';
import { bool, date, float, int, nullType, timestamp, uint, ulid } from './scalars.js';

/** @typedef {{type: string, content: any}} Value */

const MAX_DEPTH = 8;
const NO_PAYLOAD = 0x00;
const END = Buffer.of(0, 0);

/** @type {Type<string>} */
const string = {
  tag: 0x48,
  read: text,
  show: (content) => content,
  compare: compareUtf8,
  encode: (content) => Buffer.concat([escape(Buffer.from(content, 'utf8')), END]),
  decode(reader) {
    const content = decodeUtf8(reader.escaped());
    if (content === null) throw new Reject('invalid_utf8');
    return content;
  },
};

/** @type {Type<Buffer>} */
const bytes = {
  tag: 0x50,
  read: hex,
  show: (content) => content.toString('hex'),
  compare: Buffer.compare,
  encode: (content) => Buffer.concat([escape(content), END]),
  decode: (reader) => reader.escaped(),
};

/** @param {number} depth how many enums there are in each other */
function checkDepth(depth) {
  if (depth > MAX_DEPTH) throw new Reject('enum_too_deep');
}

/** @type {Type<{discriminant: number, payload: Value | null}>} */
const enumType = {
  tag: 0x60,

  read(from, name, depth) {
    checkDepth(depth + 1);
    const read = object(from, name);
    const discriminant = count(read, 'discriminant');
    if (discriminant > 0xffffffff) throw new TypeError('a discriminant has four bytes');
    return { discriminant, payload: Object.hasOwn(read, 'payload') ? readValue(read, 'payload', depth + 1) : null };
  },

  show: ({ discriminant, payload }) =>
    (payload === null ? { discriminant } : { discriminant, payload: showValue(payload) }),

  compare(left, right) {
    if (left.discriminant !== right.discriminant) return left.discriminant - right.discriminant;
    if (left.payload === null || right.payload === null) {
      return Number(left.payload !== null) - Number(right.payload !== null);
    }
    return compareValues(left.payload, right.payload);
  },

  encode({ discriminant, payload }) {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(discriminant);
    return Buffer.concat([head, payload === null ? Buffer.of(NO_PAYLOAD) : encodeValue(payload)]);
  },

  decode(reader, depth) {
    checkDepth(depth + 1);
    const discriminant = reader.take(4).readUInt32BE();
    const tag = reader.byte();
    return { discriminant, payload: tag === NO_PAYLOAD ? null : decodeTagged(tag, reader, depth + 1) };
  },
};

/** The types by name, in ascending order of values. @type {Map<string, Type<any>>} */
export const types = new Map(Object.entries({
  null: nullType,
  bool,
  int,
  uint,
  decimal,
  float,
  date,
  timestamp,
  string,
  bytes,
  ulid,
  enum: enumType,
}));

const typesByTag = new Map([...types].map(([name, type]) => [type.tag, name]));

/**
 * Reads a protocol value, and refuses what cannot be indexed.
 *
 * @param {any} from
 * @param {string | number} name
 * @param {number} [depth]
 * @returns {Value}
 */
export function readValue(from, name, depth = 0) {
  const [type] = variant(from, name);
  if (!types.has(type)) throw new TypeError(`there is no type ${type}`);
  return { type, content: types.get(type).read(from[name], type, depth) };
}

/** @param {Value} value */
export const showValue = ({ type, content }) => ({ [type]: types.get(type).show(content) });

/**
 * @param {Value} left
 * @param {Value} right
 */
export function compareValues(left, right) {
  // Tags ascend as types do.
  if (left.type !== right.type) return types.get(left.type).tag - types.get(right.type).tag;
  return types.get(left.type).compare(left.content, right.content);
}

/** @param {Value} value */
export function encodeValue({ type, content }) {
  const { tag, encode } = types.get(type);
  return Buffer.concat([Buffer.of(tag), encode(content)]);
}

/**
 * What the encodings of all texts, or of all byte strings, have in common that begin with the given one.
 *
 * @param {Value} value a string or bytes
 */
export const encodeBeginning = (value) => encodeValue(value).subarray(0, -END.length);

/** @param {KeyReader} reader */
export const decodeValue = (reader) => decodeTagged(reader.byte(), reader, 0);

/**
 * @param {number} tag
 * @param {KeyReader} reader
 * @param {number} depth
 * @returns {Value}
 */
function decodeTagged(tag, reader, depth) {
  const type = typesByTag.get(tag);
  if (!type) throw new Reject('unknown_tag');
  return { type, content: types.get(type).decode(reader, depth) };
}
