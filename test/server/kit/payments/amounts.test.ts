/** The amounts that an order requests: parts, changing amounts, several currencies, and closed orders. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDepositSession, createMemoryStore, type Grant } from 'deposit-slip/kit';
import { later, MINUTE, resultOf, SECOND, useClock } from '../../clock.js';
import { fakeApi } from '../../fake-api.js';
import { flowList, type FlowRecord } from '../../flow-list.js';
import { bearer, brokenStore, shop, txIdOf } from '../../shop.js';
import { anySlip, bench, ORDER } from './bench.js';

const KEY = 'a session key of the tests, of thirty-two bytes or more';
const METHODS = [
  { paymentId: 92, fiat: 'BRL', amount: '10.00' },
  { paymentId: 68, fiat: 'COP', amount: '8000.00' },
];

describe('an order that is paid in parts', () => {
  useClock({ timers: true });

  it('is paid by the part that reaches its amount, with whichever code', async () => {
    const { open, pay, tick, lines } = bench();
    const { poll } = await open();
    pay('4.00', { txId: '1' });
    await tick();
    const { txId, slip } = await open();
    assert.deepEqual([txId, slip.body.amount], ['2', '6.00']);
    pay('1.00', { txId });
    pay('5.00', { txId: '1' });
    await tick();
    assert.deepEqual(lines(), [
      'deposit order-1 4.00: part 4.00',
      'deposit order-1 1.00: part 5.00',
      'deposit order-1 5.00: paid 10.00',
      'paid order-1: paid 10.00',
    ]);
    const { status, deposits } = await poll();
    assert.equal(status, 'arrived');
    assert.deepEqual(
      deposits.map(({ amount }) => amount),
      ['4.00', '1.00', '5.00'],
    );
  });

  it('gets one code for each remainder, also for the list of methods', async () => {
    const methods = [...ORDER.methods, { paymentId: 90, fiat: 'BRL' }];
    const { api, open, pay, tick, send } = bench({ grants: [{ ...ORDER, methods }] });
    const { txId } = await open(ORDER.id, '?paymentId=92');
    pay('4.00', { txId });
    await tick();
    const { body } = await send(ORDER.id);
    assert.deepEqual(body.data!['methods'], [
      { paymentId: 92, fiat: 'BRL', amount: 'optional', fixed: '6.00' },
      { paymentId: 90, fiat: 'BRL', amount: 'none', fixed: '6.00' },
    ]);
    assert.equal(body.payment!.remaining, '6.00');
    for (const query of ['?paymentId=92', '?paymentId=92&amount=10.00', '?paymentId=92&amount=6'])
      assert.equal((await send(ORDER.id, query)).body.amount, '6.00');
    assert.equal((await send(ORDER.id, '?paymentId=92&amount=7.00')).status, 422);
    const sent = api.slips().map(({ url }) => url.searchParams.get('amount'));
    assert.deepEqual(sent, ['10.00', '6.00']);
  });

  it('lists the latest twenty deposits, and the sum of those before', async () => {
    const { open, pay, tick, payment } = bench({ grants: [{ ...ORDER, amount: '1000.00' }] });
    const { txId } = await open();
    for (let cents = 1; cents <= 23; cents += 1) {
      pay(`${cents}.00`, { txId });
      later(SECOND);
    }
    await tick();
    const { deposits, earlier, received } = await payment();
    assert.deepEqual(
      deposits.map(({ amount }) => Number(amount)),
      Array.from({ length: 20 }, (_, at) => at + 4),
    );
    assert.deepEqual([earlier, received], [{ count: 3, amount: '6.00' }, '276.00']);
    pay('-2.00', { txId });
    await tick();
    assert.deepEqual((await payment()).earlier, { count: 3, amount: '4.00' });
  });
});

describe('an amount that changes', () => {
  useClock({ timers: true });

  it('is that of the newest grant: reduced to what has arrived, it makes the order paid', async () => {
    const { open, pay, tick, lines, grant, send } = bench();
    const { txId } = await open();
    pay('4.00', { txId });
    await tick();
    grant({ ...ORDER, amount: '4.00' });
    const { body } = await send(ORDER.id);
    assert.deepEqual([body.data?.['status'], body.payment?.status, body.amount], ['arrived', 'paid', '4.00']);
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00', 'paid order-1: paid 4.00']);
  });
  it('is reported by the request that reduced it, without another request to the API', async () => {
    const { open, pay, tick, lines, grant, send } = bench();
    const { txId } = await open();
    pay('4.00', { txId });
    await tick();
    lines();
    grant({ ...ORDER, amount: '4.00' });
    await send(ORDER.id);
    assert.deepEqual(lines(), ['paid order-1: paid 4.00']);
  });

  it('that is reduced below what has arrived leaves an excess', async () => {
    const { open, pay, tick, lines, grant, send } = bench();
    const { txId } = await open();
    pay('4.00', { txId });
    await tick();
    grant({ ...ORDER, amount: '3.00' });
    await send(ORDER.id);
    await tick();
    assert.equal(lines().at(-1), 'paid order-1: over 4.00 +1.00');
  });

  it('that is raised leaves a paid order partly paid, and the order is then paid `again`', async () => {
    const { open, pay, tick, lines, grant, send } = bench();
    const { poll } = await open();
    pay('10.00', { txId: '1' });
    await tick();
    grant({ ...ORDER, amount: '12.50' });
    assert.equal((await poll()).status, 'waiting');
    const { body } = await send(ORDER.id);
    assert.deepEqual([body.amount, body.payment!.status], ['2.50', 'part']);
    const { txId } = await open();
    pay('2.50', { txId });
    await tick();
    assert.deepEqual(lines(), [
      'deposit order-1 10.00: paid 10.00',
      'paid order-1: paid 10.00',
      'deposit order-1 2.50: paid 12.50',
      'paid order-1: paid 12.50 again',
    ]);
  });

  // [what happens: deposits, returns, `=` the amount of a newer grant; when and how `paid` is told]
  const SEQUENCES = [
    ['9.99', ''],
    ['9.99 0.01', '10.00'],
    ['10.00 1.00 1.00', '10.00'],
    ['12.00', '12.00 +2.00'],
    ['10.00 -10.00 10.00', '10.00, 10.00 again'],
    ['10.00 -4.00 3.99', '10.00'],
    ['10.00 -4.00 4.00', '10.00, 10.00 again'],
    ['12.00 -2.00 -0.01 0.01', '12.00 +2.00, 10.00 again'],
    ['10.00 =11.00 =10.00', '10.00, 10.00 again'],
    ['10.00 =9.00', '10.00'],
    ['9.00 =8.00 =10.00 1.00', '9.00 +1.00, 10.00 again'],
    ['5.00 =4.00 =5.00', '5.00 +1.00'],
    ['5.00 =6.00 =7.00 2.00', '7.00'],
    ['10.00 =20.00 -10.00 =5.00', '10.00'],
    ['10.00 =20.00 10.00 -5.00 =15.00', '10.00, 20.00 again, 15.00 again'],
  ] as const;
  for (const [sequence, expected] of SEQUENCES)
    it(`is never reported as paid below it, nor twice without \`again\`: ${sequence}`, async () => {
      const { told, open, pay, tick, grant, send } = bench();
      const { txId } = await open();
      for (const step of sequence.split(' ')) {
        later(MINUTE);
        if (step.startsWith('=')) {
          grant({ ...ORDER, amount: step.slice(1) });
          await send(ORDER.id);
        } else pay(step, { txId });
        await tick();
      }
      const paid = told.filter(({ name }) => name === 'paid');
      const texts = paid.map(({ payment, excess, again }) =>
        [payment!.received, excess && `+${excess}`, again && 'again'].filter(Boolean).join(' '),
      );
      assert.equal(texts.join(', '), expected);
      for (const { payment, excess } of paid) {
        assert.ok(Number(payment!.received) >= Number(payment!.asked));
        assert.equal(payment!.excess, excess);
      }
    });

  /** A payer with a session for each of these amounts, oldest first. */
  async function withSessions(...amounts: readonly string[]) {
    const flows: FlowRecord[] = [];
    const { send } = shop({
      session: KEY,
      api: fakeApi({ slip: anySlip(), flows: (url) => flowList(flows)(url) }),
    });
    const sessions: RequestInit[] = [];
    for (const amount of amounts) {
      sessions.push(bearer(await createDepositSession(KEY, { ...ORDER, amount })));
      later(2 * SECOND);
    }
    const askedBy = async (at: number): Promise<unknown> => {
      later(2 * SECOND);
      const { body } = await resultOf(send('', sessions[at]));
      assert.equal(body.amount, body.payment!.asked);
      return body.payment!.asked;
    };
    return { flows, send, sessions, askedBy };
  }

  it('is not that of an older session', async () => {
    const { flows, send, sessions, askedBy } = await withSessions('10.00', '20.00', '15.00');
    for (const [session, asked] of [
      [1, '20.00'],
      [0, '20.00'],
      [2, '15.00'],
      [1, '15.00'],
      [0, '15.00'],
    ] as const)
      assert.equal(await askedBy(session), asked);
    flows.push({ id: 1, txId: '1', changed: '15.00', createTime: Date.now() });
    later(2 * SECOND);
    for (const session of sessions)
      assert.equal((await resultOf(send('', session))).body.payment!.status, 'paid');
  });

  it('is not that of an older session if the newest requests the same as the first', async () => {
    const { askedBy } = await withSessions('10.00', '20.00', '10.00');
    for (const session of [0, 2, 1]) assert.equal(await askedBy(session), '10.00');
  });

  it('is that of the later of two first requests at the same moment', async () => {
    const { send, grant, pay, tick, lines } = bench();
    const first = send(ORDER.id);
    later(SECOND);
    grant({ ...ORDER, amount: '8.00' });
    const [, second] = await Promise.all([first, send(ORDER.id)]);
    assert.equal(second.body.payment!.asked, '8.00');
    pay('8.00', { txId: txIdOf(second) });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 8.00: paid 8.00', 'paid order-1: paid 8.00']);
  });

  it('may be removed or added: an order becomes a wallet, and a wallet an order', async () => {
    const { open, pay, tick, grant, lines, send, payment } = bench();
    const { txId } = await open();
    grant({ ...ORDER, amount: undefined });
    assert.equal((await payment()).asked, undefined);
    pay('4.00', { txId });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 4.00: open 4.00']);
    grant(ORDER);
    const { body } = await send(ORDER.id);
    assert.deepEqual([body.amount, body.payment!.received], ['6.00', '4.00']);
  });

  it('that was never set counts deposits since the latest slip, in hooks as on pages', async () => {
    const { open, pay, tick, lines } = bench({ grants: [{ ...ORDER, amount: undefined }] });
    const { txId } = await open();
    const createTime = Date.now();
    later(SECOND);
    const { poll } = await open(ORDER.id, '?refresh=1');
    pay('4.00', { txId, createTime });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 4.00: open 0.00']);
    assert.equal((await poll()).payment!.received, '0.00');
    pay('-1.00', { txId });
    await tick();
    assert.deepEqual(lines(), ['returned order-1 4.00 back 1.00: open 0.00']);
    assert.equal((await poll()).payment!.received, '0.00');
  });
});

