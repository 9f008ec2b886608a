/** Several visits that pay into one account of the payer's own: which of them a deposit is for. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it, mock } from 'node:test';
import { memoryStore, type Grant, type Store } from 'deposit-slip/kit';
import { SPEI, fakeApi, flowPage, pix } from './fake-api.js';
import { sendTo, shop } from './shop.js';

const NOW = 1_700_000_000_000;
const ORDER: Grant = {
  id: 'order-1',
  merchantId: 7001,
  methods: [{ paymentId: 105, fiat: 'MXN' }],
  ownAccount: true,
  amount: '150.00',
};
const WALLET: Grant = { ...ORDER, id: 'wallet', amount: undefined };
const SECOND: Grant = { ...ORDER, id: 'order-2' };
const SMALL: Grant = { ...ORDER, id: 'order-3', amount: '15.00' };

/** Deposits of these amounts, made one after another. */
const deposits = (...amounts: readonly string[]): string =>
  flowPage(
    ...amounts.map((changed, at) => ({ id: at + 1, fiat: 'MXN', changed, createTime: NOW + 500 + at })),
  );

/** A promise, and the function that resolves it. */
function once() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Opens a page for each grant, in copies of the kit that share one store, or in a single one with a store of its own. */
async function pagesOf(
  grants: readonly Grant[],
  store: Store | null = memoryStore(),
  slip: string | ((url: URL) => string) = SPEI,
) {
  const api = fakeApi({ slip });
  const authorize = ({ headers }: Request) => grants.find(({ id }) => id === headers.get('cookie')) ?? null;
  const single = shop({ api, authorize }).kit;
  const pages = [];
  for (const { id } of grants) {
    const kit = store ? shop({ api, store, authorize }).kit : single;
    const send = (query = '') => sendTo(kit, query, { headers: { cookie: id } });
    const { body } = await send();
    const poll = async (): Promise<string> => {
      const answer = (await send(`?arrival=${body.arrival}`)).body;
      const data = answer.data as unknown as { deposits: { amount: string }[] } | null;
      return data ? data.deposits.map(({ amount }) => amount).join() : String(answer.kind);
    };
    pages.push({ send, poll });
  }
  return { api, pages };
}

