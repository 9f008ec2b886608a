import { describe, it } from 'node:test';
import { isSoak } from '../proofs/scale.js';
import { COPIED, tryCopied } from './copied.js';

// These tests install from the registry, which takes minutes. In every run, test/docs/integrations.test.ts
// compares the guides with the samples.
describe('the guides, followed in an empty folder', { skip: isSoak ? false : 'soak only' }, () => {
  for (const name of COPIED)
    it(`give a project of ${name} that builds with the packages that they name`, async () => {
      await tryCopied(name);
    });
});
