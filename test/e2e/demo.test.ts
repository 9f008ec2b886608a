import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startDemo, type Demo } from '../../demo/demo.js';
import { enginesHere, openBrowser, type Browser, type Engine, type Page } from './driver/index.js';

/** The whole way, in a browser, through the demo: shop, kit, API, ledger, and a payer's bank. */

const CHECKOUT = '#checkout deposit-slip';
const PHONE = { width: 420, height: 900 };

let demo: Demo;
let engines: Engine[];

before(async () => {
  demo = await startDemo(0);
  engines = await enginesHere();
});

after(() => demo.stop());

/** What the checkout's element is doing, in its own words. */
interface Shown {
  status: string;
  copies: Record<string, string>;
  link: string | undefined;
  arrival: string | undefined;
}

function shown(page: Page): Promise<Shown> {
  return page.evaluate((selector) => {
    const element = document.querySelector<HTMLElementTagNameMap['deposit-slip']>(selector)!;
    const rows = element.slip?.rows ?? [];
    return {
      status: element.status,
      copies: Object.fromEntries(rows.map(({ kind, copy }) => [kind, copy])),
      link: element.slip?.links[0]?.href,
      arrival: element.shadowRoot?.querySelector('[part="arrival"]')?.textContent?.trim(),
    };
  }, CHECKOUT);
}

function reach(page: Page, status: string): Promise<boolean> {
  return page.waitFor(
    (selector, wanted) =>
      document.querySelector<HTMLElementTagNameMap['deposit-slip']>(selector)?.status === wanted,
    { args: [CHECKOUT, status], what: `the slip to be ${status}`, timeout: 20_000 },
  );
}

async function choose(page: Page, title: string): Promise<void> {
  await page.goto(`${demo.url}/?lang=en`);
  await chooseHere(page, title);
}

async function chooseHere(page: Page, title: string): Promise<void> {
  await reach(page, 'choosing');
  const place = await page.evaluate(
    (selector, wanted) => {
      const options = document.querySelector(selector)!.shadowRoot!.querySelectorAll('[part="picker"] li');
      return [...options].findIndex((option) => option.textContent.includes(wanted)) + 1;
    },
    CHECKOUT,
    title,
  );
  await page.click(`${CHECKOUT} >> [part="picker"] li:nth-child(${place}) button`);
}

/** A payer's bank, in a window of its own. */
async function payIn(
  browser: Browser,
  address: string,
  fields: Record<string, string>,
  amount: string,
): Promise<void> {
  const bank = await browser.newPage(PHONE);
  await bank.goto(address);
  const [first] = Object.keys(fields);
  for (const [id, value] of Object.entries(fields)) {
    await bank.click(`#${id}`);
    await bank.type(value);
  }
  if (first) await bank.click(`form:has(#${first}) button`);
  await bank.waitFor(() => document.querySelector('#amount') !== null, { what: 'the amount field' });
  await bank.click('#amount');
  await bank.press('Control+a');
  await bank.type(amount);
  await bank.click('form button');
  await bank.waitFor(() => document.querySelector('h1')?.textContent === 'Paid', { what: 'the payment' });
  await bank.close();
}

/** The flow of the newest deposit, as the API tells it. */
async function newestDeposit(fiat: string): Promise<{ changed: number; total: number; flowType: string }> {
  const query = new URLSearchParams({ merchantId: '1001', fiat, flowType: 'DEPOSIT', pageSize: '1' });
  const answer = await fetch(`${demo.sandbox.url}/v2/merchant/fiat/flows?${query}`, {
    headers: { 'X-BH-TOKEN': demo.sandbox.token },
  });
  const { data } = (await answer.json()) as {
    data: { record: { changed: number; total: number; flowType: string }[] };
  };
  return data.record[0]!;
}

async function inEachEngine(run: (browser: Browser, page: Page) => Promise<void>): Promise<void> {
  for (const engine of engines) {
    const browser = await openBrowser(engine);
    try {
      const page = await browser.newPage(PHONE);
      await run(browser, page);
      const { ok } = await demo.sandbox.control.verify();
      assert.equal(ok, true, `the ledger is exact after ${engine}`);
    } finally {
      await browser.close();
    }
  }
}

