import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { packagesOf } from '../../scripts/on-demand.js';
import { writeReference } from '../../scripts/reference.js';
import { ROOT } from '../root.js';
import { temporaryFolder } from '../temporary-folder.js';

const KEPT = join(ROOT, 'docs/reference');
const folder = temporaryFolder();
// Not in the test, whose time is limited: TypeDoc may have to be installed first.
packagesOf('docs');

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
