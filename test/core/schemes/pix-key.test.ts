import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isPixKey, looksLikePixKey } from '../../../src/core/schemes/pix-key.js';
import { PIX_KEYS } from '../../fixtures/instruments.js';

/** The number and each of the 100 pairs of check digits. */
const withCheckDigits = (head: string): string[] =>
  Array.from({ length: 100 }, (_, tail) => head + String(tail).padStart(2, '0'));

describe('a Pix key', () => {
  it('accepts e-mail addresses of at most 77 characters, with any number of domain labels', () => {
    const mail = (length: number): string => `a@${'b'.repeat(length - 6)}.com`;
    assert.deepEqual([isPixKey(mail(77)), isPixKey(mail(78))], [true, false]);
    for (const key of ['a@b.com', 'ana@mail.shop.example.com']) assert.equal(isPixKey(key), true, key);
  });

  it('rejects text before and after a key', () => {
    for (const key of PIX_KEYS)
      for (const wrong of [`x ${key}`, `${key} x`, `0 ${key}`]) {
        assert.equal(isPixKey(wrong), false, wrong);
        assert.equal(looksLikePixKey(wrong), false, wrong);
      }
    for (const wrong of ['12ABC34501DE35X', 'X12ABC34501DE35', 'a@b@example.com'])
      assert.equal(isPixKey(wrong), false);
  });

  it('rejects numbers that have neither 11 nor 14 digits, whatever their check digits', () => {
    for (const head of ['1234567890', '12345678901', '1234567890123'])
      for (const number of withCheckDigits(head)) assert.equal(isPixKey(number), false, number);
  });

  it('checks a CNPJ with letters, which count as their ASCII codes, in upper or lower case', () => {
    for (const right of ['12ABC34501DE35', '12abc34501DE35', '12.ABC.345/01DE-35'])
      assert.equal(isPixKey(right), true, right);
    for (const wrong of [
      '12ABC34501DE36',
      '12ABC34501ED35',
      '12ABC34501DE3A',
      '00000000000000',
      '00000000000061',
    ])
      assert.equal(isPixKey(wrong), false, wrong);
  });

  it('accepts exactly one pair of check digits for a CPF or CNPJ', () => {
    const varied = (length: number) =>
      fc.stringMatching(new RegExp(`^[0-9]{${length}}$`)).filter((head) => !/^(.)\1*$/.test(head));
    fc.assert(
      fc.property(fc.oneof(varied(9), varied(12)), (head) => {
        assert.equal(withCheckDigits(head).filter(isPixKey).length, 1);
      }),
    );
  });

  it('is recognized without a key name only by a form that no other value has', () => {
    for (const text of ['soc.ce', '16727230000197', '+5561912345678', 'a@b', ''])
      assert.equal(looksLikePixKey(text), false, text);
    for (const text of [...PIX_KEYS.slice(0, 2), ...PIX_KEYS.slice(3, 5)])
      assert.equal(looksLikePixKey(text), true, text);
  });
});
