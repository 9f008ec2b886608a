import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isRouting } from '../../../src/core/schemes/routing.js';
import { ROUTINGS, WRONG_ROUTINGS } from '../../fixtures/instruments.js';
import { digitChanges, neighbourSwaps } from '../typos.js';

const nine = fc.stringMatching(/^[0-9]{8}$/).filter((digits) => /[1-9]/.test(digits));
const closedBy = (first8: string): string[] => [...'0123456789'].filter((last) => isRouting(first8 + last));

describe('ABA routing number', () => {
  it('passes the public vectors and fails the wrong ones', () => {
    for (const routing of ROUTINGS) assert.equal(isRouting(routing), true, routing);
    for (const routing of WRONG_ROUTINGS) assert.equal(isRouting(routing), false, routing);
  });

  it('is nine digits, though more of them come to the same sum', () => {
    // Weights return after three digits, and zeros add nothing.
    for (const longer of [`000${ROUTINGS[0]}`, `${ROUTINGS[0]}0`])
      assert.equal(isRouting(longer), false, longer);
  });

  it('is closed by exactly one digit', () => {
    fc.assert(fc.property(nine, (first8) => closedBy(first8).length === 1));
  });

  it('catches 100 % of single wrong digits', () => {
    fc.assert(
      fc.property(nine, (first8) => {
        for (const wrong of digitChanges(first8 + closedBy(first8)[0]!))
          assert.equal(isRouting(wrong), false);
      }),
    );
  });

  it('catches every swap of neighbours but of those five apart', () => {
    fc.assert(
      fc.property(nine, (first8) => {
        for (const { text, by } of neighbourSwaps(first8 + closedBy(first8)[0]!))
          assert.equal(isRouting(text), by === 5, text);
      }),
    );
  });
});
