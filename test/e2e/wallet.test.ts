import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from './driver/index.js';
import { breakPolicy, DemoBrowsers, reach } from './demo-browsers.js';
import { expectSound, tabUntil } from './page-checks.js';

const SLIP = 'sol-deposit';
const SIZE = { width: 420, height: 900 };

const demo = new DemoBrowsers(SIZE);

interface Shown {
  path: string;
  isOpen: boolean;
  /** The focused element. */
  focused: string;
  txId: string;
  /** The number of requests for a slip since the page was loaded. */
  requests: number;
  news: string;
}

function shown(page: Page): Promise<Shown> {
  return page.evaluate((tag) => {
    const slip = document.querySelector<HTMLElementTagNameMap['deposit-slip']>(tag);
    const urls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
    const isSlip = ({ pathname, searchParams }: URL): boolean =>
      pathname.endsWith('/deposit') && !searchParams.has('arrival') && !searchParams.has('history');
    return {
      path: location.pathname,
      isOpen: document.querySelector('dialog')!.open,
      focused: document.activeElement!.textContent.trim(),
      txId: slip?.slip?.txId ?? '',
      requests: urls.filter(isSlip).length,
      news: document.querySelector('.news')!.textContent.replaceAll(/\s+/g, ' ').trim(),
    };
  }, SLIP);
}

/** Only a Mexican bank asks for it. */
function nameBeneficiary(page: Page): Promise<void> {
  return page.evaluate(() => {
    const bank = document.querySelector<HTMLIFrameElement>('#phone iframe')!.contentDocument!;
    const field = bank.querySelector<HTMLInputElement>('#beneficiary');
    if (field) field.value ||= 'Sol';
  });
}

/** Opens the wallet of a country. */
async function openWallet(page: Page, country: string): Promise<void> {
  await page.goto(`${demo.url}/wallet?country=${country}`);
  await page.evaluate('window.isFirstLoad = true');
}

function drawer(page: Page, isOpen: boolean): Promise<boolean> {
  return page.waitFor((wanted) => document.querySelector('dialog')!.open === wanted, {
    args: [isOpen],
    what: `the drawer to ${isOpen ? 'open' : 'close'}`,
  });
}

/** Waits until the visible list has deposits in these states. */
function listed(page: Page, states: readonly string[]): Promise<boolean> {
  return page.waitFor(
    (wanted) => {
      const list = document.querySelector<HTMLElementTagNameMap['deposit-history']>('sol-history');
      return list?.status === 'ready' && list.deposits.map(({ status }) => status).join() === wanted;
    },
    { args: [states.join()], what: `the wallet to list: ${states.join() || 'nothing'}` },
  );
}

function balance(page: Page, sum: string): Promise<boolean> {
  return page.waitFor(
    (wanted) => document.querySelector('.sum')?.textContent.replaceAll(/\s+/g, ' ').trim() === wanted,
    { args: [sum], what: `the balance ${sum}` },
  );
}

async function depositOf(txId: string): Promise<string> {
  const deposits = await demo.sandbox.control.deposits();
  return deposits.find((deposit) => deposit.txId === txId)!.id;
}

/** Pays a code of the wallet, whose account the sandbox knows. */
async function pay(txId: string, amount: string): Promise<void> {
  const requests = await demo.sandbox.requests();
  const merchantId = String(requests.find(({ ids }) => ids.txId === txId)!.query['merchantId']);
  await demo.sandbox.control.deposit({ merchantId, fiat: 'BRL', amount, txId });
}

/** Expects no reload, and no violation of the policy. */
async function expectOneLoad(page: Page): Promise<void> {
  const isFirstLoad = await page.evaluate("'isFirstLoad' in window");
  const violations = await page.evaluate('document.documentElement.dataset.violations');
  assert.deepEqual([isFirstLoad, violations], [true, '0']);
}

