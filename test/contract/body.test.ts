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
import { exact, faultOf } from './judge.js';

const WHOLE = ': a whole JSON number above zero';

describe('an id of a body', () => {
  it('is a whole JSON number, read to the digit', () => {
    for (const id of ['1', '1001', '9007199254740993', '9223372036854775807'])
      assert.equal(idMember.parse(exact(id)), BigInt(id));
    assert.equal(idMember.parse(1001), 1001n);
    assert.equal(idMember.parse(1001n), 1001n);
  });

  it('is no string, no fraction, not zero, not beyond 64 bits', () => {
    for (const id of [
      '"1001"',
      '0',
      '-1',
      '1.0',
      '1e3',
      '9223372036854775808',
      '99999999999999999999',
      'null',
      '[1]',
      'true',
    ])
      assert.equal(faultOf(idMember, exact(id)), WHOLE, id);
    for (const id of [2 ** 53, NaN, 1.5, undefined]) assert.equal(faultOf(idMember, id), WHOLE, String(id));
  });
});

describe('a payment id of a body', () => {
  it('is a small whole JSON number', () => {
    assert.equal(paymentIdMember.parse(exact('105')), 105);
    for (const id of ['"105"', '0', '1000000000', '1e2'])
      assert.equal(faultOf(paymentIdMember, exact(id)), WHOLE, id);
  });
});

describe('an amount of a body', () => {
  it('is a JSON number or a decimal string, kept to the digit', () => {
    for (const amount of ['22.00', '22', '0.1', '0.01', '999999999999999.99'])
      for (const written of [amount, `"${amount}"`])
        assert.equal(amountMember.parse(exact(written)), amount, written);
    assert.equal(amountMember.parse(22.5), '22.5');
  });

  it('is positive, with at most two decimals and fifteen digits before them', () => {
    for (const amount of ['0', '0.00', '-1', '1.005', '1e2', '1E+2', '1000000000000000', '1e400'])
      for (const written of [amount, `"${amount}"`])
        assert.equal(
          faultOf(amountMember, exact(written)),
          ': a positive decimal with at most 2 decimals',
          written,
        );
    for (const amount of ['"1,00"', '""', '" 1"', '"01"', '"+1"', '"NaN"', 'null', 'true', '{}', '[1]'])
      assert.match(faultOf(amountMember, exact(amount)), /a positive decimal/, amount);
    for (const amount of [0.1 + 0.2, NaN, Infinity, 2 ** 60])
      assert.notEqual(faultOf(amountMember, amount), '');
  });
});

describe('a client id', () => {
  it('is one plain word of at most 64 signs', () => {
    for (const id of ['a', 'order-1/x', '7d0c6e3a-5b1e-4a55-9f53-0f4dcb1b8c1e', 'x'.repeat(64)])
      assert.equal(clientIdMember.parse(id), id);
    for (const id of ['', 'two words', 'x'.repeat(65), 'é', 'a\nb', 'a\0', 7, null])
      assert.notEqual(faultOf(clientIdMember, id), '', String(id));
  });
});

describe('a text of a body', () => {
  it('is one line that says something, in any script', () => {
    for (const text of ['x', 'Loja São Paulo', '商店', 'a'.repeat(200)])
      assert.equal(textMember.parse(text), text);
    for (const text of ['', ' ', 'a\nb', 'a\u0000', '\u0085', 'a'.repeat(201), 7, null])
      assert.notEqual(faultOf(textMember, text), '', JSON.stringify(text));
  });
});

describe('a currency of a body', () => {
  it('is one of the API’s seven', () => {
    assert.equal(fiatMember.parse('PEN'), 'PEN');
    for (const fiat of ['CNY', 'mxn', '', null])
      assert.equal(faultOf(fiatMember, fiat), ': one of MXN, ARS, COP, BRL, PEN, USD, EUR');
  });
});
