/** The payment that a deposit belongs to is decided once, and never guessed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Grant } from 'deposit-slip/kit';
import { DAY, HOUR, later, MINUTE, NOW, resultOf, useClock } from '../../clock.js';
import { fakeApi, flowPage, pix } from '../../fake-api.js';
import { flowList } from '../../flow-list.js';
import { shop } from '../../shop.js';
import { bench, ORDER, OWN } from './bench.js';

/** Orders that are paid into one account of the payer's own. Their slips are issued in this order. */
const ordersOf = (...amounts: readonly (string | undefined)[]): Grant[] =>
  amounts.map((amount, at) => ({ ...OWN, id: `order-${at + 1}`, amount }));

/** A bench on which each order has a slip, issued one minute apart. */
async function opened(...amounts: readonly (string | undefined)[]) {
  const grants = ordersOf(...amounts);
  const all = bench({ grants });
  for (const { id } of grants) {
    await all.open(id);
    later(MINUTE);
  }
  const pay = (changed: string, record: object = {}) => all.pay(changed, { fiat: 'MXN', ...record });
  /** The hook calls for deposits that are read together, except those that report a payment as paid. */
  const toldOf = async (...changed: readonly string[]): Promise<string> => {
    for (const each of changed) pay(each);
    await all.tick();
    return all
      .lines()
      .filter((line) => !line.startsWith('paid'))
      .join(', ');
  };
  return { ...all, pay, toldOf };
}

describe('a deposit with a code', () => {
  useClock({ timers: true });

  it('belongs to the payment of the slip, even if a newer code has replaced it', async () => {
    const { open, pay, tick, lines } = bench();
    const [first, second] = [await open(), await open(ORDER.id, '?refresh=1')];
    assert.notEqual(first.txId, second.txId);
    pay('4.00', { txId: first.txId });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00']);
  });

  it('belongs to it even when its slip is no longer watched', async () => {
    const { open, pay, tick, lines } = bench({ grants: [ORDER, { ...ORDER, id: 'order-2' }] });
    const { txId } = await open();
    await tick(40 * DAY);
    // Another order keeps the kit following the merchant.
    await open('order-2');
    pay('10.00', { txId });
    await tick();
    assert.equal(lines()[0], 'deposit order-1 10.00: paid 10.00');
  });

  it('belongs to it even if its time is before the slip, because clocks differ', async () => {
    const { open, pay, tick, lines } = bench();
    const { txId } = await open();
    pay('10.00', { txId, createTime: NOW - MINUTE });
    await tick();
    assert.equal(lines()[0], 'deposit order-1 10.00: paid 10.00');
  });

  it('belongs to no payment if the API gave the code to two grants', async () => {
    const flows: object[] = [];
    const api = fakeApi({ slip: pix('7'), flows: (url) => flowList(flows as never)(url) });
    const { open, tick, lines } = bench({ api, grants: [ORDER, { ...ORDER, id: 'order-2' }] });
    for (const id of ['order-1', 'order-2']) await open(id);
    flows.push({ id: 1, changed: '10.00', txId: '7', createTime: NOW });
    await tick();
    assert.deepEqual(lines(), ['unmatched 10.00 of order-1, order-2']);
  });

  it('belongs to the grant that got the same code twice', async () => {
    const flows: object[] = [];
    const api = fakeApi({ slip: pix('7'), flows: (url) => flowList(flows as never)(url) });
    const { open, tick, lines } = bench({ api });
    for (const query of ['', '?refresh=1']) await open(ORDER.id, query);
    flows.push({ id: 1, changed: '4.00', txId: '7', createTime: NOW });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00']);
  });

  it('belongs to no payment if its currency differs from that of the slip', async () => {
    for (const grant of [ORDER, { ...ORDER, ownAccount: true }]) {
      const { open, pay, tick, lines } = bench({ grants: [grant] });
      const { txId } = await open();
      pay('10.00', { txId, fiat: 'USD' });
      await tick();
      assert.deepEqual(lines(), ['unmatched 10.00 of order-1']);
    }
  });

  it('belongs to no payment if the code is not ours, or is that of another merchant', async () => {
    const other = { ...ORDER, id: 'order-2', merchantId: 7002 };
    const { open, pay, tick, lines } = bench({ grants: [ORDER, other] });
    const [{ txId }] = [await open('order-1'), await open('order-2')];
    pay('10.00', { txId, merchantId: 7002 });
    pay('10.00', { txId: '99' });
    await tick();
    assert.deepEqual(lines(), ['unmatched 10.00', 'unmatched 10.00']);
  });

  it('is reported to the payment that got it first, even if two grants are read at once', async () => {
    const { open, pay, tick, lines } = bench({ grants: [ORDER, { ...ORDER, id: 'order-2' }] });
    const txIds = [(await open('order-1')).txId, (await open('order-2')).txId];
    pay('10.00', { txId: txIds[1] });
    pay('10.00', { txId: txIds[0] });
    await tick();
    assert.deepEqual(lines().toSorted(), [
      'deposit order-1 10.00: paid 10.00',
      'deposit order-2 10.00: paid 10.00',
      'paid order-1: paid 10.00',
      'paid order-2: paid 10.00',
    ]);
  });
});

