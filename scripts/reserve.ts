import { readFileSync } from 'node:fs';
import { METHODS, type Method } from 'deposit-slip/core';
import { builtScript, SCRIPT_TAG } from '../demo/scripts.js';
import { listen } from '../sandbox/serving.js';
import { LOCALES } from '../src/widget/all-locales.js';
import type { Status } from '../src/widget/deposit-slip/state.js';
import type { Browser, Page } from '../test/e2e/driver/index.js';
import { ROOT } from '../test/root.js';
import { formatted } from './format.js';

/** The classes of boxes, by their minimum width in px. The element changes its layout at most of them. */
const CLASSES = [280, 320, 340, 360, 380, 400, 440, 480, 560] as const;
const WIDEST = 760;
const STEP = 5;
/**
 * Letters of the measuring machine, and narrower ones, like those of most phones: the width of letters
 * decides where a text wraps.
 */
const LETTERS = ['100%', '88%'] as const;
/** A class of boxes has a rule of its own if its height differs by more than this, in px. */
const TOLERANCE = 8;
/** Heights are rounded to multiples of this, in px, so that methods share rules. */
const GRID = 4;
const AMOUNT = '187.40';
/** The languages that the element speaks besides English, whose texts are longer or shorter. */
const LANGUAGES = [...new Set(Object.keys(LOCALES).map((tag) => tag.split('-')[0]!))].filter(
  (tag) => tag !== 'en',
);

type Attributes = Readonly<Record<string, string>>;
/** A height for each of `CLASSES`, in px. */
type Heights = readonly number[];

/**
 * The height of a slip before its response, in English and without an amount, and the heights added to it.
 */
interface Measured {
  /** By payment id. */
  readonly methods: ReadonlyMap<number, Heights>;
  /** A slip without a method. */
  readonly choice: Heights;
  /** The field of a required amount. */
  readonly entry: Heights;
  readonly amount: Heights;
  /** A fixed amount, which replaces the field of an optional one. */
  readonly optional: Heights;
  /** The status line, if the element watches. */
  readonly watch: Heights;
  /** Another language, by its code. */
  readonly languages: ReadonlyMap<string, Heights>;
}

/**
 * The style sheet that reserves the height of a slip until its script has rendered it, as measured from
 * skeletons in a browser.
 */
export async function reserveSheet(browser: Browser): Promise<string> {
  const script = readFileSync(await builtScript(ROOT, SCRIPT_TAG));
  const server = await listen((request) => respond(request, script), 0);
  const mouse = await measured(browser, server.url, false);
  const touch = await measured(browser, server.url, true);
  await server.close();
  return formatted('reserve.css', sheetOf(mouse, touch));
}

