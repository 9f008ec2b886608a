/** SECURITY.md P34: no payer pushes out another's slip, uses up another's limit, or gets another visit's answer shown. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDepositSession, createVisitId, memoryStore, trustKeyOf, type Grant } from 'deposit-slip/kit';
import { isSigned } from '../../../src/widget/shared/signature.js';
import { countingApi, flowPage } from '../../server/fake-api.js';
import { keyPair } from '../../server/keys.js';
import { SECRET, bearer, sendTo, shop, txIdOf, type Answer } from '../../server/shop.js';
import { cases } from '../scale.js';

const PAYER = { headers: { cookie: 'payer' } };
const ATTACKER = { headers: { cookie: 'attacker' } };
const KEY = 'a session key of the proofs, of thirty-two bytes or more';

/** The grant of a cookie: a payer who chooses the method and the amount, or who pays an order. */
function grantOf(id: string): Grant {
  const methods = [90, 92].map((paymentId) => ({ paymentId, fiat: 'BRL' }));
  return { id, merchantId: 7001, methods, ...(id.startsWith('order') && { amount: '150.00' }) };
}

const authorize = ({ headers }: Request): Grant => grantOf(headers.get('cookie') ?? '');

/** Sends requests in batches, because a new slip waits a moment where copies may share the store. */
async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += 300) await Promise.all(items.slice(at, at + 300).map(work));
}

describe('a payer who enters thousands of amounts', () => {
  it('loses their own older slips, and nothing that arrived, and pushes out nothing of others', async () => {
    const paid = new Set<string>();
    const api = countingApi();
    api.script({
      flows: ({ searchParams }) => {
        const txId = searchParams.get('txId')!;
        return paid.has(txId) ? flowPage({ txId, changed: '150.00' }) : flowPage();
      },
    });
    // Small, so that the flood would fill it many times over.
    const store = memoryStore({ maxEntries: 200 });
    const { kit } = shop({ api, store, authorize, refreshes: 1 });
    const payAndPoll = async (slip: Answer, init: RequestInit): Promise<void> => {
      paid.add(txIdOf(slip));
      const polled = await sendTo(kit, `?arrival=${slip.body.arrival}`, init);
      assert.equal(polled.body.data?.['status'], 'arrived');
    };
    const query = '?paymentId=92&amount=150.00';
    const slip = await sendTo(kit, query, PAYER);
    const order = { headers: { cookie: 'order' } };
    await payAndPoll(await sendTo(kit, '?paymentId=90', order), order);
    await payAndPoll(await sendTo(kit, '?paymentId=92&amount=1.00', ATTACKER), ATTACKER);

    const amounts = Array.from({ length: cases(900, 12_000) }, (_, at) => `${at + 2}.00`);
    await inBatches(amounts, async (amount) => {
      const flooded = await sendTo(kit, `?paymentId=92&amount=${amount}`, ATTACKER);
      assert.equal(flooded.status, 200);
      await sendTo(kit, `?arrival=${flooded.body.arrival}`, ATTACKER);
    });

    const requests = api.calls.length;
    assert.equal((await sendTo(kit, query, PAYER)).text, slip.text);
    assert.deepEqual((await sendTo(kit, '', PAYER)).body.data?.['last'], { paymentId: 92, amount: '150.00' });
    assert.equal((await sendTo(kit, '?paymentId=90', order)).body.data?.['status'], 'arrived');
    assert.equal(api.calls.length, requests, 'all of it was in the store');
    const own = await sendTo(kit, `?paymentId=92&amount=${amounts.at(-1)}`, ATTACKER);
    assert.match(JSON.stringify(own.body.previous), /"150\.00"/);
    const late = { headers: { cookie: 'late' } };
    assert.equal(txIdOf(await sendTo(kit, query, late)), txIdOf(await sendTo(kit, query, late)));
    console.log(`${amounts.length} amounts: 0 values of others pushed out`);
  });
});