describe('an order in two currencies', () => {
  useClock({ timers: true });
  const grant: Grant = { ...ORDER, methods: METHODS, amount: undefined, ownAccount: true };

  it('that is paid in one gets no slip of the other, and later deposits are reported in their own payment', async () => {
    const { open, pay, tick, lines, send } = bench({ grants: [grant] });
    const { poll } = await open(ORDER.id, '?paymentId=68');
    const { txId } = await open(ORDER.id, '?paymentId=92');
    pay('10.00', { txId });
    await tick();
    for (const query of ['', '?paymentId=68', '?paymentId=68&refresh=1']) {
      const { body } = await send(ORDER.id, query);
      assert.deepEqual([body.data?.['status'], body.fiat], ['arrived', 'BRL'], query);
    }
    assert.deepEqual([(await poll()).status, (await poll()).payment!.fiat], ['arrived', 'BRL']);
    pay('8000.00', { fiat: 'COP' });
    await tick();
    assert.deepEqual(lines(), [
      'deposit order-1 10.00: paid 10.00',
      'paid order-1: paid 10.00',
      'deposit order-1 8000.00: paid 8000.00',
      'paid order-1: paid 8000.00',
    ]);
  });

  it('requests its own amount in each', async () => {
    const { open, payment } = bench({ grants: [grant] });
    for (const [query, asked] of [
      ['?paymentId=92', '10.00'],
      ['?paymentId=68', '8000.00'],
    ] as const) {
      assert.equal((await open(ORDER.id, query)).slip.body.amount, asked);
      assert.equal((await payment(ORDER.id, query)).asked, asked);
    }
  });
});

