import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isPixKey, looksLikePixKey } from '../../../src/core/schemes/pix-key.js';
import { PIX_KEYS, WRONG_PIX_KEYS } from '../../fixtures/instruments.js';
import { digitChanges, neighbourSwaps } from '../typos.js';

/** The heads that two digits close, tried out one by one: a second way to the same numbers. */
const closed = (head: string): string[] =>
  Array.from({ length: 100 }, (_, tail) => head + String(tail).padStart(2, '0')).filter(isPixKey);
const varied = (length: number) =>
  fc.stringMatching(new RegExp(`^[0-9]{${length}}$`)).filter((head) => !/^(.)\1*$/.test(head));

describe('a Pix key', () => {
  it('passes the public vectors of every kind and fails the wrong ones', () => {
    for (const key of PIX_KEYS) assert.equal(isPixKey(key), true, key);
    for (const key of WRONG_PIX_KEYS) assert.equal(isPixKey(key), false, key);
  });

  it('that is an e-mail address has 77 characters at most', () => {
    const mail = (length: number): string => `a@${'b'.repeat(length - 6)}.com`;
    assert.deepEqual([isPixKey(mail(77)), isPixKey(mail(78))], [true, false]);
  });

  it('is nothing but itself: not with a sign before it or behind it', () => {
    for (const key of PIX_KEYS)
      for (const wrong of [`x ${key}`, `${key} x`, `0 ${key}`]) {
        assert.equal(isPixKey(wrong), false, wrong);
        assert.equal(looksLikePixKey(wrong), false, wrong);
      }
    for (const wrong of ['12ABC34501DE35X', 'X12ABC34501DE35', 'a@b@example.com'])
      assert.equal(isPixKey(wrong), false);
  });

  it('that is an e-mail address may have any number of parts behind its @', () => {
    for (const key of ['a@b.com', 'ana@mail.shop.example.com']) assert.equal(isPixKey(key), true, key);
  });

  it('that is a number has 11 digits or 14, though two digits close any other number of them', () => {
    for (const head of ['1234567890', '12345678901', '1234567890123'])
      for (let tail = 0; tail < 100; tail++)
        assert.equal(isPixKey(head + String(tail).padStart(2, '0')), false, head);
  });

  it('that is a CNPJ with letters is held to its form alone', () => {
    assert.equal(isPixKey('12ABC34501DE36'), true);
    assert.equal(isPixKey('12abc34501DE35'), false);
  });

  it('that is a CPF or a CNPJ is closed by exactly one pair of digits', () => {
    fc.assert(fc.property(fc.oneof(varied(9), varied(12)), (head) => closed(head).length === 1));
  });

  it('that is a CPF or a CNPJ: single wrong digits and swapped neighbours are caught unless a remainder of 10 hides behind a 0', () => {
    fc.assert(
      fc.property(fc.oneof(varied(9), varied(12)), (head) => {
        const [key] = closed(head);
        const swaps = [...neighbourSwaps(key!)].map(({ text }) => text);
        const missed = [...digitChanges(key!), ...swaps].filter(isPixKey);
        // A remainder of 10 is written 0, as one of 0 is.
        for (const wrong of missed) assert.match(wrong.slice(-2), /0/, `${key} ${wrong}`);
      }),
      { numRuns: 30 },
    );
  });

  it('is recognized where nothing names it by a form no other value has', () => {
    for (const text of ['soc.ce', '16727230000197', '+5561912345678', 'a@b', ''])
      assert.equal(looksLikePixKey(text), false, text);
    for (const text of [...PIX_KEYS.slice(0, 2), ...PIX_KEYS.slice(3, 5)])
      assert.equal(looksLikePixKey(text), true, text);
  });
});
