import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';
import { en } from '../../src/widget/locales/en.js';
import { mount } from './helpers/mount.js';
import { deposit, open, PAID, PART, TWICE } from './helpers/payments.js';
import { part, textOf } from './helpers/queries.js';

/** Two ways to pay by Pix, which have one name. */
const BY_PIX = [deposit('a', '600.00', { paymentId: 90 }), deposit('b', '650.00', { paymentId: 92 })];

const lines = (slip: DepositSlip, name: 'account' | 'receipt'): string[] =>
  [...part(slip, name).querySelectorAll('div')].map(({ textContent }) =>
    textContent.replace(/\s+/g, ' ').trim(),
  );

describe(`methods of one name in ${engine}`, () => {
  it('are named once on a receipt, and not again beside each deposit', async () => {
    const { slip } = await open({ ...PAID, deposits: BY_PIX });
    const [paidWith, ...others] = lines(slip, 'receipt');
    expect(paidWith).to.equal(`${en.paidWith} Pix`);
    for (const line of others) expect(line).not.to.contain('Pix');
  });

  it('are not named beside the parts of a payment', async () => {
    const deposits = BY_PIX.map((each) => ({ ...each, amount: '624.50' }));
    const { slip } = await open({ ...PART, deposits });
    for (const line of lines(slip, 'account')) expect(line).not.to.contain('Pix');
  });

  it('are not named on a receipt if they are unknown', async () => {
    for (const paymentId of [undefined, 7777]) {
      const deposits = [{ amount: '70.00', fiat: 'BRL' }];
      const data = { status: 'arrived', deposits };
      const slip = await mount({ answer: { code: 200, paymentId, data } });
      expect(slip.status).to.equal('arrived');
      expect(textOf(slip)).not.to.contain(en.paidWith);
    }
    const { slip } = await open({ ...PAID, deposits: [deposit('a', '1250.00', { paymentId: 7777 })] });
    expect(textOf(slip)).not.to.contain(en.paidWith);
  });

  it('are named beside each deposit of a receipt if another method was used too', async () => {
    const deposits = [...BY_PIX, deposit('c', '1250.00', { paymentId: 105 })];
    const { slip } = await open({ ...TWICE, deposits });
    expect(lines(slip, 'receipt')[0]).to.equal(`${en.paidWith} Pix, SPEI transfer`);
    expect(lines(slip, 'receipt').filter((line) => line.includes('Pix'))).to.have.length(3);
  });
});
