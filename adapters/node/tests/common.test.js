import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  FIRST_DAY, FIRST_INSTANT, formatDate, formatTimestamp, LAST_DAY, LAST_INSTANT, readDate, readTimestamp,
} from '../common/calendar.js';
import { compareUtf8, decodeUtf8, isWellFormed } from '../common/text.js';

test('every day from 0000 to 9999 is read as it is written', () => {
  for (let days = FIRST_DAY - 366; days <= LAST_DAY; days += 1) {
    const written = formatDate(days);
    if (readDate(written)?.days !== days) assert.fail(`${days} is written ${written}`);
  }
  assert.equal(formatDate(0), '1970-01-01');
  assert.equal(formatDate(FIRST_DAY), '0001-01-01');
  assert.equal(formatDate(LAST_DAY), '9999-12-31');
  assert.equal(formatDate(FIRST_DAY - 366), '0000-01-01');
});

test('days that do not exist are not read', () => {
  const texts = [
    '2025-02-29', '1900-02-29', '2025-04-31', '2025-00-01', '2025-13-01', '2025-01-00', '2025-1-01', '2025-01-01\n',
  ];
  for (const text of texts) {
    assert.equal(readDate(text), null, text);
  }
  assert.ok(readDate('2000-02-29'));
});

test('timestamps are instants', () => {
  assert.equal(formatTimestamp(readTimestamp('2025-01-15T10:00:00.5+02:00').micros), '2025-01-15T08:00:00.500000Z');
  assert.equal(formatTimestamp(readTimestamp('1969-12-31T23:59:59.9999999Z').micros), '1969-12-31T23:59:59.999999Z');
  assert.equal(readTimestamp('1969-12-31T23:59:59.999999Z').micros, -1n);
  assert.equal(formatTimestamp(FIRST_INSTANT), '0001-01-01T00:00:00.000000Z');
  assert.equal(formatTimestamp(LAST_INSTANT), '9999-12-31T23:59:59.999999Z');
  const texts = [
    '2025-01-15T24:00:00Z', '2025-01-15T23:59:60Z', '2025-01-15T10:00:00', '2025-01-15T10:00:00.Z',
    '2025-01-15T10:00:00+24:00', '2025-01-15T10:00:00+0200', '2025-01-15t10:00:00Z',
  ];
  for (const text of texts) {
    assert.equal(readTimestamp(text), null, text);
  }
});

test('strings compare by their UTF-8 bytes', () => {
  const texts = [
    '', '\0', 'B', 'a', 'a10', 'a9', 'aa', 'z', 'é', '\ud7ff', '\ue000', '\ufffd',
    '\u{10000}', '\u{10000}a', '\u{10ffff}',
  ];
  for (const a of texts) {
    for (const b of texts) {
      assert.equal(Math.sign(compareUtf8(a, b)), Buffer.compare(Buffer.from(a), Buffer.from(b)), `${a} ${b}`);
    }
  }
});

test('text is well-formed or refused', () => {
  assert.ok(isWellFormed('a\u{1f600}'));
  for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800', '\u{1f600}\ud83d']) assert.ok(!isWellFormed(text));
  assert.equal(decodeUtf8(Buffer.from('efbbbf61', 'hex')), '\ufeffa');
  for (const bytes of ['80', 'c3', 'c0af', 'eda080', 'f4908080']) {
    assert.equal(decodeUtf8(Buffer.from(bytes, 'hex')), null, bytes);
  }
});
