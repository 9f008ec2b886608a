import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TRANSFER_PAYMENT_IDS, transfer, transferBody } from 'deposit-slip/contract';
import { exact, faultOf, namedBy, withoutEach } from './judge.js';

const BODY = {
  clientId: 'transfer-1',
  fromMerchantId: 1001,
  toMerchantId: 1002,
  fiat: 'MXN',
  paymentId: 58,
  fiatAmount: '100.00',
};

/** As the spec's types say: ids are numbers, amounts strings, `createTime` is a number. */
const ANSWER =
  '{"clientId":"transfer-1","fromId":9007199254740993,"toId":9007199254740995,"fiat":"MXN","fiatAmount":"100.00","totalFiatAmount":"100.50","fee":"0.50","createTime":1700000000500}';

describe('the body of a transfer', () => {
  it('has the one payment id of its currency', () => {
    assert.deepEqual(TRANSFER_PAYMENT_IDS, { MXN: 58, ARS: 63, COP: 68, BRL: 90, PEN: 95 });
    for (const [fiat, paymentId] of Object.entries(TRANSFER_PAYMENT_IDS)) {
      const { fiat: _, ...read } = transferBody.parse({ ...BODY, fiat, paymentId });
      assert.deepEqual(read, {
        clientId: 'transfer-1',
        fromMerchantId: 1001n,
        toMerchantId: 1002n,
        paymentId,
        fiatAmount: '100.00',
      });
      for (const other of Object.values(TRANSFER_PAYMENT_IDS).filter((id) => id !== paymentId))
        assert.equal(
          faultOf(transferBody, { ...BODY, fiat, paymentId: other }),
          `paymentId: ${paymentId} for ${fiat}`,
        );
    }
  });

  it('is limited to five currencies', () => {
    for (const fiat of ['USD', 'EUR', 'CNY', 'toString'])
      assert.equal(faultOf(transferBody, { ...BODY, fiat }), 'fiat: one of MXN, ARS, COP, BRL, PEN');
  });

  it('needs every member, and names the one that is missing or unknown', () => {
    for (const [name, rest] of withoutEach(BODY)) assert.equal(namedBy(transferBody, rest), name);
    assert.equal(faultOf(transferBody, { ...BODY, memo: 'x' }), 'memo: unknown');
  });

  it('takes its amount as a JSON number or a decimal string', () => {
    for (const written of ['100.00', '"100.00"']) {
      const body = exact(JSON.stringify(BODY).replace('"100.00"', written));
      assert.equal(transferBody.parse(body).fiatAmount, '100.00');
    }
    assert.equal(namedBy(transferBody, { ...BODY, fiatAmount: '0' }), 'fiatAmount');
  });
});

describe('the answer to a transfer', () => {
  it('keeps every digit', () => {
    assert.deepEqual(transfer.parse(exact(ANSWER)), {
      clientId: 'transfer-1',
      fromId: '9007199254740993',
      toId: '9007199254740995',
      fiat: 'MXN',
      fiatAmount: '100.00',
      totalFiatAmount: '100.50',
      fee: '0.50',
      createTime: 1_700_000_000_500,
    });
  });

  it('is the same where amounts come as numbers, ids and the time as strings', () => {
    const other = ANSWER.replace(/"([0-9.]+)"/g, '$1').replace(/:([0-9]{13,})/g, ':"$1"');
    assert.match(other, /"fee":0\.50,"createTime":"1700000000500"/);
    assert.deepEqual(transfer.parse(exact(other)), transfer.parse(exact(ANSWER)));
  });

  it('is none without what it is for, and names that', () => {
    for (const [name, rest] of withoutEach(exact(ANSWER) as object))
      assert.equal(namedBy(transfer, rest), name === 'clientId' ? '' : name);
  });
});
