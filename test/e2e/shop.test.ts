import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createMerchantClient, type Fiat } from 'deposit-slip/client';
import { DemoBrowsers, reach } from './demo-browsers.js';
import type { Page } from './driver/index.js';
import { expectFitting, expectSound, tabUntil } from './page-checks.js';
import {
  amountFilledIn,
  BANK,
  becomes,
  CHECKOUT,
  filledIn,
  filledInAs,
  heading,
  numberOf,
  openShop,
  shownAccount,
  typeAmount,
} from './shop-page.js';

/**
 * A payer's whole journey through the demo: shop, kit, API, ledger and the payer's bank.
 * test/proofs/e2e/payments repeats it with parts and returns, in every engine.
 */
const demo = new DemoBrowsers({ width: 1280, height: 900 }, ['chromium']);

const open = (page: Page, country: string, status?: string): Promise<void> =>
  openShop(page, demo.url, country, status);

/** The deposits that the API lists for the account of an order: the newest account of its currency. */
async function depositsOf(number: string, fiat: Fiat): Promise<readonly string[]> {
  const { url: baseUrl, token } = demo.sandbox;
  const { record } = await createMerchantClient({ baseUrl, token }).flows.list({
    fiat,
    flowType: 'DEPOSIT',
    pageSize: 20,
  });
  return record.map(({ changed }) => changed ?? number);
}

describe('a payer at the demo shop', () => {
  it('copies the CLABE, pays on the phone beside it, and the order is paid', () =>
    demo.inChromium(async (page) => {
      await open(page, 'MX');
      await page.evaluate('window.notReloaded = true');
      assert.equal(await heading(page), 'Paga tu pedido');
      await page.click(`${CHECKOUT} >> .lead [part="copy"]`);
      const clabe = await shownAccount(page);
      const { details, amount } = await filledIn(page);
      assert.equal(await page.clipboardText(), clabe);
      assert.ok(details.replaceAll(' ', '').includes(`CLABE${clabe}`), details);
      assert.match(details, /Transferencia SPEI Pegado/);
      assert.doesNotMatch(details, /Tienda Sol/, 'a Mexican bank does not know whose account it is');
      assert.equal(amount, '', 'nobody copied it');
      await page.click(`${CHECKOUT} >> [data-derived="amount"] [part~="copy"]`);
      assert.equal(await amountFilledIn(page), '1,250.00');
      assert.ok((await filledIn(page)).details.replaceAll(' ', '').includes(`CLABE${clabe}`));
      await page.click(`${CHECKOUT} >> [data-key="beneficiary-name"] [part~="copy"]`);
      assert.equal(await filledInAs(page, 'beneficiary'), 'Tienda Sol SA de CV');
      assert.equal(await amountFilledIn(page), '1,250.00');

      await page.click(`${BANK} >> [value="pay"]`);
      await becomes(page, 'paid');
      await reach(page, CHECKOUT, 'arrived');
      assert.equal(await heading(page), 'Gracias, Lucía');
      assert.match(
        await page.evaluate(() => document.querySelector('#paid-at')!.textContent),
        /^[0-2][0-9]:[0-5][0-9]$/,
      );
      assert.deepEqual(
        await page.evaluate(() => ['notReloaded' in window, document.documentElement.dataset['violations']]),
        [true, '0'],
      );
      assert.ok((await depositsOf(await numberOf(page), 'MXN')).includes('1250.00'));
    }));

  it('scans a Pix code, and buys again', () =>
    demo.inChromium(async (page) => {
      await open(page, 'BR');
      const first = await numberOf(page);
      await page.click('#phone .scan');
      const { details, amount } = await filledIn(page);
      assert.match(details, /Pix Pagar para Tienda Sol Escaneado/);
      assert.equal(amount, '', 'the code holds none');
      await typeAmount(page, '187,40');
      await page.click(`${BANK} >> [value="pay"]`);
      await becomes(page, 'paid');
      await page.reload();
      assert.equal(await heading(page), 'Obrigado, Ana', 'after a reload too');
      await reach(page, CHECKOUT, 'arrived');
      await page.click('[slot="done"] button');
      await becomes(page, 'waiting');
      assert.notEqual(await numberOf(page), first);
    }));
});

