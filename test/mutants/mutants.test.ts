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
      // A name may be put together from a table, so only its words are looked for.
      const source = readFileSync(testFile, 'utf8').toLowerCase();
      for (const word of testName.toLowerCase().match(/\w+/g)!)
        assert.ok(source.includes(word), `${testFile} has no test "${testName}": "${word}" does not occur`);
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
