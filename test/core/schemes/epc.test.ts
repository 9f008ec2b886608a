import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { epcOf, epcText, type EpcParts } from '../../../src/core/schemes/epc.js';
import { ibanCheckDigits } from '../../../src/core/schemes/iban.js';
import { methodOf } from '../../../src/core/methods.js';
import { answerWith, slipOf } from '../outcome.js';

const PARTS: EpcParts = { name: 'Ventures Inc', iban: 'BE72000000001616', message: 'BRGJT5PNSZX636P9EC2D' };
const VECTOR = 'BCD\n002\n1\nSCT\n\nVentures Inc\nBE72000000001616\n\n\n\nBRGJT5PNSZX636P9EC2D';
const ibanOf = (country: string, bban: string) => `${country}${ibanCheckDigits(country, bban)}${bban}`;

describe('the text of an EPC069-12 code', () => {
  it('equals the test vector byte for byte', () => {
    assert.equal(epcText(PARTS), VECTOR);
    assert.equal(new TextEncoder().encode(VECTOR).length, 68);
  });

  it('contains the BIC, and the amount with two decimals', () => {
    const lines = epcText({ ...PARTS, amount: '12.3', bic: 'ABNABE2A' })!.split('\n');
    assert.deepEqual([lines[4], lines[7]], ['ABNABE2A', 'EUR12.30']);
  });

  it('ends after the last element that is present', () => {
    assert.equal(epcText({ name: 'A', iban: PARTS.iban }), 'BCD\n002\n1\nSCT\n\nA\nBE72000000001616');
  });

  it('is undefined if a part makes it invalid', () => {
    const swiss = ibanOf('CH', '00762011623852957');
    const turkish = ibanOf('TR', '0006100519786457841326');
    for (const wrong of [
      { name: '' },
      { name: '  ' },
      { name: 'x'.repeat(71) },
      { message: 'x'.repeat(141) },
      { iban: 'BE72000000001617' },
      { iban: turkish },
      { iban: swiss },
      { amount: '0' },
      { amount: '1e3' },
      { amount: '1.005' },
      { amount: '1000000000.00' },
      { name: '\u20ac'.repeat(70), message: '\u20ac'.repeat(140) },
    ])
      assert.equal(epcText({ ...PARTS, ...wrong }), undefined, JSON.stringify(wrong));
    assert.ok(epcText({ ...PARTS, iban: swiss, bic: 'POFICHBE' }));
    assert.ok(epcText({ ...PARTS, amount: '999999999.99' }));
  });

  it('has no value that begins a new line', () => {
    const names = fc.string({ unit: 'binary', maxLength: 20 });
    fc.assert(
      fc.property(names, fc.string({ maxLength: 20 }), (name, message) => {
        const text = epcText({ ...PARTS, name, message: `${message}x` });
        if (text !== undefined) assert.equal(text.split('\n').length, 11);
        if (/[\n\r]/.test(name + message)) assert.equal(text, undefined);
      }),
    );
  });

  it('exists for a slip in euros to an IBAN, with the requested amount, and for no other slip', () => {
    const { sample } = methodOf(85)!;
    const read = (fields: object, request: object = {}) =>
      epcOf(slipOf(answerWith(fields), { paymentId: 85, ...request }));
    assert.equal(
      read(sample, { amount: '12.34' }),
      'BCD\n002\n1\nSCT\nABNADEFF\nTienda Sol SA\nDE89370400440532013000\nEUR12.34\n\n\nK7QHW2M9X4TB6ZP3RD5V',
    );
    assert.equal(read({ ...sample, IBAN: 'DE89370400440532013001' }), undefined);
    assert.equal(read(sample, { fiat: 'GBP' }), undefined);
    assert.equal(epcOf(slipOf(answerWith(methodOf(81)!.sample), { paymentId: 81 })), undefined);
  });
});
