import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { DemoBrowsers } from '../../../e2e/demo-browsers.js';
import type { Browser, Page } from '../../../e2e/driver/index.js';
import { en } from '../../../../src/widget/locales/en.js';
import { es } from '../../../../src/widget/locales/es.js';
import { esAR } from '../../../../src/widget/locales/es-AR.js';
import { ptBR } from '../../../../src/widget/locales/pt-BR.js';
import { isSoak } from '../../scale.js';
import { Checkout, SIZE, type Told } from './checkout.js';
import { passTime } from './clock.js';
import { Wallet } from './wallet.js';

/**
 * Deposits that differ from the requested amount, as a payer experiences them. The tests click through shop,
 * slip, phone and history; slip, receipt, history, print and the server's hooks must show the same sums
 * across reloads, tabs, devices and days.
 */

const demo = new DemoBrowsers({ width: 1280, height: 900 });
const [MINUTE, HOUR] = [60_000, 3_600_000];

interface Payer {
  readonly visit: string;
  newPage(): Promise<Page>;
  /** Opens the shop of a country. */
  open(code: string, status?: string): Promise<Checkout>;
}

/** One payer in each engine. In a sample, each test uses the next engine. */
function inEachEngine(run: (payer: Payer) => Promise<void>): Promise<void> {
  return demo.inEachBrowser((browser) => run(payerIn(browser)), nextEngine());
}

let turn = 0;

function nextEngine(): number | undefined {
  turn += 1;
  return isSoak ? undefined : turn;
}

function payerIn(browser: Browser, visit: string = randomUUID()): Payer {
  const newPage = (): Promise<Page> => browser.newPage(SIZE);
  return {
    visit,
    newPage,
    open: async (code, status = 'ready') => Checkout.open(demo, await newPage(), { visit, code, status }),
  };
}

/** Two phases. In the time between them, nobody has a page open. */
async function afterTime(
  milliseconds: number,
  first: (payer: Payer) => Promise<void>,
  then: (payer: Payer) => Promise<void>,
): Promise<void> {
  const visits = new Map<string, string>();
  const engine = nextEngine();
  await demo.inEachBrowser((browser) => {
    const payer = payerIn(browser);
    visits.set(browser.engine, payer.visit);
    return first(payer);
  }, engine);
  passTime(milliseconds);
  await demo.inEachBrowser((browser) => then(payerIn(browser, visits.get(browser.engine))), engine);
}

const PART = { status: 'part', received: '1249.00', remaining: '1.00', deposits: ['1249.00'] } as const;
const PAID = { status: 'paid', received: '1250.00', deposits: ['1250.00'] } as const;

describe('the same sums on slip, receipt, history, print, shop and hooks', { concurrency: 3 }, () => {
  it('are shown for a part, and for its rest', () =>
    inEachEngine(async ({ open }) => {
      const shop = await open('MX');
      await shop.take('copied');
      await shop.pay('part');
      await shop.tells(PART);
      await shop.isBooked('1249.00 MXN received');
      await shop.take('copied');
      await shop.pay('pay');
      await shop.tells({ status: 'paid', received: '1250.00', deposits: ['1249.00', '1.00'] });
      await shop.isBooked('1249.00 MXN received', '1.00 MXN received', 'paid');
      await shop.page.close();
    }));

  it('are shown for a payment that is made twice', () =>
    inEachEngine(async ({ open }) => {
      const shop = await open('PE');
      await shop.take('opened');
      await shop.pay('twice');
      await shop.tells({
        status: 'over',
        received: '500.00',
        excess: '250.00',
        deposits: ['250.00', '250.00'],
      });
      await shop.isBooked('250.00 PEN received', 'paid', '250.00 PEN received');
      await shop.page.close();
    }));

  it('are shown for a part that is returned', () =>
    inEachEngine(async ({ open }) => {
      const shop = await open('US', 'choosing');
      await shop.choose(1);
      await shop.take('copied');
      await shop.pay('return', '20');
      await shop.tellsNow({ status: 'part', received: '20.00', remaining: '55.00', deposits: ['20.00'] });
      await shop.tells({
        status: 'open',
        received: '0.00',
        remaining: '75.00',
        deposits: ['20.00'],
        returned: '20.00',
      });
      await shop.isBooked('20.00 USD received', '20.00 USD sent back');
      await shop.page.close();
    }));

  it('are shown for an order whose payment is returned, and that is paid again', () =>
    inEachEngine(async ({ open }) => {
      const shop = await open('EU');
      await shop.take('copied');
      await shop.pay('return');
      await shop.tellsNow({ status: 'paid', received: '64.90', deposits: ['64.90'] });
      await shop.says(en.account.returned);
      await shop.press(en.account.showDetails);
      await shop.becomes('ready');
      await shop.tellsAgain({
        status: 'open',
        received: '0.00',
        remaining: '64.90',
        deposits: ['64.90'],
        returned: '64.90',
      });
      await shop.take('copied');
      await shop.pay('pay');
      await shop.tells({
        status: 'paid',
        received: '64.90',
        deposits: ['64.90', '64.90'],
        returned: '64.90',
      });
      await shop.isBooked('64.90 EUR received', 'paid', '64.90 EUR sent back', '64.90 EUR received', 'paid');
      await shop.page.close();
    }));

  it('are shown for a late deposit that arrives while the page is closed', () =>
    inEachEngine(async ({ open }) => {
      const shop = await open('MX');
      await shop.take('copied');
      await shop.pay('late');
      assert.equal(
        await shop.page.evaluate(() => document.querySelector('main')!.dataset['state']),
        'waiting',
      );
      await shop.page.close();
      const later = await open('MX');
      await later.tellsAgain(PAID);
      await later.isBooked('1250.00 MXN received', 'paid');
      await later.page.close();
    }));

  it('are shown for an old code that is paid after a new one was created', () =>
    inEachEngine(async ({ open }) => {
      const shop = await open('BR');
      await shop.take('scanned');
      const before = await shop.details();
      await shop.press(ptBR.renew);
      await shop.becomes('ready');
      await shop.page.waitFor(
        (old) => {
          const { slip } =
            document.querySelector<HTMLElementTagNameMap['deposit-slip']>('#checkout deposit-slip')!;
          return slip !== undefined && !slip.rows.some(({ copy }) => old.includes(copy));
        },
        { args: [before], what: 'the new code' },
      );
      await shop.pay('pay');
      await shop.says(ptBR.account.elsewhere);
      await shop.tellsAgain({ status: 'paid', received: '187.40', deposits: ['187.40'] });
      await shop.isBooked('187.40 BRL received', 'paid');
      await shop.page.close();
    }));
});

