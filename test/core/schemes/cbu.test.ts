import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cbuCheckDigit, isCbu, isCvu, kindOfCbu } from '../../../src/core/schemes/cbu.js';
import { CBUS, CVUS, WRONG_CBUS, WRONG_CVUS } from '../../fixtures/instruments.js';
import { digitChanges, neighbourSwaps } from '../typos.js';

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const closed = (block: string): string => block + cbuCheckDigit(block);
const cbus = fc
  .tuple(
    digits(7).filter((office) => !office.startsWith('000')),
    digits(13),
  )
  .map(([office, account]) => closed(office) + closed(account));
const cvus = fc
  .tuple(digits(4), digits(12))
  .map(([psp, client]) => closed(`000${psp}`) + closed(`0${client}`));

describe('CBU and CVU', () => {
  it('pass the public vectors, each as what it is', () => {
    for (const cbu of CBUS) assert.deepEqual([isCbu(cbu), isCvu(cbu)], [true, false], cbu);
    for (const cvu of CVUS) assert.deepEqual([isCbu(cvu), isCvu(cvu)], [false, true], cvu);
  });

  it('fail the wrong ones, all zeros among them', () => {
    for (const wrong of [...WRONG_CBUS, ...WRONG_CVUS])
      assert.deepEqual([isCbu(wrong), isCvu(wrong)], [false, false], wrong);
  });

  it('are told apart by the three digits they begin with', () => {
    for (const cbu of CBUS) assert.equal(kindOfCbu(cbu), 'cbu');
    for (const cvu of [...CVUS, ...WRONG_CVUS]) assert.equal(kindOfCbu(cvu), 'cvu');
    for (const neither of [
      '',
      CBUS[0].slice(1),
      `${CBUS[0]}0`,
      CBUS[0].replace('2', '\uff12'),
      'x'.repeat(22),
    ])
      assert.equal(kindOfCbu(neither), undefined, neither);
  });

  it('pass any blocks closed by their digits, a digit 0 among them, and by no other', () => {
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
    assert.ok(zeros > 0);
  });

  it('catch 100 % of single wrong digits', () => {
    fc.assert(
      fc.property(fc.oneof(cbus, cvus), (number) => {
        for (const wrong of digitChanges(number)) assert.ok(!isCbu(wrong) && !isCvu(wrong), wrong);
      }),
    );
  });

  it('catch every swap of neighbours within a block but of those five apart: the weights differ by an even number', () => {
    fc.assert(
      fc.property(fc.oneof(cbus, cvus), (number) => {
        for (const { text, by } of neighbourSwaps(number)) {
          const isAcross =
            text.slice(0, 8).split('').sort().join() !== number.slice(0, 8).split('').sort().join();
          const passes = isCbu(text) || isCvu(text);
          if (isAcross || by !== 5) assert.equal(passes, false, text);
        }
      }),
    );
  });
});