describe('a deposit without one of our codes', () => {
  useClock({ timers: true });

  it('belongs to no payment if there is no own account', async () => {
    for (const record of [{}, { txId: '99' }]) {
      const { open, pay, tick, lines } = bench();
      await open();
      pay('10.00', record);
      await tick();
      assert.deepEqual(lines(), ['unmatched 10.00']);
    }
  });

  it('belongs to an own account by the rules, even if it has someone else’s code', async () => {
    const { pay, tick, lines } = await opened('10.00');
    pay('10.00', { txId: '99' });
    await tick();
    assert.equal(lines()[0], 'deposit order-1 10.00: paid 10.00');
  });

  it('belongs to no payment without an own account, if there is also one with an own account', async () => {
    const { open, pay, tick, lines } = bench({ grants: [ORDER, { ...ORDER, id: 'own', ownAccount: true }] });
    for (const id of ['order-1', 'own']) await open(id);
    pay('10.00');
    await tick();
    assert.equal(lines()[0], 'deposit own 10.00: paid 10.00');
  });

  it('belongs to the oldest order with exactly this remainder', async () => {
    const { toldOf } = await opened('20.00', '10.00', '10.00');
    assert.equal(await toldOf('10.00'), 'deposit order-2 10.00: paid 10.00');
    assert.equal(await toldOf('10.00'), 'deposit order-3 10.00: paid 10.00');
    assert.equal(await toldOf('20.00'), 'deposit order-1 20.00: paid 20.00');
  });

  it('belongs to the order with this remainder after a part, before one with this total', async () => {
    const { open, grant, toldOf } = await opened('10.00');
    assert.equal(await toldOf('4.00'), 'deposit order-1 4.00: part 4.00');
    grant({ ...OWN, id: 'order-2', amount: '6.00' });
    await open('order-2');
    later(MINUTE);
    assert.equal(await toldOf('6.00'), 'deposit order-1 6.00: paid 10.00');
    assert.equal(await toldOf('6.00'), 'deposit order-2 6.00: paid 6.00');
  });

  it('is a second payment of the latest paid order with exactly this amount', async () => {
    const { toldOf } = await opened('10.00', '10.00', '20.00');
    await toldOf('10.00');
    await toldOf('10.00');
    assert.equal(await toldOf('10.00'), 'deposit order-2 10.00: over 20.00');
    assert.equal(await toldOf('10.00'), 'deposit order-2 10.00: over 30.00');
  });

  it('is a part of the only open order, if it is less than the remainder', async () => {
    const { toldOf } = await opened('10.00', '20.00');
    await toldOf('10.00');
    assert.equal(await toldOf('5.00'), 'deposit order-2 5.00: part 5.00');
    assert.equal(await toldOf('14.99'), 'deposit order-2 14.99: part 19.99');
    assert.equal(await toldOf('0.02'), 'unmatched 0.02 of order-1, order-2', 'more than is missing');
    assert.equal(await toldOf('0.01'), 'deposit order-2 0.01: paid 20.00');
  });

  it('belongs to the only payment there is, whatever its sum', async () => {
    const { toldOf } = await opened('10.00');
    assert.equal(await toldOf('12.00'), 'deposit order-1 12.00: over 12.00');
    assert.equal(await toldOf('3.00'), 'deposit order-1 3.00: over 15.00');
  });

  it('belongs to a wallet if that is the only payment', async () => {
    const { toldOf } = await opened(undefined);
    assert.equal(
      await toldOf('12.00', '0.01'),
      'deposit order-1 12.00: open 12.00, deposit order-1 0.01: open 12.01',
    );
  });

  it('belongs to an order beside a wallet only if it equals the remainder of the order', async () => {
    const { toldOf } = await opened(undefined, '10.00');
    assert.equal(await toldOf('9.00'), 'unmatched 9.00 of order-1, order-2');
    assert.equal(await toldOf('10.00'), 'deposit order-2 10.00: paid 10.00');
    assert.equal(await toldOf('9.00'), 'unmatched 9.00 of order-1, order-2');
  });

  it('belongs to neither of two open orders, and is never guessed', async () => {
    const { toldOf, payment } = await opened('10.00', '20.00');
    assert.equal(
      await toldOf('5.00', '15.00', '30.00'),
      ['5.00', '15.00', '30.00'].map((sum) => `unmatched ${sum} of order-1, order-2`).join(', '),
    );
    assert.deepEqual(
      [(await payment('order-1')).received, (await payment('order-2')).received],
      ['0.00', '0.00'],
    );
  });

  it('belongs to no payment whose slip was issued later', async () => {
    const { toldOf, pay } = await opened('10.00', '10.00');
    // Made before the first slip, so no hook is called.
    pay('10.00', { createTime: NOW - 1 });
    for (const createTime of [NOW + MINUTE - 1, NOW + MINUTE - 2]) pay('10.00', { createTime });
    assert.equal(
      await toldOf(),
      'deposit order-1 10.00: paid 10.00, deposit order-1 10.00: over 20.00',
      'in the second before the slip of the other',
    );
    assert.equal(await toldOf('10.00'), 'deposit order-2 10.00: paid 10.00');
  });

  it('counts from the whole second of the slip', async () => {
    later(700);
    const { pay, tick, lines } = await opened('10.00');
    pay('4.00', { createTime: NOW });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00']);
  });

  it('belongs to a payment only while its slip is watched', async () => {
    const { open, pay, tick, lines } = await opened('10.00');
    const end = NOW + 30 * DAY;
    await tick(30 * DAY - HOUR);
    pay('4.00', { createTime: end });
    pay('4.00', { createTime: end + 1 });
    await tick(2 * HOUR);
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00', 'unmatched 4.00']);
    await open();
    pay('5.00', { createTime: end + 3 * HOUR });
    await tick(4 * HOUR);
    assert.deepEqual(lines(), ['deposit order-1 5.00: part 9.00'], 'a newer slip is watched as long');
  });

  it('belongs to a closed payment only after those that are still open', async () => {
    const { kit, toldOf } = await opened('10.00', '10.00');
    await kit.close({ merchantId: 7001, id: 'order-1' });
    assert.equal(await toldOf('10.00'), 'deposit order-2 10.00: paid 10.00');
    assert.equal(await toldOf('10.00'), 'deposit order-1 10.00: paid 10.00');
  });

  it('is attributed to the only method of its currency without codes, or else to no method', async () => {
    for (const [ids, fiat, expected] of [
      [[63, 92], 'ARS', 63],
      [[81, 83], 'USD', undefined],
    ] as const) {
      const methods = ids.map((paymentId) => ({ paymentId, fiat, amount: '10.00' }));
      const { open, pay, tick, told } = bench({ grants: [{ ...OWN, methods, amount: undefined }] });
      for (const id of ids) await open(ORDER.id, `?paymentId=${id}`);
      pay('4.00', { fiat });
      await tick();
      assert.deepEqual([told.length, told[0]?.paymentId], [1, expected]);
    }
  });

  it('belongs to a payment of its currency', async () => {
    const methods = [...OWN.methods, { paymentId: 81, fiat: 'USD' }].map((method) => ({
      ...method,
      amount: '10.00',
    }));
    const { open, pay, tick, lines } = bench({ grants: [{ ...OWN, methods, amount: undefined }] });
    for (const query of ['?paymentId=105', '?paymentId=81']) await open(ORDER.id, query);
    pay('4.00', { fiat: 'USD' });
    pay('10.00', { fiat: 'BRL' });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00', 'unmatched 10.00']);
  });

  it('is attributed in the order of times, then of ids, however the API lists it', async () => {
    const { pay, tick, told } = await opened('10.00', '10.00', '10.00');
    const time = Date.now();
    for (const [id, createTime] of [
      [100, time],
      [11, time],
      [9, time + 1],
    ])
      pay('10.00', { id, createTime });
    await tick();
    const deposits = told.filter(({ name }) => name === 'deposit');
    assert.deepEqual(deposits.map(({ grant, deposit }) => `${grant!.id} ${deposit!.flowId}`).toSorted(), [
      'order-1 11',
      'order-2 100',
      'order-3 9',
    ]);
  });

  it('keeps its payment, whatever is opened, closed or requested later', async () => {
    const { kit, grant, open, toldOf, tick, lines } = await opened('10.00', '20.00');
    assert.equal(await toldOf('15.00'), 'unmatched 15.00 of order-1, order-2');
    grant({ ...OWN, id: 'order-1', amount: '15.00' });
    await open('order-1');
    await kit.close({ merchantId: 7001, id: 'order-2' });
    await tick(HOUR);
    await tick(2 * DAY);
    assert.deepEqual(lines(), []);
    assert.equal((await kit.health()).unmatched, 1);
  });
});