describe('a payer at the demo shop, in every engine', () => {
  it('pays a Pix code and sees it arrive without a reload', () =>
    inEachEngine(async (browser, page) => {
      await choose(page, 'Pix');
      await reach(page, 'ready');
      await page.evaluate('window.notReloaded = true');
      await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
      const { copies } = await shown(page);
      await page.waitFor(
        (selector) => document.querySelector(selector)!.shadowRoot!.textContent.includes('Copied'),
        { args: [CHECKOUT], what: 'the word Copied' },
      );
      const code = await page.clipboardText();
      assert.equal(code, copies['pix-code']);
      const before = await newestDeposit('BRL');
      await payIn(browser, `${demo.sandbox.url}/sandbox/pay`, { code }, '187.40');
      await reach(page, 'arrived');
      assert.equal(await page.evaluate('window.notReloaded'), true);
      assert.match((await shown(page)).arrival ?? '', /Your deposit of R\$\s187,40\sBRL arrived/);
      const flow = await newestDeposit('BRL');
      assert.deepEqual(
        { ...flow, total: flow.total.toFixed(2) },
        { ...flow, flowType: 'DEPOSIT', changed: 187.4, total: (before.total + 187.4).toFixed(2) },
      );
    }));

  it('reloads before paying, pays the first code, and it still arrives', () =>
    inEachEngine(async (browser, page) => {
      await choose(page, 'Pix');
      await reach(page, 'ready');
      const first = await shown(page);
      await page.reload();
      await chooseHere(page, 'Pix');
      await reach(page, 'ready');
      assert.deepEqual((await shown(page)).copies, first.copies);
      await payIn(browser, `${demo.sandbox.url}/sandbox/pay`, { code: first.copies['pix-code']! }, '20');
      await reach(page, 'arrived');
    }));

  it('pays a CLABE and sees it arrive, after a reload too', () =>
    inEachEngine(async (browser, page) => {
      await choose(page, 'SPEI transfer');
      await reach(page, 'ready');
      const { copies } = await shown(page);
      await page.reload();
      await chooseHere(page, 'SPEI transfer');
      await reach(page, 'ready');
      await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
      await page.waitFor(
        (selector) => document.querySelector(selector)!.shadowRoot!.textContent.includes('Copied'),
        { args: [CHECKOUT], what: 'the word Copied' },
      );
      const account = await page.clipboardText();
      assert.equal(account, copies['clabe']);
      await payIn(browser, `${demo.sandbox.url}/sandbox/pay`, { account }, '99.99');
      await reach(page, 'arrived');
      assert.match((await shown(page)).arrival ?? '', /99\.99\sMXN arrived/);
    }));

  it('enters an amount, opens the link first, pays it and sees it arrive', () =>
    inEachEngine(async (browser, page) => {
      await choose(page, 'Bank transfer');
      await reach(page, 'asking');
      await page.click(`${CHECKOUT} >> [part="amount"]`);
      await page.type('150.50');
      await page.press('Enter');
      await reach(page, 'ready');
      const { link } = await shown(page);
      const opened = await page.popup(() => page.click(`${CHECKOUT} >> [part="link"]`));
      assert.equal(new URL(opened.url).origin, demo.sandbox.url);
      await payIn(browser, link!, {}, '150.50');
      await reach(page, 'arrived');
      assert.match((await shown(page)).arrival ?? '', /150\.50\sPEN arrived/);
    }));
});

describe('the script-tag file', () => {
  it('may stand on a page twice, and beside a Lit of the page, under Trusted Types', () =>
    inEachEngine(async (_browser, page) => {
      await page.goto(`${demo.url}/?lang=en`);
      await reach(page, 'choosing');
      const outcome = await page.evaluate(async (again) => {
        const factory = (window as { trustedTypes?: { createPolicy(name: string, rules: object): object } })
          .trustedTypes;
        factory?.createPolicy('lit-html', {});
        return import(again).then(() => 'loaded', String);
      }, '/deposit-slip.js?again');
      assert.equal(outcome, 'loaded');
    }));
});

describe('the demo shop', () => {
  it('sends its API token to no browser', async () => {
    const page = await fetch(demo.url);
    const cookie = page.headers.getSetCookie()[0]!.split(';')[0]!;
    const paths = [
      '/',
      '/deposit',
      '/deposit?paymentId=90&fiat=BRL',
      '/deposit-slip.js',
      '/demo/shop.js',
      '/demo/shop.css',
      '/gallery',
      '/gallery/deposit',
      '/gallery.js',
      '/spa',
      '/spa.js',
    ];
    for (const path of paths) {
      const answer = await fetch(`${demo.url}${path}`, { headers: { cookie } });
      assert.equal(answer.status, 200, path);
      const sent = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
      assert.equal(sent.includes(demo.sandbox.token), false, path);
    }
  });

  it('shows nothing to a request without a visit', async () => {
    assert.equal((await fetch(`${demo.url}/deposit?paymentId=90`)).status, 401);
  });
});
