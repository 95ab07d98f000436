import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choose } from '../choices.js';
import { operations } from '../index_key/operations.js';
import { rejects } from './helpers.js';

choose('first');

const call = (op, input, session) => operations[`index_key.${op}`](input, session);
const index = {
  kind: 'user',
  id: 7,
  components: [{ type: 'string' }, { type: 'int', descending: true }],
  primary_key: 'uint',
  unique: true,
};
const row = { components: [{ string: 'ab' }, { int: '5' }], primary_key: { uint: '1' } };
const key = '0201000000074861620000e77ffffffffffffffa200000000000000001';
const any = { kind: 'user', id: 7, components: [{ type: 'any' }], primary_key: 'any' };
const HEAD = '020100000007';
const PRIMARY_KEY = '200000000000000001';

const encode = (value, of = any) => {
  const encoded = call('encode', { index: of, components: [value], primary_key: { uint: '1' } }).key;
  assert.ok(encoded.startsWith(HEAD) && encoded.endsWith(PRIMARY_KEY));
  return encoded.slice(HEAD.length, -PRIMARY_KEY.length);
};
const decode = (frame) => {
  const { components } = call('decode', { index: any, key: HEAD + frame.replaceAll(' ', '') + PRIMARY_KEY });
  return components[0];
};

test('the key of the page', () => {
  assert.equal(call('encode', { index, ...row }).key, key);
  assert.deepEqual(call('decode', { index, key }), row);
  assert.equal(call('prefix', { index, components: [] }).prefix, HEAD);
});

test('the frames of the page', () => {
  const frames = [
    [{ null: null }, '08'],
    [{ bool: true }, '10 01'],
    [{ int: '0' }, '18 8000000000000000'],
    [{ int: '-1' }, '18 7fffffffffffffff'],
    [{ int: '42' }, '18 800000000000002a'],
    [{ uint: '42' }, '20 000000000000002a'],
    [{ decimal: '0e0' }, '28 02'],
    [{ decimal: '1.5e0' }, '28 03 2000 02 06 00'],
    [{ decimal: '1.2e2' }, '28 03 2002 02 03 00'],
    [{ decimal: '1e-3' }, '28 03 1ffd 02 00'],
    [{ decimal: '-1.5e0' }, '28 01 dfff fd f9 ff'],
    [{ float: '1.5e0' }, '30 bff8000000000000'],
    [{ float: 'Infinity' }, '30 fff0000000000000'],
    [{ float: '-1.5e0' }, '30 4007ffffffffffff'],
    [{ float: '-Infinity' }, '30 000fffffffffffff'],
    [{ float: '0e0' }, '30 8000000000000000'],
    [{ date: '1970-01-01' }, '38 80000000'],
    [{ date: '1969-12-31' }, '38 7fffffff'],
    [{ date: '2025-01-15' }, '38 80004e87'],
    [{ timestamp: '1969-12-31T23:59:59.999999Z' }, '40 7fffffffffffffff'],
    [{ timestamp: '2025-01-15T08:00:00.500000Z' }, '40 80062bba10786120'],
    [{ string: '' }, '48 00 00'],
    [{ string: 'a' }, '48 61 00 00'],
    [{ string: 'a\0b' }, '48 61 00ff 62 00 00'],
    [{ bytes: '00ff' }, '50 00ff ff 00 00'],
    [{ ulid: '01ARZ3NDEKTSV4RRFFQ69G5FAV' }, '58 01563e3ab5d3d6764c61efb99302bd5b'],
    [{ enum: { discriminant: 2 } }, '60 00000002 00'],
    [{ enum: { discriminant: 2, payload: { int: '1' } } }, '60 00000002 18 8000000000000001'],
  ];
  for (const [value, frame] of frames) {
    assert.equal(encode(value), frame.replaceAll(' ', ''));
    assert.deepEqual(decode(frame), value);
  }
});

test('values have many texts and one frame', () => {
  const all = (decimals, frame) => decimals.forEach((decimal) => assert.equal(encode({ decimal }), frame));
  all(['1.50', '15e-1', '1.5', '0.15e1', '150e-2'], '28032000020600');
  all(['0', '-0', '0.00', '-0.0', '0e99999999999999999999'], '2802');
  assert.equal(encode({ float: '-0.0' }), encode({ float: '0' }));
  assert.equal(encode({ timestamp: '2025-01-15T10:00:00.5+02:00' }), '4080062bba10786120');
});

