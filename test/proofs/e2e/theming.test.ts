/** Scans the codes and reads the values of slips from screenshots, under every theme in the test. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { DepositSlip } from 'deposit-slip/element';
import { METHODS } from 'deposit-slip/core';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';
import { builtScript, SCRIPT_TAG } from '../../../demo/scripts.js';
import { listen } from '../../../sandbox/serving.js';
import { TOKENS } from '../../../src/widget/shared/styles/tokens.js';
import { example } from '../../docs/examples.js';
import { sharedBrowser, type Page } from '../../e2e/driver/index.js';
import { extremesOf } from '../../fixtures/extremes.js';
import { ROOT } from '../../root.js';
import { contrast } from '../../themes/contrast.js';
import { sampleOf } from '../scale.js';

const decode = typeof jsqr === 'function' ? jsqr : (jsqr as { default: typeof jsqr }).default;
const SCHEMES = ['light', 'dark'] as const;
const WIDTHS = [280, 640] as const;
const LEAST_CONTRAST = 3;

/** A style of the page, and where it is seen. */
interface Case {
  readonly name: string;
  readonly css: string;
  readonly scheme: (typeof SCHEMES)[number];
  readonly width: number;
}

const PRESETS = readdirSync(`${ROOT}/themes`).map((name) => ({
  name,
  css: readFileSync(`${ROOT}/themes/${name}`, 'utf8'),
}));
const BRANDS = ['brand_pill', 'brand_dark'].map((name) => ({ name, css: example('docs/theming.md', name) }));

const inEveryScheme = <Item>(of: (scheme: Case['scheme']) => readonly Item[]) =>
  SCHEMES.flatMap((scheme) =>
    WIDTHS.flatMap((width) => of(scheme).map((item) => ({ ...item, scheme, width }))),
  );
const THEMES: readonly Case[] = inEveryScheme(() => [...PRESETS, ...BRANDS]);
const EXTREMES: readonly Case[] = inEveryScheme((scheme) =>
  TOKENS.flatMap(({ name }) =>
    extremesOf(name, scheme).map((value) => ({
      name: `--deposit-${name}: ${value}`,
      css: `deposit-slip { --deposit-${name}: ${value}; }`,
    })),
  ),
);

/** The part of the page that shows a case, in CSS pixels. */
interface Region {
  readonly name: string;
  readonly isCode: boolean;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

let server: Awaited<ReturnType<typeof listen>>;
let page: Page;

before(async () => {
  const script = readFileSync(await builtScript(ROOT, SCRIPT_TAG));
  const html = `<!doctype html><html lang="en"><title>Themes</title><body style="margin: 0; font: 16px system-ui">
    <script type="module" src="/deposit-slip.js"></script>
    ${[90, 85].map((id) => `<deposit-slip endpoint="/deposit" payment-id="${id}" amount="187.40" merchant-name="Loja Sol"></deposit-slip>`).join('')}`;
  server = await listen(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/deposit') return Response.json(sampleAnswer(Number(searchParams.get('paymentId'))));
    const [body, type] = pathname === '/' ? [html, 'text/html'] : [script, 'text/javascript'];
    return new Response(body, { headers: { 'content-type': `${type}; charset=utf-8` } });
  }, 0);
  // The greatest height that works: above it the browser would disable its touch screen again, and the code
  // would unfold.
  page = await (
    await sharedBrowser('chromium')
  ).newPage({ width: 640, height: 4000, reducedMotion: 'reduce' });
  await page.goto(server.url);
  await page.waitFor(unfolded, { what: 'both codes to be drawn' });
});
after(() => Promise.all([page.close(), server.close()]));

function sampleAnswer(id: number): object {
  const { fiat, sample: fieldList, hasTxId } = METHODS.find((method) => method.id === id)!;
  return { code: 200, msg: 'SUCCESS', data: { fiat, fieldList, ...(hasTxId && { txId: '100001' }) } };
}

/** Runs in the page: unfolds both codes. */
function unfolded(): boolean {
  return [...document.querySelectorAll('deposit-slip')].every(({ shadowRoot }) => {
    const [code, toggle] = ['qr', 'toggle'].map((name) => shadowRoot!.querySelector(`[part="${name}"]`));
    if (toggle?.getAttribute('aria-expanded') === 'false') toggle.querySelector('button')?.click();
    if (toggle instanceof HTMLElement && toggle.getAttribute('aria-expanded') === 'false') toggle.click();
    return code?.hasAttribute('data-drawn') === true;
  });
}

