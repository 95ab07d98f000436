// Reads an export without any library, and runs its partition key cases against an implementation.
//
//     node cases.mjs EXPORT FOLDER_OF_THE_IMPLEMENTATION

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { pathToFileURL } from 'node:url';

const [exported, implementation] = process.argv.slice(2).map((path) => resolve(path));
const load = (name) => import(pathToFileURL(join(implementation, name)).href);
const { operations } = await load('partition_key.js');
const { Reject } = await load('proofmark_adapter.js');
const read = (name) => JSON.parse(readFileSync(join(exported, name), 'utf8'));

function expanded(value) {
  if (Array.isArray(value)) return value.map(expanded);
  if (typeof value !== 'object' || value === null) return value;
  if ('$text' in value) return value.$text.map((p) => (typeof p === 'string' ? p : p.repeat.repeat(p.times))).join('');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, expanded(item)]));
}

function asked(operation, input) {
  try {
    return { ok: operations[operation](input) };
  } catch (error) {
    if (error instanceof Reject) return { reject: error.code };
    throw error;
  }
}

// A refusal fits whatever its code: for partition keys, codes are a SHOULD.
function fits(expect, actual) {
  if (expect.any_of) return expect.any_of.some((one) => fits(one, actual));
  if ('reject' in expect) return 'reject' in actual;
  return isDeepStrictEqual(actual, { ok: expect.ok });
}

for (const line of readFileSync(join(exported, 'SHA256SUMS'), 'utf8').split('\n').filter(Boolean)) {
  const [digest, name] = line.split('  ');
  const actual = createHash('sha256').update(readFileSync(join(exported, name))).digest('hex');
  if (actual !== digest) throw new Error(`${name} has another digest`);
}

let [count, wrong] = [0, 0];
const folder = join('vectors', 'partition_key');
for (const file of readdirSync(join(exported, folder)).sort()) {
  for (const raw of read(join(folder, file)).cases) {
    const found = expanded(raw);
    for (const { operation, input, expect } of found.steps ?? [found]) {
      const actual = asked(operation, input);
      if (!fits(expect, actual)) {
        console.log(`partition_key/${file}/${found.id}: expected ${JSON.stringify(expect)}, came ${JSON.stringify(actual)}`);
        wrong += 1;
      }
    }
    count += 1;
  }
}
console.log(`${count} cases, ${wrong} wrong`);
