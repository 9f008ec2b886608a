import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS, PROBLEM_KINDS } from 'deposit-slip/core';
import type { DepositSlip } from 'deposit-slip/element';
import { SITUATIONS } from '../../demo/situations/index.js';
import { DemoBrowsers } from './demo-browsers.js';
import type { Page } from './driver/index.js';
import { tabUntil } from './page-checks.js';
import {
  isWhole,
  openSituation,
  scale,
  search,
  settled,
  SHOWN,
  turn,
  waitForText,
} from './workbench-page.js';

/**
 * The demo's workbench. * test/proofs/e2e/situations.test.ts tests that every situation reaches its status.
 */

const demo = new DemoBrowsers({ width: 1400, height: 900 }, ['chromium']);

/** A window in which the frame is drawn at its own size: the driver clicks only there. */
const TALL = { width: 1400, height: 1600 };

/** Opens a panel below the stage. */
const openPanel = (page: Page, name: string): Promise<void> => page.click(`[data-tab="${name}"]`);

interface Appearance {
  width: number;
  lang: string;
  scheme: string;
  surface: string;
  fontSize: string;
  direction: string;
}

/** The element in the frame as the browser lays it out. */
function appearance(page: Page): Promise<Appearance> {
  return page.evaluate(() => {
    const inside = document.querySelector('iframe')!.contentDocument!;
    const element = inside.querySelector<DepositSlip>('deposit-slip')!;
    const card = element.shadowRoot!.querySelector<HTMLElement>('.card')!;
    const style = inside.defaultView!.getComputedStyle(card);
    return {
      width: element.offsetWidth,
      lang: card.lang,
      scheme: style.colorScheme,
      surface: style.backgroundColor,
      fontSize: inside.defaultView!.getComputedStyle(inside.documentElement).fontSize,
      direction: inside.documentElement.dir,
    };
  });
}