test('values that cannot be indexed are refused', () => {
  rejects('integer_out_of_range', () => encode({ int: '9223372036854775808' }));
  rejects('integer_out_of_range', () => encode({ uint: '18446744073709551616' }));
  rejects('integer_out_of_range', () => encode({ uint: '1'.repeat(1e6) }));
  rejects('decimal_too_precise', () => encode({ decimal: '1'.repeat(39) }));
  assert.ok(encode({ decimal: `${'1'.repeat(38)}000` }));
  rejects('decimal_out_of_range', () => encode({ decimal: '1e6144' }));
  rejects('decimal_out_of_range', () => encode({ decimal: '0.1e-99999999999999999999' }));
  rejects('nan_not_allowed', () => encode({ float: 'NaN' }));
  rejects('invalid_date', () => encode({ date: '0000-01-01' }));
  rejects('timestamp_too_precise', () => encode({ timestamp: '2025-01-15T10:00:00.0000000Z' }));
  rejects('timestamp_out_of_range', () => encode({ timestamp: '0001-01-01T00:00:00+00:01' }));
  rejects('invalid_ulid', () => encode({ ulid: '81ARZ3NDEKTSV4RRFFQ69G5FAV' }));
  rejects('type_mismatch', () => call('encode', { index, ...row, primary_key: { int: '1' } }));
  rejects('null_primary_key', () => call('encode', { index, ...row, primary_key: { null: null } }));
  rejects('wrong_component_count', () => call('encode', { index, ...row, components: [] }));
  const nested = (depth) => (depth === 0 ? { int: '1' } : { enum: { discriminant: 0, payload: nested(depth - 1) } });
  assert.ok(encode(nested(8)));
  rejects('enum_too_deep', () => encode(nested(9)));
});

test('what no encoder writes is not decoded', () => {
  rejects('legacy_version', () => call('decode', { index, key: '01' }));
  rejects('unknown_version', () => call('decode', { index, key: '00' }));
  rejects('truncated_key', () => call('decode', { index, key: '' }));
  rejects('foreign_index', () => call('decode', { index, key: `020200000007${key.slice(12)}` }));
  rejects('truncated_key', () => call('decode', { index, key: key.slice(0, -2) }));
  rejects('trailing_bytes', () => call('decode', { index, key: `${key}00` }));
  rejects('unknown_tag', () => decode('09'));
  rejects('unknown_tag', () => decode('e7 7ffffffffffffffa'));
  rejects('invalid_escape', () => decode('48 61 0001 0000'));
  rejects('invalid_utf8', () => decode('48 ff 0000'));
  rejects('non_canonical', () => decode('10 02'));
  rejects('non_canonical', () => decode('30 7fffffffffffffff'));
  rejects('non_canonical', () => decode('30 fff8000000000000'));
  rejects('non_canonical', () => decode('28 03 2000 02 01 00'));
  rejects('non_canonical', () => decode('38 ffffffff'));
  rejects('null_primary_key', () => call('decode', { index: any, key: `${HEAD}0808` }));
});

test('texts are in the order of their bytes', () => {
  const order = (left, right) => call('compare', {
    index: any,
    left: { components: [left], primary_key: { uint: '1' } },
    right: { components: [right], primary_key: { uint: '1' } },
  }).order;
  assert.equal(order({ string: '\ufffd' }, { string: '\u{10000}' }), 'less');
  assert.equal(order({ string: 'b' }, { string: 'aa' }), 'greater');
  assert.equal(order({ int: '5' }, { uint: '3' }), 'less');
  assert.equal(order({ float: '-0.0' }, { float: '0' }), 'equal');
  assert.equal(order({ float: 'Infinity' }, { float: 'Infinity' }), 'equal');
  const numbers = ['-10', '-9.5', '-0.1', '0', '0.05', '0.1', '0.15', '9', '10'];
  numbers.slice(1).forEach((number, i) => assert.equal(order({ decimal: numbers[i] }, { decimal: number }), 'less'));
});