describe('a deposit into an account of several visits', () => {
  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: NOW }));
  afterEach(() => mock.timers.reset());

  // [the visits in the order in which they ask, the deposits, what each visit is told of, and two hours later]
  const CASES = [
    [[ORDER, SECOND], '150.00', '150.00|'],
    [[ORDER, SECOND], '150.00,150.00', '150.00|150.00'],
    [[ORDER, SMALL], '15.00', '15.00|15.00', '|15.00'],
    [[SMALL, ORDER], '15.00', '15.00|'],
    [[WALLET, ORDER], '150.00', '150.00|150.00'],
    [[ORDER, WALLET], '150.00,20.00', '150.00,20.00|150.00,20.00'],
  ] as const;
  for (const [grants, amounts, told, later = told] of CASES)
    it(`closes one visit: ${amounts} with ${grants.map(({ id }) => id).join()}`, async () => {
      const { api, pages } = await pagesOf(grants);
      api.script({ flows: deposits(...amounts.split(',')) });
      for (const expected of [told, later]) {
        const answers = [];
        for (const { poll } of pages) answers.push(await poll());
        assert.equal(answers.join('|'), expected);
        mock.timers.tick(2 * 3_600_000);
      }
    });

  it('closes one visit if all ask at the same moment, in one copy of the kit and in several', async () => {
    const grants = Array.from({ length: 5 }, (_, at) => ({ ...ORDER, id: `order-${at}` }));
    for (const store of [null, memoryStore()]) {
      const { api, pages } = await pagesOf(grants, store);
      api.script({ flows: deposits('150.00') });
      const answers = await Promise.all(pages.map(({ poll }) => poll()));
      assert.equal(answers.filter((told) => told !== '').length, 1);
      const closed = await Promise.all(pages.map(({ send }) => send()));
      assert.equal(closed.filter(({ body }) => body.data?.['status'] === 'arrived').length, 1);
    }
  });

  it('closes as many visits as there are deposits, if all copies claim at the same moment', async () => {
    const memory = memoryStore();
    const api = fakeApi({ slip: SPEI });
    const asked = [once(), once(), once()];
    const storeOf = (at: number): Store => ({
      get: (key) => memory.get(key),
      set: (...entry) => memory.set(...entry),
      async add(key, ...entry) {
        if (key.endsWith(':owner')) {
          asked[at]!.resolve();
          // All have found the deposits free before the first of them claims one.
          await Promise.all(asked.map(({ promise }) => promise));
        }
        return memory.add!(key, ...entry);
      },
    });
    const orders = [0, 1, 2].map((at) =>
      shop({ api, store: storeOf(at), grant: { ...ORDER, id: `order-${at}` } }),
    );
    const slips = await Promise.all(orders.map(({ send }) => send()));
    api.script({ flows: deposits('150.00', '150.00') });
    const answers = await Promise.all(
      orders.map(async ({ send }, at) => (await send(`?arrival=${slips[at]!.body.arrival}`)).body.data!),
    );
    const told = answers.flatMap((data) => data['deposits'] as unknown as { createTime: number }[]);
    assert.deepEqual(new Set(told.map(({ createTime }) => createTime - NOW)), new Set([500, 501]));
    assert.equal(told.length, 2);
    assert.equal(answers.filter(({ status }) => status === ('waiting' as never)).length, 1);
  });

  it('closes one visit if two of its pages ask at the same moment, the second one opened after the deposit', async () => {
    const memory = memoryStore();
    const inTurn = once();
    const store: Store = {
      get(key) {
        if (key.endsWith(':owner')) inTurn.resolve();
        return memory.get(key);
      },
      set: (...entry) => memory.set(...entry),
    };
    const earlier = { id: 1, fiat: 'MXN', createTime: NOW + 500 };
    const later = { id: 2, fiat: 'MXN', createTime: NOW + 2500 };
    const methods = [...ORDER.methods, { paymentId: 58, fiat: 'MXN' }];
    const authorize = ({ headers }: Request): Grant => ({ ...ORDER, methods, id: headers.get('cookie')! });
    const api = fakeApi({ slip: SPEI });
    const { kit } = shop({ api, authorize, store });
    const ask = async (id: string, query: string) =>
      (await sendTo(kit, query, { headers: { cookie: id } })).body;
    const one = await ask('a', '?paymentId=105');
    mock.timers.tick(2000);
    const [two, other] = [await ask('a', '?paymentId=58'), await ask('b', '?paymentId=105')];
    api.script({
      flows: async ({ searchParams }) => {
        if (Number(searchParams.get('startTime')) < NOW + 500) return flowPage(earlier, later);
        // The first page looks at its deposits before the second one.
        await inTurn.promise;
        return flowPage(later);
      },
    });
    await Promise.all([one, two].map(({ arrival }) => ask('a', `?arrival=${arrival}`)));
    assert.equal((await ask('b', `?arrival=${other.arrival}`)).data?.['status'], 'arrived');
  });

  it('closes one visit in a memory store that other visits have filled', async () => {
    const store = memoryStore({ maxEntries: 60 });
    const { api, pages } = await pagesOf([ORDER, SECOND], store);
    for (let at = 0; at < 54; at += 1) await shop({ store, grant: { ...ORDER, id: `other-${at}` } }).send();
    api.script({ flows: deposits('150.00') });
    assert.deepEqual([await pages[0]!.poll(), await pages[1]!.poll()], ['150.00', '']);
  });

  it('closes the order whose code was paid, and no order that only knows the account', async () => {
    const qr: Grant = {
      ...ORDER,
      id: 'qr',
      methods: [{ paymentId: 90, fiat: 'BRL' }],
      ownAccount: undefined,
    };
    const account: Grant = { ...ORDER, methods: [{ paymentId: 105, fiat: 'BRL' }] };
    for (const own of [undefined, true]) {
      const { api, pages } = await pagesOf([{ ...qr, ownAccount: own }, account], undefined, (url) =>
        url.searchParams.get('paymentId') === '90' ? pix('77') : SPEI.replace('MXN', 'BRL'),
      );
      const [code, other] = pages;
      api.script({ flows: flowPage({ id: 1, txId: '77', createTime: NOW + 500 }) });
      assert.deepEqual([await other!.poll(), await code!.poll()], ['', '150.00'], String(own));
    }
  });

  it('closes no second order for a visit that was paid by a code', async () => {
    const methods = [
      { paymentId: 90, fiat: 'BRL' },
      { paymentId: 105, fiat: 'BRL' },
    ];
    const [first, second] = [ORDER, SECOND].map((grant) => ({ ...grant, methods }));
    const store = memoryStore();
    const api = fakeApi({
      slip: (url) => (url.searchParams.get('paymentId') === '90' ? pix('77') : SPEI.replace('MXN', 'BRL')),
    });
    const open = async (grant: Grant, paymentId: number) => {
      const { send } = shop({ api, store, grant });
      const { body } = await send(`?paymentId=${paymentId}`);
      return async () => (await send(`?arrival=${body.arrival}`)).body.data?.['status'];
    };
    const [byCode, byAccount, other] = [
      await open(first!, 90),
      await open(first!, 105),
      await open(second!, 105),
    ];
    api.script({ flows: flowPage({ id: 1, txId: '77', createTime: NOW + 500 }) });
    assert.equal(await byCode(), 'arrived');
    api.script({ flows: flowPage({ id: 2, txId: '78', createTime: NOW + 600 }) });
    assert.deepEqual([await byAccount(), await other()], ['waiting', 'arrived']);
  });

  it('closes an order for good, however many deposits of other sums follow', async () => {
    const methods = [...ORDER.methods, { paymentId: 58, fiat: 'MXN' }];
    const { send, api } = shop({ api: fakeApi({ slip: SPEI }), grant: { ...ORDER, methods } });
    const { body } = await send('?paymentId=105');
    api.script({ flows: deposits('150.00', ...Array.from({ length: 25 }, () => '1.00')) });
    await send(`?arrival=${body.arrival}`);
    assert.equal((await send()).body.data?.['status'], 'arrived');
  });

  it('is told to nobody while the store cannot say to whom it was told', async () => {
    const store = memoryStore();
    const broken = { ...store, get: (key: string) => store.get(key), set: store.set.bind(store) };
    const { api, pages } = await pagesOf([ORDER], broken);
    api.script({ flows: deposits('150.00') });
    broken.get = () => assert.fail('down');
    assert.equal(await pages[0]!.poll(), 'unavailable');
  });
});
