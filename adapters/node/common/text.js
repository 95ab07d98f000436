/** Unicode text in a language whose strings are UTF-16. */

/**
 * Whether a string is Unicode text: free of lone surrogates, which `Buffer.from` would silently replace by U+FFFD.
 *
 * With the flag `u`, a pair of surrogates is one character of another category, so that only lone ones match.
 * (`String.prototype.isWellFormed` needs Node 20.)
 *
 * @param {string} text
 */
export const isWellFormed = (text) => !/\p{Surrogate}/u.test(text);

/** 1 or 0. @param {number} unit a UTF-16 unit */
const isSurrogate = (unit) => Number((unit & 0xf800) === 0xd800);

/**
 * Compares strings by their UTF-8 bytes, which is the order of code points. The operators `<` and `>` compare UTF-16
 * units, in which U+10000 (`d800 dc00`) comes before U+FFFD; `localeCompare` depends on the locale.
 *
 * @param {string} left
 * @param {string} right
 * @returns {number} negative, zero or positive
 */
export function compareUtf8(left, right) {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i += 1) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) {
      // If only one of the two is a surrogate, it belongs to a character beyond the other's sixteen bits.
      return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) - isSurrogate(b);
    }
  }
  return left.length - right.length;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The text that the bytes are in UTF-8, or `null` if they are none. Nothing is replaced, and a U+FEFF at the beginning
 * stays, which a `TextDecoder` drops unless it is told to ignore it.
 *
 * @param {Uint8Array} bytes
 * @returns {string | null}
 */
export function decodeUtf8(bytes) {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
