/**
 * The response to a visit after its deposit has arrived: the receipt of a fixed amount, or a slip for the
 * next deposit.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type Grant } from 'deposit-slip/kit';
import { DAY, HOUR, later, NOW, resultOf, SECOND, useClock } from '../clock.js';
import {
  PIX_TX,
  SPEI,
  countingApi,
  fakeApi,
  flowPage,
  json,
  pix,
  pixFlow,
  type FakeApi,
} from '../fake-api.js';
import { PIX_GRANT, brokenStore, claimsOf, shop, txIdOf, type Answer } from '../shop.js';

const ORDER: Grant = { ...PIX_GRANT, amount: '150.00' };
/** An order that can be paid in two ways. */
const CHOICE: Grant = { ...ORDER, methods: [...ORDER.methods, { paymentId: 92, fiat: 'BRL' }] };
const WALLET: Grant = PIX_GRANT;
const ACCOUNT: Grant = {
  id: 'payer-1',
  merchantId: 7001,
  methods: [{ paymentId: 105, fiat: 'MXN' }],
  ownAccount: true,
};
const DEPOSIT = { txId: PIX_TX, amount: '150.00', fiat: 'BRL', createTime: NOW + 500 };
const PAYMENT = { status: 'paid', fiat: 'BRL', asked: '150.00', received: '150.00' };
const RECEIPT = {
  code: 200,
  msg: 'SUCCESS',
  data: { status: 'arrived', deposits: [DEPOSIT] },
  paymentId: 90,
  fiat: 'BRL',
  amount: '150.00',
};

type Shop = ReturnType<typeof shop>;

/** Gets a slip and polls for it until its deposit arrives. */
async function pay({ send, api }: Shop, flows: string, query = ''): Promise<Answer> {
  const slip = await send(query);
  api.script({ flows });
  later(SECOND);
  const { body } = await send(`?arrival=${slip.body.arrival}`);
  assert.equal((body.data as { status?: string } | null)?.status, 'arrived');
  return slip;
}

async function statusOf({ send }: Shop, { body }: Answer): Promise<unknown> {
  return (await send(`?arrival=${body.arrival}`)).body.data?.['status'];
}

/**
 * A response without the members of its payment other than the sums, and without the time of the last look.
 */
function receiptIn({ body }: Answer): object {
  const { payment, checked, arrival, ...rest } = body;
  const { deposits, ...sums } = payment!;
  assert.deepEqual(sums, PAYMENT);
  assert.equal(deposits.length, 1);
  assert.deepEqual([typeof checked, typeof arrival], ['number', 'string']);
  return rest;
}

/** A page of deposits into the payer's own account. */
const accountFlows = (...flows: readonly Record<string, unknown>[]): string =>
  flowPage(...flows.map((flow) => ({ fiat: 'MXN', txId: undefined, ...flow })));

describe('a paid order with a fixed amount', () => {
  useClock();
  const QUERIES = ['', '?paymentId=90', '?refresh=1', '?paymentId=90&fiat=BRL&amount=150'];

  it('gets its deposits in place of a slip, from every copy of the kit, and no new code', async () => {
    const [api, store] = [fakeApi(), createMemoryStore()];
    await pay(shop({ api, store, grant: ORDER }), pixFlow());
    for (const query of QUERIES)
      assert.deepEqual(receiptIn(await shop({ api, store, grant: ORDER }).send(query)), RECEIPT, query);
    assert.equal(api.slips().length, 1);
  });

  it('gets them in place of the list and of every other method', async () => {
    const paid = shop({ grant: CHOICE });
    await pay(paid, pixFlow(), '?paymentId=90');
    for (const query of ['', '?paymentId=92', '?paymentId=92&refresh=1', '?paymentId=90'])
      assert.deepEqual(receiptIn(await paid.send(query)), RECEIPT, query);
    assert.equal(paid.api.slips().length, 1);
  });

  it('gets them with the test mark, like any other response', async () => {
    const store = createMemoryStore();
    await pay(shop({ grant: ORDER, store, test: true }), pixFlow());
    const paid = shop({ grant: ORDER, store, test: true });
    assert.deepEqual(receiptIn(await paid.send()), { ...RECEIPT, test: true });
  });

  it('gets them as long as the payment is kept', async () => {
    const paid = shop({ grant: ORDER });
    await pay(paid, pixFlow());
    paid.api.script({ flows: flowPage() });
    for (const age of [HOUR, DAY, 30 * DAY, 58 * DAY]) {
      later(age);
      await paid.kit.tick();
      assert.deepEqual(receiptIn(await paid.send()), RECEIPT, String(age));
    }
  });

  it('does not become payable again if the remainder arrives between two queries of the store', async () => {
    const [api, memory] = [countingApi(), createMemoryStore()];
    const follower = shop({ api, store: memory, grant: CHOICE });
    const slip = await follower.send('?paymentId=90');
    const part = { id: 1, txId: '1', changed: '100.00' };
    api.script({ flows: flowPage(part) });
    later(SECOND);
    assert.equal(await statusOf(follower, slip), 'waiting');
    let looks = 0;
    const payRest = async (): Promise<void> => {
      api.script({ flows: flowPage(part, { id: 2, txId: '1', changed: '50.00' }) });
      later(2 * SECOND);
      await resultOf(follower.kit.tick());
    };
    const store = brokenStore((name) => (name === 'lookUp' && ++looks === 2 ? payRest() : undefined), memory);
    const { body } = await shop({ api, store, grant: CHOICE }).send('?paymentId=92');
    assert.ok(looks >= 2);
    assert.deepEqual([body.data?.['status'], body.payment?.status], ['arrived', 'paid']);
  });

  it('stays paid if a part arrives for another of its slips at the same moment', async () => {
    for (const exact of ['1', '2']) {
      const [api, store] = [countingApi(), createMemoryStore()];
      const copies = [1, 2].map(() => shop({ api, store, grant: CHOICE }));
      const slips = [await copies[0]!.send('?paymentId=90'), await copies[1]!.send('?paymentId=92')];
      const flow = (txId: string) => ({ txId, changed: txId === exact ? '150.00' : '15.00' });
      api.script({ flows: flowPage(flow('1'), flow('2')) });
      later(SECOND);
      const statuses = await Promise.all(slips.map((slip, at) => statusOf(copies[at]!, slip)));
      assert.ok(statuses.includes('arrived'));
      for (const copy of copies) {
        const { body } = await copy.send('?paymentId=92&refresh=1');
        assert.deepEqual([body.data?.['status'], body.payment?.received], ['arrived', '165.00'], exact);
      }
    }
  });
});

