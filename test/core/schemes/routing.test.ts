import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isRouting } from '../../../src/core/schemes/routing.js';
import { ROUTINGS, WRONG_ROUTINGS } from '../../fixtures/instruments.js';

describe('ABA routing number', () => {
  it('accepts public test vectors and rejects wrong numbers', () => {
    for (const routing of ROUTINGS) assert.equal(isRouting(routing), true, routing);
    for (const routing of WRONG_ROUTINGS) assert.equal(isRouting(routing), false, routing);
  });

  it('rejects longer numbers with the same sum', () => {
    // The weights repeat after three digits, and zeros add nothing.
    for (const longer of [`000${ROUTINGS[0]}`, `${ROUTINGS[0]}0`])
      assert.equal(isRouting(longer), false, longer);
  });

  it('accepts exactly one check digit for 8 digits', () => {
    const first8 = fc.stringMatching(/^[0-9]{8}$/).filter((digits) => /[1-9]/.test(digits));
    fc.assert(
      fc.property(first8, (digits) => {
        const valid = [...'0123456789'].filter((last) => isRouting(digits + last));
        assert.equal(valid.length, 1);
      }),
    );
  });
});