describe('an order on two pages', () => {
  it('in one browser: both become the receipt of the method that was paid', () =>
    inEachEngine(async ({ open }) => {
      const shop = await open('AR', 'choosing');
      await shop.choose(1);
      const other = await open('AR');
      await other.press(esAR.changeMethod!);
      await other.choose(2);
      const code = await other.details();
      await shop.page.toFront();
      await shop.take('copied');
      await shop.pay('pay');
      const told: Told = { status: 'paid', received: '70000.00', deposits: ['70000.00'] };
      await other.page.toFront();
      await other.says(es.account.elsewhere);
      await other.tellsNow(told);
      const text = await other.text();
      assert.ok(!text.includes('QR'), 'which method was used is not known, but not that on show');
      for (const value of code.filter((each) => each.length > 8)) assert.ok(!text.includes(value), text);
      await shop.page.toFront();
      await shop.tellsAgain(told);
      await shop.isBooked('70000.00 ARS received', 'paid');
      await Promise.all([shop.page.close(), other.page.close()]);
    }));
});

describe('a wallet', () => {
  it('that waits in one currency is not paid by a deposit in another', () =>
    inEachEngine(async ({ visit, newPage }) => {
      const [reais, pesos] = [
        await Wallet.open(demo, newPage, visit, 'BR'),
        await Wallet.open(demo, newPage, visit, 'MX'),
      ];
      await pesos.take('.lead [part~="copy"]');
      await pesos.pay('500');
      await pesos.receives('$500.00');
      await reais.page.toFront();
      assert.equal(await reais.status(), 'ready');
      await reais.take('.lead [part~="copy"]');
      await reais.pay('25');
      await reais.receives('R$25,00');
      assert.ok(!(await reais.text()).includes('500'), 'the receipt of the one does not name the other');
      for (const [wallet, balance, sums] of [
        [reais, 'R$25,00BRL', ['R$25,00', '$500,00']],
        [pesos, '$500.00MXN', ['R$25.00', '$500.00']],
      ] as const) {
        await wallet.page.toFront();
        await wallet.lists(...sums);
        await wallet.balances(balance);
      }
      await Promise.all([reais.page.close(), pesos.page.close()]);
    }));
});

describe('an order that is opened again', () => {
  for (const [name, milliseconds] of [
    ['66 minutes', 66 * MINUTE],
    ['a day', 25 * HOUR],
  ].slice(isSoak ? 0 : 1) as [string, number][])
    it(`after ${name} shows its payments, and can be paid`, () =>
      afterTime(
        milliseconds,
        async ({ open }) => {
          const shop = await open('MX');
          await shop.take('copied');
          await shop.pay('part');
          await shop.tellsNow(PART);
          await shop.page.close();
        },
        async ({ open }) => {
          const shop = await open('MX');
          await shop.tellsAgain(PART);
          await shop.take('copied');
          await shop.pay('pay');
          await shop.tellsAgain({ status: 'paid', received: '1250.00', deposits: ['1249.00', '1.00'] });
          await shop.isBooked('1249.00 MXN received', '1.00 MXN received', 'paid');
          await shop.page.close();
        },
      ));

  it('after the session was lost shows what arrived meanwhile, and never that nothing did', () =>
    inEachEngine(async ({ open, visit }) => {
      const shop = await open('MX');
      const number = await shop.number();
      await shop.take('copied');
      await shop.logOut();
      await shop.says(es.held.ended.title);
      assert.ok((await shop.text()).includes(number));
      await shop.pay('pay');
      assert.ok(!(await shop.text()).includes(es.arrived.replaceAll(' ', '')));
      await shop.logIn(visit);
      await shop.reload('arrived');
      await shop.tellsAgain(PAID);
      await shop.isBooked('1250.00 MXN received', 'paid');
      await shop.page.close();
    }));
});