describe('an order that is paid while no page is open', () => {
  useClock();

  it('gets its deposits on the next reload or refresh, and the hook is called', async () => {
    for (const query of ['', '?refresh=1']) {
      const events: unknown[] = [];
      const order = shop({ grant: ORDER, on: { paid: (event) => void events.push(event) } });
      await order.send();
      order.api.script({ flows: pixFlow() });
      assert.deepEqual(receiptIn(await order.send(query)), { ...RECEIPT }, query);
      assert.deepEqual([events.length, order.api.slips().length], [1, 1]);
    }
  });

  it('is looked up at most once a second, and not before its first slip', async () => {
    const order = shop({ grant: ORDER });
    await order.send();
    assert.equal(order.api.flows().length, 0);
    for (let click = 0; click < 5; click += 1) await order.send();
    assert.equal(order.api.flows().length, 1);
    later(SECOND);
    await order.send();
    assert.equal(order.api.flows().length, 2);
  });

  it('gets its slip if the look-up fails', async () => {
    const failures = [
      new TypeError('down'),
      'no json',
      '{"code":5,"msg":"no"}',
      json('{}', { status: 429, headers: { 'retry-after': '9' } }),
    ];
    for (const flows of failures) {
      const order = shop({ grant: ORDER, api: fakeApi({ flows }) });
      const { body } = await order.send();
      assert.deepEqual((await order.send()).body, body);
      order.api.script({ flows: pixFlow() });
      later(30 * SECOND);
      assert.equal((await order.send()).body.data?.['status'], 'arrived', 'no failure is stored');
    }
  });
});

describe('an order whose look-up does not respond', () => {
  useClock({ timers: true });

  it('gets its slip after a second', async () => {
    const order = shop({
      grant: ORDER,
      timeout: 60_000,
      api: fakeApi({ flows: () => new Promise(() => undefined) }),
    });
    const { body } = await order.send();
    assert.deepEqual((await resultOf(order.send())).body, body);
    assert.ok(Date.now() - NOW < 2 * SECOND);
  });
});

