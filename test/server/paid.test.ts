/** What a visit gets after its deposit arrived: the receipt of a fixed amount, or a slip for the next deposit. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { createVisitId, memoryStore, type Grant, type Store } from 'deposit-slip/kit';
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
} from './fake-api.js';
import { keyPair } from './keys.js';
import { PIX_GRANT, SECRET, shop, txIdOf, type Answer } from './shop.js';

const NOW = 1_700_000_000_000;
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
  const { body } = await send(`?arrival=${slip.body.arrival}`);
  assert.equal((body.data as { status?: string } | null)?.status, 'arrived');
  return slip;
}

async function statusOf({ send }: Shop, { body }: Answer): Promise<unknown> {
  return (await send(`?arrival=${body.arrival}`)).body.data?.['status'];
}

/** A page of deposits into the payer's own account. */
const accountFlows = (...flows: readonly Record<string, unknown>[]): string =>
  flowPage(...flows.map((flow) => ({ fiat: 'MXN', txId: undefined, ...flow })));

beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
afterEach(() => mock.timers.reset());

describe('an order with a fixed amount that is paid', () => {
  const QUERIES = ['', '?paymentId=90', '?refresh=1', '?paymentId=90&fiat=BRL&amount=150'];

  it('gets what arrived in place of a slip, from every copy of the kit, and no new code', async () => {
    const [api, store] = [fakeApi(), memoryStore()];
    await pay(shop({ api, store, grant: ORDER }), pixFlow());
    for (const query of QUERIES)
      assert.deepEqual((await shop({ api, store, grant: ORDER }).send(query)).body, RECEIPT, query);
    assert.equal(api.slips().length, 1);
  });

  it('gets it in place of the list and of every other method', async () => {
    const paid = shop({ grant: CHOICE });
    await pay(paid, pixFlow(), '?paymentId=90');
    for (const query of ['', '?paymentId=92', '?paymentId=92&refresh=1', '?paymentId=90'])
      assert.deepEqual((await paid.send(query)).body, RECEIPT, query);
    assert.equal(paid.api.slips().length, 1);
  });

  it('gets it signed and with the test mark, like any other response', async () => {
    const store = memoryStore();
    await pay(shop({ grant: ORDER, store, test: true }), pixFlow());
    const paid = shop({ grant: ORDER, store, test: true, signingKey: keyPair().privatePem });
    const { headers, body } = await paid.send(`?visit=${await createVisitId(SECRET, ORDER)}`);
    assert.deepEqual(body, { ...RECEIPT, test: true });
    assert.equal(headers.get('deposit-signature')?.length, 86);
  });

  it('is not closed by a deposit of another sum, and keeps its slip', async () => {
    for (const sum of ['149.99', '150.01', '1500', '0.15', '150.001', '15']) {
      const paid = shop({ grant: ORDER });
      const slip = await pay(paid, pixFlow(PIX_TX, `"${sum}"`));
      assert.equal((await paid.send()).text, slip.text, sum);
    }
    const paid = shop({ grant: { ...ORDER, amount: '150' } });
    await pay(paid, pixFlow(PIX_TX, '1.5E+2'));
    assert.deepEqual((await paid.send()).body, RECEIPT, 'the same sum in another notation');
  });

  it('is closed once the right sum follows a wrong one, and each is reported to the hooks once', async () => {
    const sums: unknown[] = [];
    const arrived = ({ deposits }: { deposits: readonly object[] }) => void sums.push(deposits.length);
    const paid = shop({
      grant: { ...ACCOUNT, amount: '150.00' },
      api: fakeApi({ slip: SPEI }),
      on: { arrived },
    });
    const wrong = { id: 1, changed: '15.00', createTime: NOW + 1 };
    await pay(paid, accountFlows(wrong));
    for (const flows of [accountFlows(wrong), accountFlows(wrong, { id: 2, createTime: NOW + 2 })]) {
      mock.timers.tick(1_000);
      paid.api.script({ flows });
      await paid.send();
    }
    const { deposits } = (await paid.send()).body.data as unknown as { deposits: object[] };
    assert.deepEqual(deposits, [{ amount: '150.00', fiat: 'MXN', createTime: NOW + 2 }]);
    assert.deepEqual(sums, [1, 1]);
  });

  it('counts a wrong sum once: after a refresh, an account waits for the right one', async () => {
    const paid = shop({ grant: { ...ACCOUNT, amount: '150.00' }, api: fakeApi({ slip: SPEI }) });
    const wrong = [1, 2].map((id) => ({ id, changed: '15.00', createTime: NOW + id }));
    await pay(paid, accountFlows(...wrong));
    assert.equal(await statusOf(paid, await paid.send('?refresh=1')), 'waiting');
  });

  it('closes no other visit, merchant, alias or amount', async () => {
    const [api, store] = [countingApi(), memoryStore()];
    await pay(shop({ api, store, grant: ORDER }), pixFlow('1'));
    for (const other of [{ id: 'order-2' }, { merchantId: 7002 }, { depositAlias: 'b' }, { amount: '151' }]) {
      const { body } = await shop({ api, store, grant: { ...ORDER, ...other } }).send();
      assert.ok(body.data?.['fieldList'], JSON.stringify(other));
    }
  });

  it('is open again if its amount changes, and waits for the new one', async () => {
    const [api, store] = [countingApi(), memoryStore()];
    for (const { methods, txId } of [
      { methods: PIX_GRANT.methods, txId: '1' },
      { methods: [{ paymentId: 135, fiat: 'BRL' }], txId: '3' },
    ]) {
      const order = (amount: string) => shop({ api, store, grant: { ...ORDER, id: txId, methods, amount } });
      await pay(order('150.00'), pixFlow(txId));
      const dearer = order('200.00');
      const answer = await dearer.send();
      assert.notEqual(txIdOf(answer), txId);
      assert.equal(await statusOf(dearer, answer), 'waiting');
    }
  });

  it('stays paid if a deposit of another sum is found for another of its slips at the same moment', async () => {
    for (const [exact, isShared] of [
      ['1', false],
      ['2', false],
      ['1', true],
      ['2', true],
    ] as const) {
      const memory = memoryStore();
      // Writing takes a while, as in a store on another machine.
      const store: Store = {
        get: (key) => memory.get(key),
        set: async (...entry) => {
          for (let turn = 0; turn < 50; turn += 1) await setImmediate();
          memory.set(...entry);
        },
        add: (...entry) => memory.add!(...entry),
      };
      const api = countingApi();
      const [both, copy] = [shop({ api, store, grant: CHOICE }), shop({ api, store, grant: CHOICE })];
      const slips = [await both.send('?paymentId=90'), await both.send('?paymentId=92')];
      const sumOf = (txId: string): string => (txId === exact ? '"150.00"' : '"15.00"');
      const flows = ({ searchParams: query }: URL) => pixFlow(query.get('txId')!, sumOf(query.get('txId')!));
      api.script({ flows });
      const pages = isShared ? [both, copy] : [both, both];
      await Promise.all(slips.map((slip, at) => statusOf(pages[at]!, slip)));
      api.script({ flows: flowPage() });
      const unpaid = exact === '1' ? 92 : 90;
      const { body } = await both.send(`?paymentId=${unpaid}&refresh=1`);
      assert.equal(body.data?.['status'], 'arrived', exact);
    }
  });

  it('may get a slip again after an hour: the store forgets it', async () => {
    const paid = shop({ grant: ORDER });
    const { text } = await pay(paid, pixFlow());
    paid.api.script({ flows: flowPage() });
    mock.timers.tick(3_599_000);
    assert.deepEqual((await paid.send()).body, RECEIPT);
    mock.timers.tick(1_000);
    assert.deepEqual(JSON.parse((await paid.send()).text).data, JSON.parse(text).data);
  });
});

