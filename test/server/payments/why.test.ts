/** Every line of the table "Why this changes" of the design of payments, as what happens now. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDepositSession, type Grant } from 'deposit-slip/kit';
import { DAY, HOUR, later, MINUTE, SECOND, resultOf, until, useClock } from '../clock.js';
import { fakeApi, json, type FakeApi } from '../fake-api.js';
import { bearer, brokenStore, sendTo, shop, txIdOf } from '../shop.js';
import { anySlip, bench, ORDER, OWN, sumsOf } from './bench.js';

const KEY = 'a session key of the tests, of thirty-two bytes or more';
const ACH: Grant = { ...OWN, methods: [{ paymentId: 81, fiat: 'USD' }], amount: '100.00' };

describe('money that is not what was asked for', () => {
  useClock({ timers: true });

  it('is told as a part, if 4.00 is paid for an order of 10.00', async () => {
    const { open, pay, tick, lines, payment } = bench();
    const { txId, poll } = await open();
    pay('4.00', { txId });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 4.00: part 4.00']);
    assert.equal((await poll()).status, 'waiting');
    const sums = { status: 'part', fiat: 'BRL', asked: '10.00', received: '4.00', remaining: '6.00' };
    assert.deepEqual(sumsOf(await payment()), sums);
  });

  it('leaves the slip asking for 1.00, if 69,999 of 70,000 is paid and the page is reloaded', async () => {
    const { api, open, pay, tick, send } = bench({ grants: [{ ...ORDER, amount: '70000' }] });
    const { txId } = await open();
    pay('69999', { txId });
    await tick();
    // The page that is reloaded asks for what its URL or its memory says: nothing, or the whole amount.
    for (const query of ['', '?paymentId=92&fiat=BRL&amount=70000.00', '?amount=1.00']) {
      const { body } = await send(ORDER.id, query);
      assert.deepEqual([body.amount, body.payment?.remaining], ['1.00', '1.00'], query);
      assert.equal(body.data?.['txId'], '2', 'one code is made for what remains');
    }
    assert.deepEqual(
      api.slips().map(({ url }) => url.searchParams.get('amount')),
      ['70000.00', '1.00'],
    );
    assert.equal((await send(ORDER.id, '?amount=2.00')).status, 422);
  });

  it('is told if it comes 2.5 days later, and the page that is opened again shows the receipt', async () => {
    const { api, open, pay, tick, lines, send } = bench({ grants: [ACH] });
    const { slip } = await open();
    await tick(2.5 * DAY);
    pay('100.00', { fiat: 'USD' });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 100.00: paid 100.00', 'paid order-1: paid 100.00']);
    const late = await send(ORDER.id, `?arrival=${slip.body.arrival}`);
    assert.equal(late.status, 403, 'the token of the page is valid for a day');
    assert.equal((await send(ORDER.id)).body.data?.['status'], 'arrived');
    assert.equal(api.slips().length, 1);
  });

  it('is given to the order that asked for it, if it is late and another order is open', async () => {
    const { open, pay, tick, lines, payment } = bench({
      grants: [
        { ...OWN, amount: '100.00' },
        { ...OWN, id: 'order-2', amount: '77.00' },
      ],
    });
    await open();
    await tick(10 * DAY);
    await open('order-2');
    pay('100.00', { fiat: 'MXN' });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 100.00: paid 100.00', 'paid order-1: paid 100.00']);
    assert.equal((await payment('order-2')).received, '0.00');
  });

  it('is shown and told, if the bank sends it back or the payer pays twice', async () => {
    const { open, pay, tick, lines, send, payment } = bench();
    const { txId, poll } = await open();
    pay('10.00', { txId });
    assert.equal((await poll()).status, 'arrived');
    pay('10.00', { txId });
    await tick();
    assert.deepEqual(sumsOf((await poll()).payment!), {
      ...{ status: 'over', fiat: 'BRL', asked: '10.00', received: '20.00', excess: '10.00' },
    });
    pay('-10.00', { txId });
    pay('-10.00', { txId });
    await tick();
    assert.deepEqual(lines(), [
      'deposit order-1 10.00: paid 10.00',
      'paid order-1: paid 10.00',
      'deposit order-1 10.00: over 20.00',
      'returned order-1 10.00 back 10.00: paid 10.00',
      'returned order-1 10.00 back 10.00: open 0.00',
    ]);
    assert.equal((await poll()).status, 'waiting');
    assert.equal((await payment()).remaining, '10.00');
    assert.notEqual(txIdOf(await send(ORDER.id)), txId, 'a code that was paid is never shown again');
  });

  it('pays an amount in its own currency only', async () => {
    const methods = [
      { paymentId: 92, fiat: 'BRL' },
      { paymentId: 68, fiat: 'COP' },
    ];
    const without = bench({ grants: [{ ...ORDER, methods, amount: '150.00' }] });
    assert.equal((await without.send(ORDER.id)).status, 500, 'a sum without a currency is no grant');
    const [pix, pse] = methods.map((method, at) => ({ ...method, amount: ['150.00', '100000.00'][at]! }));
    const grant = { ...ORDER, methods: [pix!, pse!], amount: undefined, ownAccount: true };
    const { open, pay, tick, lines, payment } = bench({ grants: [grant] });
    await open(ORDER.id, '?paymentId=92');
    await open(ORDER.id, '?paymentId=68');
    pay('150.00', { fiat: 'COP' });
    await tick();
    assert.deepEqual(lines(), ['deposit order-1 150.00: part 150.00']);
    assert.equal((await payment(ORDER.id, '?paymentId=92')).received, '0.00');
    assert.equal((await payment(ORDER.id, '?paymentId=68')).remaining, '99850.00');
  });

  it('is told to nobody while the store cannot be written, and once when it can', async () => {
    let isDown = false;
    const store = brokenStore(() => (isDown ? assert.fail('down') : undefined));
    const { open, pay, lines, send } = bench({ store });
    const { txId, slip } = await open();
    pay('10.00', { txId });
    isDown = true;
    for (let poll = 0; poll < 20; poll += 1) {
      later(SECOND);
      assert.equal((await send(ORDER.id, `?arrival=${slip.body.arrival}`)).status, 503);
    }
    assert.deepEqual(lines(), []);
    isDown = false;
    for (let poll = 0; poll < 20; poll += 1) {
      later(MINUTE);
      await send(ORDER.id, `?arrival=${slip.body.arrival}`);
    }
    assert.deepEqual(lines(), ['deposit order-1 10.00: paid 10.00', 'paid order-1: paid 10.00']);
  });

  /** The pages of so many orders of a merchant. */
  async function pagesOf(count: number, api?: FakeApi) {
    const grants = Array.from({ length: count }, (_, at) => ({ ...ORDER, id: `order-${at}` }));
    const { kit, ...rest } = bench({ grants, ...(api && { api }) });
    const sendAs = (cookie: string, query = '') => sendTo(kit, query, { headers: { cookie } });
    const tokens = await Promise.all(grants.map(({ id }) => sendAs(id)));
    const pages = grants.map(
      ({ id }, at) =>
        () =>
          sendAs(id, `?arrival=${tokens[at]!.body.arrival}`),
    );
    return { ...rest, pages };
  }

  it('is looked for once a second, however many payers wait', async () => {
    const { api, pages } = await pagesOf(1_000);
    const start = Date.now();
    for (let second = 0; second < 2; second += 1) {
      later(SECOND);
      await resultOf(Promise.all(pages.map((poll) => poll())));
    }
    const seconds = (Date.now() - start) / SECOND;
    assert.ok(api.flows().length <= seconds + 1, `${api.flows().length} in ${seconds} s`);
    assert.ok(api.flows().length >= 2);
  });

  it('is looked for ten times a minute at most, if the API is dead and two hundred pages wait', async () => {
    const dead = fakeApi({ slip: anySlip(), flows: json('{}', { status: 500 }) });
    const { api, pages } = await pagesOf(200, dead);
    for (let second = 0; second < 60; second += 1) {
      later(SECOND);
      for (const poll of pages.slice((second % 10) * 20, (second % 10) * 20 + 20)) await poll();
    }
    assert.ok(api.flows().length <= 10, String(api.flows().length));
    assert.ok(api.flows().length >= 5, String(api.flows().length));
  });

  it('turns every open page into the receipt, by whichever code or method it was paid', async () => {
    const methods = [
      { paymentId: 92, fiat: 'BRL' },
      { paymentId: 90, fiat: 'BRL' },
    ];
    const { open, pay, send } = bench({ grants: [{ ...ORDER, methods }] });
    const pages = [];
    for (const query of ['?paymentId=92', '?paymentId=92&refresh=1', '?paymentId=90'])
      pages.push(await open(ORDER.id, query));
    pay('10.00', { txId: pages[2]!.txId });
    later(SECOND);
    for (const { poll } of pages) {
      const { status, deposits } = await poll();
      assert.deepEqual([status, deposits[0]?.txId], ['arrived', pages[2]!.txId]);
    }
    for (const query of ['', '?paymentId=92&refresh=1', '?paymentId=90'])
      assert.equal((await send(ORDER.id, query)).body.data?.['status'], 'arrived', query);
  });

  it('is still the receipt, if a paid order is opened again after an hour', async () => {
    const { api, open, pay, tick, send } = bench();
    const { txId } = await open();
    pay('10.00', { txId });
    await tick();
    for (const age of [HOUR, DAY, 30 * DAY]) {
      await tick(age);
      assert.equal((await send(ORDER.id)).body.data?.['status'], 'arrived', String(age));
    }
    assert.equal(api.slips().length, 1);
  });

  it('names the method that was used, and none if nobody knows, whichever slip is open', async () => {
    const methods = [
      { paymentId: 92, fiat: 'BRL' },
      { paymentId: 90, fiat: 'BRL' },
    ];
    const codes = bench({ grants: [{ ...ORDER, methods }] });
    const { txId } = await codes.open(ORDER.id, '?paymentId=92');
    const page = await codes.open(ORDER.id, '?paymentId=90');
    codes.pay('10.00', { txId });
    await codes.tick();
    assert.equal((await codes.send(ORDER.id, '?paymentId=90')).body.paymentId, 92);
    assert.equal((await page.poll()).payment!.deposits[0]!.paymentId, 92);

    const [ach, wire] = [81, 83].map((paymentId) => ({ paymentId, fiat: 'USD' }));
    const accounts = bench({ grants: [{ ...OWN, methods: [ach!, wire!] }] });
    for (const query of ['?paymentId=81', '?paymentId=83']) await accounts.open(ORDER.id, query);
    accounts.pay('10.00', { fiat: 'USD' });
    await accounts.tick();
    const { body } = await accounts.send(ORDER.id, '?paymentId=83');
    assert.equal(body.data?.['status'], 'arrived');
    assert.deepEqual([body.paymentId, body.payment!.deposits[0]!.paymentId], [undefined, undefined]);
  });

  it('is unauthorized to see, if the session ends while the page waits, and is the same order after a new one', async () => {
    const { api, send } = shop({ session: KEY, api: fakeApi({ slip: anySlip() }) });
    const session = bearer(await createDepositSession(KEY, ORDER, { expiresIn: '15m' }));
    const slip = await send('', session);
    later(16 * MINUTE);
    const poll = await send(`?arrival=${slip.body.arrival}`, session);
    assert.deepEqual([poll.status, poll.body.kind], [401, 'unauthorized']);
    const renewed = bearer(await createDepositSession(KEY, ORDER));
    assert.equal(txIdOf(await resultOf(send('', renewed))), txIdOf(slip));
    assert.equal((await resultOf(send(`?arrival=${slip.body.arrival}`, renewed))).status, 200);
    assert.equal(api.slips().length, 1);
  });

  it('cannot be seen if the API refuses the token, which `error` and the log say with status and merchant', async () => {
    const api = fakeApi({ slip: anySlip(), flows: json('{}', { status: 401 }) });
    const { kit, open, errors, logger } = bench({ api });
    await open();
    const end = new AbortController();
    const following = kit.follow({ signal: end.signal });
    await until(() => errors.length > 0);
    end.abort();
    await resultOf(following);
    const [{ kind, merchantId, upstream, cause }, ...others] = errors as [(typeof errors)[0]];
    assert.deepEqual(
      [kind, merchantId, upstream],
      ['unavailable', '7001', { kind: 'authentication', status: 401 }],
    );
    assert.match(String(cause), /authentication/);
    assert.equal(others.length, 0);
    const line = ['Reading the deposits of a merchant failed', { upstream: 'authentication', status: 401 }];
    assert.deepEqual(logger.lines, [JSON.stringify(line)]);
  });
});
