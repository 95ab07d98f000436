/** The tokens by which a scan goes on: version, direction, a hash of the bounds, a key, and a checksum. */

import { createHash } from 'node:crypto';

import { Reject } from '../proofmark_adapter.js';
import { fromHex } from './bytes.js';

/** @typedef {{start: Buffer, end: Buffer, isReverse: boolean}} Query what a token is given for */

const VERSION = 0x01;
const HASH_LENGTH = 8;
const HEAD_LENGTH = 2;

/** @param {...Buffer} parts */
function hash(...parts) {
  const digest = createHash('sha256');
  parts.forEach((part) => digest.update(part));
  return digest.digest().subarray(0, HASH_LENGTH);
}

/** @param {Query} query */
function hashOfBounds({ start, end }) {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(start.length);
  return hash(length, start, end);
}

/**
 * @param {Query} query
 * @param {Buffer} key of the last row of the page
 * @returns {string}
 */
export function writeToken(query, key) {
  const body = Buffer.concat([Buffer.of(VERSION, Number(query.isReverse)), hashOfBounds(query), key]);
  return Buffer.concat([body, hash(body)]).toString('hex');
}

/**
 * @param {string} token
 * @param {Query} query
 * @param {Buffer} head what the keys of the index begin with
 * @returns {Buffer} the key after which the scan goes on
 */
export function readToken(token, query, head) {
  const bytes = fromHex(token);
  if (!bytes || bytes.length === 0) throw new Reject('malformed_token');
  if (bytes[0] !== VERSION) throw new Reject('unknown_token_version');
  if (bytes.length < HEAD_LENGTH + 2 * HASH_LENGTH || bytes[1] > 1) throw new Reject('malformed_token');
  const body = bytes.subarray(0, -HASH_LENGTH);
  if (!hash(body).equals(bytes.subarray(-HASH_LENGTH))) throw new Reject('malformed_token');

  const key = body.subarray(HEAD_LENGTH + HASH_LENGTH);
  const isOfIndex = key.subarray(0, head.length).equals(head);
  const isOfQuery = body.subarray(HEAD_LENGTH, HEAD_LENGTH + HASH_LENGTH).equals(hashOfBounds(query));
  const isOfDirection = bytes[1] === Number(query.isReverse);
  const isWithin = Buffer.compare(key, query.start) >= 0 && Buffer.compare(key, query.end) < 0;
  if (!isOfIndex || !isOfQuery || !isOfDirection || !isWithin) throw new Reject('foreign_token');
  return key;
}
