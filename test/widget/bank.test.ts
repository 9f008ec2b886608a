/** The bank of a CLABE: Mexican apps show it or ask for it, but no response contains it. */
import { expect } from '@open-wc/testing/pure';
import { clipboardText, engine, realClick } from '../browsers/commands.js';
import { en } from '../../src/widget/locales/en.js';
import { nextEvent } from './helpers/events.js';
import { mountSample, mountUntil, type Attributes } from './helpers/mount.js';
import { liveRegion, parts, textOf, within } from './helpers/queries.js';
import { endpoint } from './helpers/servers.js';
import { sampleAnswer } from './helpers/samples.js';
import type { DepositSlip } from '../../src/widget/deposit-slip/deposit-slip.js';

const KEY = 'Cuenta CLABE';
const STP = '646180110098765437';

const spei = (clabe: string, attributes: Attributes = {}, others: object = {}): Promise<DepositSlip> =>
  mountSample(105, {
    answer: { code: 200, data: { fiat: 'MXN', fieldList: { [KEY]: clabe, ...others } } },
    ...attributes,
  });

function bankRow(slip: DepositSlip): HTMLElement | null {
  return slip.shadowRoot!.querySelector<HTMLElement>('[data-derived="bank"]');
}

describe(`the bank of a CLABE in ${engine}`, () => {
  it('is a row that is copied as it is shown', async () => {
    const slip = await spei(STP, { amount: '1.00' });
    const bank = bankRow(slip)!;
    expect(bank.querySelector('dt')!.textContent).to.equal(en.labels.bank);
    expect(bank.querySelector('.value')!.textContent).to.equal('STP');
    const copied = nextEvent(slip, 'deposit-copy');
    await realClick(within(bank, 'copy'));
    expect(await copied).to.include({ key: 'bank', kind: 'bank', outcome: 'copied' });
    expect(await clipboardText()).to.equal('STP');
    expect(liveRegion(slip).textContent).to.equal(`${en.labels.bank}: ${en.copied}`);
    expect(parts(slip, 'row'), 'the answer does not contain it').not.to.include(bank);
  });

  it('is below the account and the amount, and above the other rows of the response', async () => {
    const slip = await spei(
      STP,
      { amount: '1.00' },
      { Sucursal: '7', 'Bank Beneficiary Name': 'Tienda Sol' },
    );
    const rows = [...slip.shadowRoot!.querySelectorAll<HTMLElement>('.row')];
    const names = rows.map(({ dataset }) => dataset['derived'] ?? dataset['key']);
    expect(names).to.deep.equal([KEY, 'amount', 'bank', 'Bank Beneficiary Name', 'Sucursal']);
  });

  it('can be copied by its key, and is among the lines of all values', async () => {
    const slip = await spei(STP, { amount: '1.00' });
    const texts: string[] = [];
    Object.defineProperty(navigator.clipboard, 'writeText', {
      configurable: true,
      value: async (text: string) => void texts.push(text),
    });
    try {
      expect([await slip.copy('bank'), await slip.copy()]).to.deep.equal(['copied', 'copied']);
    } finally {
      Reflect.deleteProperty(navigator.clipboard, 'writeText');
    }
    expect(texts).to.deep.equal(['STP', `Amount: 1.00 MXN\nBank: STP\n${en.labels.clabe}: ${STP}`]);
  });

  it('is not shown if it is unknown, if the number is wrong, or if the response names a bank', async () => {
    const failed = '646180110098765438';
    for (const slip of [await spei('032180000118359719'), await spei(failed)]) {
      expect(bankRow(slip) === null).to.equal(true);
      expect(await slip.copy('bank')).to.equal('blocked');
    }
    const named = await spei(STP, {}, { 'Bank Name': 'Banco Sol' });
    expect(bankRow(named) === null).to.equal(true);
    expect(textOf(named)).to.contain('Banco Sol');
  });

  it('is shown beside a bank name that is marked', async () => {
    const slip = await spei(STP, {}, { 'Bank Name': 'CLABE 002010077777777771' });
    expect(bankRow(slip)!.querySelector('.value')!.textContent).to.equal('STP');
    expect(await slip.copy('bank')).not.to.equal('blocked');
  });

  it('is the sandbox’s only on a test slip', async () => {
    expect(bankRow(await mountSample(105)) === null).to.equal(true);
    const body = { ...sampleAnswer(105), test: true };
    const slip = await mountUntil('ready', { paymentId: '105', endpoint: endpoint({ body }) });
    expect(bankRow(slip)!.querySelector('.value')!.textContent).to.equal(en.testBank);
  });

  it('is named in the steps, with the beneficiary if one is known', async () => {
    const step = async (clabe: string, others: Attributes = {}): Promise<string[]> =>
      [...parts(await spei(clabe, others), 'steps')[0]!.querySelectorAll('li')].map(
        ({ innerText }) => innerText,
      );
    const { both, bank, name } = en.stepReceiver;
    const named = { beneficiaryName: 'Tienda Sol SA' };
    expect(await step(STP)).to.include(bank.replace('{bank}', 'STP'));
    expect(await step(STP, named)).to.include(
      both.replace('{bank}', 'STP').replace('{name}', 'Tienda Sol SA'),
    );
    expect(await step('999180000000000015', named)).to.include(name.replace('{name}', 'Tienda Sol SA'));
    expect(await step('999180000000000015')).to.have.length(3);
  });
});
