import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from './driver/index.js';

const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
/** More than the number of focusable elements on any page. */
const MAX_TABS = 80;

/**
 * Expects that axe finds nothing in a page, except by rules that the page cannot follow, and that the page is
 * not wider than its window.
 */
export async function expectSound(page: Page, ...without: string[]): Promise<void> {
  const place = await page.evaluate<string, []>('location.href + ", " + innerWidth + " px"');
  await untilStill(page);
  // The driver evaluates the source, so that the page's policy stays in force.
  await page.evaluate(`${AXE}; undefined`);
  const rules = JSON.stringify(Object.fromEntries(without.map((rule) => [rule, { enabled: false }])));
  const found = await page.evaluate<string[], []>(
    `axe.run({ rules: ${rules} }).then(({ violations }) =>
      violations.map(({ id, nodes }) => id + " " + nodes.map(({ html }) => html)))`,
  );
  assert.deepEqual(found, [], place);
  await expectFitting(page);
}

/** Expects a page that is not wider than its window. */
export async function expectFitting(page: Page): Promise<void> {
  const place = await page.evaluate<string, []>('location.href + ", " + innerWidth + " px"');
  const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  assert.equal(await page.evaluate(excess), 0, place);
}

/**
 * Waits until nothing on the page fades in or moves, because the contrast of a color in transition is
 * arbitrary. An endless shimmer may continue.
 */
function untilStill(page: Page): Promise<boolean> {
  return page.waitFor(
    () => {
      const roots: (Document | ShadowRoot)[] = [document];
      for (const root of roots)
        for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) roots.push(shadowRoot);
      return roots
        .flatMap((root) => root.getAnimations())
        .every(
          ({ playState, effect }) =>
            playState !== 'running' || effect?.getComputedTiming().iterations === Infinity,
        );
    },
    { what: 'every animation to end' },
  );
}

/** Loads axe into a frame of the same origin, and returns what it finds in a part of that frame. */
export async function axeIn(page: Page, frame: string, part: string): Promise<string[]> {
  const inside = `document.querySelector(${JSON.stringify(frame)}).contentWindow`;
  // Evaluated instead of loaded, so that the frame's policy stays in force. Its globals are those of the
  // frame.
  await page.evaluate(
    `(function (window, document, self) { ${AXE} }).call(${inside}, ${inside}, ${inside}.document, ${inside}); undefined`,
  );
  return page.evaluate<string[], []>(
    `${inside}.axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + " " + nodes.map(({ html }) => html)))`,
  );
}

/** Moves the focus with the Tab key until it is on the expected element. */
export async function tabUntil(page: Page, isThere: () => Promise<boolean>, what: string): Promise<void> {
  for (let n = 0; n < MAX_TABS; n++) {
    if (await isThere()) return;
    await page.press('Tab');
  }
  assert.fail(`The Tab key does not reach ${what}.`);
}
