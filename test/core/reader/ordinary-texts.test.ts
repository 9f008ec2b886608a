/**
 * The reading policy marks names, references and addresses that contain an account. These 2,000 ordinary
 * texts were drawn by Faker 40.35 (Python) with a fixed seed: 200 for each of ten countries, in turn a name,
 * an address (one in five with a telephone number) and a reference. The rules were written with texts of
 * other seeds.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { holdsAccount } from '../../../src/core/reader/account-search.js';
import { ROOT } from '../../root.js';

const TEXTS = JSON.parse(readFileSync(join(ROOT, 'test/fixtures/ordinary-texts.json'), 'utf8')) as Readonly<
  Record<string, readonly string[]>
>;

describe('a UUID', () => {
  it('is never marked, because random Pix keys are UUIDs', () => {
    for (let count = 0; count < 20_000; count += 1) {
      const uuid = randomUUID();
      for (const text of [uuid, uuid.toUpperCase(), uuid.replaceAll('-', '')])
        assert.equal(holdsAccount(text), false, text);
    }
  });
});

describe('an ordinary name, reference or address', () => {
  it('is marked fewer than five times in a thousand', () => {
    const texts = Object.values(TEXTS).flat();
    const marked = texts.filter(holdsAccount);
    assert.equal(texts.length, 2_000);
    assert.ok(marked.length < 5, marked.join('\n'));
  });
});
