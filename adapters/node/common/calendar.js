/**
 * The proleptic Gregorian calendar, in days and microseconds since 1970.
 *
 * `Date` is of no use here: it has milliseconds, takes the years 0 to 99 for 1900 to 1999, rolls 31 February over into
 * March, and reads many more forms than these. Microseconds are `BigInt`s: those of the year 9999 are beyond 2^53.
 */

const SECONDS_PER_DAY = 86_400;
const MICROS_PER_SECOND = 1_000_000n;
const MICROS_PER_DAY = BigInt(SECONDS_PER_DAY) * MICROS_PER_SECOND;

/** The days from 0000-03-01 to 1970-01-01. */
const DAYS_BEFORE_EPOCH = 719_468;

/** The days of 400 years, after which the calendar repeats. */
const DAYS_PER_ERA = 146_097;

/** The days before each month of a year that begins in March, so that the leap day is the last. */
const daysBeforeMonth = (monthFromMarch) => Math.floor((153 * monthFromMarch + 2) / 5);

/**
 * @param {number} year
 * @param {number} month
 */
function daysInMonth(year, month) {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31;
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
}

/**
 * @param {number} year
 * @param {number} month
 * @param {number} day
 * @returns {number} days since 1970-01-01
 */
function daysSinceEpoch(year, month, day) {
  const y = month > 2 ? year : year - 1;
  const leapDays = Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400);
  return 365 * y + leapDays + daysBeforeMonth((month + 9) % 12) + day - 1 - DAYS_BEFORE_EPOCH;
}

export const FIRST_DAY = daysSinceEpoch(1, 1, 1);
export const LAST_DAY = daysSinceEpoch(9999, 12, 31);
export const FIRST_INSTANT = BigInt(FIRST_DAY) * MICROS_PER_DAY;
export const LAST_INSTANT = BigInt(LAST_DAY + 1) * MICROS_PER_DAY - 1n;

/**
 * Reads `YYYY-MM-DD`, a real day of the years 0000 to 9999.
 *
 * In JavaScript `\d` is ASCII only and `$`, without the flag `m`, is the very end.
 *
 * @param {string} text
 * @returns {{year: number, days: number} | null}
 */
export function readDate(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, days: daysSinceEpoch(year, month, day) };
}

/**
 * Reads a date, `T`, `HH:MM:SS`, perhaps a fraction of any length, and `Z` or an offset. The instant is cut to the
 * microsecond that it lies in, and may lie outside the years 0001 to 9999.
 *
 * @param {string} text
 * @returns {{micros: bigint, year: number, fraction: string} | null} the year and the digits are those written
 */
export function readTimestamp(text) {
  const match = /^(.{10})T(\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:Z|([+-])(\d{2}):(\d{2}))$/.exec(text);
  if (!match) return null;
  const date = readDate(match[1]);
  const [hour, minute, second] = match.slice(2, 5).map(Number);
  const [fraction = '', sign, offsetHours = '00', offsetMinutes = '00'] = match.slice(5);
  if (!date || hour > 23 || minute > 59 || second > 59 || offsetHours > '23' || offsetMinutes > '59') return null;

  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -60 : 60);
  const seconds = date.days * SECONDS_PER_DAY + hour * 3600 + minute * 60 + second - offset;
  // Digits are taken as digits: a binary fraction would not keep them. Cutting them goes back in time, before 1970 too,
  // because the seconds before them are the ones that begin before the instant.
  const micros = BigInt(seconds) * MICROS_PER_SECOND + BigInt(fraction.slice(0, 6).padEnd(6, '0'));
  return { micros, year: date.year, fraction };
}

/** @param {bigint} micros */
export const isInRange = (micros) => micros >= FIRST_INSTANT && micros <= LAST_INSTANT;

/**
 * @param {number | bigint} number
 * @param {number} width
 */
const pad = (number, width) => String(number).padStart(width, '0');

/**
 * @param {number} days since 1970-01-01, of the years 0000 to 9999
 * @returns {string} `YYYY-MM-DD`
 */
export function formatDate(days) {
  const shifted = days + DAYS_BEFORE_EPOCH;
  const era = Math.floor(shifted / DAYS_PER_ERA);
  const dayOfEra = shifted - era * DAYS_PER_ERA;
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  );
  const leapDays = Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100);
  const dayOfYear = dayOfEra - 365 * yearOfEra - leapDays;
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - daysBeforeMonth(monthFromMarch) + 1;
  const month = ((monthFromMarch + 2) % 12) + 1;
  const year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/**
 * @param {bigint} micros since 1970, of the years 0000 to 9999
 * @returns {string} `YYYY-MM-DDTHH:MM:SS.ffffffZ`
 */
export function formatTimestamp(micros) {
  // BigInt's `%` has the sign of the dividend; this is the remainder that is never negative.
  const ofDay = ((micros % MICROS_PER_DAY) + MICROS_PER_DAY) % MICROS_PER_DAY;
  const days = Number((micros - ofDay) / MICROS_PER_DAY);
  const seconds = Number(ofDay / MICROS_PER_SECOND);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => pad(part, 2));
  return `${formatDate(days)}T${time.join(':')}.${pad(ofDay % MICROS_PER_SECOND, 6)}Z`;
}
