import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS, methodOf } from '../../../src/core/methods.js';
import { paytoOf } from '../../../src/core/schemes/payto.js';
import { answerWith, slipOf } from '../outcome.js';

const sample = (id: number) => methodOf(id)!.sample;
const payto = (id: number, changes: object = {}, amount?: string) =>
  paytoOf(slipOf(answerWith({ ...sample(id), ...changes }), { paymentId: id, amount }));

describe('a payto URI', () => {
  it('contains the BIC, the IBAN, the receiver, the message and the requested amount (RFC 8905)', () => {
    assert.equal(
      payto(85, {}, '200.00'),
      'payto://iban/ABNADEFF/DE89370400440532013000?amount=EUR:200.00&receiver-name=Tienda%20Sol%20SA&message=K7QHW2M9X4TB6ZP3RD5V',
    );
    assert.match(payto(85, { 'BIC/Swift Code': '' })!, /^payto:\/\/iban\/DE89370400440532013000\?receiver/);
  });

  it('contains the routing and account number of an ACH transfer with their leading zeros', () => {
    for (const id of [81, 82])
      assert.match(payto(id)!, /^payto:\/\/ach\/800000006\/000123456789\?receiver-name=.*&message=/);
  });

  it('does not exist for rails that are not registered', () => {
    for (const { id } of METHODS.filter((method) => !method.payto))
      assert.equal(payto(id, {}, '1.00'), undefined);
  });

  it('encodes values, so that none can become an option or a part of the path', () => {
    const uri = payto(85, { 'Bank Beneficiary Name': 'A&amount=EUR:1?/#\u00e9' }, '2.00')!;
    assert.ok(uri.includes('receiver-name=A%26amount%3DEUR:1%3F%2F%23%C3%A9&'));
    assert.equal(
      payto(82, { 'Bank Account Number': '1/2?3' })!.split('?')[0],
      'payto://ach/800000006/1%2F2%3F3',
    );
  });

  it('does not contain a value that failed its check', () => {
    assert.equal(payto(85, { IBAN: 'DE89370400440532013001' }), undefined);
    assert.equal(payto(81, { 'Bank Routing Number': '123456790' }), undefined);
    assert.doesNotMatch(payto(85, { 'BIC/Swift Code': '123456790' })!, /123456790/);
  });

  it('exists for a name with a lone surrogate', () => {
    assert.match(payto(85, { 'Bank Beneficiary Name': 'A\ud800' })!, /receiver-name=A(%EF%BF%BD)?&/);
  });
});