describe('the demo shop', () => {
  it('uses the language, currency and methods of each country', async () => {
    for (const [country, lang, total, methods] of [
      ['MX', 'es-MX', '$1,250.00', ['105 MXN']],
      ['BR', 'pt-BR', 'R$ 187,40', ['90 BRL']],
      ['AR', 'es-AR', '$ 70.000,00', ['63 ARS', '137 ARS']],
      ['CO', 'es-CO', '$ 275.000', ['68 COP']],
      ['PE', 'es-PE', 'S/ 250.00', ['95 PEN']],
      ['EU', 'en', '€64.90', ['85 EUR']],
      ['US', 'en', '$75.00', ['81 USD', '83 USD']],
    ] as const) {
      const page = await fetch(`${demo.url}/?country=${country}`);
      const html = (await page.text()).replaceAll(/[\u00a0\u202f]/g, ' ');
      assert.match(html, new RegExp(`<html lang="${lang}"`));
      assert.ok(html.includes(total), `${country}: ${total}`);
      const cookie = page.headers.getSetCookie()[0]!.split(';')[0]!;
      const answer = await fetch(`${demo.url}/deposit`, { headers: { cookie } });
      const body = (await answer.json()) as {
        paymentId?: number;
        data: { fiat?: string; methods?: { paymentId: number; fiat: string }[] };
      };
      const { data } = body;
      const offered = data.methods ?? [{ paymentId: body.paymentId!, fiat: data.fiat! }];
      assert.deepEqual(
        offered.map(({ paymentId, fiat }) => `${paymentId} ${fiat}`),
        methods,
      );
    }
  });

  it('works by keyboard alone, with the phone as a sheet on a narrow screen', () =>
    demo.inChromium(async (page) => {
      await page.setViewport({ width: 390, height: 800 });
      await page.goto(`${demo.url}/?country=MX`);
      await reach(page, CHECKOUT, 'ready');
      const isOpen = (): Promise<boolean> =>
        page.evaluate(() => document.querySelector('#phone .sheet')!.checkVisibility());
      assert.equal(await isOpen(), false);
      const at = (what: string): (() => Promise<boolean>) => {
        return () =>
          page.evaluate((wanted) => {
            let active = document.activeElement;
            for (;;) {
              const inner: Element | null | undefined =
                active?.shadowRoot?.activeElement ??
                (active as HTMLIFrameElement | null)?.contentDocument?.activeElement;
              if (!inner || inner === active?.ownerDocument.body) break;
              active = inner;
            }
            return active?.matches(wanted) ?? false;
          }, what);
      };
      await tabUntil(page, at('.lead [part="copy"]'), 'the copy button');
      await page.press('Enter');
      await filledIn(page);
      assert.equal(await isOpen(), false, 'there may be more to copy');
      await tabUntil(page, at('[data-derived="amount"] [part~="copy"]'), 'the button that copies the amount');
      await page.press('Enter');
      await amountFilledIn(page);
      await tabUntil(
        page,
        at('[data-key="beneficiary-name"] [part~="copy"]'),
        'the button that copies the beneficiary',
      );
      await page.press('Enter');
      await filledInAs(page, 'beneficiary');
      await tabUntil(page, at('#phone .handle'), 'the handle of the sheet');
      await page.press('Enter');
      assert.equal(await isOpen(), true, 'the sheet opens');
      await tabUntil(page, at('[value="pay"]'), 'the button that pays');
      await page.press('Enter');
      await becomes(page, 'paid');
      await tabUntil(page, at('#phone .handle'), 'the handle of the sheet');
      await page.press('Enter');
      assert.equal(await isOpen(), false);
    }));

  it('has no defect that axe finds, and is never wider than its window', () =>
    demo.inChromium(async (page) => {
      for (const [country, width] of [
        ['AR', 320],
        ['BR', 768],
        ['US', 1280],
      ] as const) {
        await page.setViewport({ width, height: 900 });
        await page.goto(`${demo.url}/?country=${country}`);
        await reach(page, CHECKOUT, country === 'BR' ? 'ready' : 'choosing');
        await expectSound(page);
      }
      await page.setViewport({ width: 1280, height: 900 });
      await page.goto(`${demo.url}/methods`);
      await page.waitFor(
        () =>
          [...document.querySelectorAll('deposit-slip')].every(
            ({ status }) => status === 'ready' || status === 'asking',
          ),
        { what: 'every method to be shown' },
      );
      await expectFitting(page);
      await page.setViewport({ width: 320, height: 900 });
      // Two methods of one rail have the same title.
      await expectSound(page, 'landmark-unique');
    }));

  it('never sends its API token to a browser', async () => {
    const first = await fetch(demo.url);
    const cookie = first.headers.getSetCookie()[0]!.split(';')[0]!;
    const [number] = /TS-[0-9]+/.exec(await first.text())!;
    const pages = ['/', '/methods', '/workbench', '/wallet', '/sandbox/pay'];
    const answers = [
      '/deposit',
      '/methods/deposit?paymentId=90&fiat=BRL',
      '/wallet/deposit',
      `/orders/${number}/state`,
    ];
    const files = ['shop', 'methods', 'workbench', 'wallet'].map((name) => `/${name}.js`);
    for (const path of [...pages, ...answers, ...files, '/demo/site/site.css', '/deposit-slip.js']) {
      const answer = await fetch(`${demo.url}${path}`, { headers: { cookie } });
      assert.equal(answer.status, 200, path);
      const sent = `${JSON.stringify([...answer.headers])}${await answer.text()}`;
      assert.equal(sent.includes(demo.sandbox.token), false, path);
    }
    for (const path of ['/sandbox/', '/sandbox/openapi.json']) {
      const sent = await (await fetch(`${demo.sandbox.url}${path}`)).text();
      assert.equal(sent.includes(demo.sandbox.token), false, path);
    }
  });

  it('rejects a request without a visit', async () => {
    assert.equal((await fetch(`${demo.url}/deposit?paymentId=90`)).status, 401);
  });
});