describe('three sessions of one visit', () => {
  it('share one limit and one number of new slips, and leave another visit its own', async () => {
    const { kit } = shop({ api: countingApi(), session: KEY, limiter: undefined as never });
    const sessionOf = async (id: string) => bearer(await createDepositSession(KEY, grantOf(id)));
    const sessions = await Promise.all(['flooder', 'flooder', 'flooder'].map(sessionOf));
    const payer = await sessionOf('payer');
    const count = async (query: string, times: number): Promise<number> => {
      const each = Array.from({ length: times }, (_, at) => sessions[at % 3]!);
      const answers: Answer[] = [];
      for (const session of each) answers.push(await sendTo(kit, query, session));
      return answers.filter(({ status }) => status === 200).length;
    };
    await sendTo(kit, '?paymentId=90', sessions[0]);
    assert.equal(await count('?paymentId=90&refresh=1', 30), 10);
    const rest = 300 - 1 - 30;
    assert.equal(await count('?paymentId=90', cases(400, 3_000)), rest);
    const slip = await sendTo(kit, '?paymentId=90', payer);
    for (let time = 0; time < 10; time += 1)
      assert.equal((await sendTo(kit, '?paymentId=90&refresh=1', payer)).status, 200);
    assert.equal(slip.status, 200);
  });
});

/** What a proxy may send in place of the page's visit. */
type Swap = (page: string, own: string) => string | undefined;

const SWAPS: Readonly<Record<string, Swap>> = {
  'the cookie': (page) => page,
  'the cookie and the visit': (_, own) => own,
  'the cookie, and drops the visit': () => undefined,
};

describe('a proxy', () => {
  const signingKey = keyPair().privatePem;
  const { kit } = shop({ api: countingApi(), authorize, signingKey, refreshes: 1000 });

  /** Whether an element on the page of a visit shows what the proxy made of its request. */
  async function isShown(params: URLSearchParams, sent: URLSearchParams, cookie: string): Promise<boolean> {
    const answer = await kit(new Request(`https://shop.example/deposit?${sent}`, { headers: { cookie } }));
    const bytes = new Uint8Array(await answer.arrayBuffer());
    if (!answer.ok) return false;
    const signature = answer.headers.get('deposit-signature');
    return isSigned({ bytes, params, session: undefined }, signature, await trustKeyOf(signingKey));
  }

  it('gets no answer of another visit shown, whatever it swaps', async () => {
    const ids = Array.from({ length: cases(5, 25) }, (_, at) => `visit-${at}`);
    const visits = new Map<string, string>();
    for (const id of ids) visits.set(id, await createVisitId(SECRET, grantOf(id)));
    const counts = { genuine: 0, shown: 0, tried: 0 };
    for (const [id, visit] of visits) {
      const own = await sendTo(kit, `?paymentId=90&visit=${visit}`, { headers: { cookie: id } });
      const queries = ['', 'paymentId=90&fiat=BRL', 'paymentId=90&refresh=1', `arrival=${own.body.arrival}`];
      for (const query of queries) {
        const params = new URLSearchParams(`${query}&visit=${visit}&nonce=a-nonce-of-16-bytes-`);
        if (await isShown(params, params, id)) counts.genuine += 1;
        for (const [other, otherVisit] of visits) {
          if (other === id) continue;
          for (const swap of Object.values(SWAPS)) {
            const sent = new URLSearchParams(params);
            sent.delete('visit');
            const swapped = swap(visit, otherVisit);
            if (swapped !== undefined) sent.set('visit', swapped);
            counts.tried += 1;
            if (await isShown(params, sent, other)) counts.shown += 1;
          }
        }
      }
    }
    console.log(`${counts.tried} swaps: ${counts.shown} answers of another visit shown`);
    assert.deepEqual([counts.genuine, counts.shown], [ids.length * 4, 0]);
    assert.equal(counts.tried, ids.length * (ids.length - 1) * 4 * Object.keys(SWAPS).length);
  });
});
