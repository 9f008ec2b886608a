import { expect } from '@open-wc/testing/pure';
import fc from 'fast-check';
import { COLORS, TOKENS } from '../../src/widget/shared/styles/tokens.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import {
  engine,
  isJudge,
  press,
  realClick,
  screenshot,
  setViewport,
  typeText,
} from '../browsers/commands.js';
import { extremesOf } from '../fixtures/extremes.js';
import { deposit, historyOf, lineOf } from './helpers/history.js';
import { mount, mountSample, nextFrame, until, untilStatus } from './helpers/mount.js';
import { part, unfold } from './helpers/queries.js';
import { colorFaults, heightsOf, layoutFaults, type Heights } from './helpers/readable.js';
import { endpoint } from './helpers/servers.js';

const OTHERS = TOKENS.map(({ name }) => name).filter((name) => !COLORS.includes(name));
/** Time for several hundred renderings on a machine that may be busy. */
const TIMEOUT = 60_000;
const SCHEMES = ['light', 'dark'] as const;
type Scheme = (typeof SCHEMES)[number];

/** The content of a page: every panel, every kind of button, and the views. */
const VIEWS: Readonly<Record<string, (look: Look) => Promise<HTMLElement>>> = {
  'a slip with a code': async (look) => {
    const slip = await mountSample(90, { ...look, watch: true, merchantName: 'Loja Sol', amount: '187.40' });
    await drawn(slip);
    return slip;
  },
  'a slip with an account': (look) => mountSample(105, { ...look, merchantName: 'Mercado Luna' }),
  'a slip with a reference and a folded code': async (look) => {
    const slip = await mountSample(85, { ...look, amount: '1500.50' });
    await drawn(slip);
    return slip;
  },
  'a slip with a needed reference': (look) => mountSample(81, look),
  'a slip with a copied reference': async (look) => {
    const slip = await mountSample(81, look);
    const copy = slip.shadowRoot!.querySelector<HTMLElement>('.reference [part="copy"]')!;
    await realClick(copy);
    await until(() => copy.dataset['outcome'] === 'copied');
    return slip;
  },
  'a slip that failed a check': (look) =>
    mount({ ...look, paymentId: '105', contact: 'https://shop.example/help', answer: FAILED }),
  'an amount entry': (look) => mount({ ...look, paymentId: '58', endpoint: endpoint({ body: {} }) }),
  'a picker': async (look) =>
    untilStatus(
      await mount({ ...look, paymentId: '90 105 58', endpoint: endpoint({ body: {} }) }),
      'choosing',
    ),
  'a problem': (look) =>
    mount({
      ...look,
      paymentId: '58',
      contact: 'https://shop.example/help',
      answer: { code: 500, msg: '', data: null },
    }),
  'a history': (look) => historyOf([deposit(), deposit({ status: 'arrived' })], look),
  'an unfolded history': async (look) => {
    const only = deposit();
    const history = await historyOf([only], look);
    lineOf(history, only).click();
    await history.updateComplete;
    return history;
  },
};
/** A CLABE with a wrong last digit. */
const FAILED = {
  code: 200,
  msg: 'SUCCESS',
  data: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999180000000000016' } },
};

interface Look {
  readonly theme: Scheme;
  readonly width: number;
}

/** Waits for the code of a slip, and opens it if it is collapsed. */
async function drawn(slip: DepositSlip): Promise<void> {
  const root = slip.shadowRoot!;
  const code = root.querySelector('.qr')!;
  if (code.getClientRects().length === 0) root.querySelector<HTMLElement>('[part="toggle"]')!.click();
  await until(() => code.hasAttribute('data-drawn'));
}

interface View {
  readonly name: string;
  readonly element: HTMLElement;
  readonly heights: Heights;
}

async function viewsOf(look: Look): Promise<View[]> {
  const views: View[] = [];
  for (const [name, open] of Object.entries(VIEWS)) {
    const element = await open(look);
    unfold(element);
    views.push({ name: `${name}, ${look.theme}, ${look.width} px`, element, heights: heightsOf(element) });
  }
  return views;
}

