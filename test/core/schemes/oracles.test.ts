/**
 * Compares IBANs and Pix codes with published libraries; test/core/public-libraries.test.ts compares check
 * digits. They must agree, except where a test states the difference and its reason.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isSEPACountry, isValidIBAN } from 'ibantools';
import { createStaticPix, hasError, parsePix } from 'pix-utils';
import { readPix } from '../../../src/core/schemes/emv.js';
import { ibanCheckDigits, isIban, isSepaIban } from '../../../src/core/schemes/iban.js';
import { PIX, WRONG_PIX } from '../../fixtures/instruments.js';

describe('IBAN compared with ibantools', () => {
  it('is accepted of countries that use them without an entry in the registry', () => {
    const account = '00000000000000000';
    const ibanOf = (country: string): string => country + ibanCheckDigits(country, account) + account;
    // Algeria uses them. The others are not countries, and RF begins a creditor reference (ISO 11649).
    assert.deepEqual(['DZ', 'ZZ', 'XX', 'RF'].map(ibanOf).map(isIban), [true, false, false, false]);
    assert.equal(isValidIBAN(ibanOf('DZ')), false);
  });

  it('is of a country of the SEPA scheme, or of one that joined later', () => {
    const LATER = new Set(['AL', 'MD', 'ME', 'MK', 'RS']);
    for (let first = 65; first <= 90; first++)
      for (let second = 65; second <= 90; second++) {
        const country = String.fromCharCode(first, second);
        if (isSEPACountry(country)) assert.equal(isSepaIban(country), true, country);
        else if (isSepaIban(country)) assert.ok(LATER.has(country), country);
      }
  });
});

describe('Pix codes compared with pix-utils', () => {
  const made = fc
    .record({
      merchantName: fc.stringMatching(/^[A-Z][A-Z ]{0,23}[A-Z]$/),
      merchantCity: fc.stringMatching(/^[A-Z][A-Z ]{0,12}[A-Z]$/),
      pixKey: fc.uuid(),
      transactionAmount: fc.integer({ min: 0, max: 99_999_999 }).map((cents) => cents / 100),
    })
    .map((parts) => {
      const pix = createStaticPix(parts);
      return hasError(pix) ? undefined : { ...parts, code: pix.toBRCode() };
    });

  it('reads the key and the amount of codes that pix-utils writes', () => {
    fc.assert(
      fc.property(made, (pix) => {
        fc.pre(pix !== undefined);
        const read = readPix(pix.code);
        assert.equal(read?.key, pix.pixKey);
        assert.equal(Number(read?.amount ?? 0), pix.transactionAmount);
      }),
    );
  });

  it('agrees on the test vectors', () => {
    for (const code of [...Object.values(PIX), ...Object.values(WRONG_PIX)])
      assert.equal(readPix(code) !== undefined, !hasError(parsePix(code)), code);
  });

  it('accepts a checksum in lower case, which some producers write and pix-utils refuses', () => {
    const lower = PIX.random.slice(0, -4) + PIX.random.slice(-4).toLowerCase();
    assert.equal(readPix(lower)?.key, readPix(PIX.random)?.key);
    assert.equal(hasError(parsePix(lower)), true);
  });
});