test('the ends of beginnings', () => {
  const end = (value) =>
    call('bounds', { index: any, prefix: [], range: { starts_with: value } }).end.slice(HEAD.length);
  assert.equal(end({ string: 'ab' }), '486163');
  assert.equal(end({ string: '' }), '49');
  assert.equal(end({ string: 'a\0' }), '486101');
  assert.equal(end({ bytes: 'ffff' }), '51');
  rejects('type_mismatch', () => end({ int: '1' }));
});

test('a range that is the wrong way round is empty', () => {
  const range = { lower: { value: { int: '5' }, inclusive: true }, upper: { value: { int: '3' }, inclusive: true } };
  for (const descending of [false, true]) {
    const of = { ...any, components: [{ type: 'int', descending }] };
    const { start, end } = call('bounds', { index: of, prefix: [], range });
    assert.equal(start, end);
  }
});

test('the token of the page', () => {
  const scan = (changes) => call('scan', {
    index: { kind: 'user', id: 7 }, prefix: [], range: null, reverse: false, limit: 1, cursor: null, ...changes,
  }, 'store');
  call('create', { index }, 'store');
  call('put', { index, ...row }, 'store');
  call('put', { index, ...row }, 'store');
  const second = { components: [{ string: 'ab' }, { int: '4' }], primary_key: { uint: '2' } };
  call('put', { index, ...second }, 'store');
  rejects('unique_violation', () => call('put', { index, ...second, primary_key: { uint: '3' } }, 'store'));

  const page = scan({});
  assert.deepEqual(page, { rows: [row], cursor: `0100e68c53434ea57bd7${key}015f9d7b400b68f9` });
  assert.deepEqual(call('delete', { index, primary_key: { uint: '1' } }, 'store'), { deleted: true });
  assert.deepEqual(call('delete', { index, primary_key: { uint: '1' } }, 'store'), { deleted: false });
  assert.deepEqual(scan({ cursor: page.cursor }), { rows: [second], cursor: null });
  rejects('foreign_token', () => scan({ cursor: page.cursor, reverse: true }));
  rejects('foreign_token', () => scan({ cursor: page.cursor, prefix: [{ string: 'ab' }] }));
  rejects('malformed_token', () => scan({ cursor: page.cursor.toUpperCase() }));
  rejects('malformed_token', () => scan({ cursor: '' }));
  rejects('unknown_token_version', () => scan({ cursor: '02' }));
  rejects('invalid_limit', () => scan({ limit: 0 }));
  rejects('unknown_index', () => scan({ index: { kind: 'system', id: 7 } }));
});

test('plans', () => {
  const predicates = [
    { column: 'name', op: 'eq', value: { string: 'ab' } },
    { column: 'name', op: 'eq', value: { string: 'cd' } },
    { column: 'age', op: 'ge', value: { float: 'NaN' } },
    { column: 'age', op: 'ge', value: { int: '5' } },
    { column: 'other', op: 'eq', value: { int: '5' } },
  ];
  const order = [
    { column: 'id', descending: true },
    { column: 'name', descending: true },
  ];
  const columns = ['name', 'age', 'id'];
  const plan = (changes) => call('plan', { index, columns, predicates, order, ...changes });
  assert.deepEqual(plan({}), {
    prefix: [{ string: 'ab' }],
    range: { lower: { value: { int: '5' }, inclusive: true } },
    order: 'none',
    residual: [1, 2, 4],
  });
  const forward = [{ column: 'age', descending: true }, { column: 'id', descending: false }];
  assert.equal(plan({ order: forward }).order, 'forward');
  assert.equal(plan({ order: [{ column: 'age', descending: false }, ...order] }).order, 'reverse');
  assert.equal(plan({ order: [{ column: 'other', descending: false }] }).order, 'none');
});

test('a megabyte of zeros', () => {
  const zeros = '00'.repeat(1 << 20);
  const of = { ...any, components: [{ type: 'bytes', descending: true }] };
  const large = { components: [{ bytes: zeros }], primary_key: { uint: '1' } };
  const encoded = call('encode', { index: of, ...large }).key;
  assert.deepEqual(call('decode', { index: of, key: encoded }), large);
});
