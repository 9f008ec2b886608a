/**
 * Renders every method, and every state that has a response, in every language and both color schemes on a
 * server. The page shows the slip without a script, and then the script takes it over. Nothing moves, all
 * elements stay, and they equal those that the element renders by itself.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { LOCALES } from '../../../src/widget/all-locales.js';
import { sharedBrowsers, type Page } from '../../e2e/driver/index.js';
import { CASES, RenderedPages, type Look } from '../../e2e/rendered-pages.js';
import { isSoak } from '../scale.js';

/** Recorded before any script of the page has run. */
const RECORD = `<script>
  window.warnings = [];
  const { warn } = console;
  console.warn = (...words) => (warnings.push(words.map(String).join(' ')), warn(...words));
  const places = (nodes) => nodes.map((node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    return width + height === 0 ? '' : [x, y + scrollY, width, height].map((length) => Math.round(length * 64) / 64).join(' ');
  });
  // The place of a picture is taken by the picture; the note for browsers without scripts goes.
  const inside = (element) => [...element.shadowRoot.querySelectorAll('.frame:not(.without-script), .frame:not(.without-script) :not(canvas)')];
  window.elements = [...document.querySelectorAll('deposit-slip, deposit-history')];
  window.before = elements.map((element) => {
    const nodes = element.shadowRoot ? inside(element) : [];
    return { nodes, places: places(nodes), top: element.getBoundingClientRect().top + scrollY };
  });
  window.shift = 0;
  if (PerformanceObserver.supportedEntryTypes.includes('layout-shift'))
    new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value))).observe({ type: 'layout-shift', buffered: true });
</script>`;