describe('the workbench', () => {
  it('restores every setting from the URL, and writes it there', () =>
    demo.inChromium(async (page) => {
      await openSituation(page, demo.url, 'situation=pix');
      const before = await appearance(page);
      for (const [knob, value] of [
        ['lang', 'es-AR'],
        ['theme', 'dark'],
        ['preset', 'bank'],
        ['text', '150'],
        ['css', 'rtl'],
      ] as const)
        await turn(page, knob, value);
      await openPanel(page, 'events');
      await page.click('.widths button:nth-of-type(2)');
      const query = await search(page);
      await openSituation(page, demo.url, query.slice(1));
      await page.waitFor(
        () => {
          const { contentDocument: inside, contentWindow: view } = document.querySelector('iframe')!;
          // Until the stage has given the frame its height, a scroll bar takes up part of its width.
          const isHigh = inside!.documentElement.clientWidth === view!.innerWidth;
          return inside!.styleSheets.length > 1 && isHigh;
        },
        { what: 'the preset, and the height of the frame' },
      );
      const after = await appearance(page);
      assert.notDeepEqual(before, after);
      assert.deepEqual(after, {
        width: 328,
        lang: 'es-AR',
        scheme: 'dark',
        surface: 'rgb(15, 26, 41)',
        fontSize: '24px',
        direction: 'rtl',
      });
      assert.equal(await search(page), query);
      const checked = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLInputElement>('input:checked')].map(
          ({ name, value }) => `${name}=${value}`,
        ),
      );
      for (const part of ['lang=es-AR', 'theme=dark', 'preset=bank', 'text=150', 'css=rtl'])
        assert.ok(checked.includes(part), part);
    }));

  it('opens a situation from the list, and goes back', () =>
    demo.inChromium(async (page) => {
      await openSituation(page, demo.url, 'lang=pt-BR');
      await page.click('input[type=search]');
      await page.type('check digit');
      await page.waitFor("document.querySelectorAll('.rail a').length === 1", { what: 'one entry' });
      await page.click('.rail a');
      await settled(page, 'failed-check');
      assert.equal(await search(page), '?lang=pt-BR&situation=failed-check');
      await page.back();
      await waitForText(page, '.toolbar h1', SITUATIONS[0]!.title);
    }));

  it('logs events, the newest first', () =>
    demo.inChromium(async (page) => {
      await page.setViewport(TALL);
      await openSituation(page, demo.url, 'situation=spei&tab=events');
      await page.click(`${SHOWN} >> .lead [part="copy"]`);
      await waitForText(page, '#events li', 'deposit-copy');
      const fields = await page.evaluate(() => document.querySelector('#events pre')!.textContent);
      assert.deepEqual(JSON.parse(fields), { key: 'Cuenta CLABE', kind: 'clabe', outcome: 'copied' });
      assert.deepEqual(
        await page.evaluate(() =>
          [...document.querySelectorAll('#events b')].map((name) => name.textContent),
        ),
        ['deposit-copy', 'deposit-ready'],
      );
      await page.click('#clear-log');
      await waitForText(page, '.panel', 'No event yet.');
    }));

  it('works by keyboard', () =>
    demo.inChromium(async (page) => {
      await openSituation(page, demo.url, 'situation=ready');
      const hasFocus = (selector: string) => () =>
        page.evaluate((wanted) => document.activeElement!.matches(wanted), selector);
      await tabUntil(page, hasFocus('.rail a'), 'the list');
      await page.press('ArrowDown');
      await page.press('Enter');
      await settled(page, 'watching');
      assert.equal(await search(page), '?situation=watching');
      await page.evaluate(() => document.querySelector<HTMLElement>('.widths input')!.focus());
      await page.press('ArrowUp');
      await page.press('Enter');
      assert.equal(await search(page), '?situation=watching&width=421');
      await waitForText(page, '.size', '421 ×');
      await page.waitFor(
        () => {
          const inside = document.querySelector('iframe')!.contentDocument!;
          return inside.querySelector<DepositSlip>('deposit-slip')!.offsetWidth === 421;
        },
        { what: 'the element to be 421 px wide' },
      );
    }));

  it('shows the whole slip on a small laptop, clips nothing beside it, and shows the code on demand', () =>
    demo.inChromium(async (page) => {
      await page.setViewport({ width: 1280, height: 800 });
      for (const id of ['spei', 'failed-check', 'watching', 'pix']) {
        await openSituation(page, demo.url, `situation=${id}`);
        await page.waitFor(isWhole, { what: `${id} to be whole in the stage` });
      }
      assert.ok((await scale(page)) >= 0.7, `drawn at ${await scale(page)}`);
      const cut = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>(':is(.rail a, .toolbar, .dock-head, .knobs) :not(input)')]
          .filter(
            ({ scrollWidth, clientWidth, className }) =>
              clientWidth > 1 && scrollWidth > clientWidth + 1 && className !== 'visually-hidden',
          )
          .map(({ outerHTML }) => outerHTML.slice(0, 120)),
      );
      assert.deepEqual(cut, []);
      const theme = await page.evaluate(
        () => document.querySelector('[data-knob="preset"]')!.getBoundingClientRect().bottom,
      );
      assert.ok(theme < 800, `the presets end at ${theme}`);
      assert.equal(await page.evaluate(() => document.querySelector('#code')), null, 'no code at first');
      await openPanel(page, 'code');
      await waitForText(page, '#code', 'deposit-slip');
      await page.waitFor(isWhole, { what: 'the slip to be whole above the code' });
      await openPanel(page, 'code');
      await page.waitFor("document.querySelector('#code') === null", { what: 'the panel to close' });
    }));

  it('offers only the settings that have an effect, and explains why there is nothing to pay', () =>
    demo.inChromium(async (page) => {
      for (const [id, reason] of [
        ['choosing', 'Choose a method first.'],
        ['ready', 'does not ask the sandbox'],
      ] as const) {
        await openSituation(page, demo.url, `situation=${id}`);
        await waitForText(page, '[aria-labelledby="knobs-sandbox"]', reason);
        assert.equal(await page.evaluate(() => document.querySelectorAll('.knobs :disabled').length), 0, id);
      }
    }));

  it('offers each rail once to a payer who chooses', () => {
    const { properties } = SITUATIONS.find(({ id }) => id === 'choosing')!;
    const slugs = properties
      .paymentId!.split(' ')
      .map((id) => METHODS.find((method) => String(method.id) === id)!.slug);
    assert.deepEqual(slugs, [...new Set(METHODS.map(({ slug }) => slug))]);
  });

  it('passes the pointer and the focus on to a slip that is scaled down', () =>
    demo.inChromium(async (page) => {
      await page.setViewport({ width: 1280, height: 600 });
      await openSituation(page, demo.url, 'situation=spei&tab=events');
      await page.waitFor(isWhole, { what: 'the slip to be whole' });
      assert.ok((await scale(page)) < 1);
      // The button at the point of the page where it is drawn.
      const hit = await page.evaluate(() => {
        const frame = document.querySelector('iframe')!;
        const factor = frame.getBoundingClientRect().width / frame.offsetWidth;
        const root = frame.contentDocument!.querySelector('deposit-slip')!.shadowRoot!;
        const copy = root.querySelector('.lead [part="copy"]')!;
        const { left, top, width, height } = copy.getBoundingClientRect();
        const { x, y } = frame.getBoundingClientRect();
        return (
          document.elementFromPoint(x + (left + width / 2) * factor, y + (top + height / 2) * factor) ===
            frame && copy.contains(root.elementFromPoint(left + width / 2, top + height / 2))
        );
      });
      assert.equal(hit, true);
      await page.evaluate(() =>
        document.querySelector('iframe')!.contentDocument!.querySelector('deposit-slip')!.focus(),
      );
      await page.press('Enter');
      await waitForText(page, '#events li', 'deposit-copy');
    }));

  it('lists every method and every kind of problem once', () => {
    const ids = SITUATIONS.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { id } of METHODS)
      assert.ok(SITUATIONS.some(({ properties }) => properties.paymentId === String(id)));
    for (const kind of PROBLEM_KINDS) assert.ok(SITUATIONS.some(({ problem }) => problem === kind));
  });
});
