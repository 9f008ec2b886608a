import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DemoBrowsers } from './demo-browsers.js';
import { openSituation, waitForText } from './workbench-page.js';

/** What the workbench can do with a slip: payments and code. */

const demo = new DemoBrowsers({ width: 1400, height: 900 }, ['chromium']);

describe('a tool of the workbench', () => {
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