describe('the wallet', () => {
  it('adds money: first the receipt in the drawer, then the notification, the row and the balance', () =>
    demo.inChromium(async (page, browser) => {
      await openWallet(page, 'BR');
      await listed(page, []);
      await balance(page, 'R$ 0,00 BRL');
      await page.click('.balance .primary');
      await reach(page, SLIP, 'ready');
      const { txId } = await shown(page);
      await pay(txId, '25');
      await reach(page, SLIP, 'arrived');
      await balance(page, 'R$ 25,00 BRL');
      await listed(page, ['arrived']);
      assert.equal((await shown(page)).news, '', 'the receipt is news enough');
      await page.click(`${SLIP} > [slot="done"]`);
      await drawer(page, false);
      assert.equal((await shown(page)).news, 'Você recebeu R$ 25,00 Pix, agora mesmo');

      await demo.sandbox.control.returnDeposit(await depositOf(txId));
      await listed(page, ['returned']);
      await balance(page, 'R$ 0,00 BRL');
      await page.click('.balance .primary');
      await reach(page, SLIP, 'ready');
      assert.notEqual((await shown(page)).txId, txId, 'a receipt is not shown again');
      await expectOneLoad(page);

      const other = await browser.newPage(SIZE);
      await openWallet(other, 'BR');
      await listed(other, []);
      await other.close();
    }));

  it('keeps its slip with one request, also after going back and forward', () =>
    demo.inChromium(async (page) => {
      await openWallet(page, 'BR');
      await listed(page, []);
      await page.click('.balance .primary');
      await reach(page, SLIP, 'ready');
      const first = await shown(page);
      assert.deepEqual([first.path, first.requests], ['/wallet/add', 1]);
      await page.click('.drawer .close');
      await drawer(page, false);
      await page.evaluate('history.forward()');
      await drawer(page, true);
      await page.back();
      await drawer(page, false);
      assert.equal((await shown(page)).path, '/wallet');

      await page.click('.tabs [href^="/wallet/deposits"]');
      await listed(page, ['waiting']);
      await page.click('sol-history >> [part="entry"]');
      await drawer(page, true);
      const again = await shown(page);
      assert.deepEqual([again.txId, again.requests], [first.txId, 1], 'the awaited deposit opens its slip');
      await page.evaluate("document.querySelector('.veil').click()");
      await drawer(page, false);
      assert.equal((await shown(page)).path, '/wallet/deposits');
      await expectOneLoad(page);

      await openWallet(page, 'MX');
      await listed(page, ['waiting']);
      await page.click('sol-history >> [part="entry"]');
      await reach(page, SLIP, 'ready');
      assert.equal((await shown(page)).txId, first.txId, 'the same one after a reload');
      await balance(page, 'R$0.00 BRL');
      await page.press('Escape');
      await pay(first.txId, '40');
      await listed(page, ['arrived']);
      assert.equal((await shown(page)).news, 'Recibiste R$40.00 Pix, hace un momento');
      await breakPolicy(page);
    }));

  it('works by keyboard alone', () =>
    demo.inChromium(async (page) => {
      await openWallet(page, 'AR');
      await listed(page, []);
      await tabUntil(page, async () => (await shown(page)).focused === 'Cargar dinero', 'the button');
      await page.press('Enter');
      await drawer(page, true);
      assert.equal((await shown(page)).focused, 'Cargar dinero', 'the heading of the drawer');
      assert.equal(await page.evaluate('document.activeElement.localName'), 'h2');
      await page.press('Escape');
      await drawer(page, false);
      assert.equal(await page.evaluate('document.activeElement.className'), 'button primary');
    }));

  it('uses the language of its address, of the shop’s country, or of the browser', async () => {
    const open = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(`${demo.url}${path}`, { headers });
    const langOf = async (answer: Response): Promise<string | undefined> =>
      /<html lang="([^"]+)"/.exec(await answer.text())?.[1];
    const browser = { 'accept-language': 'pt-PT,pt;q=0.9' };
    assert.equal(await langOf(await open('/wallet', browser)), 'pt-BR');
    const [cookie] = (await open('/?country=AR')).headers.getSetCookie()[0]!.split(';');
    const visitor = { ...browser, cookie: cookie! };
    assert.equal(await langOf(await open('/wallet/add', visitor)), 'es-AR');
    assert.equal(await langOf(await open('/wallet?country=US', visitor)), 'en');
  });

  it('has no accessibility or layout defect at any width, with the drawer closed and open', () =>
    demo.inChromium(async (page) => {
      await page.setViewport({ width: 320, height: 700 });
      await openWallet(page, 'CO');
      await listed(page, []);
      await expectSound(page);
      await page.click('.balance .primary');
      await reach(page, SLIP, 'ready');
      await page.waitFor("document.querySelector('dialog').getAnimations().length === 0", {
        what: 'the drawer to stand still',
      });
      for (const width of [320, 390, 1280]) {
        await page.setViewport({ width, height: 800 });
        await expectSound(page);
      }
    }));

  it('is paid on the phone, which a narrow screen shows below the open drawer', () =>
    demo.inChromium(async (page) => {
      await openWallet(page, 'MX');
      await page.click('.balance .primary');
      await reach(page, SLIP, 'ready');
      await page.click(`${SLIP} >> .lead [part="copy"]`);
      await page.click('#phone .handle');
      await page.click('#phone iframe >> #amount');
      await page.type('300');
      await nameBeneficiary(page);
      await page.click('#phone iframe >> [value="pay"]');
      await balance(page, '$300.00 MXN');
    }));

  // The engines differ in the history entries that a frame adds.
  it('goes back only by its own steps, whatever was done on the phone', () =>
    demo.inEachEngine(async (page) => {
      await page.setViewport({ width: 1280, height: 900 });
      await openWallet(page, 'MX');
      await page.click('.balance .primary');
      await reach(page, SLIP, 'ready');
      await page.click(`${SLIP} >> .lead [part="copy"]`);
      const bank = (selector: string): Promise<boolean> =>
        page.waitFor(
          (wanted) =>
            Boolean(
              document
                .querySelector<HTMLIFrameElement>('#phone iframe')!
                .contentDocument?.querySelector(wanted),
            ),
          { args: [selector], what: `${selector} on the phone` },
        );
      const steps = await page.evaluate('history.length');
      // An error, a payment, and a link: a form that stays, a form that leads on, and a way within the bank.
      await bank('#beneficiary');
      await nameBeneficiary(page);
      await page.click('#phone iframe >> [value="pay"]');
      await bank('[role="alert"]');
      assert.equal(
        await page.evaluate(
          () =>
            document.querySelector<HTMLIFrameElement>('#phone iframe')!.contentDocument!.activeElement!.id,
        ),
        'amount',
        'the field at fault has the focus',
      );
      await page.type('300');
      await nameBeneficiary(page);
      await page.click('#phone iframe >> [value="pay"]');
      await bank('.outcome');
      await page.click('#phone iframe >> .next a.secondary');
      await bank('#account');
      assert.equal(await page.evaluate('history.length'), steps);
      await page.back();
      await drawer(page, false);
      assert.equal((await shown(page)).path, '/wallet');
      await bank('#account');
    }));

  it('shows no balances and no slip without a session', async () => {
    for (const path of ['/wallet/balances', '/wallet/deposit?paymentId=90'])
      assert.equal((await fetch(`${demo.url}${path}`)).status, 401, path);
    assert.equal((await fetch(`${demo.url}/session`, { method: 'POST' })).status, 401);
    const stranger = { authorization: 'Bearer 00000000-0000-4000-8000-000000000000' };
    assert.equal((await fetch(`${demo.url}/wallet/deposit?paymentId=90`, { headers: stranger })).status, 401);
  });
});
