import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  amountMember,
  clientIdMember,
  fiatMember,
  idMember,
  paymentIdMember,
  textMember,
} from 'deposit-slip/contract';
import { issueOf, parseExact } from './schema-issues.js';
import { CURRENCIES } from '../../src/core/currencies.js';

const POSITIVE = ': a positive integer as a JSON number';

describe('an id in a body', () => {
  it('is a positive JSON integer, parsed without losing digits', () => {
    for (const id of ['1', '1001', '9007199254740993', '9223372036854775807'])
      assert.equal(idMember.parse(parseExact(id)), BigInt(id));
    for (const id of [1001, 1001n]) assert.equal(idMember.parse(id), 1001n);
    assert.equal(paymentIdMember.parse(parseExact('105')), 105);
  });

  it('is rejected as a string, a fraction, zero, or beyond its size', () => {
    for (const id of ['"1001"', '0', '-1', '1.0', '1e3', '9223372036854775808', 'null', '[1]', 'true'])
      assert.equal(issueOf(idMember, parseExact(id)), POSITIVE, id);
    for (const id of [2 ** 53, NaN, 1.5, undefined])
      assert.equal(issueOf(idMember, id), POSITIVE, String(id));
    for (const id of ['"105"', '0', '1000000000', '1e2'])
      assert.equal(issueOf(paymentIdMember, parseExact(id)), POSITIVE, id);
  });
});

describe('an amount in a body', () => {
  it('is a JSON number or a decimal string, with its exact digits', () => {
    for (const amount of ['22.00', '22', '0.1', '0.01', '999999999999999.99'])
      for (const written of [amount, `"${amount}"`])
        assert.equal(amountMember.parse(parseExact(written)), amount, written);
    assert.equal(amountMember.parse(22.5), '22.5');
  });

  it('is positive, with at most two decimal places and fifteen digits before them', () => {
    const numbers = ['0', '0.00', '-1', '1.005', '1e2', '1E+2', '1000000000000000', '1e400'];
    for (const written of numbers.flatMap((amount) => [amount, `"${amount}"`]))
      assert.equal(
        issueOf(amountMember, parseExact(written)),
        ': a positive decimal with at most 2 decimal places',
        written,
      );
    for (const amount of ['"1,00"', '""', '" 1"', '"01"', '"+1"', '"NaN"', 'null', 'true', '{}', '[1]'])
      assert.match(issueOf(amountMember, parseExact(amount)), /a positive decimal/, amount);
    for (const amount of [0.1 + 0.2, NaN, Infinity, 2 ** 60])
      assert.notEqual(issueOf(amountMember, amount), '');
  });
});

describe('text in a body', () => {
  it('is one printable ASCII word of at most 64 characters in a client id', () => {
    for (const id of ['a', 'order-1/x', '7d0c6e3a-5b1e-4a55-9f53-0f4dcb1b8c1e', 'x'.repeat(64)])
      assert.equal(clientIdMember.parse(id), id);
    for (const id of ['', 'two words', 'x'.repeat(65), 'é', 'a\nb', 'a\0', 7, null])
      assert.notEqual(issueOf(clientIdMember, id), '', String(id));
  });

  it('is one non-blank line, in any script', () => {
    for (const text of ['x', 'Loja São Paulo', '商店', 'a'.repeat(200)])
      assert.equal(textMember.parse(text), text);
    for (const text of ['', ' ', 'a\nb', 'a\u0000', '\u0085', 'a'.repeat(201), 7, null])
      assert.notEqual(issueOf(textMember, text), '', JSON.stringify(text));
  });

  it('is one of the API’s seven currencies', () => {
    assert.equal(fiatMember.parse('PEN'), 'PEN');
    for (const fiat of ['CNY', 'mxn', '', null])
      assert.equal(issueOf(fiatMember, fiat), `: one of ${Object.keys(CURRENCIES).join(', ')}`);
  });
});
