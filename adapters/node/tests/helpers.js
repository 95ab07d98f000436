import assert from 'node:assert/strict';

import { Reject } from '../proofmark_adapter.js';

/** Asserts that a call is rejected with a code. */
export const rejects = (code, call) =>
  assert.throws(call, (thrown) => thrown instanceof Reject && thrown.code === code, code);