/** Values of properties, by name. */
type Values = Readonly<Record<string, string>>;

/** Values of some colors. The text on the surface stays readable; otherwise no color of the page is used. */
const someColors: fc.Arbitrary<Values> = fc.dictionary(
  fc.constantFrom(...COLORS.filter((name) => name !== 'surface' && name !== 'text')),
  fc.constantFrom('#000', '#fff', '#777', '#2e9e6b', '#2e9e6b80', '#0008', '#fff8', 'transparent'),
  { minKeys: 2 },
);

/**
 * Gives properties values in every view, and lists the resulting faults once the elements have noticed the
 * change of color.
 */
async function faultsWith(
  views: readonly View[],
  values: Values,
  faultsIn: typeof layoutFaults,
): Promise<string[]> {
  const properties = Object.entries(values).map(([name, value]) => [`--deposit-${name}`, value] as const);
  for (const { element } of views)
    for (const [property, value] of properties) element.style.setProperty(property, value);
  if (Object.keys(values).some((name) => COLORS.includes(name))) await settled(views);
  const set = properties.map((property) => property.join(': ')).join('; ');
  const faults = views.flatMap(({ name, element, heights }) =>
    faultsIn(element, heights).map((fault) => `${set}: ${name}: ${fault}`),
  );
  for (const { element } of views)
    for (const [property] of properties) element.style.removeProperty(property);
  return faults;
}

/**
 * Ends every transition, one of which tells an element that a color has changed, and waits for the effects.
 */
async function settled(views: readonly Pick<View, 'element'>[]): Promise<void> {
  const finish = () => {
    for (const { element } of views)
      for (const animation of element.shadowRoot!.getAnimations()) animation.finish();
  };
  finish();
  await nextFrame();
  await nextFrame();
  finish();
}

async function expectReadable(
  names: readonly string[],
  look: Look,
  faultsIn: typeof layoutFaults,
): Promise<void> {
  await setViewport({ width: 800, height: 700 });
  const views = await viewsOf(look);
  const faults = views.flatMap(({ name, element, heights }) =>
    faultsIn(element, heights).map((fault) => `by default: ${name}: ${fault}`),
  );
  for (const name of names)
    for (const value of extremesOf(name, look.theme))
      faults.push(...(await faultsWith(views, { [name]: value }, faultsIn)));
  expect(faults).to.deep.equal([]);
}

