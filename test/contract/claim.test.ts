import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { claim, claimBody } from 'deposit-slip/contract';
import { exact, faultOf, namedBy, withoutEach } from './judge.js';

const BODY = { merchantId: 1001, clientId: 'claim-1', fiat: 'MXN', amount: '22.00', userPaymentId: 501 };

/** As the spec's types say: ids and decimals are numbers, `createTime` is a string. */
const ANSWER =
  '{"txId":9007199254740993,"merchantId":1001,"clientId":"claim-1","fiat":"MXN","totalAmount":24.00,"amount":22.00,"fee":2.00,"userPaymentId":501,"createTime":"1700000000500"}';

describe('the body of a claim', () => {
  it('is read', () => {
    const read = claimBody.parse(exact(JSON.stringify(BODY).replace('"22.00"', '22.00')));
    assert.deepEqual(read, { ...BODY, merchantId: 1001n, userPaymentId: 501n });
  });

  it('is limited to MXN and ARS', () => {
    for (const fiat of ['MXN', 'ARS']) assert.equal(faultOf(claimBody, { ...BODY, fiat }), '');
    for (const fiat of ['COP', 'BRL', 'PEN', 'USD', 'EUR', 'mxn', ''])
      assert.equal(faultOf(claimBody, { ...BODY, fiat }), 'fiat: one of MXN, ARS', fiat);
  });

  it('needs every member but clientId, and names the one that is missing', () => {
    for (const [name, rest] of withoutEach(BODY))
      assert.equal(namedBy(claimBody, rest), name === 'clientId' ? '' : name);
  });

  it('refuses a member nobody knows, by its name', () => {
    assert.equal(faultOf(claimBody, { ...BODY, fee: 1 }), 'fee: unknown');
  });
});

describe('the answer to a claim', () => {
  it('keeps every digit', () => {
    assert.deepEqual(claim.parse(exact(ANSWER)), {
      txId: '9007199254740993',
      merchantId: '1001',
      clientId: 'claim-1',
      fiat: 'MXN',
      totalAmount: '24.00',
      amount: '22.00',
      fee: '2.00',
      userPaymentId: '501',
      createTime: 1_700_000_000_500,
    });
  });

  it('is the same where ids and decimals come as strings and the time as a number', () => {
    const strings = ANSWER.replace(/:([0-9.]+)/g, ':"$1"').replace('"1700000000500"', '1700000000500');
    assert.notEqual(strings, ANSWER);
    assert.deepEqual(claim.parse(exact(strings)), claim.parse(exact(ANSWER)));
  });

  it('drops members nobody knows', () => {
    assert.ok(!('channel' in claim.parse(exact(ANSWER.replace('{', '{"channel":"x",')))));
  });

  it('is none without what it is for, and names that', () => {
    const whole = exact(ANSWER) as object;
    for (const [name, rest] of withoutEach(whole))
      assert.equal(namedBy(claim, rest), name === 'clientId' ? '' : name);
  });
});