describe('an order that is paid while no page is open', () => {
  it('gets what arrived on the next reload or refresh, and the hook is called', async () => {
    for (const query of ['', '?refresh=1']) {
      const events: unknown[] = [];
      const order = shop({ grant: ORDER, on: { arrived: (event) => void events.push(event) } });
      await order.send();
      order.api.script({ flows: pixFlow() });
      assert.deepEqual((await order.send(query)).body, RECEIPT, query);
      assert.deepEqual([events.length, order.api.slips().length], [1, 1]);
    }
  });

  it('is looked up once a second, only for a stored slip that can be tracked', async () => {
    const order = shop({ grant: ORDER });
    for (let click = 0; click < 5; click += 1) await order.send();
    assert.equal(order.api.flows().length, 1);
    mock.timers.tick(1_000);
    await order.send();
    assert.equal(order.api.flows().length, 2);
    const untracked = [
      { grant: WALLET },
      { grant: { ...ACCOUNT, ownAccount: false, amount: '150' }, api: fakeApi({ slip: SPEI }) },
    ];
    for (const options of untracked) {
      const other = shop(options);
      for (const _ of [1, 2]) await other.send();
      assert.deepEqual(other.api.flows(), []);
    }
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
      const { text } = await order.send();
      assert.equal((await order.send()).text, text);
      order.api.script({ flows: pixFlow() });
      assert.deepEqual((await order.send()).body, RECEIPT, 'no failure is stored');
    }
  });

  it('gets its slip after a second if the look-up does not respond', async () => {
    const order = shop({
      grant: ORDER,
      timeout: 60_000,
      api: fakeApi({ flows: () => new Promise(() => undefined) }),
    });
    const { text } = await order.send();
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date', 'setTimeout'], now: NOW });
    const answer = order.send();
    while (order.api.flows().length === 0) await setImmediate();
    mock.timers.tick(1_000);
    assert.equal((await answer).text, text);
  });
});

