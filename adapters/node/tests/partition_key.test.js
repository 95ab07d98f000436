import assert from 'node:assert/strict';
import { test } from 'node:test';

import { encode, operations, parse, partitionId } from '../partition_key.js';
import { rejects } from './helpers.js';

const dimensions = [
  { key: 'date', value: { date: '2025-01-15' } },
  { key: 'region', value: { string: 'us-east' } },
];
const canonical = 'date=d:2025-01-15,region=s:dXMtZWFzdA';

test('the example of the page', () => {
  assert.equal(encode([...dimensions].reverse()), canonical);
  assert.deepEqual(parse(canonical), dimensions);
});

test('the example of the protocol page', () => {
  const input = { dimensions: [{ key: 'region', value: { string: 'us-east' } }] };
  assert.deepEqual(operations['partition_key.encode'](input), { canonical: 'region=s:dXMtZWFzdA' });
  rejects('invalid_string', () => operations['partition_key.parse']({ canonical: 'region=s:dXMtZWFzdA=' }));
});

test('every type is written and read back', () => {
  const all = [
    { key: 'a1', value: { null: null } },
    { key: 'a_b', value: { bool: true } },
    { key: 'ab', value: { int: '-9223372036854775808' } },
    { key: 'constructor', value: { string: '\ufeff\0' } },
    { key: 't', value: { timestamp: '0001-01-01T00:00:00.000000Z' } },
  ];
  assert.deepEqual(parse(encode(all)), all);
});

test('what is not canonical is rejected', () => {
  rejects('empty_key', () => parse(''));
  rejects('empty_key', () => encode([]));
  rejects('malformed_dimension', () => parse('a=b'));
  rejects('malformed_dimension', () => parse('a=n:null,'));
  rejects('unsorted_keys', () => parse('b=n:null,a=n:null'));
  rejects('duplicate_key', () => parse('a=n:null,a=b:true'));
  rejects('invalid_key_name', () => parse('A=n:null'));
  rejects('unknown_type', () => parse('a=f:1'));
  rejects('float_not_allowed', () => encode([{ key: 'a', value: { float: '42.0' } }]));
  rejects('unknown_type', () => encode([{ key: 'a', value: { uint: '1' } }]));
  rejects('invalid_integer', () => parse('a=i:-0'));
  rejects('integer_out_of_range', () => parse('a=i:9223372036854775808'));
  rejects('invalid_timestamp', () => parse('a=t:2025-01-15T10:00:00.0000000Z'));
  rejects('invalid_utf8', () => parse('a=s:gA'));
});

test('a request of the wrong shape is no rejection', () => {
  const encoded = (value) => () => operations['partition_key.encode']({ dimensions: [{ key: 'a', value }] });
  assert.throws(encoded({ bool: 'true' }), TypeError);
  assert.throws(encoded({ null: 'null' }), TypeError);
  assert.throws(encoded({ string: '\ud800' }), TypeError);
  assert.throws(encoded({}), TypeError);
  assert.throws(encoded('a'), TypeError);
  assert.throws(() => operations['partition_key.parse']({}), TypeError);
});

test('ids are hashes of asset and key', () => {
  assert.match(partitionId('sales', canonical), /^part_[0-9a-f]{32}$/);
  assert.notEqual(partitionId('sales', canonical), partitionId('Sales', canonical));
  rejects('empty_asset_id', () => partitionId('', canonical));
  rejects('malformed_dimension', () => partitionId('sales', 'x'));
});
