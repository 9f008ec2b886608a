import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { createMerchantClient } from 'deposit-slip/client';
import { startSandbox, type Sandbox } from 'deposit-slip-sandbox';
import { ConsolePage, VIEWS } from './console-pages.js';
import { sharedBrowser, type Browser } from './driver/index.js';

const SIZE = { width: 1100, height: 800 };

let sandbox: Sandbox;
let browser: Browser;

before(async () => {
  [sandbox, browser] = await Promise.all([startSandbox(), sharedBrowser('chromium')]);
});
after(() => sandbox.stop());
// Many rows of one test would slow the others down.
beforeEach(() => sandbox.control.reset());

describe('the console', () => {
  it('lets a tester try a merchant by keyboard alone, from its first deposit to a restored snapshot', async () => {
    const page = await browser.newPage(SIZE);
    const { messages } = await page.record();
    const tester = new ConsolePage(page);
    await tester.open(sandbox);
    const client = createMerchantClient({ baseUrl: sandbox.url, token: sandbox.token });

    await tester.go('1', 'Merchants');
    await tester.openForm('n', 'Add a merchant');
    const merchant = { 'Merchant id': '3001', Name: 'Tienda Nueva', 'Access token': sandbox.token };
    await tester.send(
      { ...merchant, 'Opening balance': '500.00' },
      'Add merchant',
      'Merchant 3001 was added.',
    );
    await tester.sees('MXN 500.00');

    await tester.openForm('o', 'Open a channel');
    await tester.send({ Channel: 'COP' }, 'Open channel', 'COP Account is open for 3001.');
    await tester.openForm('i', 'Deposit details');
    await tester.send({ 'Payment id': '68' }, 'Show details', 'Details of 68 for 3001.');
    const { fieldList } = await client.pendingFund.get({ merchantId: '3001', paymentId: 68, fiat: 'COP' });
    for (const value of Object.values(fieldList).flat()) await tester.sees(value);

    await tester.tabTo('Pay into it');
    await page.press('Enter');
    await tester.send(
      { Amount: '70000' },
      'Send deposit',
      '70,000.00 COP credited to 3001, balance 70,000.00.',
    );
    await tester.openForm('d', 'Simulate a deposit');
    await page.press('ArrowRight');
    await tester.send({}, 'Send deposit', '70,001.00 COP credited to 3001, balance 140,001.00.');

    await tester.go('3', 'Flows');
    await tester.sees('70,001.00 140,001.00 COP');
    const flows = (await tester.rows())
      .slice(0, 3)
      .map((row) => /DEPOSIT TRANSFER (\S+ \S+ \S+)/.exec(row)?.[1]);
    assert.deepEqual(flows, ['70,001.00 140,001.00 COP', '70,000.00 70,000.00 COP', '500.00 500.00 MXN']);
    await tester.go('2', 'Deposits');
    await tester.sees('70,001.00 COP credited');
    await page.press('j');
    await tester.openForm('x', 'Return a deposit');
    await tester.sees('The amount, in COP, leaves the balance of 3001', 'dialog[open]');
    await tester.send({ Amount: '1.50' }, 'Return deposit', '1.50 COP went back to the sender.');
    await tester.sees('70,001.00 COP 1.50 returned');
    await tester.openForm('x', 'Return a deposit');
    await tester.send({}, 'Return deposit', '69,999.50 COP went back to the sender.');
    await tester.sees('70,001.00 COP returned');

    await tester.go('7', 'Ledger');
    assert.equal(await tester.focused(), 'Ledger', 'the title takes the focus');
    await tester.sees('Return, 3001 COP');
    await tester.sees('Deposit, 3001 COP');
    await tester.sees('Debit − credit = 0.00 ✓ 70,001.00 70,001.00');
    await tester.sees('ledger verified', 'header');
    assert.equal(await tester.count('.invariants b:empty'), 0, 'each invariant has a name');

    await tester.go('1', 'Merchants');
    await sandbox.control.paymentMethod({ userPaymentId: 601, merchantId: 3001, fiat: 'MXN' });
    const claim = { merchantId: '3001', fiat: 'MXN', amount: '20.00', userPaymentId: '601' } as const;
    const { txId } = await client.funds.claim(claim);
    await tester.go('6', 'Claims');
    await tester.sees(txId);
    await page.press('j');
    await page.press('x');
    await tester.sees(`Claim ${txId} was rejected`, '[role=status]');
    await tester.sees('rejected');

    await tester.openForm('s', 'Take a snapshot');
    await tester.send({ Name: 'paid' }, 'Take snapshot', 'Snapshot paid was taken.');
    await page.press('t');
    await tester.sees('Frozen at', 'header');
    await tester.openForm('T', 'Advance the clock');
    await tester.send({ 'Advance by (minutes)': '1' }, 'Advance', 'The clock is frozen.');
    const { now } = await sandbox.control.clock();

    await tester.go('8', 'Requests');
    await tester.openForm('f', 'Make calls fail');
    await tester.send(
      { Operation: 'transfer', Effect: 'Lose' },
      'Set fault',
      'Fault set: Lose the answer, next 1.',
    );
    const transfer = {
      fromMerchantId: '3001',
      toMerchantId: '1001',
      fiat: 'MXN',
      fiatAmount: '100.00',
    } as const;
    await client.funds.transfer(transfer);
    await tester.sees('200 OK');
    await tester.sees('No answer');
    const [retry, first] = await tester.rows();
    assert.match(retry!, /POST \/v2\/merchant\/transfer 3001 1001 200 OK/);
    assert.match(first!, /POST \/v2\/merchant\/transfer 3001 1001 No answer \d+ Lose the answer/);

    await page.press('j');
    await page.press('Enter');
    await tester.sees('TRANSFER_OUT −100.00 MXN, 3001');
    await page.press('r');
    await tester.sees('was replayed: 200 OK.', '[role=status]');
    const { record } = await client.flows.list({ merchantId: '3001', fiat: 'MXN', flowType: 'TRANSFER_OUT' });
    assert.deepEqual(
      record.map(({ category, changed, createTime }) => [category, changed, String(createTime)]),
      [
        ['FEE', '-0.50', now],
        ['TRANSFER', '-100.00', now],
      ],
    );

    await page.press('Escape');
    await page.press('h');
    assert.deepEqual(
      [await tester.count('tr.open'), await tester.count('.feed input:checked')],
      [0, 0],
      'the request is closed, and polls are listed',
    );

    await tester.go('0', 'Snapshots');
    await tester.openForm('S', 'Restore a snapshot');
    await tester.send({ Snapshot: 'paid' }, 'Restore', 'Snapshot paid was restored.');
    await tester.sees('Time runs', 'header');
    assert.equal((await sandbox.control.clock()).frozen, false);
    await tester.go('1', 'Merchants');
    await tester.sees('MXN 500.00');
    assert.equal((await sandbox.control.verify()).ok, true);
    assert.deepEqual(messages, []);
    await page.close();
  });

  it('shows every key, types letters into a field, shows errors in the open form, and turns single keys off', async () => {
    const page = await browser.newPage(SIZE);
    const tester = new ConsolePage(page);
    await tester.open(sandbox, 'faults');
    const always = { route: 'orders', status: 503 };
    await sandbox.control.faults([
      { ...always, count: 2 },
      { ...always, match: { merchantId: '1001' } },
    ]);
    await tester.sees('all calls, merchantId 1001');
    await page.press('/');
    await page.type('all calls');
    assert.equal(await tester.value('#filter'), 'all calls');
    await tester.tabTo('Remove Status 503');
    await page.press('Enter');
    await tester.sees('Status 503: removed.', '[role=status]');
    assert.deepEqual(await sandbox.control.faults(), [{ ...always, count: 2 }]);
    await sandbox.control.faults([]);
    await tester.sees('No fault is active.');
    assert.equal(await tester.focused(), 'Faults');
    await tester.openForm('s', 'Take a snapshot');
    await tester.fillIn({ Name: 'No name' }, 'Take snapshot');
    await tester.sees('name', '[role=alert]');
    assert.equal(await tester.count('[role=alert]'), 1);
    await page.press('Escape');
    await tester.openForm('?', 'Keys');
    await tester.sees('freeze time, or let it run', 'dialog[open]');
    await tester.tabTo('Single-key shortcuts');
    await page.press('Space');
    await page.press('Escape');
    await page.press('1');
    await tester.openForm('?', 'Keys');
    await tester.sees('Faults', 'h2#title');
    await page.close();
  });

  it('shows every column, button and badge in full at every width, even with long values', async () => {
    const merchantId = '987654321012';
    const name = 'Comercializadora Internacional de Electrodomésticos del Noroeste S.A.P.I. de C.V.';
    const balances = { MXN: '999999999999.99', BRL: '123456789012.34' };
    await sandbox.control.merchant({
      merchantId: Number(merchantId),
      type: 'business',
      name,
      token: 'long',
      balances,
    });
    await sandbox.control.paymentMethod({
      userPaymentId: 987654321,
      merchantId: Number(merchantId),
      fiat: 'MXN',
    });
    const { funds } = createMerchantClient({ baseUrl: sandbox.url, token: 'long' });
    await funds.claim({ merchantId, fiat: 'MXN', amount: '99999999999.99', userPaymentId: '987654321' });
    const account = '123456789012345678901234567890';
    await sandbox.control.deposit({
      merchantId: Number(merchantId),
      fiat: 'MXN',
      amount: '98765432109.87',
      account,
    });
    await sandbox.control.faults([{ route: 'transfer', lose: 'answer', count: 1 }]);
    for (const [width, colorScheme] of [
      [1280, 'light'],
      [1024, 'dark'],
      [768, 'light'],
    ] as const) {
      const page = await browser.newPage({ width, height: 800, colorScheme });
      const tester = new ConsolePage(page);
      await tester.open(sandbox);
      for (const [at, title] of VIEWS.entries()) {
        await tester.go(String((at + 1) % 10), title);
        assert.deepEqual(await tester.misfits(), [], `${title} at ${width} px`);
        assert.equal(await tester.count('.scroll:not([tabindex="0"])'), 0, `${title} scrolls by keys`);
      }
      await page.close();
    }
  });

  it('reports that the connection was lost and restored, and forgets the requests of the previous run', async () => {
    const page = await browser.newPage(SIZE);
    const tester = new ConsolePage(page);
    await tester.open(sandbox);
    const ask = (token: string) =>
      createMerchantClient({ baseUrl: sandbox.url, token }).flows.list({ merchantId: '1001', fiat: 'MXN' });
    await ask(sandbox.token);
    await ask(sandbox.token);
    await tester.sees('200 OK');
    await sandbox.stop();
    await tester.sees('not connected', 'footer');
    sandbox = await startSandbox({ port: Number(new URL(sandbox.url).port) });
    await tester.sees('Reconnected.', '[role=status]');
    await assert.rejects(ask('none'));
    await tester.sees('401 Unauthorized');
    assert.equal((await tester.rows()).length, 1);
    await page.close();
  });
});