/** Runs in the page: applies a style, and lists what must be visible. */
async function styled({ css, scheme, width }: Case): Promise<Region[]> {
  document.querySelector('style')?.remove();
  document.head.append(Object.assign(document.createElement('style'), { textContent: css }));
  document.body.style.cssText = `width: ${width}px; margin: 0; background: ${scheme === 'dark' ? '#000' : '#fff'}`;
  const slips = [...document.querySelectorAll<DepositSlip>('deposit-slip')];
  for (const slip of slips) slip.theme = scheme;
  // The element notices a changed color in the next frame.
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  return slips.flatMap((slip) => {
    const shown = slip.shadowRoot!.querySelectorAll('.qr > svg, .value, .primary, .second, .notice, .total');
    return [...shown].flatMap((each) => {
      const { x, y, width, height } = each.getBoundingClientRect();
      const name = `${slip.paymentId}: ${each.classList.value || 'the code'} "${each.textContent.trim()}"`;
      if (each.getClientRects().length === 0) return [];
      return [{ name, isCode: each.localName === 'svg', x, y: y + scrollY, width, height }];
    });
  });
}

/** Everything that cannot be scanned or read. */
async function faultsOf(each: Case): Promise<string[]> {
  const regions = await page.evaluate(styled, each);
  const image = PNG.sync.read(await page.screenshot());
  const faults = regions.flatMap((region) => faultOf(cropped(image, region), region) ?? []);
  const codes = regions.filter(({ isCode }) => isCode).length;
  if (codes !== 2) faults.push(`${codes} codes are shown`);
  const { name, scheme, width } = each;
  if (regions.some((region) => region.x + region.width > width)) faults.push('something is too wide');
  return faults.map((fault) => `${name}, ${scheme}, ${width} px: ${fault}`);
}

function faultOf(image: PNG, { name, isCode }: Region): string | undefined {
  if (isCode) {
    const text = decode(new Uint8ClampedArray(image.data), image.width, image.height)?.data ?? '';
    return CODES.some((code) => text.includes(code)) ? undefined : `${name} is scanned as "${text}"`;
  }
  const ratio = spread(image);
  return ratio < LEAST_CONTRAST ? `${name} is painted with a contrast of ${ratio.toFixed(2)}` : undefined;
}

/** The contents of the two codes: the whole Pix code, and the account in the SEPA code. */
const CODES = [
  METHODS.find(({ id }) => id === 90)!.sample['Pix copia e cola']!,
  METHODS.find(({ id }) => id === 85)!.sample['IBAN']!,
];

function cropped(image: PNG, { x, y, width, height }: Region): PNG {
  const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
  const size = {
    width: Math.min(Math.ceil(width), image.width - left),
    height: Math.min(Math.ceil(height), image.height - top),
  };
  const part = new PNG(size);
  PNG.bitblt(image, part, left, top, size.width, size.height, 0, 0);
  return part;
}

/** The contrast between the most frequent color and the pixel that differs most from it. */
function spread({ data, width, height }: PNG): number {
  const counts = new Map<string, number>();
  for (let at = 0; at < 4 * width * height; at += 4) {
    const hex = `#${data.toString('hex', at, at + 3)}`;
    counts.set(hex, (counts.get(hex) ?? 0) + 1);
  }
  const [[ground] = ['#ffffff']] = [...counts].toSorted(([, one], [, other]) => other - one);
  return Math.max(...[...counts.keys()].map((color) => contrast(color, ground)));
}

describe('a slip in a screenshot', () => {
  it('can be scanned and read in every preset and in both brands of the guide', async () => {
    const faults: string[] = [];
    for (const each of sampleOf(THEMES, THEMES.length / 2)) faults.push(...(await faultsOf(each)));
    assert.deepEqual(faults, []);
  });

  it('can be scanned and read with every extreme of every custom property', async (test) => {
    const cases = sampleOf(EXTREMES, 20);
    const faults: string[] = [];
    for (const each of cases) faults.push(...(await faultsOf(each)));
    assert.deepEqual(faults, []);
    test.diagnostic(`${cases.length} of ${EXTREMES.length} themes, two codes in each`);
  });
});
