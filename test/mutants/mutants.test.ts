import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { MUTANTS } from './mutants.js';
import { mutated } from './mutate.js';

/** Tests the list of mutants. `npm run test:proofs` tests whether each mutant is caught. */
describe('a mutant', () => {
  for (const mutant of MUTANTS)
    it(`applies to the source and names its test: ${mutant.name}`, () => {
      const [testFile, testName] = mutant.caughtBy;
      const source = readFileSync(testFile, 'utf8').replaceAll("\\'", "'");
      assert.ok(source.includes(testName), `${testFile} has no test "${testName}"`);
      if (!mutant.file.startsWith('cdn/')) mutated(mutant, readFileSync(mutant.file, 'utf8'));
    });

  it('reports its name and file if the source has changed', () => {
    const mutant = { ...MUTANTS[0]!, name: 'an example', file: 'src/example.ts' };
    assert.throws(
      () => mutated(mutant, 'other text'),
      /mutant "an example": text not found in src\/example\.ts/,
    );
  });
});
