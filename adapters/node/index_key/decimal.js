/**
 * Decimals: exact numbers of up to 38 digits, in scientific form.
 *
 * @typedef {{sign: -1 | 0 | 1, exponent: number, digits: string}} Decimal the exponent is that of the first digit;
 *   neither the first nor the last digit is zero, and zero has none
 */

import { text } from '../fields.js';
import { Reject } from '../proofmark_adapter.js';

const MAX_DIGITS = 38;
const MAX_EXPONENT = 6143;
const BIAS = 8192;

const SIGN_BYTES = new Map([[-1, 0x01], [0, 0x02], [1, 0x03]]);
const SIGNS = new Map([...SIGN_BYTES].map(([sign, byte]) => [byte, sign]));

/** @type {Decimal} */
const ZERO = { sign: 0, exponent: 0, digits: '' };

const nonCanonical = () => new Reject('non_canonical');

/** @type {import('./values.js').Type<Decimal>} */
export const decimal = {
  tag: 0x28,

  read(from, name) {
    const match = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:e(-?\d+))?$/.exec(text(from, name));
    if (!match) throw new TypeError(`the field ${name} is no decimal`);
    const [, minus, whole, fraction = '', power = '0'] = match;
    const written = whole + fraction;
    const first = written.search(/[1-9]/);
    if (first < 0) return ZERO;
    let end = written.length;
    while (written[end - 1] === '0') end -= 1;
    const digits = written.slice(first, end);
    // The power may be of any size. As a number it may lose digits, but not before it is far out of range.
    const exponent = whole.length - 1 - first + Number(power);
    if (digits.length > MAX_DIGITS) throw new Reject('decimal_too_precise');
    if (Math.abs(exponent) > MAX_EXPONENT) throw new Reject('decimal_out_of_range');
    return { sign: minus ? -1 : 1, exponent, digits };
  },

  show({ sign, exponent, digits }) {
    if (sign === 0) return '0e0';
    const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
    return `${sign < 0 ? '-' : ''}${digits[0]}${fraction}e${exponent}`;
  },

  compare(left, right) {
    if (left.sign !== right.sign) return left.sign - right.sign;
    const magnitude = left.exponent - right.exponent
      || Number(left.digits > right.digits) - Number(left.digits < right.digits);
    return magnitude * left.sign;
  },

  encode({ sign, exponent, digits }) {
    if (sign === 0) return Buffer.of(SIGN_BYTES.get(sign));
    const biased = exponent + BIAS;
    const magnitude = [biased >> 8, biased & 0xff, ...[...digits].map((digit) => Number(digit) + 1), 0];
    const mask = sign < 0 ? 0xff : 0;
    return Buffer.of(SIGN_BYTES.get(sign), ...magnitude.map((byte) => byte ^ mask));
  },

  decode(reader) {
    const sign = SIGNS.get(reader.byte());
    if (sign === undefined) throw nonCanonical();
    if (sign === 0) return ZERO;
    const mask = sign < 0 ? 0xff : 0;
    const next = () => reader.byte() ^ mask;

    const exponent = next() * 256 + next() - BIAS;
    if (Math.abs(exponent) > MAX_EXPONENT) throw nonCanonical();
    let digits = '';
    for (let byte = next(); byte !== 0; byte = next()) {
      if (byte > 10 || digits.length === MAX_DIGITS) throw nonCanonical();
      digits += byte - 1;
    }
    if (digits === '' || digits.startsWith('0') || digits.endsWith('0')) throw nonCanonical();
    return { sign, exponent, digits };
  },
};
