import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from './driver/index.js';
import { breakPolicy, DemoBrowsers, reach } from './demo-browsers.js';

const TAG = 'sol-deposit';

const demo = new DemoBrowsers({ width: 420, height: 900 });

interface Shown {
  /** The status of the element; `none` if there is no element. */
  status: string;
  txId: string;
  copies: string[];
  title: string;
  /** The class of the element's parent. */
  place: string;
  /** The number of requests for a slip since the page was loaded. */
  requests: number;
  isFirstLoad: boolean;
  violations: string;
}

function shown(page: Page): Promise<Shown> {
  return page.evaluate((tag) => {
    const slip = document.querySelector<HTMLElementTagNameMap['deposit-slip']>(tag);
    const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    return {
      status: slip?.status ?? 'none',
      txId: slip?.slip?.txId ?? '',
      copies: slip?.slip?.rows.map(({ copy }) => copy) ?? [],
      title: slip?.shadowRoot?.querySelector('h2')?.textContent ?? '',
      place: slip?.parentElement?.className ?? '',
      requests: urls.filter(
        ({ pathname, searchParams }) =>
          pathname.endsWith('/deposit') && !searchParams.has('arrival') && !searchParams.has('history'),
      ).length,
      isFirstLoad: 'isFirstLoad' in window,
      violations: document.documentElement.dataset['violations'] ?? '',
    };
  }, TAG);
}

function at(page: Page, path: string, heading: string): Promise<boolean> {
  return page.waitFor(
    (wanted, words) => location.pathname === wanted && document.querySelector('h1')?.textContent === words,
    { args: [path, heading], what: `the view ${path}` },
  );
}

/** Waits until the wallet lists deposits in these states. */
function listed(page: Page, states: readonly string[]): Promise<boolean> {
  return page.waitFor(
    (wanted) => {
      const history = document.querySelector<HTMLElementTagNameMap['deposit-history']>('sol-history');
      return history?.status === 'ready' && history.deposits.map(({ status }) => status).join() === wanted;
    },
    { args: [states.join()], what: `the wallet to list: ${states.join() || 'nothing'}`, timeout: 20_000 },
  );
}

function textOf(page: Page): Promise<string> {
  return page.evaluate(() => document.querySelector('sol-history')!.shadowRoot!.textContent);
}

/** The merchant whose account a code was issued for. */
async function accountOf(txId: string): Promise<string> {
  const requests = await demo.sandbox.requests();
  return String(requests.find(({ ids }) => ids.txId === txId)!.query['merchantId']);
}

async function depositOf(txId: string): Promise<string> {
  const deposits = await demo.sandbox.control.deposits();
  return deposits.find((deposit) => deposit.txId === txId)!.id;
}

/** Pays a code of the wallet, whose account the sandbox knows. */
async function pay(txId: string, amount: string): Promise<void> {
  await demo.sandbox.control.deposit({ merchantId: await accountOf(txId), fiat: 'BRL', amount, txId });
}

describe('the single-page app, in every engine', () => {
  it('keeps its slip while the element moves and the route changes, and shows the arrival', async () => {
    await demo.inEachEngine(async (page) => {
      await page.goto(`${demo.url}/spa`);
      await page.evaluate('window.isFirstLoad = true');
      await page.click('.tabs [href="/spa/deposit"]');
      await reach(page, TAG, 'ready');
      const first = await shown(page);
      assert.deepEqual([first.place, first.requests, first.violations], ['on-page', 1, '0']);
      assert.notEqual(first.copies.length, 0);

      await page.click('.move');
      assert.deepEqual(await shown(page), { ...first, place: 'drawer' });
      await page.click('.move');
      assert.deepEqual(await shown(page), first);

      await page.click('.tabs [href="/spa"]');
      await at(page, '/spa', 'Wallet');
      assert.equal((await shown(page)).status, 'none');
      await page.back();
      await at(page, '/spa/deposit', 'Add money');
      assert.deepEqual(await shown(page), first);

      await pay(first.txId, '25');
      await reach(page, TAG, 'arrived');
      const last = await shown(page);
      assert.deepEqual([last.requests, last.isFirstLoad, last.violations], [1, true, '0']);
    });
  });

  it('lists what the payer awaits and what arrived, and nothing of another payer', async () => {
    await demo.inEachEngine(async (page, browser) => {
      await page.goto(`${demo.url}/spa`);
      await page.evaluate('window.isFirstLoad = true');
      await listed(page, []);
      await page.click('.add');
      await reach(page, TAG, 'ready');
      const { txId } = await shown(page);
      await page.click('.tabs [href="/spa"]');
      await listed(page, ['waiting']);

      await page.click('sol-history >> [part="entry"]');
      await at(page, '/spa/deposit', 'Add money');
      await reach(page, TAG, 'ready');
      assert.equal((await shown(page)).txId, txId, 'the awaited deposit opens its slip');
      await page.back();
      await pay(txId, '25');
      await listed(page, ['arrived']);
      assert.match(await textOf(page), /Pix\s.*R\$\s25[.,]00.*Received/s);

      await demo.sandbox.control.returnDeposit(await depositOf(txId));
      await listed(page, ['returned']);
      const { isFirstLoad, violations } = await shown(page);
      assert.deepEqual([isFirstLoad, violations], [true, '0']);

      const other = await browser.newPage({ width: 420, height: 900 });
      await other.goto(`${demo.url}/spa`);
      await listed(other, []);
      await other.close();
    });
  });

  it('sets the answer and the texts of an element from code', async () => {
    await demo.inEachEngine(async (page) => {
      await page.goto(`${demo.url}/spa/order`);
      await reach(page, TAG, 'ready');
      const { title, requests, copies } = await shown(page);
      assert.equal(title, 'Pay order 1042 by SPEI');
      assert.equal(requests, 1, 'by the app itself');
      assert.match(copies[0] ?? '', /^[0-9]{18}$/);
      assert.match(
        await page.evaluate(() => document.querySelector('.activity li')!.textContent),
        /Slip shown: spei/,
      );
      await breakPolicy(page);
    });
  });

  it('gets no slip without a session', async () => {
    assert.equal((await fetch(`${demo.url}/session`, { method: 'POST' })).status, 401);
    const stranger = { authorization: 'Bearer 00000000-0000-4000-8000-000000000000' };
    assert.equal((await fetch(`${demo.url}/deposit?paymentId=90`, { headers: stranger })).status, 401);
  });
});
