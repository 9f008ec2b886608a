import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clabeCheckDigit } from '../../../src/core/schemes/clabe.js';
import { bankOfClabe, isTestClabe } from '../../../src/core/schemes/clabe-banks.js';

function clabeOf(bank: string): string {
  const digits = `${bank}18000011835971`;
  return digits + clabeCheckDigit(digits);
}

describe('the bank of a CLABE', () => {
  it('follows from its first three digits', () => {
    for (const [clabe, bank] of [
      ['032180000118359719', undefined],
      ['002010077777777771', 'Banamex'],
      ['706180304649761358', 'Arcus FI'],
      [clabeOf('012'), 'BBVA México'],
      [clabeOf('646'), 'STP'],
      [clabeOf('722'), 'Mercado Pago W'],
    ] as const)
      assert.equal(bankOfClabe(clabe), bank, clabe);
  });

  it('is unknown for a number that is not a CLABE', () => {
    for (const text of ['002010077777777779', '002', '', '0020100777777777710', '002010077777777771 '])
      assert.equal(bankOfClabe(text), undefined, text);
  });

  it('is undefined for the sandbox’s own code, and for codes that hold no accounts', () => {
    for (const bank of ['999', '001', '901', '902', '903', '000'])
      assert.equal(bankOfClabe(clabeOf(bank)), undefined, bank);
    assert.equal(isTestClabe(clabeOf('999')), true);
    assert.equal(isTestClabe(clabeOf('646')), false);
    assert.equal(isTestClabe('999180000000000016'), false, 'a wrong check digit');
  });

  it('has a short name as bank apps list it, in capitals only if that is the name', () => {
    const names = Array.from({ length: 1000 }, (_, code) =>
      bankOfClabe(clabeOf(String(code).padStart(3, '0'))),
    );
    const known = names.filter((name) => name !== undefined);
    assert.ok(known.length > 80, String(known.length));
    assert.equal(new Set(known).size, known.length);
    for (const name of known) assert.match(name, /^[\p{L}\d][\p{L}\d .]{1,22}$/u);
  });
});
