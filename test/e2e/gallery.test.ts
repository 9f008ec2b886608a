import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { METHODS, PROBLEM_KINDS } from 'deposit-slip/core';
import type { DepositSlip } from 'deposit-slip/element';
import { VIEWS } from '../../demo/views.js';
import type { Page } from './driver/index.js';
import { breakPolicy, DemoBrowsers, reach } from './demo-browsers.js';

/** The demo's gallery, under the policy of the shop. The tests of the element draw every view in every engine. */

const demo = new DemoBrowsers({ width: 1400, height: 900 }, Promise.resolve(['chromium']));

/** Opens the gallery and waits until every view has reached its status. */
async function openGallery(page: Page, address: string): Promise<void> {
  await page.goto(new URL(address, demo.url).href);
  await page.waitFor(
    () => {
      const figures = [...document.querySelectorAll('figure')];
      const waiting = figures.filter((figure) => {
        const { status, slip, shadowRoot } = figure.querySelector<DepositSlip>(
          ':is(deposit-slip, deposit-history)',
        )!;
        const isSettled = status === (figure.dataset['reaches'] ?? status) && status !== 'idle';
        const isDrawn = !slip?.code || shadowRoot!.querySelector('[data-drawn]') !== null;
        return !isSettled || !isDrawn || (!figure.dataset['reaches'] && status === 'loading');
      });
      return figures.length > 0 && waiting.length === 0;
    },
    { what: 'every view to reach its status', timeout: 20_000 },
  );
}

interface Appearance {
  views: string[];
  widths: number[];
  languages: string[];
  themes: string[];
  page: string;
  log: boolean;
  settings: string[];
}

/** What the gallery shows, as laid out by the browser. */
function appearance(page: Page): Promise<Appearance> {
  return page.evaluate(() => {
    const figures = [...document.querySelectorAll('figure')];
    const cards = figures.map((figure) =>
      figure
        .querySelector(':is(deposit-slip, deposit-history)')!
        .shadowRoot!.querySelector<HTMLElement>('.card')!,
    );
    const once = <T>(values: T[]): T[] => [...new Set(values)];
    return {
      views: figures.map(({ id }) => id),
      widths: once(figures.map(({ offsetWidth }) => offsetWidth)),
      languages: once(cards.map(({ lang }) => lang)),
      themes: once(cards.map((card) => getComputedStyle(card).colorScheme)),
      page: getComputedStyle(document.documentElement).colorScheme,
      log: document.querySelector<HTMLDetailsElement>('#log')!.open,
      settings: [...document.querySelectorAll('select')].map(({ value }) => value),
    };
  });
}

function violations(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.documentElement.dataset['violations']);
}

