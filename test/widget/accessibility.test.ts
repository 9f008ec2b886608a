import { expect } from '@open-wc/testing';
import { METHODS } from '../../src/core/methods.js';
import { press } from '../browsers/commands.js';
import {
  endpoint,
  method,
  mount,
  nextFrame,
  part,
  parts,
  row,
  sampleAnswer,
  unique,
  within,
  type Attributes,
} from './bench.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const VIEWS: Record<string, Attributes> = {
  ...Object.fromEntries(
    METHODS.map((each) => [
      each.slug,
      { paymentId: String(each.id), amount: '20.00', answer: sampleAnswer(each) },
    ]),
  ),
  generic: { paymentId: '7777', answer: { fieldList: { Other: 'value' }, paymentMethodName: 'New' } },
  'failed check': {
    paymentId: '105',
    answer: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '999180000000000018' } },
  },
  skeleton: { paymentId: '90', endpoint: endpoint({ gate: unique('never') }) },
  picker: { paymentId: '90 105', endpoint: '/none' },
  amount: { paymentId: '95', endpoint: '/none' },
  problem: { paymentId: '105', answer: { code: 500 } },
};

describe('for every payer, a slip', () => {
  for (const [name, given] of Object.entries(VIEWS))
    for (const theme of ['light', 'dark'] as const)
      for (const width of [280, 900]) {
        it(`has nothing axe finds in ${name}, ${theme}, ${width} px`, async () => {
          const slip = await mount({ ...given, width, theme, merchantName: 'Tienda Sol', watch: true });
          await expect(slip).to.be.accessible();
        });
      }

  for (const lang of ['es', 'es-MX', 'es-AR', 'es-CO', 'es-PE', 'pt-BR'])
    for (const name of ['pix', 'spei', 'problem']) {
      it(`has nothing axe finds in ${name} in ${lang}`, async () => {
        const slip = await mount({
          ...VIEWS[name]!,
          lang,
          width: 420,
          merchantName: 'Tienda Sol',
          watch: true,
        });
        await expect(slip).to.be.accessible();
      });
    }

  it('has nothing axe finds once the deposit arrived', async () => {
    const slip = await mount({ ...VIEWS['pix']! });
    slip.markArrived({ amount: '20.00', fiat: 'BRL' });
    await slip.updateComplete;
    await expect(slip).to.be.accessible();
  });

  it('says the outcome of a copy aloud by the name of the value, never its digits', async () => {
    const slip = await mount({ paymentId: '105', answer: sampleAnswer(method(105)) });
    const said = slip.shadowRoot!.querySelector('[role="status"]')!;
    expect(said.textContent).to.equal('SPEI transfer');
    await slip.copy('Cuenta CLABE');
    await slip.updateComplete;
    expect(said.textContent).to.match(/^CLABE: (Copied|Selected|Could not)/);
    expect(said.textContent).not.to.match(/[0-9]/);
  });

  it('is used with the keyboard alone: choose, type, ask, and reach every button', async () => {
    const slip = await mount({ paymentId: '105 95', endpoint: endpoint({ body: sampleAnswer(method(95)) }) });
    slip.focus();
    await press('Tab');
    await press('Enter');
    await slip.updateComplete;
    expect(slip.status).to.equal('asking');
    slip.focus();
    expect(focused(slip)).to.equal(part(slip, 'amount').id);
    await press('7');
    await press('Enter');
    while (slip.status !== 'ready') await nextFrame();
    await slip.updateComplete;
    expect(focused(slip)).to.equal('title');
    const reached: string[] = [];
    for (let at = 0; at < parts(slip, 'copy').length + parts(slip, 'link').length; at++) {
      await press('Tab');
      reached.push(slip.shadowRoot!.activeElement!.getAttribute('part')!);
    }
    expect(reached).to.have.members(['copy', 'link', 'copy']);
  });

  it('keeps translators, autofill and reading direction away from values', async () => {
    const slip = await mount({ paymentId: '85', answer: sampleAnswer(method(85)) });
    for (const value of parts(slip, 'value')) expect(value.getAttribute('translate')).to.equal('no');
    expect(within(row(slip, 'IBAN'), 'value').getAttribute('dir')).to.equal('ltr');
    expect(within(row(slip, 'Bank Name'), 'value').querySelector('bdi')).not.to.equal(null);
  });
});

function focused(slip: DepositSlip): string | undefined {
  return slip.shadowRoot!.activeElement?.id;
}