describe('an unmatched deposit', () => {
  useClock({ timers: true });

  it('is reported with its merchant and the payments that it may belong to, and never with a grant', async () => {
    const { told, tick, pay } = await opened('10.00', '20.00');
    pay('5.00', { txId: '99' });
    await tick();
    const [{ name, id, merchantId, deposit, candidates, grant, payment }] = told as [(typeof told)[0]];
    assert.deepEqual([name, merchantId, grant, payment], ['unmatched', '7001', undefined, undefined]);
    assert.match(id, /^[0-9a-f-]{36}$/);
    const { id: _, ...rest } = deposit!;
    const time = NOW + 2 * MINUTE;
    assert.deepEqual(rest, { flowId: '1', amount: '5.00', fiat: 'MXN', createTime: time, txId: '99' });
    assert.deepEqual(
      candidates!.map((each) => [each.grant.id, each.payment.remaining]),
      [
        ['order-1', '10.00'],
        ['order-2', '20.00'],
      ],
    );
  });

  it('is logged if there is no hook, and counted in health', async () => {
    const { api, kit, send, logger } = shop();
    await send();
    api.script({ flows: flowPage({ txId: '99' }) });
    later(MINUTE);
    await resultOf(kit.tick());
    assert.deepEqual(logger.lines, [
      JSON.stringify(['A deposit belongs to no payment: see kit.health()', undefined]),
    ]);
    const { unmatched, merchants, events } = await kit.health();
    assert.deepEqual([unmatched, merchants[0]!.unmatched, events], [1, 1, { waiting: 0, dead: 0 }]);
  });
});
