import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as loop from '../proofmark_adapter.js';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url)));

test('the package is the loop', async () => {
  // A package finds itself by its own name, through what it exports.
  const own = await import(manifest.name);
  assert.deepEqual(Object.keys(own).sort(), Object.keys(loop).sort());
  assert.equal(own.serve, loop.serve);
  await assert.rejects(import(`${manifest.name}/partition_key.js`), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
});

test('what is exported is in the package, and has types', () => {
  for (const file of Object.values(manifest.exports['.'])) {
    assert.ok(manifest.files.includes(file.replace('./', '')), file);
    assert.ok(existsSync(new URL(`../${file}`, import.meta.url)), file);
  }
  const types = readFileSync(new URL('../proofmark_adapter.d.ts', import.meta.url), 'utf8');
  for (const name of Object.keys(loop)) {
    assert.match(types, new RegExp(`export (class|function) ${name}\\b`), name);
  }
});