describe('a wallet after a deposit', () => {
  const previous = { amount: '150.00', fiat: 'BRL', createTime: NOW + 500 };

  it('gets a new code and the previous deposit, the same ones again, and waits for the next deposit', async () => {
    const [api, store] = [countingApi(), memoryStore()];
    const wallet = shop({ api, store, grant: WALLET });
    const first = await pay(wallet, pixFlow('1'));
    assert.equal(first.body.previous, undefined);
    const next = await wallet.send();
    assert.deepEqual([txIdOf(next), next.body.previous], ['2', previous]);
    for (const query of ['', '?paymentId=90'])
      assert.equal((await shop({ api, store, grant: WALLET }).send(query)).text, next.text);
    assert.equal(api.slips().length, 2);
    assert.equal(await statusOf(wallet, next), 'waiting');
    assert.equal(await statusOf(wallet, first), 'arrived', 'the page that saw it keeps its receipt');
    mock.timers.tick(1_000);
    api.script({ flows: pixFlow('2') });
    assert.equal(await statusOf(wallet, next), 'arrived');
    assert.equal(txIdOf(await wallet.send()), '3');
  });

  it('keeps a code that is not paid, and watches it without the earlier one that is', async () => {
    const wallet = shop({ api: countingApi(), grant: WALLET });
    await wallet.send();
    const renewed = await wallet.send('?refresh=1');
    wallet.api.script({ flows: (url) => pixFlow(url.searchParams.get('txId') === '1' ? '1' : '9') });
    assert.equal(await statusOf(wallet, renewed), 'arrived');
    const reload = await wallet.send();
    assert.deepEqual([txIdOf(reload), reload.body.previous], ['2', previous]);
    assert.deepEqual(decodeJwt(reload.body.arrival!)['txIds'], ['2']);
    assert.deepEqual(decodeJwt((await wallet.send('?refresh=1')).body.arrival!)['txIds'], ['3', '2']);
  });

  it('gets no paid code again if the API fails to make a new one', async () => {
    const wallet = shop({ api: countingApi(), grant: WALLET });
    await pay(wallet, pixFlow('1'));
    wallet.api.script({ slip: new TypeError('down') });
    assert.equal((await wallet.send()).status, 502);
    wallet.api.script({ slip: pix('2') });
    assert.equal(txIdOf(await wallet.send()), '2');
  });

  it('is told of the latest deposit of the method, and of no other visit or method', async () => {
    const [api, store] = [countingApi(), memoryStore()];
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

  it('gets its slip if the store is down, as before the deposit', async () => {
    const rejecting = (): Promise<never> => Promise.reject(new Error('down'));
    const wallet = shop({ api: countingApi(), grant: WALLET, store: { get: rejecting, set: rejecting } });
    await pay(wallet, pixFlow('1'));
    assert.equal(txIdOf(await wallet.send()), '2');
  });
});

describe('an own account after a deposit', () => {
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

  // [what else is in the account, whether it arrived after the first deposit]
  const OTHERS = [
    [{ id: 2, createTime: NOW + 1_499 }, 'waiting'],
    [{ id: 2, createTime: NOW + 1_500 }, 'arrived'],
    [{ id: 2, createTime: NOW + 1_501 }, 'arrived'],
    [{ id: undefined, changed: '1.00', createTime: NOW + 1_500 }, 'arrived'],
    [{ ...FIRST }, 'waiting'],
  ] as const;
  for (const [other, expected] of OTHERS)
    it(`is ${expected} with another deposit: ${JSON.stringify(other)}`, async () => {
      const account = wallet();
      await pay(account, accountFlows(FIRST));
      const next = await account.send();
      account.api.script({ flows: accountFlows(other, FIRST) });
      assert.equal(await statusOf(account, next), expected);
    });

  it('counts from then on if an earlier slip had a code', async () => {
    const account = shop({ api: countingApi(), grant: { ...WALLET, ownAccount: true } });
    await pay(account, pixFlow('1'));
    account.api.script({ slip: pix('') });
    const next = await account.send();
    assert.equal(await statusOf(account, next), 'waiting');
    mock.timers.tick(1_000);
    account.api.script({ flows: flowPage({ id: 2, createTime: NOW + 900 }) });
    assert.equal(await statusOf(account, next), 'arrived');
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
      assert.doesNotMatch(JSON.stringify(decodeJwt((await account.send()).body.arrival!)), /"id"/);
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
