import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import type { DepositEvent, KitHooks, Payment } from 'deposit-slip/kit';
import { createHooks } from '../../demo/hooks.js';
import { countryOf, Orders, type Order } from '../../demo/orders.js';
import { Wallets, walletOf } from '../../demo/wallets.js';
import { tableOf } from './table.js';

/** What the demo merchant does when the kit calls its hooks for deposits, perhaps more than once. */

const VISIT = '00000000-0000-4000-8000-000000000000';

/** A payment of 187.40 as the record has it. */
function payment(status: Payment['status'], received: string, remaining?: string): Payment {
  const more = remaining === undefined ? {} : { remaining };
  return { status, fiat: 'BRL', asked: '187.40', received, ...more, deposits: [] };
}

/** An event of a deposit of 100.00. */
function eventOf(id: string, grantId: string, record: Payment, returned?: string): DepositEvent {
  const grant = { id: grantId, merchantId: 5001, methods: [{ paymentId: 90, fiat: 'BRL' }] };
  const sentBack = returned === undefined ? {} : { returned, returnTime: 2 };
  const deposit = { id: 'deposit', flowId: '1', amount: '100.00', fiat: 'BRL', createTime: 1, ...sentBack };
  return { id, grant, payment: record, deposit };
}

/** The demo's hooks, with an order and a wallet. */
async function openDemo(): Promise<{
  hooks: Required<Pick<KitHooks, 'deposit' | 'paid' | 'returned'>>;
  order: () => Order;
  wallets: Wallets;
  lines: string[];
}> {
  const orders = new Orders(tableOf());
  const wallets = new Wallets(tableOf());
  const { number } = await orders.place(VISIT, countryOf('BR')!);
  const lines: string[] = [];
  const { deposit, paid, returned } = createHooks({ orders, wallets }, (line) => lines.push(line));
  const hooks = { deposit: deposit!, paid: paid!, returned: returned! };
  return { hooks, order: () => orders.find(VISIT, number)!, wallets, lines };
}

describe("the demo's orders", () => {
  it('are paid according to the payment record, and shipped once for each grant', async () => {
    const { hooks, order, lines } = await openDemo();
    const { id, number } = order();
    const part = eventOf('1', id, payment('part', '100.00', '87.40'));
    await hooks.deposit(part);
    await hooks.deposit(part);
    assert.deepEqual([order().payment?.remaining, order().paidAt], ['87.40', undefined]);
    const rest = eventOf('2', id, payment('paid', '187.40'));
    await hooks.deposit(rest);
    assert.equal(order().shippedAt, undefined, 'the deposit alone ships nothing');
    await hooks.paid({ ...rest, id: '3' });
    const paid = order();
    assert.ok(paid.paidAt && paid.shippedAt);
    await hooks.paid({ ...rest, id: '3' });
    assert.deepEqual(order(), paid);
    const received = `${number}: 100.00 BRL received`;
    assert.deepEqual(lines, [received, received, `${number}: paid`]);
  });

  it('are open again after a return that leaves less than the requested amount, and are not shipped again', async () => {
    mock.timers.enable({ apis: ['Date'], now: 1 });
    const { hooks, order } = await openDemo();
    const { id } = order();
    const over = eventOf('1', id, payment('over', '287.40'));
    await hooks.deposit(over);
    await hooks.paid({ ...over, id: '2' });
    const { shippedAt } = order();
    mock.timers.tick(60_000);
    await hooks.returned(eventOf('3', id, payment('paid', '187.40'), '100.00'));
    assert.ok(order().paidAt, 'enough is left');
    await hooks.returned(eventOf('4', id, payment('part', '87.40', '100.00'), '100.00'));
    assert.deepEqual([order().paidAt, order().payment?.remaining], [undefined, '100.00']);
    const again = eventOf('5', id, payment('paid', '187.40'));
    await hooks.deposit(again);
    await hooks.paid({ ...again, id: '6', again: true });
    assert.ok(order().paidAt);
    assert.deepEqual([order().shippedAt, shippedAt], [1, 1]);
    mock.timers.reset();
  });

  it('do not change for an event of a grant that is not theirs', async () => {
    const { hooks, order, lines } = await openDemo();
    const before = order();
    const foreign = eventOf('1', 'workbench-1', payment('paid', '187.40'));
    await hooks.deposit(foreign);
    await hooks.paid({ ...foreign, id: '2' });
    await hooks.returned({ id: '3', deposit: foreign.deposit, merchantId: '5001' });
    assert.deepEqual([order(), lines], [before, []]);
  });
});

describe("the demo's wallets", () => {
  it('book each deposit once by the id of its event, and deduct its returns', async () => {
    const { hooks, wallets, lines } = await openDemo();
    const id = walletOf(VISIT);
    const open = payment('open', '100.00');
    await hooks.deposit(eventOf('1', id, open));
    await hooks.deposit(eventOf('1', id, open));
    assert.deepEqual(wallets.balances(id), { BRL: '100.00' });
    const second = eventOf('2', id, open);
    await hooks.deposit({ ...second, deposit: { ...second.deposit, id: 'another' } });
    assert.deepEqual(wallets.balances(id), { BRL: '200.00' });
    for (const returned of ['30.00', '30.00', '100.00'])
      await hooks.returned(eventOf(`returned ${returned}`, id, open, returned));
    assert.deepEqual(wallets.balances(id), { BRL: '100.00' });
    assert.deepEqual(wallets.balances(walletOf('other')), {});
    assert.equal(lines.length, 4);
  });
});