describe(`theming in ${engine}`, () => {
  it('knows the extremes of every custom property', () => {
    const forgotten = TOKENS.filter(({ name }) => extremesOf(name, 'light').length < 2);
    expect(forgotten.map(({ name }) => name)).to.deep.equal([]);
  });

  for (const width of isJudge ? [280, 700] : [280])
    it(`keeps every view readable at every size and with every font, at a width of ${width} px`, () =>
      expectReadable(OTHERS, { theme: 'light', width }, layoutFaults)).timeout(TIMEOUT);

  for (const theme of isJudge ? SCHEMES : [])
    it(`keeps every view readable with every color, ${theme}`, () =>
      expectReadable(COLORS, { theme, width: 360 }, colorFaults)).timeout(TIMEOUT);

  for (const theme of isJudge ? SCHEMES : [])
    it(`keeps every view readable with many colors at once, ${theme}`, async () => {
      const views = await viewsOf({ theme, width: 360 });
      const faults: string[] = [];
      for (const colors of fc.sample(someColors, { numRuns: 60, seed: 20_261_120 }))
        faults.push(...(await faultsWith(views, colors, colorFaults)));
      expect(faults).to.deep.equal([]);
    }).timeout(TIMEOUT);

  it('uses every readable color of a theme, and an unreadable one as soon as it is readable', async () => {
    const slip = await mountSample(105, { theme: 'light' });
    const card = part(slip, 'card');
    const label = slip.shadowRoot!.querySelector('dt')!;
    const shown = async () => {
      await settled([{ element: slip }]);
      return [card, label].map((each) => getComputedStyle(each).color);
    };
    slip.style.cssText = '--deposit-text: rgb(60, 0, 90); --deposit-muted: rgb(90, 90, 90)';
    expect(await shown()).to.deep.equal(['rgb(60, 0, 90)', 'rgb(90, 90, 90)']);
    slip.style.setProperty('--deposit-muted', '#fff');
    expect(await shown()).to.deep.equal(['rgb(60, 0, 90)', 'rgb(60, 0, 90)']);
    slip.style.setProperty('--deposit-text', 'lch(100% 0 0)');
    expect(await shown()).to.deep.equal(['rgb(15, 23, 42)', 'rgb(85, 96, 112)']);
    slip.style.setProperty('--deposit-text', 'rgb(60, 0, 90)');
    slip.style.setProperty('--deposit-muted', 'rgb(90, 90, 90)');
    expect(await shown()).to.deep.equal(['rgb(60, 0, 90)', 'rgb(90, 90, 90)']);
  });

  it('leaves the colors to the page if the page shows through the surface', async () => {
    const slip = await mountSample(105);
    slip.style.cssText = '--deposit-surface: transparent; --deposit-text: #fff; --deposit-sunken: #fff2';
    await settled([{ element: slip }]);
    expect(getComputedStyle(part(slip, 'card')).color).to.equal('rgb(255, 255, 255)');
  });

  it('replaces what can be read on the surface but not on a panel', async () => {
    const slip = await mountSample(105, { theme: 'light' });
    slip.style.cssText =
      '--deposit-text: #000; --deposit-muted: #000; --deposit-link: #000; --deposit-sunken: #2e9e6b;' +
      '--deposit-focus: #1f8a57; --deposit-ok: #1f8a57; --deposit-ok-background: transparent';
    const copy = part(slip, 'copy');
    await realClick(copy);
    await until(() => copy.dataset['outcome'] === 'copied');
    await settled([{ element: slip }]);
    expect(colorFaults(slip)).to.deep.equal([]);
    expect(getComputedStyle(copy).getPropertyValue('--_focus')).to.equal('#000');
  });

  it('depends on its own width, and not on that of the page, where the page asks for a narrow one', async () => {
    await setViewport({ width: 800, height: 700 });
    const slip = await mountSample(90, { width: 700 });
    slip.style.setProperty('--deposit-max-width', '0px');
    expect(part(slip, 'card').getBoundingClientRect().width).to.equal(280);
  });

  it('draws one ring around the field of an amount, even around a refused one', async () => {
    await setViewport({ width: 800, height: 700 });
    const slip = await mount({ paymentId: '95', endpoint: '/none', theme: 'light', width: 400 });
    await realClick(part(slip, 'amount'));
    expect(await ringsAround(slip), 'of the focus').to.deep.equal([1, 1]);
    await typeText('x');
    await press('Enter');
    await until(() => part(slip, 'field').classList.contains('invalid'));
    expect(await ringsAround(slip), 'of the refused amount').to.deep.equal([1, 1]);
  });
});

/** The number of lines painted at the start of the field, and below it. */
async function ringsAround(slip: DepositSlip): Promise<[number, number]> {
  const png = `data:image/png;base64,${await screenshot(slip)}`;
  const image = await createImageBitmap(await (await fetch(png)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  const outer = slip.getBoundingClientRect();
  const { left, top, bottom, width, height } = part(slip, 'field').getBoundingClientRect();
  const [x, y] = [left - outer.left, top - outer.top];
  const lines = (...box: [number, number, number, number]): number => {
    const pixels = context.getImageData(...(box.map(Math.round) as typeof box)).data;
    const isPainted = Array.from({ length: pixels.length / 4 }, (_, at) => pixels[4 * at]! < 200);
    return isPainted.filter((painted, at) => painted && !isPainted[at - 1]).length;
  };
  return [lines(x - 10, y + height / 2, 24, 1), lines(x + width / 2, bottom - outer.top - 8, 1, 14)];
}
