import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMerchantClient, type Fiat, type Flow } from 'deposit-slip/client';
import { DemoBrowsers, reach } from './demo-browsers.js';
import type { Browser, Engine, Page } from './driver/index.js';

/** A payer's whole journey through the demo: shop, kit, API, ledger and the payer's bank. */

const CHECKOUT = '#checkout deposit-slip';
const PHONE = { width: 420, height: 900 };
/** One amount per engine, since the engines pay at the same time. */
const AMOUNTS: Record<Engine, string> = { chromium: '187.40', firefox: '187.41', webkit: '187.42' };

const demo = new DemoBrowsers(PHONE);

/** The state of the checkout's element. */
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
      arrival: element.shadowRoot?.querySelector('[part~="arrival"]')?.textContent?.trim(),
    };
  }, CHECKOUT);
}

/** Opens the shop and chooses a method. */
async function choose(page: Page, title: string): Promise<void> {
  await page.goto(`${demo.url}/?lang=en`);
  await reach(page, CHECKOUT, 'choosing');
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

/** Copies the leading value with its button, and returns the clipboard's text. */
async function copyLead(page: Page): Promise<string> {
  await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
  await page.waitFor(
    (selector) => document.querySelector(selector)!.shadowRoot!.textContent.includes('Copied'),
    { args: [CHECKOUT], what: 'the confirmation of the copy' },
  );
  return page.clipboardText();
}

/** The page of the payer's bank. */
const payUrl = () => `${demo.sandbox.url}/sandbox/pay`;

/** Pays at the payer's bank, in a page of its own. */
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

/** The deposits that the API lists for a currency, the newest first. */
async function deposits(fiat: Fiat): Promise<readonly Flow[]> {
  const { url: baseUrl, token } = demo.sandbox;
  const query = { merchantId: '1001', fiat, flowType: 'DEPOSIT', pageSize: 20 } as const;
  return (await createMerchantClient({ baseUrl, token }).flows.list(query)).record;
}

describe('a payer at the demo shop', () => {
  it('pays a Pix code and sees the deposit arrive without a reload', () =>
    demo.inEachEngine(async (page, browser) => {
      await choose(page, 'Pix');
      await reach(page, CHECKOUT, 'ready');
      await page.evaluate('window.notReloaded = true');
      const code = await copyLead(page);
      assert.equal(code, (await shown(page)).copies['pix-code']);
      const amount = AMOUNTS[page.engine];
      await payIn(browser, payUrl(), { code }, amount);
      await reach(page, CHECKOUT, 'arrived');
      assert.equal(await page.evaluate('window.notReloaded'), true);
      assert.match(
        (await shown(page)).arrival ?? '',
        new RegExp(`Payment received\\s+R\\$\\s${amount.replace('.', ',')}`),
      );
      const flows = await deposits('BRL');
      const index = flows.findIndex(({ changed }) => changed === amount);
      const [flow, previous] = [flows[index]!, flows[index + 1]!];
      assert.equal((Number(flow.total) - Number(previous.total)).toFixed(2), amount);
    }));

  it('sees the same details of a SPEI transfer after a reload, pays and sees the deposit arrive', () =>
    demo.inEachEngine(async (page, browser) => {
      await choose(page, 'SPEI transfer');
      await reach(page, CHECKOUT, 'ready');
      const { copies } = await shown(page);
      await page.reload();
      await reach(page, CHECKOUT, 'ready');
      assert.deepEqual((await shown(page)).copies, copies);
      assert.equal(await copyLead(page), copies['clabe']);
      await payIn(browser, payUrl(), { account: copies['clabe']! }, '99.99');
      await reach(page, CHECKOUT, 'arrived');
      assert.match((await shown(page)).arrival ?? '', /Payment received\s+\$99\.99/);
    }));

  it('enters an amount, opens the payment link, pays and sees the deposit arrive', () =>
    demo.inEachEngine(async (page, browser) => {
      await choose(page, 'Bank transfer');
      await reach(page, CHECKOUT, 'asking');
      await page.click(`${CHECKOUT} >> [part="amount"]`);
      await page.type('150.50');
      await page.press('Enter');
      await reach(page, CHECKOUT, 'ready');
      const { link } = await shown(page);
      const opened = await page.popup(() => page.click(`${CHECKOUT} >> [part="link"]`));
      assert.equal(new URL(opened).origin, demo.sandbox.url);
      await payIn(browser, link!, {}, '150.50');
      await reach(page, CHECKOUT, 'arrived');
      assert.match((await shown(page)).arrival ?? '', /Payment received\s+S\/\s150\.50/);
    }));
});

describe('the script-tag file', () => {
  it('loads twice on a page that has its own Lit, under Trusted Types', () =>
    demo.inEachEngine(async (page) => {
      await page.goto(`${demo.url}/?lang=en`);
      await reach(page, CHECKOUT, 'choosing');
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
  it('never sends its API token to a browser', async () => {
    const page = await fetch(demo.url);
    const cookie = page.headers.getSetCookie()[0]!.split(';')[0]!;
    for (const path of [
      ...['/', '/deposit', '/deposit?paymentId=90&fiat=BRL', '/deposit-slip.js', '/demo/shop.js'],
      ...[
        '/demo/shop.css',
        '/workbench',
        '/workbench/deposit',
        '/workbench/frame',
        '/workbench.js',
        '/workbench/frame.js',
        '/spa',
        '/spa.js',
        '/simulator.js',
      ],
    ]) {
      const answer = await fetch(`${demo.url}${path}`, { headers: { cookie } });
      assert.equal(answer.status, 200, path);
      const sent = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
      assert.equal(sent.includes(demo.sandbox.token), false, path);
    }
  });

  it('rejects a request without a session', async () => {
    assert.equal((await fetch(`${demo.url}/deposit?paymentId=90`)).status, 401);
  });
});
