/** Bytes as keys are made of. */

import { text } from '../fields.js';
import { Reject } from '../proofmark_adapter.js';

/**
 * Bytes in lower-case hexadecimal, or `null` for any other text. `Buffer.from` would stop at the first character that
 * is no digit, take upper case, and drop half a byte.
 *
 * @param {string} written
 * @returns {Buffer | null}
 */
export function fromHex(written) {
  const isHex = written.length % 2 === 0 && !/[^0-9a-f]/.test(written);
  return isHex ? Buffer.from(written, 'hex') : null;
}

/** @type {import('../fields.js').Reader<Buffer>} */
export function hex(from, name) {
  const bytes = fromHex(text(from, name));
  if (!bytes) throw new TypeError(`the field ${name} is not hexadecimal`);
  return bytes;
}

/** @param {Uint8Array} bytes */
export const inverted = (bytes) => Buffer.from(bytes.map((byte) => byte ^ 0xff));

/**
 * The least bytes that are greater than all which begin with the given ones.
 *
 * @param {Buffer} bytes not only `ff`
 */
export function successor(bytes) {
  let length = bytes.length;
  while (bytes[length - 1] === 0xff) length -= 1;
  const next = Buffer.from(bytes.subarray(0, length));
  next[length - 1] += 1;
  return next;
}

/** Reads the bytes of a key one after the other, and inverts them where the component is descending. */
export class KeyReader {
  #bytes;

  #position = 0;

  #mask = 0;

  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.#bytes = bytes;
  }

  get isAtEnd() {
    return this.#position === this.#bytes.length;
  }

  /** @param {boolean} isDescending whether what follows is inverted */
  turn(isDescending) {
    this.#mask = isDescending ? 0xff : 0;
  }

  byte() {
    if (this.isAtEnd) throw new Reject('truncated_key');
    const byte = this.#bytes[this.#position] ^ this.#mask;
    this.#position += 1;
    return byte;
  }

  /** @param {number} length */
  take(length) {
    const end = this.#position + length;
    if (end > this.#bytes.length) throw new Reject('truncated_key');
    const taken = this.#bytes.subarray(this.#position, end);
    this.#position = end;
    return this.#mask === 0 ? taken : inverted(taken);
  }

  /** Escaped bytes up to their end, unescaped. */
  escaped() {
    const result = Buffer.alloc(this.#bytes.length - this.#position);
    for (let length = 0; ; length += 1) {
      const byte = this.byte();
      if (byte === 0) {
        const next = this.byte();
        if (next === 0) return result.subarray(0, length);
        if (next !== 0xff) throw new Reject('invalid_escape');
      }
      result[length] = byte;
    }
  }
}

/**
 * @param {Buffer} bytes
 * @returns {Buffer} with every `00` written `00 ff`, and without an end
 */
export function escape(bytes) {
  if (!bytes.includes(0)) return bytes;
  const result = Buffer.alloc(bytes.length * 2);
  let length = 0;
  for (const byte of bytes) {
    result[length] = byte;
    length += 1;
    if (byte === 0) {
      result[length] = 0xff;
      length += 1;
    }
  }
  return result.subarray(0, length);
}
