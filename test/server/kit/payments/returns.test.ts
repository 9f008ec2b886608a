/** Deposits that are returned: in whole or in part, read before the deposit itself, or never matched. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMemoryStore, type ArrivalResponse, type Store } from 'deposit-slip/kit';
import { DAY, HOUR, later, MINUTE, SECOND, useClock } from '../../clock.js';
import { fakeApi, json } from '../../fake-api.js';
import { flowList, type FlowRecord } from '../../flow-list.js';
import { txIdOf } from '../../shop.js';
import { anySlip, bench, ORDER, OWN, sumsOf } from './bench.js';

/** A bench whose order is paid by its code. */
async function paid(amount = '10.00') {
  const all = bench();
  const page = await all.open();
  all.pay(amount, { txId: page.txId });
  await all.tick();
  all.lines();
  return { ...all, ...page };
}

/** Opens a store whose lease expires once, after this many transactions. */
function slowAfter(store: Store, count: number): Store['open'] {
  let done = 0;
  return (scope) => {
    const records = store.open(scope);
    const transaction: typeof records.transaction = (...all) => {
      if (done++ === count) later(MINUTE);
      return records.transaction(...all);
    };
    return new Proxy(records, {
      get: (target, name) => {
        if (name === 'transaction') return transaction;
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' ? (member.bind(target) as unknown) : member;
      },
    });
  };
}

