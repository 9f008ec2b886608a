import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { after, describe, it } from 'node:test';
import { writeReference } from '../../scripts/reference.js';

const KEPT = fileURLToPath(new URL('../../docs/reference', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reference-'));
after(() => rmSync(folder, { recursive: true, force: true }));

describe('the reference pages', () => {
  it('are generated from the docstrings of every export', () => {
    writeReference(folder);
    assert.deepEqual(readdirSync(KEPT).toSorted(), readdirSync(folder).toSorted());
    for (const page of readdirSync(folder))
      assert.equal(
        readFileSync(join(KEPT, page), 'utf8'),
        readFileSync(join(folder, page), 'utf8'),
        `${page}: run npm run docs`,
      );
  });
});
