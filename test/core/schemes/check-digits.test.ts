/**
 * Compares the schemes with check digits with their mathematical form. test/core/kinds.test.ts has the
 * published numbers.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ruleOf } from '../../../src/core/kinds.js';
import { kindOfCbu } from '../../../src/core/schemes/cbu.js';
import { cuitCheckDigit, isCuit } from '../../../src/core/schemes/cuit.js';
import { CBUS, CVUS, WRONG_CVUS } from '../../fixtures/instruments.js';
import { isValid, numbersOf, SCHEMES, typosOf } from '../../fixtures/schemes.js';

describe('a scheme with check digits', () => {
  for (const scheme of SCHEMES)
    it(`accepts exactly the right check digits: ${scheme.name}`, () => {
      const accepts = (number: string): boolean => scheme.kinds.some((kind) => ruleOf(kind).check?.(number));
      fc.assert(
        fc.property(numbersOf(scheme), (number) => {
          assert.equal(accepts(number), true, number);
          for (const wrong of typosOf(scheme, number))
            assert.equal(accepts(wrong), isValid(scheme, wrong), wrong);
        }),
      );
    });
});

describe('a CBU or CVU', () => {
  it('is distinguished by its first three digits', () => {
    for (const cbu of CBUS) assert.equal(kindOfCbu(cbu), 'cbu');
    for (const cvu of [...CVUS, ...WRONG_CVUS]) assert.equal(kindOfCbu(cvu), 'cvu');
    const fullWidth = CBUS[0].replace('2', '\uff12');
    for (const neither of ['', CBUS[0].slice(1), `${CBUS[0]}0`, fullWidth, 'x'.repeat(22)])
      assert.equal(kindOfCbu(neither), undefined, neither);
  });
});

describe('a CUIT', () => {
  it('has one of twelve types of taxpayer', () => {
    const types = ['20', '23', '24', '25', '26', '27', '30', '33', '34', '50', '51', '55'];
    for (let type = 0; type < 100; type++) {
      const prefix = String(type).padStart(2, '0');
      const first10 = `${prefix}05536168`;
      assert.equal(isCuit(first10 + cuitCheckDigit(first10)), types.includes(prefix), prefix);
    }
  });
});
