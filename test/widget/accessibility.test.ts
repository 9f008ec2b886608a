import { expect } from '@open-wc/testing';
import { METHODS } from '../../src/core/methods.js';
import { engine, press } from '../browsers/commands.js';
import { LOCALES } from '../fixtures/locales.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { mount, mountSample, untilStatus, type Attributes } from './helpers/mount.js';
import { part, parts, row, within } from './helpers/queries.js';
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

/** The identifier of the element that has the focus. */
function focused(slip: DepositSlip): string | undefined {
  return slip.shadowRoot!.activeElement?.id;
}

/** axe judges the DOM and computed colors, which are alike in every engine: one engine is enough for its slow rules. */
if (engine === 'chromium')
  describe('every view', () => {
    for (const [name, attributes] of Object.entries(VIEWS))
      for (const theme of ['light', 'dark'] as const)
        for (const width of [280, 900]) {
          it(`passes axe in the view ${name}, ${theme}, ${width} px`, async () => {
            const slip = await mount({
              ...attributes,
              width,
              theme,
              merchantName: 'Tienda Sol',
              watch: true,
            });
            await expect(slip).to.be.accessible();
          });
        }

    for (const lang of LOCALES.filter((locale) => locale !== 'en'))
      for (const name of ['pix', 'spei', 'problem']) {
        it(`passes axe in the view ${name} in ${lang}`, async () => {
          const common = { lang, width: 420, merchantName: 'Tienda Sol', watch: true };
          await expect(await mount({ ...VIEWS[name]!, ...common })).to.be.accessible();
        });
      }

    it('passes axe after the deposit has arrived', async () => {
      const slip = await mount({ ...VIEWS['pix']! });
      slip.markArrived({ amount: '20.00', fiat: 'BRL' });
      await slip.updateComplete;
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
    slip.focus();
    expect(focused(slip)).to.equal(part(slip, 'amount').id);
    await press('7');
    await press('Enter');
    await untilStatus(slip, 'ready');
    expect(focused(slip)).to.equal('title');
    const reached: string[] = [];
    for (let at = 0; at < parts(slip, 'copy').length + parts(slip, 'link').length; at++) {
      await press('Tab');
      reached.push(slip.shadowRoot!.activeElement!.getAttribute('part')!);
    }
    expect(reached).to.have.members(['copy', 'link', 'copy']);
  });

  it('protects values from translation and from the page’s reading direction', async () => {
    const slip = await mountSample(85);
    for (const value of parts(slip, 'value')) expect(value.getAttribute('translate')).to.equal('no');
    expect(within(row(slip, 'IBAN'), 'value').getAttribute('dir')).to.equal('ltr');
    expect(within(row(slip, 'Bank Name'), 'value').querySelector('bdi')).not.to.equal(null);
  });
});