describe('a wallet after a deposit', () => {
  useClock();
  const previous = { amount: '150.00', fiat: 'BRL', createTime: NOW + 500 };

  it('gets a new code and the previous deposit, both unchanged on a reload, and awaits the next deposit', async () => {
    const [api, store] = [countingApi(), createMemoryStore()];
    const wallet = shop({ api, store, grant: WALLET });
    const first = await pay(wallet, pixFlow('1'));
    assert.equal(first.body.previous, undefined);
    const next = await wallet.send();
    assert.deepEqual([txIdOf(next), next.body.previous], ['2', previous]);
    const { checked: _, ...body } = next.body;
    for (const query of ['', '?paymentId=90']) {
      const { checked: _, ...same } = (await shop({ api, store, grant: WALLET }).send(query)).body;
      assert.deepEqual(same, body);
    }
    assert.equal(api.slips().length, 2);
    assert.equal(await statusOf(wallet, next), 'waiting');
    assert.equal(await statusOf(wallet, first), 'arrived', 'the page that saw it keeps its receipt');
    later(SECOND);
    api.script({ flows: pixFlow('2') });
    assert.equal(await statusOf(wallet, next), 'arrived');
    assert.equal(txIdOf(await wallet.send()), '3');
  });

  it('keeps an unpaid code, and does not mention the earlier one that is paid', async () => {
    const wallet = shop({ api: countingApi(), grant: WALLET });
    await wallet.send();
    const renewed = await wallet.send('?refresh=1');
    wallet.api.script({ flows: pixFlow('1') });
    later(SECOND);
    assert.equal(await statusOf(wallet, renewed), 'arrived');
    const reload = await wallet.send();
    assert.deepEqual([txIdOf(reload), reload.body.previous], ['2', previous]);
    assert.deepEqual([claimsOf(reload.body.arrival!)['after'], reload.body.payment!.received], [1, '0.00']);
    assert.equal(await statusOf(wallet, reload), 'waiting');
  });

  it('does not get a paid code again if the API fails to create a new one', async () => {
    const wallet = shop({ api: countingApi(), grant: WALLET });
    await pay(wallet, pixFlow('1'));
    wallet.api.script({ slip: new TypeError('down') });
    assert.equal((await wallet.send()).status, 502);
    wallet.api.script({ slip: pix('2') });
    assert.equal(txIdOf(await wallet.send()), '2');
  });

  it('gets the latest deposit of the method, and of no other visit or method', async () => {
    const [api, store] = [countingApi(), createMemoryStore()];
    const methods = [...WALLET.methods, { paymentId: 92, fiat: 'BRL' }];
    const wallet = shop({ api, store, grant: { ...WALLET, methods } });
    await pay(wallet, pixFlow('1'), '?paymentId=90');
    const times = { createTime: String(NOW + 9_000), changed: '20.00' };
    await pay(wallet, flowPage({ id: 2, txId: '2', ...times }), '?paymentId=90');
    const { body } = await wallet.send('?paymentId=90');
    assert.deepEqual(body.previous, { amount: '20.00', fiat: 'BRL', createTime: NOW + 9_000 });
    assert.equal((await wallet.send('?paymentId=92')).body.previous, undefined);
    assert.equal((await shop({ api, store, grant: { ...WALLET, id: 'b' } }).send()).body.previous, undefined);
  });
});

describe('an own account after a deposit', () => {
  useClock();
  const FIRST = { id: 1, createTime: NOW + 1_500 };
  const wallet = (api: FakeApi = fakeApi({ slip: SPEI })): Shop => shop({ api, grant: ACCOUNT });

  it('keeps its details, and counts from then on', async () => {
    const account = wallet();
    const first = await pay(account, accountFlows(FIRST));
    const next = await account.send();
    assert.deepEqual(next.body.data, first.body.data);
    assert.deepEqual(next.body.previous, { amount: '150.00', fiat: 'MXN', createTime: NOW + 1_500 });
    assert.equal((await account.send()).text, next.text);
    assert.equal(account.api.slips().length, 1);
    assert.equal(await statusOf(account, next), 'waiting');
    const refreshed = await account.send('?refresh=1');
    assert.equal(await statusOf(account, refreshed), 'waiting');
  });

  // [what else is in the account]
  const OTHERS = [
    [{ id: 2, createTime: NOW + 1_500 }, 'arrived'],
    [{ id: 2, createTime: NOW + 1_501 }, 'arrived'],
    [{ id: 2, createTime: NOW + 1_499 }, 'arrived'],
    [{ id: 2, createTime: NOW - 1 }, 'waiting'],
    [{ ...FIRST }, 'waiting'],
  ] as const;
  for (const [other, expected] of OTHERS)
    it(`is ${expected} with another deposit: ${JSON.stringify(other)}`, async () => {
      const account = wallet();
      await pay(account, accountFlows(FIRST));
      const next = await account.send();
      account.api.script({ flows: accountFlows(other, FIRST) });
      later(SECOND);
      assert.equal(await statusOf(account, next), expected);
    });

  it('shows each of several deposits of the same second once', async () => {
    const account = wallet();
    const flows = [1, 2, 3].map((id) => ({ id, changed: `${id}.00`, createTime: NOW + 1_000 }));
    for (const { id } of flows) {
      const slip = await pay(account, accountFlows(...flows.slice(0, id)));
      const { deposits } = (await account.send(`?arrival=${slip.body.arrival}`)).body.data as unknown as {
        deposits: { amount: string }[];
      };
      assert.deepEqual(
        deposits.map(({ amount }) => amount),
        [`${id}.00`],
      );
    }
  });

  it('counts from then on for every method of the currency', async () => {
    const methods = [...ACCOUNT.methods, { paymentId: 58, fiat: 'MXN' }];
    const account = shop({ api: fakeApi({ slip: SPEI }), grant: { ...ACCOUNT, methods } });
    await account.send('?paymentId=58');
    await pay(account, accountFlows(FIRST), '?paymentId=105');
    const other = await account.send('?paymentId=58');
    assert.equal(await statusOf(account, other), 'waiting');
  });
});
