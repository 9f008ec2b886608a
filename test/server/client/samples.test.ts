import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PendingFund } from 'deposit-slip/client';
import { METHODS } from 'deposit-slip/core';
import { PENDING_FUND_IDS, specSample } from '../../fixtures/spec.js';
import { callByName, sampleOf } from './samples.js';
import { errorOf, scriptedClient } from './scripted-client.js';

const merchantId = '1001';

/** `data` of a sample as JSON text. */
function dataOf(name: string): string {
  return JSON.stringify((specSample(name) as { data: unknown }).data);
}

describe('a sample of the specification', () => {
  for (const paymentId of PENDING_FUND_IDS)
    it(`is accepted: pending fund, ${paymentId}`, async () => {
      const { fiat, amount } = METHODS.find(({ id }) => id === paymentId)!;
      const input = { merchantId, paymentId, fiat, ...(amount !== 'none' && { amount: '187.40' }) };
      const { client } = scriptedClient(dataOf(`pending-fund/${paymentId}`));
      assert.equal(((await callByName(client, 'pendingFund.get', input)) as PendingFund).fiat, fiat);
    });

  for (const [name, paymentId, fiat, count] of [
    ['data-array', 105, 'MXN', 1],
    ['direct-81', 81, 'USD', 1],
    ['direct-92', 92, 'BRL', 1],
    ['empty', 105, 'MXN', 0],
    ['record-90', 90, 'BRL', 1],
    ['record-array', 105, 'MXN', 1],
    // Its total is 50.
    ['record-object', 105, 'MXN', 1],
  ] as const)
    it(`is accepted: virtual accounts, ${name}`, async () => {
      const { client } = scriptedClient(dataOf(`virtual-accounts/${name}`));
      const { record } = await client.virtualAccounts.list({ merchantId, paymentId, fiat });
      assert.equal(record.length, count);
    });
});

describe('a link to loopback', () => {
  const { input } = sampleOf('accounts.activate');
  const answer = '{"fiat":"EUR","status":4,"verifyLink":"http://127.0.0.1:8080/v/1","failReason":""}';
  const activate = (options = {}) =>
    callByName(scriptedClient(answer, options).client, 'accounts.activate', input);

  it('is accepted from an API on loopback, such as the sandbox, and from no other', async () => {
    await activate({ baseUrl: 'http://localhost:8080' });
    assert.equal((await errorOf(activate()))['field'], 'verifyLink');
  });
});
