import { expect } from '@open-wc/testing/pure';
import { engine, setViewport } from '../browsers/commands.js';
import { endpoint } from './helpers/servers.js';
import { mount, mountSample, type Attributes } from './helpers/mount.js';
import { part } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const LONG_NAME = 'Comercializadora Iberoamericana';

const VIEWS: Record<string, Attributes> = {
  sepa: { paymentId: '85', answer: sampleAnswer(85), amount: '1234567.89' },
  pix: { paymentId: '90', answer: sampleAnswer(90) },
  link: { paymentId: '95', answer: sampleAnswer(95), amount: '20.00' },
  blocked: { paymentId: '105', answer: { fiat: 'MXN', fieldList: { CLABE: '999180000000000018' } } },
  picker: { paymentId: '81 85 63', endpoint: '/none' },
  amount: { paymentId: '95', endpoint: '/none', minAmount: '10.00', maxAmount: '5000.00' },
  problem: { paymentId: '105', answer: { code: 500 } },
  skeleton: { paymentId: '85', endpoint: endpoint({ isHeld: true }) },
};

/** Layouts that a page may give the element, as the styles of the element and of its parent. */
const BOXES: Record<string, readonly [own: string, parent: string]> = {
  'a block': ['', ''],
  'an inline-block': ['display: inline-block', ''],
  'a float': ['float: left', ''],
  'a table cell': ['', 'display: table-cell'],
  'a fit-content box': ['inline-size: fit-content', ''],
  'a flex item': ['', 'display: flex'],
  'a growing flex item': ['flex: 1', 'display: flex'],
  'a grid item': ['', 'display: grid'],
  'a centered grid item': ['', 'display: grid; justify-items: center'],
};

async function mountIn(
  [own, around]: readonly [string, string],
  attributes: Attributes,
): Promise<DepositSlip> {
  const slip = await mount({ ...attributes, width: 280, merchantName: LONG_NAME, watch: true });
  const box = document.createElement('div');
  box.style.cssText = around;
  slip.parentElement!.append(box);
  box.append(slip);
  slip.style.cssText = own;
  await slip.updateComplete;
  return slip;
}

/** Every element of the shadow root that shows text of its own. */
function texts(slip: DepositSlip): HTMLElement[] {
  return [...slip.shadowRoot!.querySelectorAll<HTMLElement>('.frame *')].filter((each) =>
    [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== ''),
  );
}

describe(`in a page of 280 px in ${engine}`, () => {
  for (const [name, box] of Object.entries(BOXES))
    it(`never overflows as ${name}`, async () => {
      await setViewport({ width: 800, height: 600 });
      for (const [view, attributes] of Object.entries(VIEWS)) {
        const slip = await mountIn(box, attributes);
        const { width, left } = slip.getBoundingClientRect();
        expect(width, view).to.be.within(240, 280.5);
        const card = part(slip, 'card');
        expect(card.scrollWidth, view).to.be.at.most(card.clientWidth);
        // The card clips its overflow, so every text is measured too.
        for (const text of texts(slip))
          if (!text.classList.contains('sr') && !text.closest('.line'))
            expect(text.getBoundingClientRect().right, `${view}: ${text.textContent}`).to.be.at.most(
              left + width + 0.5,
            );
        slip.remove();
      }
    });

  it('is at most 1,000 px high for SEPA and ACH at 328 px', async () => {
    for (const id of [81, 82, 85]) {
      const slip = await mountSample(id, {
        width: 328,
        merchantName: 'Tienda Sol',
        watch: true,
        amount: '1250.00',
      });
      expect(slip.getBoundingClientRect().height, String(id)).to.be.at.most(1000);
    }
  });
});

describe(`on a page of hostile inherited CSS in ${engine}`, () => {
  const HOSTILE =
    'text-transform: uppercase; letter-spacing: 0.3em; word-spacing: 1em; white-space: nowrap; text-indent: 2em; direction: rtl; ' +
    'text-align: right; font-style: italic; font-variant: small-caps; font-weight: 900; line-height: 3; text-shadow: 1px 1px red; ' +
    'hyphens: auto; cursor: wait; font-size: 11px; color: red; visibility: visible';
  const PROPERTIES = [
    ...[
      'textTransform',
      'letterSpacing',
      'wordSpacing',
      'whiteSpace',
      'textIndent',
      'direction',
      'textAlign',
    ],
    ...[
      'fontStyle',
      'fontVariant',
      'fontWeight',
      'lineHeight',
      'textShadow',
      'hyphens',
      'cursor',
      'fontSize',
      'color',
    ],
  ] as (keyof CSSStyleDeclaration)[];

  afterEach(() => {
    document.body.style.cssText = '';
    document.documentElement.style.fontSize = '';
  });

  for (const [view, attributes] of Object.entries(VIEWS))
    it(`keeps its wording, direction and sizes in the view ${view}`, async () => {
      const stylesIn = async (style: string): Promise<unknown[]> => {
        document.body.style.cssText = style;
        const slip = await mount({ ...attributes, width: 328, merchantName: 'Tienda Sol', watch: true });
        return texts(slip).map((each) => {
          const computed = getComputedStyle(each);
          return [each.textContent, ...PROPERTIES.map((name) => computed[name])];
        });
      };
      expect(await stylesIn(HOSTILE)).to.deep.equal(await stylesIn('font-size: 16px; color: black'));
    });

  it('shows no text below 12 px on a page of 11 px', async () => {
    document.documentElement.style.fontSize = '11px';
    for (const attributes of Object.values(VIEWS)) {
      const slip = await mount({ ...attributes, width: 328, merchantName: 'Tienda Sol', watch: true });
      for (const each of texts(slip))
        expect(parseFloat(getComputedStyle(each).fontSize), each.textContent).to.be.at.least(12);
    }
  });

  it('grows with the text size that a reader chose', async () => {
    document.documentElement.style.fontSize = '24px';
    const slip = await mountSample(105);
    expect(getComputedStyle(part(slip, 'card')).fontSize).to.equal('24px');
  });

  it('reads from left to right on a right-to-left page, and from right to left in Arabic', async () => {
    const slip = await mountSample(105);
    slip.parentElement!.dir = 'rtl';
    expect(getComputedStyle(part(slip, 'card')).direction).to.equal('ltr');
    slip.lang = 'ar';
    await slip.updateComplete;
    // There is no Arabic locale, so the texts are English.
    expect(part(slip, 'card').dir).to.equal('ltr');
  });
});