describe('a returned deposit', () => {
  useClock({ timers: true });

  it('reopens its order if all of it was returned, and the order requests its whole amount with a new code', async () => {
    const { txId, pay, tick, told, poll, send } = await paid();
    later(HOUR);
    const createTime = Date.now();
    pay('-10.00', { txId });
    await tick();
    const [{ name, payment, deposit }, ...others] = told as [(typeof told)[0]];
    assert.deepEqual([name, others], ['returned', []]);
    assert.deepEqual(
      [deposit!.amount, deposit!.returned, deposit!.returnTime],
      ['10.00', '10.00', createTime],
    );
    assert.equal(deposit!.flowId, '1', 'the flow of the deposit');
    const sums = { status: 'open', fiat: 'BRL', asked: '10.00', received: '0.00', remaining: '10.00' };
    assert.deepEqual(sumsOf(payment!), sums);
    const answer = await poll();
    assert.deepEqual([answer.status, answer.deposits], ['waiting', []]);
    assert.equal(answer.payment!.deposits[0]!.returned, '10.00');
    const next = await send(ORDER.id);
    assert.deepEqual([txIdOf(next), next.body.amount], ['2', '10.00']);
  });

  it('leaves its order partly paid if a part was returned, and the order requests the remainder', async () => {
    const { txId, pay, tick, lines, send, payment } = await paid();
    pay('-3.50', { txId });
    await tick();
    assert.deepEqual(lines(), ['returned order-1 10.00 back 3.50: part 6.50']);
    assert.equal((await send(ORDER.id)).body.amount, '3.50');
    pay('-6.50', { txId });
    await tick();
    assert.deepEqual(lines(), ['returned order-1 10.00 back 10.00: open 0.00']);
    assert.deepEqual(
      (await payment()).deposits.map(({ amount, returned }) => [amount, returned]),
      [['10.00', '10.00']],
    );
  });

  it('is not affected by a flow of zero, which is neither a deposit nor a return', async () => {
    const { kit, txId, pay, tick, lines } = await paid();
    for (const changed of ['0.00', '-0', '0']) pay(changed, { txId });
    await tick();
    for (let hour = 0; hour < 26; hour += 1) await tick(HOUR);
    const { unmatched, unreadable } = await kit.health();
    assert.deepEqual([lines(), unmatched, unreadable], [[], 0, 0]);
  });

  it('is reported once, and one return takes back one deposit', async () => {
    const { txId, pay, tick, lines } = await paid();
    pay('-10.00', { txId });
    pay('-10.00', { txId });
    await tick();
    assert.deepEqual(lines(), ['returned order-1 10.00 back 10.00: open 0.00']);
    await tick(2 * HOUR);
    assert.deepEqual(lines(), []);
  });

  it('is found if its return is on an earlier page', async () => {
    const { open, pay, tick, lines, flows } = bench();
    const { txId } = await open();
    pay('10.00', { txId });
    later(MINUTE);
    // The API lists the newest first, 250 to a page.
    for (let at = 0; at < 300; at += 1)
      flows.push({ id: 1_000 + at, changed: '0.00', createTime: Date.now() });
    later(SECOND);
    pay('-10.00', { txId });
    await tick(MINUTE);
    assert.deepEqual(lines(), [
      'deposit order-1 10.00: paid 10.00',
      'paid order-1: paid 10.00',
      'returned order-1 10.00 back 10.00: open 0.00',
    ]);
  });

  it('is reported at the next reading if the one that stored its return failed', async () => {
    let failures = 0;
    const flows: FlowRecord[] = [];
    const isDown = (url: URL) => url.searchParams.get('currentPage') === '2' && failures-- > 0;
    const api = fakeApi({
      slip: anySlip(),
      flows: (url) => (isDown(url) ? json('{}', { status: 503 }) : flowList(flows)(url)),
    });
    const { open, tick, lines } = bench({ api });
    const { txId } = await open();
    flows.push({ id: 1, txId, changed: '10.00', createTime: Date.now() });
    await tick(MINUTE);
    lines();
    for (let at = 0; at < 260; at += 1)
      flows.push({ id: 1_000 + at, changed: '0.00', createTime: Date.now() });
    later(SECOND);
    flows.push({ id: 2, txId, changed: '-10.00', createTime: Date.now() });
    failures = 1;
    await tick(MINUTE);
    assert.deepEqual(lines(), []);
    await tick(MINUTE);
    assert.deepEqual(lines(), ['returned order-1 10.00 back 10.00: open 0.00']);
  });

  it('is reported at the next reading if many before it took longer than the lease', async () => {
    const store = createMemoryStore();
    const { open, pay, tick, told } = bench({ store: { ...store, open: slowAfter(store, 3) } });
    const { txId } = await open();
    for (let at = 0; at < 220; at += 1) pay('1.00', { txId });
    for (let at = 0; at < 220; at += 1) pay('-1.00', { txId });
    const returns = () => told.filter(({ name }) => name === 'returned').length;
    await tick(MINUTE);
    assert.equal(returns() < 220, true);
    await tick(MINUTE);
    await tick(MINUTE);
    assert.equal(returns(), 220);
  });

  it('is found if it becomes visible hours after its return', async () => {
    const { open, pay, tick, lines, flows } = bench();
    const { txId } = await open();
    const createTime = Date.now();
    later(MINUTE);
    pay('-10.00', { txId });
    await tick();
    assert.deepEqual(lines(), []);
    await tick(3 * HOUR);
    flows.push({ id: 7, txId, changed: '10.00', createTime });
    await tick(HOUR);
    assert.deepEqual(lines(), [
      'deposit order-1 10.00: paid 10.00',
      'paid order-1: paid 10.00',
      'returned order-1 10.00 back 10.00: open 0.00',
    ]);
  });

  it('that is not found for a day is reported as an unmatched return, once', async () => {
    const { kit, open, pay, tick, lines, told } = bench();
    await open();
    pay('-10.00', { txId: '99' });
    await tick();
    for (let hour = 0; hour < 23; hour += 1) await tick(HOUR);
    assert.equal(told.length, 0);
    for (let hour = 0; hour < 2; hour += 1) await tick(HOUR);
    const [{ deposit, candidates, merchantId }] = told as [(typeof told)[0]];
    assert.deepEqual([merchantId, deposit!.flowId, candidates], ['7001', '1', []]);
    assert.deepEqual(lines(), ['unmatched -10.00']);
    await tick(2 * DAY);
    assert.deepEqual(lines(), []);
    assert.equal((await kit.health()).unmatched, 1);
  });

  it('without a payment is reported with its merchant only', async () => {
    const { open, pay, tick, told, lines } = bench();
    await open();
    pay('10.00', { txId: '99' });
    await tick();
    assert.deepEqual(lines(), ['unmatched 10.00']);
    pay('-10.00', { txId: '99' });
    await tick();
    const [{ name, merchantId, deposit, payment, grant }] = told as [(typeof told)[0]];
    assert.deepEqual([name, merchantId, payment, grant], ['returned', '7001', undefined, undefined]);
    assert.deepEqual([deposit!.flowId, deposit!.returned], ['1', '10.00']);
  });

  it('from before the first slip causes no hook call', async () => {
    const { open, pay, tick, lines } = bench({ grants: [OWN] });
    pay('10.00', { fiat: 'MXN' });
    later(HOUR);
    await open();
    pay('-10.00', { fiat: 'MXN' });
    await tick();
    await tick(2 * DAY);
    assert.deepEqual(lines(), []);
  });

  it('is seen by a page that was opened when the order was paid, and never had a slip', async () => {
    const { pay, tick, send, txId } = await paid('10.00');
    const receipt = await send(ORDER.id);
    assert.equal(receipt.body.data?.['status'], 'arrived');
    pay('-10.00', { txId });
    await tick();
    const { body } = await send(ORDER.id, `?arrival=${receipt.body.arrival}`);
    const { status, payment } = body.data as unknown as ArrivalResponse;
    assert.deepEqual([status, payment!.status, payment!.deposits[0]!.returned], ['waiting', 'open', '10.00']);
  });

  it('leaves an order paid that received too much, and causes no second `paid`', async () => {
    const { txId, pay, tick, lines } = await paid('25.00');
    pay('-15.00', { txId });
    await tick();
    assert.deepEqual(lines(), ['returned order-1 25.00 back 15.00: paid 10.00']);
  });

  it('takes from a wallet at most what has arrived since its slip', async () => {
    const wallet = { ...ORDER, amount: undefined };
    const { open, pay, tick, lines } = bench({ grants: [wallet] });
    pay('5.00', { txId: (await open()).txId });
    await tick();
    const { txId, poll } = await open();
    pay('7.00', { txId });
    await tick();
    lines();
    assert.equal((await poll()).payment!.received, '7.00');
    pay('-5.00', { txId: '1' });
    await tick();
    assert.deepEqual(lines(), ['returned order-1 5.00 back 5.00: open 7.00']);
    assert.equal((await poll()).payment!.received, '7.00');
    pay('-7.00', { txId: '2' });
    await tick();
    assert.deepEqual(lines(), ['returned order-1 7.00 back 7.00: open 0.00']);
    const answer = await poll();
    assert.deepEqual([answer.status, answer.payment!.received], ['waiting', '0.00']);
    assert.equal((await open()).slip.body.previous, undefined);
  });
});
