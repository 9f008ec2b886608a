/** Several visits that pay into one account of the payer's own: which of them a deposit is for. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type ArrivalResponse, type Grant, type Store } from 'deposit-slip/kit';
import { HOUR, later, NOW, SECOND, useClock } from './clock.js';
import { SPEI, fakeApi, flowPage, pix } from './fake-api.js';
import { sendTo, shop } from './shop.js';

const ORDER: Grant = {
  id: 'order-1',
  merchantId: 7001,
  methods: [{ paymentId: 105, fiat: 'MXN' }],
  ownAccount: true,
  amount: '150.00',
};
const WALLET: Grant = { ...ORDER, id: 'wallet', amount: undefined };
const SECOND_ORDER: Grant = { ...ORDER, id: 'order-2' };
const SMALL: Grant = { ...ORDER, id: 'order-3', amount: '15.00' };

/** Deposits of these amounts, made one after another. */
const deposits = (...amounts: readonly string[]): string =>
  flowPage(...amounts.map((changed, at) => ({ fiat: 'MXN', changed, createTime: Date.now() + 500 + at })));

/** Opens a page for each grant, in copies of the kit that share one store, or in a single one. */
async function pagesOf(
  grants: readonly Grant[],
  { store, slip = SPEI }: { readonly store?: Store; readonly slip?: string | ((url: URL) => string) } = {},
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
      const { data } = (await send(`?arrival=${body.arrival}`)).body as unknown as { data: ArrivalResponse };
      return data.deposits.map(({ amount }) => amount).join();
    };
    pages.push({ send, poll });
  }
  return { api, pages };
}

describe('a deposit into an account of several visits', () => {
  useClock();

  // [the visits in the order in which they ask, the deposits, what each visit is told of]
  const CASES = [
    [[ORDER, SECOND_ORDER], '150.00', '150.00|'],
    [[ORDER, SECOND_ORDER], '150.00,150.00', '150.00|150.00'],
    [[ORDER, SMALL], '15.00', '|15.00'],
    [[SMALL, ORDER], '15.00', '15.00|'],
    [[SMALL, ORDER], '150.00,15.00', '15.00|150.00'],
    [[WALLET, ORDER], '150.00', '|150.00'],
    [[ORDER, WALLET], '150.00', '150.00|'],
    [[WALLET], '150.00,20.00', '150.00,20.00'],
    [[ORDER], '20.00,150.00', '20.00,150.00'],
    [[ORDER, SECOND_ORDER], '20.00', '|'],
  ] as const;
  for (const [grants, amounts, told] of CASES)
    it(`is for one visit: ${amounts} with ${grants.map(({ id }) => id).join()}`, async () => {
      const { api, pages } = await pagesOf(grants);
      api.script({ flows: deposits(...amounts.split(',')) });
      for (const _ of ['at once', 'two hours later']) {
        const answers = [];
        for (const { poll } of pages) answers.push(await poll());
        assert.equal(answers.join('|'), told);
        later(2 * HOUR);
      }
    });

  it('is for one visit if all ask at the same moment, in one copy of the kit and in several', async () => {
    const grants = Array.from({ length: 5 }, (_, at) => ({ ...ORDER, id: `order-${at}` }));
    for (const options of [{}, { store: createMemoryStore() }]) {
      const { api, pages } = await pagesOf(grants, options);
      api.script({ flows: deposits('150.00', '150.00') });
      await Promise.all(pages.map(({ poll }) => poll()));
      later(SECOND);
      const answers = await Promise.all(pages.map(({ poll }) => poll()));
      assert.deepEqual(answers, ['150.00', '150.00', '', '', '']);
      const closed = await Promise.all(pages.map(({ send }) => send()));
      assert.equal(closed.filter(({ body }) => body.data?.['status'] === 'arrived').length, 2);
    }
  });

  it('is for the order whose code was paid, and for no order that only knows the account', async () => {
    const qr: Grant = {
      ...ORDER,
      id: 'qr',
      methods: [{ paymentId: 90, fiat: 'BRL' }],
      ownAccount: undefined,
    };
    const account: Grant = { ...ORDER, methods: [{ paymentId: 105, fiat: 'BRL' }] };
    const slip = (url: URL) =>
      url.searchParams.get('paymentId') === '90' ? pix('77') : SPEI.replace('MXN', 'BRL');
    for (const own of [undefined, true]) {
      const { api, pages } = await pagesOf([{ ...qr, ownAccount: own }, account], { slip });
      const [code, other] = pages;
      api.script({ flows: flowPage({ txId: '77', createTime: NOW + 500 }) });
      assert.deepEqual([await other!.poll(), await code!.poll()], ['', '150.00'], String(own));
    }
  });

  it('is for a second order if the first one is paid by its code', async () => {
    const methods = [
      { paymentId: 90, fiat: 'BRL' },
      { paymentId: 105, fiat: 'BRL' },
    ];
    const slip = (url: URL) =>
      url.searchParams.get('paymentId') === '90' ? pix('77') : SPEI.replace('MXN', 'BRL');
    const [api, store] = [fakeApi({ slip }), createMemoryStore()];
    const [first, second] = [ORDER, SECOND_ORDER].map((grant) =>
      shop({ api, store, grant: { ...grant, methods } }),
    );
    const slips = [await first!.send('?paymentId=90'), await second!.send('?paymentId=105')];
    api.script({
      flows: flowPage({ txId: '78', createTime: NOW + 600 }, { txId: '77', createTime: NOW + 500 }),
    });
    for (const [at, { send }] of [first!, second!].entries()) {
      const { data } = (await send(`?arrival=${slips[at]!.body.arrival}`)).body as unknown as {
        data: ArrivalResponse;
      };
      assert.deepEqual(
        data.deposits.map(({ txId }) => txId),
        [['77'], ['78']][at],
      );
    }
  });

  it('leaves a paid order paid, however many others follow', async () => {
    const { api, pages } = await pagesOf([ORDER]);
    api.script({ flows: deposits('150.00', ...Array.from({ length: 25 }, () => '1.00')) });
    await pages[0]!.poll();
    const { data, payment } = (await pages[0]!.send()).body;
    assert.equal(data?.['status'], 'arrived');
    const { status, received, excess, deposits: listed, earlier } = payment!;
    assert.deepEqual([status, received, excess, listed.length], ['over', '175.00', '25.00', 20]);
    assert.deepEqual(earlier, { count: 6, amount: '155.00' });
  });
});