/** The state of each element, to compare with an element that the page renders by itself. */
const COMPARE = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  /** The tree without comments and the time of printing, and with attributes in the order of their names. */
  const outline = (node) => node.nodeType === Node.TEXT_NODE ? node.data
    : /^muted printed/.test(node.className) ? ''
    : node.nodeType !== Node.ELEMENT_NODE ? ''
    : '<' + [node.localName, ...[...node.attributes].map(({ name, value }) => name + '=' + value).sort()].join(' ') + '>'
      + [...node.childNodes].map(outline).join('') + '</>';
  const difference = (own, taken) => {
    const at = [...own].findIndex((character, n) => character !== taken[n]);
    return [own, taken].map((text) => text.slice(Math.max(0, at - 100), at + 200)).join(' <-> ');
  };
  const results = [];
  for (const [at, element] of elements.entries()) {
    await element.updateComplete;
    const { nodes, places: former, top } = before[at];
    const now = inside(element);
    const twin = document.createElement(element.localName);
    for (const { name, value } of element.attributes) twin.setAttribute(name, value);
    twin.append(...[...element.children].map((child) => child.cloneNode(true)));
    const box = document.createElement('div');
    box.style.cssText = 'position: absolute; visibility: hidden; width: 100%';
    box.append(twin);
    document.body.append(box);
    await frame(); await frame(); await twin.updateComplete;
    const drawn = ({ shadowRoot }) => shadowRoot.querySelectorAll('[data-drawn]').length;
    for (let n = 0; n < 300 && drawn(twin) !== drawn(element); n += 1) await frame();
    const own = [...twin.shadowRoot.children].map(outline).join('');
    const taken = [...element.shadowRoot.children].map(outline).join('');
    box.remove();
    const moved = places(nodes).findIndex((place, n) => place !== former[n]);
    results.push({
      kept: nodes.length > 0 && nodes.every((node) => now.includes(node)),
      moved: moved < 0 ? '' : nodes[moved].outerHTML.slice(0, 120) + ' from ' + former[moved] + ' to ' + places(nodes)[moved],
      top: element.getBoundingClientRect().top + scrollY - top,
      same: own === taken ? '' : difference(own, taken),
    });
  }
  return { results, warnings, shift };
})()`;

interface Outcome {
  readonly results: readonly {
    readonly kept: boolean;
    readonly moved: string;
    readonly top: number;
    readonly same: string;
  }[];
  readonly warnings: readonly string[];
  readonly shift: number;
}

const pages = new RenderedPages();
const LOOKS = Object.keys(LOCALES).flatMap((lang): Look[] => [
  { lang, theme: 'light' },
  { lang, theme: 'dark' },
]);
const WIDTHS = [360, 900];

function depositsOf(answer: unknown): readonly { readonly createTime: number }[] {
  return (answer as { readonly data: { readonly deposits: readonly { readonly createTime: number }[] } }).data
    .deposits;
}

/**
 * The zone of the server. Its name is as long as those of the payers' zones, in every language: a longer one
 * could need another line of a receipt (docs/server-rendering.md).
 */
process.env['TZ'] = 'Asia/Dubai';

/**
 * A time zone for the payer in which every deposit of the history falls on the same day as on the server; a
 * deposit of another day is rendered again (docs/server-rendering.md). The suitable time zones depend on the
 * hour of the test.
 */
function timeZoneElsewhere(): string {
  const times = CASES.filter(({ isHistory }) => isHistory).flatMap(({ properties }) =>
    depositsOf(properties.answer).map(({ createTime }) => createTime),
  );
  assert.ok(times.length > 0, 'no deposits in the history');
  const dayIn = (timeZone: string | undefined, time: number): string =>
    new Date(time).toLocaleDateString('en', timeZone ? { timeZone } : {});
  const zones = ['Europe/Madrid', 'Africa/Lagos', 'Asia/Tashkent', 'America/Sao_Paulo'];
  const zone = zones.find((zone) =>
    [...times, Date.now()].every((time) => dayIn(zone, time) === dayIn(undefined, time)),
  );
  return zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
}

describe('an element in the HTML of a page', () => {
  let pagesOf: readonly Page[] = [];
  before(async () => {
    pagesOf = await Promise.all(
      (await sharedBrowsers()).map((browser) =>
        browser.newPage({
          ...{ width: 360, height: 800 },
          // Only Chromium can emulate the payer's time zone.
          ...(browser.engine === 'chromium' && { timeZone: timeZoneElsewhere() }),
        }),
      ),
    );
  });
  after(() => Promise.all(pagesOf.map((page) => page.close())));

  async function prove(page: Page, look: Look): Promise<void> {
    const rendered = await Promise.all(CASES.map((each) => pages.render(each, look)));
    const scripts = ['slip', 'history'].map(
      (name) => `<script type="module" src="/deposit-${name}.js"></script>`,
    );
    const body = `${rendered.map((html) => `<section>${html}</section><p>Below</p>`).join('')}${RECORD}${scripts.join('')}`;
    await page.goto(pages.serve(`${page.engine}-${look.lang}-${look.theme}`, body, look.lang));
    await page.waitFor(
      `elements.every((element) => element.status !== undefined && element.status !== 'idle')`,
      { what: 'every element to be taken over', timeout: 30_000 },
    );
    const { results, warnings, shift } = await page.evaluate<Outcome, []>(COMPARE);
    const place = `${page.engine} ${look.lang} ${look.theme}`;
    results.forEach(({ kept, moved, top, same }, at) => {
      const { name } = CASES[at]!;
      assert.equal(same, '', `${place}, ${name}: the element renders something else by itself`);
      assert.ok(kept, `${place}, ${name}: elements were replaced`);
      assert.equal(moved, '', `${place}, ${name}: something moved`);
      assert.equal(top, 0, `${place}, ${name}: the element moved`);
    });
    assert.deepEqual(
      warnings.filter((warning) => warning.includes('renders it again')),
      [],
    );
    assert.equal(shift, 0, place);
  }

  for (const [at, width] of WIDTHS.entries())
    it(`does not change when its script takes over, ${width} px wide`, async () => {
      await Promise.all(
        pagesOf.map(async (page, turn) => {
          await page.setViewport({ width, height: 800 });
          const looks = isSoak ? LOOKS : [LOOKS[(turn * WIDTHS.length + at) % LOOKS.length]!];
          for (const look of looks) await prove(page, look);
        }),
      );
    });
});
