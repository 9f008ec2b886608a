import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS, methodOf } from '../../../src/core/methods.js';
import { paytoOf } from '../../../src/core/schemes/payto.js';
import { answerWith, slipOf } from '../outcome.js';

const sample = (id: number) => methodOf(id)!.sample;
const payto = (id: number, changes: object = {}, amount?: string) =>
  paytoOf(slipOf(answerWith({ ...sample(id), ...changes }), { paymentId: id, amount }));

describe('a payto address', () => {
  it('names the IBAN with its bank, the receiver, the message and the amount asked for (RFC 8905)', () => {
    assert.equal(
      payto(85, {}, '200.00'),
      'payto://iban/ABNADEFF/DE89370400440532013000?amount=EUR:200.00&receiver-name=Tienda%20Sol%20SA&message=K7QHW2M9X4TB6ZP3RD5V',
    );
    assert.match(payto(85, { 'BIC/Swift Code': '' })!, /^payto:\/\/iban\/DE89370400440532013000\?receiver/);
  });

  it('names routing and account number of an ACH deposit, leading zeros kept', () => {
    for (const id of [81, 82])
      assert.match(payto(id)!, /^payto:\/\/ach\/500000005\/000123456789\?receiver-name=.*&message=/);
  });

  it('is there for no rail the registry does not know', () => {
    for (const { id } of METHODS.filter((method) => !method.payto))
      assert.equal(payto(id, {}, '1.00'), undefined);
  });

  it('lets no value become an option or a part of the path', () => {
    const address = payto(85, { 'Bank Beneficiary Name': 'A&amount=EUR:1?/#\u00e9' }, '2.00')!;
    assert.ok(address.includes('receiver-name=A%26amount%3DEUR:1%3F%2F%23%C3%A9&'));
    assert.equal(
      payto(82, { 'Bank Account Number': '1/2?3' })!.split('?')[0],
      'payto://ach/500000005/1%2F2%3F3',
    );
  });

  it('is not made of a value whose check failed, or of two accounts', () => {
    assert.equal(payto(85, { IBAN: 'DE89370400440532013001' }), undefined);
    assert.equal(payto(81, { 'Bank Routing Number': '123456790' }), undefined);
    assert.equal(payto(85, { IBAN: ['DE89370400440532013000', 'BE72000000001616'] }), undefined);
    assert.doesNotMatch(payto(85, { 'BIC/Swift Code': '123456790' })!, /123456790/);
  });

  it('is made of a name with half a sign without failing', () => {
    assert.match(payto(85, { 'Bank Beneficiary Name': 'A\ud800' })!, /receiver-name=A(%EF%BF%BD)?&/);
  });
});
