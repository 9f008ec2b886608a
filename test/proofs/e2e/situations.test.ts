/**
 * Opens every situation in the workbench, or a few of them in a sample, and checks its status, that nothing
 * violates the policy or is wider than the window, and axe.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DepositSlip } from 'deposit-slip/element';
import { SITUATIONS } from '../../../demo/situations/index.js';
import type { Situation } from '../../../demo/situations/situation.js';
import { DemoBrowsers } from '../../e2e/demo-browsers.js';
import type { Page } from '../../e2e/driver/index.js';
import { axeIn, expectSound } from '../../e2e/page-checks.js';
import { openSituation, settled } from '../../e2e/workbench-page.js';
import { isSoak, sampleOf } from '../scale.js';

const demo = new DemoBrowsers({ width: 1280, height: 900 }, ['chromium']);
/** The number of pages that open situations at the same time. */
const PAGES = 2;

/**
 * Goes to the address of a situation, as Back and Forward do. Restarting the workbench for each one would
 * take a minute.
 */
async function navigate(page: Page, id: string, rest: string): Promise<void> {
  const query = `situation=${id}&${rest}`;
  await page.evaluate((search) => {
    history.pushState(null, '', search);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `?${query}`);
  await page.waitFor(
    (wanted) => {
      const { search = '' } = document.querySelector('iframe')?.contentWindow?.location ?? {};
      return new URLSearchParams(search).get('situation') === wanted;
    },
    { args: [id], what: `the frame of ${query}` },
  );
  await settled(page, query);
}

/** Checks everything that must hold for a situation in the frame. */
async function check(page: Page, { id, reaches, problem }: Situation): Promise<void> {
  const theme = id.length % 2 === 0 ? 'light' : 'dark';
  await navigate(page, id, `theme=${theme}&tab=events`);
  const shown = await page.evaluate(() => {
    const inside = document.querySelector('iframe')!.contentDocument!;
    const element = inside.querySelector<DepositSlip>(':is(deposit-slip, deposit-history)')!;
    const violations = [document, inside].map(({ documentElement }) => documentElement.dataset['violations']);
    const excess = [document, inside].map(({ documentElement: root }) => root.scrollWidth - root.clientWidth);
    return { status: element.status, problem: element.problem?.kind, violations, excess };
  });
  assert.deepEqual(shown.violations, ['0', '0'], id);
  assert.deepEqual(shown.excess, [0, 0], id);
  if (reaches) assert.equal(shown.status, reaches, id);
  if (problem) assert.equal(shown.problem, problem, id);
  assert.deepEqual(await axeIn(page, 'iframe', '.container'), [], id);
}

describe('every situation', () => {
  it('reaches its status in the workbench, and passes axe', () =>
    demo.inEachEngine(async (_, browser) => {
      const left = [...sampleOf(SITUATIONS, 15)];
      const work = async (): Promise<void> => {
        // Without motion, because the contrast of a color in transition is arbitrary.
        const page = await browser.newPage({ width: 1280, height: 900, reducedMotion: 'reduce' });
        await openSituation(page, demo.url, 'situation=pix');
        for (let next = left.shift(); next; next = left.shift()) await check(page, next);
        await page.close();
      };
      await Promise.all(Array.from({ length: PAGES }, work));
    }));

  const looks = [
    [1280, 'light'],
    [320, 'dark'],
    [900, 'dark'],
  ] as const;
  for (const [width, colorScheme] of isSoak ? looks : looks.slice(0, 2))
    it(`is listed in a workbench that passes axe and fits, at ${width} px, ${colorScheme}`, () =>
      demo.inEachEngine(async (_, browser) => {
        const page = await browser.newPage({ width, height: 800, colorScheme });
        for (const tab of ['code', 'events']) {
          await openSituation(page, demo.url, `situation=pix&tab=${tab}&width=640`);
          await page.evaluate(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
          );
          await expectSound(page);
        }
        await page.close();
      }));
});
