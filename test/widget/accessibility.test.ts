import { expect } from '@open-wc/testing';
import { METHODS } from '../../src/core/methods.js';
import { en } from '../../src/widget/locales/en.js';
import { engine, press } from '../browsers/commands.js';
import { LOCALES } from '../fixtures/locales.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { mount, mountSample, until, untilStatus, type Attributes } from './helpers/mount.js';
import { part, parts, row, textOf, within } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint } from './helpers/servers.js';

const VIEWS: Record<string, Attributes> = {
  ...Object.fromEntries(
    METHODS.map(({ id, slug }) => [
      slug,
      { paymentId: String(id), amount: '20.00', answer: sampleAnswer(id) },
    ]),
  ),
  generic: { paymentId: '7777', answer: { fieldList: { Other: 'value' }, paymentMethodName: 'New' } },
  'failed check': {
    paymentId: '105',
    answer: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999180000000000018' } },
  },
  skeleton: { paymentId: '90', endpoint: endpoint({ isHeld: true }) },
  picker: { paymentId: '90 105', endpoint: '/none' },
  amount: { paymentId: '95', endpoint: '/none' },
  problem: { paymentId: '105', answer: { code: 500 } },
};

const ARRIVED = { status: 'arrived', paymentId: 90, deposits: [{ amount: '20.00', fiat: 'BRL' }] };
const OFFERS = { methods: [{ paymentId: 90, fiat: 'BRL' }, { paymentId: 105 }] };
const CONTACT = { merchantName: 'Tienda Sol', contact: 'mailto:help@example.com' };
/** A slip whose deposit never arrives. */
const WATCHED: Attributes = {
  paymentId: '90',
  endpoint: endpoint({
    body: { ...sampleAnswer(90), arrival: 'token' },
    bodyFor: { arrival: { code: 200, data: { status: 'waiting' } } },
  }),
};

/** Views that an action leads to, or an answer beyond the samples. */
const REACHED: Record<string, [attributes: Attributes, act?: (slip: DepositSlip) => unknown]> = {
  arrived: [VIEWS['pix']!, (slip) => slip.markArrived({ amount: '20.00', fiat: 'BRL' })],
  'arrived, another amount': [
    { ...VIEWS['pix']!, ...CONTACT },
    (slip) => slip.markArrived({ amount: '19.00', fiat: 'BRL' }),
  ],
  'arrived in place of a slip': [{ paymentId: '90', answer: { code: 200, data: ARRIVED } }],
  'picker, marked as test': [
    { endpoint: endpoint({ body: { code: 200, test: true, data: OFFERS } }) },
    (slip) => untilStatus(slip, 'choosing'),
  ],
  'blocked, with contact': [{ ...VIEWS['failed check']!, ...CONTACT }],
  'problem, with contact': [{ ...VIEWS['problem']!, ...CONTACT }],
  'SEPA code, unfolded': [
    VIEWS['sepa']!,
    (slip) => {
      part(slip, 'toggle').click();
      return until(() => part(slip, 'qr').hasAttribute('data-drawn'));
    },
  ],
  'more details, unfolded': [VIEWS['pix']!, (slip) => part(slip, 'more').querySelector('summary')!.click()],
  paused: [
    WATCHED,
    async (slip) => {
      await untilStatus(slip, 'ready');
      const { now } = Date;
      Date.now = () => now() + 16 * 60_000;
      dispatchEvent(new Event('online'));
      await until(() => textOf(slip).includes(en.paused));
      Date.now = now;
    },
  ],
  offline: [
    WATCHED,
    async (slip) => {
      await untilStatus(slip, 'ready');
      dispatchEvent(new Event('offline'));
      await until(() => textOf(slip).includes(en.offlineStatus));
    },
  ],
};

/** The identifier of the element that has the focus. */
function focused(slip: DepositSlip): string | undefined {
  return slip.shadowRoot!.activeElement?.id;
}

/** Tabs from the title through every control that is visible, in the order they are read. */
async function expectAllReached(slip: DepositSlip): Promise<void> {
  part(slip, 'title').focus();
  const controls = [...slip.shadowRoot!.querySelectorAll('button, a, summary')];
  for (const control of controls.filter((each) => each.getClientRects().length > 0)) {
    await press('Tab');
    expect(slip.shadowRoot!.activeElement === control, control.outerHTML).to.equal(true);
  }
}

/** axe judges the DOM and computed colors, which are alike in every engine: one engine is enough for its slow rules. */
if (engine === 'chromium')
  describe('every view', () => {
    for (const [name, attributes] of Object.entries(VIEWS))
      for (const [theme, width] of [
        ['light', 280],
        ['dark', 900],
      ] as const)
        it(`passes axe in the view ${name}, ${theme}, ${width} px`, async () => {
          const slip = await mount({ ...attributes, width, theme, merchantName: 'Tienda Sol', watch: true });
          await expect(slip).to.be.accessible();
        });

    for (const lang of LOCALES.filter((locale) => locale !== 'en'))
      for (const name of ['pix', 'spei', 'problem']) {
        it(`passes axe in the view ${name} in ${lang}`, async () => {
          const common = { lang, width: 420, merchantName: 'Tienda Sol', watch: true };
          await expect(await mount({ ...VIEWS[name]!, ...common })).to.be.accessible();
        });
      }

    for (const [name, [attributes, act]] of Object.entries(REACHED))
      for (const theme of ['light', 'dark'] as const)
        it(`passes axe in the view ${name}, ${theme}`, async () => {
          const slip = await mount({ ...attributes, theme, width: 328, watch: true });
          await act?.(slip);
          await slip.updateComplete;
          // Colors that change gradually are judged at the end.
          for (const { finished } of slip.shadowRoot!.getAnimations()) await finished;
          await expect(slip).to.be.accessible();
        });
  });

describe('accessibility', () => {
  it('works with the keyboard alone: choosing, entering an amount, and reaching every button', async () => {
    const slip = await mount({ paymentId: '105 95', endpoint: endpoint({ body: sampleAnswer(95) }) });
    slip.focus();
    await press('Tab');
    await press('Enter');
    await slip.updateComplete;
    expect(slip.status).to.equal('asking');
    expect(focused(slip)).to.equal(part(slip, 'amount').id);
    await press('7');
    await press('Enter');
    await untilStatus(slip, 'ready');
    expect(focused(slip)).to.equal('title');
    await expectAllReached(slip);
  });

  it('reaches what is folded with the keyboard too', async () => {
    const slip = await mountSample(90);
    part(slip, 'more').querySelector('summary')!.focus();
    await press('Enter');
    expect(within(row(slip, 'txId'), 'copy').getClientRects()).not.to.have.length(0);
    await expectAllReached(slip);
  });

  it('protects values from translation and from the page’s reading direction', async () => {
    const slip = await mountSample(85);
    for (const value of parts(slip, 'value')) expect(value.getAttribute('translate')).to.equal('no');
    expect(within(row(slip, 'IBAN'), 'value').getAttribute('dir')).to.equal('ltr');
    expect(within(row(slip, 'Bank Name'), 'value').querySelector('bdi')).not.to.equal(null);
  });
});
