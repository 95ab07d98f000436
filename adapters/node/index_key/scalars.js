/** The types whose frames have a fixed width: null, bool, int, uint, float, date, timestamp and ulid. */

import {
  FIRST_DAY, formatDate, formatTimestamp, isInRange, LAST_DAY, readDate, readTimestamp,
} from '../common/calendar.js';
import { isInt64, isUint64 } from '../common/integers.js';
import { bool as readBool, nothing, text } from '../fields.js';
import { Reject } from '../proofmark_adapter.js';

/**
 * @template T
 * @typedef {import('./values.js').Type<T>} Type
 */

/**
 * Compares what `<` and `>` order. A difference would not do: that of two infinities is NaN, and that of `BigInt`s no
 * number.
 *
 * @template {number | bigint | string | boolean} T
 * @param {T} left
 * @param {T} right
 */
const compare = (left, right) => Number(left > right) - Number(left < right);

/** @param {bigint} value from 0 to 2^64 - 1 */
function eightBytes(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
}

/** To add this to a signed number is to invert the highest bit of its two's complement. */
const SIGN_BIT = 2n ** 63n;
const SIGN_BIT_32 = 2 ** 31;

const nonCanonical = () => new Reject('non_canonical');

/** @type {Type<null>} */
const nullType = {
  tag: 0x08,
  read: nothing,
  show: () => null,
  compare: () => 0,
  encode: () => Buffer.alloc(0),
  decode: () => null,
};

/** @type {Type<boolean>} */
const bool = {
  tag: 0x10,
  read: readBool,
  show: (value) => value,
  compare,
  encode: (value) => Buffer.of(Number(value)),
  decode(reader) {
    const byte = reader.byte();
    if (byte > 1) throw nonCanonical();
    return byte === 1;
  },
};

/**
 * Reads an integer in decimal text.
 *
 * @param {RegExp} form
 * @param {(decimal: string) => boolean} fits
 * @returns {import('../fields.js').Reader<bigint>}
 */
const integer = (form, fits) => (from, name) => {
  const written = text(from, name);
  if (!form.test(written)) throw new TypeError(`the field ${name} is no integer`);
  if (!fits(written)) throw new Reject('integer_out_of_range');
  return BigInt(written);
};

/** @type {Type<bigint>} */
const int = {
  tag: 0x18,
  read: integer(/^(?:0|-?[1-9]\d*)$/, isInt64),
  show: String,
  compare,
  encode: (value) => eightBytes(value + SIGN_BIT),
  decode: (reader) => reader.take(8).readBigUInt64BE() - SIGN_BIT,
};

/** @type {Type<bigint>} */
const uint = {
  tag: 0x20,
  read: integer(/^(?:0|[1-9]\d*)$/, isUint64),
  show: String,
  compare,
  encode: eightBytes,
  decode: (reader) => reader.take(8).readBigUInt64BE(),
};

/** @type {Type<number>} */
const float = {
  tag: 0x30,

  read(from, name) {
    const written = text(from, name);
    if (written === 'NaN') throw new Reject('nan_not_allowed');
    // `Number` alone also reads the empty text, blanks and `0x10`.
    if (!/^-?(?:Infinity|(?:0|[1-9]\d*)(?:\.\d+)?(?:e-?\d+)?)$/.test(written)) {
      throw new TypeError(`the field ${name} is no float`);
    }
    // Adding zero turns -0 into 0, and nothing else.
    return Number(written) + 0;
  },

  // The fewest digits that give the number back, with a `+` before exponents that are not negative: `1.5e+0`.
  // Infinities stay words.
  show: (value) => value.toExponential().replace('+', ''),

  compare,

  encode(value) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    if (value < 0) return Buffer.from(bytes.map((byte) => byte ^ 0xff));
    bytes[0] |= 0x80;
    return bytes;
  },

  decode(reader) {
    const taken = reader.take(8);
    const isNegative = taken[0] < 0x80;
    const bytes = Buffer.from(taken.map((byte) => (isNegative ? byte ^ 0xff : byte)));
    if (!isNegative) bytes[0] &= 0x7f;
    const value = bytes.readDoubleBE();
    // `===` takes the two zeros for one.
    if (Number.isNaN(value) || Object.is(value, -0)) throw nonCanonical();
    return value;
  },
};

/** In days since 1970-01-01. @type {Type<number>} */
const date = {
  tag: 0x38,

  read(from, name) {
    const day = readDate(text(from, name));
    if (!day || day.year === 0) throw new Reject('invalid_date');
    return day.days;
  },

  show: formatDate,
  compare,

  encode(days) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(days + SIGN_BIT_32);
    return bytes;
  },

  decode(reader) {
    const days = reader.take(4).readUInt32BE() - SIGN_BIT_32;
    if (days < FIRST_DAY || days > LAST_DAY) throw nonCanonical();
    return days;
  },
};

/** In microseconds since 1970. @type {Type<bigint>} */
const timestamp = {
  tag: 0x40,

  read(from, name) {
    const instant = readTimestamp(text(from, name));
    if (!instant || instant.year === 0) throw new Reject('invalid_timestamp');
    if (instant.fraction.length > 6) throw new Reject('timestamp_too_precise');
    if (!isInRange(instant.micros)) throw new Reject('timestamp_out_of_range');
    return instant.micros;
  },

  show: formatTimestamp,
  compare,
  encode: (micros) => eightBytes(micros + SIGN_BIT),

  decode(reader) {
    const micros = reader.take(8).readBigUInt64BE() - SIGN_BIT;
    if (!isInRange(micros)) throw nonCanonical();
    return micros;
  },
};

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** In its text, which is ASCII of a fixed width: `<` orders it as it orders the numbers. @type {Type<string>} */
const ulid = {
  tag: 0x58,

  read(from, name) {
    const written = text(from, name);
    if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(written)) throw new Reject('invalid_ulid');
    return written;
  },

  show: (value) => value,
  compare,

  encode(value) {
    let number = 0n;
    for (const character of value) number = number * 32n + BigInt(CROCKFORD.indexOf(character));
    return Buffer.from(number.toString(16).padStart(32, '0'), 'hex');
  },

  decode(reader) {
    // In JavaScript's own base 32 the digits after 9 are the letters `a` to `v`.
    const digits = BigInt(`0x${reader.take(16).toString('hex')}`).toString(32).padStart(26, '0');
    return digits.replace(/./g, (digit) => CROCKFORD[parseInt(digit, 32)]);
  },
};

export { bool, date, float, int, nullType, timestamp, uint, ulid };
