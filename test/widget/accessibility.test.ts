import { expect } from '@open-wc/testing';
import { engine, press } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { fill } from '../../src/widget/shared/i18n/formatting.js';
import { en } from '../../src/widget/locales/en.js';
import { mount, mountSample, mountUntil, until, untilStatus, type Attributes } from './helpers/mount.js';
import { open, PAID, PART, RETURNED } from './helpers/payments.js';
import { part, parts, row, within } from './helpers/queries.js';
import { sampleAnswer } from './helpers/samples.js';
import { endpoint } from './helpers/servers.js';

const OFFERS = { methods: [{ paymentId: 90, fiat: 'BRL' }, { paymentId: 105 }] };
const PIX: Attributes = { paymentId: '90', amount: '20.00', answer: sampleAnswer(90) };

/**
 * Views that no situation of the workbench shows. test/proofs/e2e/situations.test.ts checks the situations.
 */
const VIEWS: Record<string, () => Promise<DepositSlip>> = {
  'picker, marked as test': async () => {
    const slip = await mount({ endpoint: endpoint({ body: { code: 200, test: true, data: OFFERS } }) });
    await untilStatus(slip, 'choosing');
    return slip;
  },
  'methods for the rest of a payment': () =>
    mountUntil('choosing', {
      endpoint: endpoint({ body: { code: 200, data: OFFERS, payment: PART } }),
    }),
  'problem, with contact': () =>
    mount({
      paymentId: '105',
      answer: { code: 500 },
      merchantName: 'Tienda Sol',
      contact: 'mailto:help@example.com',
    }),
  'more details, unfolded': async () => {
    const slip = await mount(PIX);
    part(slip, 'more').querySelector('summary')!.click();
    return slip;
  },
};

/** The identifier of the element that has the focus. */
function focused(slip: DepositSlip): string | undefined {
  return slip.shadowRoot!.activeElement?.id;
}

/** Tabs from the title through every visible control, in reading order. */
async function expectAllReached(slip: DepositSlip): Promise<void> {
  part(slip, 'title').focus();
  const controls = [...slip.shadowRoot!.querySelectorAll('button, a, summary')];
  for (const control of controls.filter((each) => each.getClientRects().length > 0)) {
    await press('Tab');
    expect(slip.shadowRoot!.activeElement === control, control.outerHTML).to.equal(true);
  }
}

/**
 * axe checks the DOM and computed colors, which are the same in every engine, so one engine is enough for its
 * slow rules.
 */
if (engine === 'chromium')
  describe('every view, judged by axe,', () => {
    for (const [name, show] of Object.entries(VIEWS))
      for (const theme of ['light', 'dark'] as const)
        it(`passes axe: ${name}, ${theme}`, async () => {
          const slip = await show();
          slip.theme = theme;
          await slip.updateComplete;
          // Colors in a transition are checked at its end.
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

  it('reaches what is folded by keyboard too', async () => {
    const slip = await mountSample(90);
    part(slip, 'more').querySelector('summary')!.focus();
    await press('Enter');
    expect(within(row(slip, 'txId'), 'copy').getClientRects()).not.to.have.length(0);
    await expectAllReached(slip);
  });

  it('leads back to the slip of a returned payment by keyboard alone', async () => {
    const { slip, poll } = await open(PAID, { contact: 'mailto:help@shop.example' });
    await poll(RETURNED);
    const focused = (): string => slip.shadowRoot!.activeElement?.textContent.trim() ?? '';
    for (let tabs = 0; tabs < 9 && focused() !== en.account.showDetails; tabs += 1) await press('Tab');
    expect(focused()).to.equal(en.account.showDetails);
    await press('Enter');
    await until(() => slip.status === 'ready');
    await slip.updateComplete;
    const primary = fill(en.copyNamed, { name: 'CLABE' });
    for (let tabs = 0; tabs < 9 && focused() !== primary; tabs += 1) await press('Tab');
    expect(focused()).to.equal(primary);
  });

  it('protects values from translation and from the page’s reading direction', async () => {
    const slip = await mountSample(85);
    for (const value of parts(slip, 'value')) expect(value.getAttribute('translate')).to.equal('no');
    expect(within(row(slip, 'IBAN'), 'value').getAttribute('dir')).to.equal('ltr');
    expect(within(row(slip, 'Bank Name'), 'value').querySelector('bdi')).not.to.equal(null);
  });
});
