import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cbuCheckDigit, isCbu, isCvu, kindOfCbu } from '../../../src/core/schemes/cbu.js';
import { CBUS, CVUS, WRONG_CBUS, WRONG_CVUS } from '../../fixtures/instruments.js';

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const withCheckDigit = (block: string): string => block + cbuCheckDigit(block);
const cbus = fc
  .tuple(
    digits(7).filter((office) => !office.startsWith('000')),
    digits(13),
  )
  .map(([office, account]) => withCheckDigit(office) + withCheckDigit(account));
const cvus = fc
  .tuple(digits(4), digits(12))
  .map(([psp, client]) => withCheckDigit(`000${psp}`) + withCheckDigit(`0${client}`));

describe('CBU and CVU', () => {
  it('accept public test vectors, each as its own scheme', () => {
    for (const cbu of CBUS) assert.deepEqual([isCbu(cbu), isCvu(cbu)], [true, false], cbu);
    for (const cvu of CVUS) assert.deepEqual([isCbu(cvu), isCvu(cvu)], [false, true], cvu);
  });

  it('reject wrong numbers and all zeros', () => {
    for (const wrong of [...WRONG_CBUS, ...WRONG_CVUS])
      assert.deepEqual([isCbu(wrong), isCvu(wrong)], [false, false], wrong);
  });

  it('are distinguished by their first three digits', () => {
    for (const cbu of CBUS) assert.equal(kindOfCbu(cbu), 'cbu');
    for (const cvu of [...CVUS, ...WRONG_CVUS]) assert.equal(kindOfCbu(cvu), 'cvu');
    const fullWidth = CBUS[0].replace('2', '\uff12');
    for (const neither of ['', CBUS[0].slice(1), `${CBUS[0]}0`, fullWidth, 'x'.repeat(22)])
      assert.equal(kindOfCbu(neither), undefined, neither);
  });

  it('accept exactly one check digit for each block', () => {
    let zeros = 0;
    fc.assert(
      fc.property(fc.oneof(cbus, cvus), (number) => {
        if (number[7] === '0') zeros++;
        assert.ok(isCbu(number) || isCvu(number) || /^0+$/.test(number));
        for (const at of [7, 21])
          for (const digit of '0123456789') {
            const changed = number.slice(0, at) + digit + number.slice(at + 1);
            if (digit !== number[at]) assert.ok(!isCbu(changed) && !isCvu(changed), changed);
          }
      }),
    );
    assert.ok(zeros > 0, 'some blocks have the check digit 0');
  });
});