describe('the gallery, in every engine', () => {
  it('shows every method, state and kind of problem without violating the policy', () =>
    demo.inEachEngine(async (page) => {
      await openGallery(page, '/gallery');
      const shown = await page.evaluate(() =>
        [...document.querySelectorAll('figure')].map(({ id }) => {
          const { status, problem } = document.querySelector<DepositSlip>(
            `#${id} :is(deposit-slip, deposit-history)`,
          )!;
          return { id, status, problem: problem?.kind };
        }),
      );
      assert.deepEqual(
        shown.map(({ id }) => id),
        VIEWS.map(({ id }) => id),
      );
      assert.equal(new Set(shown.map(({ id }) => id)).size, shown.length, 'every view has an id of its own');
      for (const { id, status, problem } of shown) {
        const view = VIEWS.find((each) => each.id === id)!;
        if (view.reaches) assert.equal(status, view.reaches, id);
        if (view.problem) assert.equal(problem, view.problem, id);
      }
      const ids = new Set(shown.map(({ id }) => id));
      for (const { slug } of METHODS) assert.ok(ids.has(slug), slug);
      for (const kind of PROBLEM_KINDS) assert.ok(ids.has(kind), kind);
      assert.deepEqual(
        new Set(shown.map(({ status }) => status)),
        new Set(['choosing', 'asking', 'loading', 'ready', 'problem', 'arrived']),
      );
      assert.equal(await violations(page), '0');
      await breakPolicy(page);
    }));

  it('restores its settings from the URL', () =>
    demo.inEachEngine(async (page) => {
      await openGallery(page, '/gallery?section=problems');
      const before = await appearance(page);
      await page.click('#log > summary');
      await page.evaluate(() => {
        for (const [name, value] of [
          ['section', 'methods'],
          ['lang', 'es-AR'],
          ['theme', 'dark'],
          ['preset', 'bank'],
          ['width', '328'],
        ] as const) {
          const select = document.querySelector<HTMLSelectElement>(`select[name="${name}"]`)!;
          select.value = value;
          select.dispatchEvent(new Event('change'));
        }
      });
      const address = await page.waitFor(() => location.search.includes('log=closed') && location.href, {
        what: 'the URL to say that the log is closed',
      });
      await openGallery(page, String(address));
      const again = await appearance(page);
      assert.notDeepEqual(again, before);
      assert.deepEqual(again, {
        views: VIEWS.filter(({ section }) => section === 'methods').map(({ id }) => id),
        widths: [328],
        languages: ['es-AR'],
        themes: ['dark'],
        page: 'dark',
        log: false,
        settings: ['methods', 'es-AR', 'dark', 'bank', '328'],
      });
      await page.waitFor(
        () => {
          const card = document.querySelector('deposit-slip')!.shadowRoot!.querySelector('.card')!;
          return getComputedStyle(card).backgroundColor === 'rgb(15, 26, 41)';
        },
        { what: 'the slip to have the surface of the preset' },
      );
      // A slip that still loads would move the link before the click.
      await page.waitFor(
        () =>
          [...document.querySelectorAll('deposit-slip')].every(
            ({ status }) => status !== 'idle' && status !== 'loading',
          ),
        { what: 'every method to have its slip' },
      );
      await page.click('#pix figcaption a');
      await page.waitFor(() => document.querySelectorAll('figure').length === 1, { what: 'one view alone' });
      assert.deepEqual((await appearance(page)).settings, again.settings);
    }));

  it('logs every event with its fields, newest first', () =>
    demo.inEachEngine(async (page) => {
      await openGallery(page, '/gallery?log=open');
      // A slip that comes scrolls into view, which would move the next button before the click.
      for (const [view, button] of [
        ['choosing', '[part="option"]'],
        ['typed', '[part="submit"]'],
      ] as const) {
        await page.click(`#${view} deposit-slip >> ${button}`);
        await reach(page, `#${view} deposit-slip`, 'ready');
      }
      await page.popup(() => page.click('#pe-link-amount deposit-slip >> [part="link"]'));
      await page.click('#ready deposit-slip >> .lead [part="copy"]');
      const entry = await page.waitFor(
        () => {
          const item = document.querySelector<HTMLElement>('#log li')!;
          const { name, view } = item.dataset;
          return name === 'deposit-copy' && { view, fields: item.querySelector('pre')!.textContent };
        },
        { what: 'the copy to be the newest entry' },
      );
      assert.equal(entry && entry.view, 'ready');
      assert.deepEqual(JSON.parse((entry && entry.fields) || ''), {
        key: 'Cuenta CLABE',
        kind: 'clabe',
        outcome: 'copied',
      });
      const names = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('#log li')].map(({ dataset }) => dataset['name']),
      );
      for (const name of ['ready', 'problem', 'method', 'amount', 'copy', 'link', 'warning', 'arrived'])
        assert.ok(names.includes(`deposit-${name}`), name);
      await page.click('#copy-log');
      await page.waitFor(() => document.querySelector('.tools [role="status"]')!.textContent === 'Copied.', {
        what: 'the log to be copied',
      });
      const lines = (await page.clipboardText()).split('\n');
      assert.deepEqual(
        lines.map((line) => line.split(' ')[1]),
        names,
      );
      await page.click('#clear-log');
      assert.deepEqual(
        await page.evaluate(() => [
          document.querySelectorAll('#log li').length,
          document.querySelector('#log .count')!.textContent,
        ]),
        [0, '0'],
      );
      assert.equal(await violations(page), '0');
    }));
});