describe('an order that is closed', () => {
  useClock({ timers: true });

  it('gets no slip, and its deposits are still reported', async () => {
    const { kit, open, pay, tick, lines, send } = bench();
    const { slip, txId, poll } = await open();
    pay('4.00', { txId });
    await tick();
    await kit.close({ merchantId: '7001', id: ORDER.id });
    for (const query of ['', '?paymentId=92', '?refresh=1', '?amount=10.00']) {
      const { status, body } = await send(ORDER.id, query);
      assert.deepEqual([status, body.kind, body.msg], [409, 'not-payable', 'This payment is closed.'], query);
    }
    const { status, payment } = await poll();
    assert.deepEqual([status, payment!.status], ['waiting', 'part']);
    assert.equal((await send(ORDER.id, '')).body.arrival, undefined);
    pay('6.00', { txId: String(slip.body.data!['txId']) });
    await tick();
    assert.deepEqual(lines(), [
      'deposit order-1 4.00: part 4.00',
      'deposit order-1 6.00: paid 10.00',
      'paid order-1: paid 10.00',
    ]);
    assert.equal((await send(ORDER.id)).body.data?.['status'], 'arrived', 'the receipt of what is paid');
  });

  it('is one grant of one merchant, and can be closed repeatedly', async () => {
    const others = [
      { ...ORDER, id: 'order-2' },
      { ...ORDER, id: 'other', merchantId: 7002 },
    ];
    const { kit, send } = bench({ grants: [ORDER, ...others] });
    for (const _ of [1, 2]) await kit.close({ merchantId: 7001, id: ORDER.id });
    await kit.close({ merchantId: 7001, id: 'other' });
    assert.equal((await send(ORDER.id)).status, 409, 'also before its first slip');
    for (const { id } of others) assert.equal((await send(id)).status, 200, id);
  });

  it('is closed for every copy of the kit', async () => {
    const store = createMemoryStore();
    const [one, other] = [bench({ store }), bench({ store })];
    await one.open();
    await other.kit.close(ORDER);
    assert.equal((await one.send(ORDER.id)).status, 409);
  });

  it('is not closed if the store fails, which rejects', async () => {
    let isDown = true;
    const { kit, send } = bench({ store: brokenStore(() => (isDown ? assert.fail('down') : undefined)) });
    await assert.rejects(kit.close(ORDER), /StoreError/);
    isDown = false;
    assert.equal(txIdOf(await send(ORDER.id)), '1');
  });
});
