import assert from 'node:assert/strict';
import { test } from 'node:test';

import { choice, choose } from '../choices.js';

test('choices are made by rule', () => {
  assert.equal(choice('PK-023'), 'accept');
  choose('first');
  assert.equal(choice('PK-023'), 'reject');
  choose('EP-073=one');
  assert.equal(choice('EP-073'), 'one');
  assert.equal(choice('EP-039'), 'each');
  for (const wrong of ['', 'PK-001=accept', 'PK-023=none', 'PK-023', 'constructor=name']) {
    assert.throws(() => choose(wrong), RangeError, wrong);
  }
});
