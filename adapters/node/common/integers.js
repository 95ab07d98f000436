/** Integers in decimal text, compared as `BigInt`s: numbers lose digits beyond 2^53. */

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * `BigInt` reads more than plain decimal, such as `0x10`, blanks and the empty text, so the form is the caller's to
 * check first. Reading takes more than linear time, so the length comes before: no 64-bit integer has more than 20
 * characters.
 *
 * @param {string} decimal in canonical form
 * @param {bigint} least
 * @param {bigint} greatest
 */
const isBetween = (decimal, least, greatest) =>
  decimal.length <= 20 && BigInt(decimal) >= least && BigInt(decimal) <= greatest;

/** @param {string} decimal */
export const isInt64 = (decimal) => isBetween(decimal, MIN_INT64, MAX_INT64);

/** @param {string} decimal */
export const isUint64 = (decimal) => isBetween(decimal, 0n, MAX_UINT64);

/**
 * Whether a text is a number as the specifications write them: digits without sign and leading zeros, from 0 to
 * 2^63 - 1.
 *
 * @param {string} text
 */
export const isNatural = (text) => /^(?:0|[1-9]\d*)$/.test(text) && isInt64(text);
