import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DemoBrowsers } from './demo-browsers.js';
import { openSituation, search, SHOWN, turn, waitForText } from './workbench-page.js';

/** What the workbench can do with a slip: failures, payments, code. */

const demo = new DemoBrowsers({ width: 1400, height: 900 }, ['chromium']);

describe('a tool of the workbench', () => {
  it('makes the next call of this visitor fail, and shows that a retry helps', () =>
    demo.inChromium(async (page) => {
      // The driver clicks in a frame that is drawn at its own size.
      await page.setViewport({ width: 1400, height: 1600 });
      await openSituation(page, demo.url, 'situation=spei');
      for (const [fault, problem] of [
        ['429', 'rate-limited'],
        ['malformed', 'unreadable'],
        ['cut', 'unavailable'],
      ] as const) {
        await turn(page, 'fault', fault);
        await waitForText(page, '.health', `problem: ${problem}`);
        assert.ok((await search(page)).includes(`fault=${fault}`));
      }
      assert.deepEqual(await demo.sandbox.control.faults(), [], 'the fault is used up');
      await page.click(`${SHOWN} >> [part="retry"]`);
      await waitForText(page, '.health', 'ready');
    }));

  it('does not change the faults of others', () =>
    demo.inChromium(async (page) => {
      const { control } = demo.sandbox;
      await control.faults([{ route: 'orders', status: 503 }]);
      await page.goto(`${demo.url}/workbench?situation=spei&fault=503`);
      await waitForText(page, '.health', 'problem: unavailable');
      await turn(page, 'fault', 'none');
      await waitForText(page, '.health', 'ready');
      assert.deepEqual(
        (await control.faults()).map(({ route }) => route),
        ['orders'],
      );
      await control.faults([]);
    }));

  it('pays the slip at the bank, and the slip shows the deposit', () =>
    demo.inChromium(async (page) => {
      await openSituation(page, demo.url, 'situation=pix&amount=187.40');
      await page.click('[data-pay="part"]');
      await waitForText(page, '.message', 'The bank sent it.');
      await waitForText(page, '.health', 'arrived');
      const text = await page.evaluate(
        () =>
          document.querySelector('iframe')!.contentDocument!.querySelector('deposit-slip')!.shadowRoot!
            .textContent,
      );
      assert.match(text, /186\.40|186,40/);
    }));

  it('pays slips for which a bank asks more than an account and an amount', () =>
    demo.inChromium(async (page) => {
      for (const situation of ['spei', 'ach']) {
        await openSituation(page, demo.url, `situation=${situation}`);
        await page.click('[data-pay="pay"]');
        await waitForText(page, '.message', 'The bank sent it.');
        const [deposit] = await demo.sandbox.control.deposits();
        assert.equal(deposit!.unmatched, null, situation);
      }
    }));

  it('shows code whose attributes show the same slip', () =>
    demo.inChromium(async (page) => {
      await openSituation(page, demo.url, 'situation=pe-link-amount&lang=es-PE&theme=dark&tab=code');
      const code = await page.evaluate(() => document.querySelector('#code')!.textContent);
      const [, tag] = /<deposit-slip([^>]*)>/.exec(code)!;
      const attributes = [...tag!.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]);
      assert.deepEqual(Object.fromEntries(attributes), {
        endpoint: '/deposit',
        'payment-id': '95',
        amount: '1150.50',
        'merchant-name': 'Tienda Sol',
        lang: 'es-PE',
        theme: 'dark',
      });
      const same = await page.waitFor(
        (pairs) => {
          const inside = document.querySelector('iframe')!.contentDocument!;
          const container = inside.querySelector('.container')!;
          const [shown, copy = inside.createElement('deposit-slip')] =
            container.querySelectorAll('deposit-slip');
          if (!copy.isConnected) {
            for (const [name, value] of pairs as [string, string][])
              copy.setAttribute(name, name === 'endpoint' ? '/workbench/deposit' : value);
            container.append(copy);
          }
          const textOf = (slip: Element): string => slip.shadowRoot!.querySelector('.card')!.textContent;
          // Every slip has a number and a link of its own.
          return (
            copy.status === 'ready' &&
            [textOf(shown!), textOf(copy)].map((text) => text.replaceAll(/\d{6}|\/l\/\w+/g, 'N'))
          );
        },
        { args: [attributes], what: 'the copy to be ready' },
      );
      assert.ok(same);
      assert.equal(same[0], same[1]);
      assert.equal(code.includes(demo.sandbox.token), false);
      await page.click('#copy-code');
      await waitForText(page, '.message', 'The code: copied.');
      assert.equal(await page.clipboardText(), code);
    }));

  it('shows a slip that stopped polling, and one whose network failed', () =>
    demo.inChromium(async (page) => {
      for (const [id, text] of [
        ['paused', 'Check again'],
        ['without-network', 'You are offline'],
      ] as const) {
        await openSituation(page, demo.url, `situation=${id}&lang=en`);
        await page.waitFor(
          (wanted) =>
            document
              .querySelector('iframe')!
              .contentDocument!.querySelector('deposit-slip')!
              .shadowRoot!.textContent.includes(wanted),
          { args: [text], what: `the slip to say ${text}` },
        );
      }
    }));
});