function respond({ url }: Request, script: Buffer): Response | Promise<Response> {
  const { pathname } = new URL(url);
  if (pathname === '/deposit') return new Promise<never>(() => undefined);
  if (pathname === '/deposit-slip.js')
    return new Response(new Uint8Array(script), { headers: { 'content-type': 'text/javascript' } });
  const faces = LETTERS.map(
    (size) => `@font-face { font-family: '${size}'; src: local('DejaVu Sans'); size-adjust: ${size}; }`,
  );
  return new Response(
    `<!doctype html><html lang="en"><style>${faces.join('')}</style>
    <script type="module" src="/deposit-slip.js"></script><body></body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );
}

async function measured(browser: Browser, url: string, touch: boolean): Promise<Measured> {
  const page = await browser.newPage({ width: 1000, height: 900, touch });
  await page.goto(url);
  const methods = new Map<number, Heights>();
  const plain = { 'payment-id': idThatTakes('none') };
  const amount = await added(page, plain, { amount: AMOUNT });
  const languages = new Map<string, Heights[]>(LANGUAGES.map((language) => [language, []]));
  for (const { id, amount: needs } of METHODS) {
    const attributes = { 'payment-id': String(id), ...(needs === 'required' && { amount: AMOUNT }) };
    const heights = await heightsOf(page, attributes);
    methods.set(id, needs === 'required' ? heights.map((height, at) => height - amount[at]!) : heights);
    for (const [lang, all] of languages) all.push(await added(page, attributes, { lang }));
  }
  const measures = {
    ...{ methods, amount },
    languages: new Map([...languages].map(([lang, all]) => [lang, meanOf(all)])),
    choice: await heightsOf(page, {}),
    entry: await heightsOf(page, { 'payment-id': idThatTakes('required') }),
    optional: await added(page, { 'payment-id': idThatTakes('optional') }, { amount: AMOUNT }),
    watch: await added(page, plain, { watch: '' }),
  };
  await page.close();
  return measures;
}

/** The first method that takes an amount, may take one, or takes none. */
function idThatTakes(needs: Method['amount']): string {
  return String(METHODS.find(({ amount }) => amount === needs)!.id);
}

/** The midpoint between the smallest and the largest height of each class. */
async function heightsOf(page: Page, attributes: Attributes): Promise<Heights> {
  const measures = [
    ...(await measure(page, attributes, LETTERS[0])),
    ...(await measure(page, attributes, LETTERS[1])),
  ];
  return CLASSES.map((from, at) => {
    const to = CLASSES[at + 1] ?? Infinity;
    const heights = measures.flatMap(([width, height]) => (width >= from && width < to ? [height] : []));
    return (Math.min(...heights) + Math.max(...heights)) / 2;
  });
}

/** The height that attributes add to a slip. */
async function added(page: Page, attributes: Attributes, more: Attributes): Promise<Heights> {
  const before = await heightsOf(page, attributes);
  const after = await heightsOf(page, { ...attributes, ...more });
  return after.map((height, at) => height - before[at]!);
}

function meanOf(all: readonly Heights[]): Heights {
  return CLASSES.map((_, at) => all.reduce((sum, heights) => sum + heights[at]!, 0) / all.length);
}

/** The heights of an element in boxes of all widths. */
function measure(
  page: Page,
  attributes: Attributes,
  letters: string,
): Promise<[width: number, height: number][]> {
  return page.evaluate(
    async (attributes: Attributes, letters: string, from: number, to: number, step: number) => {
      const box = document.createElement('div');
      const slip = document.createElement('deposit-slip');
      for (const [name, value] of Object.entries({ lang: 'en', endpoint: '/deposit', ...attributes }))
        slip.setAttribute(name, value);
      slip.style.setProperty('--deposit-font-family', `"${letters}"`);
      box.append(slip);
      document.body.append(box);
      while (!slip.shadowRoot?.querySelector('.card > .body')) await new Promise(requestAnimationFrame);
      const heights: [number, number][] = [];
      for (let width = from; width <= to; width += step) {
        box.style.width = `${width}px`;
        heights.push([width, slip.offsetHeight]);
      }
      box.remove();
      return heights;
    },
    attributes,
    letters,
    CLASSES[0],
    WIDEST,
    STEP,
  );
}

/** The states of a rendered element. Before the first one, the element is defined but empty. */
const RENDERED = {
  ...{ idle: true, choosing: true, asking: true, loading: true, ready: true, problem: true, arrived: true },
} satisfies Record<Status, true>;

function sheetOf(mouse: Measured, touch: Measured): string {
  const rendered = Object.keys(RENDERED)
    .map((state) => `:state(${state})`)
    .join(', ');
  const pending = `deposit-slip:is(:not(:defined), :not(${rendered})):not([hidden])`;
  const idsThatTake = (needs: string) =>
    METHODS.filter(({ amount }) => amount === needs).map(({ id }) => selectorOf(id));
  return `/*
 * Reserves the height of a slip until its script has rendered it, so that the page below does not move.
 * Generated by npm run docs from the heights of the skeletons. The rules style a pseudo-element, because an
 * element cannot query its own width.
 */
${pending} { display: block; container-type: inline-size; }
${pending}::after {
  content: ''; display: block;
  block-size: calc(var(--_height) + var(--_amount, 0px) + var(--_watch, 0px) + var(--_language, 0px));
}
${rulesOf('--_height', [['', mouse.choice], ...byMethod(mouse)])}
@media (pointer: coarse) { ${rulesOf('--_height', byMethod(touch, mouse))} }
${rulesOf('--_amount', [
  ['[amount]', mouse.amount],
  [`:is(${idsThatTake('optional').join(', ')})[amount]`, mouse.optional],
])}
${rulesOf('--_watch', [['[watch]', mouse.watch]])}
${rulesOf(
  '--_language',
  [...mouse.languages].map(([language, heights]) => [`:lang(${language})`, heights]),
)}
deposit-slip:is(${idsThatTake('required').join(', ')}):not([amount])::after { --_height: ${Math.round(mouse.entry[0]!)}px; --_watch: 0px; --_language: 0px; }
@media (scripting: none) { deposit-slip::after { display: none !important; } }
`;
}

type Selected = readonly [selector: string, heights: Heights];

/** The methods, except those whose heights are the same with another kind of pointer. */
function byMethod({ methods }: Measured, other?: Measured): Selected[] {
  return [...methods]
    .filter(([id, heights]) => String(heights) !== String(other?.methods.get(id)))
    .map(([id, heights]) => [selectorOf(id), heights]);
}

/** Rules that set a custom property. Rules for wider boxes are left out where little changes. */
function rulesOf(property: string, selected: readonly Selected[]): string {
  const all = selected.map(([selector, heights]) => [selector, stepsOf(heights)] as const);
  return CLASSES.map((from, at) => {
    const changed = all.flatMap(([selector, { [at]: height }]) =>
      height === undefined ? [] : [{ selector, height }],
    );
    const heights = [...new Set(changed.map(({ height }) => height))];
    const rules = heights.map((height) => {
      const same = changed.filter((each) => each.height === height).map(({ selector }) => selector);
      const which = same.length === 1 ? same[0]! : `:is(${same.join(', ')})`;
      return `deposit-slip${which}::after { ${property}: ${height}px; }`;
    });
    if (at === 0 || rules.length === 0) return rules.join('');
    return `@container (min-width: ${from}px) { ${rules.join('')} }`;
  }).join('\n');
}

/** The heights that differ from the previous one. */
function stepsOf(heights: Heights): (number | undefined)[] {
  let last = NaN;
  return heights.map((height) => {
    if (Math.abs(height - last) <= TOLERANCE) return undefined;
    last = Math.round(height / GRID) * GRID;
    return last;
  });
}

const selectorOf = (id: number): string => `[payment-id='${id}']`;
