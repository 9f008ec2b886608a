/**
 * SECURITY.md P34: no payer can evict another's slip, use up another's limit, or have the response to another
 * visit shown.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type Grant } from 'deposit-slip/kit';
import { later, SECOND, useClock } from '../../server/clock.js';
import { countingApi, flowPage, PERU, pix } from '../../server/fake-api.js';
import { sendTo, shop, txIdOf, type Answer } from '../../server/shop.js';
import { cases } from '../scale.js';

const PAYER = { headers: { cookie: 'payer' } };

/** The grant of a cookie: a payer who chooses the method and the amount, or who pays an order. */
function grantOf(id: string): Grant {
  const methods = [90, 92].map((paymentId) => ({ paymentId, fiat: 'BRL' }));
  const peru = { paymentId: 95, fiat: 'PEN' };
  if (id.startsWith('order')) return { id, merchantId: 7001, methods, amount: '150.00' };
  return { id, merchantId: 7001, methods: [...methods, peru], ownAccount: id.startsWith('own') };
}

const authorize = ({ headers }: Request): Grant => grantOf(headers.get('cookie') ?? '');

interface History {
  readonly deposits: readonly { readonly status: string; readonly amount: string }[];
}

/** What a memory store allows one grant. */
const MAX_SLIPS = 20;

/**
 * An API whose methods have codes, except for the one of Peru, and that lists a deposit of 150.00 for each
 * paid code.
 */
function bank() {
  const paid: { readonly id: string; readonly txId: string; readonly createTime: number }[] = [];
  const api = countingApi();
  let last = 0;
  api.script({
    slip: ({ searchParams }) => (searchParams.get('paymentId') === '95' ? PERU : pix(String((last += 1)))),
    flows: () => flowPage(...paid),
  });
  const pay = (slip: Answer): void => {
    paid.push({ id: `1${paid.length}`, txId: txIdOf(slip), createTime: Date.now() });
  };
  return { api, pay };
}

describe('a payer who enters thousands of amounts', () => {
  useClock();

  for (const [what, method, cookie] of [
    ['of a method with codes', 92, 'attacker'],
    ['of a method without codes', 95, 'attacker'],
    ['of a method without codes, in an account of their own', 95, 'own-attacker'],
  ] as const) {
    it(`${what} gets ${MAX_SLIPS} unpaid slips, and displaces no slip of others and no paid slip`, async () => {
      const attacker = { headers: { cookie } };
      const { api, pay } = bank();
      // Small, so that the flood would fill it many times.
      const { kit } = shop({ api, store: createMemoryStore({ maxRows: 100 }), authorize });
      const query = '?paymentId=92&amount=150.00';
      const slip = await sendTo(kit, query, PAYER);
      const order = { headers: { cookie: 'order' } };
      pay(await sendTo(kit, '?paymentId=90', order));
      pay(await sendTo(kit, '?paymentId=92&amount=150.00', attacker));
      later(SECOND);
      assert.equal((await sendTo(kit, '?paymentId=90', order)).body.data?.['status'], 'arrived');

      const requests = api.slips().length;
      const amounts = Array.from(
        { length: cases(900, 12_000, 'amounts of one visit') },
        (_, at) => `${at + 2}.00`,
      );
      const statuses: number[] = [];
      for (const amount of amounts) {
        later(10);
        const flooded = await sendTo(kit, `?paymentId=${method}&amount=${amount}`, attacker);
        statuses.push(flooded.status);
        if (flooded.status === 200) await sendTo(kit, `?arrival=${flooded.body.arrival}`, attacker);
      }
      assert.deepEqual(new Set(statuses.slice(0, MAX_SLIPS)), new Set([200]));
      assert.deepEqual(new Set(statuses.slice(MAX_SLIPS)), new Set([503]));
      assert.equal(api.slips().length, requests + MAX_SLIPS, 'a slip that is not given is not made');

      assert.deepEqual((await sendTo(kit, query, PAYER)).body.data, slip.body.data);
      assert.equal((await sendTo(kit, '?paymentId=90', order)).body.data?.['status'], 'arrived');
      const own = await sendTo(kit, `?paymentId=${method}&amount=2.00`, attacker);
      assert.equal(own.status, 200);
      const { deposits } = (await sendTo(kit, '?history=1', attacker)).body.data as unknown as History;
      assert.deepEqual(
        deposits.filter(({ status }) => status !== 'waiting').map(({ amount }) => amount),
        ['150.00'],
      );
      const late = { headers: { cookie: 'late' } };
      assert.equal(txIdOf(await sendTo(kit, query, late)), txIdOf(await sendTo(kit, query, late)));
    });
  }
});
