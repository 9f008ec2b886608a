/**
 * Compares the schemes with published libraries on random input. They must agree, except where a test states
 * the difference and its reason.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { clabe as clabeOracle } from 'clabe-validator';
import { isSEPACountry, isValidBIC, isValidIBAN } from 'ibantools';
import { createStaticPix, hasError, parsePix } from 'pix-utils';
import { clabeCheckDigit, isClabe } from '../../../src/core/schemes/clabe.js';
import { readPix } from '../../../src/core/schemes/emv.js';
import { ibanCheckDigits, isIban, isSepaIban } from '../../../src/core/schemes/iban.js';
import { ruleOf } from '../../../src/core/kinds.js';
import { BICS, IBANS, PIX, WRONG_BICS, WRONG_IBANS, WRONG_PIX } from '../../fixtures/instruments.js';

const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`));
const RUNS = { numRuns: 2_000 };

describe('CLABE compared with clabe-validator', () => {
  it('agrees on form and check digit; its outdated lists of banks and cities are ignored', () => {
    const oracle = (text: string): boolean => clabeOracle.validate(text).valid.format;
    const near = fc.oneof(
      digits(18),
      digits(17).map((head) => head + clabeCheckDigit(head)),
    );
    fc.assert(
      fc.property(near, (text) => {
        // All zeros are rejected, although the check digit is correct.
        fc.pre(/[1-9]/.test(text));
        assert.equal(isClabe(text), hasRightCheckDigit(text));
        if (oracle(text)) assert.equal(isClabe(text), true, text);
      }),
      RUNS,
    );
  });
});

/** Whether the last digit is the check digit that clabe-validator computes. */
function hasRightCheckDigit(text: string): boolean {
  return String(clabeOracle.computeChecksum(text.slice(0, 17))) === text.at(-1);
}

describe('IBAN and BIC compared with ibantools', () => {
  const german = fc.oneof(
    digits(18).map((bban) => `DE${ibanCheckDigits('DE', bban)}${bban}`),
    digits(20).map((rest) => `DE${rest}`),
  );
  const austrian = digits(16).map((bban) => `AT${ibanCheckDigits('AT', bban)}${bban}`);
  const anything = fc.oneof(
    fc.stringMatching(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{10,31}$/),
    fc.string(),
    fc.constantFrom(...IBANS, ...WRONG_IBANS),
  );

  it('agrees on right and wrong IBANs of digits', () => {
    fc.assert(
      fc.property(fc.oneof(german, austrian), (iban) => {
        assert.equal(isIban(iban), isValidIBAN(iban), iban);
      }),
      RUNS,
    );
  });

  it('accepts every IBAN that ibantools accepts, and those of countries that use them without an entry in the registry', () => {
    fc.assert(
      fc.property(anything, (text) => {
        if (isValidIBAN(text)) assert.equal(isIban(text), true, text);
      }),
      RUNS,
    );
    const account = '00000000000000000';
    const ibanOf = (country: string): string => country + ibanCheckDigits(country, account) + account;
    // Algeria uses them. The others are not countries, and RF begins a creditor reference (ISO 11649).
    assert.deepEqual(['DZ', 'ZZ', 'XX', 'RF'].map(ibanOf).map(isIban), [true, false, false, false]);
    assert.equal(isValidIBAN(ibanOf('DZ')), false);
  });

  it('agrees on the countries of the SEPA scheme, except those that joined later', () => {
    const LATER = new Set(['AL', 'MD', 'ME', 'MK', 'RS']);
    for (let first = 65; first <= 90; first++)
      for (let second = 65; second <= 90; second++) {
        const country = String.fromCharCode(first, second);
        if (isSEPACountry(country)) assert.equal(isSepaIban(country), true, country);
        else if (isSepaIban(country)) assert.ok(LATER.has(country), country);
      }
  });

  it('accepts every BIC that ibantools accepts, and others: no list of countries is applied', () => {
    const bic = ruleOf('bic').check!;
    const form = fc.stringMatching(/^[A-Z]{4}[A-Z]{2}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/);
    fc.assert(
      fc.property(
        fc.oneof(form, fc.stringMatching(/^[A-Z0-9]{7,12}$/), fc.constantFrom(...BICS, ...WRONG_BICS)),
        (text) => {
          if (isValidBIC(text)) assert.equal(bic(text), true, text);
          if (bic(text)) assert.equal(isValidBIC(`${text.slice(0, 4)}DE${text.slice(6)}`), true, text);
        },
      ),
      RUNS,
    );
    for (const text of WRONG_BICS) assert.deepEqual([bic(text), isValidBIC(text)], [false, false]);
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
